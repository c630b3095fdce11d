/** What a trader stands on a board by. */
export interface Place {
  trader: number
  score: number
  /** Of the board's period, in micro-dollars; above 2^53 the nearest double. */
  volume: number
}

/**
 * The order of boards: by score descending, then volume descending, then address ascending.
 * @param addressRank places of the traders' addresses in byte order, by trader id
 */
export function bestFirst(addressRank: Int32Array): (a: Place, b: Place) => number {
  return (a, b) =>
    b.score - a.score || b.volume - a.volume || (addressRank[a.trader] ?? 0) - (addressRank[b.trader] ?? 0)
}
