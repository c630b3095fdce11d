import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isZone, quietUntil } from '../../src/delivery/channel-pace.ts'

const MINUTE = 60_000
const minutes = fc.integer({ min: 0, max: 1_439 })
const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
)
/** Also the nights in which clocks change. */
const moment = fc.oneof(
  fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }).map(Number),
  fc
    .tuple(
      fc.constantFrom('2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05'),
      fc.nat(3_000),
    )
    .map(([day, after]) => Date.parse(day) - 86_400_000 + after * MINUTE),
)

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the time on a zone's clock, from the text of a whole date. */
function clockAt(timeZone: string, ms: number): number {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  clocks.set(timeZone, clock)
  const [hours = 0, more = 0] = (clock.format(ms).split(' ')[1] ?? '').split(':').map(Number)
  return (hours % 24) * 60 + more
}

test('quiet hours end at the first minute outside them, through changes of the clock', () => {
  fc.assert(
    fc.property(minutes, minutes, zone, moment, (from, to, timeZone, ms) => {
      fc.pre(from !== to)
      const isQuiet = (at: number) => {
        const clock = clockAt(timeZone, at)
        return from < to ? clock >= from && clock < to : clock >= from || clock < to
      }
      const end = quietUntil({ from, to, zone: timeZone }, ms)
      if (!isQuiet(ms)) return void expect(end).toBeNull()
      let slow = Math.floor(ms / MINUTE) * MINUTE
      while (isQuiet(slow)) slow += MINUTE
      expect(end).toBe(slow)
    }),
    { numRuns: 40 },
  )
})

test('a time zone is valid by its IANA name', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isZone)).toEqual([true, true, false, false])
})
