import { expect, test } from 'vitest'
import { DAY_SECONDS } from '../../src/ledger/quantities.ts'
import type { Condition, Conditions } from '../../src/store/ingest/conditions.ts'
import type { FoldFill } from '../../src/store/ingest/fold-state.ts'
import { replay } from '../../src/store/ingest/replay.ts'
import type { MovementRow } from '../../src/store/ledger/movement-row.ts'

const UNIT = 1_000_000
const DAY = 20_000
const [TOKEN, TRADER, CONDITION] = [1, 2, 3]
const time = (day: number) => (DAY + day) * DAY_SECONDS

function fill(day: number, side: 'BUY' | 'SELL', shares: number, usd: number): FoldFill {
  const place = { time: time(day), key: day, item: 0 }
  return { ...place, owner: TRADER, token: TOKEN, side, role: 'TAKER', shares, usd, fee: 0, feeIn: 'USD' }
}

test('a resolution realizes what it settles, without the profit of the day before', () => {
  const resolution: MovementRow = {
    kind: 'RESOLVE',
    key: 3,
    item: 0,
    time: time(2),
    owner: null,
    other: null,
    condition: CONDITION,
    negRisk: null,
    token: null,
    indexSet: null,
    amount: null,
    amounts: null,
    payouts: [UNIT, 0],
    feeBips: null,
  }
  const condition: Condition = {
    id: CONDITION,
    tokens: [TOKEN],
    negRisk: null,
    negRiskIndex: null,
    prepared: null,
    resolved: resolution,
    pricesAt: () => [UNIT, 0],
  }
  const conditions = { get: () => condition } as unknown as Conditions
  const realized: number[] = []
  replay(
    { day: DAY, held: [] },
    {
      scope: new Map([[TOKEN, null]]),
      // Half of the shares are sold on the second day for 4 dollars that cost 2; the others are worth 5 that cost 2.
      fills: [fill(0, 'BUY', 10 * UNIT, 4 * UNIT), fill(1, 'SELL', 5 * UNIT, 4 * UNIT)],
      movements: [resolution],
    },
    {
      conditions,
      isInfrastructure: () => false,
      onEvent: ({ position }, _, before) => realized.push(position.realized - before.realized),
    },
  )
  expect(realized).toEqual([0, 2 * UNIT, 3 * UNIT])
})
