import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Fill } from '../../src/ledger/event.ts'
import type { Address, TokenId } from '../../src/ledger/quantities.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { alertOf } from '../delivery/support/deliverable-alerts.ts'
import { enqueue, subscribe, until } from '../delivery/support/delivery-world.ts'
import { startReceiver, type WebhookReceiver } from '../delivery/support/webhook-receiver.ts'
import { follower } from '../follows/support/followers.ts'
import { closeServed, serveNothing, serveWorld } from './support/served-world.ts'

closeServed()

/** Returns a purchase of this second. */
function fillBy(owner: Address): Fill {
  return {
    kind: 'FILL',
    block: 1,
    logIndex: 0,
    tx: `0x${'1'.repeat(64)}`,
    time: Math.floor(Date.now() / 1_000),
    exchange: null,
    owner,
    counterparty: null,
    role: 'TAKER',
    side: 'BUY',
    token: '77' as TokenId,
    shares: 2_000_000,
    usd: 1_000_000,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  } as Fill
}

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

it('a service delivers alerts while it serves, counts the outcomes, and ends cleanly', async () => {
  const { app, store } = await serveNothing({
    env: { WEBHOOK_ALLOW_PRIVATE: 'yes' },
    parts: { deliver: true },
  })
  const counted = async (effect: string) => {
    const { body } = await app.inject('/metrics')
    return Number(
      new RegExp(`^pequod_alert_deliveries_total\\{effect="${effect}"\\} (\\d+)$`, 'm').exec(body)?.[1],
    )
  }
  expect([await counted('sent'), await counted('paused')]).toEqual([0, 0])
  await subscribe(store.db, { channels: [{ kind: 'WEBHOOK', target: receiver.url }] })
  await until(async () => (await counted('sent')) === 1)
  await enqueue(store.db, [alertOf('one')])
  await until(() => receiver.alerts().length === 1)
  await until(async () => (await counted('sent')) === 2)
  const wallet = `0x${'a'.repeat(40)}` as Address
  await follower(store.db, [wallet], { target: receiver.url })
  await ingestRecords(store.db, [fillBy(wallet)])
  await until(() => receiver.received.some(({ type }) => type === 'wallet.decision'))
  receiver.answer = (response) => response.writeHead(410).end()
  await enqueue(store.db, [alertOf('two')])
  await until(async () => (await counted('paused')) === 1)
  expect([await counted('given_up'), await counted('retried')].toSorted()).toEqual([0, 1])
  await app.close()
})

it('a notice has the record that the trader has by the snapshot', async () => {
  const { app, store } = await serveWorld({
    env: { WEBHOOK_ALLOW_PRIVATE: 'yes', WHALE_DELAY_MINUTES: '0' },
    parts: { deliver: true },
  })
  const own = await startReceiver()
  const ask = async (query: string) =>
    (await app.inject({ method: 'POST', url: '/graphql', payload: { query } })).json().data
  const { traders: found } = await ask('{ traders(first: 3) { nodes { address } } }')
  const traders: Address[] = found.nodes.map(({ address }: { address: Address }) => address)
  await follower(store.db, traders, { target: own.url })
  await ingestRecords(
    store.db,
    traders.map((trader, i) => ({ ...fillBy(trader), block: 9_000_000 + i })),
  )
  const notices = () =>
    own.received.filter(({ type }) => type === 'wallet.decision').map(({ body }) => JSON.parse(body).data)
  await until(() => notices().length === traders.length)
  for (const trader of traders) {
    const { trader: shown } = await ask(
      `{ trader(address: "${trader}") { stats(period: ALL) { pnl wins losses winRate } skill { units verdict } } }`,
    )
    const { stats, skill } = shown
    const notice = notices().find((one) => one.trader.address === trader)
    expect(notice.record).toEqual({
      profit: stats.pnl,
      ...(stats.winRate !== null && { wins: stats.wins, losses: stats.losses, winRate: stats.winRate }),
      ...(skill.units >= 30 && { verdict: skill.verdict }),
    })
  }
  await app.close()
  await own.close()
})
