import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptHeads, NEWEST_KEPT, publicAt } from '../../../src/store/snapshot/snapshot-tables.ts'

interface Head {
  cutoffTime: number
  takenBack: number | null
}

/** A publication some seconds after the one before it, or blocks of some seconds that are taken back before it. */
const step = fc.record({
  after: fc.integer({ min: 0, max: 900 }),
  back: fc.oneof(
    { weight: 7, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
  ),
})

test('at every time of the clock the head is public that would be if all since the last blocks taken back had stayed, at most a sixth of the delay older than it must be', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 120 }),
      fc.integer({ min: 0, max: 90 }),
      (steps, delayMinutes) => {
        const delay = 60 * delayMinutes
        let all: Head[] = []
        let kept: Head[] = []
        let time = 1_000_000
        for (const { after, back } of steps) {
          if (back !== null) {
            time -= back
            for (const head of all) if (head.cutoffTime >= time) head.takenBack = 1
            // Heads before them that went in favor of later ones are not there again.
            all = kept
          }
          time += after
          const head = { cutoffTime: time, takenBack: null }
          all = [head, ...all]
          const stays = keptHeads([head, ...kept], delay)
          kept = [head, ...kept].filter((one) => stays.has(one))
          expect(kept.slice(0, NEWEST_KEPT)).toEqual(all.slice(0, NEWEST_KEPT))
          expect(kept.length).toBeLessThanOrEqual(NEWEST_KEPT + 2 + 7)
          if (back !== null) continue
          for (let ahead = 0; ahead <= delay; ahead += 97) {
            const upTo = time + ahead - delay
            const found = kept.find(publicAt(upTo, delay))
            expect(found).toBe(all.find(publicAt(upTo, delay)))
            const newest = all.find(({ cutoffTime, takenBack }) => takenBack === null && cutoffTime <= upTo)
            const before = all.find(
              ({ cutoffTime, takenBack }) => takenBack === null && cutoffTime <= upTo - delay / 6,
            )
            if (before !== undefined) expect(found?.cutoffTime).toBeGreaterThanOrEqual(before.cutoffTime)
            if (found !== undefined) expect(found.cutoffTime).toBeLessThanOrEqual(newest?.cutoffTime ?? 0)
          }
        }
      },
    ),
    { numRuns: 200 },
  )
})
