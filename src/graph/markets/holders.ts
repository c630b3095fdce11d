import DataLoader from 'dataloader'
import { MAX_OUTCOMES } from '../../ledger/bounds.ts'
import type { Day } from '../../ledger/quantities.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { PAGE_READ } from '../kit/cost/query-cost.ts'
import { inOrder } from '../kit/limits/known-limits.ts'
import { readBatch } from '../kit/loaders.ts'
import { dayOfSnapshot, MarketRef, OutcomeRef } from '../kit/market-page.ts'
import { certainTotal, decodeCursor, encodeCursor } from '../kit/paging/page-slice.ts'
import { askedPage, FIRST_ROWS_ALONE, pageArguments, placePrice } from '../kit/paging/place-paging.ts'
import { OWN_SCREEN } from '../kit/where-inputs.ts'
import { membersOf } from '../screen/saved-screens.ts'
import { DAY_OF_ROWS } from '../traders/positions/position.ts'
import { type HeldPosition, type HolderPlace, holderRows } from './holder-list.ts'
import { peoplePage, personType } from './market-people.ts'

/** A holder, to which other files add fields. */
export const HolderRef = personType<HeldPosition>('Holder')

HolderRef.implement({
  description: 'A trader who holds shares of an outcome.',
  fields: (t) => ({
    outcome: t.of(OutcomeRef, ({ row }) => row.outcome, 'The outcome whose shares are held.'),
    shares: t.amount(({ row }) => row.shares, 'Shares held, above 0.'),
    share: t.fraction(
      ({ row }) => row.shares / row.supply,
      'Fraction of all shares of the outcome that traders hold, {limits}.',
    ),
    averagePrice: t.number(({ row }) => row.cost / row.shares, {
      description: 'Average cost in USD per share: `cost` divided by `shares`.',
    }),
    cost: t.amount(({ row }) => row.cost, 'Cost of the shares held in USD, at average cost, fees included.'),
    value: t.amount(({ row }) => row.value, {
      nullable: true,
      description: 'Value in USD: shares times the mark. Null if the outcome has no mark.',
    }),
    unrealizedPnl: t.amount(({ row }) => (row.value === null ? null : row.value - row.cost), {
      nullable: true,
      description: 'Value less cost, in USD. Null if the outcome has no mark.',
    }),
    realizedPnl: t.amount(
      ({ row }) => row.realized(),
      "Realized profit in the outcome, in USD, over the position's whole life.",
    ),
  }),
})

const HolderOrderEnum = builder.enumType('HolderOrder', {
  description: "Sort orders of a market's holders, largest first.",
  values: {
    SHARES: { description: 'By shares.' },
    VALUE: { description: 'By value; shares without a mark count at cost.' },
    PNL: { description: 'By realized and unrealized profit in the outcome.' },
  } as const,
})

const HolderConnectionType = builder.connectionObject(
  {
    type: HolderRef,
    name: 'HolderConnection',
    description: "A page of a market's holders.",
    fields: (t) => ({
      totalCount: t.count(certainTotal, 'Holders in the whole list, {limits}.'),
      day: t.of('Date', ({ day = 0 }) => day, DAY_OF_ROWS),
    }),
  },
  { name: 'HolderEdge', description: 'A holder with its cursor.' },
)

builder.objectFields(MarketRef, (t) => ({
  holders: t.field({
    type: HolderConnectionType,
    complexity: placePrice(),
    description: `Traders who hold shares of the market, except those who opted out, with shares, cost, value and profit. ${FIRST_ROWS_ALONE}`,
    args: {
      outcome: t.arg.int({
        limits: { minimum: 0, maximum: MAX_OUTCOMES - 1 },
        description: 'Only shares of the outcome with this index, from {limits}. Default: all outcomes.',
      }),
      orderBy: t.arg({
        type: HolderOrderEnum,
        defaultValue: 'VALUE',
        description: inOrder('VALUE'),
      }),
      screen: t.arg.id({ ...OWN_SCREEN, description: 'Only members of a screen.' }),
      ...pageArguments(t.arg),
    },
    throws: { NOT_FOUND: 'for a screen that the caller may not read' },
    resolve: async (market, { outcome, orderBy, screen, ...args }, context) => {
      const order = orderBy ?? 'VALUE'
      const day = dayOfSnapshot(market.snapshot)
      const mark = `holders ${order}`
      const asked = askedPage(args, context, (cursor, name): HolderPlace => {
        const [outcome = 0, own = 0, trader = 0] = decodeCursor(cursor, { name, mark, numbers: 3 })
        return { outcome, own, trader }
      })
      const members = screen ? await membersOf(screen, market.snapshot, context) : null
      const among = members && new Set(members)
      const { rows, count } = await holderRows(
        { market, day, order, outcome: outcome ?? null, among },
        asked,
        context.reader.marketStore,
      )
      return peoplePage(
        { market, day, asked, rows, count },
        ({ outcome, own, trader }) => encodeCursor(mark, [outcome, own, trader]),
        context,
      )
    },
  }),
}))

/** Holders whose first days are read together: those of the largest page. */
const MOST_HOLDERS = 100

type OpenedDays = DataLoader<HeldPosition, Day | null, string>

const createLoaders = () => new Map<Snapshot, OpenedDays>()

/** The request's loader of the first days of holders' positions in a snapshot. */
function openedDays(snapshot: Snapshot, context: RequestContext): OpenedDays {
  const bySnapshot = context.own(createLoaders)
  const known = bySnapshot.get(snapshot)
  if (known !== undefined) return known
  const { marketStore } = context.reader
  const loader: OpenedDays = new DataLoader(
    readBatch('first days of positions', (positions: readonly HeldPosition[]) =>
      marketStore.openedDays(positions, dayOfSnapshot(snapshot), snapshot.ledgerVersion),
    ),
    { maxBatchSize: MOST_HOLDERS, cacheKeyFn: ({ trader, token }) => `${trader} ${token}` },
  )
  bySnapshot.set(snapshot, loader)
  return loader
}

builder.objectField(HolderRef, 'openedOn', (t) =>
  t.field({
    type: 'Date',
    nullable: true,
    complexity: PAGE_READ / 10,
    description: "The UTC day of the position's first event, such as its first purchase. Null if unknown.",
    resolve: ({ row, market: { snapshot } }, _args, context) => openedDays(snapshot, context).load(row),
  }),
)
