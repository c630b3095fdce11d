/**
 * What every caller may have: each type's fields (an interface's where it declares them) and each field's arguments.
 * All the others carry `@tier`. A field that is new stands in neither place until somebody has decided.
 */
export const PUBLIC: Readonly<Record<string, string>> = {
  Query: 'node nodes leaderboards leaderboard traders trader service metrics viewer',
  'Query.node': 'id',
  'Query.nodes': 'ids',
  'Query.leaderboards': 'asOf',
  'Query.leaderboard': 'id asOf',
  'Query.traders': 'query first after asOf',
  'Query.trader': 'address asOf',
  Mutation: 'createApiKey rotateApiKey revokeApiKey',
  'Mutation.createApiKey': 'name expiresAt',
  'Mutation.rotateApiKey': 'id graceSeconds expiresAt',
  'Mutation.revokeApiKey': 'id',
  Node: 'id',
  Leaderboard:
    'tab period title description metric access entryCount defaultLimit maxLimit generatedAt cutoff entries truncated truncatedReason',
  LeaderboardEntry: 'rank previousRank label value pnl realizedPnl volume roi winRate tradeCount marketCount',
  TraderNumbers:
    'pnl realizedPnl unrealizedPnl usdVolume shareVolume totalBought fees income tradeCount marketCount roi winRate winRateInterval wins losses',
  Trader:
    'address username profileImage xUsername verifiedBadge bio memberSince stats pnlSeries ranks percentiles coverage cutoff generatedAt',
  'Trader.stats': 'period',
  'Trader.pnlSeries': 'period',
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
