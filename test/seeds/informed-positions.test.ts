import { expect, test } from 'vitest'
import { demoWorld, plantedRoles } from '../../seeds/world/world.ts'
import type { Fill, SourceRecord } from '../../src/ledger/event.ts'
import { listings, payoutsByCondition } from './support/behaviour.ts'

/**
 * A market on a Monday in which planted traders lean away from the price: the probability that they are right, and the
 * result.
 */
interface Signal {
  implied: number
  won: number
}

/** Shares of the planted traders by condition, owner and outcome, and each condition's last price of its first outcome. */
interface Book {
  shares: Map<string, Map<string, [number, number]>>
  prices: Map<string, number>
}

/** Part 9 of the methodology in short: at least three members and $5,000, leaning 15 points or more off the price. */
function weeklySignals(records: readonly SourceRecord[]): Signal[] {
  const listed = listings(records)
  const paid = payoutsByCondition(records)
  const roles = plantedRoles()
  const settled = new Set<string>()
  const book: Book = { shares: new Map(), prices: new Map() }
  const signals: Signal[] = []
  let week = 0
  for (const record of records) {
    if (record.kind === 'MARKET' || record.kind === 'TRADER') continue
    const now = Math.floor((record.time / 86_400 + 3) / 7)
    if (now !== week) signals.push(...signalsOf(book, settled, paid))
    week = now
    if (record.kind === 'RESOLVE') settled.add(record.condition)
    if (record.kind === 'FILL')
      note(book, record, listed.get(record.token), roles.get(record.owner) === 'SKILLED')
  }
  return signals
}

function note(
  book: Book,
  fill: Fill,
  listing: { condition: string; outcome: number } | undefined,
  member: boolean,
): void {
  if (!listing) return
  const price = fill.usd / fill.shares
  book.prices.set(listing.condition, listing.outcome === 0 ? price : 1 - price)
  if (!member) return
  const owners = book.shares.get(listing.condition) ?? new Map<string, [number, number]>()
  const held = owners.get(fill.owner) ?? [0, 0]
  held[listing.outcome === 0 ? 0 : 1] += fill.side === 'BUY' ? fill.shares : -fill.shares
  owners.set(fill.owner, held)
  book.shares.set(listing.condition, owners)
}

function signalsOf(book: Book, settled: Set<string>, paid: Map<string, number[]>): Signal[] {
  const signals: Signal[] = []
  for (const [condition, owners] of book.shares) {
    const price = book.prices.get(condition) ?? 0
    const result = paid.get(condition)?.[0]
    if (settled.has(condition) || (result !== 0 && result !== 1) || owners.size < 3) continue
    const held = [...owners.values()]
    const yes = held.reduce((sum, [first]) => sum + first * price, 0)
    const no = held.reduce((sum, [, second]) => sum + second * (1 - price), 0)
    const divergence = yes / (yes + no) - price
    if (yes + no < 5_000_000_000 || Math.abs(divergence) < 0.15) continue
    signals.push(divergence > 0 ? { implied: price, won: result } : { implied: 1 - price, won: 1 - result })
  }
  return signals
}

function advantage(records: readonly SourceRecord[]): number {
  const signals = weeklySignals(records)
  expect(signals.length).toBeGreaterThan(80)
  return signals.reduce((sum, { won, implied }) => sum + won - implied, 0) / signals.length
}

test('informed traders of the demo are right more often than the price implies; without information they are not', () => {
  expect(advantage([...demoWorld()])).toBeGreaterThan(0.08)
  expect(Math.abs(advantage([...demoWorld({ informed: false })]))).toBeLessThan(0.07)
})
