import { CANNOT_OPEN, createSecretBox } from '../../accounts/secret-box.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import { sealChannels } from '../../delivery/channels.ts'
import { CommandError, PequodError } from '../../errors.ts'
import { demoTimes, type LiveDemo, startLiveDemo } from '../../jobs/live-demo.ts'
import type { Store } from '../../migrations/open-store.ts'
import type { LoadingServer } from '../../server/http/listen.ts'
import { createWorkerPool, type WorkerPool } from '../../server/workers/worker-pool.ts'
import type { Database } from '../../store/engine/database.ts'
import { missingFile } from '../../store/ledger/files.ts'
import {
  hasSnapshot,
  KEEP_LONGER,
  shorterKept,
  shorterKeptText,
} from '../../store/snapshot/stored-snapshots.ts'
import type { CommandContext } from '../command-context.ts'
import { type DemoKeys, endDemoKeys, issueDemoKeys, prepareDemo } from '../commands/demo.ts'
import type { Screen } from '../screen/screen.ts'
import { openStoreWithProgress, STORE_TIMEOUTS } from '../with-store.ts'
import { serveUntilEnded } from './serve-until-ended.ts'

/** Prints the service's address and first commands to try, in lines with fixed names that programs can parse. */
export function welcome(
  screen: Screen,
  url: string,
  { keys, delayMinutes }: { keys: DemoKeys | null; delayMinutes: number },
): void {
  const { print } = screen
  const line = (name: string, text: string) =>
    print('  ', { style: 'bold', text: name.padEnd(12) }, ` ${text}`)
  print({ style: 'bold', text: `Pequod is serving on ${url}` })
  if (keys !== null)
    print({
      style: 'yellow',
      text: 'All data is simulated: invented traders, markets and prices.',
    })
  print('')
  line('Open', `${url}/`)
  line('GraphiQL', `${url}/graphql`)
  line('REST docs', `${url}/docs`)
  line('REST', `curl '${url}/v1/leaderboard/pnl-30d?limit=5'`)
  if (keys !== null) printKeys(line, url, keys)
  line('Without Pro', delayText(delayMinutes))
  print('')
  print({ style: 'dim', text: 'Ctrl-C ends it.' })
}

function printKeys(line: (name: string, text: string) => void, url: string, keys: DemoKeys): void {
  line('Free key', keys.free)
  line('Pro key', keys.pro)
  line('With a key', `curl -H 'X-API-Key: ${keys.pro}' '${url}/v1/leaderboard/pnl-30d?limit=5'`)
}

function delayText(minutes: number): string {
  return minutes === 0
    ? 'everything is live, as with Pro'
    : `events are shown after ${minutes} minutes; WHALE_DELAY_MINUTES=0 makes everybody live`
}

export interface ServeOptions {
  /** Serve the simulated world, made on the first start. @default false */
  demo?: boolean
  /** Seconds of demo time per real second; 0: its market is paused. @default 1 */
  demoSpeed?: number
  /** Deliver whale alerts to their subscribers. @default true */
  delivery?: boolean
  /** Number of worker processes that this one starts and replaces. @default none: this process serves */
  workers?: number
}

interface Serving {
  env: NodeJS.ProcessEnv
  config: Config
  ended: Promise<unknown>
  /** Holds the socket until the service is ready. */
  room: LoadingServer
}

