import { expect, test } from 'vitest'
import { type ExportPage, exportPages } from '../../../src/rest/formats/export-answer.ts'
import { createExportSlots, EXPORTS_AT_A_TIME } from '../../../src/rest/formats/format.ts'

/** Pages of one row each, endless, and which of them were read. */
function endless() {
  const read: string[] = []
  const page = (n: number): ExportPage => ({ rows: [{ n }], next: String(n + 1) })
  const pages = exportPages(
    page(0),
    async (cursor) => {
      read.push(cursor)
      return page(Number(cursor))
    },
    (rows) => rows.map(({ n }) => `${n}\n`).join(''),
  )
  return { pages, read }
}

test('an export reads a page only after the one before was sent, and stops when the reader closes', async () => {
  const { pages, read } = endless()
  expect(read).toEqual([])
  let text = ''
  for await (const part of pages) {
    text += part
    if (text.length >= 8) break
  }
  expect(text).toBe('0\n1\n2\n3\n')
  expect(read).toEqual(['1', '2', '3'])
})

test('an export ends with its last page', async () => {
  const pages = exportPages(
    { rows: [{ n: 1 }], next: 'two' },
    async () => ({ rows: [{ n: 2 }], next: null }),
    (rows) => JSON.stringify(rows),
  )
  const parts: string[] = []
  for await (const part of pages) parts.push(part)
  expect(parts).toEqual(['[{"n":1}]', '[{"n":2}]'])
})

test('a caller has a few exports at a time, and a slot returned twice counts once', () => {
  const slots = createExportSlots()
  const taken = Array.from({ length: EXPORTS_AT_A_TIME }, () => slots.take('one'))
  expect(() => slots.take('one')).toThrow(/exports can run at the same time/)
  slots.take('another')()
  for (let n = 0; n < 2; n++) taken[0]?.()
  slots.take('one')
  expect(() => slots.take('one')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: 1 }))
})
