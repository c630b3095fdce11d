import { positionKey } from '../ingest/fold-state.ts'
import type { Balance, MovedFill } from './signed-balances.ts'
import type { SupplyUnit } from './supply-units.ts'

/** One outcome's shares, in micro-shares. */
export interface OutcomeSupply {
  token: string
  /** Shares that the positions hold. */
  held: number
  /** Shares that remain by the events: bought − sold − fees in shares + split − merged − redeemed ± converted ± transferred. */
  moved: number
  /** Shares that moved without an arrival in the ledger: `held` and `moved` may differ by these. */
  untracked: number
  /** Bought − sold in fills, gross. The exchange mints and merges whole sets, so it is equal for all outcomes of a complete ledger. */
  netFills: number
}

/** Result of a condition's supply check. */
export interface UnitSupply {
  /** Null for a token of unknown condition. */
  condition: string | null
  /**
   * OK: every position holds what moved into it, and the exchange's fills make whole sets. PARTIAL: the ledger
   * lacks events (untracked shares, fills of one side only). FAILED: positions and events disagree.
   */
  status: 'OK' | 'PARTIAL' | 'FAILED'
  /** Positions whose shares their events do not explain. */
  unexplained: number
  outcomes: OutcomeSupply[]
}

/** One position as the store holds it, beside the sums of its events. */
export interface ComparedPosition {
  token: number
  trader: number
  held: number
  moved: number
  untracked: number
  /** Whether the position holds the sum of its events, except for untracked shares. */
  explained: boolean
}

/** Pairs stored positions with the sums of their events, for every position that is in either. */
export function comparePositions(
  stored: readonly { token_id: number; trader_id: number; shares: number }[],
  balances: ReadonlyMap<number, Balance>,
  untracked: ReadonlyMap<number, number>,
): ComparedPosition[] {
  const held = new Map(stored.map((row) => [positionKey(row.token_id, row.trader_id), row]))
  const compared: ComparedPosition[] = []
  const compare = (token: number, trader: number, shares: number, moved: number) => {
    const free = untracked.get(positionKey(token, trader)) ?? 0
    const explained = shares >= 0 && Math.abs(shares - moved) <= free
    compared.push({ token, trader, held: shares, moved, untracked: free, explained })
  }
  for (const [key, row] of held)
    compare(row.token_id, row.trader_id, row.shares, balances.get(key)?.shares ?? 0)
  for (const [key, balance] of balances)
    if (!held.has(key)) compare(balance.token, balance.trader, 0, balance.shares)
  return compared
}

/**
 * The supply of one unit from its positions and fills. Sums are exact while they are safe integers:
 * up to 9.0e9 shares of one outcome.
 */
export function unitSupply(
  unit: SupplyUnit,
  positions: ReadonlyMap<number, readonly ComparedPosition[]>,
  fills: readonly MovedFill[],
): UnitSupply {
  const outcomes = unit.tokens.map(({ id, token }) => {
    const ofToken = positions.get(id) ?? []
    return {
      token,
      held: sum(ofToken, ({ held }) => held),
      moved: sum(ofToken, ({ moved }) => moved),
      untracked: sum(ofToken, ({ untracked }) => untracked),
      netFills: sum(fills, (fill) => (fill.token !== id ? 0 : fill.isBuy ? fill.shares : -fill.shares)),
    }
  })
  const unexplained = sum(
    unit.tokens.flatMap(({ id }) => positions.get(id) ?? []),
    ({ explained }) => (explained ? 0 : 1),
  )
  const [first] = outcomes
  const wholeSets = unit.condition !== null && outcomes.every(({ netFills }) => netFills === first?.netFills)
  const partial = !wholeSets || outcomes.some(({ untracked }) => untracked > 0)
  const status = unexplained > 0 ? 'FAILED' : partial ? 'PARTIAL' : 'OK'
  return { condition: unit.condition, status, unexplained, outcomes }
}

function sum<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((total, item) => total + amount(item), 0)
}
