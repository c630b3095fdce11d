import { demoWorld } from '../../seeds/world/world.ts'
import type { SourceRecord } from '../../src/ledger/event.ts'

/** A simulated world's records in order, taken in parts. */
export interface WorldRecords {
  /**
   * The next records.
   * @throws RangeError if the world ends before
   */
  take(count: number): SourceRecord[]
}

/** The records of the one world that several processes read: some 760,000 fills over a year. */
export function worldRecords(): WorldRecords {
  const world = demoWorld({ traders: 4_000, markets: 400, days: 365 })
  return {
    take(count) {
      const taken: SourceRecord[] = []
      while (taken.length < count) {
        const { value, done } = world.next()
        if (done) throw new RangeError('the world has ended: make it larger')
        taken.push(value)
      }
      return taken
    },
  }
}
