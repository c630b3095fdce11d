import { type Day, dayText } from '../../ledger/quantities.ts'
import { type Rule, type RuleText, readRule } from '../rule.ts'

const DAYS = 90

/** Rules that everybody can look at: some that look good, and some that do not. */
export const EXAMPLE_RULES: readonly { title: string; rule: Omit<RuleText, 'from' | 'to'> }[] = [
  {
    title: 'Top 20 by copyability, weekly',
    rule: { universe: { leaderboard: 'copyable-all' }, delay: [30, 5, 300, 3_600], size: { usd: 100 } },
  },
  {
    title: 'Top 20 by profit, weekly',
    rule: { universe: { leaderboard: 'pnl-all' }, delay: [30, 300, 3_600], size: { usd: 100 } },
  },
  {
    title: 'Top 5 by return of the last week',
    rule: {
      universe: { leaderboard: 'roi-7d', top: 5 },
      record: { days: 7, trades: 5 },
      delay: [30, 300],
      size: { usd: 100 },
    },
  },
  {
    title: 'Three or more of the top 50 by prescience agree',
    rule: {
      universe: { leaderboard: 'prescience-all', top: 50 },
      entry: { agreeAtLeast: 3 },
      delay: [30, 300],
      size: { usd: 100 },
    },
  },
  {
    title: 'Whales of the last week, large buys',
    rule: {
      universe: { leaderboard: 'volume-7d' },
      entry: { minUsd: 1_000 },
      delay: [30, 300],
      size: { usd: 100 },
    },
  },
  {
    title: 'Resting orders behind long shots of the top 100 by volume',
    rule: {
      universe: { leaderboard: 'volume-30d', top: 100 },
      entry: { maxPrice: 0.25 },
      size: { usd: 20, bankroll: 20_000 },
      fill: { mode: 'MAKER' },
      exit: { traderSells: false },
    },
  },
]

/**
 * An example's rule over the last 90 days up to one, or over those that the ledger has.
 * @param firstDay the ledger's first day
 */
export function exampleRule(rule: Omit<RuleText, 'from' | 'to'>, to: Day, firstDay: Day): Rule {
  const from = Math.max(firstDay + 1, to - DAYS + 1)
  return readRule({ ...rule, from: dayText(Math.min(from, to)), to: dayText(to) })
}
