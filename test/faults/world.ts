import assert from 'node:assert/strict'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { demoWorld } from '../../seeds/world/world.ts'
import { TIERS } from '../../src/access/tier.ts'
import { loadConfig } from '../../src/config/config.ts'
import { openStore, type Store } from '../../src/migrations/open-store.ts'
import { createApp } from '../../src/server/app.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { StoreAddress } from '../../src/store/engine/database.ts'
import { runPequod, temporaryFolder } from '../cli/support/run-pequod.ts'
import { databaseUrl } from '../cli/support/running-follower.ts'
import { type RunningService, startService } from '../e2e/support/running-service.ts'
import { type IdentityProvider, startProvider, USERS } from '../peers/identity-provider.ts'
import { tierCallers } from '../server/support/tier-callers.ts'
import type { Healthy } from './judge.ts'
import { type Question, questionsOf, requestOf } from './question.ts'
import { type Asker, digestOf } from './traffic.ts'

/** A store with a published snapshot, its callers, and a healthy service's answers to them. */
export interface World {
  store: Store
  folder: string
  /** Variables that give a command the store. */
  env: Readonly<Record<string, string>>
  provider: IdentityProvider
  /** Without credentials, by a key of each tier, and by a token of each tier. */
  askers: readonly Asker[]
  /** The same with new tokens: one lasts ten minutes. */
  signInAgain(): Promise<readonly Asker[]>
  questions: readonly Question[]
  /** The answer of a service in this process, which asks the store by connections of its own. */
  healthy(asker: Asker, question: Question): Promise<Healthy>
  /** Starts the service on the store; `env` says where that and its other parts are. */
  serve(env?: Readonly<Record<string, string>>): Promise<RunningService>
  close(): Promise<void>
}

const LIMITS = { RATE_LIMIT_ANONYMOUS: '10000', RATE_LIMIT_USER: '10000', RATE_LIMIT_KEY: '10000' }

/** Puts a small simulated world, with whale alerts, into an empty store. */
export async function startWorld(address: StoreAddress): Promise<World> {
  const [folder, provider] = await Promise.all([temporaryFolder(), startProvider()])
  const store = await openStore(address)
  const common = { DATABASE_URL: databaseUrl(address), ...LIMITS }
  await ingestRecords(store.db, demoWorld({ seed: 7, traders: 150, days: 40, markets: 30 }))
  const done = await runPequod(['refresh'], {
    cwd: folder.path,
    env: { ...common, WHALE_MIN_USD: '500' },
  })
  assert.equal(done.status, 0, done.stderr)
  const config = loadConfig({ ...common, ...provider.env, LOG_LEVEL: 'silent' })
  const reference = await createApp({ db: store.db, config })
  const answers = new Map<string, Promise<Healthy>>()
  const answer = async ({ headers }: Asker, question: Question): Promise<Healthy> => {
    const { method, url, body: payload } = requestOf(question)
    const type = payload === '' ? {} : { 'content-type': 'application/json' }
    const accept = { accept: 'application/json', ...type }
    const sent = { method, url, headers: { ...accept, ...headers }, ...(payload !== '' && { payload }) }
    // As what comes over connections does: what one turn has no time for is refused.
    await endOfTurn()
    const { statusCode: status, body } = await reference.inject(sent)
    assert.ok(status < 500, `the reference answers ${status}: ${body}`)
    return { status, digest: digestOf(body) }
  }
  const keys = await keyHolders(store)
  const signInAgain = async () => [...keys, ...(await tokenHolders(provider))]
  return {
    store,
    provider,
    folder: folder.path,
    env: common,
    signInAgain,
    askers: await signInAgain(),
    questions: questionsOf(await someTraders(store)),
    healthy(asker, question) {
      const name = `${asker.name} ${JSON.stringify(question)}`
      const known = answers.get(name) ?? answer(asker, question)
      answers.set(name, known)
      return known
    },
    serve: (env = {}) =>
      startService([], {
        cwd: folder.path,
        env: {
          ...common,
          ...provider.env,
          LOG_LEVEL: 'error',
          ...env,
        },
      }),
    async close() {
      await reference.close()
      await store.close()
      await provider.close()
      await folder.remove()
    },
  }
}

async function keyHolders(store: Store): Promise<Asker[]> {
  const callers = await tierCallers({ store })
  return TIERS.map((tier) => ({ name: tier, headers: callers[tier] }))
}

async function tokenHolders(provider: IdentityProvider): Promise<Asker[]> {
  const askers = Object.keys(USERS).map(async (name) => ({
    name,
    headers: { authorization: `Bearer ${await provider.token(name)}` },
  }))
  return Promise.all(askers)
}

async function someTraders({ db }: Store): Promise<string[]> {
  const text = 'SELECT address FROM traders ORDER BY id LIMIT 60'
  const rows = await db.all<{ address: Uint8Array | string }>(text)
  return rows.map(({ address }) =>
    typeof address === 'string' ? address : `0x${Buffer.from(address).toString('hex')}`,
  )
}
