/** Units at a price of 1, which no redraw changes: they make a sample large enough without touching what is tested. */
export function certainUnits(count: number): { pnl: number; cost: number; shares: number }[] {
  return Array.from({ length: count }, () => ({ pnl: 0, cost: 1, shares: 1 }))
}
