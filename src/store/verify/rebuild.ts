import { CommandError } from '../../errors.ts'
import type { SourceRecord } from '../../ledger/event.ts'
import { createFillBatcher } from '../../ledger/fill-batch.ts'
import type { Database } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { exportEvents } from '../export/export-events.ts'
import { createLedgerWriter, type LedgerBatch } from '../ingest/ledger-writer.ts'
import { TRADERS } from '../tables.ts'

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
