import { defined } from '../../checks.ts'
import { MICRO } from '../../ledger/quantities.ts'
import { type ScreenColumnId, screenColumn } from '../../metrics/screen-columns.ts'
import type { ScreenTable } from '../../store/snapshot/snapshot-reader.ts'
import { shownRows } from './evaluate.ts'

/** How many traders have a number from `from` up to below `to`; null is an open end. */
export interface DistributionBin {
  from: number | null
  to: number | null
  traders: number
}

export interface Distribution {
  known: number
  unknown: number
  /** From the lowest to the highest values, as columns hold them; none without a known value. */
  bins: readonly DistributionBin[]
}

/** Bounds between bins at most, on each side of zero where values have both signs. */
const BOUNDS_A_SIDE = 10
/** Equal steps between the low and the high end at most. */
const EQUAL_STEPS = 20
/** Values beyond these quantiles fall into the open bins at the ends. */
const [LOW, HIGH] = [0.02, 0.98]

/**
 * Counts a screen's traders by a number: in steps of 1, 2 and 5 for amounts and counts, whose few largest values are
 * thousands of times the usual one, else in equal round steps. It reads one column.
 */
export async function distributionOf(table: ScreenTable, id: ScreenColumnId): Promise<Distribution> {
  const shown = shownRows(table)
  const values = await table.column(id)
  const all = values.filter((_value, row) => shown[row] === 1)
  const known = all.filter((value) => !Number.isNaN(value)).sort()
  return { known: known.length, unknown: all.length - known.length, bins: binsOf(known, boundsOf(known, id)) }
}

/** Counts ascending values between ascending bounds. */
function binsOf(known: Float64Array, bounds: readonly number[]): DistributionBin[] {
  if (known.length === 0) return []
  const ends = [null, ...bounds, null]
  const bins = ends.slice(1).map((to, i): DistributionBin => ({ from: ends[i] ?? null, to, traders: 0 }))
  let at = 0
  for (const value of known) {
    while (at < bounds.length && value >= defined(bounds[at])) at += 1
    defined(bins[at]).traders += 1
  }
  return bins
}

function boundsOf(known: Float64Array, id: ScreenColumnId): number[] {
  if (known.length === 0) return []
  const at = (part: number) => defined(known[Math.round((known.length - 1) * part)])
  const [low, high] = [at(LOW), at(HIGH)]
  const { unit, isMicro } = screenColumn(id)
  const isSkewed = isMicro || unit === 'USD' || unit === 'count' || unit === 'hours'
  return isSkewed ? roundBounds(low, high, isMicro ? MICRO : 1) : equalBounds(low, high)
}

/** Bounds of 1, 2 and 5 times the powers of ten, and zero where values have both signs. */
function roundBounds(low: number, high: number, least: number): number[] {
  const isSigned = low < 0
  const up = stepsUpTo(high, least, isSigned ? BOUNDS_A_SIDE : 2 * BOUNDS_A_SIDE)
  if (!isSigned) return up
  const down = stepsUpTo(-low, least, BOUNDS_A_SIDE).map((bound) => -bound)
  return [...down.reverse(), 0, ...up]
}

/** The last round numbers from `least` to `high`, ascending. */
function stepsUpTo(high: number, least: number, most: number): number[] {
  const steps: number[] = []
  for (let power = least; power <= high; power *= 10)
    for (const times of [1, 2, 5]) if (times * power <= high) steps.push(times * power)
  return steps.slice(-most)
}

function equalBounds(low: number, high: number): number[] {
  if (low === high) return [low]
  const rough = (high - low) / EQUAL_STEPS
  const power = 10 ** Math.floor(Math.log10(rough))
  const times = [1, 2, 5, 10].find((own) => own * power >= rough)
  // No double is as small as a step between the smallest ones.
  if (times === undefined) return [low]
  const step = times * power
  const [first, last] = [Math.ceil(low / step), Math.floor(high / step)]
  // The product of a step and a whole number has digits of its own behind the step's.
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}
