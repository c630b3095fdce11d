import { isGated } from '../../access/tier.ts'
import { defined } from '../../checks.ts'
import { PequodError, wrongArgument } from '../../errors.ts'
import { shortAddress } from '../../formats.ts'
import { addressOf, type Day, dayOf, dayText, decimalOf } from '../../ledger/quantities.ts'
import {
  dayBeforeWindow,
  type LeaderboardDefinition,
  leaderboardById,
  type Period,
  periodNamed,
  TABS,
  type Tab,
} from '../../metrics/leaderboards.ts'
import { metricById } from '../../metrics/registry.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type { ValueLimits } from '../../value-limits.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { NUMBER_STEPS, PAGE_READ, PROFILE } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT, CUTOFF } from '../kit/cutoff.ts'
import { MarketCategoryEnum, MetricIdEnum, ONE_CATEGORY, PeriodEnum, wireEnum } from '../kit/enums.ts'
import {
  addsUp,
  type Explanation,
  type Step,
  type StepKind,
  type StepNode,
  type StepUnit,
} from '../kit/explanation.ts'
import { LIST_LIMITS } from '../kit/limits/known-limits.ts'
import { dayOfSnapshot, loadMarket, MarketRef } from '../kit/market-page.ts'
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
import type { ArgumentTier } from '../kit/tier-rule.ts'
import { findMarket } from '../markets/market-query.ts'
import { ledgerNodes } from '../traders/activity/trader-activity.ts'
import { marketLinks } from '../traders/market-links.ts'
import { TraderType } from '../traders/trader.ts'
import { traderOf } from '../traders/trader-query.ts'
import { LedgerEventInterface } from '../traders/trades/trade.ts'
import { OUTCOME_NAME } from '../traders/trades/trade-filters.ts'
import { WhaleAlertType } from '../whales/whale-alert.ts'
import { alertById } from '../whales/whale-query.ts'
import { ALERT_CONDITIONS, alertTree } from './alert-tree.ts'
import { MARKET_NUMBERS, type MarketNumber, marketTree } from './market-tree.ts'
import { rankTree } from './rank-tree.ts'
import { valueText } from './step-texts.ts'
import { EXPLAINED, type ExplainedName, traderTree } from './trader-tree.ts'
import { isDrawn } from './unit-trees.ts'

/** Names of steps with slashes between them: the deepest path has a window's end, a position, its parts, a day and an event. */
const STEP: ValueLimits = {
  pattern: '^[A-Za-z0-9/-]{1,900}$',
  form: 'its `path`',
}

/** An address, a condition, or the id of an alert. */
const SUBJECT_ID: ValueLimits = {
  pattern: '^[A-Za-z0-9_-]{1,100}$',
  form: '1 to 100 letters, digits, hyphens and underscores',
}

/** A rank by its leaderboard's tab: `pnl-rank`. */
type RankName = `${Tab['wire']}-rank`
const RANKS = TABS.map(({ wire }): RankName => `${wire}-rank`)

/** Every number that can be explained, by its name on the wire. */
type NumberName = ExplainedName | RankName | MarketNumber | 'conditions'

function isRank(name: NumberName): name is RankName {
  return (RANKS as readonly string[]).includes(name)
}

function tabOf(name: RankName): Tab {
  return defined(TABS.find(({ wire }) => `${wire}-rank` === name))
}

function isMarketNumber(name: NumberName): name is MarketNumber {
  return name in MARKET_NUMBERS
}

const SUBJECTS = {
  TRADER: 'A trader, by the address.',
  MARKET: 'A market, by its condition.',
  ALERT: 'A whale alert, by its id.',
} as const
type Subject = keyof typeof SUBJECTS

const SubjectEnum = wireEnum('ExplainedSubject', {
  description: 'Subjects whose numbers can be explained.',
  wires: ['trader', 'market', 'alert'] as const,
  says: (wire) => SUBJECTS[wire.toUpperCase() as Subject],
})

const OWN_NUMBERS: readonly NumberName[] = ['open-interest', 'holders', 'conditions']

