import type { Caller } from '../../access/tier.ts'
import { type Account, type ApiKeyRow, accountNameProblem } from '../../accounts/account-store.ts'
import { type SecretKind, secretKind } from '../../accounts/api-key.ts'
import { PequodError } from '../../errors.ts'
import type { RequestContext } from '../kit/context.ts'

type Asking = Pick<RequestContext, 'caller' | 'accounts'>

/**
 * Returns the caller's account from the store, null if it has none. Identity caches accounts for two seconds,
 * so it may miss one that a first key has just created.
 */
export async function accountOf({ caller, accounts }: Asking): Promise<Account | null> {
  const { subject, accountId } = caller
  if (subject !== null) return accounts.accountByName(subject)
  return accountId === null ? null : accounts.accountById(accountId)
}

/** Returns the account number of a mutation's caller, null if it has none. */
export async function ownAccountId({ caller, accounts }: Asking): Promise<number | null> {
  return (await accounts.accountByName(subjectOf(caller)))?.id ?? null
}

/**
 * Returns the account of a mutation's caller and creates it if needed, under the name of the token's subject.
 * @throws PequodError FORBIDDEN if no account can have that name
 */
export async function ensureOwnAccount({ caller, accounts }: Asking): Promise<Account> {
  const subject = subjectOf(caller)
  if (accountNameProblem(subject) === null) return accounts.ensureAccount(subject)
  throw new PequodError(
    'FORBIDDEN',
    'Your token’s subject has characters that an account name cannot have: sign in under another name.',
  )
}

/** Returns the account of a mutation that keys may use, and creates a token's one if needed. @throws as {@link ensureOwnAccount} */
export async function writingAccount(context: Asking): Promise<Account> {
  const account = context.caller.kind === 'key' ? await accountOf(context) : await ensureOwnAccount(context)
  if (account === null) throw new Error('a key has no account')
  return account
}

/**
 * Revokes a key or a link of a mutation's caller, and returns the stored row; null if the caller has no such
 * one.
 */
export async function revokeOwn(kind: SecretKind, id: string, asking: Asking): Promise<ApiKeyRow | null> {
  const accountId = await ownAccountId(asking)
  if (accountId === null) return null
  const { accounts } = asking
  const find = async () =>
    (await accounts.listKeys(accountId)).find((row) => row.id === Number(id) && secretKind(row) === kind)
  if ((await find()) === undefined) return null
  await accounts.revokeKey(accountId, Number(id), Math.floor(Date.now() / 1_000))
  return (await find()) ?? null
}

/** Returns the subject of a mutation's token, without which no mutation runs. */
function subjectOf({ subject }: Caller): string {
  if (subject === null) throw new Error('a mutation ran without a bearer token')
  return subject
}
