import { expect, test } from 'vitest'
import { fixWeek } from '../../src/cohorts/cohort-weeks.ts'
import { SKILLED_COHORT } from '../../src/cohorts/cohorts.ts'
import { DAY_SECONDS, dayOf, MICRO, weekStart } from '../../src/ledger/quantities.ts'
import {
  COMPARED,
  compared,
  HOURS,
  readBuyStudy,
  studyLargeBuys,
  studyOf,
} from '../../src/smart-money/large-buys.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { readLedgerState } from '../../src/store/ledger/ledger-state.ts'
import { describeEngines } from '../store/support/engines.ts'

// The least of a trade that is recorded whole.
const LEAST = 1_000 * MICRO
const HOUR = 3_600

interface Row {
  key: number
  time: number
  owner: number
  token: number
  side: number
  shares: number
  usd: number
  tx: string
}

/** Every fill in order, with its transaction. */
function fillsOf(db: Database): Promise<Row[]> {
  const tx = db.dialect === 'sqlite' ? 'hex(tx)' : "encode(tx, 'hex')"
  return db.all(
    `SELECT key, time, owner_id AS owner, token_id AS token, side, shares, usd, ${tx} AS tx FROM fills ORDER BY time, key`,
  )
}

interface Market {
  token: number
  condition: number
  outcome: number
  event: string | null
  payouts: string | null
  resolved: number | null
}

describeEngines('a study of large buys', (open, engine) => {
  test(
    'has the moves that a pass over raw fills gives, by who was known to be skilled',
    async () => {
      const { db } = await open('boards')
      const { lastTime } = await readLedgerState(db)
      const day = dayOf(lastTime ?? 0) - 1
      const weeks = Array.from({ length: 11 }, (_, n) => weekStart(day) - 7 * n)
      // Two fixed weeks of three; each has members of its own.
      const fixed = weeks.filter((_, n) => n % 3 !== 2)
      const isSkilled = (trader: number, week: number) => (trader + week) % 3 === 0
      await db.transaction(async (tx) => {
        for (const week of fixed)
          await fixWeek(
            tx,
            { cohort: SKILLED_COHORT.id, week },
            Array.from({ length: 40 }, (_, n) => n + 1).filter((trader) => isSkilled(trader, week)),
          )
      })
      const fills = await fillsOf(db)
      const markets = await db.all<Market>(
        'SELECT t.id AS token, t.condition_id AS condition, t.outcome, e.source_id AS event, c.payouts, c.resolved_time AS resolved FROM tokens t ' +
          'JOIN conditions c ON c.id = t.condition_id LEFT JOIN markets m ON m.condition_id = c.id LEFT JOIN market_events e ON e.id = m.event_id',
      )
      const marketOf = new Map(markets.map((market) => [market.token, market]))
      const byCondition = Map.groupBy(markets, ({ condition }) => condition)
      const markAt = (token: number, time: number): number | null => {
        const market = marketOf.get(token)
        if (market === undefined) return null
        if (market.payouts !== null && market.resolved !== null && market.resolved <= time) {
          const parts = (JSON.parse(market.payouts) as string[]).map(Number)
          return (parts[market.outcome] ?? 0) / parts.reduce((sum, part) => sum + part, 0)
        }
        const tokens = (byCondition.get(market.condition) ?? []).map((one) => one.token)
        const last = fills.findLast(
          (fill) => fill.time <= time && fill.shares >= MICRO && tokens.includes(fill.token),
        )
        if (last === undefined) return null
        const price = Math.round((last.usd / last.shares) * MICRO) / MICRO
        return last.token === token ? price : 1 - price
      }
      const hidden = fills.find(({ side, usd }) => side === 0 && usd >= LEAST)?.owner ?? 0
      await db.run('INSERT INTO opted_out (address) SELECT address FROM traders WHERE id = ?', [hidden])
      const wholes = Map.groupBy(fills, ({ tx, owner, token, side }) => [tx, owner, token, side].join(' '))
      const buys = [...wholes.values()].flatMap((parts) => {
        const [first] = parts
        if (first === undefined || first.side !== 0 || first.owner === hidden) return []
        const usd = parts.reduce((sum, part) => sum + part.usd, 0)
        const end = (day + 1) * DAY_SECONDS - 72 * HOUR
        if (usd < LEAST || first.time >= end || first.time < end - 90 * DAY_SECONDS) return []
        const week = weekStart(dayOf(first.time))
        return fixed.includes(week) ? [{ ...first, week }] : []
      })
      const study = await db.view((sql) => studyOf(sql, day, LEAST))
      for (const [group, isIn] of [
        [study.skilled, true],
        [study.others, false],
      ] as const) {
        const own = buys.filter(({ owner, week }) => isSkilled(owner, week) === isIn)
        expect(own.length).toBeGreaterThan(2)
        expect(group).toMatchObject({
          buys: own.length,
          traders: new Set(own.map(({ owner }) => owner)).size,
        })
        for (const { hours, change } of group.moves ?? []) {
          const moves = own.map(
            ({ token, time }) => (markAt(token, time + hours * HOUR) ?? 0) - (markAt(token, time) ?? 0),
          )
          const mean = moves.reduce((sum, move) => sum + move, 0) / moves.length
          expect(change).toBeCloseTo(mean, 6)
        }
        if (!isIn) expect(group.moves).toHaveLength(HOURS.length)
      }
      await studyLargeBuys(db)
      const kept = await readBuyStudy(db, day + 10)
      expect(kept?.day).toBeGreaterThanOrEqual(day)
      // Nothing of a later day is read at an earlier one.
      expect(await readBuyStudy(db, (kept?.day ?? 0) - 2)).toBeNull()
    },
    engine === 'sqlite' ? undefined : 60_000,
  )
})

