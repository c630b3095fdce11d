import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDuckDb } from '../../../../src/store/engine/duckdb.ts'
import { DAY_FILES } from '../../../../src/store/ledger/sealed/seal-days.ts'
import { type SegmentFile, sealedFiles } from '../../../../src/store/ledger/sealed/sealed-files.ts'

const FILES = 40
const ROWS = 4_000
const NAMES = Object.keys(DAY_FILES.columns)

test('the files of a fold are merged in less memory than their rows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-unite-'))
  const duckdb = openDuckDb({ folder, memoryMiB: 48, threads: 2 })
  const files = sealedFiles({ duckdb })
  const write = (rows: readonly number[], replaced: readonly { files: Record<string, SegmentFile> }[]) =>
    files.write(
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
    const rows = await files.read<{ trader: number; fees: number }>(
      [[united]],
      (from) =>
        `SELECT trader_id AS trader, fees FROM ${from} WHERE file_row_number % 997 = 0 ORDER BY file_row_number`,
    )
    expect(rows).toHaveLength(Math.ceil((FILES * ROWS) / 997))
    for (const [i, row] of rows.entries()) expect(row).toEqual({ trader: i * 997, fees: feesOf(i * 997) })
  } finally {
    duckdb.close()
    await rm(folder, { recursive: true, force: true })
  }
})

async function* pageOf(traders: readonly number[]) {
  if (traders.length > 0)
    yield Object.fromEntries(
      NAMES.map((name) => [name, name === 'trader_id' ? traders : traders.map(VALUES[name] ?? feesOf)]),
    )
}

const VALUES: Readonly<Record<string, (trader: number) => number | Buffer>> = {
  lists: (trader) => Buffer.from([trader % 251, 24]),
}

/** Numbers that do not shrink when they are written. */
function feesOf(trader: number): number {
  return (trader * 48_271 + 7) % 2_147_483_647
}
