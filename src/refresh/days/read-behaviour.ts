import { defined } from '../../checks.ts'
import { exactSum } from '../../ledger/exact-sum.ts'
import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import { sumOfSquares } from '../../metrics/behaviour/position-behaviour.ts'
import type { ExactTotal } from '../../metrics/ratio-of.ts'
import { addTotals } from '../../metrics/running-sum.ts'
import type { Sql } from '../../store/engine/database.ts'
import { unpackNumbers } from '../../store/engine/pack-numbers.ts'
import { addDayLists, type DayLists, emptyDayLists, numbersOfLists } from '../../store/ledger/day-lists.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import type { DayPart } from '../../store/ledger/position-day.ts'
import type { BehaviourDay } from '../analytics/trader-facts.ts'
import type { DaySpan } from '../inputs/day-span.ts'

const COLUMNS = [
  'fills',
  'maker_fills',
  'role_known',
  'buys',
  'buy_slippage',
  'sell_slippage',
  'moved_slippage',
  'square_low',
  'square_middle',
  'square_high',
] as const
type Column = (typeof COLUMNS)[number]

/**
 * Traders' days of behavior, ascending, by trader id, as of a version; those without one are left out. Each is the sum of the
 * days of the trader's positions.
 */
export async function readBehaviour(
  sql: Sql,
  ids: readonly number[],
  { since, upTo }: DaySpan,
  version: number | null = null,
): Promise<Map<number, BehaviourDay[]>> {
  const traders = [...new Set(ids)].sort((a, b) => a - b)
  const all = new Map<number, BehaviourDay[]>()
  if (traders.length === 0) return all
  const asked = { traders, from: since, upTo, at: version, tradersAtOnce: traders.length, lists: true }
  let trader = -1
  let sums = new Map<Day, DaySum>()
  const end = () => {
    const days = [...sums.values()].filter(saysSomething).sort((a, b) => a.day - b.day)
    if (days.length > 0) all.set(trader, days.map(behaviourDay))
  }
  for await (const part of ledgerOf(sql).days({ columns: COLUMNS, ...asked })) {
    for (let row = 0; row < part.count; row++) {
      const owner = defined(part.columns.trader_id[row])
      if (owner !== trader) {
        end()
        trader = owner
        sums = new Map()
      }
      const day = defined(part.columns.day[row])
      const sum = sums.get(day) ?? emptySum(day)
      sums.set(day, sum)
      addRow(sum, part, row)
    }
  }
  end()
  return all
}

/** A trader's day while days of positions are added to it. */
interface DaySum {
  day: Day
  fills: number
  makerFills: number
  roleKnown: number
  buys: number
  buySlippage: MicroUsd
  sellSlippage: MicroUsd
  movedSlippage: MicroUsd
  squares: ExactTotal
  /** The lists of one position's day as numbers; of several as lists. */
  lists: readonly number[] | DayLists
}

function emptySum(day: Day): DaySum {
  return {
    day,
    fills: 0,
    makerFills: 0,
    roleKnown: 0,
    buys: 0,
    buySlippage: 0,
    sellSlippage: 0,
    movedSlippage: 0,
    squares: 0,
    lists: [],
  }
}

function addRow(sum: DaySum, { columns, lists }: DayPart<Column>, row: number): void {
  const of = (name: Column) => defined(columns[name][row])
  sum.fills += of('fills')
  sum.makerFills += of('maker_fills')
  sum.roleKnown += of('role_known')
  sum.buys += of('buys')
  sum.buySlippage = exactSum(sum.buySlippage, of('buy_slippage'), 'slippage')
  sum.sellSlippage = exactSum(sum.sellSlippage, of('sell_slippage'), 'slippage')
  sum.movedSlippage = exactSum(sum.movedSlippage, of('moved_slippage'), 'slippage')
  sum.squares = addTotals(
    sum.squares,
    sumOfSquares([of('square_low'), of('square_middle'), of('square_high')]),
  )
  const packed = defined(lists[row])
  if (packed.length > 0) sum.lists = addLists(sum.lists, unpackNumbers(packed))
}

function addLists(lists: readonly number[] | DayLists, own: readonly number[]): readonly number[] | DayLists {
  if (isOne(lists) && lists.length === 0) return own
  const all = isOne(lists) ? emptyDayLists() : lists
  if (isOne(lists)) addDayLists(all, lists)
  addDayLists(all, own)
  return all
}

function isOne(lists: readonly number[] | DayLists): lists is readonly number[] {
  return Array.isArray(lists)
}

/** Positions also have days of shares that moved without a known cost, and of dollars that moved: these are no behavior. */
function saysSomething({ fills, movedSlippage, lists }: DaySum): boolean {
  return fills > 0 || movedSlippage !== 0 || !isOne(lists) || lists.length > 0
}

function behaviourDay({ roleKnown, squares, lists, ...sum }: DaySum): BehaviourDay {
  return {
    ...sum,
    knownRoleFills: roleKnown,
    usdSquares: squares,
    lists: isOne(lists) ? lists : numbersOfLists(lists),
  }
}
