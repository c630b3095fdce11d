import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createRandom } from '../../seeds/world/random.ts'
import type { Message } from '../../src/delivery/message.ts'
import { LEADERBOARD } from '../../src/follows/kinds/leaderboard.ts'
import { MARKET } from '../../src/follows/kinds/market.ts'
import { WALLET } from '../../src/follows/kinds/wallet.ts'
import { watchSnapshots } from '../../src/follows/watch.ts'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import { type Hash, MICRO, type TokenId } from '../../src/ledger/quantities.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { StoreAddress } from '../../src/store/engine/database.ts'
import { createAlertConfigs } from '../../src/whales/config/alert-configs.ts'
import { plantTraders, publishOrder, traderAddress } from '../follows/support/board-world.ts'
import { followAs } from '../follows/support/followers.ts'
import { describeEngines, type FreshStore } from '../store/support/engines.ts'
import { type RunningProgram, startProgram } from '../support/running-program.ts'
import { MARKETS, TOKENS } from '../whales/support/radar-world.ts'
import { alertOf } from './support/deliverable-alerts.ts'
import { enqueue, startDeliverer, subscribe, until, untilConfig } from './support/delivery-world.ts'
import { type Received, startReceiver, type WebhookReceiver } from './support/webhook-receiver.ts'

/** Ask for more: `PEQUOD_TESTS=all PEQUOD_DELIVERY_KILLS=20 vitest run test/delivery/crash.all.test.ts`. */
const KILLS = Number(process.env.PEQUOD_DELIVERY_KILLS ?? '3')
const ALERTS = 40
const CHANNELS = 3
const DRIVER = fileURLToPath(new URL('./support/deliver-driver.ts', import.meta.url))

/** Starts the driver, and waits until it has begun to work: Node's own start is not what is tested. */
function startDriver(address: StoreAddress): Promise<RunningProgram> {
  return startProgram(process.execPath, [DRIVER, JSON.stringify(address)], /started/)
}

/** The number of wallets that act in each round, beside a market and a leaderboard. */
const WALLETS = 6
const walletsOf = (round: number) =>
  Array.from({ length: WALLETS }, (_, i) => traderAddress(round * WALLETS + i + 1))
const NEWS = WALLETS + 2

async function followAll({ db }: FreshStore, accountId: number): Promise<void> {
  for (let round = 0; round < KILLS; round++)
    for (const address of walletsOf(round)) await followAs(db, accountId, WALLET, address, {})
  const market = await db.get<{ condition: string }>('SELECT condition FROM conditions ORDER BY id LIMIT 1')
  if (market === undefined) throw new Error('there is no market')
  await followAs(db, accountId, MARKET, market.condition, { rules: { above: 0.6 } })
  await followAs(db, accountId, LEADERBOARD, 'pnl-all', { rules: { top: 100 } })
}

/** Each wallet buys, at a price that falls and one that rises to a level; and one more trader is on the board. */
async function makeNews({ db }: FreshStore, round: number): Promise<void> {
  const time = Math.floor(Date.now() / 1_000) - (KILLS - round) * 300
  const fills = walletsOf(round).map((owner, i): LedgerEvent => {
    const block = 10 * round + i + 1
    return {
      kind: 'FILL',
      block,
      logIndex: 0,
      tx: `0x${String(block).padStart(64, '0')}` as Hash,
      time: time + i,
      exchange: null,
      owner,
      counterparty: null,
      role: 'TAKER',
      side: 'BUY',
      token: TOKENS[0] as TokenId,
      shares: 10 * MICRO,
      usd: (i === 0 ? 3 : 7) * MICRO,
      fee: 0,
      feeIn: 'USD',
      orderHash: null,
    }
  })
  await ingestRecords(db, fills)
  await publishOrder(
    db,
    Array.from({ length: round + 2 }, (_, i) => round + 2 - i),
  )
}

/** A receiver that takes a moment, and subscribers at several paths of it whose channels are active. */
async function subscribers(
  store: FreshStore,
  prepare = async (_accountId: number) => {},
): Promise<WebhookReceiver> {
  const hook = await startReceiver()
  onTestFinished(() => hook.close())
  const end = startDeliverer(store.db)
  for (let i = 0; i < CHANNELS; i++) {
    const target = `${hook.url}/${i}`
    const { accountId } = await subscribe(store.db, { channels: [{ kind: 'WEBHOOK', target }] })
    await untilConfig(
      createAlertConfigs(store.db),
      accountId,
      ({ channels }) => channels[0]?.state === 'ACTIVE',
    )
    await prepare(accountId)
  }
  await end()
  return hook
}

/** The news in a message. */
function toldBy({ body }: Received): string[] {
  const message: Message = JSON.parse(body)
  switch (message.type) {
    case 'whale.alert':
    case 'wallet.decision':
    case 'market.price':
      return [message.data.id]
    case 'whale.summary':
      return message.data.alerts.map(({ id }) => id)
    case 'leaderboard.change':
      return message.data.entered.map(({ address }) => `entered ${address}`)
    case 'watchlist.digest':
      throw new Error('no account has quiet hours, and there are no bursts')
    default:
      return []
  }
}

