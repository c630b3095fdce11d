import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KEPT_SIGNS, readSigns } from '../../../src/tape/signs/sign.ts'
import { MARKETS, passOver, signWorld } from './sign-world.ts'
import { slowSigns, type WorldEvent } from './slow-signs.ts'

const signsBy = (events: readonly WorldEvent[], stops?: ReadonlySet<number>) =>
  new Map(passOver(events, stops).map(({ key, signs }) => [key, readSigns(signs)]))

test('every kept sign of every large trade is as its slow definition says', () => {
  fc.assert(
    fc.property(signWorld, (events) => {
      expect(signsBy(events)).toEqual(slowSigns(events, MARKETS))
    }),
    { numRuns: 30 },
  )
})

test('each kept sign holds for some trade of the drawn worlds, and is unknown for some if it can be', () => {
  const trades = fc.sample(signWorld, { seed: 1, numRuns: 100 }).flatMap((events) => passOver(events))
  const read = trades.map(({ signs }) => readSigns(signs))
  expect(new Set(read.flatMap(({ signs }) => signs))).toEqual(new Set(KEPT_SIGNS))
  const always = ['BIG_FOR_MARKET', 'LARGEST_IN_MARKET']
  const unknown = new Set(read.flatMap(({ unknownSigns }) => unknownSigns))
  expect(unknown).toEqual(new Set(KEPT_SIGNS.filter((sign) => !always.includes(sign))))
})

test('a ledger that is cut after any second gives the trades before the cut the same signs', () => {
  fc.assert(
    fc.property(signWorld, fc.nat(200), (events, at) => {
      const { time } = events[at % events.length] as WorldEvent
      const whole = signsBy(events)
      const cut = signsBy(events.filter((event) => event.time <= time))
      for (const [key, signs] of cut) expect(signs).toEqual(whole.get(key))
    }),
    { numRuns: 40 },
  )
})

test('a pass whose state is stored and read again at any seconds gives the same signs', () => {
  fc.assert(
    fc.property(signWorld, fc.array(fc.nat(150), { maxLength: 12 }), (events, stops) => {
      expect(passOver(events, new Set(stops))).toEqual(passOver(events))
    }),
    { numRuns: 40 },
  )
})
