import type { LedgerEvent } from '../../../src/ledger/event.ts'
import { apiIdentity } from '../../../src/store/ingest/api-events.ts'

/** The same event as a row of the Data API tells it: no place, no fee, no counterparty, its own identity. */
export function asRow(event: LedgerEvent, twin = 0, identity = apiIdentity): LedgerEvent {
  const row = Buffer.from(identity(`${event.tx} ${event.kind}`, twin)).toString('hex')
  const place = { block: null, logIndex: null, row }
  return event.kind === 'FILL'
    ? { ...event, ...place, exchange: null, counterparty: null, role: null, fee: 0 }
    : { ...event, ...place }
}

/** Whether the Data API also reports an event of the chain, with equal terms. */
export function isTold(event: LedgerEvent): boolean {
  return event.kind === 'FILL' || event.kind === 'SPLIT' || event.kind === 'MERGE'
}
