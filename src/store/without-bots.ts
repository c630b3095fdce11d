/** A board's order, and the ranks of the day before beside it. */
export interface RankedTraders {
  /** Trader ids, best first. */
  traders: Int32Array
  /** Each row's rank a day before, 0 for none; null where no such board is known. */
  previous: Int32Array | null
  /** What orders each row; null where that is in the traders' stats. */
  scores: Float64Array | null
}

/**
 * A board without its bots. Ranks count the others alone: a trader's rank of the day before is less by the bots that stood
 * above it then; whoever was a bot then has none.
 * @param bots ranks of bots, ascending; null for none
 * @param botsBefore ranks of bots on the board of the day before, ascending; null for none
 */
export function withoutBots(
  { traders, previous, scores }: RankedTraders,
  bots: Int32Array | null,
  botsBefore: Int32Array | null,
): RankedTraders {
  const isBot = new Set(bots)
  const isPerson = (_: number, row: number) => !isBot.has(row + 1)
  const before = botsBefore ?? new Int32Array()
  return {
    traders: traders.filter(isPerson),
    scores: scores?.filter(isPerson) ?? null,
    previous: previous?.filter(isPerson).map((rank) => rankAmongOthers(rank, before)) ?? null,
  }
}

/** The rank less the bots above it, found by halving; 0 for a bot's rank, and for none. */
function rankAmongOthers(rank: number, bots: Int32Array): number {
  let low = 0
  let high = bots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((bots[middle] ?? 0) < rank) low = middle + 1
    else high = middle
  }
  return bots[low] === rank ? 0 : Math.max(0, rank - low)
}
