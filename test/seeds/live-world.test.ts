import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { liveWorld, PAST_END } from '../../seeds/world/live-world.ts'
import { demoWorld, plantedRoles } from '../../seeds/world/world.ts'
import type { SourceRecord } from '../../src/ledger/event.ts'
import { foldSimply } from './support/simple-fold.ts'

const MINUTE = 60

/** The first hours of the options' world. */
function firstHours(options: Parameters<typeof liveWorld>[0], hours: number) {
  const steps = []
  for (const step of liveWorld(options)) {
    if (step.time >= PAST_END + hours * (options.hourSeconds ?? MINUTE)) return steps
    steps.push(step)
  }
  throw new Error('a live world has no end')
}

test('the live demo continues its past: no untracked sales, times never fall, and every start is the same', () => {
  const options = fc.record({
    world: fc.record({
      seed: fc.nat(1_000_000),
      traders: fc.integer({ min: 20, max: 60 }),
      days: fc.integer({ min: 2, max: 12 }),
      markets: fc.integer({ min: 4, max: 20 }),
    }),
    hourSeconds: fc.integer({ min: 1, max: 40_000 }).map((half) => 2 * half),
  })
  fc.assert(
    fc.property(options, ({ world, hourSeconds }) => {
      const whales = () => [...plantedRoles(world).keys()].slice(0, 5)
      const steps = firstHours({ world, hourSeconds, whales }, 90)
      expect(firstHours({ world, hourSeconds, whales }, 90)).toEqual(steps)
      const events: SourceRecord[] = steps.flatMap(({ records }) => [...records])
      expect(foldSimply([...demoWorld(world), ...events]).lowest).toBe(0)
      let last = PAST_END as number
      for (const { time, records } of steps) {
        expect(time).toBeGreaterThanOrEqual(last)
        last = time
        for (const record of records) if ('time' in record) expect(record.time).toBe(time)
      }
    }),
    { numRuns: 8 },
  )
})

test('the demo has a fill every second or two, a large trade every minute or two, and markets that open and resolve', () => {
  const whales = [...plantedRoles()].flatMap(([address, role]) => (role === 'SKILLED' ? address : []))
  const records = firstHours({ whales: () => whales }, 120).flatMap((step) => step.records)
  const fills = records.flatMap((record) => (record.kind === 'FILL' ? record : []))
  const large = fills.filter(
    ({ role, usd, owner }) => role === 'TAKER' && usd >= 10_000e6 && whales.includes(owner),
  )
  const count = (kind: SourceRecord['kind']) => records.filter((record) => record.kind === kind).length
  expect(fills.length / 120).toBeGreaterThan(20)
  expect(fills.length / 120).toBeLessThan(80)
  expect(large.length).toBeGreaterThan(50)
  expect(large.length).toBeLessThan(130)
  expect(count('RESOLVE')).toBeGreaterThan(5)
  expect(count('MARKET')).toBeGreaterThan(5)
})
