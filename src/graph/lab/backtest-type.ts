import { meets, type Tier } from '../../access/tier.ts'
import { RUN_ID, type RunState } from '../../accounts/run-queue.ts'
import { PequodError } from '../../errors.ts'
import type { Friction } from '../../lab/fills.ts'
import type { Verdict } from '../../lab/judge.ts'
import type { Fate } from '../../lab/replay.ts'
import type { LabReport, ReportedBaseline, ReportedCopy, ReportedFill } from '../../lab/report.ts'
import type { Rule } from '../../lab/rule.ts'
import { MOST_COPIES } from '../../lab/run-rule.ts'
import type { LabRunRow, LabRuns } from '../../lab/runs/runs.ts'
import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { ValueLimits } from '../../value-limits.ts'
import { builder } from '../kit/builder.ts'
import { sliced, textCost } from '../kit/cost/query-cost.ts'
import { valuesOf } from '../kit/enums.ts'
import { IntervalType } from '../kit/interval.ts'

/** The id of a trial as a caller gives it. */
export const GIVEN_RUN: ValueLimits = {
  pattern: RUN_ID.source,
  form: '22 characters: letters, digits, hyphens and underscores',
}
/** Keys of Pro accounts may use these mutations: see `execute/executor.ts`. */
export const FOR_KEYS = { extensions: { allowsKeys: true } }
/** Copies of a page unless its reader asks for another number, and at most without Pro. */
const USUAL_COPIES = 1_000
const mostCopies = (tier: Tier) => (meets(tier, 'PRO') ? MOST_COPIES : USUAL_COPIES)

const StateEnum = builder.enumType('BacktestState', {
  description: 'State of a trial.',
  values: valuesOf({
    WAITING: 'It waits for its turn.',
    RUNNING: 'It is being computed.',
    DONE: 'Its report is there.',
    FAILED: 'It ended without a report; `problem` says why.',
    CANCELLED: 'It was cancelled, and its report removed.',
  } satisfies Record<RunState, string>),
})
const VerdictEnum = builder.enumType('BacktestVerdict', {
  description: 'Whether a rule would have paid.',
  values: valuesOf({
    PAYS: 'More than chance and the number of tries explain.',
    DOES_NOT: 'It lost more than chance explains.',
    CANNOT_TELL: 'The data do not decide, as always under 30 decided events.',
  } satisfies Record<Verdict, string>),
})
export const FateEnum = builder.enumType('BacktestFate', {
  description: 'The fate of a copy.',
  values: valuesOf({
    FILLED: 'All of it was bought.',
    PARTLY: 'Some of it was bought.',
    NO_PRINT: 'Nobody bought the outcome from the book in time.',
    BEYOND_SLIPPAGE: 'Those who did paid more than the rule allows.',
    NO_MONEY: 'No money was free.',
    AT_A_LIMIT: 'A limit of the rule was reached.',
    TOO_SMALL: 'It was less than $1.',
    MARKET_ENDED: 'The market was resolved before the order.',
  } satisfies Record<Fate, string>),
})
const StepEnum = builder.enumType('BacktestStep', {
  description: 'A step from the result of the copied traders to that of the rule.',
  values: valuesOf({
    NONE: "The rule's sizes at the traders' own prices.",
    DELAY: 'The price of the first trade after the delay.',
    SLIPPAGE: 'The prices of as many trades as the size needs.',
    FEES: 'Their fees.',
    UNFILLED: 'Only what real trades gave in time and within the slippage.',
    LIMITS: 'Only what money and limits allow: the result.',
  } satisfies Record<Friction, string>),
})

const NET = { description: 'The net result in dollars.' }
/** Options of fields that name a copied trader and outcome. */
export const NAMES = {
  username: {
    complexity: textCost(TEXT_BOUNDS.name),
    nullable: true,
    description: "The trader's name on the market. Null without one.",
  },
  market: { nullable: true, description: "The market's id. Null while unknown." },
  question: {
    complexity: textCost(TEXT_BOUNDS.question),
    nullable: true,
    description: 'The question of the market. Null while unknown.',
  },
  outcome: { nullable: true, description: 'The outcome. Null while unknown.' },
} as const
export const WANTED = 'Purchases that the rule wanted to copy, {limits}.'
export const STAKE_INTERVAL = {
  type: IntervalType,
  nullable: true,
  description: 'Its 95% interval. Null if it is.',
} as const
/** Options of the field of the return on what was staked. */
export const ON_STAKE = {
  nullable: true,
  description: 'Net result ÷ dollars staked. Null if nothing was bought.',
} as const

