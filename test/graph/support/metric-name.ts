/** A metric's name in GraphQL: `maxDrawdownPct` is MAX_DRAWDOWN_PCT. */
export function metricName(id: string): string {
  return [...id]
    .map((letter) => (letter >= 'A' && letter <= 'Z' ? `_${letter}` : letter.toUpperCase()))
    .join('')
}
