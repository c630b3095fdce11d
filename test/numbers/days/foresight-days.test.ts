import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { tokensOfCondition } from '../../../src/chain/ids.ts'
import type { SourceRecord } from '../../../src/ledger/event.ts'
import type { Address, Hash, TokenId } from '../../../src/ledger/quantities.ts'
import { readCutoff } from '../../../src/numbers/boards/cutoff.ts'
import { codedFact, packFacts, unpackFacts } from '../../../src/numbers/days/foresight-rows.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createNumberPacker } from '../../../src/store/engine/number-columns.ts'
import { describeEngines, type FreshStore } from '../../store/support/engines.ts'
import { MARKET_LINES, randomLedger, WALLETS } from '../../store/support/random-ledger.ts'
import { clearAll } from '../support/clear-all.ts'
import { randomAdditions } from '../support/random-additions.ts'
import { readForesightRows } from '../support/read-behaviour.ts'
import { rollingAdditions } from '../support/rolling-additions.ts'
import { takeBack, updateDays } from '../support/update-days.ts'

/** Tokens of the small world by the chain's derivation, in place of its short ones: a market's line can mend their links. */
const DERIVED = new Map<string, TokenId>(
  MARKET_LINES.flatMap(({ condition, tokens }) =>
    tokensOfCondition(condition, 'WCOL').map((token, i) => [tokens[i] ?? '', token] as const),
  ),
)
/** Many ranges, which are sorted together, each of several reads, and transactions of few rows. */
const SMALL = { range: 4, read: 2, every: 3, changed: 2 }
/** A midnight. */
const START = 20_480 * 86_400
const WALLET = `0x${'7'.repeat(40)}` as Address
const UNLINKED = '777' as TokenId
const onChain = (line: SourceRecord) =>
  ({
    ...line,
    ...('token' in line && line.token !== null && { token: DERIVED.get(line.token) }),
    ...('tokens' in line && { tokens: line.tokens.map((token) => DERIVED.get(token)) }),
  }) as SourceRecord

/** The facts of every row, as text by market, by the row's trader and day. */
async function readRows(db: Database): Promise<Map<string, Map<string, string>>> {
  const names = await db.all<{ market: number; name: string }>(
    'SELECT 2 * id AS market, condition AS name FROM conditions UNION ALL SELECT 2 * id + 1, token FROM tokens',
  )
  const nameOf = new Map(names.map(({ market, name }) => [market, name]))
  const rows = await readForesightRows(db)
  return new Map(
    rows.map(({ trader, day, facts }) => [
      `${trader} ${day}`,
      new Map(
        unpackFacts(facts).map(({ market, ...sums }) => [
          nameOf.get(market) ?? '',
          Object.values(sums).join(' '),
        ]),
      ),
    ]),
  )
}

type Rows = Awaited<ReturnType<typeof readRows>>

/** The rows that differ, with the day and the markets whose facts do. */
function changedRows(before: Rows, after: Rows) {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((row) => {
    const [was, is] = [before.get(row), after.get(row)]
    const markets = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
    const changed = markets.filter((market) => was?.get(market) !== is?.get(market))
    return changed.length === 0 ? [] : [{ day: Number(row.split(' ')[1]), markets: changed }]
  })
}

/** The conditions and tokens whose prices, links or resolutions some records can change. */
function marketsOf(records: readonly SourceRecord[]): Set<string> {
  const names = records.flatMap((record): string[] => {
    if (record.kind === 'FILL') {
      const line = MARKET_LINES.find(({ tokens }) => tokens.includes(record.token))
      return line === undefined ? [record.token] : [record.token, line.condition]
    }
    if (record.kind !== 'RESOLVE' && record.kind !== 'MARKET') return []
    const line = MARKET_LINES.find(({ condition }) => condition === record.condition)
    return [record.condition, ...(line?.tokens ?? [])]
  })
  return new Set(names)
}

/** A trader's BUY of a token at 40 cents, an hour of the small world. */
function buy(hour: number, trader: number, token: TokenId | undefined, shares = 1_000_000) {
  return {
    kind: 'FILL' as const,
    block: hour,
    logIndex: trader,
    tx: `0x${(100 * hour + trader).toString(16).padStart(64, '0')}` as Hash,
    time: START + hour * 3_600,
    exchange: null,
    owner: WALLETS[trader] ?? WALLET,
    counterparty: null,
    role: 'TAKER' as const,
    side: 'BUY' as const,
    token: token ?? UNLINKED,
    shares,
    usd: shares * 0.4,
    fee: 0,
    feeIn: 'USD' as const,
    orderHash: null,
  }
}

