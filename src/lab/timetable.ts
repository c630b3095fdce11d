import { defined } from '../checks.ts'
import type { Seconds } from '../ledger/quantities.ts'

interface Entry {
  time: Seconds
  rank: number
  seq: number
  act(): void
}

/** Everything that is to happen, in order of time, rank, and when it was added: a binary heap. */
export class Timetable {
  readonly #heap: Entry[] = []
  #added = 0

  /** @param rank the lowest goes first within a second */
  add(time: Seconds, rank: number, act: () => void): void {
    const heap = this.#heap
    const entry = { time, rank, seq: this.#added++, act }
    let at = heap.length
    heap.push(entry)
    while (at > 0) {
      const above = (at - 1) >>> 1
      if (!isBefore(entry, defined(heap[above]))) break
      heap[at] = defined(heap[above])
      at = above
    }
    heap[at] = entry
  }

  /** Lets happen what is due before a time and rank, and what that adds. */
  runUntil(time: Seconds, rank: number): void {
    for (;;) {
      const first = this.#heap[0]
      if (first === undefined || first.time > time || (first.time === time && first.rank >= rank)) return
      this.#dropFirst()
      first.act()
    }
  }

  #dropFirst(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      if (left >= heap.length) break
      const right = left + 1
      const below = right < heap.length && isBefore(defined(heap[right]), defined(heap[left])) ? right : left
      if (!isBefore(defined(heap[below]), last)) break
      heap[at] = defined(heap[below])
      at = below
    }
    heap[at] = last
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.time - b.time < 0 || (a.time === b.time && (a.rank - b.rank || a.seq - b.seq) < 0)
}
