import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_FILES } from '../../../src/store/segments/seal-days.ts'
import { openSegments, type SegmentFile } from '../../../src/store/segments/segment-files.ts'

const FILES = 40
const ROWS = 4_000
const NAMES = Object.keys(DAY_FILES.columns)

test('the files of a fold are merged in less memory than their rows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-unite-'))
  const segments = openSegments({ folder, memoryMiB: 48, threads: 2 })
  const write = (rows: readonly number[], replaced: readonly { files: Record<string, SegmentFile> }[]) =>
    segments.write(
      { columns: DAY_FILES.columns, segments: replaced, rows: pageOf(rows) },
      'days',
      DAY_FILES.plans,
    )
  try {
    const written = []
    for (let file = 0; file < FILES; file++)
      written.push(
        ...(await write(
          Array.from({ length: ROWS }, (_, i) => i * FILES + file),
          [],
        )),
      )
    const [united] = await write(
      [],
      written.map((days) => ({ files: { days } })),
    )
    if (united === undefined) throw new Error('nothing was written')
    const rows = await segments.read<{ trader: number; fees: number }>(
      [[united]],
      (from) =>
        `SELECT trader_id AS trader, fees FROM ${from} WHERE file_row_number % 997 = 0 ORDER BY file_row_number`,
    )
    expect(rows).toHaveLength(Math.ceil((FILES * ROWS) / 997))
    for (const [i, row] of rows.entries()) expect(row).toEqual({ trader: i * 997, fees: feesOf(i * 997) })
  } finally {
    segments.close()
    await rm(folder, { recursive: true, force: true })
  }
})

async function* pageOf(traders: readonly number[]) {
  if (traders.length > 0)
    yield Object.fromEntries(
      NAMES.map((name) => [name, name === 'trader_id' ? traders : traders.map(feesOf)]),
    )
}

/** Numbers that do not shrink when they are written. */
function feesOf(trader: number): number {
  return (trader * 48_271 + 7) % 2_147_483_647
}
