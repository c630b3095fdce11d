import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defined } from '../../../src/checks.ts'
import type { Fill, LedgerEvent } from '../../../src/ledger/event.ts'
import { dayOf, MICRO } from '../../../src/ledger/quantities.ts'
import { publishAsOf } from '../../../src/numbers/as-of/publish-as-of.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { computeScreen } from '../../../src/numbers/screen/compute-screen.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { fillPrice } from '../../../src/store/ingest/price-day-rows.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { enlarged, ledgerOf, MARKET_LINES } from '../../store/support/random-ledger.ts'
import { asker } from '../support/ask.ts'
import { readerOf } from '../support/published-store.ts'

const MOVERS = `query ($id: String!, $outcome: Int, $from: DateTime!, $to: DateTime!, $first: Int) { market(id: $id) {
  movers(outcome: $outcome, from: $from, to: $to, first: $first) { priceBefore priceAfter
    buyers { ...M } sellers { ...M } } } }
  fragment M on Mover { trader { address } usd shares impact changes record { pnl realizedPnl volume } }`

interface Mover {
  trader: { address: string }
  usd: number
  shares: number
  impact: number | null
  changes: string[]
  record: { volume: number } | null
}
interface Answer {
  movers: { priceBefore: number | null; priceAfter: number | null; buyers: Mover[]; sellers: Mover[] }
}

const isFill = (event: LedgerEvent): event is Fill => event.kind === 'FILL'
const iso = (time: number) => `${new Date(time * 1000).toISOString().slice(0, 19)}Z`
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** The price of the last fill that makes one. */
function lastPrice(fills: readonly Fill[]): number | null {
  const last = fills.findLast((fill) => fillPrice(fill) !== null)
  return last ? fillPrice(last) : null
}

/** The sum of the price changes by a trader's large whole trades as taker in an outcome. */
function slowImpact(all: readonly Fill[], token: string, owner: string, [from, to]: number[]): number | null {
  const ofToken = all.filter((fill) => fill.token === token)
  const mine = ofToken.filter(
    (fill) => fill.owner === owner && fill.time >= Number(from) && fill.time < Number(to),
  )
  const wholes = [...Map.groupBy(mine, (fill, i) => `${fill.tx ?? i} ${fill.side}`).values()]
  return wholes.reduce<number | null>((sum, whole) => {
    if (sumOf(whole.map(({ usd }) => usd)) < 1_000 * MICRO) return sum
    if (whole.some(({ role }) => role !== 'TAKER')) return sum
    const [first, last] = [whole[0] as Fill, whole.at(-1) as Fill]
    const begins = first.tx === null ? first : (ofToken.find(({ tx }) => tx === first.tx) as Fill)
    const before = lastPrice(ofToken.slice(0, ofToken.indexOf(begins)))
    const after = lastPrice(ofToken.slice(0, ofToken.indexOf(last) + 1))
    return sum === null || before === null || after === null ? null : sum + after - before
  }, 0)
}

