import { isGated } from '../../access/tier.ts'
import { defined } from '../../checks.ts'
import { PequodError, wrongArgument } from '../../errors.ts'
import { type Day, dayText } from '../../ledger/quantities.ts'
import { type LeaderboardDefinition, leaderboardById, TABS, type Tab } from '../../metrics/leaderboards.ts'
import { dayBeforeWindow, type Period, periodNamed } from '../../metrics/periods.ts'
import type { ValueLimits } from '../../value-limits.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { NUMBER_STEPS, PAGE_READ, PROFILE } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT, CUTOFF } from '../kit/cutoff.ts'
import { MarketCategoryEnum, MetricIdEnum, ONE_CATEGORY, PeriodEnum, wireEnum } from '../kit/enums.ts'
import type { Explanation, StepNode } from '../kit/explanation.ts'
import { addsUp, type Step, type StepKind, type StepUnit } from '../kit/explanation.ts'
import { GIVEN_ADDRESS, LIST_LIMITS, WALLET_ADDRESS } from '../kit/limits/known-limits.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { dayOfSnapshot, MarketRef } from '../kit/market-page.ts'
import { decimalOf } from '../kit/number-fields.ts'
import {
  certainTotal,
  type PageArguments,
  pageSlice,
  questionMark,
  withNodes,
} from '../kit/paging/page-slice.ts'
import {
  endingFor,
  FIRST_ROWS,
  FIRST_ROWS_ALONE,
  pageArguments,
  placePrice,
} from '../kit/paging/place-paging.ts'
import { ledgerNodes } from '../traders/activity/trader-activity.ts'
import { marketLinks } from '../traders/market-links.ts'
import { TraderType } from '../traders/trader.ts'
import { traderOf } from '../traders/trader-query.ts'
import { LedgerEventInterface } from '../traders/trades/trade.ts'
import { OUTCOME_NAME } from '../traders/trades/trade-filters.ts'
import { rankTree } from './rank-tree.ts'
import { valueText } from './step-texts.ts'
import { definitionOf, EXPLAINED, type ExplainedName, traderTree } from './trader-tree.ts'

/** The deepest path: a window's end, a position, a part, a part of that, a day, an event, each with its longest name. */
const STEP: ValueLimits = {
  pattern: '^[A-Za-z0-9-]{1,100}(/[A-Za-z0-9-]{1,100}){0,8}$',
  form: 'its `path`',
}

/** A rank by its leaderboard's tab, of those whose rows everybody sees: `pnl-rank`. */
type RankName = `${Tab['wire']}-rank`
const RANKS = TABS.filter((tab) => !isGated(tab)).map(({ wire }): RankName => `${wire}-rank`)

function isRank(name: ExplainedName | RankName): name is RankName {
  return (RANKS as readonly string[]).includes(name)
}

function tabOf(name: RankName): Tab {
  return defined(TABS.find(({ wire }) => `${wire}-rank` === name))
}

const ExplainedMetricEnum = wireEnum('ExplainedMetric', {
  description: 'The numbers of a trader that can be explained.',
  wires: [...(Object.keys(EXPLAINED) as ExplainedName[]), ...RANKS],
  says: (name) =>
    isRank(name)
      ? `The rank on the leaderboard of the tab ${tabOf(name).name} in the period.`
      : definitionOf(EXPLAINED[name]).formula,
})

const StepKindEnum = builder.enumType('ExplanationKind', {
  description: 'How the value of a step follows from its own steps.',
  values: {
    SUM: { description: 'Their sum, each with its sign.' },
    COUNT: { description: 'Their number.' },
    PRODUCT: { description: 'The first times the second, rounded down to a millionth of a dollar.' },
    RATIO: { description: 'The first divided by the second.' },
    EVENT: { description: 'An event of the ledger: the end of the tree.' },
    FACT: { description: 'A number without further steps; `text` says where it comes from.' },
  } satisfies Record<StepKind, { description: string }>,
})

const StepUnitEnum = builder.enumType('ExplanationUnit', {
  description: 'The unit of a value.',
  values: {
    USD: { description: 'An amount in USD.' },
    SHARES: { description: 'A number of shares.' },
    USD_PER_SHARE: { description: 'Dollars a share.' },
    COUNT: { description: 'A number of things.' },
    FRACTION: { description: 'A fraction: 0.5 is 50%.' },
  } satisfies Record<StepUnit, { description: string }>,
})

