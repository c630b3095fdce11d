import { defined } from '../../checks.ts'
import { exactShares } from '../../formats.ts'
import { LOT_METHODS, type LotMethod } from '../../ledger/lot-heap.ts'
import { hashText } from '../../store/ledger/place.ts'
import type { StoredDisposal, YearIncome } from '../../store/trades/lot-record.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { LOTS_REPLAYED } from '../kit/cost/query-cost.ts'
import { CUTOFF } from '../kit/cutoff.ts'
import { valuesOf, wireEnum } from '../kit/enums.ts'
import { ADDRESS, HASH, LIST_LIMITS } from '../kit/limits/known-limits.ts'
import { MarketRef } from '../kit/market-page.ts'
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
import type { YearOfLots } from '../kit/year-of-lots.ts'
import { ledgerNodes } from '../traders/activity/trader-activity.ts'
import { marketLinks } from '../traders/market-links.ts'
import { TraderType } from '../traders/trader.ts'
import { type EventNode, LedgerEventInterface } from '../traders/trades/trade.ts'
import { OUTCOME_NAME } from '../traders/trades/trade-filters.ts'
import { type LotSums, MOST_OTHERS, readLots, sumsOf, termOf } from './lots-page.ts'

const METHODS: Readonly<Record<LotMethod, string>> = {
  fifo: 'The oldest lot leaves first.',
  lifo: 'The newest lot leaves first.',
  hifo: 'The lot of the highest cost a share leaves first, the oldest of equal ones.',
  average:
    'Each share leaves at the average cost, as in `realizedPnl`; its date is that of the oldest shares held.',
}

const LotMethodEnum = wireEnum('LotMethod', {
  description: 'How shares that leave are assigned to lots.',
  wires: LOT_METHODS,
  says: (method) => METHODS[method],
})

const DisposalKindEnum = builder.enumType('DisposalKind', {
  description: 'How shares left.',
  values: valuesOf({
    SELL: 'A trade sold them.',
    MERGE: 'They were merged into dollars, with the same number of the other outcomes.',
    CONVERSION:
      'A conversion of the NO of every question of an event into dollars, or of sets that are known in part.',
    RESOLUTION:
      'Their market resolved: they count as sold for the payout, at 0 if they lost, redeemed or not.',
    REDEMPTION: 'They were redeemed, and were not settled by the resolution before.',
    TRANSFER_OUT: 'They were sent to a wallet that is none of these.',
  }),
})

const LotOriginEnum = builder.enumType('LotOrigin', {
  description: 'How the shares of a lot came.',
  values: valuesOf({
    BUY: 'A trade bought them.',
    SPLIT: 'Dollars were split into them.',
    CONVERSION: 'A conversion made them of other shares, whose cost they carry.',
    TRANSFER_IN: 'Another wallet sent them; they carry its average cost.',
    RESOLUTION: 'They were held through the resolution, and count as bought at the payout then.',
  }),
})

const LotTermEnum = builder.enumType('LotTerm', {
  description: 'How long shares were held.',
  values: valuesOf({
    SHORT: { says: 'A year or less.', wire: 'short' },
    LONG: { says: 'More than a year, by UTC days.', wire: 'long' },
  }),
})

/** A disposal of a page, with what its page has read. */
interface DisposalNode {
  row: StoredDisposal
  of: YearOfLots
  event: EventNode | null
  acquisition: EventNode | null
}

/** An address, or a name. */
const NAMED = { minLength: 1, maxLength: LIST_LIMITS.query } as const
const NO_GAIN = 'Null for a transfer out and for shares whose coming the ledger has not seen'

