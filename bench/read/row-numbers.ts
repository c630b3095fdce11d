/** The numbers of a leaderboard's row, by their names in GraphQL. */
export const ROW_NUMBERS = [
  'pnl',
  'realizedPnl',
  'volume',
  'roi',
  'winRate',
  'tradeCount',
  'marketCount',
  'botProbability',
  'isBot',
  'sharpeRatio',
  'sortinoRatio',
  'profitFactor',
  'maxDrawdown',
  'maxDrawdownPct',
]
