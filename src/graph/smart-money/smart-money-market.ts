import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { valueAt } from '../../ledger/holding.ts'
import { dayOf, MICRO, type MicroPrice, type MicroUsd } from '../../ledger/quantities.ts'
import type { CurrentStances } from '../../smart-money/current-stances.ts'
import { marketPrices } from '../../smart-money/market-prices.ts'
import { divergenceOf, yesShareOf } from '../../smart-money/stance.ts'
import type { TokenHolding } from '../../store/ledger/position-days.ts'
import type { MarketOutcome } from '../../store/smart-money/market-facts.ts'
import type { MarketWeek } from '../../store/smart-money/week-series.ts'
import type { TraderRow } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { decimalOf } from '../kit/decimal.ts'
import { textCost } from '../kit/query-cost.ts'
import { type Market, MarketType, stanceIn } from './market.ts'
import { SignalType } from './signal.ts'
import { SmartCohortEnum } from './smart-cohort.ts'

/** Weeks whose divergence is shown. */
const WEEKS = 8
/** Members that a market is taken to have. */
const USUAL_MEMBERS = 100

/** One market, as a cohort stands in it. */
export interface SmartMoneyMarket extends Pick<CurrentStances, 'cohort' | 'week'> {
  readonly market: Market
}

interface Member {
  row: TraderRow
  yesValue: MicroUsd
  noValue: MicroUsd
}

const MarketWeekType = builder.objectRef<MarketWeek>('MarketWeek').implement({
  description: 'A cohort in a market at the start of a week, written once.',
  fields: (t) => ({
    snapshotDate: t.field({ type: 'Date', description: 'The Monday.', resolve: ({ week }) => week }),
    price: t.float({
      description: 'What a YES share cost, in USD.',
      resolve: ({ price }) => decimalOf(price),
    }),
    yesShare: t.float({
      description: "The YES shares' part of the cohort's value, a fraction.",
      resolve: (week) => yesShareOf(week) / MICRO,
    }),
    divergence: t.float({
      description: 'How much more of YES it held than the price said: `yesShare` less `price`, from −1 to 1.',
      resolve: (week) => divergenceOf(week) / MICRO,
    }),
    value: t.float({
      description: "The marked value of the cohort's shares, in USD.",
      resolve: ({ value }) => decimalOf(value),
    }),
    members: t.exposeInt('members', { description: 'Members that held shares worth something, 3 or more.' }),
  }),
})

const MemberType = builder.objectRef<Member>('MarketMember').implement({
  description: 'A member of a cohort who holds shares of a market.',
  fields: (t) => ({
    address: t.string({
      description: "The member's wallet: 0x and 40 hex digits.",
      resolve: ({ row }) => row.address,
    }),
    username: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      description: 'The name that the member gave itself. Null without one.',
      resolve: ({ row }) => row.username,
    }),
    yesValue: t.float({
      description: 'The marked value of its YES shares, in USD.',
      resolve: ({ yesValue }) => decimalOf(yesValue),
    }),
    noValue: t.float({
      description: 'The marked value of its NO shares, in USD.',
      resolve: ({ noValue }) => decimalOf(noValue),
    }),
  }),
})

/** One market, as a cohort stands in it and stood before, and who that is. */
export const SmartMoneyMarketType = builder.objectRef<SmartMoneyMarket>('SmartMoneyMarket').implement({
  description: 'One market, as a cohort stands in it and stood before, and who that is.',
  fields: (t) => ({
    market: t.field({
      type: MarketType,
      description: 'What it is about, with its prices and volumes.',
      resolve: ({ market }) => market,
    }),
    cohort: t.field({
      type: SmartCohortEnum,
      description: 'Whose stance it is.',
      resolve: ({ cohort }) => cohort,
    }),
    snapshotDate: t.field({
      type: 'Date',
      description: "The Monday from which on the cohort's members are fixed.",
      resolve: ({ week }) => week,
    }),
    stance: t.field({
      type: SignalType,
      nullable: true,
      description:
        'How it stands. Null where too little of the cohort holds the market, or it has resolved or ended.',
      resolve: ({ market, cohort }) => stanceIn(market.facts, market.page, cohort),
    }),
    weeks: t.field({
      type: [MarketWeekType],
      complexity: { field: 1, multiplier: WEEKS },
      description: `How it stood at the starts of the last ${WEEKS} weeks, oldest first; weeks in which too little of it held the market are left out.`,
      resolve: ({ cohort, week, market }, _args, { reader }) =>
        reader.smartMoney.marketWeeks({ cohort, from: week - 7 * (WEEKS - 1), to: week }, market.facts.id),
    }),
    members: t.field({
      type: [MemberType],
      complexity: { field: 1, multiplier: USUAL_MEMBERS },
      description:
        'The members who hold shares of it, the largest value first. Who opted out is not among them.',
      resolve: membersBehind,
    }),
  }),
})

/** What each member's shares are worth at the market's prices. */
async function membersBehind(
  { market, cohort, week }: SmartMoneyMarket,
  _args: object,
  { reader }: RequestContext,
): Promise<Member[]> {
  const { facts, snapshot, page } = market
  const outcomes = (await page.outcomes()).get(facts.id) ?? []
  const prices = marketPrices(facts, outcomes, snapshot.cutoff.time)
  const tokens = outcomes.slice(0, 2).map(({ token }) => token)
  const day = dayOf(snapshot.cutoff.time)
  const holders = await reader.smartMoney.marketHolders({ cohort, week }, tokens, day)
  const rows = await reader.tradersById([...new Set(holders.map(({ trader }) => trader))])
  const members = [...rows.values()].map((row) => {
    const own = holders.filter(({ trader }) => trader === row.id)
    return {
      row,
      yesValue: worthOf(own, outcomes[0], prices[0]),
      noValue: worthOf(own, outcomes[1], prices[1]),
    }
  })
  return members
    .filter(({ yesValue, noValue }) => yesValue + noValue > 0)
    .sort(
      (a, b) => b.yesValue + b.noValue - a.yesValue - a.noValue || (a.row.address < b.row.address ? -1 : 1),
    )
}

function worthOf(
  holders: readonly TokenHolding[],
  outcome: MarketOutcome | undefined,
  price: MicroPrice | null | undefined,
): MicroUsd {
  const held = holders.find(({ token }) => token === outcome?.token)
  return held && typeof price === 'number' ? valueAt(held.shares, price) : 0
}
