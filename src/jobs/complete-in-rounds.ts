import { type CompleteMetadataOptions, completeMetadata } from '../sources/http/complete-metadata.ts'
import type { Refusal } from '../sources/refusal.ts'
import type { Database } from '../store/engine/database.ts'
import { SUBJECT_KINDS, type SubjectKind } from '../store/ledger/metadata-requests.ts'

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

/** The kinds of subjects with metadata. */
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
