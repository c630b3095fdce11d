import { isDeepStrictEqual } from 'node:util'
import { dayOfText, dayText } from '../../src/ledger/quantities.ts'
import type { WrittenWeek } from '../../src/store/smart-money/written-weeks.ts'
import { solvesFor } from '../../test/smart-money/solve-for.ts'
import { type Ask, answerOf } from './link-boards.ts'

/** What callers without Pro learn of single markets from all that they are shown of cohorts. */
export interface StanceLinkage {
  /** The markets of each number of a category that is shown, each week's and cohort's once. */
  markets: number[]
  /** Highlights that are shown whole. */
  highlights: number
  /** The fewest markets that a sum of the numbers comes down to; 3 stands for 3 or more. */
  least: number
  /** Answers with numbers of markets that are for Pro, and those of a FREE caller that differ. 0 where nothing leaks. */
  leaks: number
}

const COHORTS = [
  ['top-pnl', 'TOP_PNL'],
  ['most-consistent', 'MOST_CONSISTENT'],
  ['high-conviction', 'HIGH_CONVICTION'],
] as const
const SIGNAL = 'condition price kind side yesShare divergence value members outcome return'
const READ = `query ($cohort: SmartCohort!, $asOf: Date!) { smartMoney(cohort: $cohort, asOf: $asOf) {
  categories { category snapshotDate markets value yesShare divergence } weeklyPick { ${SIGNAL} } markets { ${SIGNAL} }
  consensusMarkets { condition } } }`

interface Signal {
  kind: string | null
  yesShare: number | null
  value: number | null
}

interface SmartMoney {
  categories: { category: string | null; snapshotDate: string | null; markets: number | null }[]
  weeklyPick: Signal | null
  markets: Signal[]
  consensusMarkets: unknown
}

/**
 * Adds and subtracts all numbers of categories, week by week and of all cohorts, with those of highlights. Which markets a
 * number counts is known, and what a share of each cost at each week's start.
 * @param written every week of every cohort, each published as of its Monday
 */
export async function linkSmartMoney(
  anonymous: Ask,
  free: Ask,
  written: readonly WrittenWeek[],
): Promise<StanceLinkage> {
  const numbers = new Map<string, WrittenWeek['stances']>()
  const told = new Set<number>()
  const linkage: StanceLinkage = { markets: [], highlights: 0, least: 3, leaks: 0 }
  for (const { cohort, week, highlight } of written) {
    const variables = { cohort: COHORTS.find(([wire]) => wire === cohort)?.[1], asOf: dayText(week) }
    const answer = await answerOf(anonymous, READ, variables)
    if (!isDeepStrictEqual(await answerOf(free, READ, variables), answer)) linkage.leaks++
    const { categories, weeklyPick, markets, consensusMarkets } = (answer as { smartMoney: SmartMoney })
      .smartMoney
    const isTold = ({ kind, yesShare, value }: Signal) => kind !== null || yesShare !== null || value !== null
    if (consensusMarkets !== null || markets.some(isTold)) linkage.leaks++
    if (weeklyPick && isTold(weeklyPick) && highlight !== null) {
      told.add(highlight)
      linkage.highlights++
    }
    for (const { category, snapshotDate } of categories) {
      const source = written.find(
        (one) => one.cohort === cohort && one.week === dayOfText(snapshotDate ?? ''),
      )
      const own = source?.stances.filter((one) => one.category === category)
      if (own) numbers.set(`${cohort} ${snapshotDate} ${category}`, own)
    }
  }
  const shown = [...numbers.values()]
  linkage.markets = shown.map(({ length }) => length)
  const columns = [...new Set(shown.flat().map(({ market }) => market))]
  const unknown = [...columns.keys()].filter((column) => !told.has(columns[column] ?? 0))
  // Where nobody trades, a market weighs the same each week, or what its price makes of it.
  for (const weigh of [() => 1, ({ price }: { price: number }) => price]) {
    const rows = shown.map((stances) =>
      columns.map((market) => {
        const stance = stances.find((one) => one.market === market)
        return stance ? weigh(stance) : 0
      }),
    )
    const found = [1, 2].find((most) => unknown.length > 0 && solvesFor(rows, unknown, most) !== null)
    linkage.least = Math.min(linkage.least, found ?? 3)
  }
  return linkage
}
