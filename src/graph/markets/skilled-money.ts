import { isDeepStrictEqual } from 'node:util'
import { valueAt } from '../../ledger/holding.ts'
import type { MicroPrice, MicroUsd } from '../../ledger/quantities.ts'
import { moneyShareDifference, type Stake } from '../../metrics/skill/money-shares.ts'
import { LOW_Q } from '../../metrics/skill/verdict.ts'
import type { Interval } from '../../metrics/skill/wilson-interval.ts'
import type { Book } from '../../store/markets/market-book.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { WHOLE_MARKET } from '../kit/cost/query-cost.ts'
import { IntervalType } from '../kit/interval.ts'
import { dayOfSnapshot, type Market, MarketRef, type Outcome, OutcomeRef } from '../kit/market-page.ts'

/** A smaller group is not described: its shares would be those of persons. */
export const LEAST_TRADERS = 5

interface OutcomeMoney {
  outcome: Outcome
  value: MicroUsd
  /** Of the group's value. */
  share: number
}

/** The money of a group of traders in a market. */
interface GroupMoney {
  traders: number
  value: MicroUsd
  /** In the outcomes' order. */
  outcomes: readonly OutcomeMoney[]
}

/** Where skilled traders and everyone else have their money. */
export interface SkilledMoney {
  skilled: GroupMoney | null
  others: GroupMoney | null
  /** Of the first outcome's share. */
  difference: Interval | null
}

const OutcomeMoneyType = builder.objectRef<OutcomeMoney>('OutcomeMoney').implement({
  description: 'The money that a group of traders has on an outcome.',
  fields: (t) => ({
    outcome: t.expose('outcome', { type: OutcomeRef, description: 'The outcome whose shares they hold.' }),
    value: t.amount(({ value }) => value, 'Value of their shares at the mark, in USD, 0 or more.'),
    share: t.exposeFloat('share', { description: "The fraction of the group's value, from 0 to 1." }),
  }),
})

const GroupMoneyType = builder.objectRef<GroupMoney>('GroupMoney').implement({
  description: 'The shares that a group of traders holds in a market, at their marks.',
  fields: (t) => ({
    traders: t.exposeInt('traders', {
      limits: { minimum: LEAST_TRADERS },
      description: 'Traders of the group who hold shares, {limits}.',
    }),
    value: t.amount(({ value }) => value, 'Value of all their shares, in USD, above 0.'),
    outcomes: t.field({
      type: [OutcomeMoneyType],
      complexity: { field: 1, multiplier: 2 },
      description: 'Their money by outcome, in the order of outcomes.',
      resolve: ({ outcomes }) => [...outcomes],
    }),
  }),
})

const TOO_FEW = `Null with fewer than ${LEAST_TRADERS} holders, and where a mark is unknown.`

const SkilledMoneyType = builder.objectRef<SkilledMoney>('SkilledMoney').implement({
  description:
    'Where skilled traders and everyone else have their money in a market. Opted-out traders are in neither group.',
  fields: (t) => ({
    skilled: t.expose('skilled', {
      type: GroupMoneyType,
      nullable: true,
      description: `Holders whose edge has a q-value below ${LOW_Q}. ${TOO_FEW}`,
    }),
    others: t.expose('others', {
      type: GroupMoneyType,
      nullable: true,
      description: `All other holders. ${TOO_FEW}`,
    }),
    difference: t.expose('difference', {
      type: IntervalType,
      nullable: true,
      description:
        "The first outcome's share among the skilled less that among the others, from -1 to 1. An interval that contains 0 is no evidence of a difference. Null without both groups.",
    }),
  }),
})

builder.objectFields(MarketRef, (t) => ({
  skilledMoney: t.field({
    type: SkilledMoneyType,
    nullable: true,
    complexity: WHOLE_MARKET,
    tier: { requires: 'FREE', otherwise: 'NULL' },
    description: "The outcomes that skilled traders' and everyone else's money is on.",
    resolve: (market, _args, context) => skilledMoney(market, context),
  }),
}))

const known = new WeakMap<Market, Promise<SkilledMoney>>()

/** Divides a market's holders by the snapshot's test of skill, once for all fields of a market that ask. */
export function skilledMoney(market: Market, context: RequestContext): Promise<SkilledMoney> {
  const money = known.get(market) ?? moneyOf(market, context)
  known.set(market, money)
  return money
}