/** The ids of messages by path and news. */
function idsByNews(received: readonly Received[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>()
  for (const one of received)
    for (const news of toldBy(one)) {
      const key = `${one.path} ${news}`
      ids.set(key, (ids.get(key) ?? new Set()).add(one.headers['webhook-id'] ?? ''))
    }
  return ids
}

const UNDONE =
  "SELECT (SELECT COUNT(*) FROM alert_outbox WHERE waiting <> 0) + (SELECT COUNT(*) FROM alert_messages WHERE state <> 'SENT') AS n"

async function allSent({ db }: FreshStore): Promise<boolean> {
  return Number((await db.get<{ n: number }>(UNDONE))?.n) === 0
}

/** Some alerts by traders of their own, and some that are a burst of one trader's. */
function batch(round: number) {
  return Array.from({ length: ALERTS }, (_, i) =>
    alertOf(`${round}-${i}`, i < 8 ? 1_000_000 + round : round * ALERTS + i),
  )
}

/** Wallets, markets and boards with unsent notices. */
const UNTOLD =
  "SELECT (SELECT COUNT(*) FROM ledger_changes WHERE version > (SELECT version FROM ledger_cursors WHERE name = 'follows')) + " +
  '(SELECT COUNT(*) FROM notices WHERE next_account IS NOT NULL) + (SELECT COUNT(*) FROM watch_cursor ' +
  'WHERE version IS NULL OR version < (SELECT MAX(id) FROM snapshots)) AS n'

async function allTold({ db }: FreshStore): Promise<boolean> {
  return Number((await db.get<{ n: number }>(UNTOLD))?.n) === 0
}

describeEngines('delivery under failures', (open) => {
  test('loses nothing when killed at random moments, and repeats nothing under another id', {
    timeout: 300_000 + KILLS * 3_000,
  }, async () => {
    const store = await open()
    await plantTraders(store.db, Math.max(KILLS * WALLETS, KILLS + 1))
    await ingestRecords(store.db, MARKETS)
    await publishOrder(store.db, [1])
    const hook = await subscribers(store, (accountId) => followAll(store, accountId))
    await watchSnapshots(store.db, { now: 0, delayMinutes: 0 })
    const random = createRandom(6, 'kills')
    let isEnough = () => {}
    let enough = Number.POSITIVE_INFINITY
    const sent = () => hook.received.filter(({ type }) => type !== 'channel.verification')
    hook.answer = (response) => {
      if (sent().length >= enough) isEnough()
      setTimeout(() => response.writeHead(204).end(), random.below(25))
    }
    for (let kill = 0; kill < KILLS; kill++) {
      await enqueue(store.db, batch(kill))
      await makeNews(store, kill)
      // Every second one is killed while it looks for news or makes messages of it, the others while they send.
      enough = kill % 2 === 1 ? Number.POSITIVE_INFINITY : sent().length + 1 + random.below(ALERTS)
      const isInTheMidst = new Promise<void>((resolve) => {
        isEnough = resolve
      })
      const driver = await startDriver(store.address)
      await Promise.race([isInTheMidst, kill % 2 === 1 ? sleep(random.below(300)) : isInTheMidst])
      expect(await driver.kill('SIGKILL')).toBe('SIGKILL')
      expect(await allSent(store)).toBe(false)
    }
    enough = Number.POSITIVE_INFINITY
    const last = await startDriver(store.address)
    await until(async () => (await allTold(store)) && (await allSent(store)))
    await last.kill('SIGTERM')
    const ids = idsByNews(sent())
    expect(ids.size).toBe(KILLS * (ALERTS + NEWS) * CHANNELS)
    expect(new Set([...ids.values()].map(({ size }) => size))).toEqual(new Set([1]))
    const bodies = new Map(sent().map(({ headers, body }) => [headers['webhook-id'], body]))
    for (const { headers, body } of sent()) expect(bodies.get(headers['webhook-id'])).toBe(body)
    const repeats = sent().length - bodies.size
    console.info(
      `${KILLS} kills in the midst of watching and sending, ${repeats} repeats of ${bodies.size} messages`,
    )
  })

  test('by two processes sends each message once', async () => {
    const store = await open()
    const hook = await subscribers(store)
    const drivers = [await startDriver(store.address), await startDriver(store.address)]
    for (let round = 0; round < 5; round++) await enqueue(store.db, batch(round))
    await until(() => allSent(store))
    for (const driver of drivers) await driver.kill('SIGTERM')
    const ids = idsByNews(hook.alerts())
    expect(ids.size).toBe(5 * ALERTS * CHANNELS)
    const messages = hook.alerts().map(({ headers }) => headers['webhook-id'])
    expect(new Set(messages).size).toBe(messages.length)
  })
})
