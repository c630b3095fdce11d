import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayBeforeWindow, PERIODS, type PeriodDefinition } from '../../../src/metrics/leaderboards.ts'
import { decidedUnits } from '../../../src/metrics/skill/edge.ts'
import { periodRecord } from '../../../src/numbers/analytics/period-record.ts'
import { skillRecord, traderAnalytics } from '../../../src/numbers/analytics/trader-analytics.ts'
import type { TraderFacts } from '../../../src/numbers/analytics/trader-facts.ts'
import { addDayLists, emptyDayLists } from '../../../src/store/ledger/position-day.ts'
import { maxDrawdown } from '../../metrics/support/whole-lists.ts'
import { CUTOFF, traderFacts } from '../support/facts-arbitrary.ts'

const facts = traderFacts(40)
const period = fc.constantFrom<PeriodDefinition>(...PERIODS)
const nameOf = (label: number) => `label ${label}`
const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0)
const recordOf = (of: TraderFacts, over: PeriodDefinition) => periodRecord(of, over, decidedUnits(of.tokens))
const firstDay = (over: PeriodDefinition) => (dayBeforeWindow(over, CUTOFF) ?? -1) + 1

/** Profit since the window's start and capital at risk, from its start day by day, each day looked up by itself. */
function everyDay({ closes }: TraderFacts, over: PeriodDefinition) {
  const first = over.days === null ? (closes[0]?.day ?? CUTOFF) : firstDay(over)
  const at = (day: number) => closes.filter((close) => close.day <= day).at(-1)
  const opening = over.days === null ? undefined : at(first - 1)
  const days = Array.from({ length: CUTOFF - first + 1 }, (_, i) => ({
    pnl: (at(first + i)?.pnl ?? 0) - (opening?.pnl ?? 0),
    capitalAtRisk: at(first + i)?.capitalAtRisk ?? 0,
  }))
  return [{ pnl: 0, capitalAtRisk: opening?.capitalAtRisk ?? 0 }, ...days]
}

