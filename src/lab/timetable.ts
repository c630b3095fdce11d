import { defined } from '../checks.ts'
import type { Seconds } from '../ledger/quantities.ts'

/** Something that is to happen at a time. */
export interface Due {
  time: Seconds
  act(): void
}

interface Entry extends Due {
  rank: number
  seq: number
}

/** Everything that is to happen, in order of time, rank, and when it was added: a binary heap. */
export class Timetable {
  readonly #heap: Entry[] = []
  #added = 0

  /** @param rank the lowest goes first within a second */
  add(time: Seconds, rank: number, act: () => void): void {
    const heap = this.#heap
    heap.push({ time, rank, seq: this.#added++, act })
    for (let at = heap.length - 1; at > 0; ) {
      const above = (at - 1) >>> 1
      if (!isBefore(defined(heap[at]), defined(heap[above]))) return
      swap(heap, at, above)
      at = above
    }
  }

  /** Takes the first entry; null if there is none. */
  next(): Due | null {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined) return null
    if (heap.length === 0) return first
    heap[0] = last
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      for (const below of [left, right])
        if (below < heap.length && isBefore(defined(heap[below]), defined(heap[least]))) least = below
      if (least === at) return first
      swap(heap, at, least)
      at = least
    }
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.time - b.time < 0 || (a.time === b.time && (a.rank - b.rank || a.seq - b.seq) < 0)
}

function swap(heap: Entry[], a: number, b: number): void {
  const [one, other] = [defined(heap[a]), defined(heap[b])]
  heap[a] = other
  heap[b] = one
}