const BaselineType = builder.objectRef<ReportedBaseline>('BacktestBaseline').implement({
  description: 'The same rule without what is judged.',
  fields: (t) => ({
    draws: t.count('draws', 'How many draws were made, {limits}.'),
    returnOnStake: t.number('returnOnStake', {
      nullable: true,
      description: 'The mean return on stake of the draws. Null if none bought anything.',
    }),
    pValue: t.fraction(
      'p',
      'The share of draws that were at least as good, {limits}: (1 + those) ÷ (1 + draws).',
    ),
  }),
})

const PointType = builder.objectRef<LabReport['curve'][number]>('BacktestPoint').implement({
  description: "The net result at a day's close, in dollars.",
  fields: (t) => ({
    day: t.text('day', 'The UTC day.'),
    net: t.number('net', 'Of the rule.'),
    low: t.number('low', 'The lower end of its 95% interval.'),
    high: t.number('high', 'The upper end of its 95% interval.'),
    randomTraders: t.number('randomTraders', 'The mean of random traders.'),
  }),
})

const WaterfallType = builder.objectRef<LabReport['waterfall'][number]>('BacktestWaterfall').implement({
  description: 'The cost of a friction, in dollars. The changes add up to the net result.',
  fields: (t) => ({
    step: t.of(StepEnum, 'step', 'The friction that is added.'),
    change: t.number('change', 'The difference that it makes.'),
    net: t.number('net', 'The net result with it and those before.'),
  }),
})

const CapacityType = builder.objectRef<LabReport['capacity'][number]>('BacktestCapacity').implement({
  description: 'The rule with other dollars a copy, without limits of money.',
  fields: (t) => ({
    usd: t.number('usd', 'Dollars a copy.'),
    net: t.exposeFloat('net', NET),
    returnOnStake: t.exposeFloat('returnOnStake', ON_STAKE),
    filled: t.fraction('filled', {
      nullable: true,
      description: 'The part of the wanted dollars that was bought, {limits}. Null if nothing was wanted.',
    }),
  }),
})

const DelayType = builder.objectRef<LabReport['delays'][number]>('BacktestDelay').implement({
  description: 'The rule with one of its delays.',
  fields: (t) => ({
    seconds: t.count('seconds', 'Seconds after the copied trade, {limits}.'),
    net: t.exposeFloat('net', NET),
    returnOnStake: t.exposeFloat('returnOnStake', ON_STAKE),
  }),
})

const FateCountType = builder.objectRef<{ fate: Fate; copies: number }>('BacktestFateCount').implement({
  description: 'How many copies ended so.',
  fields: (t) => ({
    fate: t.of(FateEnum, 'fate', 'The fate of these copies.'),
    copies: t.count('copies', 'How many copies, {limits}.'),
  }),
})

const FillType = builder.objectRef<ReportedFill>('BacktestFillPart').implement({
  description: 'A part of a copy that was bought or sold.',
  fields: (t) => ({
    time: t.text('time', 'The time in UTC.'),
    shares: t.number('shares', { limits: { minimum: 0 }, description: 'Shares, {limits}.' }),
    usd: t.number('usd', { limits: { minimum: 0 }, description: 'Dollars without the fee, {limits}.' }),
    fee: t.number('fee', { limits: { minimum: 0 }, description: 'The fee in dollars, {limits}.' }),
  }),
})