const StepType = builder.objectRef<StepNode>('ExplanationStep').implement({
  description:
    'A number, with the steps that it follows from. Leaves are events of the ledger; at every step the values add up exactly.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Place in the tree, as the argument `step` takes it; empty for the root.',
    }),
    title: t.string({
      description: 'A few words; of a position its outcome and market.',
      resolve: ({ step, of }, _args, context) =>
        step.title ?? titleOf(step, marketLinks(of.trader.snapshot, context)),
    }),
    text: t.string({
      description: 'The formula with its inputs and its result.',
      resolve: ({ step }) => step.text,
    }),
    kind: t.field({
      type: StepKindEnum,
      description: 'How the value follows from `steps`.',
      resolve: ({ step }) => step.kind,
    }),
    value: t.float({
      nullable: true,
      description: 'The value, in `unit`. Null where it is unknown or nothing divides.',
      resolve: ({ step }) => plainValue(step),
    }),
    shown: t.string({
      description:
        'The value with its unit, to a millionth of a dollar or share: `$24.80`, `40 shares`, `51.2345%`.',
      resolve: ({ step }) => valueText(step.value, step.unit),
    }),
    unit: t.field({
      type: StepUnitEnum,
      description: 'Unit of the value.',
      resolve: ({ step }) => step.unit,
    }),
    sign: t.int({
      description: 'How the value counts in the step above: 1, or −1 where it is taken away.',
      resolve: ({ step }) => step.sign,
    }),
    day: t.field({
      type: 'Date',
      nullable: true,
      description: 'The UTC day of its events, or on which a unit was decided. Null for other steps.',
      resolve: ({ step }) => step.day,
    }),
    market: t.field({
      type: MarketRef,
      nullable: true,
      description: 'The market of a position. Null for other steps, and while the market is unknown.',
      resolve: ({ step, of }, _args, context) =>
        step.token === null
          ? null
          : marketLinks(of.trader.snapshot, context).marketOf({ token: step.token, condition: null }),
    }),
    outcome: t.string({
      ...OUTCOME_NAME,
      nullable: true,
      description: 'The outcome of a position. Null for other steps, and while its name is unknown.',
      resolve: ({ step, of }, _args, context) =>
        step.token === null
          ? null
          : marketLinks(of.trader.snapshot, context).ofToken(step.token, (known) => known?.name ?? null),
    }),
    event: t.field({
      type: LedgerEventInterface,
      nullable: true,
      description: 'The event of the ledger. Null for a step that is no event.',
      resolve: ({ step, of }, _args, context) =>
        step.event === null ? null : (ledgerNodes([step.event], of.trader.snapshot, context)[0] ?? null),
    }),
    addsUp: t.boolean({
      nullable: true,
      complexity: NUMBER_STEPS,
      description:
        'True if the value is exactly what its steps make; false where the ledger changed since the snapshot. Null for a step without steps.',
      resolve: ({ step }) => addsUp(step),
    }),
  }),
})

const ExplanationType = builder.objectRef<Explanation>('Explanation')

const StepConnectionType = builder.connectionObject(
  {
    type: StepType,
    name: 'ExplanationStepConnection',
    description: 'A page of steps.',
    fields: (t) => ({
      totalCount: t.int({ description: 'Steps in the whole list, 0 or more.', resolve: certainTotal }),
      explanation: t.field({
        type: ExplanationType,
        description: 'The explanation that the steps belong to.',
        resolve: ({ explanation }) => defined(explanation),
      }),
    }),
  },
  { name: 'ExplanationStepEdge', description: 'A step with its cursor.' },
)

const STEPS = `The steps that the value follows from: positions by the size of their part, days and events in order. Empty for an event, a fact, and a day with too many events to replay. ${FIRST_ROWS_ALONE}`

builder.objectField(StepType, 'steps', (t) =>
  t.field({
    type: StepConnectionType,
    complexity: placePrice(NUMBER_STEPS / PAGE_READ),
    description: STEPS,
    args: pageArguments(t.arg),
    resolve: (node, args, context) => listSteps(node, args, context),
  }),
)

