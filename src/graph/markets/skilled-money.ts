import { isDeepStrictEqual } from 'node:util'
import type { MicroUsd } from '../../ledger/quantities.ts'
import { type Interval, LOW_Q } from '../../metrics/skill/edge.ts'
import { type Divided, type Division, divide, LEAST_TRADERS } from '../../smart-money/skilled-division.ts'
import type { Book } from '../../store/markets/market-book.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { MARKET_FILLS, WHOLE_MARKET } from '../kit/cost/query-cost.ts'
import { IntervalType } from '../kit/interval.ts'
import { dayOfSnapshot, type Market, MarketRef, type Outcome, OutcomeRef } from '../kit/market-page.ts'

/** Days of trades that `netUsd` counts, as `flow` does by default. */
const NET_DAYS = 7

interface OutcomeMoney {
  outcome: Outcome
  /** Dollars that the group bought less those that it sold in the last {@link NET_DAYS} days; null for a group too small. */
  net: () => Promise<MicroUsd | null>
  value: MicroUsd
  /** Of the group's value. */
  share: number
}

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
    outcome: t.of(OutcomeRef, 'outcome', 'The outcome whose shares they hold.'),
    value: t.amount(({ value }) => value, 'Value of their shares at the mark, in USD, 0 or more.'),
    share: t.number('share', "The fraction of the group's value, from 0 to 1."),
    netUsd: t.amount(({ net }) => net(), {
      nullable: true,
      complexity: MARKET_FILLS,
      description: `USD that the group paid for its shares less USD received for them, over the ${NET_DAYS} days ending with the cutoff's; fills only, before fees. Null where fewer than ${LEAST_TRADERS} of the group traded in the market then.`,
    }),
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
    outcomes: t.of([OutcomeMoneyType], 'outcomes', {
      rows: 2,
      description: 'Their money by outcome, in the order of outcomes.',
    }),
  }),
})

const TOO_FEW = `Null with fewer than ${LEAST_TRADERS} holders, and where a mark is unknown.`

/** The groups of a market, with the page of markets in which it is. */
export const SkilledMoneyType = builder.objectRef<SkilledMoney & Pick<Market, 'page'>>('SkilledMoney')

SkilledMoneyType.implement({
  description:
    'Where skilled traders and everyone else have their money in a market. Opted-out traders are in neither group.',
  fields: (t) => ({
    skilled: t.of(GroupMoneyType, 'skilled', {
      nullable: true,
      description: `Holders whose edge has a q-value below ${LOW_Q}. ${TOO_FEW}`,
    }),
    others: t.of(GroupMoneyType, 'others', { nullable: true, description: `All other holders. ${TOO_FEW}` }),
    difference: t.of(IntervalType, 'difference', {
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
    resolve: async (market, _args, context) => ({
      ...(await skilledMoney(market, context)),
      page: market.page,
    }),
  }),
}))

const known = new WeakMap<Market, Promise<SkilledMoney>>()

/** Divides a market's holders by the snapshot's test of skill, once for all fields of a market that ask. */
export function skilledMoney(market: Market, context: RequestContext): Promise<SkilledMoney> {
  const money = known.get(market) ?? moneyOf(market, context)
  known.set(market, money)
  return money
}

async function moneyOf(market: Market, context: RequestContext): Promise<SkilledMoney> {
  const { reader } = context
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
  let nets: Promise<Nets> | undefined
  const netOf = async (name: Group, token: number) => {
    nets ??= sumNets(market, context)
    const own = (await nets)[name]
    return own && (own.get(token) ?? 0)
  }
  const group = (name: Group, of: Division[Group]): GroupMoney | null =>
    of && {
      traders: of.traders,
      value: of.value,
      outcomes: outcomes.map((outcome, i) => {
        const value = of.byOutcome[i] ?? 0
        return {
          outcome: { ...outcome, of: market },
          value,
          share: value / of.value,
          net: () => netOf(name, outcome.token),
        }
      }),
    }
  return { skilled: group('skilled', sums.skilled), others: group('others', sums.others), difference }
}

/** The last division of each book: a book of 100,000 holders takes longer to divide than the rest of a market to read. */
const divisions = new WeakMap<Book['byToken'], Kept>()

/** A division depends on these besides the book. */
interface Asked extends Omit<Divided, 'isSkilled'> {
  qValues: ReadonlyMap<number, number>
}

interface Kept extends Pick<Asked, 'qValues'> {
  of: Omit<Asked, 'qValues'>
  division: Division
}

function divisionOf(byToken: Book['byToken'], of: Asked): Division {
  const kept = divisions.get(byToken)
  const { qValues, ...rest } = of
  if (kept?.qValues === qValues && isDeepStrictEqual(kept.of, rest)) return kept.division
  const division = divide(byToken, { ...rest, isSkilled: (trader) => isSkilled(qValues, trader) })
  divisions.set(byToken, { of: rest, qValues, division })
  return division
}

function isSkilled(qValues: ReadonlyMap<number, number>, trader: number): boolean {
  return (qValues.get(trader) ?? 1) < LOW_Q
}

type Group = 'skilled' | 'others'
/** By token, the dollars that each group bought less those that it sold. */
type Nets = Record<Group, ReadonlyMap<number, MicroUsd> | null>

/** Sums the groups' trades of the last days. */
async function sumNets({ facts, page, snapshot }: Market, { reader }: RequestContext): Promise<Nets> {
  const [flows, { hidden }, { qValues }] = await Promise.all([
    page.flows(NET_DAYS),
    page.book(dayOfSnapshot(snapshot)),
    reader.shared(snapshot),
  ])
  const shown = (flows.get(facts.id) ?? []).filter(({ trader }) => !hidden.has(trader))
  const of = (group: Group) => {
    const own = shown.filter(({ trader }) => isSkilled(qValues, trader) === (group === 'skilled'))
    if (new Set(own.map(({ trader }) => trader)).size < LEAST_TRADERS) return null
    const nets = new Map<number, MicroUsd>()
    for (const { token, boughtUsd, soldUsd } of own)
      nets.set(token, (nets.get(token) ?? 0) + boughtUsd - soldUsd)
    return nets
  }
  return { skilled: of('skilled'), others: of('others') }
}
