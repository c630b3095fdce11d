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
