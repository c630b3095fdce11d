import { ACCOUNTS } from '../../../../src/accounts/account-tables.ts'
import { createAccountStore } from '../../../../src/accounts/accounts.ts'
import { createSecretBox } from '../../../../src/accounts/secret-box.ts'
import { PACE_INPUT } from '../../../../src/delivery/channel-pace.ts'
import { ALERT_CHANNELS } from '../../../../src/delivery/delivery-tables.ts'
import { formMessages } from '../../../../src/delivery/form-messages.ts'
import { channelsDue, claimOldest } from '../../../../src/delivery/message-queue.ts'
import { dropMessages, outboxMessages } from '../../../../src/delivery/outbox-messages.ts'
import { createChannels } from '../../../../src/delivery/own-channels.ts'
import type { ReadTop, ReadTrades } from '../../../../src/follows/follow.ts'
import { FOLLOWS } from '../../../../src/follows/follow-tables.ts'
import { CHANNEL_PAGE, SET_BACK_FOLLOWS } from '../../../../src/follows/followers.ts'
import { createFollows } from '../../../../src/follows/follows.ts'
import { EVENT } from '../../../../src/follows/kinds/event.ts'
import { MARKET } from '../../../../src/follows/kinds/market.ts'
import { SCREEN } from '../../../../src/follows/kinds/screen.ts'
import { TRADES } from '../../../../src/follows/kinds/trades.ts'
import { WALLET } from '../../../../src/follows/kinds/wallet.ts'
import { STANCE_COHORT } from '../../../../src/follows/markets/market-stances.ts'
import { filterFollow } from '../../../../src/follows/trade-rules.ts'
import { watchLedger, watchSnapshots } from '../../../../src/follows/watch.ts'
import type { LedgerEvent } from '../../../../src/ledger/event.ts'
import { type Address, type Hash, MICRO, type TokenId } from '../../../../src/ledger/quantities.ts'
import { openStore } from '../../../../src/migrations/open-store.ts'
import { screenCloses } from '../../../../src/screens/screen-closes.ts'
import { createScreens } from '../../../../src/screens/screens.ts'
import { writeView } from '../../../../src/smart-money/views.ts'
import { ingestRecords } from '../../../../src/sources/files/ingest.ts'
import type { Database } from '../../../../src/store/engine/database.ts'
import { appendEveryPosition, ledgerVersion } from '../../../../src/store/ledger/ledger-changes.ts'
import { chainKey } from '../../../../src/store/ledger/place.ts'
import { createMarketStore } from '../../../../src/store/markets/market-store.ts'
import { addOptOut } from '../../../../src/store/opted-out.ts'
import { newestHead } from '../../../../src/store/snapshot/stored-snapshots.ts'
import { readTape, type TapePage } from '../../../../src/store/trades/whole-trades.ts'
import { plantTraders, publishOrder, traderAddress } from '../../../follows/support/board-world.ts'
import { followAs, followBoard, follower, marketFollower } from '../../../follows/support/followers.ts'
import { undo } from '../../../follows/support/undone-meanwhile.ts'
import { CONDITIONS, MARKETS, MONDAY, OWNERS, TOKENS } from '../../../whales/support/radar-world.ts'
import type { Chapter } from './chapter.ts'

const START = MONDAY + 43_200
const EVENT_ID = '4711'

const TAPE: TapePage = {
  order: 'NEWEST',
  streams: null,
  since: null,
  before: null,
  upTo: { time: START + 6_000, key: chainKey(100, 0) },
  after: null,
  usd: { min: 1_000 * MICRO, max: Number.MAX_SAFE_INTEGER },
  limit: 100,
}

interface Deed {
  n: number
  owner: number
  side?: 'BUY' | 'SELL'
  token?: number
  shares?: number
  cents?: number
}

const placeOf = (n: number) => ({
  block: n,
  logIndex: 0,
  tx: `0x${String(n).padStart(64, '0')}` as Hash,
  time: START + 60 * n,
})

