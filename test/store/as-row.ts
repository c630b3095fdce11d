import type { LedgerEvent } from '../../src/ledger/event.ts'
import { apiIdentity } from '../../src/store/ingest/api-events.ts'

/** The same event as a row of the Data API tells it: no place, no fee, no counterparty, its own identity. */
export function asRow(event: LedgerEvent, twin = 0): LedgerEvent {
  const row = Buffer.from(apiIdentity(`${event.tx} ${event.kind}`, twin)).toString('hex')
  const place = { block: null, logIndex: null, row }
  return event.kind === 'FILL'
    ? { ...event, ...place, exchange: null, counterparty: null, role: null, fee: 0 }
    : { ...event, ...place }
}
