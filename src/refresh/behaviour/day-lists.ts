import type { MicroUsd, Seconds } from '../../ledger/quantities.ts'
import { PRICE_BINS } from '../../metrics/price-bin.ts'
import { type NumberPacker, unpackNumbers } from '../../store/pack-numbers.ts'

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
export function packDayLists({ hours, entryCost, heldSeconds }: DayLists, packer: NumberPacker): Buffer {
  addSparse(hours, packer)
  addSparse(entryCost, packer)
  for (let i = 0; i < heldSeconds.length; i++) packer.add(heldSeconds[i] ?? 0)
  return packer.take()
}

/** The lists that {@link packDayLists} packed. */
export function unpackDayLists(bytes: Uint8Array): DayLists {
  const numbers = unpackNumbers(bytes)
  const lists = emptyDayLists()
  const afterHours = spread(numbers, 0, lists.hours)
  const afterCost = spread(numbers, afterHours, lists.entryCost)
  return { ...lists, heldSeconds: numbers.slice(afterCost) }
}

/** Adds how many entries are not 0, then the place and value of each. */
function addSparse(values: readonly number[], packer: NumberPacker): void {
  let count = 0
  for (let place = 0; place < values.length; place++) if (values[place] !== 0) count += 1
  packer.add(count)
  for (let place = 0; count > 0; place++) {
    const value = values[place] ?? 0
    if (value === 0) continue
    packer.add(place)
    packer.add(value)
    count -= 1
  }
}

/** Reads what {@link addSparse} wrote at `at` into `values`; answers where it ends. */
function spread(packed: readonly number[], at: number, values: number[]): number {
  const end = at + 1 + 2 * (packed[at] ?? 0)
  for (let i = at + 1; i < end; i += 2) values[packed[i] ?? 0] = packed[i + 1] ?? 0
  return end
}
