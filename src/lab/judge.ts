import { defined } from '../checks.ts'
import { DAY_SECONDS, dayOf, type MicroUsd } from '../ledger/quantities.ts'
import { type Interval, seededRandom } from '../metrics/skill/edge.ts'
import type { Decision } from './decisions.ts'
import { lastPrice } from './orders.ts'
import type { EventResult } from './results.ts'
import { BUY, type Selection, type Tape } from './tape.ts'

/** Decided events below which there is no verdict. */
export const LEAST_EVENTS = 30
/** Draws of the bootstrap, and of them those beyond each end of an interval. */
const DRAWS = 1_000
const TAIL = 25
/** Draws of random traders: the usual number, and the most where the verdict hangs on them. */
export const RANDOM_DRAWS = 200
export const MOST_RANDOM_DRAWS = 2_000
/** Copies of all draws at most: 2,000 draws of 50,000 copies would take longer than a trial may. */
const MOST_DRAWN = 60_000_000
/** The most that p times the tries may be of a rule that pays. */
const SIGNIFICANT = 0.05

export type Verdict = 'PAYS' | 'DOES_NOT' | 'CANNOT_TELL'

/** Intervals of 95% by a bootstrap over events. */
export interface Intervals {
  net: Interval
  /** Null where nothing was staked. */
  onStake: Interval | null
  /** Of the net result at each of some days, the lower ends and the upper ends. */
  band: { low: MicroUsd[]; high: MicroUsd[] }
}

/**
 * Draws as many events as there are, with replacement, 1,000 times. The same events and seed give the same bits.
 * @param points how many points the band has: those of the events
 */
export function bootstrap(events: readonly EventResult[], points: number, seed: string): Intervals {
  const count = events.length
  const places = Array.from({ length: points }, (_, point) => point)
  if (count === 0)
    return { net: [0, 0], onStake: null, band: { low: places.map(() => 0), high: places.map(() => 0) } }
  const random = seededRandom(`lab:${seed}`)
  const picks = new Uint32Array(count)
  const [nets, stakes] = [new Float64Array(DRAWS), new Float64Array(DRAWS)]
  const curves = places.map(() => new Float64Array(DRAWS))
  const steps = stepsOf(events)
  const changes = new Float64Array(points)
  const times = new Uint32Array(count)
  for (let draw = 0; draw < DRAWS; draw++) {
    times.fill(0)
    for (const number of random(picks)) {
      const pick = Math.floor((number * count) / 2 ** 32)
      times[pick] = defined(times[pick]) + 1
    }
    for (let i = 0; i < count; i++) {
      const often = defined(times[i])
      if (often === 0) continue
      const { net, staked } = defined(events[i])
      nets[draw] = defined(nets[draw]) + often * net
      stakes[draw] = defined(stakes[draw]) + often * staked
    }
    changes.fill(0)
    for (let step = 0; step < steps.point.length; step++) {
      const point = defined(steps.point[step])
      changes[point] =
        defined(changes[point]) + defined(times[defined(steps.event[step])]) * defined(steps.change[step])
    }
    let sum = 0
    for (const point of places) {
      sum += defined(changes[point])
      defined(curves[point])[draw] = sum
    }
  }
  const bands = curves.map(ends)
  return {
    net: ends(nets),
    onStake: stakes.every((staked) => staked > 0)
      ? ends(nets.map((net, i) => net / defined(stakes[i])))
      : null,
    band: { low: bands.map(([low]) => low), high: bands.map(([, high]) => high) },
  }
}

/** The changes of events from point to point: most points change nothing. */
function stepsOf(events: readonly EventResult[]) {
  const steps = events.flatMap(({ points }, event) =>
    points.flatMap((net, point) => {
      const change = net - (points[point - 1] ?? 0)
      return change === 0 ? [] : { event, point, change }
    }),
  )
  return {
    event: Int32Array.from(steps, ({ event }) => event),
    point: Int32Array.from(steps, ({ point }) => point),
    change: Float64Array.from(steps, ({ change }) => change),
  }
}

