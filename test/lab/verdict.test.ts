import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomSelections } from '../../src/lab/baselines.ts'
import { bootstrap, pValue, verdictOf } from '../../src/lab/judge.ts'
import type { EventResult } from '../../src/lab/results.ts'
import { MOST_COPIES, runRule, verdictSentence } from '../../src/lab/run-rule.ts'
import type { TapeRow } from '../../src/lab/tape.ts'
import { MICRO } from '../../src/ledger/quantities.ts'
import {
  OPEN,
  ruleOf,
  type SmallWorld,
  selectionsOf,
  smallRule,
  smallWorld,
  tapeOf,
  tokensOf,
} from './support/tape-arbitrary.ts'

/** A stream of numbers from 0 up to 1. */
function streamOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // The low bits repeat soon.
    return ((state >>> 8) * 2 ** -24 + Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) / 2 ** 33 + 1) % 1
  }
}

/** Events bought at prices from 20¢ to 80¢ for $100 each, whose chances are some points better than the price. */
function eventsOf(
  random: () => number,
  count: number,
  edge: number,
): { events: EventResult[]; truth: number } {
  let truth = 0
  const events = Array.from({ length: count }, (_, event) => {
    const price = 0.2 + 0.6 * random()
    truth += (100 * edge) / price
    const net = Math.round((random() < price + edge ? 100 / price - 100 : -100) * MICRO)
    return { event, net, staked: 100 * MICRO, isDecided: true, days: [] }
  })
  return { events, truth: truth * MICRO }
}

describe('a verdict', () => {
  test('rests on an interval in which the truth lies in 95 of 100 worlds', () => {
    const random = streamOf(7)
    let inside = 0
    for (let world = 0; world < 500; world++) {
      const { events, truth } = eventsOf(random, 100 + Math.floor(random() * 100), 0.05)
      const [low, high] = bootstrap(events, [], `${world}`).net
      if (truth >= low && truth <= high) inside += 1
    }
    expect(inside / 500).toBeGreaterThanOrEqual(0.92)
  })

  test('PAYS needs 30 decided events, an interval above 0, and a p-value that the tries do not explain', () => {
    const evidence = { decidedEvents: 30, net: [1, 2] as const, p: 0.01, tries: 4 }
    expect(verdictOf(evidence)).toBe('PAYS')
    expect(verdictOf({ ...evidence, tries: 5 })).toBe('CANNOT_TELL')
    expect(verdictOf({ ...evidence, decidedEvents: 29 })).toBe('CANNOT_TELL')
    expect(verdictOf({ ...evidence, net: [0, 2] })).toBe('CANNOT_TELL')
    expect(verdictOf({ ...evidence, net: [-2, -1], p: 1 })).toBe('DOES_NOT')
    expect(verdictOf({ ...evidence, net: [-2, -1], p: 1, decidedEvents: 29 })).toBe('CANNOT_TELL')
    expect(pValue(1, [0, 1, 2])).toBe(3 / 4)
  })

  test('on traders without an edge is PAYS in at most 3 of 100 worlds', async () => {
    let pays = 0
    for (let world = 0; world < 30; world++) {
      const { small, pool } = noise(world)
      const rule = ruleOf({ delay: 5, entry: { minUsd: 90 }, size: { usd: 50, bankroll: 1_000_000 } })
      const run = await runRule(rule, {
        tape: tapeOf(small.rows),
        tokens: tokensOf(small),
        selections: selectionsOf(small, pool),
      })
      expect(run.decidedEvents).toBeGreaterThanOrEqual(30)
      if (run.verdict === 'PAYS') pays += 1
    }
    expect(pays).toBeLessThanOrEqual(1)
  }, 60_000)

  test('has a delay curve from which the half-life of an edge is known within 25 of 100', async () => {
    for (const halfLife of [20, 60, 150]) {
      const { small, pool } = fadingEdge(halfLife)
      const apart = Math.round(0.8 * halfLife)
      const rule = ruleOf({
        delay: [0, apart, 2 * apart],
        size: { usd: 10, bankroll: 1_000_000 },
        fill: { maxSlippage: 1 },
        exit: { traderSells: false },
      })
      const world = {
        tape: tapeOf(small.rows),
        tokens: tokensOf(small),
        selections: selectionsOf(small, pool),
      }
      const [a = 0, b = 0, c = 0] = (await runRule(rule, world)).delays.map(({ net }) => net)
      // Luck with the outcomes is the same at each delay, so it leaves the differences.
      const found = apart / Math.log2((a - b) / (b - c))
      expect(Math.abs(found / halfLife - 1), `${halfLife} s, found ${found}`).toBeLessThan(0.25)
    }
  }, 60_000)

  test('says the same of the same rule and world, and its steps add up to the net result', async () => {
    await fc.assert(
      fc.asyncProperty(smallRule, smallWorld(30), async (rule, world) => {
        const lab = {
          tape: tapeOf(world.rows),
          tokens: tokensOf(world),
          selections: selectionsOf(world, [1, 2, 3, 4, 5]),
        }
        const run = await runRule(rule, lab)
        expect(run.waterfall.at(-1)?.net).toBe(run.results.net)
        expect(await runRule(rule, lab)).toEqual(run)
      }),
      { numRuns: 8 },
    )
  })

  test('of a rule that selects nobody or copies nothing says why', async () => {
    const small: SmallWorld = { rows: [], resolved: [], leaders: [] }
    const lab = { tape: tapeOf([]), tokens: tokensOf(small), selections: selectionsOf(small) }
    const nobody = await runRule(ruleOf(), lab)
    expect(nobody.verdict).toBe('CANNOT_TELL')
    expect(verdictSentence(nobody)).toBe(
      'Nobody was chosen: on the one day of choice pnl-all had no trader with a record of 30 days and 20 trades.',
    )
    const nothing = await runRule(ruleOf(), { ...lab, selections: selectionsOf({ leaders: [1] }) })
    expect(verdictSentence(nothing)).toMatch(/made no trade that `entry` copies/)
  })

  test('is refused for more copies than a run may have', async () => {
    const row: TapeRow = {
      time: OPEN,
      owner: 1,
      token: 1,
      side: 0,
      role: 1,
      shares: 2 * MICRO,
      usd: MICRO,
      fee: 0,
    }
    const small: SmallWorld = { rows: [], resolved: [], leaders: [1] }
    const lab = {
      tape: tapeOf(Array.from({ length: MOST_COPIES + 1 }, () => row)),
      tokens: tokensOf(small),
      selections: selectionsOf(small),
    }
    await expect(runRule(ruleOf(), lab)).rejects.toThrow('would copy 50,001 trades')
  })
})

