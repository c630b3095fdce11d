import { wrongArgument } from '../../errors.ts'
import { addressOf } from '../../ledger/quantities.ts'
import { CAUSE_NAMES, CAUSES, type Cause } from '../../reconcile/causes.ts'
import type { CausePart, ComparedPosition } from '../../reconcile/compare.ts'
import type { ComparedMarket } from '../../reconcile/compare-events.ts'
import { NUMBER_NAMES, readView, VIEW_LIMITS } from '../../reconcile/read-view.ts'
import type { ReconciledSum, Reconciliation } from '../../reconcile/reconcile.ts'
import { reconcileInThread } from '../../reconcile/reconcile-in-thread.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { AS_OF_ARGUMENT, CUTOFF } from '../kit/cutoff.ts'
import { GIVEN_ADDRESS } from '../kit/limits/known-limits.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { marketLinks } from '../traders/market-links.ts'
import { TraderType } from '../traders/trader.ts'
import { traderOf } from '../traders/trader-query.ts'
import { ownLedger } from './own-ledger.ts'

/** Positions and markets that one answer lists at most. */
const MOST_LISTED = 100
const REPLAYED_WALLET = 50_000

const CauseEnum = builder.enumType('DifferenceCause', {
  description: 'Why a number of another site differs.',
  values: Object.fromEntries(
    CAUSE_NAMES.map((name) => [name, { value: name, description: CAUSES[name] }]),
  ) as Record<Cause, { value: Cause; description: string }>,
})

const NumberEnum = builder.enumType('ReconciledNumberName', {
  description: 'A number that both sites show.',
  values: {
    SHARES: { value: 'shares', description: 'Shares held.' },
    BOUGHT: { value: 'bought', description: 'Dollars paid for shares.' },
    COST: { value: 'cost', description: 'Cost of the shares held.' },
    VALUE: { value: 'value', description: 'Value of the shares held.' },
    REALIZED: { value: 'realized', description: 'Realized profit.' },
    UNREALIZED: { value: 'unrealized', description: 'Profit of the shares held.' },
    PNL: { value: 'pnl', description: 'Realized and unrealized profit.' },
    VOLUME: { value: 'volume', description: 'Gross dollars of trades.' },
    CASH: {
      value: 'cash',
      description: 'Dollars received less dollars paid, by the events that a file lists.',
    },
  } as const satisfies Record<string, { value: ReconciledSum['name']; description: string }>,
})

const PartType = builder.objectRef<CausePart>('DifferencePart').implement({
  description: 'The part of a difference that a cause makes.',
  fields: (t) => ({
    cause: t.of(CauseEnum, 'cause', 'Why that part differs.'),
    amount: t.amount('amount', 'The other number less ours as far as the cause makes it; USD or shares.'),
  }),
})

const NumberType = builder.objectRef<Omit<ReconciledSum, never>>('ReconciledNumber').implement({
  description: 'One number at both sites.',
  fields: (t) => ({
    name: t.of(NumberEnum, 'name', 'Its meaning.'),
    own: t.amount('own', "This service's number; USD or shares."),
    other: t.amount('other', "The other site's number; USD or shares."),
    difference: t.amount(({ own, other }) => other - own, 'The other number less ours; USD or shares.'),
    causes: t.of([PartType], 'causes', {
      rows: CAUSE_NAMES.length,
      description: 'The causes, largest first; they add up to `difference` to the millionth.',
    }),
  }),
})

interface ShownPosition extends ComparedPosition {
  of: Reconciled
  id: number | null
}

const PositionType = builder.objectRef<ShownPosition>('ReconciledPosition').implement({
  description: 'A position at both sites.',
  fields: (t) => ({
    token: t.text('token', {
      nullable: true,
      description: 'The outcome token. Null for totals of the wallet.',
    }),
    title: t.text(({ title, id, token, of }, _args, context) => titleOf({ title, id, token }, of, context), {
      description: 'The outcome and its market, as far as either site names them.',
    }),
    isListed: t.flag('isListed', 'False if the other view does not list it.'),
    numbers: t.of([NumberType], 'numbers', {
      rows: NUMBER_NAMES.length + 1,
      description: 'The numbers that the other view shows.',
    }),
  }),
})

const MarketType = builder.objectRef<ComparedMarket>('ReconciledMarket').implement({
  description: 'The cash flow of a market at both sites: dollars received less dollars paid.',
  fields: (t) => ({
    condition: t.text('condition', {
      nullable: true,
      description: "The market's condition. Null if unknown.",
    }),
    title: t.text('title', {
      nullable: true,
      description: 'The question of the market. Null if the ledger has no name of it.',
    }),
    own: t.amount('own', "This service's cash flow, USD."),
    other: t.amount('other', "The other site's cash flow, USD."),
    ownEvents: t.count(({ events }) => events.own, "Events in this service's ledger, 0 or more."),
    otherEvents: t.count(({ events }) => events.other, 'Events in the files, 0 or more.'),
    causes: t.of([PartType], 'causes', {
      rows: CAUSE_NAMES.length,
      description: 'The causes, largest first; they add up to `other` less `own` to the millionth.',
    }),
  }),
})

const CauseCountType = builder.objectRef<{ cause: Cause; count: number }>('CauseCount').implement({
  description: 'A cause with what it explains.',
  fields: (t) => ({
    cause: t.of(CauseEnum, 'cause', 'Why numbers differ.'),
    text: t.text(({ cause }) => CAUSES[cause], 'A sentence about it.'),
    count: t.count('count', 'Positions and markets in which it makes a part of a difference, 0 or more.'),
  }),
})

