/**
 * What every caller may have: each type's fields (an interface's where it declares them) and each field's arguments.
 * All the others carry `@tier`. A field that is new stands in neither place until somebody has decided.
 */
export const PUBLIC: Readonly<Record<string, string>> = {
  Query: 'node nodes leaderboards leaderboard traders trader service metrics viewer',
  'Query.node': 'id',
  'Query.nodes': 'ids',
  'Query.leaderboards': 'asOf',
  'Query.leaderboard': 'id excludeBots asOf',
  'Query.traders': 'query first after asOf',
  'Query.trader': 'address asOf',
  Mutation: 'createApiKey rotateApiKey revokeApiKey',
  'Mutation.createApiKey': 'name expiresAt',
  'Mutation.rotateApiKey': 'id graceSeconds expiresAt',
  'Mutation.revokeApiKey': 'id',
  Node: 'id',
  Leaderboard:
    'tab period title description metric access entryCount defaultLimit maxLimit generatedAt cutoff entries truncated truncatedReason',
  LeaderboardEntry: 'rank previousRank label value volume',
  KeyNumbers: 'pnl realizedPnl roi winRate tradeCount marketCount botProbability isBot',
  RiskNumbers: 'sharpeRatio sortinoRatio profitFactor maxDrawdown maxDrawdownPct',
  TraderNumbers:
    'unrealizedPnl pnlOfficial pnlMethods usdVolume shareVolume totalBought fees income winRateInterval wins losses',
  PnlMethod: 'method value sentence',
  Trader:
    'address username profileImage xUsername verifiedBadge bio memberSince stats botComponents pnlSeries ranks percentiles coverage cutoff generatedAt',
  'Trader.stats': 'period',
  'Trader.analytics': 'period',
  'Trader.pnlSeries': 'period',
  // Trader.analytics is for who is signed in, and with it all that it leads to.
  TraderAnalytics:
    'period summary risk behavior skill attribution calibration bestMarkets worstMarkets strategy insufficient cutoff',
  AnalyticsSummary: 'activeDays meanTrade',
  AnalyticsRisk: 'largestWin largestLoss',
  AnalyticsBehavior:
    'hourHistogram makerRatio holdingTime entryPrices sizeVariation fillsPerActiveDay botProbability botComponents isBot',
  AnalyticsSkill: 'units edge edgeInterval edgePValue edgeQValue verdict',
  AnalyticsAttribution: 'byCategory byTag',
  AttributionRow: 'name units winRate pnl edgeOverBaseline confidence',
  CalibrationBin: 'from count meanPrice outcomeRate effective interval',
  MarketResult: 'condition question slug pnl',
  AnalyticsStrategy: 'name rule',
  BotComponents: 'frequency makerRatio entropy sizeRegularity',
  TraderPeriodStats: 'period',
  TraderRank: 'leaderboard tab period rank entryCount',
  TraderPercentile: 'metric period percentile eligible',
  TraderConnection: 'pageInfo edges',
  TraderEdge: 'node cursor',
  PageInfo: 'hasNextPage hasPreviousPage startCursor endCursor',
  PnlPoint: 'day pnl realizedPnl volume',
  Interval: 'low high',
  Cutoff: 'block time',
  Service: 'name version simulation cutoff coverage snapshot',
  ServiceCoverage: 'traders partialTraders gapTraders',
  SnapshotInfo: 'id generatedAt cutoff firstDay events',
  Metric: 'id title formula unit range minimumSample direction nullWhen source',
  MinimumSample: 'count of',
  Viewer: 'kind tier limit account apiKeys',
  Account: 'name tier',
  ApiKey: 'id name prefix state createdAt expiresAt revokedAt lastUsedAt',
  IssuedApiKey: 'key apiKey replaces',
}
