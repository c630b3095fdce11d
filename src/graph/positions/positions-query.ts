import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { LOOK_AT_ALL } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT } from '../kit/cutoff.ts'
import { dayOfSnapshot } from '../kit/market-page.ts'
import type { FoundPosition } from '../kit/market-positions.ts'
import {
  decodeSnapshotCursor,
  encodeSnapshotCursor,
  questionMark,
  type SnapshotList,
} from '../kit/paging/page-slice.ts'
import { askedPage, FIRST_ROWS_ALONE, pageArguments, pageOf, placePrice } from '../kit/paging/place-paging.ts'
import { pickPage } from '../markets/pick-page.ts'
import { positionNodes } from '../traders/positions/position.ts'
import {
  POSITION_ORDER,
  POSITION_ORDERS,
  PositionConnectionType,
  type PositionOrder,
  PositionOrderEnum,
} from '../traders/positions/trader-positions.ts'
import { findPositions, MOST_TRADERS } from './find-positions.ts'
import { type PositionWhere, PositionWhereInput, readPositionWhere } from './position-where.ts'

builder.queryField('positions', (t) => {
  const { first, after } = pageArguments(t.arg)
  return t.field({
    type: PositionConnectionType,
    complexity: placePrice(),
    countsCall: () => true,
    description: `Positions of all traders in one list, current and past. The filter names a market, an event, a trader or a leaderboard, or has a minimum value that at most ${MOST_TRADERS} traders reach. ${FIRST_ROWS_ALONE}`,
    throws: { NOT_FOUND: 'for an unknown market or leaderboard' },
    args: {
      where: t.arg({
        type: PositionWhereInput,
        required: true,
        weight: LOOK_AT_ALL,
        description: 'Conditions, which must all hold.',
      }),
      orderBy: t.arg({
        type: PositionOrderEnum,
        defaultValue: 'VALUE',
        description: POSITION_ORDER,
      }),
      asOf: t.arg(AS_OF_ARGUMENT),
      first,
      after,
    },
    resolve: async (_root, { where, orderBy, asOf, ...page }, context) => {
      const snapshot = await context.snapshot(asOf ?? null)
      return listPositions({ where, order: orderBy ?? 'VALUE', snapshot }, page, context)
    },
  })
})

interface Question {
  where: PositionWhere
  order: PositionOrder
  snapshot: Snapshot
}

/** A position's place: the number that orders it, then its token, then its trader. */
type Placed = Pick<FoundPosition, 'token' | 'trader'> & { key: number }

interface Page {
  first?: number | null | undefined
  after?: string | null | undefined
}

async function listPositions({ where, order, snapshot }: Question, args: Page, context: RequestContext) {
  const list: SnapshotList = { mark: questionMark(JSON.stringify([where, order])), snapshot }
  const asked = askedPage(args, context, (cursor): Placed => {
    const [key = 0, token = 0, trader = 0] = decodeSnapshotCursor(cursor, list, 3)
    return { key, token, trader }
  })
  const found = await findPositions(readPositionWhere(where), snapshot, context)
  const { keyOf } = POSITION_ORDERS[order]
  const placeOf = (position: FoundPosition): Placed => {
    const { token, trader } = position
    return { key: keyOf(position), token, trader }
  }
  const keys = Float64Array.from(found, keyOf)
  const rows = pickPage({ keys, rowAt: (i) => placeOf(found[i] as FoundPosition), compare }, asked)
  const nodes = await nodesOf(rows, snapshot, context)
  return {
    day: dayOfSnapshot(snapshot),
    total: async () => found.length,
    cutoff: () => snapshot.cutoff,
    ...pageOf(
      asked,
      rows,
      (shown) => nodes.slice(0, shown.length),
      ({ key, token, trader }) => encodeSnapshotCursor(list, [key, token, trader]),
    ),
  }
}

/** Less than 0 where `a` comes before `b`: the largest first, then in the order of the ledger's tokens and traders. */
function compare(a: Placed, b: Placed): number {
  return b.key - a.key || a.token - b.token || a.trader - b.trader
}

/** The positions at some places, as the profiles of their traders have them. */
async function nodesOf(rows: readonly Placed[], snapshot: Snapshot, context: RequestContext) {
  const { profiles, positions } = context.loaders(snapshot)
  const ofDay = positions(dayOfSnapshot(snapshot))
  const read = await Promise.all(
    rows.map(async ({ trader, token }) => {
      const [profile, own] = await Promise.all([profiles.load(trader), ofDay.load(trader)])
      const position = own?.find((one) => one.token === token)
      return profile && position && { trader: profile, position }
    }),
  )
  const known = read.flatMap((one) => one ?? [])
  const nodes = await positionNodes(known, snapshot, context)
  const byPlace = new Map(known.map((one, i) => [one, nodes[i]]))
  return read.map((one) => (one ? byPlace.get(one) : undefined))
}
