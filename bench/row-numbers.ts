/** The numbers of a leaderboard's row, by their names in GraphQL. */
export const ROW_NUMBERS = [
  ...([
    'pnl',
    'realizedPnl',
    'volume',
    'roi',
    'winRate',
    'tradeCount',
    'marketCount',
    'botProbability',
  ] as const),
  ...(['isBot', 'sharpeRatio', 'sortinoRatio', 'profitFactor', 'maxDrawdown', 'maxDrawdownPct'] as const),
]

/** Numbers that an answer shows, by name; what is not asked for is not there. */
export type ShownNumbers = Readonly<Record<string, unknown>>

/** True where every number that a row shows can be a trader's own: it is that, or that rounded to 1 or 2 digits. */
export function fitsRow(shown: ShownNumbers, exact: ShownNumbers, names: readonly string[]): boolean {
  return names.every((name) => fits(shown[name] ?? null, exact[name] ?? null))
}

function fits(shown: unknown, exact: unknown): boolean {
  if (shown === null || shown === exact) return true
  if (typeof shown !== 'number' || typeof exact !== 'number') return false
  // A double may lie on the other side of a half than the decimal that it stands for.
  return [-1e-12, 0, 1e-12].some((error) =>
    [1, 2].some((digits) => Number((exact * (1 + error)).toPrecision(digits)) === shown),
  )
}
