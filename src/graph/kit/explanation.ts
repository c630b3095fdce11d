import { defined } from '../../checks.ts'
import { valueAt } from '../../ledger/holding.ts'
import type { ConditionId, Day, MicroPrice } from '../../ledger/quantities.ts'
import type { MetricId } from '../../metrics/registry.ts'
import { downsideDeviation, standardDeviation } from '../../metrics/risk.ts'
import { meanReturn } from '../../metrics/skill/edge.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type { StoredMovement, StoredTrade } from '../../store/trades/trade-filter.ts'
import type { AlertView } from '../../whales/alerts/alert-view.ts'
import type { TraderProfile } from './loaders.ts'

/** The unit of a step's value: micro-dollars, micro-shares, micro-dollars a share, a number of things, a fraction, or one number over another. */
export type StepUnit = 'USD' | 'SHARES' | 'USD_PER_SHARE' | 'COUNT' | 'FRACTION' | 'RATIO'

/** How a step's value follows from its steps: see {@link valueFrom}. */
export type StepKind =
  | 'SUM'
  | 'COUNT'
  | 'PRODUCT'
  | 'RATIO'
  | 'MEAN'
  | 'DEVIATION'
  | 'DOWNSIDE'
  | 'DRAW'
  | 'INPUTS'
  | 'EVENT'
  | 'FACT'

/**
 * A number with where it comes from: the steps that it follows from, or the event of the ledger. The number and its
 * explanation are one object, so neither can be of another calculation.
 */
export interface Step {
  /** Its name among the steps of its parent: letters, digits and hyphens. */
  readonly name: string
  readonly kind: StepKind
  readonly unit: StepUnit
  /** In micro-units, but for counts, fractions and ratios; null if unknown. */
  readonly value: number | null
  /** The value in words that say more than its unit: both ends of an interval. Null for most. */
  readonly words: string | null
  /** −1 where its parent takes it away. */
  readonly sign: 1 | -1
  /** A few words; null for a position, named by its outcome and market. */
  readonly title: string | null
  /** The formula with its inputs and its result. */
  readonly text: string
  readonly day: Day | null
  /** The outcome of a position. */
  readonly token: number | null
  /** The holder of shares, whose address is the step's name. */
  readonly trader: number | null
  readonly event: StoredTrade | StoredMovement | null
  /** The steps that it follows from, all of them in their order; null for an event, a fact, and a day of too many events. */
  readonly steps: (() => Promise<readonly Step[]>) | null
}

/** The parts of a step that have no usual value. */
type Told = Pick<Step, 'name' | 'value' | 'text'> & Partial<Step>

/** A step, by default a sum of dollars without parts. */
export function stepOf(told: Told): Step {
  const usual = {
    kind: 'SUM',
    unit: 'USD',
    sign: 1,
    words: null,
    title: null,
    day: null,
    token: null,
    trader: null,
    event: null,
  } as const
  const { steps = null } = told
  return { ...usual, ...told, steps: steps && readOnce(steps) }
}

/** Reads the steps at the first call alone: a path, a list and its check ask for the same ones. */
function readOnce(read: NonNullable<Step['steps']>): NonNullable<Step['steps']> {
  let known: ReturnType<typeof read> | null = null
  return () => {
    known ??= read()
    return known
  }
}

/**
 * Computes a step's value from its steps again, exactly.
 * @returns null where a step's value is unknown, or nothing divides
 */
export function valueFrom(kind: StepKind, steps: readonly Step[]): number | null {
  if (steps.some(({ value }) => value === null)) return null
  const values = steps.map(({ value, sign }) => sign * Number(value))
  switch (kind) {
    case 'SUM':
      if (!values.every(Number.isInteger)) return values.reduce((sum, value) => sum + value, 0)
      // Sums of volumes can leave the exact range of a double; the nearest one is the value then.
      return Number(values.reduce((sum, value) => sum + BigInt(value), 0n))
    case 'COUNT':
      return values.length
    case 'PRODUCT':
      return valueAt(defined(values[0]), defined(values[1]) as MicroPrice)
    case 'RATIO':
      return values[1] === 0 ? null : defined(values[0]) / defined(values[1])
    case 'MEAN':
      return meanReturn(Float64Array.from(values).sort())
    case 'DEVIATION':
      return standardDeviation(Float64Array.from(values).sort())
    case 'DOWNSIDE':
      return downsideDeviation(Float64Array.from(values).sort())
    case 'INPUTS':
      return defined(values[0])
    case 'DRAW':
    case 'EVENT':
    case 'FACT':
      return null
  }
}

/** True if a step's value is what its steps make; null for a step without any, and for a draw. */
export async function addsUp({ kind, value, steps }: Step): Promise<boolean | null> {
  return steps === null || kind === 'DRAW' ? null : valueFrom(kind, await steps()) === value
}

/** A number that was asked for, with the window that it is of. */
export interface Explanation {
  snapshot: Snapshot
  /** The subject: one of the three, the others are null. */
  trader: TraderProfile | null
  market: ConditionId | null
  alert: AlertView | null
  /** Of a trader's number. */
  metric: MetricId | null
  /** Its definition, and the section of the methodology that has it. */
  formula: string
  source: string
  from: Day | null
  to: Day
  /** The day whose close it is compared with. */
  since: Day | null
  /** From the root to the step that was asked for. */
  trail: StepNode[]
  /** Unique among questions. */
  question: string
}

/** A step at its place in a tree. */
export interface StepNode {
  step: Step
  path: string
  of: Explanation
}
