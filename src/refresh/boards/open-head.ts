import type { Day } from '../../ledger/quantities.ts'
import type { Ranking } from '../../metrics/leaderboards.ts'
import { bestFirst, type Place } from './best-first.ts'

/** The first of a board as of a day, while traders come by one after the other, in any order. */
export interface OpenHead {
  day: Day
  board: Ranking
  put(place: Place): void
  /** The traders so far, best first. */
  traders(): number[]
}

/** Keeps a few times as many places as are asked for, and cuts them when there are more: it needs no others. */
export function openHead(day: Day, board: Ranking, size: number, addressRank: Int32Array): OpenHead {
  const compare = bestFirst(addressRank)
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
