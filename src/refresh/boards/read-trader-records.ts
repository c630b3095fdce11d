import type { Address, Day } from '../../ledger/quantities.ts'
import type { ExactTotal } from '../../metrics/ratio-of.ts'
import type { Sql } from '../../store/engine/database.ts'
import { unpackNumbers } from '../../store/engine/pack-numbers.ts'
import { statement } from '../../store/engine/statement.ts'
import { readAt } from '../../store/ledger/read-at.ts'
import { TRADER_DAYS, TRADERS } from '../../store/tables.ts'
import type { BehaviourDay } from '../analytics/trader-facts.ts'
import { unpackFacts } from '../days/foresight-facts.ts'
import type { DaySpan } from '../inputs/day-span.ts'
import { type ForesightDay, foresightDay } from '../inputs/foresight-sums.ts'

/** What the store holds of a trader besides the ledger's positions. */
export interface TraderRecords {
  address: Address
  /** Ascending, up to the cutoff's day. */
  behaviour: readonly BehaviourDay[]
  /** Ascending, up to two days before the cutoff's: a later day's prices are not all known yet. */
  foresight: readonly ForesightDay[]
}

/** A fill's price 24 hours later is known by the close of the day after it; a row counts from the day after that on. */
export const FORESIGHT_DELAY = 2

/** Reads the records of a batch of traders. @returns them by trader id */
export async function readTraderRecords(
  tx: Sql,
  ids: readonly number[],
  cutoffDay: Day,
): Promise<(trader: number) => TraderRecords> {
  const addresses = await readAddresses(tx, ids)
  const behaviour = await readBehaviour(tx, ids, { upTo: cutoffDay })
  const foresight = await readForesight(tx, ids, cutoffDay - FORESIGHT_DELAY)
  return (trader) => {
    const address = addresses.get(trader)
    if (address === undefined) throw new RangeError(`Trader ${trader} has no address`)
    return { address, behaviour: behaviour.get(trader) ?? [], foresight: foresight.get(trader) ?? [] }
  }
}

/** What of the days and rows was known at the close of an earlier day. */
export function recordsUpTo({ address, behaviour, foresight }: TraderRecords, day: Day): TraderRecords {
  return {
    address,
    behaviour: behaviour.filter((row) => row.day <= day),
    foresight: foresight.filter((row) => row.day <= day - FORESIGHT_DELAY),
  }
}

const ADDRESSES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(TRADERS).select('id', 'address').whereAnyOf('id', 'int', ids),
)
const SHOWN_ADDRESSES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(TRADERS).select('id', 'address').where('infrastructure', 0).whereAnyOf('id', 'int', ids),
)

async function readAddresses(tx: Sql, ids: readonly number[]): Promise<Map<number, Address>> {
  const rows = await ADDRESSES.all(tx, { ids })
  return new Map(rows.map(({ id, address }) => [id, address]))
}

/** The addresses of those who are traders, by id: a contract is none. */
export async function readShownAddresses(sql: Sql, ids: readonly number[]): Promise<Map<number, Address>> {
  const rows = await SHOWN_ADDRESSES.all(sql, { ids })
  return new Map(rows.map(({ id, address }) => [id, address]))
}

interface BehaviourRow {
  trader_id: number
  day: Day
  fills: number
  maker_fills: number
  role_known: number
  buys: number
  buy_slippage: number
  sell_slippage: number
  moved_slippage: number
  usd_square: string
  lists: Uint8Array
}

/** Traders' days of behaviour, ascending, by trader id, as of a version; those without one are left out. */
export async function readBehaviour(
  tx: Sql,
  ids: readonly number[],
  { since = 0, upTo }: DaySpan,
  version: number | null = null,
): Promise<Map<number, BehaviourDay[]>> {
  const rows = await readAt<BehaviourRow>(tx, TRADER_DAYS, {
    columns: BEHAVIOUR_COLUMNS,
    where: `${tx.isIn('trader_id', 'int')} AND day >= ? AND day <= ?`,
    values: [tx.list(ids), since, upTo],
    orderBy: ['trader_id', 'day'],
    version,
  })
  return byTrader(
    rows.map((row) => ({ ...row, trader: row.trader_id })),
    behaviourDay,
  )
}

const BEHAVIOUR_COLUMNS = [
  'fills',
  'maker_fills',
  'role_known',
  'buys',
  'buy_slippage',
  'sell_slippage',
  'moved_slippage',
  'usd_square',
  'lists',
]

function behaviourDay(row: BehaviourRow): BehaviourDay {
  return {
    day: row.day,
    fills: row.fills,
    makerFills: row.maker_fills,
    knownRoleFills: row.role_known,
    buys: row.buys,
    usdSquares: exactFrom(row.usd_square),
    lists: unpackNumbers(row.lists),
    buySlippage: row.buy_slippage,
    sellSlippage: row.sell_slippage,
    movedSlippage: row.moved_slippage,
  }
}

interface ForesightRow {
  trader: number
  day: Day
  facts: Uint8Array
}

async function readForesight(
  tx: Sql,
  ids: readonly number[],
  upTo: Day,
): Promise<Map<number, ForesightDay[]>> {
  const rows = await tx.all<ForesightRow>(
    `SELECT trader_id AS trader, day, facts FROM foresight_days WHERE ${tx.isIn('trader_id', 'int')} AND day <= ? ` +
      'ORDER BY trader_id, day',
    [tx.list(ids), upTo],
  )
  return byTrader(rows, ({ day, facts }) => foresightDay(day, unpackFacts(unpackNumbers(facts))))
}

/** Digits that a plain number surely holds. */
const EXACT_DIGITS = 15

function exactFrom(digits: string): ExactTotal {
  return digits.length <= EXACT_DIGITS ? Number(digits) : BigInt(digits)
}

function byTrader<Row extends { trader: number }, Own>(
  rows: readonly Row[],
  own: (row: Row) => Own,
): Map<number, Own[]> {
  const all = new Map<number, Own[]>()
  for (const row of rows) {
    const list = all.get(row.trader)
    if (list) list.push(own(row))
    else all.set(row.trader, [own(row)])
  }
  return all
}
