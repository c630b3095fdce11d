import { valueAt } from '../ledger/holding.ts'
import type { MicroPrice, MicroShares, MicroUsd } from '../ledger/quantities.ts'
import type { Interval } from '../metrics/skill/edge.ts'
import { moneyShareDifference, type Stake } from '../metrics/skill/high-conviction.ts'

/** A smaller group is not described: its shares would be those of persons. */
export const LEAST_TRADERS = 5

/** The money of a group: of at least {@link LEAST_TRADERS} traders, and above 0. */
interface GroupSums {
  traders: number
  value: MicroUsd
  byOutcome: readonly MicroUsd[]
}

/** The holders of a market in two groups. */
export interface Division {
  skilled: GroupSums | null
  others: GroupSums | null
  /** Of the first outcome's share: skilled less others. Null without both groups. */
  difference: Interval | null
}

/** The division of a market's holders depends on these. */
export interface Divided {
  tokens: readonly number[]
  /** Of the tokens. */
  marks: readonly MicroPrice[]
  /** Opted-out traders, who are in neither group. */
  hidden: ReadonlySet<number>
  isSkilled(trader: number): boolean
}

/** Divides the holders of a market's tokens into skilled traders and everyone else. */
export function divide(
  byToken: ReadonlyMap<number, readonly { trader: number; shares: MicroShares }[]>,
  { tokens, marks, hidden, isSkilled }: Divided,
): Division {
  const groups = { skilled: new Map<number, MicroUsd[]>(), others: new Map<number, MicroUsd[]>() }
  for (const [i, token] of tokens.entries())
    for (const { trader, shares } of byToken.get(token) ?? []) {
      if (shares === 0 || hidden.has(trader)) continue
      const group = isSkilled(trader) ? groups.skilled : groups.others
      const own = group.get(trader) ?? Array<MicroUsd>(tokens.length).fill(0)
      own[i] = valueAt(shares, marks[i] ?? 0)
      group.set(trader, own)
    }
  const [skilled, others] = [groups.skilled, groups.others].map((group) =>
    sumsOf(tokens.length, [...group.values()]),
  )
  if (!skilled || !others) return { skilled: skilled ?? null, others: others ?? null, difference: null }
  const stakes = (group: ReadonlyMap<number, MicroUsd[]>) => [...group.values()].map(stakeOf)
  return { skilled, others, difference: moneyShareDifference(stakes(groups.skilled), stakes(groups.others)) }
}

function stakeOf(values: readonly MicroUsd[]): Stake {
  return { value: sumOf(values), onOutcome: values[0] ?? 0 }
}

function sumsOf(outcomes: number, traders: readonly (readonly MicroUsd[])[]): GroupSums | null {
  const byOutcome = Array.from({ length: outcomes }, (_, i) => sumOf(traders.map((values) => values[i] ?? 0)))
  const value = sumOf(byOutcome)
  return traders.length < LEAST_TRADERS || value === 0 ? null : { traders: traders.length, value, byOutcome }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
