import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEventLister } from '../../seeds/market/market-listing.ts'
import { planLaterEvent } from '../../seeds/market/market-plan.ts'
import { worldStart } from '../../seeds/world/calendar.ts'
import { createRandom } from '../../seeds/world/random.ts'
import { demoWorld } from '../../seeds/world/world.ts'
import type { SourceRecord } from '../../src/ledger/event.ts'
import { printEventLine } from '../../src/sources/files/print-event-line.ts'

const records: SourceRecord[] = [...demoWorld()]

function digest(world: Iterable<SourceRecord>): string {
  const sum = createHash('sha256')
  for (const record of world) sum.update(`${printEventLine(record)}\n`)
  return sum.digest('hex')
}

test('the default world is the same to the byte on every machine', () => {
  expect(digest(records)).toBe('218ad1c055c64eb25e1426ac50c58878d5b7558540e4b474c95462a4763c4717')
})

test('another seed gives another world, and the same seed the same', () => {
  const small = { seed: 5, traders: 40, days: 10, markets: 10 }
  expect(digest(demoWorld(small))).toBe(digest(demoWorld(small)))
  expect(digest(demoWorld(small))).not.toBe(digest(demoWorld({ ...small, seed: 6 })))
})

test('the default world is about 150,000 events of every kind, about 25 conditions staying open', () => {
  const count = new Map<string, number>()
  for (const { kind } of records) count.set(kind, (count.get(kind) ?? 0) + 1)
  const of = (kind: string) => count.get(kind) ?? 0
  expect([of('MARKET'), of('TRADER')]).toEqual([120, 2000])
  expect(records.length - 2120).toBeGreaterThan(130_000)
  expect(records.length - 2120).toBeLessThan(170_000)
  expect(of('FILL')).toBeGreaterThan(120_000)
  expect(of('RESOLVE')).toBeGreaterThanOrEqual(90)
  expect(of('RESOLVE')).toBeLessThanOrEqual(103)
  for (const [kind, least] of [
    ['SPLIT', 1000],
    ['MERGE', 300],
    ['CONVERT', 20],
    ['REDEEM', 5000],
    ['TRANSFER', 50],
    ['INCOME', 400],
  ] as const) {
    expect(of(kind)).toBeGreaterThanOrEqual(least)
  }
})

test('demo sizes are heavy-tailed: most fills are small, the largest hundredth has a quarter of the dollars', () => {
  const sizes = records
    .flatMap((record) => (record.kind === 'FILL' ? [record.usd] : []))
    .sort((a, b) => a - b)
  const total = sizes.reduce((sum, usd) => sum + usd, 0)
  const top = sizes.slice(-Math.floor(sizes.length / 100)).reduce((sum, usd) => sum + usd, 0)
  expect(sizes[sizes.length >> 1] ?? 0).toBeLessThan(100_000_000)
  expect(top / total).toBeGreaterThan(0.25)
})

test('demo blocks are two seconds apart, and the last day is 2026-03-01', () => {
  const offsets = new Set<number>()
  let last = 0
  for (const record of records) {
    if (record.kind === 'MARKET' || record.kind === 'TRADER') continue
    offsets.add((record.block ?? 0) * 2 - record.time)
    last = record.time
  }
  expect(offsets.size).toBe(1)
  expect(new Date(last * 1000).toISOString().slice(0, 10)).toBe('2026-03-01')
})

test('demo groups have three to six questions and one winner, and exactly one condition is a tie', () => {
  const payouts = new Map(
    records.flatMap((record) =>
      record.kind === 'RESOLVE' ? [[record.condition, record.payouts.join()]] : [],
    ),
  )
  const markets = records.filter((record) => record.kind === 'MARKET')
  const groups = Map.groupBy(
    markets.filter((market) => market.negRisk),
    (market) => market.negRisk?.market,
  )
  expect(groups.size).toBeGreaterThanOrEqual(5)
  for (const questions of groups.values()) {
    expect(questions.map((market) => market.negRisk?.index)).toEqual(questions.map((_, index) => index))
    expect(questions.length).toBe(questions[0]?.negRisk?.questions)
    expect(questions.length).toBeGreaterThanOrEqual(3)
    const results = questions.map((market) => payouts.get(market.condition))
    expect([0, 1]).toContain(results.filter((result) => result === '1,0').length)
    expect(new Set(results.map((result) => result === undefined)).size).toBe(1)
  }
  expect([...payouts.values()].filter((result) => result === '1,1')).toHaveLength(1)
})

test('demo markets have times, questions of their own, one of eight categories and up to four tags', () => {
  const markets = records.filter((record) => record.kind === 'MARKET')
  expect(new Set(markets.map((market) => market.category)).size).toBe(8)
  expect(new Set(markets.map((market) => market.slug)).size).toBe(120)
  expect(new Set(markets.map(({ question }) => question)).size).toBe(markets.length)
  const titles = new Map(markets.map(({ event }) => [event?.id, event?.title]))
  expect(new Set(titles.values()).size).toBe(titles.size)
  for (const { question, event, slug, tags, createdAt = 0, endsAt = 0 } of markets) {
    expect(`${question} ${event?.title}`).not.toContain('simulation')
    expect(createdAt).toBeGreaterThanOrEqual(worldStart(120))
    expect(endsAt).toBeGreaterThan(createdAt)
    expect(slug).toMatch(/^sim(-[a-z0-9]+)+$/)
    expect(tags.length >= 1 && tags.length <= 4 && tags.includes('simulation')).toBe(true)
  }
})

test('seven demo traders in ten have a handle of their own, some beyond ASCII', () => {
  const traders = records.filter((record) => record.kind === 'TRADER')
  const handles = traders.flatMap((trader) => trader.username ?? [])
  expect(Math.abs(handles.length / traders.length - 0.7)).toBeLessThan(0.05)
  expect(new Set(handles).size).toBe(handles.length)
  expect(handles.filter((handle) => /\P{ASCII}/u.test(handle)).length).toBeGreaterThan(50)
  expect(new Set(traders.map((trader) => trader.address)).size).toBe(2000)
})

test('questions stay unique when more events are listed than there are words for', () => {
  const list = createEventLister({ seed: 1, days: 120 })
  const random = createRandom(1, 'later')
  const plans = Array.from({ length: 3_000 }, (_, index) => planLaterEvent(random, { index, opens: index }))
  const questions = plans.flatMap((plan) => [...list(plan)].map(({ question }) => question))
  expect(new Set(questions).size).toBe(questions.length)
})
