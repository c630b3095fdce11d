import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decisionsOf } from '../../src/lab/decisions.ts'
import { bootstrap, pValue, randomSelections, verdictOf } from '../../src/lab/judge.ts'
import { replay } from '../../src/lab/replay.ts'
import { resultsOf } from '../../src/lab/results.ts'
import { MOST_COPIES, runRule, verdictSentence } from '../../src/lab/run-rule.ts'
import type { TapeRow } from '../../src/lab/tape.ts'
import { DAY_SECONDS, MICRO } from '../../src/ledger/quantities.ts'
import { fadingEdge, halfLifeOf, noise, plantedEdge } from './support/known-worlds.ts'
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

/** Worlds of the tests of known truth; `npm run test:lab` has 500. */
const USUAL_WORLDS = 60
const WORLDS = Number(process.env.PEQUOD_LAB_WORLDS ?? USUAL_WORLDS)
const LONG = WORLDS === USUAL_WORLDS ? 120_000 : 3_600_000
/** Prints the figures of the long run. */
const say = (line: string) => {
  if (WORLDS !== USUAL_WORLDS) console.log(line)
}

describe('a verdict', () => {
  test(
    'rests on an interval in which the true net result lies in at least 92 of 100 worlds',
    () => {
      let inside = 0
      for (let world = 0; world < WORLDS; world++) {
        const { lab, chances } = plantedEdge(world)
        const rule = ruleOf({
          size: { usd: 50, bankroll: 1_000_000 },
          fill: { maxSlippage: 0.2 },
          exit: { traderSells: false },
        })
        const decisions = decisionsOf(rule, lab.tape, lab.tokens, lab.selections)
        const copies = replay(rule, {
          ...lab,
          decisions,
          delay: 30,
          end: OPEN + DAY_SECONDS,
          friction: 'LIMITS',
        })
        const options = { tokens: lab.tokens, from: DAY, to: DAY, bankroll: MICRO }
        const { events } = resultsOf(copies, options, [])
        expect(events.filter(({ isDecided }) => isDecided).length).toBeGreaterThanOrEqual(100)
        const truth = copies.reduce((sum, { decision, entries }) => {
          const won =
            entries.reduce((total, { shares }) => total + shares, 0) * (chances[decision.token] ?? 0)
          return sum + won - entries.reduce((total, { usd, fee }) => total + usd + fee, 0)
        }, 0)
        const [low, high] = bootstrap(events, 0, rule.hash).net
        if (truth >= low && truth <= high) inside += 1
      }
      say(`the true net result lies in the interval of ${inside} of ${WORLDS} worlds`)
      expect(inside / WORLDS).toBeGreaterThanOrEqual(0.92)
    },
    LONG,
  )

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

  test(
    'on traders without an edge is PAYS in at most 3 of 100 worlds',
    async () => {
      const said = { PAYS: 0, DOES_NOT: 0, CANNOT_TELL: 0 }
      const count = WORLDS === USUAL_WORLDS ? 8 : WORLDS
      for (let world = 0; world < count; world++) {
        const rule = ruleOf({ delay: 5, entry: { minUsd: 90 }, size: { usd: 50, bankroll: 1_000_000 } })
        const run = await runRule(rule, noise(world))
        expect(run.decidedEvents).toBeGreaterThanOrEqual(30)
        said[run.verdict] += 1
      }
      say(`of ${count} worlds of noise ${JSON.stringify(said)}`)
      expect(said.PAYS / count).toBeLessThanOrEqual(0.03)
    },
    LONG,
  )

  test(
    'has a delay curve from which the half-life of an edge is known within 25 of 100',
    () => {
      const delays = [0, 10, 30, 60, 120, 240]
      const count = WORLDS === USUAL_WORLDS ? 6 : WORLDS
      let worst = 0
      for (let world = 0; world < count; world++) {
        const halfLife = 15 * 10 ** (world / Math.max(1, count - 1))
        const lab = fadingEdge(world, halfLife)
        const rule = ruleOf({
          size: { usd: 10, bankroll: 1_000_000 },
          fill: { maxSlippage: 1 },
          exit: { traderSells: false },
        })
        const decisions = decisionsOf(rule, lab.tape, lab.tokens, lab.selections)
        const nets = delays.map((delay) => {
          const copies = replay(rule, {
            ...lab,
            decisions,
            delay,
            end: OPEN + DAY_SECONDS,
            friction: 'LIMITS',
          })
          return resultsOf(copies, { tokens: lab.tokens, from: DAY, to: DAY, bankroll: MICRO }, []).net
        })
        const found = halfLifeOf(delays, nets)
        worst = Math.max(worst, Math.abs(found / halfLife - 1))
        expect(Math.abs(found / halfLife - 1), `${halfLife} s, found ${found}`).toBeLessThan(0.25)
      }
      say(`half-lives of 15 to 150 s in ${count} worlds are found within ${(100 * worst).toFixed(1)} of 100`)
    },
    LONG,
  )

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
