import type { Account, ApiKeyRow } from '../access/account-store.ts'
import { createApiKeySecret } from '../access/api-key.ts'
import { CommandError } from '../errors.ts'
import { DAY_SECONDS, type Seconds } from '../ledger/quantities.ts'
import { type AccountDirectory, createAccountStore } from '../store/accounts.ts'
import { type PrintOptions, unknownAccount } from './accounts.ts'
import type { CommandContext } from './command-context.ts'
import { parseDay } from './parse-day.ts'
import { textTable } from './text-table.ts'
import { withStore } from './with-store.ts'

/** Whose keys are meant. */
export interface KeyOptions extends PrintOptions {
  account: string
}

/** `pequod keys create`: prints the key, this once. Throws a CommandError for an unknown account or a bad label. */
export async function createKey(
  context: CommandContext,
  options: KeyOptions & { name: string; expires?: string },
): Promise<void> {
  const label = checkedLabel(options.name)
  const expiresAt = options.expires === undefined ? null : expiry(options.expires)
  await onAccount(context, options.account, async (accounts, account) => {
    const { key, hash, prefix } = createApiKeySecret()
    const row = await accounts.insertKey({ accountId: account.id, hash, prefix, name: label, expiresAt })
    if (options.json) return context.screen.printJson({ key, ...shownKey(row, account) })
    context.screen.print(key)
    context.screen.note('Keep it now: only its hash is stored, and it is not shown again.')
  })
}

/** `pequod keys list`: the account's keys, oldest first, without anything that opens a door. */
export async function listKeys(context: CommandContext, options: KeyOptions): Promise<void> {
  await onAccount(context, options.account, async (accounts, account) => {
    const keys = (await accounts.listKeys(account.id)).map((row) => shownKey(row, account))
    if (options.json) return context.screen.printJson({ keys })
    if (keys.length === 0) return context.screen.note(`Account ${account.name} has no keys yet.`)
    const rows = keys.map((key) => [
      key.id,
      `${key.prefix}…`,
      key.name,
      key.state,
      day(key.createdAt),
      day(key.expiresAt),
      day(key.lastUsedAt),
    ])
    const header = ['ID', 'KEY', 'NAME', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED']
    for (const line of textTable(header, rows)) context.screen.print(line)
  })
}

/** `pequod keys revoke`: the key is refused within two seconds, for good. Throws a CommandError where there is none. */
export async function revokeKey(context: CommandContext, id: string, options: KeyOptions): Promise<void> {
  if (!/^\d{1,15}$/.test(id))
    throw new CommandError(`${JSON.stringify(id)} is not a key's number: \`pequod keys list\` shows them.`)
  await onAccount(context, options.account, async (accounts, account) => {
    const revoked = await accounts.revokeKey(account.id, Number(id), Math.floor(Date.now() / 1_000))
    if (!revoked)
      throw new CommandError(`Account ${account.name} has no key number ${id} that is not revoked already.`)
    if (options.json) context.screen.printJson({ id: Number(id), account: account.name, revoked })
    else context.screen.print(`Key ${id} of account ${account.name} is revoked.`)
  })
}

async function onAccount(
  context: CommandContext,
  name: string,
  work: (accounts: AccountDirectory, account: Account) => Promise<void>,
): Promise<void> {
  await withStore(context, async ({ db }) => {
    const accounts = createAccountStore(db)
    const account = await accounts.accountByName(name)
    if (account === null) throw new CommandError(unknownAccount(name))
    await work(accounts, account)
  })
}

function checkedLabel(label: string): string {
  if (label.trim() !== '' && [...label].length <= 100 && !/\p{Cc}/u.test(label)) return label
  throw new CommandError("A key's name has 1 to 100 characters, and no control characters.")
}

/** A key lives through the day it expires on. */
function expiry(text: string): Seconds {
  const at = (parseDay(text, '--expires') + 1) * DAY_SECONDS
  if (at * 1_000 > Date.now()) return at
  throw new CommandError(`--expires ${text} has passed: name today or a later day.`)
}

function shownKey(row: ApiKeyRow, account: Account) {
  return {
    id: row.id,
    account: account.name,
    tier: account.tier.toLowerCase(),
    name: row.name,
    prefix: row.prefix,
    state: stateOf(row),
    createdAt: moment(row.createdAt),
    expiresAt: moment(row.expiresAt),
    revokedAt: moment(row.revokedAt),
    lastUsedAt: moment(row.lastUsedAt),
  }
}

function stateOf(row: ApiKeyRow): 'active' | 'revoked' | 'expired' {
  if (row.revokedAt !== null) return 'revoked'
  return row.expiresAt !== null && row.expiresAt * 1_000 <= Date.now() ? 'expired' : 'active'
}

function moment(seconds: Seconds | null): string | null {
  return seconds === null ? null : new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
}

function day(time: string | null): string {
  return time?.slice(0, 10) ?? 'never'
}
