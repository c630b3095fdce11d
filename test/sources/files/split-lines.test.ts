import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refused } from '../../../src/sources/field-checks.ts'
import { lineText, MAX_LINE_BYTES, wholeLines } from '../../../src/sources/files/split-lines.ts'

/** The bytes in pieces of the given sizes, round and round. */
async function* inPieces(bytes: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function read(bytes: Buffer, sizes: number[]) {
  const lines: (string | Refused)[] = []
  let total = 0
  for await (const run of wholeLines(inPieces(bytes, sizes))) {
    for (let start = 0; start <= run.whole.length; ) {
      const newline = run.whole.indexOf('\n', start)
      const end = newline === -1 ? run.whole.length : newline
      lines.push(lineText(run.whole, start, end))
      start = end + 1
    }
    total = run.bytes
  }
  return { lines, total }
}

const reasons = (lines: (string | Refused)[]) =>
  lines.map((line) => (line instanceof Refused ? line.message.split(':')[0] : line))

test('lines are those of the whole text, wherever the chunks are cut', async () => {
  const piece = fc.constantFrom('a', '€', '𝒳', 'é', '\n', '\r\n', '\r', ' ', '{}')
  const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.array(piece), fc.boolean(), sizes, async (pieces, mark, cuts) => {
      const text = pieces.join('')
      const whole = text.split('\n').map((line) => line.replace(/\r$/, ''))
      if (text === '' || text.endsWith('\n')) whole.pop()
      const { lines } = await read(Buffer.from((mark && text !== '' ? '\uFEFF' : '') + text), cuts)
      expect(lines).toEqual(whole)
    }),
    { numRuns: 500 },
  )
})

test('a line above 1 MB is refused and the lines around it are read', async () => {
  const longest = 'x'.repeat(MAX_LINE_BYTES)
  const bytes = Buffer.from(`first\n${longest}\n${longest}y\n${'€'.repeat(MAX_LINE_BYTES / 2)}\nlast`)
  for (const size of [100_000, 256 * 1024, bytes.length]) {
    const { lines, total } = await read(bytes, [size])
    const tooLong = 'the line is longer than 1 MB'
    expect(reasons(lines)).toEqual(['first', longest, tooLong, tooLong, 'last'])
    expect(total).toBe(bytes.length)
  }
  expect(reasons((await read(Buffer.from(`${longest}${longest}`), [5000])).lines)).toEqual([
    'the line is longer than 1 MB',
  ])
})

test('a line that is not UTF-8 is refused and the lines around it are read', async () => {
  const bytes = Buffer.concat([Buffer.from('first\n'), Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('é\n')])
  for (const size of [1, 2, 100])
    expect(reasons((await read(bytes, [size])).lines)).toEqual(['first', 'the line is not UTF-8 text', 'é'])
})
