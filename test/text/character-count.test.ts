import fc from 'fast-check'
import { expect, test } from 'vitest'
import { characterCount } from '../../src/text.ts'
import { anyCharacter } from '../graph/support/any-character.ts'

test('a character counts once, however many code units it takes', () => {
  expect(['', 'abc', 'é', '🐋', 'a🐋b'].map(characterCount)).toEqual([0, 3, 1, 1, 3])
  fc.assert(
    fc.property(fc.array(anyCharacter), (characters) => {
      expect(characterCount(characters.join(''))).toBe(characters.length)
    }),
  )
})
