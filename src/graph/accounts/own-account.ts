import { accountNameProblem } from '../../access/accounts/account-name.ts'
import type { Account } from '../../access/accounts/account-store.ts'
import { requireBearer } from '../../access/identity/require-bearer.ts'
import { PequodError } from '../../errors.ts'
import type { RequestContext } from '../kit/context.ts'

/** What of a request tells whose account it is about. */
type Asking = Pick<RequestContext, 'caller' | 'accounts'>

/**
 * The caller's account as it is now, null where it has none: what identity remembers may be two seconds old, and a
 * first key was perhaps just made.
 */
export async function accountOf({ caller, accounts }: Asking): Promise<Account | null> {
  const { subject, accountId } = caller
  if (subject !== null) return accounts.accountByName(subject)
  return accountId === null ? null : accounts.accountById(accountId)
}

/** The number of the account of a caller with a bearer token; null if it has none. Throws for other callers. */
export async function ownAccountId({ caller, accounts }: Asking): Promise<number | null> {
  return (await accounts.accountByName(requireBearer(caller).subject))?.id ?? null
}

/**
 * The account of a caller with a bearer token, made where there was none; bound to the token's subject by its name.
 * Throws a PequodError FORBIDDEN where no account can have that name, and for other callers.
 */
export async function ensureOwnAccount({ caller, accounts }: Asking): Promise<Account> {
  const { subject } = requireBearer(caller)
  if (accountNameProblem(subject) === null) return accounts.ensureAccount(subject)
  throw new PequodError(
    'FORBIDDEN',
    'Your token’s subject has characters that an account name cannot have: sign in under another name.',
  )
}