const ExplainedMetricEnum = wireEnum('ExplainedMetric', {
  description:
    'The numbers that can be explained: of a market VOLUME, OPEN_INTEREST and HOLDERS, of an alert CONDITIONS, of a trader the others.',
  wires: [...(Object.keys(EXPLAINED) as NumberName[]), ...OWN_NUMBERS, ...RANKS],
  says: (name) =>
    isRank(name)
      ? `The rank on the leaderboard of the tab ${tabOf(name).name} in the period.`
      : definitionOfNumber(name).formula,
})

function definitionOfNumber(name: Exclude<NumberName, RankName>): { formula: string; source: string } {
  if (name === 'conditions') return ALERT_CONDITIONS
  return name in EXPLAINED
    ? metricById(EXPLAINED[name as ExplainedName])
    : MARKET_NUMBERS[name as MarketNumber]
}

/** The tier needed for the rank on a board whose rows not everybody sees. */
const OF_A_GATED_BOARD = {
  requires: 'FREE',
  otherwise: 'ERROR',
  where: {
    says: "the leaderboard's `access` is SIGNED_IN",
    holds: (name: NumberName) => isRank(name) && isGated(tabOf(name)),
  },
} as const satisfies ArgumentTier<NumberName>

const StepKindEnum = builder.enumType('ExplanationKind', {
  description: 'How the value of a step follows from its own steps.',
  values: {
    SUM: { description: 'Their sum, each with its sign.' },
    COUNT: { description: 'Their number.' },
    PRODUCT: { description: 'The first times the second, rounded down to a millionth of a dollar.' },
    RATIO: { description: 'The first divided by the second.' },
    MEAN: { description: 'Their mean.' },
    DEVIATION: { description: 'Their sample standard deviation.' },
    DOWNSIDE: { description: 'The root of the mean square of the negative ones; the others count as 0.' },
    DRAW: {
      description:
        'Drawn from them with the seed in `text`: they are enough to draw it again. `addsUp` is null, since nothing adds up.',
    },
    INPUTS: { description: 'The profit of one unit, with the cost and shares that a draw reads beside it.' },
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
    RATIO: { description: 'One number over another of its unit.' },
  } satisfies Record<StepUnit, { description: string }>,
})