function ends(draws: Float64Array): Interval {
  const sorted = draws.slice().sort()
  return [defined(sorted[TAIL - 1]), defined(sorted[DRAWS - TAIL])]
}

/**
 * The probability that random traders do at least as well: (1 + draws at least as good) ÷ (1 + draws).
 * @param draws null: nothing was staked, which counts as at least as good
 */
export function pValue(own: number, draws: readonly (number | null)[]): number {
  return (1 + draws.filter((other) => other === null || other >= own).length) / (1 + draws.length)
}

export interface Evidence {
  decidedEvents: number
  net: Interval
  p: number
  /** Different rules that were tried over overlapping days, this one included. */
  tries: number
}

/** The verdict: see the methodology. */
export function verdictOf({ decidedEvents, net: [low, high], p, tries }: Evidence): Verdict {
  if (decidedEvents < LEAST_EVENTS) return 'CANNOT_TELL'
  if (high < 0) return 'DOES_NOT'
  return low > 0 && p * tries < SIGNIFICANT ? 'PAYS' : 'CANNOT_TELL'
}

/** Draws of random traders where the verdict hangs on them, at most: as many as a rule's copies leave time for. */
export function mostDraws(copies: number): number {
  const fitting = Math.floor(MOST_DRAWN / Math.max(1, copies))
  return Math.max(RANDOM_DRAWS, Math.min(MOST_RANDOM_DRAWS, fitting))
}

/** Whether more draws of random traders could change the verdict. */
export function hangsOnDraws({ decidedEvents, net: [low], p, tries }: Evidence): boolean {
  const isNear = p * tries > SIGNIFICANT / 4 && p * tries < SIGNIFICANT * 4
  return decidedEvents >= LEAST_EVENTS && low > 0 && (isNear || tries / (1 + RANDOM_DRAWS) >= SIGNIFICANT)
}

/** Whether p stays too high after all draws, by those that were as good so far: the others need not be drawn. */
export function cannotPay({ p, tries }: Evidence, draws: number, most: number): boolean {
  return (p * (1 + draws) * tries) / (1 + most) >= SIGNIFICANT
}

/** The same choices with random traders, the same number, drawn each time from all who fit the same minimum record. */
export function randomSelections(selections: readonly Selection[], seed: string): Selection[] {
  const random = seededRandom(`traders:${seed}`)
  return selections.map((selection) => ({
    ...selection,
    traders: drawn(selection.pool, selection.traders.length, random),
  }))
}

/** Draws some of a list without replacement: the whole list where it is shorter. */
function drawn(
  pool: ArrayLike<number>,
  count: number,
  random: (target: Uint32Array) => Uint32Array,
): number[] {
  const numbers = random(new Uint32Array(Math.min(count, pool.length)))
  // The list is long and few are drawn: it is not copied, and only places that changed are noted.
  const moved = new Map<number, number>()
  return Array.from(numbers, (number, i) => {
    const pick = i + Math.floor((number * (pool.length - i)) / 2 ** 32)
    const one = moved.get(pick) ?? defined(pool[pick])
    moved.set(pick, moved.get(i) ?? defined(pool[i]))
    return one
  })
}

/**
 * The same purchases of the same outcomes at random times of the same days, each at the price that was known then; a purchase without one,
 * or whose random time lies outside of the outcome's fills of the day, keeps its own. Sales stay as they are.
 */
export function randomTimes(decisions: readonly Decision[], tape: Tape, seed: string): Decision[] {
  const random = seededRandom(`times:${seed}`)(new Uint32Array(decisions.length))
  return decisions
    .map((decision, i) => {
      if (decision.side !== BUY) return decision
      const time =
        dayOf(decision.time) * DAY_SECONDS + Math.floor((defined(random[i]) * DAY_SECONDS) / 2 ** 32)
      const price = lastPrice(tape, decision.token, time)
      return price === null || price <= 0 || price >= 1e6 ? decision : { ...decision, time, price }
    })
    .sort((a, b) => a.time - b.time || a.row - b.row)
}
