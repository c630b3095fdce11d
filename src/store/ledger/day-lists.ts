import { defined } from '../../checks.ts'
import type { MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { PositionBehaviour } from '../../metrics/behaviour/position-behaviour.ts'
import { PRICE_BINS } from '../../metrics/skill/calibration.ts'
import { type NumberPacker, NumberReader, packNumbers, unpackNumbers } from '../engine/number-columns.ts'

/** The lists that a day holds besides its sums. */
export interface DayLists {
  /** Fills by UTC hour, 24 counts. */
  hours: number[]
  /** Cost of BUYs, a fee in dollars included, by `priceBin` of the fill's price: 10 sums. */
  entryCost: MicroUsd[]
  /** For how long each lot was held that closed on the day, in no order that means anything. */
  heldSeconds: Seconds[]
}

/** The lists of a day without a fill and without a lot that closed. */
export const NO_LISTS = Buffer.alloc(0)

/** Lists of a day on which nothing has happened yet. */
export function emptyDayLists(): DayLists {
  return {
    hours: new Array<number>(24).fill(0),
    entryCost: new Array<MicroUsd>(PRICE_BINS).fill(0),
    heldSeconds: [],
  }
}

/**
 * A position's lists of a day as the store keeps them: how many hours have fills, each with its count, in their order; the same
 * of the costs by price; then the seconds held. Equal lists are equal bytes.
 */
export function packLists(
  { hours, entryCost, heldSeconds }: Pick<PositionBehaviour, 'hours' | 'entryCost' | 'heldSeconds'>,
  packer: NumberPacker,
): Uint8Array {
  if (hours.length + entryCost.length + heldSeconds.length === 0) return NO_LISTS
  addPairs(hours, packer.add)
  addPairs(entryCost, packer.add)
  for (let i = 0; i < heldSeconds.length; i++) packer.add(defined(heldSeconds[i]))
  return packer.take()
}

/** The lists of a position's day as one; `later` was counted after `earlier`. */
export function uniteLists(earlier: Uint8Array, later: Uint8Array): Uint8Array {
  if (earlier.length === 0) return later
  if (later.length === 0) return earlier
  const lists = emptyDayLists()
  addDayLists(lists, unpackNumbers(earlier))
  addDayLists(lists, unpackNumbers(later))
  return packNumbers(numbersOfLists(lists))
}

/** Lists as the numbers that the store packs. */
export function numbersOfLists(lists: DayLists): number[] {
  const numbers: number[] = []
  tellLists(lists, (number) => numbers.push(number))
  return numbers
}

/** Adds a day's lists, as {@link numbersOfLists}, to those of other days, in place. */
export function addDayLists(lists: DayLists, numbers: readonly number[]): void {
  for (let i = addSpreads(lists, numbers); i < numbers.length; i++)
    lists.heldSeconds.push(defined(numbers[i]))
}

/** Adds a day's fills by hour and costs by price, in place. @returns where its seconds held begin among the numbers */
export function addSpreads(
  { hours, entryCost }: Omit<DayLists, 'heldSeconds'>,
  numbers: readonly number[],
): number {
  return numbers.length === 0 ? 0 : addSpread(numbers, addSpread(numbers, 0, hours), entryCost)
}

/** Where the seconds held begin among a day's numbers. */
export function heldFrom(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0
  const afterHours = 1 + 2 * defined(numbers[0])
  return afterHours + 1 + 2 * defined(numbers[afterHours])
}

/** Adds the fills by hour of a position's packed lists, in place. They come first: nothing else is unpacked. */
export function addHours(hours: number[], packed: Uint8Array): void {
  if (packed.length === 0) return
  const reader = new NumberReader(packed)
  for (let pairs = reader.next(); pairs > 0; pairs--) {
    const hour = reader.next()
    hours[hour] = defined(hours[hour]) + reader.next()
  }
}

function tellLists({ hours, entryCost, heldSeconds }: DayLists, add: (number: number) => void): void {
  addSparse(hours, add)
  addSparse(entryCost, add)
  for (let i = 0; i < heldSeconds.length; i++) add(defined(heldSeconds[i]))
}

/** Adds how many pairs of place and value there are, then these by place. */
function addPairs(pairs: readonly number[], add: (number: number) => void): void {
  const count = pairs.length / 2
  add(count)
  if (count === 1) {
    add(defined(pairs[0]))
    add(defined(pairs[1]))
    return
  }
  const order = Array.from({ length: count }, (_, i) => 2 * i)
  order.sort((a, b) => defined(pairs[a]) - defined(pairs[b]))
  for (const i of order) {
    add(defined(pairs[i]))
    add(defined(pairs[i + 1]))
  }
}

/** The same of values by place, without those that are 0. */
function addSparse(values: readonly number[], add: (number: number) => void): void {
  addPairs(
    values.flatMap((value, place) => (value === 0 ? [] : [place, value])),
    add,
  )
}

/** Adds the pairs at `at` to `values`; returns where they end. */
function addSpread(packed: readonly number[], at: number, values: number[]): number {
  const end = at + 1 + 2 * defined(packed[at])
  for (let i = at + 1; i < end; i += 2) {
    const place = defined(packed[i])
    values[place] = defined(values[place]) + defined(packed[i + 1])
  }
  return end
}