test('an interval takes a whole event as the unit that is drawn', () => {
  const buys = (shift: number, copies: number) =>
    Array.from({ length: 40 * copies }, (_, n) => ({
      trader: n % 10,
      event: `event ${n % 40}`,
      changes: HOURS.map(() => shift + ((n % 40) - 19.5) / 1_000),
    }))
  const once = compared(buys(0.02, 1), buys(0, 1))
  // Copies of the same buys in the same events tell nothing new.
  const often = compared(buys(0.02, 5), buys(0, 5))
  const of = ({ skilled }: typeof once) => skilled.moves?.find(({ hours }) => hours === COMPARED)
  expect(of(often)?.interval[0]).toBeCloseTo(of(once)?.interval[0] ?? 0, 9)
  // The standard error of a mean of 40 independent moves.
  const changes = Array.from({ length: 40 }, (_, n) => (n - 19.5) / 1_000)
  const variance = changes.reduce((sum, one) => sum + one ** 2, 0) / 39
  expect(of(once)?.change).toBeCloseTo(0.02, 9)
  expect(of(once)?.interval[1]).toBeCloseTo(0.02 + 1.959964 * Math.sqrt(variance / 40), 6)
  // Both groups move alike in each event, so their difference is certain.
  expect(once.difference?.[0]).toBeCloseTo(0.02, 9)
  expect(once.difference?.[1]).toBeCloseTo(0.02, 9)
})

test('a group of too few traders or buys has no moves, and no difference is claimed', () => {
  const buys = (count: number, traders: number) =>
    Array.from({ length: count }, (_, n) => ({
      trader: n % traders,
      event: String(n),
      changes: HOURS.map(() => n / 100),
    }))
  expect(compared(buys(29, 29), buys(30, 5))).toMatchObject({
    skilled: { buys: 29, moves: null },
    others: { traders: 5, moves: expect.any(Array) },
    difference: null,
  })
  expect(compared(buys(30, 5), buys(90, 4)).others.moves).toBeNull()
  expect(compared([], []).skilled).toEqual({ traders: 0, buys: 0, events: 0, moves: null })
})