const StepType = builder.objectRef<StepNode>('ExplanationStep').implement({
  description:
    'A number, with the steps that it follows from. Leaves are events of the ledger; at every step the values add up exactly.',
  fields: (t) => ({
    path: t.text('path', 'Place in the tree, as the argument `step` takes it; empty for the root.'),
    title: t.text(({ step, of }, _args, context) => step.title ?? titleOf(step, of, context), {
      description: 'A few words; of a position its outcome and market, of a holder its name.',
    }),
    text: t.text(({ step }) => step.text, 'The formula with its inputs and its result.'),
    kind: t.of(StepKindEnum, ({ step }) => step.kind, 'How the value follows from `steps`.'),
    value: t.number(({ step }) => plainValue(step), {
      nullable: true,
      description: 'The value, in `unit`. Null where it is unknown or nothing divides.',
    }),
    shown: t.text(
      ({ step }) => step.words ?? valueText(step.value, step.unit),
      'The value with its unit, to a millionth of a dollar or share: `$24.80`, `40 shares`, `51.2345%`; of an interval both ends.',
    ),
    unit: t.of(StepUnitEnum, ({ step }) => step.unit, 'Unit of the value.'),
    sign: t.int({
      description: 'How the value counts in the step above: 1, or −1 where it is taken away.',
      resolve: ({ step }) => step.sign,
    }),
    day: t.of('Date', ({ step }) => step.day, {
      nullable: true,
      description: 'The UTC day of its events, or on which a unit was decided. Null for other steps.',
    }),
    market: t.field({
      type: MarketRef,
      nullable: true,
      description: 'The market of a position. Null for other steps, and while the market is unknown.',
      resolve: ({ step, of }, _args, context) =>
        step.token === null
          ? null
          : marketLinks(of.snapshot, context).marketOf({ token: step.token, condition: null }),
    }),
    outcome: t.string({
      ...OUTCOME_NAME,
      nullable: true,
      description: 'The outcome of a position. Null for other steps, and while its name is unknown.',
      resolve: ({ step, of }, _args, context) =>
        step.token === null
          ? null
          : marketLinks(of.snapshot, context).ofToken(step.token, (known) => known?.name ?? null),
    }),
    event: t.of(
      LedgerEventInterface,
      ({ step, of }, _args, context) =>
        step.event === null ? null : (ledgerNodes([step.event], of.snapshot, context)[0] ?? null),
      { nullable: true, description: 'The event of the ledger. Null for a step that is no event.' },
    ),
    addsUp: t.flag(({ step }) => addsUp(step), {
      nullable: true,
      complexity: NUMBER_STEPS,
      description:
        'True if the value is exactly what its steps make; false where the ledger changed since the snapshot. Null for a step without steps, and for a draw.',
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
      explanation: t.of(ExplanationType, ({ explanation }) => defined(explanation), {
        description: 'The explanation that the steps belong to.',
      }),
    }),
  },
  { name: 'ExplanationStepEdge', description: 'A step with its cursor.' },
)

const STEPS = `The steps that the value follows from: positions and holders by the size of their part, days and events in order. Empty for an event, a fact, and a day with too many events to replay. ${FIRST_ROWS_ALONE}`

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
  description: 'Where a number comes from.',
  fields: (t) => ({
    trader: t.of(TraderType, 'trader', {
      nullable: true,
      description: 'The trader whose number it is. Null for those of other subjects.',
    }),
    market: t.of(
      MarketRef,
      ({ market, snapshot }, _args, context) =>
        market === null ? null : loadMarket(market, context, snapshot.asOf),
      { nullable: true, description: 'The market whose number it is. Null for those of other subjects.' },
    ),
    alert: t.of(WhaleAlertType, 'alert', {
      nullable: true,
      description: 'The alert, as the caller may see it. Null for other subjects.',
    }),
    metric: t.of(MetricIdEnum, 'metric', {
      nullable: true,
      description:
        'The metric of a number of a trader; of a rank the one that orders its leaderboard. Null for other subjects.',
    }),
    formula: t.text('formula', 'Its definition in one or two sentences.'),
    source: t.text('source', 'The section of the methodology that defines it.'),
    from: t.of('Date', 'from', {
      nullable: true,
      description: 'First UTC day of the window. Null for all time.',
    }),
    to: t.of('Date', 'to', 'Last UTC day of the window.'),
    since: t.of('Date', 'since', {
      nullable: true,
      description: 'The UTC day whose close the number is compared with. Null for the number itself.',
    }),
    step: t.of(StepType, ({ trail }) => trail.at(-1) as StepNode, {
      description: 'The step that was asked for; the whole number by default.',
    }),
    trail: t.of([StepType], 'trail', {
      rows: 9,
      description: 'The steps from the whole number to `step`, both included.',
    }),
    steps: t.field({
      type: StepConnectionType,
      complexity: placePrice(NUMBER_STEPS / PAGE_READ),
      description: `Where a number comes from, a level at a time. ${STEPS}`,
      args: pageArguments(t.arg),
      resolve: ({ trail }, args, context) => listSteps(trail.at(-1) as StepNode, args, context),
    }),
    cutoff: t.field({ ...CUTOFF, resolve: ({ snapshot }) => snapshot.cutoff }),
  }),
})

