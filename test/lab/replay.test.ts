import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decisionsOf } from '../../src/lab/decisions.ts'
import type { Fill, FRICTIONS } from '../../src/lab/fills.ts'
import { type Copy, replay } from '../../src/lab/replay.ts'
import { resultsOf } from '../../src/lab/results.ts'
import type { Rule } from '../../src/lab/rule.ts'
import type { TapeRow } from '../../src/lab/tape.ts'
import { DAY_SECONDS, MICRO } from '../../src/ledger/quantities.ts'
import { slowDecisions, slowReplay } from './support/slow-replay.ts'
import {
  DAY,
  OPEN,
  ruleOf,
  type SmallWorld,
  selectionsOf,
  smallRule,
  smallWorld,
  tapeOf,
  tokensOf,
} from './support/tape-arbitrary.ts'

const END = OPEN + DAY_SECONDS

/** A rule's decisions and copies over a small world. */
function run(rule: Rule, world: SmallWorld, friction: (typeof FRICTIONS)[number] = 'LIMITS') {
  const [tape, tokens] = [tapeOf(world.rows), tokensOf(world)]
  const decisions = decisionsOf(rule, tape, tokens, selectionsOf(world))
  const delay = friction === 'NONE' ? 0 : rule.delays[0]
  const copies = replay(rule, { tape, tokens, decisions, delay, end: END, friction })
  return { tape, tokens, decisions, copies }
}

const said = ({ row, shares, usd, fee }: Fill) => `${row} ${shares} ${usd} ${fee}`

