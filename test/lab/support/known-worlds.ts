import { defined } from '../../../src/checks.ts'
import type { LabWorld } from '../../../src/lab/run-rule.ts'
import type { TapeRow } from '../../../src/lab/tape.ts'
import { MICRO } from '../../../src/ledger/quantities.ts'
import { OPEN, type SmallWorld, selectionsOf, tapeOf, tokensOf } from './tape-arbitrary.ts'

/** A stream of numbers from 0 up to 1. */
function streamOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // The low bits repeat soon.
    return ((state >>> 8) * 2 ** -24 + Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) / 2 ** 33 + 1) % 1
  }
}

/** A purchase from the book. */
function print(time: number, owner: number, token: number, price: number, usd: number): TapeRow {
  const shares = Math.round((usd / price) * MICRO)
  return { time: OPEN + time, owner, token, side: 0, role: 1, shares, usd: usd * MICRO, fee: 0 }
}

function worldOf(small: SmallWorld, pool: number): LabWorld {
  const traders = Array.from({ length: pool }, (_, i) => i + 1)
  return { tape: tapeOf(small.rows), tokens: tokensOf(small), selections: selectionsOf(small, traders) }
}

/** A day on which 20 traders buy at the chances of 60 markets, each before the prints of a crowd at the same price. */
export function noise(seed: number): LabWorld {
  const random = streamOf(seed + 1)
  const rows: TapeRow[] = []
  const resolved: SmallWorld['resolved'] = [null]
  for (let token = 1; token <= 60; token++) {
    const price = 0.2 + 0.6 * random()
    const time = 100 * token
    for (let trader = 1; trader <= 20; trader++)
      if (random() < 0.5) rows.push(print(time + trader, trader, token, price, 100))
    for (let later = 0; later < 10; later++) rows.push(print(time + 40 + later, 99, token, price, 80))
    resolved.push({ time: OPEN + 20_000, price: random() < price ? MICRO : 0 })
  }
  return worldOf({ rows, resolved, leaders: [1, 2, 3] }, 20)
}

/**
 * A day with 100 to 180 markets. In each, a leader buys below the chance, by up to 10 cents. Then the price of a crowd comes nearer to the
 * chance with a half-life of 20 to 120 seconds; others buy at any time.
 * @returns the world, and the chance of each outcome
 */
export function plantedEdge(seed: number): { lab: LabWorld; chances: readonly number[] } {
  const random = streamOf(7_919 * (seed + 1))
  const rows: TapeRow[] = []
  const resolved: SmallWorld['resolved'] = [null]
  const chances = [0]
  const [edge, halfLife] = [0.1 * random(), 20 + 100 * random()]
  const markets = 100 + Math.floor(80 * random())
  for (let token = 1; token <= markets; token++) {
    const price = 0.2 + 0.55 * random()
    const time = 400 * token
    rows.push(print(time, 1 + (token % 3), token, price, 100))
    for (let later = 1; later < 300; later += 1 + Math.floor(20 * random())) {
      const owner = random() < 0.3 ? 4 + Math.floor(16 * random()) : 99
      rows.push(print(time + later, owner, token, price + edge * (1 - 2 ** (-later / halfLife)), 60))
    }
    chances.push(price + edge)
    resolved.push({ time: OPEN + 86_000, price: random() < price + edge ? MICRO : 0 })
  }
  return { lab: worldOf({ rows, resolved, leaders: [1, 2, 3] }, 20), chances }
}

/** A day with 200 purchases at 50¢, whose edge of 8¢ fades with a half-life in seconds as others buy about every second. */
export function fadingEdge(seed: number, halfLife: number): LabWorld {
  const random = streamOf(104_729 * (seed + 1))
  const rows: TapeRow[] = []
  const resolved: SmallWorld['resolved'] = [null]
  for (let token = 1; token <= 200; token++) {
    const begin = 400 * token
    rows.push(print(begin, 1, token, 0.5, 100))
    for (let later = 1; later < 380; later += 1 + Math.floor(2 * random()))
      rows.push(print(begin + later, 99, token, 0.58 - 0.08 * 2 ** (-later / halfLife), 100))
    resolved.push({ time: OPEN + 86_000, price: random() < 0.58 ? MICRO : 0 })
  }
  return worldOf({ rows, resolved, leaders: [1] }, 3)
}

/** The half-life of the curve a + b · 2^(−delay ÷ half-life) that fits net results of some delays best, by least squares. */
export function halfLifeOf(delays: readonly number[], nets: readonly number[]): number {
  let best = { halfLife: 0, error: Number.POSITIVE_INFINITY }
  for (let halfLife = 2; halfLife < 2_000; halfLife *= 1.01) {
    const parts = delays.map((delay) => 2 ** (-delay / halfLife))
    const [part, net] = [mean(parts), mean(nets)]
    const over = parts.reduce((sum, one, i) => sum + (one - part) * (defined(nets[i]) - net), 0)
    const slope = over / parts.reduce((sum, one) => sum + (one - part) ** 2, 0)
    const error = nets.reduce((sum, one, i) => sum + (one - net - slope * (defined(parts[i]) - part)) ** 2, 0)
    if (error < best.error) best = { halfLife, error }
  }
  return best.halfLife
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
