import { createHash } from 'node:crypto'
import type { Tier } from '../access/tier.ts'
import type { Snapshot } from '../store/snapshot-reader.ts'

/** The question behind an answer, and who asks it of which program. */
export interface Question {
  operation: string
  variables: Readonly<Record<string, unknown>>
  tier: Tier
  /** The program's version: another one may show another shape. */
  version: string
}

/** Everything that an answer's bytes depend on. */
export interface AnswerIdentity extends Question {
  snapshot: Pick<Snapshot, 'id' | 'generatedAt'>
  /** The mark of the labels that stand in for withheld identities. */
  labels: string
}

/**
 * The entity tag of a REST answer, known before the answer is. It is weak, because compression may change the bytes,
 * and names the question too: nobody who did not get this very answer holds it.
 */
export function entityTag(answer: AnswerIdentity): string {
  const { operation, variables, snapshot, tier, version, labels } = answer
  // A store that was thrown away and filled again counts its snapshots from 1: the time tells them apart.
  return tagOf([version, labels, snapshot.id, snapshot.generatedAt, tier, operation, variables])
}

/**
 * The entity tag of an answer as of a day. It is made of the answer itself: that is the same from whichever
 * snapshot it is read, and another one when late events of that day come to the ledger.
 */
export function tagOfBody({ operation, variables, tier, version }: Question, body: unknown): string {
  return tagOf([version, tier, operation, variables, body])
}

function tagOf(identity: readonly unknown[]): string {
  return `W/"${createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 27)}"`
}

/** True if an If-None-Match header names the tag, compared weakly (RFC 9110 §13.1.2). */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const weak = (text: string) => text.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((given) => weak(given) === weak(tag))
}
