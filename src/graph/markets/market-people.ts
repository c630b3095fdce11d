import type { Day } from '../../ledger/quantities.ts'
import { LEADERBOARDS } from '../../metrics/leaderboards.ts'
import type { TraderRow } from '../../store/snapshot/snapshot-reader.ts'
import { WITHOUT_GATED } from '../kit/board-access.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { ADDRESS, WALLET_ADDRESS } from '../kit/limits/known-limits.ts'
import type { Market } from '../kit/market-page.ts'
import { type AskedPage, pageOf } from '../kit/paging/place-paging.ts'
import { ranksOf, TraderRankType, TraderType } from '../traders/trader.ts'
import { PUBLIC_NAME } from '../traders/trader-fields.ts'

/** Somebody in a market, with who that is. */
export interface Person<Row> {
  readonly row: Row
  readonly trader: TraderRow
  readonly market: Market
}

/** Creates a type of a person in a market, with the fields of the identity. */
export function personType<Row>(name: string) {
  const ref = builder.objectRef<Person<Row>>(name)
  builder.objectFields(ref, (t) => ({
    address: t.of('Address', ({ trader }) => trader.address, {
      limits: ADDRESS,
      description: WALLET_ADDRESS,
    }),
    username: t.string({
      ...PUBLIC_NAME,
      resolve: ({ trader }) => trader.username,
    }),
    trader: t.field({
      type: TraderType,
      nullable: true,
      description: 'The trader with all numbers. Null until a snapshot includes an event of the wallet.',
      resolve: ({ trader, market: { snapshot } }, _args, { loaders }) =>
        loaders(snapshot).profiles.load(trader.id),
    }),
    ranks: t.field({
      type: [TraderRankType],
      tier: WITHOUT_GATED,
      complexity: { field: 1, multiplier: LEADERBOARDS.length },
      description:
        "The trader's ranks on all leaderboards. Those on leaderboards with `access` SIGNED_IN are withheld from anonymous callers.",
      resolve: ({ trader, market: { snapshot } }, _args, context) =>
        ranksOf({ row: trader, snapshot }, LEADERBOARDS, context),
    }),
  }))
  return ref
}

/** Rows of a market's list, with one more at the far end where there is one. */
interface PeopleRows<Row, At> {
  market: Market
  day: Day
  asked: AskedPage<At>
  rows: readonly { row: Row; place: At }[]
  /** How many the whole list has. */
  count: number
}

/** A page of a market's list, without those who opted out meanwhile. */
export async function peoplePage<Row extends { trader: number }, At>(
  { market, day, asked, rows, count }: PeopleRows<Row, At>,
  cursorOf: (place: At) => string,
  { loaders }: RequestContext,
) {
  const { identities } = loaders(market.snapshot)
  const traders = await Promise.all(rows.map(({ row }) => identities.load(row.trader)))
  const byId = new Map(traders.flatMap((trader) => (trader ? [[trader.id, trader] as const] : [])))
  const personOf = (row: Row): Person<Row> | undefined => {
    const trader = byId.get(row.trader)
    return trader && { row, trader, market }
  }
  return {
    day,
    total: async () => count,
    cutoff: () => market.snapshot.cutoff,
    ...pageOf(
      asked,
      rows,
      (shown) => shown.map(({ row }) => personOf(row)),
      ({ place }) => cursorOf(place),
    ),
  }
}