describeEngines('foresight days', (open, engine) => {
  let store: FreshStore
  beforeAll(async () => {
    store = await open()
  })

  test.each([
    ['of any time', randomAdditions],
    ['that rolls on from day to day', rollingAdditions],
  ])('are written after an addition %s only where a condition of it changes them', async (_, arbitrary) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, fc.boolean(), async (additions, isSmall) => {
        const { db } = store
        await clearAll(db)
        let held: SourceRecord[] = []
        let madeUpTo = 0
        for (const { records, undo } of additions) {
          const left = undo === null ? held : await takeBack(db, undo, held)
          const concerned = marketsOf([...held.filter((record) => !left.includes(record)), ...records])
          held = [...left, ...records]
          await ingestRecords(db, records)
          if (!held.some((record) => 'time' in record)) continue
          const before = await readRows(db)
          const written = await updateDays(db, isSmall ? SMALL : undefined)
          const after = await readRows(db)
          const changed = changedRows(before, after)
          expect(written).toBe(changed.length)
          const { lastDay } = await readCutoff(db, null)
          const made = changed.filter(({ day }) => day <= Math.min(madeUpTo, lastDay - 2))
          expect(made.flatMap(({ markets }) => markets).filter((market) => !concerned.has(market))).toEqual(
            [],
          )
          madeUpTo = lastDay - 2
          await db.run('DELETE FROM foresight_days')
          await updateDays(db, isSmall ? undefined : SMALL)
          expect(await readRows(db)).toEqual(after)
        }
      }),
      { numRuns: engine === 'sqlite' ? 12 : 2 },
    )
  })

  test('change by a late price for the fills of its condition in the 24 hours before, up to the next price', async () => {
    const { db } = store
    await clearAll(db)
    const [line, other] = MARKET_LINES
    const [token, elsewhere] = [line?.tokens[0], other?.tokens[0]]
    // Fills of less than a share make no price: those of hours 1, 20 and 30 look at the prices of hours 0 and 50.
    const small = [buy(1, 1, token, 500_000), buy(20, 2, token, 500_000), buy(30, 1, token, 500_000)]
    const records = [
      buy(0, 0, token),
      ...small,
      buy(50, 0, token),
      buy(20, 1, elsewhere),
      buy(240, 0, elsewhere),
    ]
    await ingestRecords(db, [...MARKET_LINES, ...records])
    await updateDays(db)
    const before = await readRows(db)
    // At hour 40 the price is another for the fill of hour 20 alone: 1 + 24 hours are before it, 30 + 24 after hour 50.
    await ingestRecords(db, [{ ...buy(40, 0, token), usd: 900_000 + 10_000 }])
    expect(await updateDays(db)).toBe(1)
    const changed = changedRows(before, await readRows(db))
    expect(changed).toEqual([{ day: Math.floor((START + 20 * 3_600) / 86_400), markets: [line?.condition] }])
  })

  test('hold all fills of a day where a condition is read in many slices', async () => {
    const { db } = store
    await clearAll(db)
    const token = MARKET_LINES[0]?.tokens[0]
    // The fill of hour 23 is counted with a price of the second day, whose last fill is earlier in that day.
    const hours = [0, 1, 2, 3, 4, 5, 23, 24 + 20, 2 * 24 + 20, 3 * 24, 4 * 24, 7 * 24]
    await ingestRecords(db, [...MARKET_LINES, ...hours.map((hour) => buy(hour, 0, token))])
    await updateDays(db, SMALL)
    const inSlices = await readRows(db)
    await db.run('DELETE FROM foresight_days')
    await updateDays(db)
    expect(inSlices).toEqual(await readRows(db))
    expect(inSlices.size).toBe(5)
  })

  test('are those of the right conditions once a market mends the links of tokens', async () => {
    await fc.assert(
      fc.asyncProperty(randomLedger, fc.shuffledSubarray([...DERIVED.values()]), async (ledger, tokens) => {
        const { db } = store
        await clearAll(db)
        // The first two drawn tokens are linked to the first condition, whether or not they derive from it.
        const wrong = MARKET_LINES.slice(0, 1).map((line) => ({ ...line, tokens: tokens.slice(0, 2) }))
        await ingestRecords(db, [...wrong, ...ledger.map(onChain)])
        if (ledger.length === 0) return
        await updateDays(db)
        // The first condition may be left without a token.
        await ingestRecords(db, MARKET_LINES.slice(1).map(onChain))
        await updateDays(db)
        const mended = await readRows(db)
        await db.run('DELETE FROM foresight_days')
        await updateDays(db)
        expect(await readRows(db)).toEqual(mended)
      }),
      { numRuns: engine === 'sqlite' ? 12 : 2 },
    )
  })
})

test('facts are packed exactly at any size', () => {
  const amount = fc.oneof(fc.nat(1000), fc.maxSafeInteger().map(Math.abs))
  const fact = fc
    .record({
      step: fc.integer({ min: 1, max: 1e6 }),
      usd: amount,
      more: amount,
      move: fc.integer({ min: -1e6, max: 1e6 }),
    })
    .chain((one) => fc.record({ one: fc.constant(one), fills: fc.integer({ min: 1, max: 1e5 }) }))
  fc.assert(
    fc.property(fc.array(fact), (drawn) => {
      let market = 0
      const facts = drawn.map(({ one, fills }) => {
        market += one.step
        const exact = BigInt(one.usd) * BigInt(one.move)
        // Of several fills the mean move is seldom whole.
        const rest = fills > 1 && one.usd > 0 ? BigInt(one.more % one.usd) : 0n
        const total = exact + rest
        const isSafe = Number.isSafeInteger(Number(total))
        return { market, fills, usd: one.usd, moved: isSafe ? Number(total) : total }
      })
      const unpacked = unpackFacts(packFacts(facts.map(codedFact), createNumberPacker()))
      expect(unpacked.map((one) => ({ ...one, moved: BigInt(one.moved) }))).toEqual(
        facts.map((one) => ({ ...one, moved: BigInt(one.moved) })),
      )
    }),
  )
})