async function moneyOf(market: Market, { reader }: RequestContext): Promise<SkilledMoney> {
  const { facts, page, snapshot } = market
  const day = dayOfSnapshot(snapshot)
  const [book, allPrices, allOutcomes] = await Promise.all([
    page.book(day),
    page.prices(day),
    page.outcomes(),
  ])
  const { byToken, hidden } = book
  const prices = allPrices.get(facts.id) ?? []
  const outcomes = allOutcomes.get(facts.id) ?? []
  const marks = outcomes.flatMap((_one, i) => prices[i] ?? [])
  if (outcomes.length === 0 || marks.length < outcomes.length)
    return { skilled: null, others: null, difference: null }
  const { qValues } = await reader.shared(snapshot)
  const tokens = outcomes.map(({ token }) => token)
  const { difference, ...sums } = divisionOf(byToken, { tokens, marks, hidden, qValues })
  const group = (of: GroupSums | null): GroupMoney | null =>
    of && {
      traders: of.traders,
      value: of.value,
      outcomes: outcomes.map((outcome, i) => {
        const value = of.byOutcome[i] ?? 0
        return { outcome: { ...outcome, of: market }, value, share: value / of.value }
      }),
    }
  return { skilled: group(sums.skilled), others: group(sums.others), difference }
}

/** The money of a group: of at least {@link LEAST_TRADERS} traders, and above 0. */
interface GroupSums {
  traders: number
  value: MicroUsd
  byOutcome: readonly MicroUsd[]
}

/** A division of a book depends on these besides the book. */
interface Divided {
  tokens: readonly number[]
  /** Of the tokens. */
  marks: readonly MicroPrice[]
  hidden: ReadonlySet<number>
  qValues: ReadonlyMap<number, number>
}

interface Division {
  skilled: GroupSums | null
  others: GroupSums | null
  difference: Interval | null
}

interface Kept extends Pick<Divided, 'qValues'> {
  of: Omit<Divided, 'qValues'>
  division: Division
}

/** The last division of each book: a book of 100,000 holders takes longer to divide than the rest of a market to read. */
const divisions = new WeakMap<Book['byToken'], Kept>()

function divisionOf(byToken: Book['byToken'], of: Divided): Division {
  const kept = divisions.get(byToken)
  const { qValues, ...rest } = of
  if (kept?.qValues === qValues && isDeepStrictEqual(kept.of, rest)) return kept.division
  const division = divide(byToken, of)
  divisions.set(byToken, { of: rest, qValues, division })
  return division
}

function divide(byToken: Book['byToken'], { tokens, marks, hidden, qValues }: Divided): Division {
  const groups = { skilled: new Map<number, MicroUsd[]>(), others: new Map<number, MicroUsd[]>() }
  for (const [i, token] of tokens.entries())
    for (const { trader, shares } of byToken.get(token) ?? []) {
      if (shares === 0 || hidden.has(trader)) continue
      const group = (qValues.get(trader) ?? 1) < LOW_Q ? groups.skilled : groups.others
      const own = group.get(trader) ?? Array<MicroUsd>(tokens.length).fill(0)
      own[i] = valueAt(shares, marks[i] ?? 0)
      group.set(trader, own)
    }
  const [skilled, others] = [groups.skilled, groups.others].map((group) =>
    sumsOf(tokens.length, [...group.values()]),
  )
  if (!skilled || !others) return { skilled: skilled ?? null, others: others ?? null, difference: null }
  const stakes = (group: ReadonlyMap<number, MicroUsd[]>) => [...group.values()].map(stakeOf)
  return { skilled, others, difference: moneyShareDifference(stakes(groups.skilled), stakes(groups.others)) }
}

function stakeOf(values: readonly MicroUsd[]): Stake {
  return { value: sumOf(values), onOutcome: values[0] ?? 0 }
}

function sumsOf(outcomes: number, traders: readonly (readonly MicroUsd[])[]): GroupSums | null {
  const byOutcome = Array.from({ length: outcomes }, (_, i) => sumOf(traders.map((values) => values[i] ?? 0)))
  const value = sumOf(byOutcome)
  return traders.length < LEAST_TRADERS || value === 0 ? null : { traders: traders.length, value, byOutcome }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
