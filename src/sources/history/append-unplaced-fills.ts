import type { ContractSet } from '../../chain/contracts.ts'
import { apiIdentity } from '../../store/ingest/api-events.ts'
import type { ApiEvent } from '../../store/ingest/history-rows.ts'
import type { LedgerWriter } from '../../store/ingest/ledger-writer.ts'
import type { ReadingReport } from '../append-blocks.ts'
import type { LogRefusal } from '../rpc/check-logs.ts'
import type { HistoryTables } from './history-tables.ts'
import type { HistoryFiles } from './sort-files.ts'
import { type UnplacedRow, unplacedFills } from './unplaced-fills.ts'

/** Fills of a transaction of the store, about. */
const FILLS_A_WRITE = 5_000

/** Options of appending rows without a place. */
interface UnplacedOptions {
  contracts: ContractSet
  report: ReadingReport
  signal?: AbortSignal | undefined
  onRefusal?(refusal: LogRefusal): void
  onProgress?(done: number, total: number): void
}

/**
 * Takes OrderFilled events without block and log index in, as rows of the Data API: logs of the chain take their place. Equal
 * rows of one file are numbered; importing a file again adds nothing.
 */
export async function appendUnplacedFills(
  files: HistoryFiles,
  tables: HistoryTables,
  writer: LedgerWriter,
  { contracts, report, signal, onRefusal, onProgress }: UnplacedOptions,
): Promise<void> {
  const own = files.get('UNPLACED') ?? []
  if (own.length === 0) return
  const total = await tables.count(own)
  let rows = 0
  let held: ApiEvent[] = []
  onProgress?.(0, total)
  const refuse = (refusal: LogRefusal) => {
    report.refused++
    onRefusal?.(refusal)
  }
  const write = async () => {
    const apiEvents = held
    held = []
    const result = await writer.transaction((append) => append({ apiEvents }))
    report.events += result.events
    report.repeated += result.repeated
    for (const { reason } of result.clashes) refuse({ tx: null, logIndex: null, reason })
  }
  for (const file of own) {
    for await (const transaction of transactionsOf(tables.unplaced(file))) {
      signal?.throwIfAborted()
      const { fills, refused } = unplacedFills(transaction, contracts)
      refused.forEach(refuse)
      const twins = new Map<string, number>()
      for (const { fill, identity } of fills) {
        const twin = twins.get(identity) ?? 0
        twins.set(identity, twin + 1)
        held.push({ event: fill, identity: apiIdentity(identity, twin) })
      }
      rows += transaction.length
      if (held.length < FILLS_A_WRITE) continue
      await write()
      onProgress?.(rows, total)
    }
  }
  if (held.length > 0) await write()
  onProgress?.(rows, total)
}

/** Groups rows sorted by transaction, one transaction at a time. */
async function* transactionsOf(pages: AsyncIterable<readonly UnplacedRow[]>): AsyncGenerator<UnplacedRow[]> {
  let held: UnplacedRow[] = []
  for await (const page of pages) {
    for (const row of page) {
      if (held.length > 0 && (held[0]?.tx !== row.tx || held[0]?.time !== row.time)) {
        yield held
        held = []
      }
      held.push(row)
    }
  }
  if (held.length > 0) yield held
}
