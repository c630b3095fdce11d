import { meets, showsPeople, type Tier } from '../../access/tier.ts'
import { PequodError } from '../../errors.ts'
import type { EntryContents, EntryFill, EntryKind } from '../../lab/forward/entries.ts'
import type { ForwardResults } from '../../lab/forward/forward-results.ts'
import {
  hiddenEntry,
  MOST_REGISTERED,
  MOST_RULES,
  type RegisteredRule,
  type ShownEntry,
} from '../../lab/forward/rules.ts'
import { MICRO } from '../../ledger/quantities.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import { accountOf, writingAccount } from '../accounts/own-account.ts'
import { ViewerType } from '../accounts/viewer.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { sliced } from '../kit/cost/query-cost.ts'
import { valuesOf } from '../kit/enums.ts'
import { IntervalType } from '../kit/interval.ts'
import {
  FateEnum,
  FOR_KEYS,
  GIVEN_RUN,
  NAMES,
  ON_STAKE,
  STAKE_INTERVAL,
  TriedRuleInterface,
  unknownRun,
  WANTED,
} from './backtest-type.ts'

const PRO = { requires: 'PRO', otherwise: 'ERROR' } as const
const ONE = { required: true, limits: GIVEN_RUN, description: 'The id of the rule: {limits}.' } as const
const UNKNOWN = { NOT_FOUND: 'if there is no such rule' } as const
/** Entries of a page unless its reader asks for another number, and the number of the last entry at most. */
const USUAL_ENTRIES = 100
const MOST_ENTRIES = 1_000
const LAST_ENTRY = 10_000_000

const StateEnum = builder.enumType('RegisteredRuleState', {
  description: 'State of a registered rule.',
  values: valuesOf({ RUNNING: 'It runs on paper as blocks come.', ENDED: 'It ended; its record stays.' }),
})
const KindEnum = builder.enumType('RuleEntryKind', {
  description: 'The kind of an entry of a record.',
  values: valuesOf({
    REGISTERED: 'The rule, and the time from which on it runs.',
    CHOSEN: 'The traders of a choice, by the close of the day before.',
    PAID: 'The payout of a resolution for a copy.',
    SOLD: 'A part of a copy that was sold.',
    COPIED: 'A copy whose order has ended, with what it bought.',
    TAKEN_BACK: 'An earlier entry no longer counts: its blocks were taken back, or earlier events came late.',
    ENDED: 'The end of the rule.',
  } satisfies Record<EntryKind, string>),
})

const EntryType = builder.objectRef<ShownEntry>('RuleEntry').implement({
  description: 'An entry of the record of a registered rule. Entries never change.',
  fields: (t) => ({
    number: t.count('seq', 'Its number in the record, from 1: {limits}.'),
    kind: t.of(KindEnum, 'kind', 'The event that it records.'),
    time: t.when('time', 'When it happened; the start of its day where the contents are withheld.'),
    trader: t.text('trader', {
      nullable: true,
      description:
        'The address of the copied trader. Null for other entries, for a wallet that opted out, and without sign-in where the rule chooses from a leaderboard that requires it, like the market then.',
    }),
    username: t.exposeString('username', NAMES.username),
    market: t.exposeString('market', NAMES.market),
    question: t.exposeString('question', NAMES.question),
    outcome: t.exposeString('outcome', NAMES.outcome),
    fate: t.of(
      FateEnum,
      (one) => (one.kind === 'COPIED' ? (contentsOf('COPIED', one)?.fate ?? null) : null),
      { nullable: true, description: 'The fate of a copy. Null for other entries.' },
    ),
    shares: t.number((one) => sumOf(one, ({ shares }) => shares), {
      nullable: true,
      limits: { minimum: 0 },
      description: 'Shares that were bought, sold or paid out, {limits}. Null for other entries.',
    }),
    usd: t.number((one) => sumOf(one, ({ usd, fee }) => (one.kind === 'COPIED' ? usd + fee : usd - fee)), {
      nullable: true,
      limits: { minimum: 0 },
      description: 'Dollars that they cost or brought, fees included, {limits}. Null for other entries.',
    }),
    contents: t.text('contents', {
      nullable: true,
      complexity: 40,
      description: 'JSON, as it was hashed. Null where it would name a wallet that opted out.',
    }),
    nonce: t.text('nonce', {
      nullable: true,
      description: 'Random characters that were hashed with the contents. Null where those are.',
    }),
    hash: t.text(({ hash }) => Buffer.from(hash).toString('hex'), {
      description: 'Hex: SHA-256 of the hash before and of `[kind, number, contents, nonce]` as JSON.',
    }),
  }),
})

