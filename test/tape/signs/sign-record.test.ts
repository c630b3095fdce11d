import { expect, test } from 'vitest'
import { seededRandom } from '../../../src/metrics/skill/edge.ts'
import { signBit } from '../../../src/tape/signs/sign.ts'
import { isNearEnd, type SettledTrade, signRecords } from '../../../src/tape/signs/sign-record.ts'

const WORLDS = 200
const EVENTS = 500
/** The verdict does not depend on the interval. */
const FEW_DRAWS = 40

/** Trades of a taker in 500 events at prices from 90 to 94 cents; those of new traders win more often than that by `edge`. */
function worldOf(world: number, edge: number): SettledTrade[] {
  const numbers = seededRandom(`world ${world}`)(new Uint32Array(EVENTS * 20))
  let next = 0
  const draw = () => (numbers[next++] ?? 0) / 2 ** 32
  return Array.from({ length: EVENTS }, (_, event) => event).flatMap((event) => {
    const price = 0.9 + 0.04 * draw()
    const wins = draw() < price + edge
    const trade = (signs: number, isWon: boolean): SettledTrade => {
      const isSell = draw() < 0.5
      const paid = isSell ? 1 - price : price
      return {
        time: 1_770_000_000,
        event,
        isSell,
        shares: 2_000_000_000,
        usd: Math.round(2_000_000_000 * paid),
        payout: isWon === isSell ? 0 : 1_000_000,
        signs,
        createdAt: null,
        endsAt: null,
        isFirst: null,
      }
    }
    const others = ['ALL_IN', 'TWIN', 'BOTH_SIDES', 'WOKE_UP'] as const
    return [trade(signBit('NEW_TRADER'), wins), ...others.map((sign) => trade(signBit(sign), draw() < price))]
  })
}

test('an excess of 5 points in 500 events is found in at least 90% of 200 worlds', () => {
  let found = 0
  for (let world = 0; world < WORLDS; world++) {
    const record = signRecords(worldOf(world, 0.05), 'planted', FEW_DRAWS).find(
      ({ sign }) => sign === 'NEW_TRADER',
    )
    if (record?.verdict === 'MORE_OFTEN') found++
  }
  expect(found / WORLDS).toBeGreaterThanOrEqual(0.9)
})

test('noise gives at most 5% of signs a verdict', () => {
  let verdicts = 0
  let tested = 0
  for (let world = 0; world < WORLDS; world++)
    for (const { qValue, verdict } of signRecords(worldOf(1_000 + world, 0), 'noise', FEW_DRAWS)) {
      if (qValue !== null) tested++
      if (verdict !== 'CANNOT_TELL') verdicts++
    }
  expect(tested).toBe(5 * WORLDS)
  expect(verdicts / tested).toBeLessThanOrEqual(0.05)
})

test('thirty favorites that all won give no verdict, since that is no surprise', () => {
  const trades = worldOf(1, 1).filter(({ event }) => event < 30)
  const record = signRecords(trades, 'favorites').find(({ sign }) => sign === 'NEW_TRADER')
  expect(record).toMatchObject({ events: 30, trades: 30, winRate: 1, verdict: 'CANNOT_TELL' })
})

test('a sign whose facts lack counts neither as present nor as absent', () => {
  const [one, two] = worldOf(2, 0)
  const trades = [
    { ...one, signs: null },
    { ...two, signs: 1 << 13 },
  ] as SettledTrade[]
  const record = signRecords(trades, 'unknown').find(({ sign }) => sign === 'NEW_TRADER')
  expect(record).toMatchObject({ trades: 0, share: null, winRate: null, excess: null, qValue: null })
})

test('a trade is near the end from 48 hours before it, in a market of at least 14 days', () => {
  const DAY = 86_400
  expect(isNearEnd(12 * DAY, 0, 14 * DAY)).toBe(true)
  expect(isNearEnd(12 * DAY - 1, 0, 14 * DAY)).toBe(false)
  expect(isNearEnd(14 * DAY + 1, 0, 14 * DAY)).toBe(false)
  expect(isNearEnd(13 * DAY, 1, 14 * DAY)).toBe(false)
  expect(isNearEnd(13 * DAY, null, 14 * DAY)).toBe(null)
})
