import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { Message } from '../../src/delivery/message.ts'
import { WAITING } from '../../src/delivery/outbox.ts'
import { renderMessage } from '../../src/delivery/senders/render-message.ts'
import { discordBody, slackBody } from '../../src/delivery/senders/send-chat-webhook.ts'
import { watchLedger, watchSnapshots } from '../../src/follows/watch.ts'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import { type Address, type Hash, MICRO, type TokenId } from '../../src/ledger/quantities.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { addOptOut } from '../../src/store/opted-out.ts'
import { startDeliverer, until } from '../delivery/support/delivery-world.ts'
import { startReceiver } from '../delivery/support/webhook-receiver.ts'
import { describeEngines } from '../store/support/engines.ts'
import { MARKETS, MONDAY, OWNERS, TOKENS } from '../whales/support/radar-world.ts'
import { publishOrder } from './support/board-world.ts'
import { followBoard, follower } from './support/followers.ts'

const WALLET = OWNERS[0] as Address

function fill(i: number, time: number, side: 'BUY' | 'SELL', token: number): LedgerEvent {
  return {
    kind: 'FILL',
    block: i,
    logIndex: 0,
    tx: `0x${String(i).padStart(64, '0')}` as Hash,
    time,
    exchange: null,
    owner: WALLET,
    counterparty: null,
    role: 'MAKER',
    side,
    token: TOKENS[token] as TokenId,
    shares: 10 * MICRO,
    usd: (side === 'BUY' ? 4 : 6) * MICRO,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}

describeEngines('a follower', (open) => {
  test('gets a decision immediately, five of a minute as one message, and a night as one digest', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const hook = await startReceiver()
    onTestFinished(() => hook.close())
    const path = (name: string) => `${hook.url}/${name}`
    await follower(db, [WALLET], { target: path('day') })
    const clock = new Date(Date.now() - 60_000).toISOString().slice(11, 16)
    const end = new Date(Date.now() + 1_200_000).toISOString().slice(11, 16)
    const pace = { quietFrom: clock, quietTo: end, timeZone: 'UTC' }
    await follower(db, [WALLET], { target: path('night'), pace })
    let later = 0
    startDeliverer(db, { clock: () => Date.now() + later })
    const bodies = (name: string) =>
      hook.received.filter((one) => one.path.endsWith(name)).map(({ body }): Message => JSON.parse(body))
    const tell = async (...events: LedgerEvent[]) => {
      await ingestRecords(db, events)
      const now = events.at(-1)?.time ?? 0
      await watchLedger(db, { now, delayMinutes: 60 })
    }
    await tell(fill(1, MONDAY, 'BUY', 0))
    await until(() => bodies('day').length === 1)
    expect(bodies('day')[0]).toMatchObject({
      type: 'wallet.decision',
      data: { kind: 'OPENED', outcome: 'Yes', shares: 10, usd: 4, price: 0.4, realized: null, held: 10 },
    })
    await tell(
      fill(2, MONDAY + 600, 'SELL', 0),
      fill(3, MONDAY + 601, 'BUY', 1),
      fill(4, MONDAY + 602, 'BUY', 2),
      fill(5, MONDAY + 603, 'BUY', 3),
      fill(6, MONDAY + 604, 'SELL', 3),
    )
    await until(() => bodies('day').length === 2)
    expect(bodies('day')[1]).toMatchObject({ type: 'watchlist.digest', data: { count: 5 } })
    expect(bodies('night')).toEqual([])
    later = 1_500_000
    await until(() => bodies('night').length === 1)
    const [digest] = bodies('night')
    expect(digest).toMatchObject({ type: 'watchlist.digest', data: { count: 6 } })
    const kinds = digest?.type === 'watchlist.digest' ? digest.data.decisions.map(({ kind }) => kind) : []
    expect(kinds.toSorted()).toEqual(['CLOSED', 'CLOSED', 'OPENED', 'OPENED', 'OPENED', 'OPENED'])
    for (const message of [...bodies('day'), ...bodies('night')]) {
      const { subject, text } = renderMessage(message, null)
      expect(text.startsWith(subject)).toBe(true)
      expect(JSON.stringify([discordBody(message, null), slackBody(message, null)]).length).toBeLessThan(
        6_000,
      )
    }
    const [first] = bodies('day')
    expect(first && renderMessage(first, null).subject).toBe('0x0000…0001 opened Yes for $4.00 at 40¢')
  })
  test('is notified of every decision while the server of nine others holds their connections open', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const [silent, quick] = [await startReceiver(), await startReceiver()]
    for (const hook of [silent, quick]) onTestFinished(() => hook.close())
    const held: ServerResponse[] = []
    silent.answer = (response) => held.push(response)
    for (let i = 0; i < 9; i++) await follower(db, OWNERS, { target: `${silent.url}/${i}` })
    await follower(db, OWNERS, { target: quick.url })
    startDeliverer(db, { timeoutMs: 600_000 })
    const decisions = OWNERS.flatMap((owner, i) =>
      TOKENS.map((_, token) => {
        const n = i * TOKENS.length + token
        return { ...fill(n, MONDAY + 700 * n, 'BUY', token), owner } as LedgerEvent
      }),
    )
    await ingestRecords(db, decisions)
    await watchLedger(db, { now: MONDAY + 700 * decisions.length, delayMinutes: 60 })
    await until(() => quick.received.length === decisions.length)
    // Eight to a channel and 64 to a host.
    expect(silent.received.length).toBeLessThanOrEqual(64)
    await until(() => held.length === 64)
    // The deliverer ends once its requests have: not after ten minutes.
    silent.answer = (response) => response.writeHead(204).end()
    for (const response of held) response.writeHead(204).end()
  })
  test('gets no message about a wallet that opted out during the quiet hours', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const hook = await startReceiver()
    onTestFinished(() => hook.close())
    const now = (plus: number) => new Date(Date.now() + plus).toISOString().slice(11, 16)
    const pace = { quietFrom: now(-60_000), quietTo: now(1_200_000), timeZone: 'UTC' }
    const [gone, other] = OWNERS as [Address, Address]
    const { accountId } = await follower(db, [gone, other], { target: hook.url, pace })
    await ingestRecords(db, [
      fill(1, MONDAY, 'BUY', 0),
      { ...fill(2, MONDAY + 100, 'BUY', 1), owner: other } as LedgerEvent,
    ])
    await followBoard(db, { accountId, channelId: '' }, 'pnl-all')
    const ids = await db.all<{ id: number; address: Address }>('SELECT id, address FROM traders ORDER BY id')
    const traders = ids.filter(({ address }) => address === gone || address === other).map(({ id }) => id)
    const look = { now: MONDAY + 200, delayMinutes: 60 }
    for (const order of [[], traders]) {
      await publishOrder(db, order)
      await watchSnapshots(db, look)
    }
    await watchLedger(db, look)
    let later = 0
    startDeliverer(db, { clock: () => Date.now() + later })
    await until(async () => {
      const rows = await db.all<{ waiting: number }>('SELECT waiting FROM alert_outbox')
      return rows.length > 0 && rows.every(({ waiting }) => waiting === WAITING.digest)
    })
    await addOptOut(db, gone)
    later = 1_500_000
    await until(() => hook.received.length === 1)
    const [digest] = hook.received.map(({ body }): Message => JSON.parse(body))
    expect(digest).toMatchObject({
      data: {
        count: 2,
        decisions: [{ trader: { address: other } }],
        leaderboards: [{ entered: [{ address: other }], left: [] }],
      },
    })
    expect(JSON.stringify(digest)).not.toContain(gone)
  })
})
