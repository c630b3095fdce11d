import { bestFirst } from './best-first.ts'
import type { Figure } from './figures.ts'
import { rowOf, type Standings } from './standings.ts'

/** Who stands on a scored board, best first, and by what. */
export interface ScoredOrder {
  traders: Int32Array
  scores: Float64Array
}

/**
 * The order of a board whose scores the standings do not hold, as {@link bestFirst} has it.
 * @param addressRank places of the traders' addresses in byte order, by trader id
 */
export function scoredOrder({ values }: Figure, standings: Standings, addressRank: Int32Array): ScoredOrder {
  const volumeOf = (trader: number) => {
    const row = rowOf(standings, trader)
    return row === null ? 0 : (standings.volume[row] ?? 0)
  }
  const rows = [...values].map(([trader, score]) => ({ trader, score, volume: volumeOf(trader) }))
  rows.sort(bestFirst(addressRank))
  return {
    traders: Int32Array.from(rows, ({ trader }) => trader),
    scores: Float64Array.from(rows, ({ score }) => score),
  }
}
