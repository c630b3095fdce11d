import { seed } from '../../seeds/demo.ts'
import { issueKey } from '../access/account-keys.ts'
import type { AccountTier } from '../access/tier.ts'
import { CommandError } from '../errors.ts'
import { type AccountDirectory, createAccountStore } from '../store/accounts.ts'
import type { Database } from '../store/database.ts'
import { readLedgerState } from '../store/ingest/ledger-state.ts'
import type { Store } from '../store/store.ts'
import type { CommandContext } from './command-context.ts'
import { noteSignals } from './note-signals.ts'
import { refreshAloud } from './refresh-aloud.ts'
import { watchWhales } from './watch-whales.ts'

/** Where the demo world is kept when DATABASE_URL says nothing: never in the file of real data. */
export const DEMO_DATABASE_URL = 'sqlite:pequod-demo.db'

/** Keys that were made for one run of the demo. */
export interface DemoKeys {
  free: string
  pro: string
}

const ACCOUNTS = { free: 'demo-free', pro: 'demo-pro' } as const

/**
 * Makes sure that the store holds the demo world and a snapshot of it; what is there stays. Throws a CommandError for
 * a store with real events: a simulation beside them would make every number a lie.
 */
export async function prepareDemo(store: Store, context: CommandContext): Promise<void> {
  const state = await readLedgerState(store.db)
  const holdsEvents = state.fills + state.movements > 0
  if (holdsEvents && !state.simulated)
    throw new CommandError(
      'This store holds real events, and the demo is a simulation: run `pequod serve` without --demo, or set DATABASE_URL to another store.',
    )
  if (!holdsEvents) await plant(store, context)
  if (!(await hasSnapshot(store.db))) await refreshAloud(context, store.db)
  await noteSignals(context, store.db)
  await watchWhales(context, store.db)
}

async function plant(store: Store, context: CommandContext): Promise<void> {
  context.screen.note('Simulating a market world for the demo, once: about ten seconds.')
  const progress = context.screen.progress('Simulating', 1)
  try {
    await seed(store, { onProgress: progress.update })
  } finally {
    progress.stop()
  }
}

async function hasSnapshot(db: Database): Promise<boolean> {
  return (await db.get('SELECT id FROM snapshots LIMIT 1')) !== undefined
}

/**
 * Makes a key for each demo account and revokes those of earlier runs. Only hashes are stored, so an earlier key
 * cannot be shown again, and a key that could be computed would be a key that anybody has.
 */
export async function issueDemoKeys(db: Database): Promise<DemoKeys> {
  const accounts = createAccountStore(db)
  return {
    free: await freshKey(accounts, ACCOUNTS.free, 'FREE'),
    pro: await freshKey(accounts, ACCOUNTS.pro, 'PRO'),
  }
}

async function freshKey(accounts: AccountDirectory, name: string, tier: AccountTier): Promise<string> {
  const account = (await accounts.setTier(name, tier)) ?? (await accounts.createAccount(name, tier))
  await revokeAll(accounts, account.id)
  return (await issueKey(accounts, { accountId: account.id, name: 'demo run', expiresAt: null })).key
}

/** Revokes the demo accounts' keys: they were for one run, and it ended. */
export async function revokeDemoKeys(db: Database): Promise<void> {
  const accounts = createAccountStore(db)
  for (const name of Object.values(ACCOUNTS)) {
    const account = await accounts.accountByName(name)
    if (account !== null) await revokeAll(accounts, account.id)
  }
}

async function revokeAll(accounts: AccountDirectory, accountId: number): Promise<void> {
  const now = Math.floor(Date.now() / 1_000)
  const live = (await accounts.listKeys(accountId)).filter((key) => key.revokedAt === null)
  for (const key of live) await accounts.revokeKey(accountId, key.id, now)
}
