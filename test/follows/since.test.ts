import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AccountTier } from '../../src/accounts/account-store.ts'
import { APART_SECONDS, createVisits } from '../../src/accounts/visits.ts'
import { createFollows } from '../../src/follows/follows.ts'
import { MARKET } from '../../src/follows/kinds/market.ts'
import { WALLET } from '../../src/follows/kinds/wallet.ts'
import { watchSnapshots } from '../../src/follows/watch.ts'
import type { Fill, LedgerEvent } from '../../src/ledger/event.ts'
import { type Address, MICRO } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { fillPrice } from '../../src/store/ingest/price-day-rows.ts'
import { sealLedger } from '../../src/store/ledger/seal-ledger.ts'
import { addOptOut } from '../../src/store/opted-out.ts'
import { asker, callerOf } from '../graph/support/ask.ts'
import { readerOf } from '../graph/support/published-store.ts'
import { describeEngines } from '../store/support/engines.ts'
import { ledgerOf, MARKET_LINES, WALLETS } from '../store/support/random-ledger.ts'
import { MARKETS, MONDAY, OWNERS, TOKENS } from '../whales/support/radar-world.ts'
import { CUTOFF, plantTraders, publishOrder, traderAddress } from './support/board-world.ts'
import { type Follower, followAs, followBoard, follower } from './support/followers.ts'
import { undo } from './support/undone-meanwhile.ts'

const SINCE = `query ($time: DateTime) { viewer { since(time: $time) { from lastVisit summary lastAt
  trades { trader { address } market { id } outcome { token } fills volume usd shares lowestPrice highestPrice }
  moves { market { id } outcome { index } priceBefore priceAfter resolved movedBy { trader { address } usd } }
  boards { leaderboard { id } top entered { trader { address } rank previousRank } left { trader { address } rank } } } } }`

interface Line {
  trader: { address: string }
  market: { id: string } | null
  outcome: { token: string } | null
  fills: number
  volume: number
  usd: number
  shares: number
  lowestPrice: number | null
  highestPrice: number | null
}
interface Since {
  from: string
  lastVisit: string | null
  summary: string
  lastAt: string | null
  trades: Line[]
  moves: {
    market: { id: string }
    priceBefore: number
    priceAfter: number
    resolved: boolean
    movedBy: { trader: { address: string }; usd: number } | null
  }[]
  boards: { entered: { trader: { address: string }; rank: number }[]; left: unknown[] }[]
}

const iso = (time: number) => `${new Date(time * 1000).toISOString().slice(0, 19)}Z`
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
const isFill = (event: LedgerEvent): event is Fill => event.kind === 'FILL'

/** Asks as a follower. */
async function sinceOf(
  db: Database,
  { accountId }: Follower,
  time: number | null,
  tier: AccountTier = 'PRO',
): Promise<Since> {
  const caller = { ...callerOf(tier), accountId }
  const variables = time === null ? {} : { time: iso(time) }
  const { data, errors } = await asker(db, readerOf(db))(SINCE, variables, caller)
  expect(errors).toBeUndefined()
  const { viewer } = data as { viewer: { since: Since } }
  return viewer.since
}

/** The net of raw fills by trader and market, as the schema describes it. */
function slowLines(fills: readonly Fill[], followed: readonly string[], after: number) {
  const own = fills.filter(({ owner, time }) => followed.includes(owner) && time > after)
  const marketOf = (fill: Fill) => MARKET_LINES.find(({ tokens }) => tokens.includes(fill.token))
  const groups = Map.groupBy(own, (fill) => `${fill.owner} ${marketOf(fill)?.condition ?? fill.token}`)
  return [...groups.values()].map((group) => {
    const [first] = group as [Fill]
    const tokens = [...(marketOf(first)?.tokens ?? [first.token])]
    const volumes = tokens.map((token) =>
      sumOf(group.filter((fill) => fill.token === token).map(({ usd }) => usd)),
    )
    const main = volumes[0] === Math.max(...volumes) && group.some(({ token }) => token === tokens[0]) ? 0 : 1
    const signed = group.map((fill) => {
      const sign = fill.side === 'BUY' ? 1 : -1
      return fill.token === tokens[main]
        ? { shares: sign * fill.shares, usd: sign * fill.usd, price: fillPrice(fill) }
        : {
            shares: -sign * fill.shares,
            usd: sign * (fill.usd - fill.shares),
            price: fillPrice(fill) === null ? null : MICRO - Number(fillPrice(fill)),
          }
    })
    const prices = signed.flatMap(({ price }) => price ?? [])
    return {
      trader: { address: first.owner },
      market: marketOf(first) === undefined ? null : { id: marketOf(first)?.condition },
      fills: group.length,
      volume: sumOf(group.map(({ usd }) => usd)) / MICRO,
      usd: sumOf(signed.map(({ usd }) => usd)) / MICRO + 0,
      shares: sumOf(signed.map(({ shares }) => shares)) / MICRO + 0,
      lowestPrice: prices.length === 0 ? null : Math.min(...prices) / MICRO,
      highestPrice: prices.length === 0 ? null : Math.max(...prices) / MICRO,
    }
  })
}