ExplanationType.implement({
  description: 'Where a number of a trader comes from.',
  fields: (t) => ({
    trader: t.expose('trader', { type: TraderType, description: 'The trader whose number it is.' }),
    metric: t.expose('metric', {
      type: MetricIdEnum,
      description: 'The metric of the number; of a rank the one that orders its leaderboard.',
    }),
    formula: t.string({
      description: 'Its definition in one or two sentences.',
      resolve: ({ metric, board }) => board?.description ?? definitionOf(metric).formula,
    }),
    source: t.string({
      description: 'The section of the methodology that defines it.',
      resolve: ({ metric, board }) => (board === null ? definitionOf(metric).source : 'methodology §7'),
    }),
    from: t.expose('from', {
      type: 'Date',
      nullable: true,
      description: 'First UTC day of the window. Null for all time.',
    }),
    to: t.expose('to', { type: 'Date', description: 'Last UTC day of the window.' }),
    since: t.expose('since', {
      type: 'Date',
      nullable: true,
      description: 'The UTC day whose close the number is compared with. Null for the number itself.',
    }),
    step: t.field({
      type: StepType,
      description: 'The step that was asked for; the whole number by default.',
      resolve: ({ trail }) => trail.at(-1) as StepNode,
    }),
    trail: t.field({
      type: [StepType],
      complexity: { field: 1, multiplier: 9 },
      description: 'The steps from the whole number to `step`, both included.',
      resolve: ({ trail }) => trail,
    }),
    steps: t.field({
      type: StepConnectionType,
      complexity: placePrice(NUMBER_STEPS / PAGE_READ),
      description: `Where a number of a trader comes from, a level at a time. ${STEPS}`,
      args: pageArguments(t.arg),
      resolve: ({ trail }, args, context) => listSteps(trail.at(-1) as StepNode, args, context),
    }),
    cutoff: t.field({ ...CUTOFF, resolve: ({ trader }) => trader.snapshot.cutoff }),
  }),
})

builder.queryField('explain', (t) =>
  t.field({
    type: ExplanationType,
    complexity: 2 * PROFILE,
    description:
      "Where a trader's number comes from: a tree whose leaves are events of the ledger, computed by the same replay as the number. Sums lead to positions, their days and the events of these; a ratio has the trees of both its parts; a period is its end less its start.",
    throws: { NOT_FOUND: 'for an unknown trader or step' },
    args: {
      trader: t.arg.string({ required: true, limits: GIVEN_ADDRESS, description: WALLET_ADDRESS }),
      metric: t.arg({
        type: ExplainedMetricEnum,
        defaultValue: 'pnl',
        description: 'The number. Default: PNL.',
      }),
      period: t.arg({
        type: PeriodEnum,
        defaultValue: 'ALL',
        description: 'The period up to the cutoff. Default: all time.',
      }),
      from: t.arg({
        type: 'Date',
        description: 'First UTC day of a window up to `asOf`, instead of the period.',
      }),
      since: t.arg({
        type: 'Date',
        description: 'Explains the change since the close of this UTC day instead.',
      }),
      category: t.arg({ type: MarketCategoryEnum, description: ONE_CATEGORY }),
      asOf: t.arg(AS_OF_ARGUMENT),
      step: t.arg.string({
        limits: STEP,
        description: 'A step of the tree, {limits}. Default: the whole number.',
      }),
    },
    resolve: (_root, { trader, metric, period, ...more }, context) =>
      explain({ address: trader, metric: metric ?? 'pnl', period: period ?? 'ALL', ...more }, context),
  }),
)

/** A page of the steps below one, as far as its caller may be shown. */
async function listSteps({ step, path, of }: StepNode, args: PageArguments, context: RequestContext) {
  const { snapshot } = of.trader
  const steps = (await step.steps?.()) ?? []
  const list = {
    count: steps.length,
    placeOf: (index: number) => [index, 0] as const,
    at: (index: number) => index,
  }
  const mark = questionMark(`${of.question} ${path}`)
  const slice = pageSlice(list, args, { mark, rows: FIRST_ROWS })
  const { edges, ...ends } = endingFor(context.caller.tier, slice)
  const shown = edges.flatMap(({ node }) => steps[node] ?? [])
  const names = await namesOf(shown, of.trader, context)
  const nodes = shown.map((own, i): StepNode => {
    const name = names[i] ?? own.name
    return { step: own, path: path === '' ? name : `${path}/${name}`, of }
  })
  return {
    explanation: of,
    total: async () => steps.length,
    cutoff: () => snapshot.cutoff,
    edges: withNodes(edges, nodes),
    ...ends,
  }
}

interface Asked {
  address: string
  metric: ExplainedName | RankName
  period: Period
  from?: Day | null | undefined
  since?: Day | null | undefined
  category?: string | null | undefined
  asOf?: Day | null | undefined
  step?: string | null | undefined
}

