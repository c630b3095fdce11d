import { wrongArgument } from '../../errors.ts'
import { MAX_OUTCOMES } from '../../ledger/bounds.ts'
import { DAY_SECONDS, type Day, dayText, MICRO, type MicroUsd, weekStart } from '../../ledger/quantities.ts'
import { LOW_Q } from '../../metrics/skill/edge.ts'
import { SMART_COHORTS } from '../../smart-money/stance.ts'
import type { TraderFlow } from '../../store/markets/flows.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { WHOLE_MARKET } from '../kit/cost/query-cost.ts'
import { CUTOFF } from '../kit/cutoff.ts'
import { valuesOf } from '../kit/enums.ts'
import { dayOfSnapshot, type Market, MarketRef, type Outcome, OutcomeRef } from '../kit/market-page.ts'
import { eventEnd } from '../kit/paging/page-slice.ts'
import type { ArgumentTier } from '../kit/tier-rule.ts'

/** The default number of days, and the maximum. */
const USUAL_DAYS = 7
const MAX_DAYS = 366

const GROUPINGS = {
  SIZE: 'By the trader’s fills in the market over the days, in dollars.',
  COHORT:
    'By cohort of smart money, as its members were fixed for the ISO week of the fill. A trader counts in each of its cohorts.',
  SKILL: 'By the skill test of the snapshot.',
} as const
type Grouping = keyof typeof GROUPINGS

/** Groups by size with the dollars that a trader has fewer of, smallest first. */
const SIZES = [
  { name: 'UNDER_100_USD', below: 100, says: 'Traders with less than $100 of fills.' },
  { name: 'UNDER_1000_USD', below: 1_000, says: 'Traders with $100 or more of fills, and less than $1,000.' },
  {
    name: 'UNDER_10000_USD',
    below: 10_000,
    says: 'Traders with $1,000 or more of fills, and less than $10,000.',
  },
  {
    name: 'UNDER_100000_USD',
    below: 100_000,
    says: 'Traders with $10,000 or more of fills, and less than $100,000.',
  },
  {
    name: 'FROM_100000_USD',
    below: Number.POSITIVE_INFINITY,
    says: 'Traders with $100,000 or more of fills.',
  },
] as const

const GROUPS = {
  ...saidOf(SIZES),
  ...saidOf(SMART_COHORTS),
  NO_COHORT: 'Members of no cohort of smart money in the week of the fill.',
  LOW_Q_VALUE: `Traders whose edge has a q-value below ${LOW_Q}.`,
  HIGH_Q_VALUE: `Traders whose edge has a q-value of ${LOW_Q} or more.`,
  NO_Q_VALUE: 'Traders with too few decided units for a test of skill.',
} as const
type Group = keyof typeof GROUPS

function saidOf<Name extends string>(list: readonly { name: Name; says: string }[]) {
  return Object.fromEntries(list.map(({ name, says }) => [name, says])) as Record<Name, string>
}

const FlowGroupingEnum = builder.enumType('FlowGrouping', {
  description: "How a market's traders are grouped.",
  values: valuesOf<Grouping>(GROUPINGS),
})
const FlowGroupEnum = builder.enumType('FlowGroup', {
  description: "Groups of a market's traders.",
  values: valuesOf<Group>(GROUPS),
})

/** A group's fills in an outcome. */
interface GroupFlow extends Pick<TraderFlow, 'boughtShares' | 'boughtUsd' | 'soldShares' | 'soldUsd'> {
  group: Group
  outcome: Outcome
  traders: Set<number>
}

interface Flow extends Pick<Snapshot, 'cutoff'> {
  from: Day
  to: Day
  groups: readonly GroupFlow[]
}

const GroupFlowType = builder.objectRef<GroupFlow>('GroupFlow').implement({
  description: 'Shares of an outcome that a group of traders bought and sold, counting fills only.',
  fields: (t) => ({
    group: t.of(FlowGroupEnum, 'group', 'The group of traders.'),
    outcome: t.of(OutcomeRef, 'outcome', 'The outcome whose shares were traded.'),
    traders: t.int({
      limits: { minimum: 1 },
      description: 'Traders in the group with a fill in the outcome, {limits}.',
      resolve: ({ traders }) => traders.size,
    }),
    boughtShares: t.amount((row) => row.boughtShares, 'Shares bought, 0 or more.'),
    soldShares: t.amount((row) => row.soldShares, 'Shares sold, 0 or more.'),
    netShares: t.amount((row) => row.boughtShares - row.soldShares, 'Shares bought less shares sold.'),
    boughtUsd: t.amount((row) => row.boughtUsd, 'USD paid for shares bought, before fees, 0 or more.'),
    soldUsd: t.amount((row) => row.soldUsd, 'USD received for shares sold, before fees, 0 or more.'),
    netUsd: t.amount((row) => row.boughtUsd - row.soldUsd, 'USD paid less USD received.'),
  }),
})

const MarketFlowType = builder.objectRef<Flow>('MarketFlow').implement({
  description: 'Shares and dollars that groups of traders bought and sold in a market, over a range of days.',
  fields: (t) => ({
    from: t.of('Date', 'from', 'The first UTC day.'),
    to: t.of('Date', 'to', 'The last UTC day: its close, or the cutoff if earlier.'),
    cutoff: t.expose('cutoff', CUTOFF),
    groups: t.of([GroupFlowType], 'groups', {
      rows: SIZES.length * MAX_OUTCOMES,
      description: 'One row per group and outcome with a fill; groups in the order of the enum.',
    }),
  }),
})

/**
 * Membership of a cohort and skill verdicts require Pro, and the flow of a small group reveals its members'
 * trades.
 */
