import { defined } from '../../../checks.ts'
import { MAX_OUTCOMES } from '../../../ledger/bounds.ts'
import { decimalOf } from '../../../ledger/quantities.ts'
import type { Snapshot } from '../../../store/snapshot/snapshot-reader.ts'
import type { PositionResult, TraderPosition } from '../../../store/snapshot/trader-record.ts'
import type { TokenName } from '../../../store/trades/trade-store.ts'
import { builder } from '../../kit/builder.ts'
import type { RequestContext } from '../../kit/context.ts'
import { valuesOf } from '../../kit/enums.ts'
import type { TraderProfile } from '../../kit/loaders.ts'
import { MarketRef } from '../../kit/market-page.ts'
import { loadNodes, type NodeId, nodeIdOf } from '../../kit/node-id.ts'
import { FIRST_ROWS_ALONE, pageArguments, placePrice } from '../../kit/paging/place-paging.ts'
import { type MarketLinks, marketLinks, positionsOf } from '../market-links.ts'
import { TraderType } from '../trader.ts'
import { findTraders } from '../trader-fields.ts'
import { listTrades, TradeConnectionType } from '../trades/trade-connection.ts'
import { OUTCOME_NAME, OUTCOME_TOKEN } from '../trades/trade-filters.ts'

/** A trader's holdings and totals in an outcome, whose amounts {@link PositionType} reads as they are. */
export class PositionNode {
  readonly position: TraderPosition
  readonly trader: TraderProfile
  readonly links: MarketLinks
  /** Null for a token that is not there any more. */
  readonly name: TokenName | null

  constructor({
    position,
    trader,
    links,
    name,
  }: Pick<PositionNode, 'position' | 'trader' | 'links' | 'name'>) {
    this.position = position
    this.trader = trader
    this.links = links
    this.name = name
  }

  get token() {
    return this.name?.token ?? ''
  }
  get outcome() {
    return this.name?.name ?? null
  }
  get outcomeIndex() {
    return this.name?.outcome ?? null
  }
  get shares() {
    return decimalOf(this.position.shares)
  }
  get averagePrice() {
    const { shares, cost } = this.position
    return shares === 0 ? null : cost / shares
  }
  get cost() {
    return decimalOf(this.position.cost)
  }
  get price() {
    const { price } = this.position
    return price === null ? null : decimalOf(price)
  }
  get value() {
    return decimalOf(this.position.value)
  }
  get realizedPnl() {
    return decimalOf(this.position.realized)
  }
  get unrealizedPnl() {
    return decimalOf(this.position.unrealized)
  }
  get officialPnl() {
    return decimalOf(this.position.official)
  }
  get totalBought() {
    return decimalOf(this.position.bought)
  }
  get fees() {
    return decimalOf(this.position.fees)
  }
  get volume() {
    return decimalOf(this.position.volume)
  }
  get tradeCount() {
    return this.position.fills
  }
  get untrackedShares() {
    return decimalOf(this.position.untracked)
  }
}

export const PositionStatusEnum = builder.enumType('PositionStatus', {
  description: 'Status of a position.',
  values: {
    OPEN: { description: 'Shares are held, and the market is not resolved.' },
    CLOSED: { description: 'No shares are held, or the market is resolved.' },
  } as const,
})

const RESULTS: Readonly<Record<PositionResult, string>> = {
  WON: 'The market resolved, and each share pays 1 USD.',
  LOST: 'The market resolved, and shares pay nothing.',
  MIXED: 'The market resolved, and each share pays part of a dollar.',
  SOLD: 'All shares left before the resolution, some of them by sales. Untracked sales count.',
  MERGED:
    'All shares left before the resolution without a sale, for dollars: full sets were merged or redeemed.',
  MOVED: 'All shares left before the resolution for no dollars: transferred or converted.',
}

export const PositionResultEnum = builder.enumType('PositionResult', {
  description:
    'How a position ended. The ledger resolves this by day: shares sold on the day of the resolution count as held.',
  values: valuesOf(RESULTS),
})

