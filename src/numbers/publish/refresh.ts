import type { Database } from '../../store/engine/database.ts'
import { createPublisher, type RefreshOptions, type RefreshResult } from './publisher.ts'

/**
 * Computes one immutable snapshot from the ledger's facts and publishes it. It is computed from one version of the ledger,
 * and readers see either the snapshot before or this one complete. To publish one after the other, keep a
 * publisher (publish/publisher.ts), which reads everything but once.
 * @throws PequodError SERVICE_UNAVAILABLE if the ledger holds no events, BAD_USER_INPUT where it begins after `asOf`
 */
export function refresh(
  db: Database,
  { delayMinutes, ...options }: RefreshOptions & { delayMinutes?: number } = {},
): Promise<RefreshResult> {
  return createPublisher(db, delayMinutes).publish(options)
}
