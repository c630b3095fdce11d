import { createAsker } from '../../../src/refresh/ask/create-asker.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { type VerifyReport, verifyStore } from '../../../src/store/verify/verify-store.ts'

/** Everything that `pequod verify` finds in a store. */
export function verified(db: Database): Promise<VerifyReport> {
  return verifyStore(db, { numbersOf: createAsker(db).stats })
}
