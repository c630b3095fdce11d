import { type Day, MICRO, type MicroPrice, type Seconds } from '../../ledger/quantities.ts'
import { as, statement } from '../engine/statement.ts'
import { PRICE_DAYS } from '../tables.ts'

/** A token's own last close: its price, and the fill's place among all events. */
export interface LastClose {
  price: MicroPrice
  time: Seconds
  key: number
}

/** The close of a token at or before a day. Relies on the key of price_days. */
export const LAST_CLOSE = statement((from, { token, day }: { token: number; day: Day }) =>
  from(as(PRICE_DAYS, 'p'))
    .select('p.close as price', 'p.time', 'p.key')
    .where('p.token_id', token)
    .where('p.day', '<=', day)
    .orderBy('p.day', 'desc')
    .limit(1),
)

/**
 * The price of an outcome of a market of two by its last fill, or by the complement of the other's; null without a
 * fill.
 */
export function priceByEither(own: LastClose | undefined, other: LastClose | undefined): MicroPrice | null {
  if (own && (!other || own.time > other.time || (own.time === other.time && own.key > other.key)))
    return own.price
  return other ? MICRO - other.price : null
}
