import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoWorld, plantedRoles } from '../../seeds/world/world.ts'
import type { Fill, LedgerEvent, SourceRecord } from '../../src/ledger/event.ts'
import { foldSimply } from './support/simple-fold.ts'

const smallWorld = fc.record({
  seed: fc.nat(1_000_000),
  informed: fc.boolean(),
  traders: fc.integer({ min: 20, max: 90 }),
  days: fc.integer({ min: 1, max: 24 }),
  markets: fc.integer({ min: 1, max: 40 }),
})

function holdsInSmallWorlds(property: (records: SourceRecord[]) => void): void {
  fc.assert(
    fc.property(smallWorld, (options) => property([...demoWorld(options)])),
    { numRuns: 25, seed: 7 },
  )
}

const isEvent = (record: SourceRecord): record is LedgerEvent =>
  record.kind !== 'MARKET' && record.kind !== 'TRADER'
const isFill = (record: SourceRecord): record is Fill => record.kind === 'FILL'

test('no trader in the demo ever holds less than 0, and shares held are shares minted less burnt', () => {
  holdsInSmallWorlds((records) => {
    const { holdings, supply, lowest } = foldSimply(records)
    expect(lowest).toBe(0)
    const held = new Map<string, number>()
    for (const [key, shares] of holdings) {
      const token = String(key.split(' ')[1])
      held.set(token, (held.get(token) ?? 0) + shares)
    }
    for (const [token, shares] of supply) expect(held.get(token) ?? 0).toBe(shares)
  })
})

test('the demo lists markets and traders first, then events in strictly rising order of block and log index', () => {
  holdsInSmallWorlds((records) => {
    const firstEvent = records.findIndex(isEvent)
    expect(records.slice(Math.max(0, firstEvent)).every(isEvent)).toBe(true)
    let last = -1
    for (const event of records.filter(isEvent)) {
      const key = (event.block ?? -1) * 2 ** 20 + (event.logIndex ?? -1)
      expect(key).toBeGreaterThan(last)
      last = key
    }
  })
})

test('each demo match writes its makers, then its taker, and its dollars and shares agree to the micro', () => {
  const kinds = new Set<string>()
  holdsInSmallWorlds((records) => {
    const fills = Map.groupBy(records.filter(isFill), (fill) => fill.tx)
    for (const rows of fills.values()) checkMatch(rows, kinds)
  })
  expect([...kinds].sort()).toEqual(['COMPLEMENTARY', 'MERGE', 'MINT'])
})

function checkMatch(rows: readonly Fill[], kinds: Set<string>): void {
  const taker = rows.at(-1)
  const makers = rows.slice(0, -1)
  if (!taker) return
  expect(taker.role).toBe('TAKER')
  expect(taker.counterparty).toBe(taker.exchange)
  expect(rows.map((row) => row.logIndex)).toEqual(rows.map((_, place) => (rows[0]?.logIndex ?? 0) + place))
  let usd = 0
  for (const maker of makers) {
    expect([maker.role, maker.counterparty, maker.fee]).toEqual(['MAKER', taker.owner, 0])
    expect(maker.owner).not.toBe(taker.owner)
    expect(maker.token === taker.token).toBe(maker.side !== taker.side)
    usd += maker.token === taker.token ? maker.usd : maker.shares - maker.usd
    kinds.add(maker.token === taker.token ? 'COMPLEMENTARY' : maker.side === 'BUY' ? 'MINT' : 'MERGE')
  }
  expect(taker.usd).toBe(usd)
  expect(taker.shares).toBe(makers.reduce((sum, maker) => sum + maker.shares, 0))
  for (const row of rows) expect(row.usd > 0 && row.usd < row.shares).toBe(true)
}

test('the demo trades nothing after a resolution, and payouts follow the result', () => {
  holdsInSmallWorlds((records) => {
    const conditionOf = new Map(
      records.flatMap((record) =>
        record.kind === 'MARKET' ? record.tokens.map((token) => [token, record.condition] as const) : [],
      ),
    )
    const payouts = new Map<string, readonly string[]>()
    for (const record of records) {
      if (record.kind === 'RESOLVE') payouts.set(record.condition, record.payouts)
      if (record.kind === 'FILL') expect(payouts.has(String(conditionOf.get(record.token)))).toBe(false)
      if (record.kind !== 'REDEEM') continue
      const parts = (payouts.get(record.condition) ?? []).map(BigInt)
      const whole = parts.reduce((sum, part) => sum + part, 0n)
      const due = parts.map((part, outcome) => (BigInt(record.amounts?.[outcome] ?? 0) * part) / whole)
      expect(BigInt(record.payout)).toBe(due.reduce((sum, part) => sum + part, 0n))
    }
  })
})

test('the roles name exactly the traders of the demo, informed or not', () => {
  const options = { seed: 9, traders: 50, days: 3, markets: 5 }
  const named = [...demoWorld(options)].flatMap((record) =>
    record.kind === 'TRADER' ? [record.address] : [],
  )
  expect([...plantedRoles(options).keys()]).toEqual(named)
  expect(plantedRoles({ ...options, informed: false })).toEqual(plantedRoles(options))
})

test('an impossible world size is refused by the option’s name', () => {
  expect(() => [...demoWorld({ traders: 3 })]).toThrow('traders of a simulated world must be a whole number')
  expect(() => plantedRoles({ seed: 0.5 })).toThrow(RangeError)
})