describe("a period's analytics", () => {
  it('have the drawdown of all days one by one', () => {
    fc.assert(
      fc.property(facts, period, (of, over) => {
        const days = everyDay(of, over)
        const pnl = days.at(-1)?.pnl ?? 0
        const totals = { pnl, realized: pnl, unrealized: 0, volume: 0, fills: 0, roi: null }
        const skill = { units: 0, edge: null, interval: null, pValue: null, print: null }
        const { risk } = traderAnalytics(recordOf(of, over), { totals, skill, qValue: null, nameOf })
        const peak = Math.max(0, ...days.map((day) => day.capitalAtRisk))
        expect(risk.maxDrawdown).toBe(maxDrawdown(days.map((day) => day.pnl)))
        expect(risk.maxDrawdownPct).toBe(peak === 0 ? null : risk.maxDrawdown / peak)
      }),
    )
  })

  it('have the behaviour of the fills of their days', () => {
    fc.assert(
      fc.property(facts, period, (of, over) => {
        const { behaviour } = recordOf(of, over)
        const days = of.behaviour.filter(({ day }) => day >= firstDay(over))
        const lists = days.map((day) => {
          const spread = emptyDayLists()
          addDayLists(spread, day.lists)
          return spread
        })
        expect(behaviour.fills).toBe(sum(days.map(({ fills }) => fills)))
        expect(behaviour.activeDays).toBe(days.filter(({ fills }) => fills > 0).length)
        expect(behaviour.hours).toEqual(
          Array.from({ length: 24 }, (_, hour) => sum(lists.map(({ hours }) => hours[hour] ?? 0))),
        )
        expect(behaviour.usdSquares).toBe(days.reduce((all, day) => all + BigInt(day.usdSquares), 0n))
        const lots = lists.flatMap(({ heldSeconds }) => heldSeconds).toSorted((a, b) => a - b)
        const middle = [lots[Math.ceil(lots.length / 2) - 1], lots[Math.floor(lots.length / 2)]]
        expect(behaviour.lots).toBe(lots.length)
        expect(behaviour.holdingTime).toBe(
          lots.length === 0 ? null : ((middle[0] ?? 0) + (middle[1] ?? 0)) / 7200,
        )
      }),
    )
  })

  it('group the decided units by each label', () => {
    fc.assert(
      fc.property(facts, period, (of, over) => {
        const { categories, tags, units } = recordOf(of, over)
        const touched = of.tokens.filter(({ closedOn }) => closedOn !== null)
        const numbers = [...new Set(touched.map(({ unit }) => unit))]
        const decided = numbers
          .map((unit) => ({ unit, own: touched.filter((token) => token.unit === unit) }))
          .filter(({ own }) => own.every(({ open }) => !open))
          .filter(({ own }) => own.some(({ closedOn }) => (closedOn ?? -1) >= firstDay(over)))
          .map(({ unit, own }) => ({
            labels: of.labels.get(unit),
            pnl: sum(own.map(({ realized }) => realized)),
            cost: sum(own.map(({ cost }) => cost)),
          }))
        expect(units.decided).toBe(decided.length)
        expect(units.wins).toBe(decided.filter(({ pnl }) => pnl >= 10_000).length)
        const sumsOf = (list: typeof decided) => ({
          units: list.length,
          wins: list.filter(({ pnl }) => pnl >= 10_000).length,
          losses: list.filter(({ pnl }) => pnl <= -10_000).length,
          pnl: sum(list.map(({ pnl }) => pnl)),
          stakedPnl: sum(list.filter(({ cost }) => cost > 0).map(({ pnl }) => pnl)),
          cost: sum(list.map(({ cost }) => cost)),
        })
        for (const label of [1, 2, 3, 4]) {
          const own = decided.filter(({ labels }) => labels?.category === label)
          const expected = own.length === 0 ? undefined : { label, ...sumsOf(own) }
          expect(categories.find((group) => group.label === label)).toEqual(expected)
        }
        for (const label of [10, 11, 12, 13, 14, 15, 16]) {
          const own = decided.filter(({ labels }) => labels?.tags.includes(label))
          const expected = own.length === 0 ? undefined : { label, ...sumsOf(own) }
          expect(tags.find((group) => group.label === label)).toEqual(expected)
        }
      }),
    )
  })

  it('name the markets decided in the period, and count the buys of tokens resolved in it', () => {
    fc.assert(
      fc.property(facts, period, (of, over) => {
        const { best, worst, calibration } = recordOf(of, over)
        const touched = of.tokens.filter(({ closedOn }) => closedOn !== null)
        const markets = Map.groupBy(touched, ({ condition }) => condition)
        for (const { condition, pnl } of [...best, ...worst]) {
          const own = markets.get(condition) ?? []
          expect(own.every(({ open }) => !open)).toBe(true)
          expect(Math.max(...own.map(({ closedOn }) => closedOn ?? 0))).toBeGreaterThanOrEqual(firstDay(over))
          expect(pnl).toBe(sum(own.map(({ realized }) => realized)))
        }
        const resolved = of.tokens.filter(
          ({ resolution, buyCost, buyShares }) =>
            resolution !== null && resolution.day >= firstDay(over) && buyCost > 0 && buyShares > 0,
        )
        expect(sum(calibration.map(({ count }) => count))).toBe(resolved.length)
      }),
    )
  })

  it('name small samples, and only those', () => {
    fc.assert(
      fc.property(facts, period, (of, over) => {
        const units = decidedUnits(of.tokens)
        const totals = of.totals[PERIODS.indexOf(over)]
        if (totals === undefined) throw new Error('no totals')
        const record = skillRecord(units, of.address, null)
        const told = traderAnalytics(periodRecord(of, over, units), {
          totals,
          skill: record,
          qValue: null,
          nameOf,
        })
        const { summary, risk, behavior, skill } = told
        const shown = { ...summary, ...risk, ...behavior, ...skill }
        const known = new Map(Object.entries(shown))
        for (const id of told.insufficient) expect(known.get(id) ?? null, id).toBeNull()
        expect(told.insufficient.includes('sharpeRatio')).toBe(recordOf(of, over).units.dollarUnits < 10)
        expect(told.insufficient.includes('edgePValue')).toBe(skill.units < 30)
        if (skill.units < 30) expect(skill.verdict).toBe('CANNOT_TELL')
      }),
      { numRuns: 40 },
    )
  })
})

describe("a trader's skill record", () => {
  const units = Array.from({ length: 30 }, (_, i) => ({ pnl: 40 - 3 * i, cost: 100 + i, shares: 250 }))
  const owner = fc.sample(facts, 1)[0]?.address

  it('is reused while the units are the same, in any order', () => {
    if (!owner) throw new Error('no address')
    const first = skillRecord(units, owner, null)
    expect(skillRecord(units.toReversed(), owner, first)).toBe(first)
    expect(skillRecord(units.toReversed(), owner, null)).toEqual(first)
    const changed = units.with(3, { pnl: 31, cost: 104, shares: 250 })
    expect(skillRecord(changed, owner, first).print).not.toBe(first.print)
    expect(skillRecord(changed, owner, first)).toEqual(skillRecord(changed, owner, null))
  })

  it('has no tests under thirty units with a cost', () => {
    if (!owner) throw new Error('no address')
    const few = skillRecord([...units.slice(1), { pnl: 5, cost: 0, shares: 5 }], owner, null)
    expect(few).toMatchObject({ units: 29, interval: null, pValue: null, print: null })
    expect(few.edge).not.toBeNull()
  })
})
