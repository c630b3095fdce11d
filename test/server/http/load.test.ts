import { setImmediate as endOfTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLoad } from '../../../src/server/http/load.ts'

type Step = { kind: 'begin' | 'end' | 'connect' | 'turn' | 'hang up' } | { kind: 'pass'; ms: number }

const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'begin' as const }) },
  fc.record({
    kind: fc.constantFrom<'end' | 'connect' | 'turn' | 'hang up'>('end', 'connect', 'turn', 'hang up'),
  }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(15) }),
)

interface Asking {
  socket: { destroyed: boolean }
}

/** Does the steps, and looks at each moment at what was promised. */
async function walk(steps: readonly Step[], maxInFlight: number, maxWaitMs: number): Promise<void> {
  let now = 0
  let asked = 0
  const load = createLoad({ maxInFlight, maxWaitMs, clock: () => now })
  const begun: Asking[] = []
  const waiting: { number: number; request: Asking }[] = []
  const queue = async (request: Asking, answer: Promise<unknown>, number: number, since: number) => {
    const reason = await answer
    expect(waiting.shift()?.number, 'whoever came first is answered first').toBe(number)
    if (reason !== 'gone') expect(reason).toBe(now - since > maxWaitMs ? 'late' : null)
    expect(reason === 'gone').toBe(request.socket.destroyed)
    if (reason === null) begun.push(request)
  }
  const begin = () => {
    const [request, number, held] = [{ socket: { destroyed: false } }, asked++, begun.length + waiting.length]
    const answer = load.begin(request)
    if (held >= maxInFlight) return expect(answer).toBe('crowded')
    if (answer instanceof Promise) {
      waiting.push({ number, request })
      return void queue(request, answer, number, now)
    }
    expect([answer, waiting.length]).toEqual([null, 0])
    expect(load.begin(request)).toBeNull()
    begun.push(request)
  }
  for (const step of steps) {
    if (step.kind === 'begin') begin()
    if (step.kind === 'end') load.end(begun.pop() ?? {})
    if (step.kind === 'connect') load.connect()
    const last = waiting.at(-1)
    if (step.kind === 'hang up' && last) last.request.socket.destroyed = true
    if (step.kind === 'pass') now += step.ms
    if (step.kind === 'turn') await endOfTurn()
    expect(load.inFlight).toBe(begun.length + waiting.length)
  }
  // One of them is for new connections.
  for (let turns = waiting.length + 1; turns > 0; turns--) await endOfTurn()
  expect(waiting).toEqual([])
}

test('requests begin in order while there is room, and are refused after waiting too long', async () => {
  const steps = fc.array(STEP, { maxLength: 60 })
  await fc.assert(fc.asyncProperty(steps, fc.integer({ min: 1, max: 6 }), fc.nat(40), walk), { numRuns: 300 })
})

test('a busy process begins the first request of a loop turn immediately, and one other in each turn', async () => {
  let now = 0
  const load = createLoad({ maxInFlight: 10, maxWaitMs: 1_000, clock: () => now })
  expect(load.begin({})).toBeNull()
  now += 20
  const reasons: unknown[] = []
  for (let n = 0; n < 3; n++) void Promise.resolve(load.begin({})).then((reason) => reasons.push(reason))
  for (let n = 1; n <= 3; n++) {
    await endOfTurn()
    expect(reasons).toEqual(Array(n).fill(null))
  }
  expect(load.begin({})).toBeNull()
})

test('waiting requests whose callers disconnected are skipped', async () => {
  let now = 0
  const load = createLoad({ maxInFlight: 10, maxWaitMs: 1_000, clock: () => now })
  load.begin({})
  now += 20
  const left = { socket: { destroyed: false } }
  const reasons: unknown[] = []
  for (const request of [left, { ...left }, {}])
    void Promise.resolve(load.begin(request)).then((reason) => reasons.push(reason))
  left.socket.destroyed = true
  await endOfTurn()
  expect(reasons).toEqual(['gone', 'gone', null])
  expect(load.inFlight).toBe(2)
})
