import type { Account, AccountTier } from '../../accounts/account-store.ts'
import { createAccountStore } from '../../accounts/accounts.ts'
import { loadConfig } from '../../config/config.ts'
import { CommandError } from '../../errors.ts'
import { type Address, addressOf } from '../../ledger/quantities.ts'
import { optIn, optOut } from '../../numbers/as-of/publish-as-of.ts'
import { optedOutAddresses } from '../../store/opted-out.ts'
import type { CommandContext } from '../command-context.ts'
import { UsageError } from '../exit-status.ts'
import type { PrintOptions } from '../options.ts'
import { unknownAccount } from '../refusals.ts'
import { printTable } from '../screen/text-table.ts'
import { withStore } from '../with-store.ts'

/** A tier as the command line spells it. */
export type TierWord = 'free' | 'pro'

const TIERS: Record<TierWord, AccountTier> = { free: 'FREE', pro: 'PRO' }

function shownAccount({ id, name, tier }: Account) {
  return { id, name, tier: tier.toLowerCase() }
}

function printAccount(context: CommandContext, account: Account, verb: string, options: PrintOptions): void {
  if (options.json) context.screen.printJson(shownAccount(account))
  else context.screen.print(`Account ${account.name} ${verb} ${account.tier.toLowerCase()}.`)
}

/** `pequod accounts create`: throws a CommandError for a taken or an invalid name. */
export async function createAccount(
  context: CommandContext,
  name: string,
  options: PrintOptions & { tier: TierWord },
): Promise<void> {
  await withStore(context, async ({ db }) => {
    const account = await createAccountStore(db).createAccount(name, TIERS[options.tier])
    printAccount(context, account, 'was created:', options)
  })
}

/**
 * `pequod accounts set-tier`: running services apply it within two seconds. Throws a CommandError for an unknown name.
 */
export async function setAccountTier(
  context: CommandContext,
  name: string,
  tier: TierWord,
  options: PrintOptions,
): Promise<void> {
  await withStore(context, async ({ db }) => {
    const account = await createAccountStore(db).setTier(name, TIERS[tier])
    if (account === null) throw new CommandError(unknownAccount(name))
    printAccount(context, account, 'is now', options)
  })
}

/** `pequod accounts list`: every account by name. */
export async function listAccounts(context: CommandContext, options: PrintOptions): Promise<void> {
  await withStore(context, async ({ db }) => {
    const accounts = (await createAccountStore(db).listAccounts()).map(shownAccount)
    if (options.json) return context.screen.printJson({ accounts })
    if (accounts.length === 0)
      return context.screen.note('No accounts yet: `pequod accounts create NAME --tier free` creates one.')
    const rows = accounts.map((account) => [account.name, account.tier])
    printTable(context.screen, ['NAME', 'TIER'], rows)
  })
}

/** `pequod accounts opt-out`: running services apply it within a second. Throws a UsageError for an invalid address. */
export async function optTraderOut(
  context: CommandContext,
  text: string,
  options: PrintOptions & { undo?: boolean },
): Promise<void> {
  const address = parseAddress(text)
  const { whaleDelayMinutes: delayMinutes } = loadConfig(context.env)
  await withStore(context, async ({ db }) => {
    const changed = await (options.undo ? optIn : optOut)(db, address, delayMinutes)
    if (options.json) context.screen.printJson({ address, optedOut: !options.undo, changed })
    else context.screen.print(`${address} ${optOutWords(options.undo === true, changed)}`)
  })
}

function optOutWords(isUndone: boolean, changed: boolean): string {
  if (isUndone) return changed ? 'is shown again.' : 'had not opted out.'
  return changed ? 'is hidden: no board, search or address shows it.' : 'had opted out before.'
}

/** An address in any case. @throws UsageError for any other text */
export function parseAddress(text: string): Address {
  const address = addressOf(text.toLowerCase())
  if (address === null)
    throw new UsageError(`${JSON.stringify(text)} is not an address: 0x and 40 hex digits.`)
  return address
}

/** `pequod accounts opted-out`: every address that opted out, in order. */
export async function listOptedOut(context: CommandContext, options: PrintOptions): Promise<void> {
  await withStore(context, async ({ db }) => {
    const addresses = await optedOutAddresses(db)
    if (options.json) return context.screen.printJson({ addresses })
    if (addresses.length === 0) return context.screen.note('Nobody has opted out.')
    for (const address of addresses) context.screen.print(address)
  })
}
