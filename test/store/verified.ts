import { createReader } from '../../src/refresh/ask/create-reader.ts'
import type { Database } from '../../src/store/database.ts'
import { type VerifyReport, verifyStore } from '../../src/store/verify/verify-store.ts'

/** What `pequod verify` finds in a store, boards compared with what profiles show. */
export function verified(db: Database): Promise<VerifyReport> {
  return verifyStore(db, { stats: createReader(db).stats })
}
