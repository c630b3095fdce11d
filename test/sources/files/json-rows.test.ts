import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refused } from '../../../src/sources/field-checks.ts'
import { jsonRows } from '../../../src/sources/files/json-rows.ts'

async function read(bytes: Buffer, size: number) {
  const pieces = (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  })()
  const rows: unknown[] = []
  for await (const run of jsonRows(pieces, 'FILE')) {
    for (const { value, row } of run.rows)
      rows[row - 1] = value instanceof Refused ? value.message.split(':')[0] : value
  }
  return rows
}

const object = fc
  .dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())
  .map((value) => JSON.parse(JSON.stringify(value)))
const objects = fc.array(object, { maxLength: 6 })
const size = fc.integer({ min: 1, max: 9 })

test('JSON rows are the objects of the file, as a list or one a line, wherever the chunks are cut', async () => {
  await fc.assert(
    fc.asyncProperty(objects, size, fc.constantFrom(0, 1, 2), async (values, cut, form) => {
      const lines = values.map((value) => JSON.stringify(value)).join('\n')
      const text = form === 0 ? lines : JSON.stringify(values, null, form === 1 ? 0 : 2)
      expect(await read(Buffer.from(`\uFEFF${text}`), Math.max(cut, 3))).toEqual(values)
      expect(await read(Buffer.from(text), cut)).toEqual(values)
    }),
    { numRuns: 300 },
  )
})

test('a truncated JSON file is reported with its row, and never read as complete', async () => {
  const text = JSON.stringify([{ a: '}]"\\' }, { b: [1, { c: 2 }] }])
  for (let end = 1; end < text.length; end++)
    await expect(read(Buffer.from(text.slice(0, end)), 5)).rejects.toThrow(/^FILE ends /)
  await expect(read(Buffer.from(text.slice(0, 20)), 5)).rejects.toThrow('FILE ends in the middle of row 2')
  await expect(read(Buffer.from('[{},{}'), 5)).rejects.toThrow(
    'FILE ends after row 2, before its list is closed',
  )
})

test('concatenated JSON pages are one list', async () => {
  expect(await read(Buffer.from('[{"a":1}]\n[]\n[{"a":2},{"a":3}]\n'), 4)).toEqual([
    { a: 1 },
    { a: 2 },
    { a: 3 },
  ])
})

test('a row that is no JSON or no UTF-8 is refused, and the next one is read', async () => {
  const bytes = Buffer.concat([Buffer.from('[{a:1},{"b":"'), Buffer.from([0xff]), Buffer.from('"},{"c":3}]')])
  expect(await read(bytes, 3)).toEqual(['the row is not valid JSON', 'the row is not UTF-8 text', { c: 3 }])
})

test('a row above 16 MB is refused without being held', async () => {
  const large = Buffer.from(`[{"a":"${'x'.repeat(17 * 1024 * 1024)}"},{"b":1}]`)
  expect(await read(large, 1024 * 1024)).toEqual(['the row is larger than 16 MB', { b: 1 }])
})

test('a JSON file without a list of objects is one sentence', async () => {
  await expect(read(Buffer.from('[1,2]'), 3)).rejects.toThrow('FILE starts with "1": a list of JSON objects')
  await expect(read(Buffer.from('[{}] x'), 3)).rejects.toThrow('FILE goes on after row 1 with "x"')
  await expect(read(Buffer.from('[[{}]]'), 3)).rejects.toThrow('FILE starts with "["')
})