const DisposalType = builder.objectRef<DisposalNode>('LotDisposal').implement({
  description: 'Shares of one lot that left at one event.',
  fields: (t) => ({
    kind: t.of(DisposalKindEnum, ({ row }) => row.kind, 'How they left.'),
    description: t.text(({ row, of }, _args, context) => describe(row, of, context), {
      description: 'The shares with their outcome and market, as tax forms describe property.',
    }),
    wallet: t.text(
      ({ row, of }) => of.wallets.find((wallet) => wallet.row.id === row.trader)?.row.address ?? '',
      { limits: ADDRESS, description: 'The wallet that they left: {limits}.' },
    ),
    market: t.of(
      MarketRef,
      ({ row, of }, _args, context) =>
        marketLinks(of.trader.snapshot, context).marketOf({ token: row.token, condition: null }),
      { nullable: true, description: 'Their market. Null while it is unknown.' },
    ),
    outcome: t.string({
      ...OUTCOME_NAME,
      nullable: true,
      resolve: ({ row, of }, _args, context) =>
        marketLinks(of.trader.snapshot, context).ofToken(row.token, (known) => known?.name ?? null),
    }),
    shares: t.amount(
      ({ row }) => row.shares,
      'Shares, 0 or more: 0 where a fee took all shares of a purchase.',
    ),
    acquiredAt: t.when(({ row }) => row.lot?.time ?? null, {
      nullable: true,
      description: 'Time when they came. Null for shares whose coming the ledger has not seen.',
    }),
    origin: t.of(LotOriginEnum, ({ row }) => row.lot?.origin ?? null, {
      nullable: true,
      description: 'How they came. Null likewise.',
    }),
    disposedAt: t.when(({ row }) => row.time, 'Time when they left.'),
    term: t.of(LotTermEnum, ({ row }) => termOf(row), {
      nullable: true,
      description: 'How long they were held. Null for shares whose coming the ledger has not seen.',
    }),
    proceeds: t.amount(({ row }) => row.proceeds, {
      nullable: true,
      description:
        'USD received for them, less `fee`. Null where the ledger does not know any, as of a transfer out.',
    }),
    fee: t.amount(
      ({ row }) => row.fee,
      'Fee of the sale in USD, 0 or more; `proceeds` are less it. A fee of the purchase is in `basis`.',
    ),
    basis: t.amount(({ row }) => row.basis, {
      nullable: true,
      description:
        'Cost in USD, fees included; a conversion can make it negative. Null for shares whose coming the ledger has not seen.',
    }),
    gain: t.amount(({ row }) => row.gain, {
      nullable: true,
      description: `Gain in USD: \`proceeds\` less \`basis\`. ${NO_GAIN}.`,
    }),
    tx: t.text(({ event }) => txOf(event), {
      nullable: true,
      limits: HASH,
      description: 'Transaction by which they left: {limits}. Null if the source does not provide it.',
    }),
    acquiredTx: t.text(({ acquisition }) => txOf(acquisition), {
      nullable: true,
      limits: HASH,
      description: 'Transaction by which they came: {limits}. Null likewise, and as `acquiredAt` is.',
    }),
    event: t.of(LedgerEventInterface, 'event', {
      nullable: true,
      description: 'The event by which they left. Null if it is not shown.',
    }),
    acquisition: t.of(LedgerEventInterface, 'acquisition', {
      nullable: true,
      description: 'The event by which they came. Null for shares whose coming the ledger has not seen.',
    }),
  }),
})

const LotSumsType = builder.objectRef<LotSums>('LotSums').implement({
  description: 'Sums of the disposals that have a gain.',
  fields: (t) => ({
    count: t.count('count', 'Number of disposals, {limits}.'),
    proceeds: t.amount('proceeds', 'Sum of the proceeds, in USD.'),
    fees: t.amount('fee', 'Sum of the fees of sales in USD, 0 or more.'),
    basis: t.amount('basis', 'Sum of the costs, in USD.'),
    gain: t.amount('gain', 'Sum of the gains, in USD.'),
  }),
})

const LotIncomeType = builder.objectRef<YearIncome>('LotIncome').implement({
  description: 'Rewards and rebates of a kind in the year. They are no part of gains.',
  fields: (t) => ({
    kind: t.text('reason', {
      nullable: true,
      description:
        'The kind, as its source names it: `MAKER_REBATE`, `REWARD`. Null if the source does not say.',
    }),
    amount: t.amount('usd', 'Their sum, in USD.'),
    count: t.count('count', 'Their number, {limits}.'),
  }),
})

const LotsType = builder.objectRef<YearOfLots>('Lots')

const DisposalConnectionType = builder.connectionObject(
  {
    type: DisposalType,
    name: 'LotDisposalConnection',
    description: 'A page of disposals.',
    fields: (t) => ({
      totalCount: t.int({ description: 'Disposals of the year, 0 or more.', resolve: certainTotal }),
      lots: t.of(LotsType, ({ lots }) => defined(lots), 'The year that the disposals are of.'),
    }),
  },
  { name: 'LotDisposalEdge', description: 'A disposal with its cursor.' },
)

