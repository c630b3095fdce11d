import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bernoulliNullPValue } from '../../src/metrics/skill/bernoulli-null-p-value.ts'
import { bootstrapInterval, seededRandom, stakedUnits } from '../../src/metrics/skill/edge.ts'
import { wallet } from './support/address-arbitrary.ts'

/*
 * The tests of skill worked out from the words of docs/methodology.md, §5, alone, and held to the numbers on that page.
 */
const PAGE = readFileSync(new URL('../../docs/methodology.md', import.meta.url), 'utf8')
const OWNER = wallet(1n)

interface Unit {
  pnl: number
  cost: number
  shares: number
}

function* numbersOf(seed: string): Generator<number> {
  const hash = (text: string) =>
    [...text].reduce((h, letter) => Math.imul(h ^ letter.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261)
  let [a = 0, b = 0, c = 0, n = 0] = [0, 1, 2, 3].map((word) => hash(`${word}:${seed}`))
  for (let round = 1; ; round++) {
    const out = (a + b + n) % 2 ** 32
    n = (n + 1) % 2 ** 32
    a = (b ^ (b >>> 9)) >>> 0
    b = (c + 8 * c) % 2 ** 32
    c = ((((c << 21) | (c >>> 11)) >>> 0) + out) % 2 ** 32
    if (round > 15) yield out
  }
}

function inOrder(units: readonly Unit[]): Unit[] {
  return units
    .filter(({ cost }) => cost > 0)
    .sort((x, y) => x.pnl - y.pnl || x.cost - y.cost || x.shares - y.shares)
}

const next = (numbers: Generator<number>): number => numbers.next().value

function interval(units: readonly Unit[]): (number | undefined)[] {
  const staked = inOrder(units)
  const numbers = numbersOf(`bootstrap:${OWNER}`)
  const edges = Array.from({ length: 1000 }, () => {
    const drawn = staked.map(() => staked[Math.floor((next(numbers) * staked.length) / 2 ** 32)])
    const sum = (part: 'pnl' | 'cost') => drawn.reduce((total, unit) => total + (unit?.[part] ?? 0), 0)
    return sum('pnl') / sum('cost')
  }).sort((x, y) => x - y)
  return [edges[24], edges[975]]
}

function pValue(units: readonly Unit[]): number {
  const staked = inOrder(units)
  const numbers = numbersOf(`null:${OWNER}`)
  const chance = ({ cost, shares }: Unit) =>
    cost < shares ? Math.floor((cost / shares) * 2 ** 32) / 2 ** 32 : 0
  const target = staked.reduce((sum, { pnl, cost, shares }) => sum + pnl + (cost < shares ? cost : 0), 0)
  const isAsGood = () =>
    staked.reduce((paid, unit) => paid + (next(numbers) < chance(unit) * 2 ** 32 ? unit.shares : 0), 0) >=
    target
  let [redraws, asGood] = [0, 0]
  for (; redraws < 1000; redraws++) if (isAsGood()) asGood++
  if (asGood >= 11) return (1 + asGood) / 1001
  if (isBeyondLuck(staked, chance, target)) return 1 / 100_001
  for (; redraws < 100_000 && asGood < 11; redraws++) if (isAsGood()) asGood++
  return asGood === 11 ? 11 / redraws : (1 + asGood) / 100_001
}

/** The bound at many t instead of sought, in parts of the largest payout. */
function isBeyondLuck(units: readonly Unit[], chance: (unit: Unit) => number, target: number): boolean {
  if (target > units.reduce((sum, { shares }) => sum + shares, 0)) return true
  const most = Math.max(...units.map(({ shares }) => shares))
  return Array.from({ length: 2000 }, (_, i) => i / 50).some((t) => {
    const grown = units.map((unit) => Math.log(1 + chance(unit) * Math.expm1((t * unit.shares) / most)))
    return grown.reduce((sum, part) => sum + part, (-t * target) / most) < Math.log(1e-7)
  })
}

/** Returns thirty even bets of $1 to $30; each `nth` loses, beginning with the first. */
function bets(nth: number): Unit[] {
  return Array.from({ length: 30 }, (_, i) => {
    const cost = 1_000_000 * (i + 1)
    return { pnl: i % nth === 0 ? -cost : cost, cost, shares: 2 * cost }
  })
}

describe("the methodology's test vectors", () => {
  it('of the generator equal the description and the code', () => {
    for (const seed of [`bootstrap:${OWNER}`, `null:${OWNER}`]) {
      const slow = numbersOf(seed)
      const first = Array.from({ length: 4 }, () => next(slow))
      expect([...seededRandom(seed)(new Uint32Array(4))]).toEqual(first)
      expect(PAGE).toContain(`| \`${seed}\` | ${first.join(', ')} |`)
    }
  })

  it.each([2, 3, 5, 31])('of the interval and the p-value hold: every %ith bet lost', (nth) => {
    const units = bets(nth)
    const ends = interval(units).map((end) => end?.toFixed(6))
    const shown = `| ${nth} | ${ends.join(' to ')} | ${pValue(units).toPrecision(6)} |`
    expect(bootstrapInterval(stakedUnits(units.toReversed()), OWNER)).toEqual(interval(units))
    expect(bernoulliNullPValue(stakedUnits(units.toReversed()), OWNER)).toBe(pValue(units))
    expect(PAGE).toContain(shown)
  })

  it('hold for units at a price of 1 or more, which can neither win nor lose', () => {
    const units = bets(3).map((unit, i) => (i % 4 === 0 ? { ...unit, shares: unit.cost } : unit))
    expect(bernoulliNullPValue(stakedUnits(units), OWNER)).toBe(pValue(units))
  })
})
