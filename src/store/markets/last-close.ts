import { MICRO, type MicroPrice, type Seconds } from '../../ledger/quantities.ts'

/** A token's own last close: its price, and where the fill stands among all events. */
export interface LastClose {
  price: MicroPrice
  time: Seconds
  key: number
}

/** A query of the close of a `:token` at or before a `:day`. Relies on the key of price_days. */
export const LAST_CLOSE =
  'SELECT p.close AS price, p.time, p.key FROM price_days p WHERE p.token_id = :token AND p.day <= :day ORDER BY p.day DESC LIMIT 1'

/** What the last fill of a market of two outcomes says of YES, a fill of NO by its complement; null without a fill. */
export function lastYesPrice(yes: LastClose | undefined, no: LastClose | undefined): MicroPrice | null {
  if (yes && (!no || yes.time > no.time || (yes.time === no.time && yes.key > no.key))) return yes.price
  return no ? MICRO - no.price : null
}