/** Opens the store, fills it for the demo, and serves it. */
export async function serveStore(
  context: CommandContext,
  options: ServeOptions,
  serving: Serving,
): Promise<void> {
  const { delivery = true, demo = false, demoSpeed = 1, workers } = options
  const { env, config, ended, room } = serving
  const store = await openStoreWithProgress(config.database, context, { patience: STORE_TIMEOUTS })
  let live: LiveDemo | null = null
  try {
    if (demo) await prepareDemo(store, context)
    else await endDemoKeys(store.db)
    if (!demo) await tellIfEmpty(store, context)
    const sealed = await sealSecrets(store.db, config.secretsKeys)
    if (sealed > 0) context.screen.note(`Encrypted targets and secrets of ${sealed} alert channels.`)
    const missing = await missingFile(store.db)
    if (missing !== null)
      context.screen.warn(`${missing}: requests that need it will fail. Set DATA_DIR to its folder.`)
    const delay = 60 * config.whaleDelayMinutes
    const keptFor = await shorterKept(store.db, delay)
    if (keptFor !== null) context.screen.warn(`${shorterKeptText(keptFor, delay)}. ${KEEP_LONGER}`)
    const keys = demo ? await issueDemoKeys(store.db) : null
    const onListening = (url: string) =>
      welcome(context.screen, url, { keys, delayMinutes: config.whaleDelayMinutes })
    const notice = delivery ? privateWebhooksNotice(config.delivery) : null
    if (notice !== null) context.screen.warn(notice)
    if (demo && demoSpeed > 0)
      live = await startLiveDemo(context, store.db, { address: config.database, speed: demoSpeed })
    const time = demo && { clock: live?.clock ?? (() => demoTimes(config.whaleDelayMinutes).starts) }
    if (workers !== undefined) {
      // The first of several processes opens their socket.
      room.close()
      return await serveByWorkers(context, { workers, env, ...time, ended, onListening })
    }
    await serveUntilEnded({
      db: store.db,
      config,
      deliver: delivery,
      onListening,
      // The numbers of all traders: two seconds of the demo, far longer of a host's ledger, where somebody has to ask.
      ...(demo && { warmed: ['/traders/card.png'] }),
      ...time,
      listen: async (app) => {
        await room.admit(app)
        return room.url
      },
      ended: ended.then(() => ({ isReplaced: false })),
      onEnding: () => context.screen.note(SHUTTING_DOWN),
    })
  } finally {
    await live?.end()
    await store.close()
  }
}

async function tellIfEmpty(store: Store, context: CommandContext): Promise<void> {
  if (await hasSnapshot(store.db)) return
  context.screen.note(
    'No snapshot yet: run `pequod ingest` and `pequod refresh`, or try `pequod serve --demo`.',
  )
}

/**
 * Encrypts the alert channels that the store holds in the clear or under a replaced key; with no keys, only checks that
 * none is encrypted.
 * @returns the number of channels encrypted now
 * @throws CommandError if the key of an encrypted channel is not among these
 */
export async function sealSecrets(db: Database, keys: readonly Buffer[]): Promise<number> {
  try {
    return await db.transaction((tx) => sealChannels(tx, createSecretBox(keys)))
  } catch (error) {
    if (!(error instanceof PequodError && error.message.startsWith(CANNOT_OPEN))) throw error
    throw new CommandError(`${CANNOT_OPEN}.`, { cause: error })
  }
}

/** Printed when a service is stopped. */
const SHUTTING_DOWN = 'Shutting down after the requests in progress.'

interface ServeByWorkersOptions {
  workers: number
  env: NodeJS.ProcessEnv
  /** The clock of the workers. @default the machine's */
  clock?: Clock
  ended: Promise<unknown>
  /** Called with the service's address. */
  onListening(url: string): void
}

/**
 * Serves by several processes on one port until a signal ends it. SIGHUP replaces them one after the other, so that a
 * new version of the program starts serving without losing a request; on a terminal, SIGHUP means that the terminal
 * closed, and ends them. Throws a CommandError if one of them does not start to listen.
 */
async function serveByWorkers({ screen }: CommandContext, options: ServeByWorkersOptions): Promise<void> {
  const { workers, env, clock, ended, onListening } = options
  const pool = createWorkerPool({
    workers,
    env,
    onTrouble: screen.warn,
    ...(clock && { clock }),
  })
  const hungUp = process.stdin.isTTY ? untilHungUp() : new Promise(() => undefined)
  if (!process.stdin.isTTY) restartOnHangup(pool, screen)
  try {
    onListening(await pool.start())
    await Promise.race([ended, hungUp])
    screen.note(SHUTTING_DOWN)
  } finally {
    await pool.end()
  }
}

function untilHungUp(): Promise<unknown> {
  return new Promise((resolve) => process.once('SIGHUP', resolve))
}

function restartOnHangup(pool: WorkerPool, screen: CommandContext['screen']): void {
  let running: Promise<void> = Promise.resolve()
  process.on('SIGHUP', () => {
    running = running.then(async () => {
      screen.note('Replacing the serving processes one by one.')
      try {
        await pool.restart()
        screen.note('All serving processes were replaced.')
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        screen.warn(`${reason} The remaining processes keep serving.`)
      }
    })
  })
}

/** The startup warning when webhooks may reach private addresses, else null. */
function privateWebhooksNotice({ webhookAllowPrivate }: { webhookAllowPrivate: boolean }): string | null {
  return webhookAllowPrivate
    ? 'WEBHOOK_ALLOW_PRIVATE=yes: webhooks may use plain http and private addresses. Do not use this where strangers have accounts.'
    : null
}
