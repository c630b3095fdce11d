import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent, MarketInfo } from '../../../src/ledger/event.ts'
import { dayOf } from '../../../src/ledger/quantities.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import { ledgerVersion, moveCursor } from '../../../src/store/ledger/ledger-changes.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { readTape } from '../../../src/store/trades/whole-trades.ts'
import { type CategorizedTrade, firstsInCategory } from '../../../src/tape/signs/first-in-category.ts'
import { hindsightsOf, TRADE_HINDSIGHTS } from '../../../src/tape/signs/hindsight.ts'
import { readSettledTrades } from '../../../src/tape/signs/settled-trades.ts'
import { readSigns } from '../../../src/tape/signs/sign.ts'
import { createSignKeeper, type SignKeeper } from '../../../src/tape/signs/update-signs.ts'
import { disorder, shuffled } from '../../store/support/disorder.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { MARKETS, signWorld } from './sign-world.ts'
import { slowFirsts, slowHindsights, slowSigns, slowWholes, type WorldEvent } from './slow-signs.ts'

/** The categories of some markets. */
const categories = fc
  .tuple(...MARKETS.map(() => fc.constantFrom('politics', 'sports', 'sports', 'crypto', null)))
  .map(
    (drawn) => new Map(MARKETS.flatMap(({ id }, i) => (drawn[i] == null ? [] : [[id, drawn[i]] as const]))),
  )

const linesWith = (known: ReadonlyMap<number, string>) =>
  LINES.map((line, i) => ({ ...line, category: known.get(MARKETS[i]?.id ?? 0) ?? null })) as MarketInfo[]

const hex = (digits: number, n: number) => `0x${n.toString(16).padStart(digits, '0')}`

const LINES = MARKETS.map(({ id, tokens, negRisk }) => ({
  kind: 'MARKET',
  condition: hex(64, id),
  tokens: tokens.map(String),
  outcomes: tokens.map((token) => `Outcome ${token}`),
  question: null,
  slug: null,
  category: null,
  tags: [],
  event: null,
  negRisk: negRisk === null ? null : { market: hex(64, 900), index: id - 4, questions: 2 },
})) as unknown as MarketInfo[]

/** The events of the chain, since rows of the Data API get keys of their own; income exists only among those. */
const chainWorld = signWorld.map((events) =>
  events
    .filter(({ block }) => block !== null)
    .map((event): WorldEvent => {
      if (event.kind !== 'INCOME') return event
      const { owner, ...place } = event
      return { ...place, kind: 'TRANSFER', from: owner, to: owner, token: 31, amount: 1_000_000 }
    }),
)

function recordOf(event: WorldEvent): LedgerEvent {
  const { time, key, block, tx } = event
  const transaction = hex(64, tx === 'first' ? 1_000_000 : Number(tx) + 1)
  const place = { time, block, logIndex: key % 2 ** 20, tx: transaction }
  const terms = () => {
    switch (event.kind) {
      case 'FILL': {
        const { owner, token, side, role, shares, usd, fee } = event
        const parties = { exchange: null, owner: hex(40, owner), counterparty: null }
        const order = { fee, feeIn: 'USD', orderHash: null }
        return { ...parties, role, side, token: String(token), shares, usd, ...order }
      }
      case 'SPLIT':
        return { owner: hex(40, event.owner), condition: hex(64, event.market), amount: event.amount }
      case 'TRANSFER':
        return {
          from: hex(40, event.from),
          to: hex(40, event.to),
          token: String(event.token),
          amount: event.amount,
        }
      case 'INCOME':
        return { owner: hex(40, event.owner), amount: 1, reason: 'REWARD' }
      case 'RESOLVE': {
        const outcomes = MARKETS.find(({ id }) => id === event.market)?.tokens ?? []
        return {
          condition: hex(64, event.market),
          payouts: outcomes.map((_, i) => String((event.prices[i] ?? 0) / 1_000_000)),
        }
      }
    }
  }
  return { kind: event.kind, ...place, ...terms() } as unknown as LedgerEvent
}

/** Updates the signs, as one publication after another does. */
async function publish(db: Database, keeper: SignKeeper, most?: number): Promise<void> {
  await db.view((sql) => keeper.update(sql, (work) => db.transaction(work), most))
  await db.transaction(async (tx) => moveCursor(tx, 'publisher', await ledgerVersion(tx)))
}

async function storedSigns(db: Database) {
  const rows = await db.all<{ key: number; signs: number | null }>('SELECT key, signs FROM whole_trades')
  return new Map(rows.map(({ key, signs }) => [key, readSigns(signs)]))
}