const DayType = builder.objectRef<ForwardResults['days'][number]>('RuleDay').implement({
  description: "The net result of a registered rule at a day's close.",
  fields: (t) => ({
    day: t.of('Date', 'day', 'The UTC day.'),
    net: t.amount('net', 'The net result in dollars, open copies at their cost.'),
  }),
})

/** The cost of the results of a record: parsing and drawing over one of 50,000 copies takes 0.2 s. */
const SUMMED_RECORD = 50_000

const ResultsType = builder.objectRef<ForwardResults>('RuleResults').implement({
  description:
    'The results of a registered rule since its registration: sums of its record, in dollars. They never contain a result of a trial on the past.',
  fields: (t) => ({
    sentence: t.text('sentence', 'The results in a sentence.'),
    copies: t.count('copies', WANTED),
    bought: t.count('bought', 'Those of them that bought anything, {limits}.'),
    open: t.count('open', 'Those of them that hold shares, {limits}.'),
    staked: t.amount('staked', 'Dollars that they cost, fees included.'),
    received: t.amount('received', 'Dollars that sales and resolutions brought.'),
    openCost: t.amount('openCost', 'The cost of the shares that are open.'),
    net: t.amount('net', 'Dollars received less the cost of the shares that they are for.'),
    netInterval: t.of(IntervalType, ({ intervals: { net } }) => [net[0] / MICRO, net[1] / MICRO] as const, {
      description: 'Its 95% interval, by a bootstrap over events.',
    }),
    returnOnStake: t.exposeFloat('onStake', ON_STAKE),
    returnOnStakeInterval: t.field({
      ...STAKE_INTERVAL,
      resolve: ({ intervals: { onStake } }) => onStake,
    }),
    decidedEvents: t.count(
      'decidedEvents',
      'Events in which anything was bought and nothing is open, {limits}.',
    ),
    days: t.of([DayType], 'days', {
      rows: 1,
      description: 'The net result of each day on which it changed.',
    }),
  }),
})

export const RegisteredRuleType = builder.objectRef<RegisteredRule>('RegisteredRule').implement({
  interfaces: [TriedRuleInterface],
  description:
    'A rule that runs forward on paper from its registration on. Everybody who has its id reads it: see the [methodology](/docs/methodology#registered-rules).',
  fields: (t) => ({
    startedAt: t.when('start', "The ledger's time from which on it copies."),
    state: t.of(StateEnum, 'state', 'Whether it runs.'),
    results: t.of(
      ResultsType,
      async ({ id }, _args, context) => context.lab.rules.results(id, await timeOf(context)),
      { complexity: SUMMED_RECORD, description: "Its results up to the caller's snapshot." },
    ),
    entries: t.field({
      type: [EntryType],
      complexity: sliced({ assumedSize: USUAL_ENTRIES, slicingArguments: ['first'] }, () => MOST_ENTRIES),
      description: "Its record up to the caller's snapshot, in order.",
      args: {
        first: t.arg.int({
          defaultValue: USUAL_ENTRIES,
          limits: { minimum: 1, maximum: MOST_ENTRIES },
          description: 'How many entries, {limits}. Default: 100.',
        }),
        after: t.arg.int({
          defaultValue: 0,
          limits: { minimum: 0, maximum: LAST_ENTRY },
          description: 'Only entries with a larger number, {limits}. Default: 0.',
        }),
      },
      resolve: async ({ id, rule }, { first, after }, context) => {
        const page = { upTo: await timeOf(context), after: after ?? 0, most: first ?? USUAL_ENTRIES }
        const entries = await context.lab.rules.entries(id, page)
        return shownEntries(rule, entries, context.caller.tier)
      },
    }),
  }),
})

/** Whether a caller may see the traders of the leaderboard or screen that a rule chooses from. */
function showsTraders({ universe: { leaderboard, screen } }: RegisteredRule['rule'], tier: Tier): boolean {
  if (screen !== undefined) return meets(tier, 'FREE')
  const board = leaderboard === undefined ? null : leaderboardById(leaderboard)
  return board == null || showsPeople(board.tab, tier)
}

/** Entries of a rule's record as a tier may see them. */
export function shownEntries(
  rule: RegisteredRule['rule'],
  entries: readonly ShownEntry[],
  tier: Tier,
): readonly ShownEntry[] {
  return showsTraders(rule, tier) ? entries : entries.map(withoutTrader)
}

/** Entries of the traders of a choice, and of their trades. */
const OF_TRADERS: ReadonlySet<EntryKind> = new Set(['CHOSEN', 'COPIED', 'SOLD', 'PAID'])

/** Without its market too: the list of a market's trades names who made the copied one. */
function withoutTrader(entry: ShownEntry): ShownEntry {
  if (!OF_TRADERS.has(entry.kind)) return entry
  const unnamed = { trader: null, username: null, market: null, question: null, outcome: null }
  return { ...hiddenEntry(entry), ...unnamed }
}

