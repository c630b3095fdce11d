import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeRawHistory } from '../../../bench/load/raw-history.ts'
import { demoWorld } from '../../../seeds/world/world.ts'
import type { SourceRecord } from '../../../src/ledger/event.ts'
import type { Address } from '../../../src/ledger/quantities.ts'
import { printEventLine } from '../../../src/sources/files/print-event-line.ts'

/** Files that the world is cut into. */
const FILES = 10
/** One event in this number comes some files late. */
const LATE = 29
/** One fill in this number comes as a row of the Data API first, and one in twice the number has no log at all. */
const ROWS = 41
/** Other markets and traders, in the days before the world begins, of the same month. */
const HISTORY = { rows: 400, days: 12, start: Date.UTC(2026, 1, 1) / 1_000 }

/**
 * Writes a simulated world of about 3,100 lines as files of event lines: in the chain's order except for late lines,
 * lines after a row of the Data API for the same fill, wallets that move shares among themselves, and lines repeated in
 * two files. A folder of raw history precedes it, and is first by name.
 * @returns the number of lines and rows
 */
export async function writeCrashWorld(folder: string): Promise<number> {
  const files: string[][] = Array.from({ length: FILES }, () => [])
  const put = (file: number, record: SourceRecord) =>
    files[Math.min(file, FILES - 1)]?.push(printEventLine(record))
  const records = [...demoWorld({ seed: 11, traders: 80, days: 16, markets: 14 })]
  for (const [i, record] of records.entries()) {
    const file = Math.floor((i * FILES) / records.length)
    const isTold = record.kind === 'FILL' && i % ROWS === 0
    if (isTold) put(file, asRow(record))
    if (isTold && i % (2 * ROWS) === 0) continue
    put(isTold ? file + 4 : i % LATE === 0 ? file + 2 + (i % 5) : file, record)
    if (i % 97 === 0) put(file + 1, record)
    if (record.kind === 'FILL' && record.side === 'BUY' && i % 31 === 0) put(file, transferOf(record, i))
  }
  for (const [i, lines] of files.entries())
    await writeFile(join(folder, `${String(i).padStart(2, '0')}.jsonl`), `${lines.join('\n')}\n`)
  const history = await writeRawHistory(join(folder, '00-history'), HISTORY)
  return files.flat().length + history.rows
}

type FillRecord = Extract<SourceRecord, { kind: 'FILL' }>

function asRow(fill: FillRecord): SourceRecord {
  const row = createHash('sha256').update(`${fill.tx} ${fill.logIndex}`).digest('hex').slice(0, 32)
  return {
    ...fill,
    block: null,
    logIndex: null,
    row,
    exchange: null,
    counterparty: null,
    orderHash: null,
    fee: 0,
  }
}

/** Half of a wallet's bought shares go to one of seven others, in a later log of the same block. */
function transferOf(fill: FillRecord, i: number): SourceRecord {
  const { block, tx, time, token } = fill
  const to = `0x${String(i % 7).padStart(40, 'c')}` as Address
  const amount = Math.floor(fill.shares / 2)
  return { kind: 'TRANSFER', block, logIndex: 500_000 + i, tx, time, from: fill.owner, to, token, amount }
}