interface Reconciled extends Reconciliation {
  trader: TraderProfile
  isWhole: boolean
  ids: ReadonlyMap<string, number>
}

const isDifferent = ({ own, other }: { own: number; other: number }) => own !== other
const sizeOf = ({ numbers }: ComparedPosition) =>
  numbers.reduce((most, { own, other }) => Math.max(most, Math.abs(other - own)), 0)

const ReconciliationType = builder.objectRef<Reconciled>('Reconciliation').implement({
  description: "Another site's view of a wallet against this service's ledger.",
  fields: (t) => ({
    trader: t.of(TraderType, 'trader', 'The trader that the files show.'),
    sums: t.of([NumberType], 'sums', {
      rows: NUMBER_NAMES.length + 1,
      description: 'The numbers in sum over what was compared.',
    }),
    causes: t.of([CauseCountType], 'causes', {
      rows: CAUSE_NAMES.length,
      description: 'The causes, most frequent first.',
    }),
    positionCount: t.count(
      ({ positions }) => positions.length,
      'Positions and totals that were compared, 0 or more.',
    ),
    differentCount: t.count(
      ({ positions }) => positions.filter(({ numbers }) => numbers.some(isDifferent)).length,
      'Positions and totals with a difference, 0 or more.',
    ),
    positions: t.field({
      type: [PositionType],
      complexity: { field: 1, multiplier: MOST_LISTED },
      description: `Positions and totals with a difference, the largest first: up to ${MOST_LISTED}.`,
      resolve: (of) =>
        of.positions
          .filter(({ numbers }) => numbers.some(isDifferent))
          .sort((a, b) => sizeOf(b) - sizeOf(a))
          .slice(0, MOST_LISTED)
          .map((position) => ({ ...position, of, id: of.ids.get(position.token ?? '') ?? null })),
    }),
    markets: t.field({
      type: [MarketType],
      complexity: { field: 1, multiplier: MOST_LISTED },
      description: `Markets whose events differ, the largest difference first: up to ${MOST_LISTED}. Empty unless the files list events.`,
      resolve: ({ markets }) =>
        markets
          .filter(isDifferent)
          .sort((a, b) => Math.abs(b.other - b.own) - Math.abs(a.other - a.own))
          .slice(0, MOST_LISTED),
    }),
    isWhole: t.flag(
      'isWhole',
      'False if some positions have too many days to be replayed: their differences count as UNKNOWN.',
    ),
    cutoff: t.field({ ...CUTOFF, resolve: ({ trader }) => trader.snapshot.cutoff }),
  }),
})

builder.queryField('reconcile', (t) =>
  t.field({
    type: ReconciliationType,
    complexity: REPLAYED_WALLET,
    description:
      "Compares another site's view of a wallet with this service's ledger, and finds the cause of each difference. Nothing of the files is stored. Without files, compares with the number of Polymarket's own subgraph.",
    throws: {
      NOT_FOUND: 'for an unknown trader',
      SERVICE_UNAVAILABLE: 'where too many comparisons wait',
    },
    args: {
      files: t.arg.stringList({
        limits: {
          maxItems: VIEW_LIMITS.files,
          items: { minLength: 1, maxLength: VIEW_LIMITS.characters, hasLines: true },
        },
        description:
          'Texts of files: JSON answers of the Data API (positions, closed positions, activity, trades, leaderboard, profile), or CSV with a header: {limits}; 10,000 rows together.',
      }),
      trader: t.arg.string({
        limits: GIVEN_ADDRESS,
        description: 'The wallet: {limits}. Default: the one that the files name.',
      }),
      columns: t.arg.stringList({
        limits: {
          maxItems: 40,
          items: { pattern: '^[a-z]{1,20}=.{1,100}$', form: 'a field, `=` and a column of the file' },
        },
        description:
          'Columns of fields, where their names are not known, such as `pnl=Net result`: {limits}.',
      }),
      asOf: t.arg(AS_OF_ARGUMENT),
    },
    async resolve(_root, { files, trader, columns, asOf }, context) {
      const view = readView(files ?? [], {
        wallet: addressOf(trader ?? ''),
        columns: columnsOf(columns ?? []),
      })
      if (view.wallet === null) throw wrongArgument('trader', 'is needed: the files name no wallet')
      const profile = await traderOf(view.wallet, asOf ?? null, context)
      const { shown, own, isWhole, ids } = await ownLedger(
        profile,
        { view, isOfficial: !files?.length },
        context,
      )
      const found = await reconcileInThread(shown, own, context.caller.limiterKey)
      return { ...found, trader: profile, isWhole, ids }
    },
  }),
)

function columnsOf(columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    columns.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
  )
}

async function titleOf(
  { title, id, token }: { title: string | null; id: number | null; token: string | null },
  { trader }: Reconciled,
  context: RequestContext,
): Promise<string> {
  if (token === null) return 'The whole wallet'
  if (id === null) return title ?? 'A position that the ledger does not have'
  const links = marketLinks(trader.snapshot, context)
  const market = await links.marketOf({ token: id, condition: null })
  const outcome = await links.ofToken(id, (known) => known?.name ?? null)
  const parts = [outcome, market?.question ?? title].filter((part) => part !== null)
  return parts.length === 0 ? 'A market without metadata' : parts.join(' · ')
}
