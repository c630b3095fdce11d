import { createMemoryLimiter } from '../../src/access/limits/rate-limit.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { createRequestContext, type RequestContext } from '../../src/graph/kit/context.ts'
import { createFieldLimiter } from '../../src/graph/kit/field-limit.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { alertParts, callerOf } from '../../test/graph/support/ask.ts'

/** Makes what the resolvers need for one anonymous request, for servers that have no plugin of ours. */
export async function bareContext(db: Database): Promise<() => RequestContext> {
  const shared = {
    accounts: createAccountStore(db),
    limitField: createFieldLimiter(createMemoryLimiter()),
    caller: callerOf('ANONYMOUS'),
    ...(await alertParts(db, createReader(db))),
  }
  return () => createRequestContext(shared)
}
