import type { MovementRow } from '../ledger/movement-row.ts'
import type { PositionId } from '../ledger/position-day.ts'
import type { Conditions } from './conditions.ts'

/**
 * Positions that must be folded again: by token, the traders, or null for every trader of the token.
 */
export type Scope = Map<number, Set<number> | null>

/** Adds a position, or all of a token's when `trader` is null. @returns whether that was new */
export function addToScope(scope: Scope, token: number, trader: number | null): boolean {
  const traders = scope.get(token)
  if (traders === null) return false
  if (trader === null) {
    scope.set(token, null)
    return true
  }
  if (traders === undefined) {
    scope.set(token, new Set([trader]))
    return true
  }
  if (traders.has(trader)) return false
  traders.add(trader)
  return true
}

/** True for a position of the scope. */
export function isInScope(scope: Scope, token: number, trader: number): boolean {
  const traders = scope.get(token)
  return traders === null || (traders?.has(trader) ?? false)
}

/** The same positions, apart. */
export function copyOfScope(scope: Scope): Scope {
  return new Map([...scope].map(([token, traders]) => [token, traders && new Set(traders)]))
}

/**
 * Widens a scope until no tie leads out of it.
 * @param ties positions that one event changes together
 * @returns whether the scope grew
 */
export function closeOver(scope: Scope, ties: readonly (readonly PositionId[])[]): boolean {
  let hasGrown = false
  for (let grows = true; grows; ) {
    grows = false
    for (const tied of ties) {
      if (!tied.some(({ token, trader }) => isInScope(scope, token, trader))) continue
      for (const { token, trader } of tied) if (addToScope(scope, token, trader)) grows = true
    }
    hasGrown ||= grows
  }
  return hasGrown
}

/** The positions of a scope that it names one by one. */
export function positionsOfScope(scope: Scope): PositionId[] {
  return [...scope].flatMap(([token, traders]) => Array.from(traders ?? [], (trader) => ({ token, trader })))
}

/** Every token whose positions a movement can change. Its condition or neg-risk market must be loaded. */
export function tokensOf(
  row: MovementRow,
  conditions: Pick<Conditions, 'get' | 'questionsAt'>,
): readonly number[] {
  if (row.token !== null) return [row.token]
  if (row.negRisk !== null)
    return (conditions.questionsAt(row.negRisk, row.key) ?? []).flatMap((question) => question.tokens)
  return row.condition === null ? [] : conditions.get(row.condition).tokens
}

/** Whose positions a movement changes; null stands for all who hold its tokens. */
export function tradersOf(row: MovementRow): readonly (number | null)[] {
  return row.kind === 'RESOLVE' ? [null] : [row.owner, row.other].filter((trader) => trader !== null)
}
