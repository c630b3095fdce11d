import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '../../errors.ts'
import type { SourceRecord } from '../../ledger/event.ts'
import { createFillBatcher } from '../../ledger/fill-batch.ts'
import { type Database, pagesBehind } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { Value } from '../engine/table.ts'
import { exportEvents } from '../export/export-events.ts'
import { createLedgerWriter, type LedgerBatch } from '../ingest/ledger-writer.ts'
import { TRADERS } from '../tables.ts'
import { DERIVED_ROWS, type NamedRows, type SelectedRows } from './named-rows.ts'

/** How a derived table compares with the one that its events make again. */
export interface RebuiltTable {
  table: string
  rows: number
  rebuiltRows: number
  same: boolean
}

/** Makes an empty store in a SQLite file. */
export type OpenNew = (path: string) => Promise<{ db: Database; close(): Promise<void> }>

/**
 * Folds the whole event log again, into a SQLite store of its own that is gone afterwards, and compares every derived
 * table by name. The temporary store needs about as much disk as the ledger.
 */
export async function checkRebuild(
  db: Database,
  openNew: OpenNew,
  onProgress?: (records: number) => void,
): Promise<RebuiltTable[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-verify-'))
  try {
    const fresh = await openNew(join(folder, 'rebuilt.db'))
    try {
      await rebuild(db, fresh.db, onProgress)
      return await compare(db, fresh.db)
    } finally {
      await fresh.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(db: Database, rebuilt: Database): Promise<RebuiltTable[]> {
  const tables: RebuiltTable[] = []
  for (const rows of DERIVED_ROWS) {
    const stored = await hashRows(db, rows)
    const again = await hashRows(rebuilt, rows)
    tables.push({
      table: rows.name,
      rows: stored.rows,
      rebuiltRows: again.rows,
      same: stored.rows === again.rows && stored.hash === again.hash,
    })
  }
  return tables
}

/** Records ingested at a time, and between two commits. */
const BATCH = 25_000
const COMMIT = 200_000

/**
 * Ingests the ledger of one store into another, which is empty, by the usual writer: the other's rows follow from the
 * events alone.
 * @param onProgress called with the number of records read so far
 * @throws Error where an event is refused that the first store holds, a CommandError where a token's link is
 */
export async function rebuild(
  from: Database,
  into: Database,
  onProgress: (records: number) => void = () => undefined,
): Promise<void> {
  const contracts = await infrastructureOf(from)
  // Nobody waits for that store.
  const writer = createLedgerWriter(into, { infrastructure: contracts, mostPositions: Infinity })
  const batches = batchesOf(exportEvents(from))
  let done = 0
  for (let ended = false; !ended; ) {
    ended = await writer.transaction(async (append) => {
      for (const first = done; done - first < COMMIT; ) {
        const next = await batches.next()
        if (next.done) return true
        const { clashes, refusedLinks } = await append(next.value.batch)
        if (clashes[0]) throw new Error(`the rebuild refused an event of the ledger: ${clashes[0].reason}`)
        if (refusedLinks[0])
          throw new CommandError(`A token is linked to the wrong condition: ${refusedLinks[0].reason}.`)
        done += next.value.records
        onProgress(done)
      }
      return false
    })
  }
}

/** The contracts that the store has marked, regardless of the set that configured it. */
const INFRASTRUCTURE = statement((from) => from(TRADERS).select('address').where('infrastructure', 1))

async function infrastructureOf(db: Database): Promise<ReadonlySet<string>> {
  const rows = await INFRASTRUCTURE.all(db)
  return new Set(rows.map((row) => row.address))
}

async function* batchesOf(
  records: AsyncIterable<SourceRecord>,
): AsyncGenerator<{ batch: LedgerBatch; records: number }> {
  const fills = createFillBatcher()
  let others = emptyBatch()
  let count = 0
  const take = () => {
    const batch = { ...others, fills: fills.size > 0 ? fills.take() : null }
    const taken = { batch, records: count }
    others = emptyBatch()
    count = 0
    return taken
  }
  for await (const record of records) {
    if (record.kind === 'FILL' && record.block !== null) fills.add(record, 0)
    else addRecord(others, record)
    if (++count >= BATCH) yield take()
  }
  yield take()
}

function emptyBatch() {
  return {
    markets: [] as NonNullable<LedgerBatch['markets']>[number][],
    traders: [] as NonNullable<LedgerBatch['traders']>[number][],
    movements: [] as NonNullable<LedgerBatch['movements']>[number][],
    apiEvents: [] as NonNullable<LedgerBatch['apiEvents']>[number][],
  }
}

function addRecord(batch: ReturnType<typeof emptyBatch>, record: SourceRecord): void {
  if (record.kind === 'MARKET') batch.markets.push(record)
  else if (record.kind === 'TRADER') batch.traders.push(record)
  else if (record.block === null)
    batch.apiEvents.push({ event: record, identity: Buffer.from(record.row ?? '', 'hex') })
  else if (record.kind !== 'FILL') batch.movements.push({ movement: record, line: 0 })
}

const PAGE = 20_000

export interface RowsHash {
  rows: number
  /** 64 hex digits; equal for equal rows in any order. */
  hash: string
}

/** Returns the values of a row that are hashed. */
export type Spell = (values: readonly Value[]) => readonly Value[]

/**
 * Hashes a table's rows: the sum of their SHA-256s, in four lanes of 64 bits. A sum does not depend on
 * the order, so neither engine sorts by name, and a table of any size is read page by page along its key.
 */
export async function hashRows(
  db: Database,
  rows: NamedRows,
  spell: Spell = (values) => values,
): Promise<RowsHash> {
  const lanes = new BigUint64Array(4)
  let count = 0
  for await (const values of 'read' in rows ? rows.read(db) : selectRows(db, rows)) {
    const digest = createHash('sha256')
      .update(JSON.stringify(spell(values).map(valueText)))
      .digest()
    for (let i = 0; i < 4; i++) lanes[i] = (lanes[i] ?? 0n) + digest.readBigUInt64LE(8 * i)
    count++
  }
  return { rows: count, hash: Buffer.from(lanes.buffer).toString('hex') }
}

async function* selectRows(
  db: Database,
  { select, from, key }: SelectedRows,
): AsyncGenerator<readonly Value[]> {
  const columns = [...select, ...key].map((column, i) => `${column} AS v${i}`)
  const onwards = `WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')})`
  const read = (last: Record<string, Value> | null) =>
    db.all<Record<string, Value>>(
      `SELECT ${columns.join(', ')} FROM ${from} ${last ? onwards : ''} ORDER BY ${key.join(', ')} LIMIT ${PAGE}`,
      last ? key.map((_, i) => last[`v${select.length + i}`] ?? null) : [],
    )
  for await (const page of pagesBehind(PAGE, null, read))
    for (const row of page) yield select.map((_, i) => row[`v${i}`] ?? null)
}

function valueText(value: Value): string | number | null {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'bigint' ? String(value) : value
}