test('random traders are as many as were chosen, from all who fit, none twice', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(50), { minLength: 1 }),
      fc.nat(20),
      fc.string(),
      (pool, chosen, seed) => {
        const traders = Array.from({ length: chosen }, (_, i) => 100 + i)
        const [drawn] = randomSelections([{ from: 0, until: 1, traders, pool }], seed)
        expect(new Set(drawn?.traders).size).toBe(Math.min(chosen, pool.length))
        expect(drawn?.traders.every((trader) => pool.includes(trader))).toBe(true)
      },
    ),
  )
})

/** A day on which 20 traders buy at the chances of 60 markets, each before the prints of a crowd at the same price. */
function noise(seed: number): { small: SmallWorld; pool: number[] } {
  const random = streamOf(seed + 1)
  const rows: TapeRow[] = []
  const resolved: SmallWorld['resolved'] = [null]
  const row = (time: number, owner: number, token: number, price: number, usd: number): TapeRow => ({
    time: OPEN + time,
    owner,
    token,
    side: 0,
    role: 1,
    shares: Math.round((usd / price) * MICRO),
    usd: usd * MICRO,
    fee: 0,
  })
  for (let token = 1; token <= 60; token++) {
    const price = 0.2 + 0.6 * random()
    const time = 100 * token
    for (let trader = 1; trader <= 20; trader++)
      if (random() < 0.5) rows.push(row(time + trader, trader, token, price, 100))
    for (let print = 0; print < 10; print++) rows.push(row(time + 40 + print, 99, token, price, 80))
    resolved.push({ time: OPEN + 20_000, price: random() < price ? MICRO : 0 })
  }
  return { small: { rows, resolved, leaders: [1, 2, 3] }, pool: Array.from({ length: 20 }, (_, i) => i + 1) }
}

/**
 * Returns 200 events with a purchase at 50¢, whose edge of 8¢ fades with a half-life in seconds as others buy about every second.
 */
function fadingEdge(halfLife: number): { small: SmallWorld; pool: number[] } {
  const random = streamOf(halfLife)
  const rows: TapeRow[] = []
  const resolved: SmallWorld['resolved'] = [null]
  const at = (time: number, owner: number, token: number, price: number): TapeRow => ({
    time: OPEN + time,
    owner,
    token,
    side: 0,
    role: 1,
    shares: Math.round((100 / price) * MICRO),
    usd: 100 * MICRO,
    fee: 0,
  })
  for (let token = 1; token <= 200; token++) {
    const begin = 400 * token
    rows.push(at(begin, 1, token, 0.5))
    for (let later = 1; later < 380; later += 1 + Math.floor(2 * random()))
      rows.push(at(begin + later, 99, token, 0.58 - 0.08 * 2 ** (-later / halfLife)))
    resolved.push({ time: OPEN + 86_000, price: random() < 0.58 ? MICRO : 0 })
  }
  return { small: { rows, resolved, leaders: [1] }, pool: [1, 2, 3] }
}
