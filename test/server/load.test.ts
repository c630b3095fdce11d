import { setImmediate as endOfTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLoad, type Overload } from '../../src/server/load.ts'

type Step = { kind: 'begin' | 'end'; request: number } | { kind: 'pass'; ms: number } | { kind: 'turn' }

const REQUESTS = [{}, {}, {}, {}, {}]
const request = fc.nat(REQUESTS.length - 1)
const STEP: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('begin' as const, 'end' as const), request }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(15) }),
  fc.record({ kind: fc.constant('turn' as const) }),
)

/** What a list of numbers under way says of each step. */
function slowly(steps: readonly Step[], limits: { maxInFlight: number; maxTurnMs: number }) {
  const said: (Overload | null)[] = []
  let underWay: number[] = []
  let asksOfTurn: number[] = []
  let now = 0
  for (const step of steps) {
    if (step.kind === 'pass') now += step.ms
    if (step.kind === 'turn') asksOfTurn = []
    if (step.kind === 'end') underWay = underWay.filter((one) => one !== step.request)
    if (step.kind !== 'begin' || underWay.includes(step.request)) continue
    asksOfTurn.push(now)
    const isLate = now - Math.min(...asksOfTurn) > limits.maxTurnMs
    const reason = isLate ? 'late' : underWay.length >= limits.maxInFlight ? 'crowded' : null
    if (reason === null) underWay.push(step.request)
    said.push(reason)
  }
  return { said, left: underWay.length }
}

test('a request is begun while there are fewer than the most, and while the turn has time left', async () => {
  const limits = fc.record({ maxInFlight: fc.integer({ min: 1, max: 4 }), maxTurnMs: fc.nat(30) })
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { maxLength: 40 }), limits, async (steps, { maxInFlight, maxTurnMs }) => {
      let now = 0
      const load = createLoad({ maxInFlight, maxTurnMs, clock: () => now })
      const said: (Overload | null)[] = []
      const known = new Set<object>()
      for (const step of steps) {
        if (step.kind === 'pass') now += step.ms
        if (step.kind === 'turn') await endOfTurn()
        if (step.kind === 'pass' || step.kind === 'turn') continue
        const one = REQUESTS[step.request] ?? {}
        if (step.kind === 'end') load.end(one)
        if (step.kind === 'end') known.delete(one)
        if (step.kind === 'end') continue
        const reason = load.begin(one)
        if (!known.has(one)) said.push(reason)
        else expect(reason).toBeNull()
        if (reason === null) known.add(one)
      }
      await endOfTurn()
      expect({ said, left: load.inFlight }).toEqual(slowly(steps, { maxInFlight, maxTurnMs }))
    }),
    { numRuns: 300 },
  )
})