describeEngines("a market's movers", (open, engine) => {
  test('are the people with the largest sums of raw fills, with both outcomes of two in one', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(
        ledgerOf(40),
        fc.boolean(),
        fc.nat(100),
        fc.nat(100),
        async (ledger, isSealed, a, b) => {
          const { db, close } = await open()
          const events = enlarged(ledger)
          await ingestRecords(db, [...MARKET_LINES, ...events])
          if (isSealed) await sealLedger(db, { settledAfterDays: 0, partRows: 7 })
          await refresh(db)
          const ask = asker(db, readerOf(db))
          const fills = events.filter(isFill)
          const [start, end] = [fills[0]?.time ?? 0, (fills.at(-1)?.time ?? 0) + 1]
          const at = (part: number) => start + Math.floor(((end - start) * part) / 100)
          const from = at(Math.min(a, b))
          const to = Math.min(Math.max(at(Math.max(a, b)), from + 1), from + 7 * 86_400)
          for (const { condition, tokens } of MARKET_LINES)
            for (const [outcome, token] of tokens.entries()) {
              const asked = { id: condition, outcome, from: iso(from), to: iso(to), first: 20 }
              const { data, errors } = await ask(MOVERS, asked, 'PRO')
              expect(errors).toBeUndefined()
              const movers = (data?.market as Answer | undefined)?.movers
              if (movers === undefined) throw new Error('the market is missing')
              const counted = tokens.length === 2 ? tokens : [token]
              const within = fills.filter(
                (fill) => counted.includes(fill.token) && fill.time >= from && fill.time < to,
              )
              const expected = [...Map.groupBy(within, ({ owner }) => owner)].map(([owner, own]) => {
                const signed = own.map((fill) => {
                  const sign = fill.side === 'BUY' ? 1 : -1
                  return fill.token === token
                    ? { shares: sign * fill.shares, usd: sign * fill.usd }
                    : { shares: -sign * fill.shares, usd: -sign * (fill.shares - fill.usd) }
                })
                const moves = counted.map((one) => {
                  const move = slowImpact(fills, one, owner, [from, to])
                  return move === null ? null : one === token ? move : -move
                })
                const impact = moves.includes(null) ? null : sumOf(moves.map(Number)) / MICRO + 0
                const earlier = fills.filter((fill) => fill.owner === owner && dayOf(fill.time) < dayOf(from))
                return {
                  address: owner,
                  shares: sumOf(signed.map(({ shares }) => shares)) / MICRO,
                  usd: sumOf(signed.map(({ usd }) => usd)) / MICRO + 0,
                  impact,
                  volume: sumOf(earlier.map(({ usd }) => usd)) / MICRO,
                }
              })
              const shown = ({ trader, shares, usd, impact, record }: Mover) => ({
                address: trader.address,
                shares,
                usd,
                impact,
                volume: record?.volume ?? 0,
              })
              const byName = (x: { address: string }, y: { address: string }) =>
                x.address < y.address ? -1 : 1
              const { buyers, sellers } = movers
              expect(buyers.map(shown).sort(byName)).toEqual(
                expected.filter(({ usd }) => usd > 0).sort(byName),
              )
              expect(sellers.map(shown).sort(byName)).toEqual(
                expected.filter(({ usd }) => usd < 0).sort(byName),
              )
              expect(buyers.map(({ usd }) => usd)).toEqual(
                buyers.map(({ usd }) => usd).toSorted((x, y) => y - x),
              )
              expect(sellers.map(({ usd }) => usd)).toEqual(
                sellers.map(({ usd }) => usd).toSorted((x, y) => x - y),
              )
              const priceUpTo = (time: number) => {
                const earlier = fills.filter((fill) => counted.includes(fill.token) && fill.time < time)
                const fill = earlier.findLast((one) => lastPrice([one]) !== null)
                const price = fill === undefined ? null : lastPrice([fill])
                if (price === null) return null
                return (fill?.token === token ? price : MICRO - price) / MICRO
              }
              expect([movers.priceBefore, movers.priceAfter]).toEqual([priceUpTo(from), priceUpTo(to)])
              compared += buyers.length + sellers.length
            }
          await close()
        },
      ),
      { numRuns: engine === 'sqlite' ? 6 : 4, endOnFailure: true },
    )
    expect(compared).toBeGreaterThan(0)
  })

  test('refuse a range that is empty or too long', async () => {
    const { db, close } = await open()
    await ingestRecords(db, [
      ...MARKET_LINES,
      ...enlarged(fc.sample(ledgerOf(40), { numRuns: 1, seed: 3 }).flat()),
    ])
    await refresh(db)
    const ask = asker(db, readerOf(db))
    const codeOf = async (from: number, to: number) => {
      const asked = { id: MARKET_LINES[0]?.condition, from: iso(from), to: iso(to) }
      return (await ask(MOVERS, asked, 'ANONYMOUS')).errors?.[0]?.extensions?.code
    }
    expect(await codeOf(1_770_000_000, 1_770_000_000)).toBe('BAD_USER_INPUT')
    expect(await codeOf(1_770_000_000, 1_770_000_001 + 7 * 86_400)).toBe('BAD_USER_INPUT')
    expect(await codeOf(1_770_000_000, 1_770_000_000 + 7 * 86_400)).toBeUndefined()
    await close()
  })

  test('have all numbers of the close before the range, as a screen of that day has them', async () => {
    const { db } = await open('boards')
    const reader = createReader(db, {
      computeAsOf: async (day, _caller, asked) =>
        asked === undefined ? publishAsOf(db, day) : computeScreen(db, asked),
    })
    const ask = asker(db, reader)
    const last = defined((await reader.current()) ?? undefined).cutoff.time
    const range = { from: iso(last - 6 * 86_400), to: iso(last) }
    const { data } = await ask(
      `query ($from: DateTime!, $to: DateTime!) { markets(first: 3) { nodes { movers(from: $from, to: $to) {
        buyers { ...M } sellers { ...M } } } } }
        fragment M on Mover { trader { address } record { day pnl volume numbers { pnl volume roi tradeCount verdict } } }`,
      range,
      'PRO',
    )
    type Sides = { buyers: Recorded[]; sellers: Recorded[] }
    interface Recorded {
      trader: { address: string }
      record: { day: string; pnl: number; volume: number; numbers: Record<string, unknown> | null } | null
    }
    const { nodes } = (data as unknown as { markets: { nodes: { movers: Sides }[] } }).markets
    const all = nodes.flatMap(({ movers }) => [...movers.buyers, ...movers.sellers])
    const known = all.flatMap(({ trader, record }) =>
      record?.numbers ? [{ among: trader.address, ...record, numbers: record.numbers }] : [],
    )
    expect(known.length).toBeGreaterThan(0)
    for (const { among, day, pnl, volume, numbers } of known.slice(0, 3)) {
      expect(numbers).toMatchObject({ pnl, volume })
      const then = await ask(
        `query ($among: [String!], $asOf: Date) { traders(where: { among: $among }, asOf: $asOf) {
          edges { numbers { pnl volume roi tradeCount verdict } } } }`,
        { among: [among], asOf: day },
        'PRO',
      )
      expect(then.data).toEqual({ traders: { edges: [{ numbers }] } })
    }
  })
})