async function explain(asked: Asked, context: RequestContext): Promise<Explanation> {
  const { address, from = null, category = null, asOf = null, step } = asked
  const trader = await traderOf(address, asOf, context)
  const { snapshot } = trader
  const to = dayOfSnapshot(snapshot)
  const since = sinceOf(asked, to, snapshot.firstDay)
  if (from !== null && (from < snapshot.firstDay || from > to))
    throw wrongArgument('from', `must be within ${dayText(snapshot.firstDay)} to ${dayText(to)}`)
  const board = boardOf(asked)
  const period = periodNamed(asked.period)
  const dayBefore = from === null ? dayBeforeWindow(period, to) : from - 1
  const metric = isRank(asked.metric) ? null : EXPLAINED[asked.metric]
  const then = since === null ? null : { day: since, dayBefore: dayBeforeWindow(period, since) }
  const root =
    metric === null
      ? await rankTree(trader, { definition: defined(board ?? undefined), category }, context)
      : await traderTree({ trader, metric, dayBefore, to, since: then, category }, context)
  const question = JSON.stringify([
    address.toLowerCase(),
    asked.metric,
    board?.id,
    dayBefore,
    to,
    since,
    category,
  ])
  const of: Explanation = {
    trader,
    metric: metric ?? defined(board ?? undefined).tab.metric,
    board,
    from: dayBefore === null ? null : dayBefore + 1,
    to,
    since,
    question,
    trail: [],
  }
  of.trail.push({ step: root, path: '', of })
  for (const name of step ? step.split('/') : [])
    of.trail.push(await stepBelow(of.trail.at(-1) as StepNode, name, context))
  return of
}

/** The leaderboard of a rank; null for another number. @throws PequodError BAD_USER_INPUT for other days than a period's */
function boardOf({ metric, period, from, since }: Asked): LeaderboardDefinition | null {
  if (!isRank(metric)) return null
  if ((from ?? null) !== null || (since ?? null) !== null)
    throw wrongArgument('metric', 'is a rank, which is of a period: omit from and since')
  return defined(leaderboardById(`${tabOf(metric).wire}-${periodNamed(period).wire}`))
}

function sinceOf({ since = null, from = null }: Asked, to: Day, firstDay: Day): Day | null {
  if (since === null) return null
  if (from !== null) throw wrongArgument('since', 'cannot be combined with from')
  if (since < firstDay || since >= to)
    throw wrongArgument('since', `must be within ${dayText(firstDay)} to ${dayText(to - 1)}`)
  return since
}

/**
 * The step of a name below another one. A list that ends for the caller's tier ends here too, so that no path leads to
 * rows beyond it.
 */
async function stepBelow(
  { step, path, of }: StepNode,
  name: string,
  context: RequestContext,
): Promise<StepNode> {
  const { tier } = context.caller
  const most = tier === 'PRO' ? Number.POSITIVE_INFINITY : tier === 'FREE' ? LIST_LIMITS.rows : FIRST_ROWS
  const steps = ((await step.steps?.()) ?? []).slice(0, most)
  const token = /^\d+$/.test(name) ? await context.reader.trades.tokenNumber(name) : null
  const found = steps.find((own) => (own.token === null ? own.name === name : own.token === token))
  if (found) return { step: found, path: path === '' ? name : `${path}/${name}`, of }
  throw new PequodError(
    'NOT_FOUND',
    `No step has the path ${path === '' ? name : `${path}/${name}`}${tier === 'PRO' ? '' : ', or it is beyond the rows that your account is shown'}: copy the path of a step of this number.`,
  )
}

/** The names of steps in paths: of a position its token, which is the same on every host. */
async function namesOf(
  steps: readonly Step[],
  { snapshot }: TraderProfile,
  context: RequestContext,
): Promise<(string | null)[]> {
  const tokens = await marketLinks(snapshot, context).tokens(steps.flatMap(({ token }) => token ?? []))
  const byId = new Map(tokens.flatMap((token) => (token ? [[token.id, token.token] as const] : [])))
  return steps.map(({ token }) => (token === null ? null : (byId.get(token) ?? null)))
}

async function titleOf({ token, name }: Step, links: ReturnType<typeof marketLinks>): Promise<string> {
  if (token === null) return name
  const market = await links.marketOf({ token, condition: null })
  const outcome = await links.ofToken(token, (known) => known?.name ?? null)
  return [outcome, market?.question ?? 'a market without metadata']
    .filter((part) => part !== null)
    .join(' · ')
}

function plainValue({ value, unit }: Step): number | null {
  if (value === null) return null
  return unit === 'COUNT' || unit === 'FRACTION' ? value : decimalOf(value)
}