const OF_PEOPLE: ArgumentTier<Grouping> = {
  requires: 'PRO',
  otherwise: 'ERROR',
  where: { says: 'it is not SIZE', holds: (by) => by !== 'SIZE' },
}

builder.objectFields(MarketRef, (t) => ({
  flow: t.field({
    type: MarketFlowType,
    complexity: WHOLE_MARKET,
    description: 'Shares and dollars that groups of traders bought and sold over a range of days.',
    args: {
      by: t.arg({
        type: FlowGroupingEnum,
        defaultValue: 'SIZE',
        tier: OF_PEOPLE,
        description: 'How traders are grouped. Default: SIZE.',
      }),
      from: t.arg({
        type: 'Date',
        description: `The first UTC day, at most ${MAX_DAYS} days before the last. Default: the ${USUAL_DAYS} days ending with the last.`,
      }),
      to: t.arg({
        type: 'Date',
        description: "The last UTC day. Default: the cutoff's day, or the last day that the caller may see.",
      }),
    },
    resolve: (market, { by, from, to }, context) => flowOf(market, by ?? 'SIZE', { from, to }, context),
  }),
}))

async function flowOf(
  market: Market,
  by: Grouping,
  asked: { from?: Day | null | undefined; to?: Day | null | undefined },
  context: RequestContext,
): Promise<Flow> {
  const { facts, snapshot, page } = market
  const last = dayOfSnapshot(snapshot)
  const to = Math.min(asked.to ?? last, last)
  const from = asked.from ?? to - USUAL_DAYS + 1
  if (asked.to && asked.from && asked.from > asked.to)
    throw wrongArgument('from', `is after to: use ${dayText(asked.to)} or earlier`)
  if (to - from >= MAX_DAYS)
    throw wrongArgument('from', `is too early: use ${dayText(to - MAX_DAYS + 1)} or later`)
  const outcomes = (await page.outcomes()).get(facts.id) ?? []
  const tokens = outcomes.map(({ token }) => token)
  const close = { time: (to + 1) * DAY_SECONDS - 1, key: Number.MAX_SAFE_INTEGER }
  const end = eventEnd(snapshot)
  const upTo = close.time < end.time ? close : end
  const range = { since: from * DAY_SECONDS, before: (to + 1) * DAY_SECONDS }
  const flows = await context.reader.marketStore.flows({ tokens, ...range, upTo }, snapshot.ledgerVersion)
  const groupsOf = await grouping(by, { flows, from, to }, snapshot, context)
  const rows = new Map<string, GroupFlow>()
  for (const flow of flows)
    for (const group of groupsOf(flow)) {
      const outcome = outcomes.find(({ token }) => token === flow.token)
      if (outcome) addTo(rows, { group, outcome: { ...outcome, of: market } }, flow)
    }
  const places = Object.keys(GROUPS)
  const groups = [...rows.values()].sort(
    (a, b) => places.indexOf(a.group) - places.indexOf(b.group) || a.outcome.outcome - b.outcome.outcome,
  )
  return { from, to, cutoff: snapshot.cutoff, groups }
}

function addTo(
  rows: Map<string, GroupFlow>,
  { group, outcome }: Pick<GroupFlow, 'group' | 'outcome'>,
  { trader, boughtShares, boughtUsd, soldShares, soldUsd }: TraderFlow,
): void {
  const name = `${group} ${outcome.token}`
  const known = rows.get(name)
  rows.set(name, {
    group,
    outcome,
    traders: (known?.traders ?? new Set<number>()).add(trader),
    boughtShares: (known?.boughtShares ?? 0) + boughtShares,
    boughtUsd: (known?.boughtUsd ?? 0) + boughtUsd,
    soldShares: (known?.soldShares ?? 0) + soldShares,
    soldUsd: (known?.soldUsd ?? 0) + soldUsd,
  })
}

/** Returns the groups to which a flow belongs. */
type GroupsOf = (flow: TraderFlow) => readonly Group[]

async function grouping(
  by: Grouping,
  { flows, from, to }: { flows: readonly TraderFlow[]; from: Day; to: Day },
  snapshot: Snapshot,
  { reader, smartMoney }: RequestContext,
): Promise<GroupsOf> {
  if (by === 'SIZE') return bySize(flows)
  if (by === 'SKILL') {
    const { qValues } = await reader.shared(snapshot)
    return ({ trader }) => {
      const q = qValues.get(trader)
      return [q === undefined ? 'NO_Q_VALUE' : q < LOW_Q ? 'LOW_Q_VALUE' : 'HIGH_Q_VALUE']
    }
  }
  const weeks = { from: weekStart(from), to: weekStart(to) }
  const cohorts = await Promise.all(
    SMART_COHORTS.map(async ({ name, wire }) => {
      const members = await smartMoney.membersByWeek({ cohort: wire, ...weeks })
      return { name, members: new Set(members.map(({ week, trader }) => `${week} ${trader}`)) }
    }),
  )
  return ({ week, trader }) => {
    const own = cohorts.filter(({ members }) => members.has(`${week} ${trader}`)).map(({ name }) => name)
    return own.length === 0 ? ['NO_COHORT'] : own
  }
}

function bySize(flows: readonly TraderFlow[]): GroupsOf {
  const dollars = new Map<number, MicroUsd>()
  for (const { trader, boughtUsd, soldUsd } of flows)
    dollars.set(trader, (dollars.get(trader) ?? 0) + boughtUsd + soldUsd)
  return ({ trader }) => {
    const size = SIZES.find(({ below }) => (dollars.get(trader) ?? 0) < below * MICRO)
    return size ? [size.name] : []
  }
}
