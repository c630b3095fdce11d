import { isUnderWay } from '../../accounts/run-queue.ts'
import { readRule } from '../../lab/rule.ts'
import { type LabRunRow, MOST_RUNS } from '../../lab/runs/runs.ts'
import { dayText } from '../../ledger/quantities.ts'
import { unknownScreen } from '../../screens/screens.ts'
import type { StreamItem } from '../../streams/event-stream.ts'
import type { Progress } from '../../streams/progress-feed.ts'
import { accountOf, writingAccount } from '../accounts/own-account.ts'
import { ViewerType } from '../accounts/viewer.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { SLICE, weighted } from '../kit/cost/query-cost.ts'
import {
  type AnsweredItem,
  answered,
  checked,
  cursorOfItem,
  STREAM_FAILURES,
  StreamKindEnum,
} from '../streams/stream.ts'
import { type Backtest, BacktestType, FOR_KEYS, GIVEN_RUN, unknownRun } from './backtest-type.ts'
import { RULE_INPUTS } from './rule-input.ts'

const PRO = { requires: 'PRO', otherwise: 'ERROR' } as const
const UNKNOWN = { NOT_FOUND: "if it is neither an example nor the caller's, or has expired" } as const
const ONE = { required: true, limits: GIVEN_RUN, description: 'The id of the trial: {limits}.' } as const

const StartBacktestInput = builder.inputType('StartBacktestInput', {
  description: 'A rule to try.',
  fields: (t) => ({
    universe: t.field({ type: RULE_INPUTS.universe, required: true, description: 'The traders.' }),
    record: t.field({ type: RULE_INPUTS.record, description: 'The minimum record.' }),
    entry: t.field({ type: RULE_INPUTS.entry, description: 'Conditions on copied trades.' }),
    delay: t.intList({
      limits: { maxItems: 6, items: { minimum: 0, maximum: 604_800 } },
      description:
        'Seconds after the copied trade, {limits}: the first decides, the others make a curve. Default: 30.',
    }),
    size: t.field({ type: RULE_INPUTS.size, required: true, description: 'The money.' }),
    fill: t.field({ type: RULE_INPUTS.fill, description: 'How orders fill.' }),
    exit: t.field({ type: RULE_INPUTS.exit, description: 'When copies are sold.' }),
    from: t.field({ type: 'Date', required: true, description: 'The first day.' }),
    to: t.field({ type: 'Date', required: true, description: 'The last day.' }),
  }),
})

const CancelBacktestInput = builder.inputType('CancelBacktestInput', {
  description: 'A trial to cancel.',
  fields: (t) => ({ id: t.id(ONE) }),
})

function payload(name: string, mutation: string) {
  return builder.objectRef<{ backtest: Backtest }>(name).implement({
    description: `The trial that \`${mutation}\` returns.`,
    fields: (t) => ({
      backtest: t.of(BacktestType, 'backtest', 'The trial as stored.'),
    }),
  })
}

const StartBacktestPayload = payload('StartBacktestPayload', 'startBacktest')
const CancelBacktestPayload = payload('CancelBacktestPayload', 'cancelBacktest')

builder.queryFields((t) => ({
  backtest: t.field({
    type: BacktestType,
    nullable: true,
    description: "An example, or one of the caller's trials of rules.",
    throws: UNKNOWN,
    args: { id: t.arg.id(ONE) },
    resolve: async (_root, { id }, context) => {
      const account = await accountOf(context)
      const found = await context.lab.find(account?.id ?? null, String(id))
      return found === null ? unknownRun() : backtestOf(found, context)
    },
  }),
  backtestExamples: t.field({
    type: [BacktestType],
    complexity: { field: 1, multiplier: 6 },
    description: 'Rules that are tried again each day over the last 90 days, for everybody to look at.',
    resolve: async (_root, _args, context) =>
      (await context.lab.examples()).map((run) => backtestOf(run, context)),
  }),
}))

builder.objectField(ViewerType, 'backtests', (t) =>
  t.field({
    type: [BacktestType],
    nullable: true,
    tier: { requires: 'PRO', otherwise: 'NULL' },
    complexity: { field: 1, multiplier: MOST_RUNS },
    description: "The account's trials of rules, the newest first.",
    resolve: async (_viewer, _args, context) => {
      const account = await accountOf(context)
      return account === null
        ? []
        : (await context.lab.list(account.id)).map((run) => backtestOf(run, context))
    },
  }),
)

