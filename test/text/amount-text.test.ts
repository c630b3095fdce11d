import { readdir, readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, minute, percent } from '../../src/cli/screen/text-table.ts'
import { centsText, exactCentsText, momentText, moneyText, percentText } from '../../src/formats.ts'

const ROOT = new URL('../../', import.meta.url)

test('pages, messages and the CLI print the same percentages, prices, dollars and moments', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), (hundredths) => {
      const share = hundredths / 100
      const shown = hundredths > 0 && hundredths < 10 ? `${hundredths}.0%` : `${hundredths}%`
      expect([percentText(share), Object(percent(share)).right]).toEqual([shown, shown])
      const price = Math.min(99, Math.max(1, hundredths))
      expect([centsText(price / 100), Object(cents(price / 100)).right]).toEqual([`${price}¢`, `${price}¢`])
    }),
  )
  expect([centsText(0.613), exactCentsText(0.613)]).toEqual(['61¢', '61.3¢'])
  expect([0.0312, 0.0996, 0.85, 12.345].map((share) => percentText(share))).toEqual([
    '3.1%',
    '10%',
    '85%',
    '1,235%',
  ])
  const table = ['$8.40', '$412,800', '$999,999', '$1.00M', '$1.92M', '−$44,950']
  expect([8.4, 412_800, 999_999, 999_999.6, 1_920_400, -44_950].map((usd) => moneyText(usd))).toEqual(table)
  expect(momentText('2026-03-14T14:31:20Z')).toBe('Mar 14, 2026, 14:31 UTC')
  expect(minute('2026-03-14T14:31:20Z')).toBe('Mar 14, 2026, 14:31')
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