/** The time of the snapshot that a caller reads: what was appended later is not known yet. */
async function timeOf(context: RequestContext): Promise<number> {
  return (await context.snapshot()).cutoff.time
}

function contentsOf<Kind extends EntryKind>(
  _kind: Kind,
  { contents }: ShownEntry,
): EntryContents[Kind] | null {
  return contents === null ? null : JSON.parse(contents)
}

type Amounts = Pick<EntryFill, 'shares' | 'usd' | 'fee'>

function sumOf(one: ShownEntry, of: (fill: Amounts) => number): number | null {
  const { kind } = one
  if (one.contents === null || (kind !== 'COPIED' && kind !== 'SOLD' && kind !== 'PAID')) return null
  const own = JSON.parse(one.contents)
  const parts: Amounts[] = kind === 'COPIED' ? own.fills : [{ fee: 0, ...own }]
  return parts.reduce((sum, fill) => sum + of(fill), 0) / MICRO
}

const payload = (name: string, mutation: string) =>
  builder.objectRef<{ rule: RegisteredRule }>(name).implement({
    description: `The rule that \`${mutation}\` returns.`,
    fields: (t) => ({
      rule: t.of(RegisteredRuleType, 'rule', 'The rule as stored.'),
    }),
  })
const RegisterRulePayload = payload('RegisterRulePayload', 'registerRule')
const EndRulePayload = payload('EndRulePayload', 'endRule')

const RegisterRuleInput = builder.inputType('RegisterRuleInput', {
  description: 'A trial whose rule is to run forward.',
  fields: (t) => ({
    backtest: t.id({
      required: true,
      limits: GIVEN_RUN,
      description: "The id of an example or of one of the caller's trials: {limits}.",
    }),
  }),
})
const EndRuleInput = builder.inputType('EndRuleInput', {
  description: 'A rule to end.',
  fields: (t) => ({ id: t.id(ONE) }),
})

builder.queryField('registeredRule', (t) =>
  t.field({
    type: RegisteredRuleType,
    nullable: true,
    description: 'A rule that runs forward on paper, for everybody who has its id.',
    throws: UNKNOWN,
    args: { id: t.arg.id(ONE) },
    resolve: async (_root, { id }, { lab }) => (await lab.rules.find(String(id))) ?? unknownRule(),
  }),
)

builder.objectField(ViewerType, 'registeredRules', (t) =>
  t.field({
    type: [RegisteredRuleType],
    nullable: true,
    tier: { requires: 'PRO', otherwise: 'NULL' },
    complexity: { field: 1, multiplier: 10 },
    description: "The account's registered rules, the newest first.",
    resolve: async (_viewer, _args, context) => {
      const account = await accountOf(context)
      return account === null ? [] : context.lab.rules.list(account.id)
    },
  }),
)

builder.mutationFields((t) => ({
  registerRule: t.field({
    type: RegisterRulePayload,
    tier: PRO,
    ...FOR_KEYS,
    description: `Registers the rule of a trial: it runs forward on paper from now on, at most ${MOST_RULES} at the same time per account. Its record is public to everybody who has its id, and is never removed.`,
    throws: {
      NOT_FOUND: "if the trial is neither an example nor the caller's, or has expired",
      FORBIDDEN: `for the rule of a private screen, above ${MOST_RULES} running rules, and ${MOST_REGISTERED} in all`,
    },
    args: { input: t.arg({ type: RegisterRuleInput, required: true, description: 'The trial.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: accountId } = await writingAccount(context)
      const run = (await context.lab.find(accountId, String(input.backtest))) ?? unknownRun()
      const { screen } = run.rule.universe
      // The record names the members of the screen.
      if (screen !== undefined && (await context.screens.find(null, screen)) === null)
        throw new PequodError('FORBIDDEN', 'The record of a rule is public: make its screen public first.')
      return { rule: await context.lab.rules.register(accountId, run.rule, run.title) }
    },
  }),
  endRule: t.field({
    type: EndRulePayload,
    tier: PRO,
    ...FOR_KEYS,
    description: 'Ends a registered rule of the caller: it no longer copies, and its record stays.',
    throws: { NOT_FOUND: "if it is not the caller's" },
    args: { input: t.arg({ type: EndRuleInput, required: true, description: 'The rule to end.' }) },
    resolve: async (_root, { input }, context) => {
      const account = await accountOf(context)
      const rule = account && (await context.lab.rules.end(account.id, String(input.id)))
      return { rule: rule ?? unknownRule() }
    },
  }),
}))

function unknownRule(): never {
  throw new PequodError(
    'NOT_FOUND',
    'There is no such registered rule: `viewer { registeredRules { id } }` lists yours.',
  )
}
