import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distinctParts } from '../../src/text.ts'

test('the words that distinguish questions of one form are those between their common ends', () => {
  const questions = ['Will Ada Lin win the cup?', 'Will Bo win the cup?', 'Will the sea win the cup?']
  expect(distinctParts(questions)).toEqual(['Ada Lin', 'Bo', 'the sea'])
  expect(distinctParts(['Above 10?', 'Above 20?'])).toEqual(['10', '20'])
  expect(distinctParts(['Will it rain?'])).toEqual(['Will it rain?'])
  expect(distinctParts(['Same?', 'Same?'])).toEqual(['Same?', 'Same?'])
  expect(distinctParts([])).toEqual([])
})

test('distinct texts keep distinct parts, each a piece of its text', () => {
  const words = fc.array(fc.constantFrom('will', 'a', 'b', 'c', 'win?'), { minLength: 1, maxLength: 5 })
  const texts = fc.uniqueArray(
    words.map((some) => some.join(' ')),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(texts, (all) => {
      const parts = distinctParts(all)
      for (const [i, part] of parts.entries()) {
        expect(part).not.toBe('')
        expect(all[i]).toContain(part)
      }
      const shown = parts.map((part) => part.replace('?', ''))
      expect(new Set(shown).size).toBe(new Set(all.map((text) => text.replace('?', ''))).size)
    }),
  )
})