LotsType.implement({
  description:
    'A UTC year of disposals by some wallets, lot by lot. A calculation from the ledger, and no tax advice.',
  fields: (t) => ({
    year: t.exposeInt('year', { description: 'The UTC year.' }),
    years: t.intList({
      complexity: { field: 1, multiplier: 12 },
      description: 'Years with a disposal or income, the newest first.',
      resolve: ({ years }) => [...years],
    }),
    method: t.of(LotMethodEnum, 'method', 'How shares that left were assigned to lots.'),
    wallets: t.of([TraderType], 'wallets', {
      rows: MOST_OTHERS + 1,
      description: 'The wallets that count as one, the trader first.',
    }),
    totals: t.of(LotSumsType, (lots) => sumsOf(lots), 'Sums of the year.'),
    shortTerm: t.of(LotSumsType, (lots) => sumsOf(lots, 'SHORT'), {
      description: 'Sums of what was held for a year or less.',
    }),
    longTerm: t.of(LotSumsType, (lots) => sumsOf(lots, 'LONG'), {
      description: 'Sums of what was held for more than a year.',
    }),
    transferredBasis: t.amount(
      ({ disposals }) => disposals.reduce((sum, row) => sum + (row.gain === null ? (row.basis ?? 0) : 0), 0),
      'Cost in USD of what left without proceeds: transfers to other wallets, and conversions of sets that are known in part. It is in no sum of gains.',
    ),
    unseenProceeds: t.amount(
      ({ disposals }) =>
        disposals.reduce((sum, row) => sum + (row.basis === null ? (row.proceeds ?? 0) : 0), 0),
      'USD received for sold shares whose coming the ledger has not seen, less fees. Their cost is unknown, so they are in no sum of gains.',
    ),
    realizedPnl: t.amount(
      'realized',
      "The wallets' realized profit in the year, at average cost: what `totals.gain` is under `AVERAGE`.",
    ),
    incomeTotal: t.amount(
      ({ income }) => (income.length === 0 ? null : income.reduce((sum, { usd }) => sum + usd, 0)),
      {
        nullable: true,
        description:
          'Rewards and rebates of the year in USD. Null if the ledger has none: events of the chain do not name them.',
      },
    ),
    income: t.of([LotIncomeType], 'income', {
      rows: 10,
      description: 'Rewards and rebates of the year by kind.',
    }),
    disposals: t.field({
      type: DisposalConnectionType,
      complexity: placePrice(),
      description: `The disposals of the year, in order. ${FIRST_ROWS_ALONE}`,
      args: pageArguments(t.arg),
      resolve: (lots, args, context) => listDisposals(lots, args, context),
    }),
    cutoff: t.field({ ...CUTOFF, resolve: ({ trader }) => trader.snapshot.cutoff }),
  }),
})

builder.objectFields(TraderType, (t) => ({
  lots: t.field({
    type: LotsType,
    complexity: { field: LOTS_REPLAYED, multiplier: 1 },
    description:
      "The trader's disposals of a year, each with its acquisition, proceeds, cost, gain and term, by a method of choice; income apart. From the same replay as the trader's profit. No tax advice.",
    throws: {
      NOT_FOUND: 'for a wallet without an event in the ledger',
      QUERY_TOO_COSTLY: 'for wallets with too many events to replay',
    },
    args: {
      year: t.arg.int({
        limits: { minimum: 2_015, maximum: 2_100, form: '2015 to 2100' },
        description: 'The UTC year, from {limits}. Default: that of the cutoff.',
      }),
      method: t.arg({
        type: LotMethodEnum,
        defaultValue: 'fifo',
        description: 'How shares that leave are assigned to lots. Default: FIFO.',
      }),
      also: t.arg.stringList({
        limits: { maxItems: MOST_OTHERS, items: NAMED },
        description: `Other wallets of the same owner by address, or by a name that one trader has: {limits}. A transfer among them moves lots, and is no disposal; the trader itself counts once. Default: none.`,
      }),
    },
    resolve: readLots,
  }),
}))

async function txOf(node: EventNode | null): Promise<string | null> {
  if (node === null) return null
  const { event, reads } = node
  return hashText(event.tx === undefined ? ((await reads.hashes()).get(event.key)?.tx ?? null) : event.tx)
}

async function describe({ shares, token }: StoredDisposal, { trader }: YearOfLots, context: RequestContext) {
  const links = marketLinks(trader.snapshot, context)
  const market = await links.marketOf({ token, condition: null })
  const outcome = await links.ofToken(token, (known) => known?.name ?? known?.token ?? null)
  const question = market?.question ?? null
  return `${exactShares(shares)} of ${[outcome, question].filter((part) => part !== null).join(': ')}`
}

/** A page of a year's disposals, as far as its caller may be shown. */
async function listDisposals(lots: YearOfLots, args: PageArguments, context: RequestContext) {
  const { trader, disposals, wallets, method, year } = lots
  const list = {
    count: disposals.length,
    placeOf: (index: number) => [index, 0] as const,
    at: (index: number) => index,
  }
  const ids = wallets.map(({ row }) => row.id).sort((a, b) => a - b)
  const mark = questionMark(JSON.stringify(['lots', ids, method, year, trader.snapshot.asOf]))
  const slice = pageSlice(list, args, { mark, rows: FIRST_ROWS })
  const { edges, ...ends } = endingFor(context.caller.tier, slice)
  const rows = edges.flatMap(({ node }) => disposals[node] ?? [])
  const events = [...new Set(rows.flatMap(({ event, lot }) => (lot === null ? [event] : [event, lot.event])))]
  const nodes = new Map<object, EventNode>(
    ledgerNodes(events, trader.snapshot, context).map((node) => [node.event, node]),
  )
  return {
    lots,
    total: async () => disposals.length,
    cutoff: () => trader.snapshot.cutoff,
    edges: withNodes(
      edges,
      rows.map(
        (row): DisposalNode => ({
          row,
          of: lots,
          event: nodes.get(row.event) ?? null,
          acquisition: row.lot === null ? null : (nodes.get(row.lot.event) ?? null),
        }),
      ),
    ),
    ...ends,
  }
}
