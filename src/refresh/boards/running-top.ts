import type { Day } from '../../ledger/quantities.ts'
import { compareRanks } from '../../metrics/board-order.ts'
import type { Ranking } from '../../metrics/leaderboards.ts'

/** A trader with what decides its rank on a board. */
export interface Place {
  trader: number
  score: number
  /** Of the board's period, in micro-dollars; above 2^53 the nearest double. */
  volume: number
}

/** The top of a board as of a day, while traders are added one by one in any order. */
export interface RunningTop {
  day: Day
  board: Ranking
  put(place: Place): void
  /** The traders so far, best first. */
  traders(): number[]
}

/**
 * Creates an empty top. It keeps at most four times as many places as are asked for.
 * @param addressRank places of the traders' addresses in byte order, by trader id
 */
export function createRunningTop(
  day: Day,
  board: Ranking,
  size: number,
  addressRank: Int32Array,
): RunningTop {
  const compare = (a: Place, b: Place) =>
    compareRanks(a.score, b.score, a.volume, b.volume, addressRank[a.trader] ?? 0, addressRank[b.trader] ?? 0)
  let places: Place[] = []
  const cut = () => {
    places = places.sort(compare).slice(0, size)
  }
  return {
    day,
    board,
    put(place) {
      places.push(place)
      if (places.length >= 4 * size) cut()
    },
    traders() {
      cut()
      return places.map(({ trader }) => trader)
    },
  }
}
