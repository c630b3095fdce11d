import { createHash } from 'node:crypto'
import type { Tier } from '../access/tier.ts'
import type { Snapshot } from '../store/snapshot-reader.ts'

/** Everything that an answer's bytes depend on. */
export interface AnswerIdentity {
  operation: string
  variables: Readonly<Record<string, unknown>>
  snapshot: Pick<Snapshot, 'id' | 'generatedAt'>
  tier: Tier
  /** The program's version: another one may show another shape. */
  version: string
}

/**
 * The entity tag of a REST answer, known before the answer is. It is weak, because compression may change the bytes,
 * and names the question too: nobody who did not get this very answer holds it.
 */
export function entityTag({ operation, variables, snapshot, tier, version }: AnswerIdentity): string {
  // A store that was thrown away and filled again counts its snapshots from 1: the time tells them apart.
  const identity = [version, snapshot.id, snapshot.generatedAt, tier, operation, variables]
  return `W/"${createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 27)}"`
}

/** True if an If-None-Match header names the tag, compared weakly (RFC 9110 §13.1.2). */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const weak = (text: string) => text.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((given) => weak(given) === weak(tag))
}
