import { setTimeout as sleep } from 'node:timers/promises'
import type { CompleteMetadataOptions } from '../sources/http/complete-metadata.ts'
import type { Database } from '../store/engine/database.ts'
import { completeInRounds, METADATA_KINDS, type RoundsReport } from './complete-in-rounds.ts'
import type { JobContext } from './job-context.ts'

/** How metadata is kept complete beside a ledger that grows. */
export interface KeepMetadataOptions extends CompleteMetadataOptions {
  signal: AbortSignal
  /** Milliseconds between two looks at what is missing; the first ones follow sooner. @default 15000 */
  everyMs?: number
  /** Told after rounds in which something became known. */
  onKnown?(): void
}

/** Milliseconds to the second look, which are doubled from look to look: a ledger that was just begun lacks every name. */
const FIRST_WAIT = 1_000

/**
 * Looks at what the ledger lacks, asks for it, and looks again, until the signal is given. Nobody waits for it but the
 * one who ends it: an API that is late, fails or says nothing holds up itself alone. A failure is reported in one line,
 * and again only when it is another one. Never throws.
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
