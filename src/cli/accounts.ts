import type { Account } from '../access/account-store.ts'
import type { AccountTier } from '../access/tier.ts'
import { CommandError } from '../errors.ts'
import { createAccountStore } from '../store/accounts.ts'
import type { CommandContext } from './command-context.ts'
import { textTable } from './text-table.ts'
import { withStore } from './with-store.ts'

/** A tier as it is written on the command line. */
export type TierWord = 'free' | 'pro'

/** How the answer is printed. */
export interface PrintOptions {
  /** As JSON rather than for people. @default false */
  json?: boolean
}

const TIERS: Record<TierWord, AccountTier> = { free: 'FREE', pro: 'PRO' }

function shownAccount({ id, name, tier }: Account) {
  return { id, name, tier: tier.toLowerCase() }
}

function printAccount(context: CommandContext, account: Account, verb: string, options: PrintOptions): void {
  if (options.json) context.screen.printJson(shownAccount(account))
  else context.screen.print(`Account ${account.name} ${verb} ${account.tier.toLowerCase()}.`)
}

/** `pequod accounts create`: throws a CommandError where the name is taken or cannot be one. */
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

/** `pequod accounts set-tier`: holds for running services within two seconds. Throws a CommandError for an unknown name. */
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
      return context.screen.note(
        'There are no accounts yet: `pequod accounts create NAME --tier free` makes one.',
      )
    const rows = accounts.map((account) => [account.name, account.tier])
    for (const line of textTable(['NAME', 'TIER'], rows)) context.screen.print(line)
  })
}

/** The sentence for an account that is not there. */
export function unknownAccount(name: string): string {
  return `There is no account named ${JSON.stringify(name)}; \`pequod accounts list\` shows those there are.`
}
