import { valueAt } from '../../ledger/holding.ts'
import { dayOf, MICRO, type MicroPrice, type MicroUsd } from '../../ledger/quantities.ts'
import type { CurrentStances } from '../../smart-money/current-stances.ts'
import { currentSignal } from '../../smart-money/signals.ts'
import type { TokenHolding } from '../../smart-money/smart-money-store.ts'
import {
  divergenceOf,
  type SmartCohort,
  signalKind,
  signalSide,
  yesShareOf,
} from '../../smart-money/stance.ts'
import type { MarketWeek } from '../../smart-money/week-series.ts'
import type { MarketOutcome } from '../../store/markets/market-facts.ts'
import type { Snapshot, TraderRow } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { CUTOFF } from '../kit/cutoff.ts'
import { ADDRESS } from '../kit/limits/known-limits.ts'
import { type Market, MarketRef, pricesOf } from '../kit/market-page.ts'
import { MarketType } from '../markets/market.ts'
import { TraderType } from '../traders/trader.ts'
import { PUBLIC_NAME } from '../traders/trader-fields.ts'
import { SignalType } from './signal.ts'
import {
  COHORT,
  COHORT_ARGUMENT,
  COHORT_VALUE,
  DEFAULT_COHORT,
  MEMBERS,
  MEMBERS_WEEK,
  WEEK_START,
  YES_PRICE,
} from './smart-cohort.ts'

/** Weeks of divergence shown. */
const WEEKS = 8
/** Members that a market is taken to have. */
const USUAL_MEMBERS = 100

export interface SmartMoneyMarket extends Pick<CurrentStances, 'cohort' | 'week'> {
  readonly market: Market
}

interface Member {
  row: TraderRow
  snapshot: Snapshot
  yesValue: MicroUsd
  noValue: MicroUsd
}

const MarketWeekType = builder.objectRef<MarketWeek>('MarketWeek').implement({
  description: "A cohort's position in a market at the start of a week, recorded once.",
  fields: (t) => ({
    snapshotDate: t.expose('week', WEEK_START),
    price: t.amount('price', {
      limits: { minimum: 0, maximum: 1 },
      description: YES_PRICE,
    }),
    yesShare: t.fraction(
      (week) => yesShareOf(week) / MICRO,
      "YES share of the cohort's value, from {limits}.",
    ),
    divergence: t.number((week) => divergenceOf(week) / MICRO, {
      limits: { minimum: -1, maximum: 1 },
      description: 'Divergence from the market: `yesShare` minus `price`, from {limits}.',
    }),
    value: t.amount('value', COHORT_VALUE),
    members: t.exposeInt('members', MEMBERS),
  }),
})

const MemberType = builder.objectRef<Member>('MarketMember').implement({
  description: 'A cohort member that holds shares of a market.',
  fields: (t) => ({
    address: t.text(({ row }) => row.address, {
      limits: ADDRESS,
      description: "The member's wallet address: {limits}.",
    }),
    username: t.string({
      ...PUBLIC_NAME,
      resolve: ({ row }) => row.username,
    }),
    trader: t.field({
      type: TraderType,
      nullable: true,
      description: 'The member with all numbers. Null until a snapshot includes an event of the wallet.',
      resolve: ({ row, snapshot }, _args, { loaders }) => loaders(snapshot).profiles.load(row.id),
    }),
    yesValue: t.amount('yesValue', 'Marked value of its YES shares, in USD.'),
    noValue: t.amount('noValue', 'Marked value of its NO shares, in USD.'),
  }),
})

/** A cohort's position in one market: now, in past weeks, and by member. */
export const SmartMoneyMarketType = builder.objectRef<SmartMoneyMarket>('SmartMoneyMarket').implement({
  description: "A cohort's position in one market: now, in past weeks, and by member.",
  fields: (t) => ({
    market: t.of(MarketType, 'market', 'The market, with its prices and volume.'),
    cutoff: t.field({ ...CUTOFF, resolve: ({ market }) => market.snapshot.cutoff }),
    cohort: t.expose('cohort', COHORT),
    snapshotDate: t.expose('week', MEMBERS_WEEK),
    stance: t.of(SignalType, ({ market, cohort }) => stanceIn(market, cohort), {
      nullable: true,
      description:
        'The current position. Null if too few members hold the market, or it has resolved or ended.',
    }),
    weeks: t.field({
      type: [MarketWeekType],
      complexity: { field: 1, multiplier: WEEKS },
      description: `The positions at the start of each of the last ${WEEKS} weeks, oldest first, without weeks in which too few members held the market.`,
      resolve: ({ cohort, week, market }, _args, { smartMoney }) =>
        smartMoney.marketWeeks({ cohort, from: week - 7 * (WEEKS - 1), to: week }, market.facts.id),
    }),
    members: t.of([MemberType], membersBehind, {
      rows: USUAL_MEMBERS,
      description: 'The members that hold it, largest value first, except wallets that opted out.',
    }),
  }),
})

builder.objectFields(MarketRef, (t) => ({
  smartMoney: t.field({
    type: SignalType,
    nullable: true,
    tier: { requires: 'PRO', otherwise: 'NULL' },
    description: "A cohort's position in it. Null if too few members hold it.",
    args: {
      cohort: t.arg(COHORT_ARGUMENT),
    },
    resolve: (market, { cohort }) => stanceIn(market, cohort ?? DEFAULT_COHORT),
  }),
}))

/** A cohort's stance in a market of a page; null where too little of the cohort holds it. */
async function stanceIn({ facts, snapshot: { cutoff }, page }: Market, cohort: SmartCohort) {
  const known = await page.stances(cohort)
  const stance = known?.byMarket.get(facts.id)
  if (!known || stance === undefined) return null
  const kind = signalKind(stance)
  return currentSignal(
    stance,
    { cohort, week: known.week, kind, side: kind && signalSide(kind, stance), cutoff },
    facts,
  )
}

/** Returns the value of each member's shares at the market's prices. */
async function membersBehind(
  { market, cohort, week }: SmartMoneyMarket,
  _args: object,
  { reader, smartMoney }: RequestContext,
): Promise<Member[]> {
  const { facts, snapshot, page } = market
  const outcomes = (await page.outcomes()).get(facts.id) ?? []
  const prices = await pricesOf(market)
  const tokens = outcomes.slice(0, 2).map(({ token }) => token)
  const day = dayOf(snapshot.cutoff.time)
  const holders = await smartMoney.marketHolders({ cohort, week }, tokens, day, snapshot.ledgerVersion)
  const rows = await reader.tradersById([...new Set(holders.map(({ trader }) => trader))])
  const members = [...rows.values()].map((row) => {
    const own = holders.filter(({ trader }) => trader === row.id)
    return {
      row,
      snapshot,
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
