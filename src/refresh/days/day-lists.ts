import type { MicroUsd, Seconds } from '../../ledger/quantities.ts'
import { PRICE_BINS } from '../../metrics/behaviour/price-bin.ts'
import { type NumberPacker, unpackNumbers } from '../../store/engine/pack-numbers.ts'

/** What a row of `trader_days` holds besides its sums. */
export interface DayLists {
  /** Fills by UTC hour, 24 counts. */
  hours: number[]
  /** Cost of BUYs, a fee in dollars included, by `priceBin` of the fill's price: 10 sums. */
  entryCost: MicroUsd[]
  /** For how long each lot was held that closed on the day, in no order that means anything. */
  heldSeconds: Seconds[]
}

/** Lists of a day on which nothing has happened yet. */
export function emptyDayLists(): DayLists {
  return {
    hours: new Array<number>(24).fill(0),
    entryCost: new Array<MicroUsd>(PRICE_BINS).fill(0),
    heldSeconds: [],
  }
}

/** The lists as the store keeps them: most hours and bins of a day are empty, and take nothing. */
export function packDayLists(lists: DayLists, packer: NumberPacker): Buffer {
  tellLists(lists, packer.add)
  return packer.take()
}

/** The numbers that {@link packDayLists} packs. */
export function numbersOfLists(lists: DayLists): number[] {
  const numbers: number[] = []
  tellLists(lists, (number) => numbers.push(number))
  return numbers
}

function tellLists({ hours, entryCost, heldSeconds }: DayLists, add: (number: number) => void): void {
  addSparse(hours, add)
  addSparse(entryCost, add)
  for (let i = 0; i < heldSeconds.length; i++) add(heldSeconds[i] ?? 0)
}

/** The lists that {@link packDayLists} packed. */
export function unpackDayLists(bytes: Uint8Array): DayLists {
  const lists = emptyDayLists()
  addDayLists(lists, unpackNumbers(bytes))
  return lists
}

/** Adds a day's lists, as {@link numbersOfLists}, to those of other days, in place. */
export function addDayLists({ hours, entryCost, heldSeconds }: DayLists, numbers: readonly number[]): void {
  const afterHours = addSpread(numbers, 0, hours)
  for (let i = addSpread(numbers, afterHours, entryCost); i < numbers.length; i++)
    heldSeconds.push(numbers[i] ?? 0)
}

/** Adds how many entries are not 0, then the place and value of each. */
function addSparse(values: readonly number[], add: (number: number) => void): void {
  let count = 0
  for (let place = 0; place < values.length; place++) if (values[place] !== 0) count += 1
  add(count)
  for (let place = 0; count > 0; place++) {
    const value = values[place] ?? 0
    if (value === 0) continue
    add(place)
    add(value)
    count -= 1
  }
}

/** Adds what {@link addSparse} wrote at `at` to `values`; answers where it ends. */
function addSpread(packed: readonly number[], at: number, values: number[]): number {
  const end = at + 1 + 2 * (packed[at] ?? 0)
  for (let i = at + 1; i < end; i += 2) {
    const place = packed[i] ?? 0
    values[place] = (values[place] ?? 0) + (packed[i + 1] ?? 0)
  }
  return end
}