describeEngines('signs of a store', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 3 : 1

  test('are those of the slow definitions, in any order of imports, with an update after some of them', async () => {
    await fc.assert(
      fc.asyncProperty(chainWorld, disorder, fc.nat(4), async (events, { order, cuts }, every) => {
        const { db } = await open()
        let keeper = createSignKeeper()
        const records = shuffled([...LINES, ...events.map(recordOf)], order)
        for (let start = 0, n = 0; start < records.length; n++) {
          const end = start + 4 * (cuts.next().value ?? 1)
          await ingestRecords(db, records.slice(start, end))
          if (n % (every + 2) === 0) await publish(db, keeper)
          // Another process goes on from the state that the store keeps.
          if (n % 3 === 2) keeper = createSignKeeper()
          start = end
        }
        await publish(db, keeper)
        expect(await storedSigns(db)).toEqual(slowSigns(events, MARKETS))
      }),
      { numRuns },
    )
  })

  test('go on in another process without the events of earlier days, and not from the first one where these are too many', async () => {
    await fc.assert(
      fc.asyncProperty(chainWorld, async (events) => {
        const { db } = await open()
        await ingestRecords(db, LINES)
        const days = [...Map.groupBy(events, ({ time }) => dayOf(time)).values()]
        const last = days.pop() ?? []
        fc.pre(days.length > 1)
        await ingestRecords(db, days.flat().map(recordOf))
        await publish(db, createSignKeeper(), 0)
        const none = await storedSigns(db)
        for (const { signs, unknownSigns } of none.values())
          expect([signs.length, unknownSigns.length]).toEqual([0, 13])
        await publish(db, createSignKeeper())
        await ingestRecords(db, last.map(recordOf))
        await publish(db, createSignKeeper(), 0)
        expect(await storedSigns(db)).toEqual(slowSigns(events, MARKETS))
      }),
      { numRuns },
    )
  })

  test('are the same with an update after each stretch of blocks, a reorganization and its repair included', async () => {
    await fc.assert(
      fc.asyncProperty(
        chainWorld,
        fc.nat(100),
        fc.integer({ min: 1, max: 9 }),
        async (events, at, stretch) => {
          const { db } = await open()
          const keeper = createSignKeeper()
          await ingestRecords(db, LINES)
          const blocks = [...Map.groupBy(events, ({ block }) => block).values()]
          const takeFrom = async (first: number) => {
            for (let n = first; n < blocks.length; n += stretch) {
              await ingestRecords(
                db,
                blocks
                  .slice(n, n + stretch)
                  .flat()
                  .map(recordOf),
              )
              await publish(db, keeper)
            }
          }
          await takeFrom(0)
          expect(await storedSigns(db)).toEqual(slowSigns(events, MARKETS))
          const undone = 1 + (at % blocks.length)
          const block = blocks[undone]?.[0]?.block
          if (block === undefined || block === null) return
          await createLedgerWriter(db).undo(block, async () => undefined)
          await publish(db, keeper)
          const kept = blocks.slice(0, undone).flat()
          expect(await storedSigns(db)).toEqual(slowSigns(kept, MARKETS))
          await takeFrom(undone)
          expect(await storedSigns(db)).toEqual(slowSigns(events, MARKETS))
        },
      ),
      { numRuns },
    )
  })

  test('are the same where all events are sealed, and where rows are among the sealed ones', async () => {
    await fc.assert(
      fc.asyncProperty(chainWorld, fc.constantFrom(1, 2, 3), async (events, rowEvery) => {
        const { db } = await open()
        const records = events.map(recordOf)
        const isRow = (_: unknown, i: number) => rowEvery > 1 && i % rowEvery === 0
        await ingestRecords(db, [...LINES, ...records.filter((record, i) => !isRow(record, i))])
        await sealLedger(db, { settledAfterDays: 0, partRows: 30 })
        await ingestRecords(db, records.filter(isRow))
        await publish(db, createSignKeeper())
        expect(await storedSigns(db)).toEqual(slowSigns(events, MARKETS))
      }),
      { numRuns },
    )
  })

  test('know the first trade of a category by its slow definition, with categories that come late and change, sealed or not', async () => {
    const seen = new Set<boolean | null>()
    await fc.assert(
      fc.asyncProperty(
        chainWorld,
        categories,
        categories,
        fc.boolean(),
        async (events, early, late, isSealed) => {
          const { db } = await open()
          await ingestRecords(db, [...linesWith(early), ...events.map(recordOf)])
          await publish(db, createSignKeeper())
          if (isSealed) await sealLedger(db, { settledAfterDays: 0, partRows: 30 })
          for (const known of [early, late]) {
            if (known === late) await ingestRecords(db, linesWith(late))
            // Nothing known replaces nothing.
            const categoryOf = new Map([...early, ...(known === late ? late : [])])
            const trades = await db.all<CategorizedTrade>(
              'SELECT w.key, w.time, w.trader_id AS "traderId", w.signs, m.category FROM whole_trades w ' +
                'LEFT JOIN tokens t ON t.id = w.token_id LEFT JOIN markets m ON m.condition_id = t.condition_id',
            )
            const read = await firstsInCategory(db, trades)
            expect(read).toEqual(slowFirsts(events, MARKETS, categoryOf))
            for (const trade of trades.slice(0, 4))
              expect((await firstsInCategory(db, [trade])).get(trade.key)).toBe(read.get(trade.key))
            for (const answer of read.values()) seen.add(answer)
          }
        },
      ),
      { numRuns: engine === 'sqlite' ? 10 : 2, ...(engine === 'sqlite' && { seed: 3 }) },
    )
    if (engine === 'sqlite') expect(seen).toEqual(new Set([true, false, null]))
  })

  test('are apart from what later events tell of a trade, which is as its slow definition says', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(chainWorld, fc.boolean(), async (events, isSealed) => {
        const { db } = await open()
        const endsAt = new Map(
          MARKETS.flatMap(({ id }) => (id % 3 === 0 ? [] : [[id, 1_800_000_000] as const])),
        )
        const lines = LINES.map((line, i) => ({ ...line, endsAt: endsAt.get(MARKETS[i]?.id ?? 0) ?? null }))
        await ingestRecords(db, [...(lines as MarketInfo[]), ...events.map(recordOf)])
        await publish(db, createSignKeeper())
        if (isSealed) await sealLedger(db, { settledAfterDays: 0, partRows: 30 })
        const trades = await readTape(db, {
          order: 'NEWEST',
          streams: null,
          since: null,
          before: null,
          upTo: { time: 4e9, key: Number.MAX_SAFE_INTEGER },
          after: null,
          usd: { min: 0, max: Number.MAX_SAFE_INTEGER },
          limit: 1_000,
        })
        const read = await hindsightsOf(db, trades, events.at(-1)?.time ?? 0)
        expect(read).toEqual(slowHindsights(events, MARKETS, endsAt))
        for (const one of [...read.values()].flat()) seen.add(one)
      }),
      { numRuns: engine === 'sqlite' ? 12 : 2, ...(engine === 'sqlite' && { seed: 5 }) },
    )
    if (engine === 'sqlite') expect(seen).toEqual(new Set(TRADE_HINDSIGHTS))
  })

  test('are compared with results of takers alone, before the resolution of their markets, in resolved events', async () => {
    await fc.assert(
      fc.asyncProperty(chainWorld, async (events) => {
        const { db } = await open()
        await ingestRecords(db, [...LINES, ...events.map(recordOf)])
        const resolved = (id: number) =>
          events.find((event) => event.kind === 'RESOLVE' && event.market === id)
        const slow = slowWholes(events).flatMap(({ fills }) => {
          const [{ time, token, side }] = fills as [(typeof fills)[number]]
          const market = MARKETS.find(({ tokens }) => tokens.includes(token))
          const ofEvent = MARKETS.filter(
            ({ id, negRisk }) => id === market?.id || (negRisk !== null && negRisk === market?.negRisk),
          )
          const resolution = market && resolved(market.id)
          const usd = fills.reduce((sum, fill) => sum + fill.usd, 0)
          const isTaker = fills.every(({ role }) => role === 'TAKER')
          if (resolution?.kind !== 'RESOLVE' || !isTaker || usd < 1e9 || time >= resolution.time) return []
          if (!ofEvent.every(({ id }) => resolved(id))) return []
          return [
            [time, usd, side === 'SELL', resolution.prices[market?.tokens.indexOf(token) ?? 0]].join(' '),
          ]
        })
        const read = await readSettledTrades(db, { minUsd: 1e9, category: null, until: 4e9 })
        expect(
          read.map(({ time, usd, isSell, payout }) => [time, usd, isSell, payout].join(' ')).sort(),
        ).toEqual(slow.sort())
      }),
      { numRuns },
    )
  })
})