const nameOf = (line: Pick<Line, 'trader'> & { market?: { id?: string | undefined } | null }) =>
  `${line.trader.address} ${line.market?.id}`
const byName = (one: Parameters<typeof nameOf>[0], other: Parameters<typeof nameOf>[0]) =>
  nameOf(one) < nameOf(other) ? -1 : 1

describeEngines('changes since a time', (open, engine) => {
  test('are the raw fills of the traders whom each account follows, net by market', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(
        ledgerOf(40),
        fc.boolean(),
        fc.nat(100),
        fc.subarray(WALLETS),
        fc.subarray(WALLETS),
        async (events, isSealed, part, ...followed) => {
          const { db, close } = await open()
          await ingestRecords(db, [...MARKET_LINES, ...events])
          const accounts = [await follower(db, followed[0] ?? []), await follower(db, followed[1] ?? [])]
          if (isSealed) await sealLedger(db, { settledAfterDays: 0, partRows: 7 })
          await refresh(db)
          const fills = events.filter(isFill)
          const [start, end] = [fills[0]?.time ?? 0, events.at(-1)?.time ?? 0]
          const after = start - 1 + Math.floor(((end - start + 1) * part) / 100)
          for (const [i, account] of accounts.entries()) {
            const { trades, from } = await sinceOf(db, account, after)
            expect(from).toBe(iso(after))
            const expected = slowLines(fills, followed[i] ?? [], after)
            expect(trades.map(({ outcome: _outcome, ...line }) => line).sort(byName)).toEqual(
              expected.sort(byName),
            )
            compared += trades.length
          }
          await close()
        },
      ),
      { numRuns: engine === 'sqlite' ? 6 : 3 },
    )
    expect(compared).toBeGreaterThan(0)
  })

  const [AHAB, STARBUCK] = OWNERS as [Address, Address]
  const fill = (block: number, owner: Address, cents: number, token = 0, shares = 1_000): Fill => ({
    kind: 'FILL',
    block,
    logIndex: 0,
    tx: `0x${block.toString(16).padStart(64, '0')}` as Fill['tx'],
    time: MONDAY + 600 * block,
    exchange: null,
    owner,
    counterparty: null,
    role: 'TAKER',
    side: 'BUY',
    token: TOKENS[token] as Fill['token'],
    shares: shares * MICRO,
    usd: shares * cents * 10_000,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  })
  const condition = MARKETS[0]?.condition ?? ('0x' as never)

  test('include followed markets that moved by the chosen amount, and who moved them, until a block is undone', async () => {
    const { db, close } = await open()
    const who = await follower(db, [AHAB])
    const other = await follower(db, [])
    await followAs(db, who.accountId, MARKET, condition, { rules: { jump: 0.1 } })
    await followAs(db, other.accountId, MARKET, condition, { rules: { jump: 0.2 } })
    await ingestRecords(db, [...MARKETS, fill(1, STARBUCK, 50), fill(2, STARBUCK, 52)])
    await refresh(db)
    const after = MONDAY + 1_200
    expect(await sinceOf(db, who, after)).toMatchObject({
      trades: [],
      moves: [],
      summary: 'Nothing happened in what you follow.',
    })
    await ingestRecords(db, [fill(3, AHAB, 60), fill(4, AHAB, 64)])
    await refresh(db)
    expect(await sinceOf(db, who, after)).toMatchObject({
      trades: [{ trader: { address: AHAB }, fills: 2, usd: 1_240, lowestPrice: 0.6, highestPrice: 0.64 }],
      moves: [
        { priceBefore: 0.52, priceAfter: 0.64, resolved: false, movedBy: { trader: { address: AHAB } } },
      ],
      summary: 'The trader you follow traded, and 1 of your markets moved.',
      lastAt: iso(MONDAY + 2_400),
    })
    expect(await sinceOf(db, other, after)).toMatchObject({ trades: [], moves: [], boards: [] })
    await undo(db, 4)
    await refresh(db)
    expect(await sinceOf(db, who, after)).toMatchObject({ trades: [{ fills: 1, usd: 600 }], moves: [] })
    await undo(db, 3)
    await refresh(db)
    expect(await sinceOf(db, who, after)).toMatchObject({ trades: [], moves: [] })
    await ingestRecords(db, [{ kind: 'RESOLVE', ...place(fill(5, AHAB, 0)), condition, payouts: ['1', '0'] }])
    await refresh(db)
    expect(await sinceOf(db, other, after)).toMatchObject({
      moves: [{ priceBefore: 0.52, priceAfter: 1, resolved: true }],
    })
    await close()
  })

  test('leave out traders who opted out', async () => {
    const { db, close } = await open()
    const who = await follower(db, [AHAB, STARBUCK])
    await ingestRecords(db, [...MARKETS, fill(1, STARBUCK, 50), fill(2, AHAB, 52)])
    await refresh(db)
    const shown = async () => (await sinceOf(db, who, MONDAY)).trades.map(({ trader }) => trader.address)
    expect(await shown()).toEqual([AHAB, STARBUCK])
    await addOptOut(db, AHAB)
    expect(await shown()).toEqual([STARBUCK])
    await close()
  })

  test('of a board are the net of all its snapshots, for its top and since the follow began', async () => {
    const { db, close } = await open()
    await plantTraders(db, 9)
    const time = (id: number) => CUTOFF.time + 60 * id
    const who = await follower(db, [])
    const late = await follower(db, [])
    const look = () => watchSnapshots(db, { now: CUTOFF.time + 3_600, delayMinutes: 60 })
    const order = async (...ids: number[]) => {
      const id = await publishOrder(db, ids)
      await look()
      return id
    }
    const first = await order(1, 2, 3, 4, 5, 6, 7, 8)
    await followBoard(db, who, 'pnl-all', { rules: { top: 3 } })
    await look()
    const [next] = [await order(1, 9, 2, 3, 4, 5, 6, 7)]
    const last = await order(1, 9, 8, 7, 2, 3, 4, 5)
    await followBoard(db, late, 'pnl-all', { rules: { top: 3 } })
    const boardsOf = async (one: Follower, after: number) => {
      const range = { after, upTo: time(last) }
      const { boards } = await createFollows(db).since({ id: one.accountId, tier: 'PRO' }, range)
      return boards.map(({ entered, left, ...rest }) => ({
        ...rest,
        entered: entered.map(({ address }) => address),
        left: left.map(({ address }) => address),
      }))
    }
    const common = { list: 'pnl-all', top: 3, stays: 4 }
    const people = (...ids: number[]) => ids.map(traderAddress)
    expect(await boardsOf(who, time(first))).toEqual([
      { ...common, entered: people(9, 8), left: people(2, 3) },
    ])
    expect(await boardsOf(who, time(next))).toEqual([{ ...common, entered: people(8), left: people(2, 3) }])
    expect(await boardsOf(who, time(last))).toEqual([])
    expect(await boardsOf(late, time(first))).toEqual([])
    await close()
  })

  test('are of the follows that count: of a free account the oldest', async () => {
    const { db, close } = await open()
    const who = await follower(db, [], { tier: 'FREE' })
    const wallets = Array.from({ length: WALLET.limits.FREE + 1 }, (_, i) => traderAddress(i + 1))
    for (const [at, address] of wallets.entries())
      await followAs(db, who.accountId, WALLET, address, { tier: 'PRO', at })
    const followed = async (tier: AccountTier) => {
      const account = { id: who.accountId, tier }
      const { counted } = await createFollows(db).since(account, { after: 0, upTo: MONDAY })
      return counted.get('wallet')?.map(({ key }) => key)
    }
    expect(await followed('FREE')).toEqual(wallets.slice(0, -1))
    expect(await followed('PRO')).toEqual(wallets)
    await close()
  })
})

