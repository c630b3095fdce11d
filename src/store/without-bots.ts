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
  ranked: RankedTraders,
  bots: Int32Array | null,
  botsBefore: Int32Array | null,
): RankedTraders {
  const isBot = new Set(bots)
  const before = botsBefore ?? new Int32Array()
  const others = withoutRows(ranked, (_, row) => isBot.has(row + 1))
  return { ...others, previous: others.previous?.map((rank) => rankAmongOthers(rank, before)) ?? null }
}

/** A board without some of its rows; ranks of the day before stay as they were. */
export function withoutRows(
  { traders, previous, scores }: RankedTraders,
  isLeftOut: (trader: number, row: number) => boolean,
): RankedTraders {
  const isKept = (_: number, row: number) => !isLeftOut(traders[row] ?? 0, row)
  return {
    traders: traders.filter(isKept),
    previous: previous?.filter(isKept) ?? null,
    scores: scores?.filter(isKept) ?? null,
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