builder.queryField('explain', (t) =>
  t.field({
    type: ExplanationType,
    complexity: 2 * PROFILE,
    description:
      'Where a number of a trader or market, or an alert, comes from: a tree whose leaves are events of the ledger, computed by the same replay as the number. Sums lead to positions, their days and the events of these; a ratio has the trees of both its parts; a period is its end less its start.',
    throws: { NOT_FOUND: 'for an unknown trader, market, alert or step' },
    args: {
      subject: t.arg({
        type: SubjectEnum,
        defaultValue: 'trader',
        description: 'The kind of subject. Default: TRADER.',
      }),
      id: t.arg.string({
        required: true,
        limits: SUBJECT_ID,
        description: "The trader's address, the market's condition or the alert's id: {limits}.",
      }),
      metric: t.arg({
        type: ExplainedMetricEnum,
        defaultValue: 'pnl',
        tier: OF_A_GATED_BOARD,
        description: 'The number. Default: PNL.',
      }),
      period: t.arg({
        type: PeriodEnum,
        defaultValue: 'ALL',
        description: 'The period up to the cutoff. Default: all time.',
      }),
      from: t.arg({
        type: 'Date',
        description: 'First UTC day of a window, instead of the period.',
      }),
      since: t.arg({
        type: 'Date',
        description: "Explains the change since this UTC day's close.",
      }),
      category: t.arg({ type: MarketCategoryEnum, description: ONE_CATEGORY }),
      asOf: t.arg(AS_OF_ARGUMENT),
      step: t.arg.string({
        limits: STEP,
        description: 'A step of the tree, {limits}. Default: the whole number.',
      }),
    },
    resolve: (_root, { subject, metric, period, ...more }, context) =>
      explain(
        { subject: subject ?? 'trader', metric: metric ?? 'pnl', period: period ?? 'ALL', ...more },
        context,
      ),
  }),
)

/** A page of the steps below one, as far as its caller may be shown. */
async function listSteps({ step, path, of }: StepNode, args: PageArguments, context: RequestContext) {
  const { snapshot } = of
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
  const names = await namesOf(shown, of, context)
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
  subject: 'trader' | 'market' | 'alert'
  id: string
  metric: NumberName
  period: Period
  from?: Day | null | undefined
  since?: Day | null | undefined
  category?: string | null | undefined
  asOf?: Day | null | undefined
  step?: string | null | undefined
}

/** An explanation whose steps are not walked yet, with its root. */
type Rooted = Omit<Explanation, 'trail' | 'question'> & { root: Step }

async function explain(asked: Asked, context: RequestContext): Promise<Explanation> {
  const { root, ...found } = await ROOTS[asked.subject](asked, context)
  const { id, asOf: _asOf, step, ...question } = asked
  const named = [id.toLowerCase(), question, found.from, found.to, found.since]
  const of: Explanation = { ...found, question: JSON.stringify(named), trail: [] }
  of.trail.push({ step: root, path: '', of })
  for (const name of step ? step.split('/') : [])
    of.trail.push(await stepBelow(of.trail.at(-1) as StepNode, name, context))
  return of
}

const ROOTS = { trader: ofTrader, market: ofMarket, alert: ofAlert }

/** The days that are asked for. @throws PequodError BAD_USER_INPUT for days beyond the snapshot's */
function daysAsked(asked: Asked, snapshot: Snapshot) {
  const { from = null, period } = asked
  const to = dayOfSnapshot(snapshot)
  const since = sinceOf(asked, to, snapshot.firstDay)
  if (from !== null && (from < snapshot.firstDay || from > to))
    throw wrongArgument('from', `must be within ${dayText(snapshot.firstDay)} to ${dayText(to)}`)
  const dayBefore = from === null ? dayBeforeWindow(periodNamed(period), to) : from - 1
  return { to, since, dayBefore, from: dayBefore === null ? null : dayBefore + 1 }
}

async function ofTrader(asked: Asked, context: RequestContext): Promise<Rooted> {
  const { id, metric: name, category = null, asOf = null, period } = asked
  const address = addressOf(id)
  if (address === null)
    throw new PequodError('NOT_FOUND', `No trader has the address ${id}: it has 0x and 40 hex digits.`)
  const trader = await traderOf(address, asOf, context)
  const { snapshot } = trader
  const { dayBefore, ...days } = daysAsked(asked, snapshot)
  const common = { snapshot, trader, market: null, alert: null, ...days }
  const board = boardOf(asked)
  if (board !== null) {
    const { description: formula, tab } = board
    const root = await rankTree(trader, { definition: board, category }, context)
    return { ...common, root, metric: tab.metric, formula, source: 'methodology §7' }
  }
  if (!(name in EXPLAINED)) throw wrongArgument('metric', 'is a number of another subject than a trader')
  const metric = EXPLAINED[name as ExplainedName]
  if (isDrawn(metric) && (dayBefore !== null || days.since !== null || category !== null))
    throw wrongArgument('metric', 'is of the whole record: omit the period, from, since and category')
  const { formula, source } = metricById(metric)
  const then =
    days.since === null
      ? null
      : { day: days.since, dayBefore: dayBeforeWindow(periodNamed(period), days.since) }
  const root = await traderTree({ trader, metric, dayBefore, to: days.to, since: then, category }, context)
  return { ...common, root, metric, formula, source }
}

