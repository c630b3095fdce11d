import { createHash } from 'node:crypto'
import type { Tier } from '../../access/tier.ts'

/** The question behind an answer, and who asks it of which program. */
export interface Question {
  operation: string
  variables: Readonly<Record<string, unknown>>
  tier: Tier
  /** The program's version: another one may show another shape. */
  version: string
}

/**
 * The entity tag of a REST answer, made of the question and of the answer itself, which names its snapshot by its
 * times. It is weak, because compression may change the bytes; nobody who did not get this very answer holds it.
 * @param body the answer's bytes before compression
 */
export function entityTag({ operation, variables, tier, version }: Question, body: Uint8Array): string {
  const hash = createHash('sha256').update(JSON.stringify([version, tier, operation, variables]))
  return `W/"${hash.update(body).digest('base64url').slice(0, 27)}"`
}

/** True if an If-None-Match header names the tag, compared weakly, or any (`*`): see RFC 9110 §13.1.2. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const weak = (text: string) => text.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((given) => weak(given) === weak(tag))
}