export const PositionType = builder.node(builder.objectRef<PositionNode>('Position'), {
  description:
    "A trader's position in an outcome of a market. All positions of a trader add up to its profile: realized and unrealized profit, fees, volume and trades.",
  isTypeOf: (node) => node instanceof PositionNode,
  id: {
    description:
      "The trader's address and the outcome's token (`0x…:1234`); with `asOf`, followed by `@` and the day.",
    resolve: ({ token, trader: { row, snapshot } }) =>
      nodeIdOf(`${row.address}:${token}`, { asOf: snapshot.asOf }),
  },
  loadManyWithoutCache: (ids, context) => loadNodes(ids, (id) => readPosition(id, context)),
  fields: (t) => ({
    trader: t.expose('trader', { type: TraderType, description: 'The trader who has the position.' }),
    market: t.field({
      type: MarketRef,
      nullable: true,
      description: 'The market of the outcome. Null if unknown.',
      resolve: ({ position, links }) => links.marketOf(position),
    }),
    token: t.exposeString('token', OUTCOME_TOKEN),
    outcome: t.exposeString('outcome', OUTCOME_NAME),
    outcomeIndex: t.exposeInt('outcomeIndex', {
      nullable: true,
      description: `Position of the outcome in its market, 0 to ${MAX_OUTCOMES - 1}. Null if unknown.`,
    }),
    status: t.field({
      type: PositionStatusEnum,
      description: 'Whether it is open.',
      resolve: ({ position }) => (position.isOpen ? 'OPEN' : 'CLOSED'),
    }),
    result: t.field({
      type: PositionResultEnum,
      nullable: true,
      description: 'How it ended. Null while open.',
      resolve: ({ position }) => position.result,
    }),
    shares: t.exposeFloat('shares', {
      description: 'Shares held, 0 or more; resolved shares count until they are redeemed.',
    }),
    averagePrice: t.exposeFloat('averagePrice', {
      nullable: true,
      description: 'Average cost of a share held, in USD, fees included. Null if no shares are held.',
    }),
    cost: t.exposeFloat('cost', {
      description: 'Cost of the shares held, in USD. A conversion can make it negative.',
    }),
    price: t.exposeFloat('price', {
      nullable: true,
      description:
        'Value of one share, in USD from 0 to 1: its payout once known, else the last price. Null if unknown.',
    }),
    value: t.exposeFloat('value', {
      description: 'Value of the shares held, in USD: shares times price, or cost if the price is unknown.',
    }),
    realizedPnl: t.exposeFloat('realizedPnl', {
      description: 'Realized profit in USD: proceeds of shares that left, less their average cost.',
    }),
    unrealizedPnl: t.exposeFloat('unrealizedPnl', {
      description: 'Unrealized profit in USD: `value` less `cost`.',
    }),
    officialPnl: t.exposeFloat('officialPnl', {
      description: "Profit in USD by the rule of Polymarket's public subgraph.",
    }),
    totalBought: t.exposeFloat('totalBought', {
      description: 'Cost of all buys and splits in USD, fees included, 0 or more.',
    }),
    fees: t.exposeFloat('fees', {
      description: 'Trading fees in USD, 0 or more.',
    }),
    volume: t.exposeFloat('volume', {
      description: 'Value of all fills in USD, 0 or more.',
    }),
    tradeCount: t.exposeInt('tradeCount', {
      description: 'Number of fills, 0 or more.',
    }),
    untrackedShares: t.exposeFloat('untrackedShares', {
      description: 'Shares that moved without a known cost, 0 or more: they make no profit.',
    }),
    openedOn: t.field({
      type: 'Date',
      description: 'The UTC day of the first event.',
      resolve: ({ position }) => position.openedOn,
    }),
    closedOn: t.field({
      type: 'Date',
      nullable: true,
      description:
        'The UTC day of the resolution, or on which the last shares left if nothing was left before. A position that never held shares of a known cost has its last event. Null while open.',
      resolve: ({ position }) => position.closedOn,
    }),
    lastDay: t.field({
      type: 'Date',
      description: 'The UTC day of the last event.',
      resolve: ({ position }) => position.lastDay,
    }),
    trades: t.field({
      type: TradeConnectionType,
      complexity: placePrice(),
      description: `The fills of this position, newest first. ${FIRST_ROWS_ALONE}`,
      args: pageArguments(t.arg),
      resolve: ({ position, trader: { row, snapshot } }, args, context) =>
        listTrades(
          {
            snapshot,
            streams: [{ column: 'owner_id', id: row.id }],
            filter: { tokens: [position.token] },
            total: null,
          },
          args,
          context,
        ),
    }),
  }),
})

/** Said of the `day` of a list of positions. */
export const DAY_OF_ROWS =
  "The UTC day of the rows: as of its close, or as of the cutoff during the cutoff's day."

/** Returns positions of a snapshot as nodes; related rows are read together for the whole request. */
export async function positionNodes(
  held: readonly Pick<PositionNode, 'trader' | 'position'>[],
  snapshot: Snapshot,
  context: RequestContext,
): Promise<PositionNode[]> {
  const links = marketLinks(snapshot, context)
  const names = await links.tokens(held.map(({ position }) => position.token))
  return held.map((one, i) => new PositionNode({ ...one, links, name: defined(names[i]) }))
}

async function readPosition({ name, asOf }: NodeId, context: RequestContext): Promise<PositionNode | null> {
  const [address = '', token = ''] = name.split(':')
  const [trader] = await findTraders([address.toLowerCase()], context, asOf)
  const id = await context.reader.trades.tokenNumber(token)
  if (!trader || id === null) return null
  const position = (await positionsOf(trader, context)).find((one) => one.token === id)
  return position
    ? ((await positionNodes([{ trader, position }], trader.snapshot, context))[0] ?? null)
    : null
}
