import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decisionsOf } from '../../src/lab/decisions.ts'
import {
  changesOf,
  type EntryContents,
  type EntryNames,
  entriesOf,
  type NewEntry,
} from '../../src/lab/forward/entries.ts'
import { forwardResults } from '../../src/lab/forward/forward-results.ts'
import { standing } from '../../src/lab/forward/record.ts'
import { type Copy, replay } from '../../src/lab/replay.ts'
import { resultsOf } from '../../src/lab/results.ts'
import type { Rule } from '../../src/lab/rule.ts'
import {
  type Address,
  type ConditionId,
  DAY_SECONDS,
  MICRO,
  type TokenId,
} from '../../src/ledger/quantities.ts'
import {
  DAY,
  OPEN,
  type SmallWorld,
  selectionsOf,
  smallRule,
  smallWorld,
  tapeOf,
  tokensOf,
} from './support/tape-arbitrary.ts'

const END = OPEN + DAY_SECONDS
const NAMES: EntryNames = {
  address: (trader) => `0x${String(trader).padStart(40, '0')}` as Address,
  token: (token) => ({ token: String(token) as TokenId, market: `0x${token}` as ConditionId }),
}

interface Stored extends NewEntry {
  seq: number
}

/** A record in memory, as a store keeps one: runs append, and nothing else changes it. */
class Record {
  readonly rows: Stored[] = []
  taken = 0

  run(rule: Rule, world: SmallWorld, end: number): void {
    const { entries } = runUpTo(rule, world, end)
    const { gone, fresh } = changesOf(this.standing(), entries)
    this.taken += gone.length
    for (const entry of gone)
      this.#add({ ...entryOf('TAKEN_BACK'), contents: JSON.stringify({ entry, reason: 'BLOCKS' }) })
    for (const one of fresh) this.#add(one)
  }

  standing(): Stored[] {
    return standing(this.rows)
  }

  #add(one: NewEntry): void {
    this.rows.push({ ...one, seq: this.rows.length + 1 })
  }
}

const entryOf = (kind: NewEntry['kind']) => ({
  kind,
  time: 0,
  trader: null,
  token: null,
  event: null,
  key: null,
})

/** The world as a ledger knows it before a second. */
function before({ rows, resolved, leaders }: SmallWorld, end: number): SmallWorld {
  return {
    leaders,
    rows: rows.filter(({ time }) => time < end),
    resolved: resolved.map((one) => (one !== null && one.time < end ? one : null)),
  }
}

function runUpTo(rule: Rule, whole: SmallWorld, end: number) {
  const world = before(whole, end)
  const [tape, tokens, selections] = [tapeOf(world.rows), tokensOf(world), selectionsOf(world)]
  const decisions = decisionsOf(rule, tape, tokens, selections)
  const copies = replay(rule, { tape, tokens, decisions, delay: rule.delays[0], end, friction: 'LIMITS' })
  return { copies, tokens, entries: entriesOf(copies, { tape, tokens, selections }, NAMES, end) }
}

/** Each copy with its fills, by the fill that it follows: from a record's entries, and from a run. */
function copiesOfRecord(rows: readonly Stored[]): Map<string, string> {
  const of = <Kind extends keyof EntryContents>(kind: Kind): EntryContents[Kind][] =>
    rows.filter((row) => row.kind === kind).map(({ contents }) => JSON.parse(contents))
  return new Map(
    of('COPIED').map(({ copy, fate, wanted, fills }) => {
      const sales = of('SOLD').filter((sale) => sale.copy === copy)
      const paid = of('PAID').find((one) => one.copy === copy)
      return [copy, said(fate, wanted, fills, sales, paid ?? null)]
    }),
  )
}

function copiesOfRun(copies: readonly Copy[], keyOf: (row: number) => number): Map<string, string> {
  return new Map(
    copies
      .filter(({ ended }) => ended < END)
      .map(({ decision, fate, wanted, entries, exits, settled }) => [
        `0:${keyOf(decision.row)}`,
        said(fate, wanted, entries, exits, settled),
      ]),
  )
}

interface Part {
  time: number
  shares: number
  usd: number
  fee?: number
}

