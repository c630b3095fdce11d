import type { TraderPosition } from '../../../store/snapshot/trader-record.ts'
import { builder } from '../../kit/builder.ts'
import type { RequestContext } from '../../kit/context.ts'
import { valuesOf } from '../../kit/enums.ts'
import type { TraderProfile } from '../../kit/loaders.ts'
import { dayOfSnapshot } from '../../kit/market-page.ts'
import { certainTotal, type PageArguments, pageSlice, withNodes } from '../../kit/paging/page-slice.ts'
import {
  endingFor,
  FIRST_ROWS,
  FIRST_ROWS_ALONE,
  pageArguments,
  placePrice,
} from '../../kit/paging/place-paging.ts'
import { type HeldIn, heldIn, positionsOf, tokensIn } from '../market-links.ts'
import { TraderType } from '../trader.ts'
import { DAY_OF_ROWS, PositionStatusEnum, PositionType, positionNodes } from './position.ts'

/** The part of a position that orders read. */
type Ordered = Pick<TraderPosition, 'value' | 'cost' | 'realized' | 'unrealized' | 'lastDay'>

/** The numbers that order positions, the largest first. */
export const POSITION_ORDERS = {
  VALUE: { says: 'By value, the largest first.', keyOf: ({ value }: Ordered) => value },
  COST: { says: 'By cost of the shares held, the largest first.', keyOf: ({ cost }: Ordered) => cost },
  PNL: {
    says: 'By realized plus unrealized profit, the largest first.',
    keyOf: ({ realized, unrealized }: Ordered) => realized + unrealized,
  },
  LOSS: {
    says: 'By realized plus unrealized profit, the largest loss first.',
    keyOf: ({ realized, unrealized }: Ordered) => -(realized + unrealized),
  },
  LATEST: {
    says: 'By the day of the last event, the latest first.',
    keyOf: ({ lastDay }: Ordered) => lastDay,
  },
} as const satisfies Record<string, { says: string; keyOf: (position: Ordered) => number }>
export type PositionOrder = keyof typeof POSITION_ORDERS

export const PositionOrderEnum = builder.enumType('PositionOrder', {
  description: 'Order of a list of positions.',
  values: valuesOf<PositionOrder>(POSITION_ORDERS),
})

export const POSITION_ORDER = 'Order of the list. Default: VALUE.'

export const PositionConnectionType = builder.connectionObject(
  {
    type: PositionType,
    name: 'PositionConnection',
    description: 'A page of positions.',
    fields: (t) => ({
      totalCount: t.int({ description: 'Positions in the whole list, 0 or more.', resolve: certainTotal }),
      day: t.field({ type: 'Date', description: DAY_OF_ROWS, resolve: ({ day = 0 }) => day }),
    }),
  },
  { name: 'PositionEdge', description: 'A position with its cursor.' },
)

builder.objectFields(TraderType, (t) => ({
  positions: t.field({
    type: PositionConnectionType,
    complexity: placePrice(),
    description: `Current and past positions, one per outcome, with cost, value, profit and result; all of them add up to the profile. ${FIRST_ROWS_ALONE} Values move with prices: set \`asOf\` to page through one state.`,
    args: {
      status: t.arg({
        type: PositionStatusEnum,
        description: 'Only positions of this status. Default: all.',
      }),
      ...heldIn(t.arg, 'positions'),
      orderBy: t.arg({
        type: PositionOrderEnum,
        defaultValue: 'VALUE',
        description: POSITION_ORDER,
      }),
      ...pageArguments(t.arg),
    },
    resolve: (trader, args, context) => listPositions(trader, args, context),
  }),
}))

interface PositionArguments extends PageArguments, HeldIn {
  status?: 'OPEN' | 'CLOSED' | null | undefined
  orderBy?: PositionOrder | null | undefined
}

async function listPositions(trader: TraderProfile, args: PositionArguments, context: RequestContext) {
  const { status } = args
  const order = args.orderBy ?? 'VALUE'
  const asked = await tokensIn(trader, args, context)
  const tokens = asked && new Set(asked)
  const { keyOf } = POSITION_ORDERS[order]
  // The largest comes first; equal ones are in the order of their tokens in the ledger.
  const placeOf = (position: TraderPosition) => [-keyOf(position), position.token] as const
  const rows = (await positionsOf(trader, context))
    .filter(
      ({ isOpen, token }) => (!status || isOpen === (status === 'OPEN')) && tokens?.has(token) !== false,
    )
    .sort((a, b) => keyOf(b) - keyOf(a) || a.token - b.token)
  const list = { count: rows.length, placeOf, at: (i: number) => rows[i] as TraderPosition }
  const slice = pageSlice(list, args, { mark: order, rows: FIRST_ROWS })
  const { edges, ...ends } = endingFor(context.caller.tier, slice)
  const nodes = await positionNodes(
    edges.map(({ node }) => ({ trader, position: node })),
    trader.snapshot,
    context,
  )
  const { snapshot } = trader
  return {
    day: dayOfSnapshot(snapshot),
    total: async () => rows.length,
    cutoff: () => snapshot.cutoff,
    edges: withNodes(edges, nodes),
    ...ends,
  }
}
