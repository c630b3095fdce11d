import type { BoardMove } from '../../../src/delivery/notices.ts'

/** A trader and the rank, by trader. */
type Moves = readonly (readonly [trader: number, rank: number | null])[]
const inOrder = (moves: Moves) => moves.toSorted(([one], [other]) => one - other)
/** Returns the moves of a message. */
export const movesOf = (moves: readonly BoardMove[]) =>
  inOrder(moves.map(({ address, rank }) => [Number(address), rank] as const))

/** Keeps the members of each top as sets, from the first look at the list on, one look after the other. */
export class SlowTops {
  readonly tops: ReadonlyMap<number, Set<number>>
  snapshot = 0
  constructor(tops: readonly number[]) {
    this.tops = new Map(tops.map((top) => [top, new Set<number>()]))
  }
  look(snapshot: number, order: readonly number[], hidden: ReadonlySet<number>) {
    const shown = order.filter((trader) => !hidden.has(trader))
    const rankOf = (trader: number) => shown.indexOf(trader) + 1 || null
    const changes: { top: number; entered: Moves; left: Moves }[] = []
    for (const [top, members] of this.tops) {
      for (const trader of hidden) members.delete(trader)
      const left = [...members].filter((trader) => (rankOf(trader) ?? Infinity) - top > Math.max(1, top / 10))
      const entered = shown.filter((trader) => (rankOf(trader) ?? 0) <= top && !members.has(trader))
      for (const trader of left) members.delete(trader)
      for (const trader of entered) members.add(trader)
      const ranked = (traders: readonly number[]) =>
        inOrder(traders.map((trader) => [trader, rankOf(trader)] as const))
      if (this.snapshot > 0 && entered.length + left.length > 0)
        changes.push({ top, entered: ranked(entered), left: ranked(left) })
    }
    this.snapshot = snapshot
    return changes
  }
}
