import type { Day } from '../../ledger/quantities.ts'
import { compareRanks } from '../../metrics/board-order.ts'
import type { Ranking } from '../../metrics/leaderboards.ts'

/** A trader and what its place on a board is decided by. */
export interface Place {
  trader: number
  score: number
  /** Of the board's period, in micro-dollars; above 2^53 the nearest double. */
  volume: number
}

/** The first of a board as of a day, while traders come by one after the other, in any order. */
export interface OpenHead {
  day: Day
  board: Ranking
  put(place: Place): void
  /** The traders so far, best first. */
  traders(): number[]
}

/**
 * Keeps a few times as many places as are asked for, and cuts them when there are more: it needs no others.
 * @param addressRank places of the traders' addresses in byte order, by trader id
 */
export function openHead(day: Day, board: Ranking, size: number, addressRank: Int32Array): OpenHead {
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