export const CopyType = builder.objectRef<ReportedCopy>('BacktestCopy').implement({
  description: "A purchase that follows a trader's.",
  fields: (t) => ({
    time: t.text('time', "The time of the trader's purchase in UTC."),
    trader: t.text('trader', {
      nullable: true,
      description: "The trader's address. Null for a wallet that opted out.",
    }),
    username: t.exposeString('username', NAMES.username),
    market: t.exposeString('market', NAMES.market),
    question: t.exposeString('question', NAMES.question),
    outcome: t.exposeString('outcome', NAMES.outcome),
    theirPrice: t.fraction('theirPrice', "The trader's price, {limits}."),
    theirUsd: t.number('theirUsd', {
      limits: { minimum: 0 },
      description: "The trader's dollars, {limits}.",
    }),
    wanted: t.number('wanted', {
      limits: { minimum: 0 },
      description: 'Dollars that the rule wanted to spend, {limits}.',
    }),
    fate: t.of(FateEnum, 'fate', 'The fate of this copy.'),
    fills: t.of([FillType], 'fills', { rows: 1, description: 'The parts that were bought.' }),
    sales: t.of([FillType], 'sales', { rows: 1, description: 'The parts that were sold.' }),
    paidOut: t.number(({ settled }) => settled?.usd ?? null, {
      nullable: true,
      description: 'Dollars that the resolution paid. Null before it, or if nothing was held.',
    }),
    openShares: t.number('openShares', {
      limits: { minimum: 0 },
      description: 'Shares that are open at the end, {limits}.',
    }),
    net: t.number('net', 'The net result in dollars, open shares at their mark.'),
  }),
})

const interval = ({ low, high }: { low: number; high: number }) => [low, high] as const

export const ReportType = builder.objectRef<LabReport>('BacktestReport').implement({
  description:
    'The answer for a rule, in dollars: see the [methodology](/docs/methodology#12-would-a-rule-have-paid).',
  fields: (t) => ({
    verdict: t.of(VerdictEnum, 'verdict', 'Whether the rule would have paid.'),
    sentence: t.text('sentence', 'The verdict in a sentence, or why nothing was copied.'),
    tries: t.count(
      'tries',
      'Different rules that the account has tried over overlapping days, this one included: {limits}.',
    ),
    net: t.number('net', 'The net result.'),
    netInterval: t.of(IntervalType, ({ netInterval }) => interval(netInterval), {
      description: 'The 95% interval of the net result, by a bootstrap over events.',
    }),
    staked: t.number('staked', {
      limits: { minimum: 0 },
      description: 'Dollars that copies cost, {limits}.',
    }),
    fees: t.number('fees', {
      limits: { minimum: 0 },
      description: 'Fees among them and of sales, {limits}.',
    }),
    returnOnStake: t.exposeFloat('returnOnStake', ON_STAKE),
    returnOnStakeInterval: t.field({
      ...STAKE_INTERVAL,
      resolve: ({ returnOnStakeInterval: range }) => range && interval(range),
    }),
    returnOnBankroll: t.number('returnOnBankroll', 'Net result ÷ bankroll.'),
    drawdown: t.number('drawdown', {
      limits: { minimum: 0 },
      description: 'The largest fall of the net result from a peak, by days, {limits}.',
    }),
    events: t.count('events', 'Events in which anything was bought, {limits}.'),
    decidedEvents: t.count('decidedEvents', 'Those of them in which nothing is open, {limits}.'),
    wanted: t.count(({ copies }) => copies.wanted, WANTED),
    bought: t.count(({ copies }) => copies.bought, 'Purchases of the rule, in full or in part: {limits}.'),
    fates: t.of(
      [FateCountType],
      ({ copies }) =>
        Object.entries(copies.fates).map(([fate, count]) => ({ fate: fate as Fate, copies: count })),
      { rows: 1, description: 'Copies by what became of them.' },
    ),
    open: t.count(({ open }) => open.copies, 'Copies that are open at the end, {limits}.'),
    openValue: t.number(({ open }) => open.value, 'Dollars that those are marked at.'),
    unknownRoles: t.count(
      'unknownRoles',
      'Trades of unknown role in the copied outcomes, {limits}: they fill nothing.',
    ),
    unknownChoices: t.count(
      ({ unknownChoices }) => unknownChoices ?? 0,
      'Days of choice without a record of the screen, {limits}: nobody is copied after them.',
    ),
    curve: t.of([PointType], 'curve', {
      rows: 1,
      description: 'The net result by days, at most 120 of them.',
    }),
    waterfall: t.of([WaterfallType], 'waterfall', {
      rows: 1,
      description: "From the traders' result to that of the rule.",
    }),
    capacity: t.of([CapacityType], 'capacity', {
      rows: 1,
      description: 'The rule with $10, $100, $1,000 and $10,000 a copy.',
    }),
    edgeGoneAt: t.number('edgeGoneAt', {
      nullable: true,
      description:
        'Dollars a copy at which nothing is gained any more. Null if that is not between two of these.',
    }),
    delays: t.of([DelayType], 'delays', { rows: 1, description: 'The rule with each of its delays.' }),
    randomTraders: t.of(BaselineType, 'randomTraders', {
      description: 'The rule with random traders of the same minimum record.',
    }),
    randomTimes: t.of(BaselineType, 'randomTimes', 'The same purchases at random times of the same days.'),
  }),
})

