import { fieldsOfDoor, type TradeDoor, type TradeField } from '../../graph/trades/trade-fields.ts'
import { LISTED_USD } from '../../graph/trades/trade-where.ts'
import type { GivenParameter } from '../route.ts'

/** The parameters of a filter of trades, by field: those that a door answers. */
export function tradeParameters(door: TradeDoor): Readonly<Record<string, GivenParameter>> {
  return Object.fromEntries(fieldsOfDoor(door).map(([name, field]) => [name, parameterOf(field, door)]))
}

function parameterOf({ kind, example = '' }: TradeField, door: TradeDoor): GivenParameter {
  const limits = kind === 'USD' && door === 'LIST' ? { limits: LISTED_USD } : {}
  return typeof example === 'string'
    ? { example, ...limits }
    : { example: example[0], isFormOnly: true, ...limits }
}