const place = ({ block, logIndex, tx, time }: Fill) => ({ block, logIndex, tx, time })

describeEngines('the last visit', (open, engine) => {
  test('is the newest page view half an hour before, of one account, until it is erased', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(1, 40, 70, 400, 1_700, 1_900, 90_000)), {
          minLength: 1,
          maxLength: 25,
        }),
        async (views) => {
          const { db, close } = await open()
          let now = 1_000_000
          // Each process has its own memory of what it wrote.
          const processes = [createVisits(db, () => now), createVisits(db, () => now)]
          const noted = new Map<number, number[]>([
            [1, []],
            [2, []],
          ])
          for (const [i, [account, seconds]] of views.entries()) {
            now += seconds
            const visits = processes[i % 2] as (typeof processes)[number]
            await visits.note(account, now - 7)
            const own = noted.get(account) as number[]
            if (now - (own.at(-1) ?? 0) >= 60) own.push(now)
            for (const [one, times] of noted) {
              const at = times.findLast((time) => time <= now - APART_SECONDS)
              expect(await visits.last(one)).toEqual(at === undefined ? null : { at, cutoff: at - 7 })
            }
          }
          const rows = await db.all<{ count: number }>('SELECT COUNT(*) AS count FROM visits')
          expect(Number(rows[0]?.count)).toBeLessThanOrEqual(2 * 31)
          const [visits] = processes
          expect(await visits?.forget(1)).toBe((noted.get(1)?.length ?? 0) > 0)
          now += 10_000
          const left = noted.get(2)?.at(-1)
          expect(await visits?.last(1)).toBeNull()
          expect((await visits?.last(2))?.at).toBe(left)
          await close()
        },
      ),
      { numRuns: engine === 'sqlite' ? 20 : 5 },
    )
  })
})
