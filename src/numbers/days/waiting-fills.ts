import type { MicroPrice, MicroUsd, Seconds } from '../../ledger/quantities.ts'

/** A fill whose price 24 hours later is not known yet. */
export interface WaitingFill {
  time: Seconds
  trader: number
  token: number
  isSell: boolean
  /** At most a dollar. */
  price: MicroPrice
  usd: MicroUsd
}

/** Fills in the order in which they came, 32 bytes each; the oldest leave first. */
export interface WaitingFills {
  /** The oldest one's time; infinity where none waits. */
  readonly oldest: Seconds
  add(fill: WaitingFill): void
  /** Writes the oldest into `into` and drops it. There must be one. */
  take(into: WaitingFill): void
}

/** A fill to take others into. */
export function emptyWaitingFill(): WaitingFill {
  return { time: 0, trader: 0, token: 0, isSell: false, price: 0, usd: 0 }
}

const WIDTH = 4
/** Ids of traders and tokens are below this, so that both are one number. */
const ID_LIMIT = 2 ** 26

/** A queue without fills: a ring that doubles when it is full. */
export function createWaitingFills(): WaitingFills {
  let size = 4096
  let ring = new Float64Array(WIDTH * size)
  let first = 0
  let count = 0
  const placeOf = (n: number) => WIDTH * ((first + n) & (size - 1))
  const grow = () => {
    const from = WIDTH * first
    const grown = new Float64Array(2 * ring.length)
    grown.set(ring.subarray(from))
    grown.set(ring.subarray(0, from), ring.length - from)
    ring = grown
    size *= 2
    first = 0
  }
  return {
    get oldest() {
      return count === 0 ? Number.POSITIVE_INFINITY : (ring[WIDTH * first] ?? 0)
    },
    add({ time, trader, token, isSell, price, usd }) {
      if (count === size) grow()
      const at = placeOf(count++)
      ring[at] = time
      ring[at + 1] = trader * ID_LIMIT + token
      ring[at + 2] = isSell ? -1 - price : price
      ring[at + 3] = usd
    },
    take(into) {
      const at = placeOf(0)
      const position = ring[at + 1] ?? 0
      const price = ring[at + 2] ?? 0
      into.time = ring[at] ?? 0
      into.trader = Math.floor(position / ID_LIMIT)
      into.token = position % ID_LIMIT
      into.isSell = price < 0
      into.price = price < 0 ? -1 - price : price
      into.usd = ring[at + 3] ?? 0
      first = (first + 1) & (size - 1)
      count -= 1
    },
  }
}