builder.mutationFields((t) => ({
  startBacktest: t.field({
    type: StartBacktestPayload,
    tier: PRO,
    ...FOR_KEYS,
    description:
      'Tries a rule for copying traders on the past, one at a time per account. The same rule again, while it waits or runs, returns the same trial. An API key may start one.',
    throws: {
      NOT_FOUND: 'for a screen that the caller may not read',
      RATE_LIMITED: 'while another trial of the account waits or runs',
      FORBIDDEN: `above ${MOST_RUNS} kept trials`,
    },
    args: { input: t.arg({ type: StartBacktestInput, required: true, description: 'The rule to try.' }) },
    resolve: async (_root, { input }, context) => {
      const rule = readRule(withoutNulls({ ...input, from: dayText(input.from), to: dayText(input.to) }))
      const account = await writingAccount(context)
      const { screen } = rule.universe
      if (screen !== undefined && (await context.screens.find(account.id, screen)) === null)
        throw unknownScreen()
      return { backtest: backtestOf(await context.lab.start(account.id, rule), context) }
    },
  }),
  cancelBacktest: t.field({
    type: CancelBacktestPayload,
    tier: PRO,
    ...FOR_KEYS,
    description: 'Cancels a trial, or removes it if it is DONE. An API key may do so.',
    throws: UNKNOWN,
    args: {
      input: t.arg({ type: CancelBacktestInput, required: true, description: 'The trial to cancel.' }),
    },
    resolve: async (_root, { input }, context) => {
      const account = await accountOf(context)
      const found = account && (await context.lab.cancel(account.id, String(input.id)))
      return { backtest: found === null ? unknownRun() : backtestOf(found, context) }
    },
  }),
}))

/** A trial with how far it is. */
type BacktestProgress = Backtest & Progress

const BacktestEventType = builder.objectRef<AnsweredItem<BacktestProgress>>('BacktestEvent').implement({
  description: 'A message of the stream of a trial.',
  fields: (t) => ({
    cursor: t.text(cursorOfItem, {
      description: 'Names the state and the progress: pass the last one as `after` to go on from them.',
    }),
    kind: t.of(StreamKindEnum, ({ kind }) => (kind === 'EVENT' ? 'CHANGED' : 'POSITION'), {
      description: 'CHANGED for another state or progress, or POSITION.',
    }),
    backtest: t.of(BacktestType, (item) => (item.kind === 'EVENT' ? item.event : null), {
      nullable: true,
      description: 'The trial. Null for a POSITION.',
    }),
  }),
})

builder.subscriptionField('backtest', (t) =>
  t.field({
    type: BacktestEventType,
    throws: { ...STREAM_FAILURES, ...UNKNOWN },
    complexity: weighted(),
    description:
      'The state and progress of a trial, first as they are, then whenever they change, read twice a second. The stream ends with the trial; POSITION comes after 15 seconds without a change. At most 20 open streams per caller and process.',
    args: {
      id: t.arg.id({ ...ONE, weight: SLICE }),
      after: t.arg.string({
        limits: { pattern: /^p\d{1,4}[A-Z]{4,9}$/.source, form: 'a cursor of this stream' },
        description:
          'The cursor of the last message received: {limits}. Default: the stream begins with the present state.',
      }),
    },
    async subscribe(_root, { id, after }, context) {
      const account = await accountOf(context)
      const read = async (): Promise<BacktestProgress> => {
        const run = (await context.lab.find(account?.id ?? null, String(id))) ?? unknownRun()
        const progress = { cursor: `p${run.part}${run.state}`, isOver: !isUnderWay(run) }
        return { ...backtestOf(run, context), ...progress }
      }
      await read()
      const { caller, live } = context
      const stream = live.streams.progress.subscribe({
        read,
        after: after ?? null,
        caller: caller.limiterKey,
      })
      return checked(stream, context, 'ANONYMOUS')
    },
    resolve: (item: StreamItem<BacktestProgress>, _args, context) => answered(item, context),
  }),
)

function backtestOf(run: LabRunRow, { lab }: Pick<RequestContext, 'lab'>): Backtest {
  return { ...run, reads: lab }
}

/** A rule's fields that were given: a null is one that was not. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one == null ? [] : [[name, withoutNulls(one)]])),
  )
}
