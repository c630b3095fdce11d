import { createHash } from 'node:crypto'
import type { CallFile, ProofFile, RecordFile } from './verify-proof.ts'

/** The one writing of a proof: JSON without spaces, its digest last, and a newline. */
export function proofText({
  digest: _,
  ...proof
}: (Omit<ProofFile, 'digest'> | Omit<RecordFile, 'digest'> | Omit<CallFile, 'digest'>) & {
  digest?: string
}): string {
  const body = JSON.stringify(proof).slice(0, -1)
  return `${body},"digest":"${createHash('sha256').update(body).digest('hex')}"}\n`
}
