import { issueKey, reissueKey } from '../../accounts/account-keys.ts'
import type { Account, ApiKeyRow } from '../../accounts/account-store.ts'
import { type AccountDirectory, createAccountStore } from '../../accounts/accounts.ts'
import { apiKeyState, isKeyLabel, KEY_LABEL_RULE } from '../../accounts/api-key.ts'
import { CommandError } from '../../errors.ts'
import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import type { CommandContext } from '../command-context.ts'
import { UsageError } from '../exit-status.ts'
import { type PrintOptions, parseDay } from '../options.ts'
import { unknownAccount } from '../refusals.ts'
import { printTable } from '../screen/text-table.ts'
import { withStore } from '../with-store.ts'

const KEEP_IT = 'Keep it now: only its hash is stored, and it is not shown again.'
/** 30 days: long enough to replace a key everywhere it is used. */
const MAX_GRACE_HOURS = 720

export interface KeyOptions extends PrintOptions {
  account: string
}

/**
 * `pequod keys create`: prints the key, only this once. Throws a CommandError for an unknown account or an invalid
 * label.
 */
export async function createKey(
  context: CommandContext,
  options: KeyOptions & { name: string; expires?: string },
): Promise<void> {
  const label = checkedLabel(options.name)
  const expiresAt = options.expires === undefined ? null : expiry(options.expires)
  await onAccount(context, options.account, async (accounts, account) => {
    const { key, row } = await issueKey(accounts, { accountId: account.id, name: label, expiresAt })
    if (options.json) return context.screen.printJson({ key, ...shownKey(row, account) })
    context.screen.print(key)
    context.screen.note(KEEP_IT)
  })
}

/**
 * `pequod keys rotate`: prints a new key with the name and expiry of a valid one, which ends after the grace time.
 * Throws a CommandError for an unknown key.
 */
export async function rotateKey(
  context: CommandContext,
  id: string,
  options: KeyOptions & { graceHours: string },
): Promise<void> {
  const keyId = keyNumber(id)
  const graceUntil = now() + graceSeconds(options.graceHours)
  await onAccount(context, options.account, async (accounts, account) => {
    const rotated = await reissueKey(accounts, { accountId: account.id, keyId, graceUntil })
    if (rotated === null) throw new CommandError(`Account ${account.name} has no valid key ${id}.`)
    const { key, created, replaced } = rotated
    const shown = { key, ...shownKey(created, account), replaced: shownKey(replaced, account) }
    if (options.json) return context.screen.printJson(shown)
    context.screen.print(key)
    context.screen.note(`${KEEP_IT} Key ${id} works until ${shown.replaced.expiresAt}.`)
  })
}

/** `pequod keys list`: the account's keys, oldest first, without their secrets. */
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
    printTable(context.screen, header, rows)
  })
}

/**
 * `pequod keys revoke`: services refuse the key within two seconds, permanently. Throws a CommandError for an unknown
 * key.
 */
export async function revokeKey(context: CommandContext, id: string, options: KeyOptions): Promise<void> {
  const keyId = keyNumber(id)
  await onAccount(context, options.account, async (accounts, account) => {
    const revoked = await accounts.revokeKey(account.id, keyId, now())
    if (!revoked) throw new CommandError(`Account ${account.name} has no unrevoked key ${id}.`)
    if (options.json) context.screen.printJson({ id: keyId, account: account.name, revoked })
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
  if (isKeyLabel(label)) return label
  throw new UsageError(`A key's name has ${KEY_LABEL_RULE}.`)
}

function keyNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`${JSON.stringify(text)} is not a key's number: \`pequod keys list\` lists them.`)
}

function graceSeconds(text: string): Seconds {
  const hours = /^\d{1,4}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
  if (hours <= MAX_GRACE_HOURS) return hours * 3_600
  throw new UsageError(
    `--grace-hours ${JSON.stringify(text)} is not a whole number from 0 to ${MAX_GRACE_HOURS}.`,
  )
}

function now(): Seconds {
  return Math.floor(Date.now() / 1_000)
}

/** A key is valid through its last day. */
function expiry(text: string): Seconds {
  const at = (parseDay(text, '--expires') + 1) * DAY_SECONDS
  if (at * 1_000 > Date.now()) return at
  throw new UsageError(`--expires ${text} is in the past: use today or later.`)
}

function shownKey(row: ApiKeyRow, account: Account) {
  return {
    id: row.id,
    account: account.name,
    tier: account.tier.toLowerCase(),
    name: row.name,
    prefix: row.prefix,
    state: apiKeyState(row, now()),
    createdAt: moment(row.createdAt),
    expiresAt: moment(row.expiresAt),
    revokedAt: moment(row.revokedAt),
    lastUsedAt: moment(row.lastUsedAt),
  }
}

function moment(seconds: Seconds | null): string | null {
  return seconds === null ? null : isoTime(seconds)
}

/** A time in JSON: ISO 8601, in UTC. */
export function isoTime(seconds: Seconds): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
}

function day(time: string | null): string {
  return time?.slice(0, 10) ?? 'never'
}
