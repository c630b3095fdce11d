import { LRUCache } from 'lru-cache'
import { defined } from '../../checks.ts'
import type { MicroPrice } from '../../ledger/quantities.ts'
import { SCREEN_COLUMNS, type ScreenColumnId, screenColumn } from '../../metrics/screen-columns.ts'
import type { StandingsOf } from '../../store/snapshot/snapshot-columns.ts'
import type { StoredSnapshot } from '../../store/snapshot/stored-snapshots.ts'
import { isNewer } from '../inputs/changed-days.ts'
import type { AddressOrder } from '../publish/address-order.ts'
import type { SettledTrader, Value } from './screen-trader.ts'

/** A column a number, by trader id; NaN for an unknown one. */
export type ScreenNumbers = Map<ScreenColumnId, Float64Array>

/** Everybody's numbers of a snapshot, but for those that it was published with: those of a later one go on from them. */
export interface KeptScreen {
  snapshot: StoredSnapshot
  order: AddressOrder
  numbers: ScreenNumbers
  /** Those with a trade in the window, by id. */
  settled: Map<number, SettledTrader>
  /** Prices at the snapshot's close of the tokens of open positions, by id; null for an unknown one. */
  prices: Map<number, MicroPrice | null>
}

/** Screens of head snapshots by their first day and category, of each the newest that was computed. */
export interface KeptScreens {
  /**
   * Removes the screen that a head snapshot goes on from: its numbers are changed in place. Undefined where the kept screen is a later
   * one, which stays; null for none.
   */
  take(of: StandingsOf, head: StoredSnapshot): KeptScreen | null | undefined
  put(of: StandingsOf, screen: KeptScreen): void
}

/** Bytes of kept screens at most: some 100,000 traders with ten open positions each. */
const BOUND = 128 * 2 ** 20

/** Creates an empty memory of screens. */
export function createKeptScreens(): KeptScreens {
  const all = new LRUCache<string, KeptScreen>({ maxSize: BOUND, sizeCalculation: bytesOf })
  const keyOf = ({ firstDay, category }: StandingsOf) => `${firstDay} ${category}`
  return {
    take(of, head) {
      const screen = all.get(keyOf(of)) ?? null
      if (head.asOf !== null || (screen !== null && !isNewer(head, screen.snapshot))) return undefined
      all.delete(keyOf(of))
      return screen
    },
    put: (of, screen) => void all.set(keyOf(of), screen),
  }
}

/** Of settled numbers and their objects in V8. */
const TRADER_BYTES = 400
const PRICE_BYTES = 50

function bytesOf({ order, numbers, settled, prices }: KeptScreen): number {
  let open = 0
  for (const own of settled.values()) open += own.open.length
  const columns = order.hidden.length * (1 + 4 + 8 * numbers.size)
  return columns + TRADER_BYTES * settled.size + 8 * open + PRICE_BYTES * prices.size
}

/** The columns of nobody. */
export function emptyNumbers(): ScreenNumbers {
  return new Map(SCREEN_COLUMNS.map(({ id }) => [id, new Float64Array()]))
}

/** Makes room in columns for ids up to a size. */
export function growNumbers(numbers: ScreenNumbers, size: number): void {
  for (const [id, values] of numbers) {
    if (values.length >= size) return
    const longer = new Float64Array(size).fill(unknownOf(id))
    longer.set(values)
    numbers.set(id, longer)
  }
}

/** Removes a trader from a screen. */
export function forgetTrader({ numbers, settled }: KeptScreen, trader: number): void {
  for (const [id, values] of numbers) values[trader] = unknownOf(id)
  settled.delete(trader)
}

function unknownOf(id: ScreenColumnId): number {
  return screenColumn(id).isNullable ? Number.NaN : 0
}

/** Puts a trader's number into its column. @param id the column's, which any other text is refused as */
export function putNumber(numbers: ScreenNumbers, id: string, trader: number, value: Value): void {
  const column = screenColumn(id)
  defined(numbers.get(column.id))[trader] =
    value === null ? Number.NaN : typeof value === 'string' ? column.labels.indexOf(value) : Number(value)
}
