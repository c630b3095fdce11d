import { addExamples } from '../../../src/jobs/run-lab.ts'
import { claimRun, finishRun } from '../../../src/lab/runs/run-claims.ts'
import { tryRule } from '../../../src/lab/runs/try-rule.ts'
import type { Database } from '../../../src/store/engine/database.ts'

/** Tries the next rule that waits. @returns the id of its trial */
export async function runNext(db: Database): Promise<string> {
  const claim = await claimRun(db, Math.floor(Date.now() / 1_000))
  if (claim === null) throw new Error('nothing waits')
  await finishRun(db, claim, await tryRule(db, claim, () => undefined))
  return claim.id
}

/** Adds the examples, and tries the first. @returns the id of its trial */
export async function tryExample(db: Database): Promise<string> {
  await addExamples(db, 60)
  return runNext(db)
}
