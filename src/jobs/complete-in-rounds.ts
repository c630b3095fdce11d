import { setTimeout as sleep } from 'node:timers/promises'
import { countText } from '../formats.ts'
import type { Refusal } from '../sources/field-checks.ts'
import { type CompleteMetadataOptions, completeMetadata } from '../sources/http/complete-metadata.ts'
import type { Database } from '../store/engine/database.ts'
import { SUBJECT_KINDS, type SubjectKind } from '../store/ledger/metadata-requests.ts'
import type { JobContext } from './job-context.ts'

/** The number of requested subjects, and of those now known. */
export interface Counted {
  asked: number
  answered: number
}

export interface RoundsReport {
  counts: Record<SubjectKind, Counted>
  refusals: Refusal[]
  /** The reason for an early end: an Error, an abort's reason; null if nothing was left to request. */
  failure: unknown
}

export const METADATA_KINDS = Object.keys(SUBJECT_KINDS) as SubjectKind[]

/**
 * Fetches missing metadata until no useful request is left: subjects that a round leaves unknown wait for another day,
 * and a failure ends the rounds. Never throws for an API's failure.
 */
export async function completeInRounds(
  db: Database,
  options: CompleteMetadataOptions,
): Promise<RoundsReport> {
  const none = (): Counted => ({ asked: 0, answered: 0 })
  const report: RoundsReport = {
    counts: { conditions: none(), tokens: none(), traders: none() },
    refusals: [],
    failure: null,
  }
  for (let more = true; more && report.failure === null; ) {
    const round = await completeMetadata(db, options)
    for (const kind of METADATA_KINDS) {
      report.counts[kind].asked += round[kind].asked
      report.counts[kind].answered += round[kind].answered
      report.refusals.push(...round[kind].refusals)
      report.failure ??= round[kind].failure
    }
    more = METADATA_KINDS.some((kind) => round[kind].asked > 0)
  }
  return report
}

export interface KeepMetadataOptions extends CompleteMetadataOptions {
  signal: AbortSignal
  /** Called after rounds that found something. */
  onKnown?(): void
  /** Milliseconds between two rounds: doubled from the first to the longest, since a new ledger lacks every name. @default 1 to 15 s */
  waitMs?: { first: number; longest: number }
}

const WAIT_MS = { first: 1_000, longest: 15_000 }

/**
 * Fetches missing metadata in rounds until the signal aborts. It delays nothing else: a slow, failing or silent API
 * holds up only this job. A failure is reported in one line, and again only if it changes. Never throws.
 */
export async function keepMetadata(
  { screen }: JobContext,
  db: Database,
  { onKnown, waitMs = WAIT_MS, ...options }: KeepMetadataOptions,
): Promise<void> {
  const { signal } = options
  let reported = ''
  let wait = waitMs.first
  while (!signal.aborted) {
    const report = await completeInRounds(db, options)
    if (signal.aborted) return
    const known = METADATA_KINDS.reduce((sum, kind) => sum + report.counts[kind].answered, 0)
    if (known > 0) {
      screen.note(`Metadata: found ${countText(known)} more markets, tokens and traders.`)
      onKnown?.()
    }
    const trouble = troubleOf(report)
    if (trouble !== '' && trouble !== reported) screen.warn(`Metadata: ${trouble}`)
    reported = trouble
    await sleep(wait, undefined, { signal }).catch(() => undefined)
    wait = Math.min(waitMs.longest, 2 * wait)
  }
}

function troubleOf({ failure, refusals }: RoundsReport): string {
  if (failure !== null) return failure instanceof Error ? failure.message : String(failure)
  return refusals.length > 0 ? `${refusals.length} objects refused, such as: ${refusals[0]?.reason}` : ''
}
