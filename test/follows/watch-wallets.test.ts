import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WAITING } from '../../src/delivery/outbox.ts'
import { createFollows } from '../../src/follows/follows.ts'
import { WALLET } from '../../src/follows/kinds/wallet.ts'
import { GATHER_MS } from '../../src/follows/outbox-entry.ts'
import { watchLedger } from '../../src/follows/watch.ts'
import type { LedgerEvent, SourceRecord } from '../../src/ledger/event.ts'
import { type Address, type Hash, MICRO, type TokenId } from '../../src/ledger/quantities.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { ledgerVersion, readCursor } from '../../src/store/ledger/ledger-changes.ts'
import { addOptOut } from '../../src/store/opted-out.ts'
import { describeEngines } from '../store/support/engines.ts'
import { failingAfter, Killed } from '../whales/support/failing-database.ts'
import { CONDITIONS, MARKETS, MONDAY, OWNERS, TOKENS } from '../whales/support/radar-world.ts'
import { follower, waitingFor } from './support/followers.ts'
import { undo, undoneMeanwhile } from './support/undone-meanwhile.ts'

const [AHAB, STARBUCK, STUBB, PIP] = OWNERS as [Address, Address, Address, Address]
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}` as Hash
/** Midday, so that days pass in some examples and not in most. */
const START = MONDAY + 43_200

const place = (i: number, time: number) => ({ block: i, logIndex: 0, tx: hash(i + 1), time })

function fill(
  i: number,
  time: number,
  owner: Address,
  token: TokenId,
  side: 'BUY' | 'SELL',
  shares: number,
  cents: number,
) {
  return {
    kind: 'FILL' as const,
    ...place(i, time),
    exchange: null,
    owner,
    counterparty: null,
    role: 'TAKER' as const,
    side,
    token,
    shares,
    usd: Math.floor((shares * cents) / 100),
    fee: 0,
    feeIn: 'USD' as const,
    orderHash: null,
  }
}

type Kind = 'BUY' | 'SELL' | 'SPLIT' | 'MERGE' | 'TRANSFER' | 'RESOLVE'
const step = fc.record({
  kind: fc.constantFrom<Kind>('BUY', 'BUY', 'BUY', 'SELL', 'SELL', 'SPLIT', 'MERGE', 'TRANSFER', 'RESOLVE'),
  owner: fc.constantFrom(AHAB, STARBUCK, PIP),
  other: fc.constantFrom(AHAB, STARBUCK, PIP),
  token: fc.integer({ min: 0, max: 3 }),
  shares: fc.integer({ min: 1, max: 5 }).map((n) => n * MICRO),
  cents: fc.integer({ min: 10, max: 90 }),
  after: fc.constantFrom(1, 40, 130, 290, 400, 30_000),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Events in the order of the chain; a market is resolved once. */
function eventsOf(steps: readonly Step[]): LedgerEvent[] {
  const resolved = new Set<number>()
  let time = START
  return steps.flatMap((one, i): LedgerEvent[] => {
    time += one.after
    const { kind, owner, other, shares, cents } = one
    const market = Math.floor(one.token / 2)
    const token = TOKENS[one.token] as TokenId
    const condition = Object.values(CONDITIONS)[market] ?? CONDITIONS.first
    if (resolved.has(market)) return []
    if (kind === 'RESOLVE') resolved.add(market)
    const at = place(i, time)
    if (kind === 'BUY' || kind === 'SELL') return [fill(i, time, owner, token, kind, shares, cents)]
    if (kind === 'SPLIT' || kind === 'MERGE') return [{ kind, ...at, owner, condition, amount: shares }]
    if (kind === 'RESOLVE') return [{ kind, ...at, condition, payouts: ['1', '0'] }]
    return owner === other ? [] : [{ kind: 'TRANSFER', ...at, from: owner, to: other, token, amount: shares }]
  })
}

interface Told {
  kind: string
  wallet: string
  token: number
  shares: number
  usd: number
  realized: number | null
  held: number
}

/** The same in fractions of whole numbers, one event after the other, as the methodology says it. */
function slowly(events: readonly LedgerEvent[]): Told[] {
  const positions = new Map<string, { shares: bigint; cost: bigint }>()
  const open = new Map<string, { told: Told; first: number; last: number }[]>()
  const all: Told[] = []
  const positionOf = (wallet: string, token: number) => {
    const key = `${wallet} ${token}`
    const known = positions.get(key) ?? { shares: 0n, cost: 0n }
    positions.set(key, known)
    return known
  }
  const tell = (
    time: number,
    wallet: string,
    token: number,
    deed: string,
    before: bigint,
    terms: Omit<Told, 'kind' | 'wallet' | 'token'>,
  ) => {
    const key = `${wallet} ${token} ${deed}`
    const list = open.get(key) ?? []
    open.set(key, list)
    const last = list.at(-1)
    const isSame = last && time - last.first < 300 && deed !== 'CLOSED' && !(deed === 'IN' && before === 0n)
    if (isSame) {
      last.told.shares += terms.shares
      last.told.usd += terms.usd
      if (last.told.realized !== null) last.told.realized += terms.realized ?? 0
      last.told.held = terms.held
      return
    }
    const kind = deed === 'IN' ? (before === 0n ? 'OPENED' : 'ADDED') : deed
    const told = { kind, wallet, token, ...terms }
    list.push({ told, first: time, last: time })
    if (wallet !== PIP) all.push(told)
  }
  const takeIn = (time: number, wallet: string, token: number, shares: bigint, cost: bigint) => {
    const position = positionOf(wallet, token)
    const before = position.shares
    position.shares += shares
    position.cost += cost
    tell(time, wallet, token, 'IN', before, {
      shares: Number(shares),
      usd: Number(cost),
      realized: null,
      held: Number(position.shares),
    })
  }
  /** Removes held shares; null for a transfer, which earns nothing. */
  const takeOut = (
    time: number,
    wallet: string,
    token: number,
    shares: bigint,
    usd: bigint | null,
    isFill: boolean,
  ) => {
    const position = positionOf(wallet, token)
    const before = position.shares
    const held = shares < before ? shares : before
    const basis = before === 0n ? 0n : (position.cost * held) / before
    const proceeds = usd === null ? basis : (usd * held) / shares
    position.shares -= held
    position.cost -= basis
    if (held === 0n && !isFill) return basis
    tell(time, wallet, token, before > 0n && position.shares === 0n ? 'CLOSED' : 'REDUCED', before, {
      shares: Number(isFill ? shares : held),
      usd: Number(isFill ? (usd ?? 0n) : proceeds),
      realized: Number(held === 0n ? 0n : proceeds - basis),
      held: Number(position.shares),
    })
    return basis
  }
  for (const event of events) {
    const { time } = event
    if (event.kind === 'FILL') {
      const token = TOKENS.indexOf(event.token)
      const [shares, usd] = [BigInt(event.shares), BigInt(event.usd)]
      if (event.side === 'BUY') takeIn(time, event.owner, token, shares, usd)
      else takeOut(time, event.owner, token, shares, usd, true)
    }
    if (event.kind === 'SPLIT' || event.kind === 'MERGE') {
      const first = event.condition === CONDITIONS.first ? 0 : 2
      const amount = BigInt(event.amount)
      const parts = [amount - amount / 2n, amount / 2n]
      for (const [i, part] of parts.entries())
        if (event.kind === 'SPLIT') takeIn(time, event.owner, first + i, amount, part)
        else takeOut(time, event.owner, first + i, amount, part, false)
    }
    if (event.kind === 'TRANSFER' && event.from !== null && event.to !== null) {
      const token = TOKENS.indexOf(event.token)
      const known = positionOf(event.from, token).shares
      const amount = BigInt(event.amount) < known ? BigInt(event.amount) : known
      if (amount === 0n) continue
      const basis = takeOut(time, event.from, token, amount, null, false)
      takeIn(time, event.to, token, amount, basis)
    }
    if (event.kind === 'RESOLVE') {
      const first = event.condition === CONDITIONS.first ? 0 : 2
      for (const wallet of [AHAB, STARBUCK, PIP])
        for (const [i, price] of [1n, 0n].entries()) {
          const position = positionOf(wallet, first + i)
          if (position.shares === 0n) continue
          const value = position.shares * price
          const terms = { shares: Number(position.shares), usd: Number(value), held: Number(position.shares) }
          tell(time, wallet, first + i, 'RESOLVED', position.shares, {
            ...terms,
            realized: Number(value - position.cost),
          })
          position.cost = value
        }
    }
  }
  return all
}

async function look(db: Database, now: number) {
  return watchLedger(db, { now, delayMinutes: 60 })
}

/**
 * Returns the store's records of all decisions, for any followers.
 * @param seen its earlier records, since it deletes those older than yesterday
 */
async function decisionsIn(db: Database, seen = new Map<string, Told>()): Promise<Told[]> {
  const tokens = await db.all<{ id: number; token: TokenId }>('SELECT id, token FROM tokens')
  const names = new Map(tokens.map(({ id, token }) => [id, token]))
  const rows = await db.all<{ payload: string }>('SELECT payload FROM notices')
  for (const { payload } of rows) {
    const { id, token, notice } = JSON.parse(payload)
    const { kind, trader, shares, usd, realized, held } = notice
    const name = names.get(token) ?? ('' as TokenId)
    const told = { kind, wallet: trader.address, token: TOKENS.indexOf(name), shares, usd, realized, held }
    seen.set(id, told)
  }
  return [...seen.values()]
}

function inOrder(list: readonly Told[]): string[] {
  return list.map((one) => JSON.stringify(Object.entries(one).toSorted())).toSorted()
}

async function worldOf(db: Database) {
  await ingestRecords(db, MARKETS)
  return follower(db, [AHAB, STARBUCK, STUBB])
}

describeEngines('followed wallets', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 6 : 1
  const records = (events: readonly LedgerEvent[]) => events as SourceRecord[]

  test('report each decision once, with the shares, dollars and profit of an independent calculation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const { db, close } = await open()
        const all = await worldOf(db)
        const events = eventsOf(steps)
        const seen = new Map<string, Told>()
        for (const event of events) {
          await ingestRecords(db, records([event]))
          await look(db, event.time)
          await decisionsIn(db, seen)
        }
        expect(inOrder([...seen.values()])).toEqual(inOrder(slowly(events)))
        // A follower without rules is notified of each of them, once.
        expect(await waitingFor(db, all)).toHaveLength(slowly(events).length)
        await close()
      }),
      { numRuns, endOnFailure: true },
    )
  })

  test('report the same under the same ids when a run is killed at any statement and repeated', async () => {
    const kills = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), kills, async (steps, counts) => {
        const [whole, torn] = [await open(), await open()]
        const [one, other] = [await worldOf(whole.db), await worldOf(torn.db)]
        for (const [i, event] of eventsOf(steps).entries()) {
          await ingestRecords(whole.db, records([event]))
          await look(whole.db, event.time)
          await ingestRecords(torn.db, records([event]))
          const failing = failingAfter(torn.db, counts[i % counts.length] ?? 0)
          await look(failing, event.time).catch((error: unknown) => expect(error).toBeInstanceOf(Killed))
          await look(torn.db, event.time)
        }
        const idsOf = async (db: Database, who: typeof one) =>
          (await waitingFor(db, who)).map(({ readyMs: _, ...notice }) => notice)
        expect(await idsOf(torn.db, other)).toEqual(await idsOf(whole.db, one))
        await Promise.all([whole.close(), torn.close()])
      }),
      { numRuns: engine === 'sqlite' ? 3 : 1, endOnFailure: true },
    )
  })

  test('are silent while they are paused, and another account is still told', async () => {
    const { db, close } = await open()
    const [paused, other] = [await worldOf(db), await follower(db, [AHAB])]
    const follows = createFollows(db)
    const topic = `wallet:${AHAB}`
    const buy = async (i: number) => {
      const event = fill(i, START + i * 1_000, AHAB, TOKENS[i % 4] as TokenId, 'BUY', MICRO, 50)
      await ingestRecords(db, [event])
      await look(db, event.time)
      return [(await waitingFor(db, paused)).length, (await waitingFor(db, other)).length]
    }
    expect(await buy(0)).toEqual([1, 1])
    expect(await follows.pause(paused.accountId, [topic, 'wallet:none'], true)).toBe(1)
    expect(await follows.pause(paused.accountId, [topic], true)).toBe(0)
    const states = (await follows.list(paused.accountId)).map((one) => [one.key, one.paused])
    expect(states).toEqual(
      expect.arrayContaining([
        [AHAB, true],
        [STUBB, false],
      ]),
    )
    expect(await buy(1)).toEqual([1, 2])
    // New rules leave it paused, and its maximum is all that it counts for.
    await follows.follow({ id: paused.accountId, tier: 'PRO' }, WALLET, {
      key: AHAB,
      rules: WALLET.input.parse({}),
    })
    expect(await buy(2)).toEqual([1, 3])
    expect(await follows.pause(paused.accountId, null, false)).toBe(1)
    expect(await buy(3)).toEqual([2, 4])
    await close()
  })

  test('report each decision once when two processes look at the same time', async () => {
    const one = await open()
    const who = await worldOf(one.db)
    const other = await openStore(one.address)
    const events = Array.from({ length: 12 }, (_, i) =>
      fill(i, START + i * 400, AHAB, TOKENS[i % 4] as TokenId, 'BUY', MICRO, 50),
    )
    for (const event of events) {
      await ingestRecords(one.db, [event])
      await Promise.all([one.db, other.db, one.db].map((db) => look(db, event.time)))
    }
    await other.close()
    expect(await waitingFor(one.db, who)).toHaveLength(events.length)
    expect(await decisionsIn(one.db)).toHaveLength(events.length)
    expect(await readCursor(one.db, 'follows')).toBe(await ledgerVersion(one.db))
  })

  test('send each follower what their rules match, free ones after the delay', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const at = (rules: Record<string, unknown>, more = {}) => follower(db, [AHAB], { rules, ...more })
    const everything = await at({})
    const large = await at({ minUsd: 3 })
    const sales = await at({ side: 'SELL' })
    const exits = await at({ kinds: ['CLOSED'] })
    const cheap = await at({ maxPrice: 0.3 })
    const sports = await at({ categories: ['sports'] })
    const politics = await at({ categories: ['politics'] })
    const free = await at({}, { tier: 'FREE' })
    const late = await at({}, { at: START + 200 })
    const token = TOKENS[0] as TokenId
    const nowMs = Date.UTC(2026, 1, 2, 12)
    const tell = async (event: LedgerEvent) => {
      await ingestRecords(db, [event])
      await watchLedger(db, { now: event.time, delayMinutes: 60, nowMs })
    }
    await tell(fill(1, START, AHAB, token, 'BUY', 4 * MICRO, 50))
    await tell(fill(2, START + 60, AHAB, token, 'BUY', 4 * MICRO, 50))
    await tell(fill(3, START + 400, AHAB, token, 'SELL', 8 * MICRO, 25))
    const told = async (who: typeof free) =>
      (await waitingFor(db, who)).map(({ kind, usd }) => [kind, usd / MICRO])
    const both = [
      ['OPENED', 2],
      ['CLOSED', 2],
    ]
    expect(await told(everything)).toEqual(both)
    // The decision reaches their size with its second fill.
    expect(await told(large)).toEqual([['OPENED', 4]])
    expect(await told(sales)).toEqual([['CLOSED', 2]])
    expect(await told(exits)).toEqual([['CLOSED', 2]])
    expect(await told(cheap)).toEqual([['CLOSED', 2]])
    expect(await told(sports)).toEqual([])
    expect(await told(politics)).toEqual(both)
    expect(await told(late)).toEqual([['CLOSED', 2]])
    expect(await told(free)).toEqual(both)
    for (const { readyMs } of await waitingFor(db, free)) expect(readyMs).toBe(nowMs + 3_601_000)
    for (const { readyMs, waiting } of await waitingFor(db, everything))
      expect([readyMs, waiting]).toEqual([nowMs + GATHER_MS, WAITING.fresh])
  })

  test('exclude traders who opted out, old events, and blocks that were reverted before the report', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const free = await follower(db, [AHAB, STUBB], { tier: 'FREE' })
    const pro = await follower(db, [AHAB, STUBB])
    await addOptOut(db, STUBB)
    const token = TOKENS[0] as TokenId
    await ingestRecords(db, [
      fill(1, START, STUBB, token, 'BUY', MICRO, 50),
      fill(2, START, AHAB, token, 'BUY', MICRO, 50),
    ])
    await look(db, START + 100_000)
    expect(await waitingFor(db, pro)).toEqual([])
    const second = fill(3, START + 1_000, AHAB, token, 'BUY', MICRO, 50)
    await ingestRecords(db, [second])
    await look(db, START + 1_000)
    const ids = async (who: typeof free) => (await waitingFor(db, who)).map(({ id, kind }) => [id, kind])
    const told = await ids(pro)
    expect(told).toEqual([[expect.any(String), 'ADDED']])
    expect(await ids(free)).toEqual(told)
    await db.run('UPDATE alert_outbox SET waiting = 0 WHERE channel_id = ?', [pro.channelId])
    await undo(db, 3)
    await look(db, START + 1_001)
    expect(await ids(free)).toEqual([])
    // The same trade in another block is the same decision, so a notified follower is not notified again.
    await ingestRecords(db, [{ ...second, block: 4, logIndex: 7 }])
    await look(db, START + 1_002)
    expect(await ids(free)).toEqual(told)
    expect(await ids(pro)).toEqual(told)
    expect((await waitingFor(db, pro)).map(({ waiting }) => waiting)).toEqual([0])
  })
  test('exclude blocks that are reverted after a look has read them and before it writes', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const who = await follower(db, [AHAB])
    const token = TOKENS[0] as TokenId
    const bought = (i: number) => fill(i, START + i, AHAB, token, 'BUY', MICRO, 50)
    await ingestRecords(db, [bought(1)])
    // The first view is of wallets.
    expect(await look(undoneMeanwhile(db, 1, 1), START + 1)).toBe(0)
    await look(db, START + 2)
    expect(await waitingFor(db, who)).toEqual([])
    await ingestRecords(db, [bought(3)])
    await look(db, START + 3)
    expect(await waitingFor(db, who)).toMatchObject([{ kind: 'OPENED', shares: MICRO }])
  })
})
