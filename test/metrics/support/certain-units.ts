/**
 * Returns units at a price of 1, which no redraw changes: they enlarge the sample without affecting the test.
 */
export function certainUnits(count: number): { pnl: number; cost: number; shares: number }[] {
  return Array.from({ length: count }, () => ({ pnl: 0, cost: 1, shares: 1 }))
}
