import { createHmac } from 'node:crypto'
import { seed } from '../../../seeds/world/demo.ts'
import type { AccountTier } from '../../accounts/account-store.ts'
import { type AccountDirectory, createAccountStore } from '../../accounts/accounts.ts'
import { createApiKeySecret } from '../../accounts/api-key.ts'
import { loadConfig } from '../../config/config.ts'
import { CommandError } from '../../errors.ts'
import { undoLiveDemo } from '../../jobs/live-demo.ts'
import { watchWhales, writeWeeklySignals } from '../../jobs/news.ts'
import { refreshWithProgress } from '../../jobs/refresh-with-progress.ts'
import { addExamples } from '../../jobs/run-lab.ts'
import type { Store } from '../../migrations/open-store.ts'
import { lastClosedDay, sealUpTo } from '../../roots/day-log.ts'
import type { Database } from '../../store/engine/database.ts'
import { readLedgerState } from '../../store/ledger/ledger-state.ts'
import { hasSnapshot } from '../../store/snapshot/stored-snapshots.ts'
import { readStoreSecret } from '../../whales/alerts/alert-reader.ts'
import type { CommandContext } from '../command-context.ts'
import { sealingOf } from './proofs.ts'

export interface DemoKeys {
  free: string
  pro: string
}

/**
 * Makes sure that the store holds the demo world's past and a snapshot of it; existing rows stay. Throws a CommandError
 * for a store with real events, since a simulation beside them would make every number a lie, and for one with only
 * accounts.
 */
export async function prepareDemo(store: Store, context: CommandContext): Promise<void> {
  const state = await readLedgerState(store.db)
  const holdsEvents = state.fills + state.movements > 0
  if (holdsEvents && !state.simulated)
    throw new CommandError(
      'This store holds real events, and the demo is a simulation: run `pequod serve` without --demo, or set DATABASE_URL to another store.',
    )
  if (!holdsEvents && (await createAccountStore(store.db).listAccounts()).length > 0)
    throw new CommandError(
      'This store holds your own accounts, and the demo’s accounts have well-known keys: set DATABASE_URL to another store.',
    )
  const started = performance.now()
  if (!holdsEvents) await plant(store, context)
  const undone = await undoLiveDemo(context, store.db)
  if (undone > 0 || !(await hasSnapshot(store.db)))
    await refreshWithProgress(context, store.db, { signs: Number.POSITIVE_INFINITY })
  await writeWeeklySignals(context, store.db)
  await addExamples(store.db, loadConfig(context.env).whaleDelayMinutes)
  await watchWhales(context, store.db)
  // A visitor proves a number without another command.
  const sealing = sealingOf(context)
  await sealUpTo(store.db, await lastClosedDay(store.db, sealing.delayMinutes), sealing)
  if (!holdsEvents)
    context.screen.note(
      `Created the demo world in ${Math.round((performance.now() - started) / 1_000)} seconds.`,
    )
}

async function plant(store: Store, context: CommandContext): Promise<void> {
  context.screen.note('Creating the demo world, once: about 20 seconds.')
  const progress = context.screen.progress({ label: 'Simulating', total: 1 })
  try {
    await seed(store, { onProgress: progress.update })
    progress.finish()
  } finally {
    progress.stop()
  }
}

/**
 * The keys of the two demo accounts, the same at every start. Only hashes are stored, so the keys derive from the
 * store's own secret: nobody without the store can compute them. A revoked key is replaced by the next one.
 */
export async function issueDemoKeys(db: Database): Promise<DemoKeys> {
  const accounts = createAccountStore(db)
  return {
    free: await demoKey(db, accounts, 'demo-free', 'FREE'),
    pro: await demoKey(db, accounts, 'demo-pro', 'PRO'),
  }
}

/**
 * Disables the demo's accounts in a store that is served without it: its keys are refused from now on, and its Pro account
 * loses Pro. The next demo enables both again.
 */
export async function endDemoKeys(db: Database): Promise<void> {
  const accounts = createAccountStore(db)
  for (const name of ['demo-free', 'demo-pro']) {
    const account = await accounts.accountByName(name)
    if (account === null) continue
    const keys = await accounts.listKeys(account.id)
    const secret = await readStoreSecret(db)
    // The number of keys, since each revoked one has a successor; keys of older versions are found by name.
    const made = keys.map((_, i) => demoSecret(secret, name, i + 1).hash)
    const ours = keys.filter((key) => key.name === 'demo run' || made.some((hash) => hash.equals(key.hash)))
    for (const { id } of ours) await accounts.endKeyAt(id, Math.floor(Date.now() / 1_000))
    if (ours.length > 0) await accounts.setTier(name, 'FREE')
  }
}

async function demoKey(
  db: Database,
  accounts: AccountDirectory,
  name: string,
  tier: AccountTier,
): Promise<string> {
  const { id: accountId } = (await accounts.setTier(name, tier)) ?? (await accounts.createAccount(name, tier))
  const secret = await readStoreSecret(db)
  for (let count = 1; ; count++) {
    const { key, hash, prefix } = demoSecret(secret, name, count)
    const found = await accounts.keyByHash(hash)
    if (found === null) await accounts.insertKey({ accountId, hash, prefix, name: 'demo', expiresAt: null })
    else if (found.key.expiresAt !== null) await accounts.endKeyAt(found.key.id, null)
    if (found === null || found.key.revokedAt === null) return key
  }
}

/** A demo account's key of a number, from 1. */
function demoSecret(secret: Buffer, name: string, count: number) {
  return createApiKeySecret('key', createHmac('sha256', secret).update(`key ${count} of ${name}`).digest())
}