function said(fate: string, wanted: number, ...parts: (readonly Part[] | Part | null)[]): string {
  const shown = parts.flat().map((part) => part && `${part.time} ${part.shares} ${part.usd} ${part.fee ?? 0}`)
  return [fate, wanted, ...shown.sort()].join(' | ')
}

/** Worlds whose fills have keys, as a chain's have. */
const world = smallWorld().map((one) => ({ ...one, rows: one.rows.map((row, key) => ({ ...row, key })) }))
const times = fc.array(fc.integer({ min: 1, max: 320 }), { maxLength: 6 })

describe('the record of a rule that runs forward', () => {
  test('is, cut and resumed anywhere, that of the backtest copy by copy, and takes nothing back', () => {
    fc.assert(
      fc.property(smallRule, world, times, (rule, whole, cuts) => {
        const record = new Record()
        for (const cut of cuts.toSorted((a, b) => a - b)) record.run(rule, whole, OPEN + cut)
        record.run(rule, whole, END)
        expect(record.taken).toBe(0)
        const backtest = runUpTo(rule, whole, END)
        expect(
          record
            .standing()
            .map(({ contents }) => contents)
            .sort(),
        ).toEqual(backtest.entries.map(({ contents }) => contents).sort())
        const keyOf = (row: number) => whole.rows[row]?.key ?? -1
        expect(copiesOfRecord(record.standing())).toEqual(copiesOfRun(backtest.copies, keyOf))
      }),
      { numRuns: 400 },
    )
  })

  test('is that of the backtest after blocks were taken back and others came, and says what it took back', () => {
    let removals = 0
    const fork = fc.record({ at: fc.nat(300), seen: fc.nat(60), other: world })
    fc.assert(
      fc.property(smallRule, world, fc.array(fork, { minLength: 1, maxLength: 3 }), (rule, whole, forks) => {
        const record = new Record()
        for (const { at, seen, other } of forks.toSorted((a, b) => a.at - b.at)) {
          // The chain up to a moment, then blocks that it takes back.
          const late = other.rows.filter(({ time }) => time >= OPEN + at)
          const rows = [...whole.rows.filter(({ time }) => time < OPEN + at), ...late]
          const resolved = whole.resolved.map((one, token) =>
            one !== null && one.time < OPEN + at ? one : (other.resolved[token] ?? null),
          )
          record.run(rule, { ...whole, rows, resolved }, OPEN + at + seen)
        }
        record.run(rule, whole, END)
        const fresh = new Record()
        fresh.run(rule, whole, END)
        expect(copiesOfRecord(record.standing())).toEqual(copiesOfRecord(fresh.standing()))
        const removed = record.rows.filter(({ kind }) => kind === 'TAKEN_BACK').length
        removals += removed
        expect(record.rows.length - 2 * removed).toBe(fresh.rows.length)
      }),
      { numRuns: 400 },
    )
    expect(removals).toBeGreaterThan(100)
  })

  test('adds up to the results of the backtest, with what is open at its cost', () => {
    fc.assert(
      fc.property(smallRule, world, (rule, whole) => {
        const { copies, tokens, entries } = runUpTo(rule, whole, END)
        const final = copies.filter(({ ended }) => ended < END)
        // Without marks, the results value open shares at their part of the cost, rounded down for each copy.
        const options = { tokens, from: DAY, to: DAY, bankroll: rule.size.bankroll * MICRO }
        const results = resultsOf(final, options, [0])
        const sums = forwardResults(
          entries.map((one, seq) => ({ ...one, seq })),
          rule.hash,
        )
        expect(sums.staked).toBe(results.staked)
        expect(sums.bought).toBe(final.filter((copy) => copy.entries.length > 0).length)
        expect(sums.open).toBe(results.open.copies)
        expect(sums.received + sums.openCost - sums.staked).toBe(sums.net)
        expect(Math.abs(sums.net - results.net)).toBeLessThanOrEqual(2 * final.length)
        expect(sums.days.at(-1)?.net ?? 0).toBe(sums.net)
        expect(sums.decidedEvents).toBe(results.events.filter(({ isDecided }) => isDecided).length)
      }),
      { numRuns: 200 },
    )
  })
})