async function ofMarket(asked: Asked, context: RequestContext): Promise<Rooted> {
  const { id, metric: number, asOf = null, category = null } = asked
  if (!isMarketNumber(number))
    throw wrongArgument('metric', 'of a market must be volume, open-interest or holders')
  if (category !== null) throw wrongArgument('category', 'is of the numbers of a trader')
  const market = await findMarket({ id: id.toLowerCase(), asOf }, context)
  const { snapshot } = market
  const { dayBefore, ...days } = daysAsked(asked, snapshot)
  if (number !== 'volume' && dayBefore !== null)
    throw wrongArgument('metric', 'is a number of one moment: omit the period and from, or use since')
  const root = await marketTree({ market, number, dayBefore, since: days.since }, context)
  const { formula, source } = MARKET_NUMBERS[number]
  const common = { snapshot, trader: null, market: market.condition, alert: null, metric: null }
  return { ...common, ...days, root, formula, source }
}

async function ofAlert({ id, metric }: Asked, context: RequestContext): Promise<Rooted> {
  if (metric !== 'conditions') throw wrongArgument('metric', 'of an alert must be conditions')
  const alert = await alertById(id, context)
  const snapshot = await context.snapshot()
  return {
    snapshot,
    trader: null,
    market: null,
    alert,
    metric: null,
    ...ALERT_CONDITIONS,
    from: null,
    to: dayOf(alert.time),
    since: null,
    root: await alertTree(alert, context),
  }
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
  const address = addressOf(name)
  const holder = address && (await context.loaders(of.snapshot).addresses.load(address))
  const found = steps.find((own) =>
    own.token !== null
      ? own.token === token
      : own.trader !== null
        ? own.trader === holder?.id
        : own.name === name,
  )
  if (found) return { step: found, path: path === '' ? name : `${path}/${name}`, of }
  throw new PequodError(
    'NOT_FOUND',
    `No step has the path ${path === '' ? name : `${path}/${name}`}${tier === 'PRO' ? '' : ', or it is beyond the rows that your account is shown'}: copy the path of a step of this number.`,
  )
}

/** The names of steps in paths: of a position its token and of a holder its address, which are the same on every host. */
async function namesOf(
  steps: readonly Step[],
  { snapshot }: Explanation,
  context: RequestContext,
): Promise<(string | null)[]> {
  const tokens = await marketLinks(snapshot, context).tokens(steps.flatMap(({ token }) => token ?? []))
  const byId = new Map(tokens.flatMap((token) => (token ? [[token.id, token.token] as const] : [])))
  const { identities } = context.loaders(snapshot)
  return Promise.all(
    steps.map(async ({ token, trader }) => {
      if (token !== null) return byId.get(token) ?? null
      return trader === null ? null : ((await identities.load(trader))?.address ?? null)
    }),
  )
}

async function titleOf({ token, trader, name }: Step, { snapshot }: Explanation, context: RequestContext) {
  if (trader !== null) {
    const known = await context.loaders(snapshot).identities.load(trader)
    return known === null ? 'A trader' : (known.username ?? shortAddress(known.address))
  }
  if (token === null) return name
  const links = marketLinks(snapshot, context)
  const market = await links.marketOf({ token, condition: null })
  const outcome = await links.ofToken(token, (known) => known?.name ?? null)
  return [outcome, market?.question ?? 'a market without metadata']
    .filter((part) => part !== null)
    .join(' · ')
}

function plainValue({ value, unit }: Step): number | null {
  if (value === null) return null
  return unit.startsWith('USD') || unit === 'SHARES' ? decimalOf(value) : value
}
