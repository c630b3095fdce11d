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
 * A board without some of its ranks, such as those of bots. Ranks count the others alone: a trader's rank of the day before
 * is less by those left out that stood above it then; whoever was left out then has none.
 * @param out ranks to leave out, in any order
 * @param outBefore ranks to leave out of the board of the day before, ascending, each once
 */
export function withoutRanks(
  ranked: RankedTraders,
  out: ReadonlySet<number>,
  outBefore: Int32Array,
): RankedTraders {
  const others = withoutRows(ranked, (_, row) => out.has(row + 1))
  return { ...others, previous: others.previous?.map((rank) => rankAmongOthers(rank, outBefore)) ?? null }
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

/** The rank less those above it that are left out, found by halving; 0 for one of them, and for none. */
function rankAmongOthers(rank: number, out: Int32Array): number {
  let low = 0
  let high = out.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((out[middle] ?? 0) < rank) low = middle + 1
    else high = middle
  }
  return out[low] === rank ? 0 : Math.max(0, rank - low)
}
