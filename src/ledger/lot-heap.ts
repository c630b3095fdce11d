import { takeOut } from './holding.ts'
import type { MicroShares, MicroUsd, Seconds } from './quantities.ts'

// The lots of a position, in the order in which they leave it.

/** The order in which lots leave a holding. */
export const LOT_METHODS = ['fifo', 'lifo', 'hifo', 'average'] as const
export type LotMethod = (typeof LOT_METHODS)[number]

/** How the shares of a lot came. */
export type LotOrigin = 'BUY' | 'SPLIT' | 'CONVERSION' | 'TRANSFER_IN' | 'RESOLUTION'

/** Shares that came together. */
export interface Lot<Event> {
  origin: LotOrigin
  event: Event
  time: Seconds
  shares: MicroShares
  basis: MicroUsd
  /** The place in the order of all lots, by which those of one second are told apart. */
  order: number
  /** Shares and basis when it came: its cost of a share, which a part of it keeps. */
  whole: { shares: MicroShares; basis: MicroUsd }
}

type Before = <Event>(a: Lot<Event>, b: Lot<Event>) => boolean

const isOlder: Before = (a, b) => a.time < b.time || (a.time === b.time && a.order < b.order)

/** Returns whether a lot leaves before another. Average cost has no order of its own; its dates are those of the oldest shares. */
const ORDERS: Readonly<Record<LotMethod, Before>> = {
  fifo: isOlder,
  lifo: (a, b) => isOlder(b, a),
  hifo: (a, b) => {
    const order = compareUnits(a.whole, b.whole)
    return order === 0 ? isOlder(a, b) : order > 0
  },
  average: isOlder,
}

/** Compares costs of a share, exactly. */
function compareUnits(a: Lot<never>['whole'], b: Lot<never>['whole']): number {
  const [one, other] = [a.basis * b.shares, b.basis * a.shares]
  if (Number.isSafeInteger(one) && Number.isSafeInteger(other)) return one - other
  const exact = BigInt(a.basis) * BigInt(b.shares) - BigInt(b.basis) * BigInt(a.shares)
  return exact > 0n ? 1 : exact < 0n ? -1 : 0
}

/** The lots of a position as a binary heap: the lot that leaves next is the first. */
export class LotHeap<Event> {
  readonly #lots: Lot<Event>[] = []
  readonly #isBefore: Before

  constructor(method: LotMethod) {
    this.#isBefore = ORDERS[method]
  }

  get size(): number {
    return this.#lots.length
  }

  get first(): Lot<Event> | undefined {
    return this.#lots[0]
  }

  get all(): readonly Lot<Event>[] {
    return this.#lots
  }

  push(lot: Lot<Event>): void {
    const lots = this.#lots
    let place = lots.push(lot) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = lots[parent] as Lot<Event>
      if (!this.#isBefore(lot, above)) break
      lots[place] = above
      place = parent
    }
    lots[place] = lot
  }

  /** Removes shares, lot by lot. @throws Error where fewer are held, which is a bug: the fold decides what leaves */
  take(shares: MicroShares): Lot<Event>[] {
    const pieces: Lot<Event>[] = []
    for (let left = shares; left > 0; ) {
      const { first } = this
      if (first === undefined) throw new Error(`${left} shares left that no lot has`)
      const taken = Math.min(left, first.shares)
      left -= taken
      if (taken === first.shares) pieces.push(this.#shift(first))
      else {
        const basis = takeOut({ shares: first.shares, cost: first.basis }, taken)
        pieces.push({ ...first, shares: taken, basis })
        first.shares -= taken
        first.basis -= basis
      }
    }
    return pieces
  }

  #shift(first: Lot<Event>): Lot<Event> {
    const lots = this.#lots
    const last = lots.pop() as Lot<Event>
    if (lots.length === 0) return first
    let place = 0
    for (let child = 1; child < lots.length; child = 2 * place + 1) {
      const right = lots[child + 1]
      let next = lots[child] as Lot<Event>
      if (right !== undefined && this.#isBefore(right, next)) {
        child += 1
        next = right
      }
      if (!this.#isBefore(next, last)) break
      lots[place] = next
      place = child
    }
    lots[place] = last
    return first
  }
}
