import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptHeads, NEWEST_KEPT, publicAt } from '../../../src/store/snapshot/kept-heads.ts'

interface Head {
  cutoffTime: number
  takenBack: number | null
}

/** A publication some seconds after the one before it, or blocks of some seconds that are taken back before it. */
const step = fc.record({
  after: fc.integer({ min: 0, max: 900 }),
  back: fc.option(fc.integer({ min: 1, max: 3_000 }), { freq: 8 }),
})

/** The head that is public up to a time, of all that were published. Heads come newest first. */
function publicOf(heads: readonly Head[], upTo: number): Head | undefined {
  return heads.find(({ cutoffTime, takenBack }) => takenBack === null && cutoffTime <= upTo)
}

test('at every time of the clock a public head stays that is at most a sixth of the delay older than it must be', () => {
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
            const must = publicOf(all, upTo)
            const found = kept.find(publicAt(upTo))
            if (must === undefined) expect(found).toBeUndefined()
            else expect(must.cutoffTime - (found?.cutoffTime ?? 0)).toBeLessThanOrEqual(delay / 6)
          }
        }
      },
    ),
    { numRuns: 200 },
  )
})