describe('a replay', () => {
  test('equals a slow calculation from the raw fills to the micro', () => {
    fc.assert(
      fc.property(smallRule, smallWorld(), (rule, world) => {
        const { decisions, copies } = run(rule, world)
        const slow = slowReplay(rule, world, decisions, END)
        expect(
          copies.map(({ decision, entries, exits, settled }) => ({
            row: decision.row,
            entries: entries.map(said),
            exits: exits.map(said),
            payout: settled === null ? null : BigInt(settled.usd),
          })),
        ).toEqual(slow)
      }),
      { numRuns: 600 },
    )
  })

  test('follows the trades that each condition of `entry` lets through, looked up one by one', () => {
    const entry = fc.record({
      sides: fc.constantFrom('BUYS' as const, 'BOTH' as const),
      minUsd: fc.constantFrom(0, 20),
      minPrice: fc.constantFrom(0, 0.49),
      maxPrice: fc.constantFrom(1, 0.51),
      categories: fc.constantFrom<('politics' | 'sports' | 'crypto')[]>(
        [],
        [],
        ['politics'],
        ['sports', 'crypto'],
      ),
      firstOnly: fc.boolean(),
      agreeAtLeast: fc.constantFrom(1, 1, 2),
      agreeAtMost: fc.constantFrom(100, 2),
      agreeDays: fc.constantFrom(1, 7),
    })
    let followed = 0
    fc.assert(
      fc.property(entry, smallWorld(), (own, world) => {
        const rule = ruleOf({ entry: own })
        const rows = run(rule, world).decisions.map(({ row }) => row)
        const asked = { leaders: world.leaders, from: OPEN, until: OPEN + DAY_SECONDS }
        expect(rows).toEqual(slowDecisions(rule, world.rows, asked))
        followed += rows.length
      }),
      { numRuns: 300 },
    )
    expect(followed).toBeGreaterThan(300)
  })

  test('does not change before a time if anything of the ledger changes after it', () => {
    const change = fc.record({
      at: fc.nat(320),
      rows: smallWorld(20).map(({ rows }) => rows),
      price: fc.constantFrom(0, 1_000_000),
    })
    fc.assert(
      fc.property(smallRule, smallWorld(), change, (rule, world, { at, rows, price }) => {
        const time = OPEN + at
        const later: SmallWorld = {
          ...world,
          rows: [...world.rows.filter((row) => row.time <= time), ...rows.filter((row) => row.time > time)],
          resolved: world.resolved.map((one) =>
            one === null || one.time <= time ? one : { time: time + 1, price },
          ),
        }
        expect(upTo(time, run(rule, later))).toEqual(upTo(time, run(rule, world)))
      }),
      { numRuns: 1_000 },
    )
  })

  test('takes of no fill more than its share over all copies', () => {
    fc.assert(
      fc.property(smallRule, smallWorld(), (rule, world) => {
        const { copies, tape } = run(rule, world)
        const taken = new Map<number, number>()
        for (const { row, shares } of copies.flatMap(({ entries, exits }) => [...entries, ...exits]))
          taken.set(row ?? -1, (taken.get(row ?? -1) ?? 0) + shares)
        for (const [row, shares] of taken) {
          expect(shares).toBeLessThanOrEqual((tape.shares[row] ?? 0) * rule.fill.participation)
          expect(tape.role[row]).toBe(1)
        }
      }),
    )
  })

  test('never has less than no money, and binds no more than the limits', () => {
    fc.assert(
      fc.property(smallRule, smallWorld(), (rule, world) => {
        const { copies } = run(rule, world)
        const { size } = rule
        for (const second of new Set(world.rows.map(({ time }) => time))) {
          const held = copies.map((copy) => ({ copy, cost: costAt(copy, second) }))
          const of = (some: (copy: Copy) => boolean) =>
            held.reduce((sum, { copy, cost }) => (some(copy) ? sum + cost : sum), 0)
          expect(cashAt(rule, copies, second)).toBeGreaterThanOrEqual(0)
          expect(of(() => true)).toBeLessThanOrEqual((size.openAtOnce ?? 1e9) * MICRO)
          for (const one of [1, 2, 3, 4, 5]) {
            expect(of(({ decision }) => decision.token === one)).toBeLessThanOrEqual(
              (size.perMarket ?? 1e9) * MICRO,
            )
            expect(of(({ decision }) => decision.trader === one)).toBeLessThanOrEqual(
              (size.perTrader ?? 1e9) * MICRO,
            )
          }
        }
      }),
    )
  })

  test('without friction gives each copy the price of its trader, on both ways', () => {
    fc.assert(
      fc.property(smallWorld(), (world) => {
        const { copies, decisions } = run(ruleOf(), world, 'NONE')
        expect(copies.length).toBe(decisions.length)
        for (const { decision, entries, exits } of copies)
          for (const { shares, usd, fee } of entries) {
            expect(fee).toBe(0)
            expect(Math.abs(usd - (shares * decision.price) / MICRO)).toBeLessThanOrEqual(1)
            expect(usd).toBeLessThanOrEqual(100 * MICRO)
            expect(exits.reduce((sum, fill) => sum + fill.shares, 0)).toBeOneOf([0, shares])
          }
      }),
    )
  })

  test('gives a larger order the fills of a smaller one, then more: its average price may be better or worse', () => {
    const changes = { better: 0, worse: 0 }
    fc.assert(
      fc.property(smallWorld(), fc.constantFrom(5, 20, 150), (world, usd) => {
        const of = (dollars: number) => {
          const { copies } = run(
            ruleOf({ size: { usd: dollars }, fill: { maxSlippage: 1 } }),
            world,
            'UNFILLED',
          )
          return copies[0]?.entries ?? []
        }
        const [small, large] = [of(usd), of(4 * usd)]
        const last = small.at(-1)
        if (last === undefined) return
        expect(large.slice(0, small.length - 1).map(said)).toEqual(small.slice(0, -1).map(said))
        const same = large[small.length - 1]
        expect(same?.row).toBe(last.row)
        expect(same?.shares).toBeGreaterThanOrEqual(last.shares)
        const price = (fills: readonly Fill[]) =>
          fills.reduce((sum, fill) => sum + fill.usd, 0) / fills.reduce((sum, { shares }) => sum + shares, 0)
        if (price(large) < price(small) - 1e-3) changes.better += 1
        if (price(large) > price(small) + 1e-3) changes.worse += 1
      }),
      { numRuns: 400 },
    )
    // Some 25 of each are usual.
    expect(Math.min(changes.better, changes.worse)).toBeGreaterThan(3)
  })

  test('fills a larger order no more of', () => {
    fc.assert(
      fc.property(smallWorld(), fc.constantFrom(1, 20, 150), (world, usd) => {
        const part = (dollars: number) => {
          const { copies } = run(ruleOf({ size: { usd: dollars } }), world, 'UNFILLED')
          const first = copies[0]
          return (first?.entries ?? []).reduce((sum, fill) => sum + fill.usd + fill.fee, 0) / dollars
        }
        // A cent that rounding may leave.
        expect(part(4 * usd)).toBeLessThanOrEqual(part(usd) + 10_000 / usd)
      }),
    )
  })
})

