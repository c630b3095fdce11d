import { setTimeout as sleep } from 'node:timers/promises'
import type { CompleteMetadataOptions } from '../sources/http/complete-metadata.ts'
import type { Database } from '../store/engine/database.ts'
import { completeInRounds, METADATA_KINDS, type RoundsReport } from './complete-in-rounds.ts'
import type { JobContext } from './job-context.ts'

export interface KeepMetadataOptions extends CompleteMetadataOptions {
  signal: AbortSignal
  /** Milliseconds between two rounds; the first ones follow sooner. @default 15000 */
  everyMs?: number
  /** Called after rounds that found something. */
  onKnown?(): void
}

/** Milliseconds to the second round, doubled each time: a new ledger lacks every name. */
const FIRST_WAIT = 1_000

/**
 * Fetches missing metadata in rounds until the signal aborts. It delays nothing else: a slow, failing or silent API
 * holds up only this job. A failure is reported in one line, and again only if it changes. Never throws.
 */
export async function keepMetadata(
  { screen }: JobContext,
  db: Database,
  { everyMs = 15_000, onKnown, ...options }: KeepMetadataOptions,
): Promise<void> {
  const { signal } = options
  let reported = ''
  let wait = Math.min(everyMs, FIRST_WAIT)
  while (!signal.aborted) {
    const report = await completeInRounds(db, options)
    if (signal.aborted) return
    const known = METADATA_KINDS.reduce((sum, kind) => sum + report.counts[kind].answered, 0)
    if (known > 0) {
      screen.note(`Metadata: found ${known.toLocaleString('en')} more markets, tokens and traders.`)
      onKnown?.()
    }
    const trouble = troubleOf(report)
    if (trouble !== '' && trouble !== reported) screen.warn(`Metadata: ${trouble}`)
    reported = trouble
    await sleep(wait, undefined, { signal }).catch(() => undefined)
    wait = Math.min(everyMs, 2 * wait)
  }
}

function troubleOf({ failure, refusals }: RoundsReport): string {
  if (failure !== null) return failure instanceof Error ? failure.message : String(failure)
  return refusals.length > 0 ? `${refusals.length} objects refused, such as: ${refusals[0]?.reason}` : ''
}