function fill({ n, owner, side = 'BUY', token = 0, shares = 10, cents = 50 }: Deed): LedgerEvent {
  return {
    kind: 'FILL',
    ...placeOf(n),
    exchange: null,
    owner: OWNERS[owner] as Address,
    counterparty: null,
    role: 'TAKER',
    side,
    token: TOKENS[token] as TokenId,
    shares: shares * 1_000 * MICRO,
    usd: shares * 10 * cents * MICRO,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}

/** More followers of a wallet than one look notifies, each with a channel. */
async function manyFollow(db: Database, address: Address): Promise<void> {
  const numbers = Array.from({ length: CHANNEL_PAGE + 1 }, (_, n) => 1_000 + n)
  const all = <Value>(value: Value) => numbers.map(() => value)
  const accounts = { id: numbers, name: numbers.map((n) => `many ${n}`), tier: all('PRO') }
  await db.upsert(ACCOUNTS, accounts, numbers.length)
  const channels = {
    id: numbers.map((n) => `ch_${n}`),
    account_id: numbers,
    place: all(0),
    kind: all('WEBHOOK'),
    target: numbers.map((n) => `https://hooks.example.com/many/${n}`),
    lane: all('host:many'),
    state: all('ACTIVE'),
    failures: all(0),
    resume_ms: all(0),
  }
  await db.upsert(ALERT_CHANNELS, channels, numbers.length)
  const follows = {
    account_id: numbers,
    topic: all(`wallet:${address}`),
    kind: all('wallet'),
    rules: all('{}'),
    since: all(0),
  }
  await db.upsert(FOLLOWS, follows, numbers.length)
}

/** Publishes the side of smart money in the first market, in percent of its value. */
async function takeSides(db: Database, snapshot: number, yes: number): Promise<void> {
  const row = await db.get<{ id: number }>('SELECT id FROM conditions WHERE condition = ?', [
    CONDITIONS.first,
  ])
  const value = 10_000 * MICRO
  const stance = {
    market: row?.id ?? 0,
    condition: CONDITIONS.first,
    category: null,
    members: 4,
    price: 500_000,
  }
  const view = { snapshot, cohort: STANCE_COHORT, week: 0, members: 50, events: 0 }
  await db.transaction((tx) =>
    writeView(tx, view, [{ ...stance, yesValue: (yes * value) / 100, value }], () => 0),
  )
}

/** Accounts follow wallets, markets, an event and leaderboards, and are notified of what they do. */
export const followsChapter: Chapter = async ({ address, step }) => {
  const store = await openStore(address)
  const { db } = store
  const look = (n: number) => {
    const now = START + 60 * n
    return watchLedger(db, { now, nowMs: now * 1_000, delayMinutes: 60 })
  }
  const lookAtSnapshots = (readTop: ReadTop | null = null, readTrades: ReadTrades | null = null) => {
    const now = START + 6_000
    return watchSnapshots(db, { now, nowMs: now * 1_000, delayMinutes: 60, readTop, readTrades })
  }
  const event = { id: EVENT_ID, title: 'Who is killed?', slug: 'who-is-killed' }
  await step('a world of two markets begins', async () => {
    await ingestRecords(
      db,
      MARKETS.map((market) => ({ ...market, event })),
    )
    await ingestRecords(db, [fill({ n: 1, owner: 0 }), fill({ n: 2, owner: 1, token: 1, shares: 8 })])
  })
  const pro = await step('accounts follow', async () => {
    const one = await follower(db, OWNERS.slice(0, 3) as Address[])
    await follower(db, OWNERS.slice(0, 1) as Address[], { tier: 'FREE' })
    await marketFollower(db, CONDITIONS.first, { holderShare: 0.3 })
    await marketFollower(db, CONDITIONS.first, { above: 0.6, below: 0.4, jump: 0.05 })
    await marketFollower(db, CONDITIONS.first, { stance: true })
    const of = await follower(db, [])
    await followAs(db, of.accountId, EVENT, EVENT_ID, { rules: { above: 0.6, jump: 0.05 } })
    await followAs(db, of.accountId, TRADES, 'all', {})
    return one
  })
  await step('wallets trade, prices move, and followers are notified', async () => {
    await look(3)
    const deeds: Deed[] = [
      { n: 4, owner: 0, cents: 62 },
      { n: 5, owner: 0, cents: 63 },
      { n: 6, owner: 1, side: 'SELL', token: 1, shares: 4, cents: 30 },
      { n: 7, owner: 2, shares: 30, cents: 70 },
      { n: 8, owner: 0, side: 'SELL', shares: 20, cents: 20 },
      { n: 9, owner: 2, token: 2, cents: 20 },
      { n: 10, owner: 2, token: 2, cents: 80 },
    ]
    for (const deed of deeds) {
      await ingestRecords(db, [fill(deed)])
      await look(deed.n)
    }
  })
  await step('a wallet holds more by a split', async () => {
    const place = placeOf(11)
    await ingestRecords(db, [
      {
        kind: 'SPLIT',
        ...place,
        owner: OWNERS[3] as Address,
        condition: CONDITIONS.first,
        amount: 90_000 * MICRO,
      },
    ])
    await look(11)
  })
  await step('more accounts follow than are notified at a time', async () => {
    await manyFollow(db, OWNERS[3] as Address)
    await ingestRecords(db, [fill({ n: 12, owner: 3, shares: 50 })])
    await look(13)
  })
  await step('a market is resolved', async () => {
    await ingestRecords(db, [
      { kind: 'RESOLVE', ...placeOf(20), condition: CONDITIONS.first, payouts: ['1', '0'] },
    ])
    await look(21)
  })
  await step('blocks are taken back, and others come', async () => {
    await undo(db, 10)
    await look(22)
    await ingestRecords(db, [
      fill({ n: 14, owner: 2, shares: 30, cents: 75 }),
      fill({ n: 30, owner: 1, shares: 9 }),
    ])
    await look(31)
  })
  await step('everything is read again where a version names no positions', async () => {
    const version = (await ledgerVersion(db)) + 1
    await db.transaction(async (tx) => {
      await appendEveryPosition(tx, version, START)
      await tx.run('UPDATE ledger_state SET version = ?', [version])
    })
    await look(32)
  })
  await step('leaderboards are followed through snapshots', async () => {
    await plantTraders(db, 6)
    await publishOrder(db, [1, 2, 3, 4, 5, 6])
    await followBoard(db, pro, 'pnl-all', { rules: { top: 3 } })
    await lookAtSnapshots()
    await publishOrder(db, [4, 1, 5, 2, 3, 6])
    await lookAtSnapshots()
    await lookAtSnapshots()
  })
  await step('screens are followed, and one is deleted', async () => {
    const screens = createScreens(db)
    const question = JSON.stringify({
      where: null,
      orderBy: [{ by: 'volume' }],
      period: 'ALL',
      category: null,
    })
    const given = { name: 'one', isPublic: true, top: 3, question }
    const ids = [await screens.add(pro.accountId, given), await screens.add(pro.accountId, given)].map(
      ({ id }) => id,
    )
    for (const id of ids) {
      await createFollows(db).find(SCREEN, id, { accountId: pro.accountId, at: null })
      await followAs(db, pro.accountId, SCREEN, id, {})
    }
    const readTop: ReadTop = async () => {
      return { snapshot: (await newestHead(db))?.id ?? 0, path: '/v1/traders', traders: [1, 2] }
    }
    await lookAtSnapshots(readTop)
    await screenCloses(db, ids[0] ?? '', 0, 100_000)
    await screens.remove(pro.accountId, ids[0] ?? '')
    await publishOrder(db, [1, 2, 3, 4, 5, 6])
    await lookAtSnapshots(readTop)
  })
  await step(
    'a filter of trades is followed, blocks are taken back, and nobody follows it any more',
    async () => {
      const { key, rules } = filterFollow({ minUsd: 1_000 })
      await followAs(db, pro.accountId, TRADES, key, { rules, at: START })
      const upTo = { time: START + 6_000, key: chainKey(100, 0) }
      const readTrades: ReadTrades = async () => {
        const snapshot = (await newestHead(db))?.id ?? 0
        return { snapshot, upTo, trades: (await db.view((sql) => readTape(sql, TAPE))).reverse() }
      }
      await lookAtSnapshots(null, readTrades)
      await undo(db, 30)
      await createFollows(db).unfollow(pro.accountId, TRADES, key, null)
      await publishOrder(db, [2, 1, 3, 4, 5, 6])
      await lookAtSnapshots(null, readTrades)
    },
  )
  await step('smart money changes sides', async () => {
    for (const yes of [80, 20]) {
      const id = await publishOrder(db, [1, 2, 3, 4, 5, 6])
      await takeSides(db, id, yes)
      await lookAtSnapshots()
    }
  })
  await step('messages are formed and taken, without traders who opted out', async () => {
    await addOptOut(db, traderAddress(4))
    const now = (START + 90_000) * 1_000
    const pace = PACE_INPUT.parse({ dailyLimit: 2 })
    await createChannels(db, { clock: () => now }).setPace(pro.accountId, pro.channelId, pace)
    const standings = { clock: () => START + 90_000, delay: 3_600, records: async () => new Map() }
    while ((await formMessages(db, { now, standings })) > 0);
    const lease = { name: 'one', nowMs: now, untilMs: now + 60_000 }
    const channels = await channelsDue(db, createSecretBox([]), {
      nowMs: now,
      after: '',
      limit: 50,
      channels: [],
      lanes: [],
    })
    await db.transaction((tx) =>
      claimOldest(
        tx,
        channels.map(({ id }) => id),
        lease,
      ),
    )
  })
  await step('a free account begins to follow, and reads its outbox', async () => {
    const { id } = await createAccountStore(db).createAccount('late', 'FREE')
    const late = createFollows(db, { now: () => START + 40, delayMinutes: 60 })
    await late.follow({ id, tier: 'FREE' }, WALLET, {
      rules: WALLET.input.parse({}),
      key: OWNERS[0] as Address,
    })
    await outboxMessages(db, id)
  })
  await step('an account comes back, asks what changed, and erases its visits', async () => {
    let now = START
    const { since, visits } = createFollows(db, { now: () => now })
    for (const seconds of [0, 70, 4_000]) {
      now += seconds
      await visits.note(pro.accountId, now)
    }
    const visit = await visits.last(pro.accountId)
    const upTo = Number.MAX_SAFE_INTEGER
    await followBoard(db, pro, 'pnl-7d')
    await since({ id: pro.accountId, tier: 'PRO' }, { after: visit?.cutoff ?? 0, upTo })
    const traders = [1, 2]
    await createMarketStore(db).trading({ traders, after: START, upTo: { time: upTo, key: upTo } })
    await visits.forget(pro.accountId)
  })
  await step('a trader opts out, and an account stops following', async () => {
    await addOptOut(db, OWNERS[2] as Address)
    await look(40)
    await createFollows(db).unfollow(pro.accountId, MARKET, CONDITIONS.first, null)
    await look(5_000)
  })
  await step('the clock of a demo starts again', async () => {
    await db.transaction(async (tx) => {
      await dropMessages(tx)
      await SET_BACK_FOLLOWS.run(tx, { to: START })
    })
  })
  await store.close()
}