/** A trial whose answer is read when it is selected. */
export interface Backtest extends LabRunRow {
  reads: Pick<LabRuns, 'report' | 'copies'>
}

/** Fields that trials of rules and registered rules have. */
export const TriedRuleInterface = builder
  .interfaceRef<{ id: string; title: string | null; rule: Rule['text'] }>('TriedRule')
  .implement({
    description: 'A rule for copying traders: tried on the past, or running forward on paper.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id of the trial or of the registered rule.' }),
      title: t.text('title', {
        nullable: true,
        description: 'The title of the example that it is or was. Null for others.',
      }),
      rule: t.text(
        ({ rule }) => JSON.stringify(rule),
        'The rule as JSON, with every default; `to` of a registered one is the last day on which it may run.',
      ),
    }),
  })

export const BacktestType = builder.objectRef<Backtest>('Backtest').implement({
  interfaces: [TriedRuleInterface],
  description: 'A trial of a rule for copying traders. Only its account reads it; everybody reads examples.',
  fields: (t) => ({
    from: t.of('Date', 'fromDay', 'The first day.'),
    to: t.of('Date', 'toDay', 'The last day.'),
    state: t.of(StateEnum, 'state', 'Whether it waits, is being computed, or has ended.'),
    progress: t.fraction(({ part }) => part / 1_000, 'The part that is done, {limits}.'),
    problem: t.text('problem', {
      nullable: true,
      description: 'The reason why it failed. Null unless FAILED.',
    }),
    createdAt: t.when('createdAt', 'When it was started.'),
    expiresAt: t.when('expiresAt', 'When it is removed: 90 days later.'),
    report: t.of(ReportType, ({ id, state, reads }) => (state === 'DONE' ? reads.report(id) : null), {
      nullable: true,
      description: 'The answer. Null unless DONE.',
    }),
    copies: t.field({
      type: [CopyType],
      complexity: sliced({ assumedSize: USUAL_COPIES, slicingArguments: ['first'] }, mostCopies),
      description: 'Copies of traders, the earliest first; none unless DONE.',
      args: {
        fate: t.arg({ type: FateEnum, description: 'Only copies of this fate. Default: all.' }),
        first: t.arg.int({
          defaultValue: USUAL_COPIES,
          limits: { minimum: 1, maximum: MOST_COPIES },
          description: 'How many copies, {limits}; at most 1,000 without Pro. Default: 1,000.',
        }),
        skip: t.arg.int({
          defaultValue: 0,
          limits: { minimum: 0, maximum: MOST_COPIES },
          description: 'How many copies are skipped, {limits}. Default: 0.',
        }),
      },
      resolve: async ({ id, state, reads }, { skip, first, fate }, { caller }) => {
        const from = skip ?? 0
        const all = state === 'DONE' ? await reads.copies(id) : []
        const copies = fate ? all.filter((copy) => copy.fate === fate) : all
        return copies.slice(from, from + Math.min(first ?? USUAL_COPIES, mostCopies(caller.tier)))
      },
    }),
  }),
})

/** Refuses a trial that the caller cannot read. */
export function unknownRun(): never {
  throw new PequodError(
    'NOT_FOUND',
    'There is no such trial of yours, or it has expired: `viewer { backtests { id } }` lists yours.',
  )
}
