import { createMemoryLimiter } from '../../../src/access/limits/rate-limit.ts'
import { createAccountStore } from '../../../src/accounts/accounts.ts'
import type { ReadTop, ReadTrades } from '../../../src/follows/follow.ts'
import { createRequestContext } from '../../../src/graph/kit/context.ts'
import { createFieldLimiter } from '../../../src/graph/kit/field-limit.ts'
import { readTop } from '../../../src/graph/screen/saved-screens.ts'
import { tradesAfter } from '../../../src/graph/trades/tape.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { alertParts, callerOf } from '../../graph/support/ask.ts'
import { readerOf } from '../../graph/support/published-store.ts'

/** Answers screens and filters of trades as the service does, over a store; counts the questions of screens. */
export async function answering(
  db: Database,
): Promise<{ ask: ReadTop; readTrades: ReadTrades; asked: string[] }> {
  let at = 0
  // Each look comes later than a reader keeps what it knows.
  const parts = await alertParts(db, readerOf(db, { clock: () => (at += 10_000) }))
  const common = {
    accounts: createAccountStore(db),
    limitField: createFieldLimiter(createMemoryLimiter()),
    caller: callerOf('PRO'),
  }
  const asked: string[] = []
  const ask: ReadTop = (text, most) => {
    asked.push(text)
    return readTop(text, most, createRequestContext({ ...common, ...parts }))
  }
  const readTrades: ReadTrades = ({ where, accountId }, after) => {
    const caller = { ...callerOf('PRO'), accountId }
    return tradesAfter(where, after, createRequestContext({ ...common, ...parts, caller }))
  }
  return { ask, readTrades, asked }
}