test('a tape has its rows in the order of time and key, however they came', () => {
  const given = fc.record({
    times: fc.array(fc.nat(40), { minLength: 1, maxLength: 300 }),
    // Many rows in few seconds, and few in many.
    stretch: fc.constantFrom(1, 500_000),
  })
  fc.assert(
    fc.property(given, ({ times, stretch }) => {
      const rows = times.map((time, i) => ({
        time: time * stretch,
        key: (i * 7_919) % 1_009,
        owner: i % 7,
        token: i % 5,
        side: i % 2,
        role: i % 3,
        shares: i,
        usd: 2 * i,
        fee: 3 * i,
      }))
      const tape = tapeOf(rows)
      const slow = rows.toSorted((a, b) => a.time - b.time || a.key - b.key)
      const all = Array.from({ length: tape.count }, (_, row) => row)
      for (const name of ['time', 'key', 'owner', 'token', 'side', 'role', 'shares', 'usd', 'fee'] as const)
        expect([...tape[name]]).toEqual(slow.map((row) => row[name]))
      for (const one of [0, 4, 6]) {
        expect([...tape.ofOwner(one)]).toEqual(all.filter((row) => tape.owner[row] === one))
        expect([...tape.prints(one, 1)]).toEqual(
          all.filter((row) => tape.token[row] === one && tape.side[row] === 1 && tape.role[row] === 1),
        )
      }
    }),
  )
})

test('an order fills at rows of other chosen traders, and not at those of its own order or transaction', () => {
  const row = (given: Partial<TapeRow>): TapeRow => ({
    time: OPEN,
    owner: 1,
    token: 1,
    side: 0,
    role: 1,
    shares: 1_000 * MICRO,
    usd: 500 * MICRO,
    fee: 0,
    tx: 0,
    order: 0,
    ...given,
  })
  const rows = [
    row({ tx: 7, order: 3 }),
    row({ time: OPEN, owner: 3, tx: 7 }),
    row({ time: OPEN + 2, order: 3, tx: 8 }),
    row({ time: OPEN + 4, owner: 2, tx: 9, order: 4 }),
  ]
  const world = { rows, resolved: [], leaders: [1, 2] }
  const { copies } = run(ruleOf({ delay: 0, entry: { minUsd: 500 }, fill: { participation: 0.1 } }), world)
  expect(copies[0]?.entries.map((fill) => fill.row)).toEqual([3])
})

test('the daily curve ends with the net result, and the parts of events add up to it', () => {
  fc.assert(
    fc.property(smallRule, smallWorld(), (rule, world) => {
      const { copies, tokens } = run(rule, world)
      const bankroll = rule.size.bankroll * MICRO
      const results = resultsOf(copies, { tokens, from: DAY, to: DAY, bankroll }, [0])
      expect(results.days.at(-1)).toBe(results.net)
      expect(results.events.reduce((sum, { net }) => sum + net, 0)).toBe(results.net)
      const cash = cashAt(rule, copies, END)
      expect(results.net).toBe(cash - bankroll + results.open.value)
    }),
  )
})

/** Everything that had happened by a time: decisions, and each copy's fills and payout. */
function upTo(time: number, { decisions, copies }: Pick<ReturnType<typeof run>, 'decisions' | 'copies'>) {
  const before = (fills: readonly Fill[]) => fills.filter((fill) => fill.time <= time).map(said)
  return {
    decisions: decisions.filter((one) => one.time <= time),
    copies: copies
      .filter(({ entries }) => entries.some((fill) => fill.time <= time))
      .map(({ decision, budget, entries, exits, settled }) => ({
        row: decision.row,
        budget,
        entries: before(entries),
        exits: before(exits),
        settled: settled !== null && settled.time <= time ? settled.usd : null,
      })),
  }
}

/** The bankroll with everything that came in and went out by a second. */
function cashAt({ size }: Rule, copies: readonly Copy[], second: number): number {
  const by = (fills: readonly Fill[], of: (fill: Fill) => number) =>
    fills.reduce((sum, fill) => (fill.time <= second ? sum + of(fill) : sum), 0)
  return copies.reduce(
    (cash, { entries, exits, settled }) =>
      cash -
      by(entries, ({ usd, fee }) => usd + fee) +
      by(exits, ({ usd, fee }) => usd - fee) +
      (settled !== null && settled.time <= second ? settled.usd : 0),
    size.bankroll * MICRO,
  )
}

/** The cost of what a copy holds at a second, rounded down. */
function costAt({ entries, exits, settled }: Copy, second: number): number {
  if (settled !== null && settled.time <= second) return 0
  const until = (fills: readonly Fill[]) => fills.filter(({ time }) => time <= second)
  const bought = entries.reduce((sum, { shares }) => sum + shares, 0)
  const cost = until(entries).reduce((sum, { usd, fee }) => sum + usd + fee, 0)
  const sold = until(exits).reduce((sum, { shares }) => sum + shares, 0)
  return bought === 0 ? 0 : Math.floor(cost * (1 - sold / bought)) - 1
}
