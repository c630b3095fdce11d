import type { Database } from '../../store/engine/database.ts'
import { createPublisher, type RefreshOptions, type RefreshResult } from './publisher.ts'

/**
 * Computes one immutable snapshot of everything from the ledger's fact grain, and publishes it: what it is made from is of
 * one moment, and readers see the snapshot before, or this one whole. Whoever publishes one after the other keeps a
 * publisher (publish/publisher.ts), which reads everything but once.
 * @throws PequodError SERVICE_UNAVAILABLE if the ledger holds no events, BAD_USER_INPUT where it begins after `asOf`
 */
export function refresh(db: Database, options: RefreshOptions = {}): Promise<RefreshResult> {
  return createPublisher(db).publish(options)
}
