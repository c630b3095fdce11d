import type { Database } from '../../store/engine/database.ts'
import { createLedgerWriter } from '../../store/ingest/ledger-writer.ts'
import { emptyReport, type IngestReport, refusedMarkets } from '../files/ingest.ts'
import type { Refusal } from '../refusal.ts'
import { type FetchMarketsOptions, fetchMarkets } from './fetch-markets.ts'

/** The markets, and a callback for refused ones. */
export interface IngestMarketsOptions extends FetchMarketsOptions {
  onRefusal?(refusal: Refusal): void
}

/**
 * Takes markets in from Gamma, each page in a transaction of its own: a reading that ends early keeps what it has.
 * Throws a CommandError naming the host once a request has failed for good.
 */
export async function ingestMarkets(db: Database, options: IngestMarketsOptions): Promise<IngestReport> {
  const writer = createLedgerWriter(db)
  const report = emptyReport()
  for await (const { markets, refusals } of fetchMarkets(options)) {
    for (const refusal of refusals) options.onRefusal?.(refusal)
    report.refused += refusals.length
    report.markets += markets.length
    if (markets.length === 0) continue
    const result = await writer.transaction((append) => append({ markets }))
    const wrong = refusedMarkets(result, [], report)
    for (const refusal of wrong) options.onRefusal?.(refusal)
    report.refused += wrong.length
  }
  return report
}
