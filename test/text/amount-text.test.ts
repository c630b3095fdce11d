import { readdir, readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percent as cell } from '../../src/cli/screen/text-table.ts'
import { centsOf, centsText, percentOf, percentText } from '../../src/formats.ts'

const ROOT = new URL('../../', import.meta.url)

test('pages and the CLI print the same percentages and prices, without a space', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), (hundredths) => {
      const share = hundredths / 100
      const texts = [percentOf(share), percentText(share), Object(cell(share)).right]
      expect(new Set(texts)).toEqual(new Set([`${hundredths}%`]))
      const price = Math.min(98, Math.max(2, hundredths))
      expect([centsOf(price / 100), centsText(price / 100)]).toEqual([`${price}¢`, `${price}¢`])
    }),
  )
  expect([centsOf(0.613), percentOf(12.345), percentOf(0.85)]).toEqual(['61.3¢', '1,234.5%', '85%'])
})

test('docs, schema and sources have no space between a number and its unit', async () => {
  const names = ['README.md', 'CHANGELOG.md', 'schema/schema.graphql']
  for (const folder of ['docs', 'src']) {
    const all = await readdir(new URL(folder, ROOT), { recursive: true })
    names.push(
      ...all.filter((name) => /\.(md|ts|graphql|json)$/.test(name)).map((name) => `${folder}/${name}`),
    )
  }
  expect(names.length).toBeGreaterThan(500)
  const spaced: string[] = []
  for (const name of names) {
    const text = await readFile(new URL(name, ROOT), 'utf8')
    for (const { index } of text.matchAll(/[\d}][ \u00a0\u202f][%¢]/g))
      spaced.push(`${name}: ${text.slice(Math.max(0, index - 100), index + 100)}`)
  }
  expect(spaced).toEqual([])
})
