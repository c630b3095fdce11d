/**
 * Positions that must be folded again: by token, the traders, or null for every trader of the token.
 */
export type Scope = Map<number, Set<number> | null>

/** Adds a position, or all of a token's when `trader` is null; answers whether that was new. */
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
