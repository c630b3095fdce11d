/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A destination of whale alerts and other notifications. */
export type AlertChannelInput = {
  /** The kind of channel. */
  kind: AlertChannelKind;
  /** For a webhook, an https URL on a public host; for Telegram, a chat’s number or a channel’s name such as `@pequod_alerts`; for e-mail, one plain address. */
  target: string;
};

/** The kinds of destination that whale alerts can be sent to. */
export type AlertChannelKind =
  /** An embed in a Discord channel, by its incoming webhook. */
  | 'DISCORD'
  /** An e-mail to one address. */
  | 'EMAIL'
  /** A message in a Slack channel, by its incoming webhook. */
  | 'SLACK'
  /** A message from the service’s Telegram bot to a chat or channel. */
  | 'TELEGRAM'
  /** A POST to an https URL, signed according to Standard Webhooks. */
  | 'WEBHOOK';

/** Whether alerts are sent to a channel. */
export type AlertChannelState =
  /** Confirmed; alerts are sent. */
  | 'ACTIVE'
  /** Failed too often, or answered 410 Gone; nothing is sent until it is resumed. */
  | 'PAUSED'
  /** Not yet confirmed by its owner; only the confirmation request is sent. */
  | 'PENDING';

/** Whether an API key or a signed link is accepted. */
export type ApiKeyState =
  /** It works now. */
  | 'ACTIVE'
  /** Expired, or past the grace period after a rotation. */
  | 'EXPIRED'
  /** Revoked by its owner or an operator. */
  | 'REVOKED';

/** Audience of the traders in a leaderboard's rows. */
export type BoardAccess =
  /** Everyone sees them. */
  | 'PUBLIC'
  /** Signed-in callers; anonymous callers see only ranks and rounded values. */
  | 'SIGNED_IN';

/** How a caller is identified. */
export type CallerKind =
  /** By IP address only; no credentials were sent. */
  | 'ANONYMOUS'
  /** By an API key. */
  | 'API_KEY'
  /** By a bearer token. */
  | 'USER';

/** Access tiers, lowest first. */
export type CallerTier =
  /** Not signed in. */
  | 'ANONYMOUS'
  /** Signed in, without Pro. */
  | 'FREE'
  /** Signed in with Pro: everything. */
  | 'PRO';

/** Whether the ledger holds a trader's complete history. */
export type Coverage =
  /** An event moved shares of a market whose tokens the ledger does not know yet: the event is in no number. Takes precedence over PARTIAL. */
  | 'GAP'
  /** Complete as far as known: the ledger saw every share arrive before it left. */
  | 'OK'
  /** Shares left that the ledger had not seen arrive. They count with no profit, so profit can be too low or too high. */
  | 'PARTIAL';

/** Filters traders by coverage. */
export type CoverageFilter =
  /** Only traders whose `coverage` is OK. */
  | 'WHOLE';

/** A trader's role in a fill. */
export type FillRole =
  /** The trader's order was resting in the order book. */
  | 'MAKER'
  /** The trader's order crossed the order book. */
  | 'TAKER';

/** Groups of a market's traders. */
export type FlowGroup =
  /** Traders with $100,000 or more of fills. */
  | 'FROM_100000_USD'
  /** The 100 most profitable traders who hold at least 80% of the shares they buy to resolution, with at least 80% of fills BUYs and at least 10 decided units. */
  | 'HIGH_CONVICTION'
  /** Traders whose edge has a q-value of 0.05 or more. */
  | 'HIGH_Q_VALUE'
  /** Traders whose edge has a q-value below 0.05. */
  | 'LOW_Q_VALUE'
  /** The top 100 of the leaderboard consistent-all. */
  | 'MOST_CONSISTENT'
  /** Members of no cohort of smart money in the week of the fill. */
  | 'NO_COHORT'
  /** Traders with too few decided units for a test of skill. */
  | 'NO_Q_VALUE'
  /** The top 100 of the leaderboard pnl-all. */
  | 'TOP_PNL'
  /** Traders with less than $100 of fills. */
  | 'UNDER_100_USD'
  /** Traders with $100 or more of fills, and less than $1,000. */
  | 'UNDER_1000_USD'
  /** Traders with $1,000 or more of fills, and less than $10,000. */
  | 'UNDER_10000_USD'
  /** Traders with $10,000 or more of fills, and less than $100,000. */
  | 'UNDER_100000_USD';

/** How a market's traders are grouped. */
export type FlowGrouping =
  /** By cohort of smart money, as its members were fixed for the ISO week of the fill. A trader counts in each of its cohorts. */
  | 'COHORT'
  /** By the trader’s fills in the market over the days, in dollars. */
  | 'SIZE'
  /** By the skill test of the snapshot. */
  | 'SKILL';

/** Subject of a market: the first of its event's tags that names a category. */
export type MarketCategory =
  /** By the tags `crypto`, `crypto-prices`. */
  | 'CRYPTO'
  /** By the tags `culture`, `pop-culture`, `entertainment`. */
  | 'CULTURE'
  /** By the tags `economics`, `economy`. */
  | 'ECONOMICS'
  /** By the tags `finance`, `business`, `stocks`. */
  | 'FINANCE'
  /** By the tags `politics`, `elections`, `geopolitics`. */
  | 'POLITICS'
  /** By the tags `sports`, `esports`. */
  | 'SPORTS'
  /** By the tags `tech`, `technology`, `ai`. */
  | 'TECH'
  /** By the tags `weather`, `climate`. */
  | 'WEATHER';

/** Sort orders of markets. */
export type MarketOrder =
  /** Earliest scheduled end first; unknown ends last. */
  | 'ENDING'
  /** Newest in the ledger first. */
  | 'NEWEST'
  /** Largest volume first, as in `volume`; newer first among equals; unknown volumes last. */
  | 'VOLUME';

/** A side of a two-outcome market. */
export type MarketSide =
  /** The second outcome. */
  | 'NO'
  /** The first outcome. */
  | 'YES';

/** Whether a market is open, past its end, or resolved. */
export type MarketStatus =
  /** Past its scheduled end, payouts not final yet. */
  | 'ENDED'
  /** Not resolved, and not past its scheduled end. */
  | 'OPEN'
  /** Payouts are final. */
  | 'RESOLVED';

/** The ids of the metrics; `metrics` has their definitions. */
export type MetricId =
  /** Active days. Unit: count. */
  | 'ACTIVE_DAYS'
  /** Attribution. Unit: series. */
  | 'ATTRIBUTION'
  /** Best markets. Unit: series. */
  | 'BEST_MARKETS'
  /** Bot probability. Unit: probability. */
  | 'BOT_PROBABILITY'
  /** Calibration. Unit: series. */
  | 'CALIBRATION'
  /** Consistency. Unit: fraction. */
  | 'CONSISTENT'
  /** Copyability. Unit: fraction. */
  | 'COPYABLE'
  /** Edge. Unit: fraction. */
  | 'EDGE'
  /** Edge, 95% interval. Unit: fraction. */
  | 'EDGE_INTERVAL'
  /** Edge, p-value. Unit: probability. */
  | 'EDGE_P_VALUE'
  /** Edge, q-value. Unit: probability. */
  | 'EDGE_Q_VALUE'
  /** Entry prices. Unit: series. */
  | 'ENTRY_PRICES'
  /** Fills per active day. Unit: ratio. */
  | 'FILLS_PER_ACTIVE_DAY'
  /** Holding time. Unit: hours. */
  | 'HOLDING_TIME'
  /** Fills by hour. Unit: count. */
  | 'HOUR_HISTOGRAM'
  /** Income. Unit: USD. */
  | 'INCOME'
  /** Bot. Unit: flag. */
  | 'IS_BOT'
  /** Largest loss. Unit: USD. */
  | 'LARGEST_LOSS'
  /** Largest win. Unit: USD. */
  | 'LARGEST_WIN'
  /** Losses. Unit: count. */
  | 'LOSSES'
  /** Maker ratio. Unit: fraction. */
  | 'MAKER_RATIO'
  /** Markets. Unit: count. */
  | 'MARKET_COUNT'
  /** Maximum drawdown. Unit: USD. */
  | 'MAX_DRAWDOWN'
  /** Maximum drawdown, relative. Unit: fraction. */
  | 'MAX_DRAWDOWN_PCT'
  /** Mean trade. Unit: USD. */
  | 'MEAN_TRADE'
  /** Profit or loss by Polymarket's subgraph. Unit: USD. */
  | 'OFFICIAL_PNL'
  /** Percentiles. Unit: fraction. */
  | 'PERCENTILES'
  /** Profit or loss. Unit: USD. */
  | 'PNL'
  /** Profit by day. Unit: series. */
  | 'PNL_SERIES'
  /** Prescience. Unit: USD per share. */
  | 'PRESCIENCE'
  /** Profit factor. Unit: ratio. */
  | 'PROFIT_FACTOR'
  /** Realized profit or loss. Unit: USD. */
  | 'REALIZED_PNL'
  /** Return on investment. Unit: fraction. */
  | 'ROI'
  /** Volume in shares. Unit: shares. */
  | 'SHARE_VOLUME'
  /** Sharpe ratio. Unit: ratio. */
  | 'SHARPE_RATIO'
  /** Variation of size. Unit: ratio. */
  | 'SIZE_VARIATION'
  /** Sortino ratio. Unit: ratio. */
  | 'SORTINO_RATIO'
  /** Strategy. Unit: label. */
  | 'STRATEGY'
  /** Total bought. Unit: USD. */
  | 'TOTAL_BOUGHT'
  /** Trades. Unit: count. */
  | 'TRADE_COUNT'
  /** Unrealized profit or loss. Unit: USD. */
  | 'UNREALIZED_PNL'
  /** Verdict. Unit: label. */
  | 'VERDICT'
  /** Volume. Unit: USD. */
  | 'VOLUME'
  /** Wins. Unit: count. */
  | 'WINS'
  /** Win rate. Unit: fraction. */
  | 'WIN_RATE'
  /** Win rate, 95% interval. Unit: fraction. */
  | 'WIN_RATE_INTERVAL'
  /** Worst markets. Unit: series. */
  | 'WORST_MARKETS';

/** A period of UTC days ending on the day of the cutoff. */
export type Period =
  /** All time, from the ledger's first event. */
  | 'ALL'
  /** The UTC day of the cutoff and the 6 days before it. */
  | 'DAYS_7'
  /** The UTC day of the cutoff and the 29 days before it. */
  | 'DAYS_30'
  /** The UTC day of the cutoff and the 89 days before it. */
  | 'DAYS_90';

/** How a position ended. The ledger resolves this by day: shares sold on the day of the resolution count as held. */
export type PositionResult =
  /** The market resolved, and shares pay nothing. */
  | 'LOST'
  /** All shares left before the resolution without a sale, for dollars: full sets were merged or redeemed. */
  | 'MERGED'
  /** The market resolved, and each share pays part of a dollar. */
  | 'MIXED'
  /** All shares left before the resolution for no dollars: transferred or converted. */
  | 'MOVED'
  /** All shares left before the resolution, some of them by sales. Untracked sales count. */
  | 'SOLD'
  /** The market resolved, and each share pays 1 USD. */
  | 'WON';

/** Status of a position. */
export type PositionStatus =
  /** No shares are held, or the market is resolved. */
  | 'CLOSED'
  /** Shares are held, and the market is not resolved. */
  | 'OPEN';

/** The leaderboards whose top 100 qualify a trader for whale alerts. */
export type QualifyingBoard =
  /** The leaderboard `consistent-all`: Consistency, all time. */
  | 'CONSISTENT_ALL'
  /** The leaderboard `copyable-all`: Copyability, all time. */
  | 'COPYABLE_ALL'
  /** The leaderboard `prescience-all`: Prescience, all time. */
  | 'PRESCIENCE_ALL';

/** Outcomes of a signal. */
export type SignalOutcome =
  /** A share of its side paid nothing. */
  | 'LOST'
  /** The market has not resolved. */
  | 'OPEN'
  /** The market paid both sides something. */
  | 'VOID'
  /** A share of its side paid $1. */
  | 'WON';

/** The cohorts: up to 100 traders each, fixed every ISO week on Monday at 00:00 UTC. */
export type SmartCohort =
  /** The 100 most profitable traders who hold at least 80% of the shares they buy to resolution, with at least 80% of fills BUYs and at least 10 decided units. */
  | 'HIGH_CONVICTION'
  /** The top 100 of the leaderboard consistent-all. */
  | 'MOST_CONSISTENT'
  /** The top 100 of the leaderboard pnl-all. */
  | 'TOP_PNL';

/** Strategy classes; the first matching class applies. */
export type StrategyName =
  /** Many categories, none dominant. */
  | 'DIVERSIFIED'
  /** None of the others. */
  | 'GENERAL'
  /** Many fills a day, and many per market. */
  | 'HIGH_FREQUENCY'
  /** Mostly maker, many fills a day. */
  | 'MARKET_MAKER'
  /** Few markets, high win rate. */
  | 'SNIPER'
  /** Mostly one category. */
  | 'SPECIALIST';

/** The leaderboard tabs: the numbers that traders are ranked by. Each tab has one leaderboard per period. */
export type Tab =
  /** Consistency: the metric `consistent`, highest first. Eligible: at least 8 active ISO weeks and a profit in the period. */
  | 'CONSISTENT'
  /** Copyability: the metric `copyable`, highest first. Eligible: no bot, at least 20 decided units, a profit, and buys at least 60% of fills. */
  | 'COPYABLE'
  /** Profit and loss: the metric `pnl`, highest first. Eligible: at least 1 trade in the period. */
  | 'PNL'
  /** Prescience: the metric `prescience`, highest first. Eligible: at least 20 counting fills in at least 10 markets. */
  | 'PRESCIENCE'
  /** Return on capital: the metric `roi`, highest first. Eligible: at least $100 of volume in the period. */
  | 'ROI'
  /** Risk-adjusted return: the metric `sharpeRatio`, highest first. Eligible: at least 20 units decided in the period, 10 of them at a cost of $1 or more. */
  | 'SHARPE'
  /** Volume: the metric `volume`, highest first. Eligible: at least 1 trade in the period. */
  | 'VOLUME';

/** How precisely an alert shows its time. */
export type TimePrecision =
  /** Floored to the UTC day. */
  | 'DAY'
  /** Floored to the hour. */
  | 'HOUR'
  /** Exact, to the second. */
  | 'SECOND'
  /** Floored to the week: Monday, 00:00 UTC. */
  | 'WEEK';

/** Side of a fill. */
export type TradeDirection =
  /** The trader bought shares of the outcome. */
  | 'BUY'
  /** The trader sold shares of the outcome. */
  | 'SELL';

/** The verdict of the skill test. */
export type Verdict =
  /** Neither; always the case below 30 decided units with a cost. */
  | 'CANNOT_TELL'
  /** The q-value is below 0.05, and the edge's whole interval is above 0. */
  | 'SKILLED'
  /** The edge's whole interval is below 0. */
  | 'UNSKILLED';

export type SpentBudgetQueryVariables = Exact<{ [key: string]: never; }>;


export type SpentBudgetQuery = { rateLimit: { limit: number, remaining: number, resetAt: string } | null };

export type CreateKeyMutationVariables = Exact<{
  name: string;
  expiresAt?: string | null | undefined;
}>;


export type CreateKeyMutation = { createApiKey: { once: string } };

export type RotateKeyMutationVariables = Exact<{
  id: string | number;
  graceSeconds?: number | null | undefined;
}>;


export type RotateKeyMutation = { rotateApiKey: { once: string } };

export type RevokeKeyMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeKeyMutation = { revokeApiKey: { apiKey: { id: string } } };

export type CreateLinkMutationVariables = Exact<{
  path: string;
  name: string;
  expiresAt?: string | null | undefined;
}>;


export type CreateLinkMutation = { createLink: { once: string } };

export type RevokeLinkMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeLinkMutation = { revokeLink: { link: { id: string } } };

export type UpdateChannelsMutationVariables = Exact<{
  channels: Array<AlertChannelInput> | AlertChannelInput;
}>;


export type UpdateChannelsMutation = { updateAlertChannels: { secrets: Array<{ once: string }> } };

export type WriteAlertConfigMutationVariables = Exact<{
  minUsd?: number | null | undefined;
  direction?: TradeDirection | null | undefined;
  categories?: Array<MarketCategory> | MarketCategory | null | undefined;
  qualifying?: Array<QualifyingBoard> | QualifyingBoard | null | undefined;
  wallets?: Array<string> | string | null | undefined;
  channels: Array<AlertChannelInput> | AlertChannelInput;
}>;


export type WriteAlertConfigMutation = { updateWhaleAlertConfig: { secrets: Array<{ once: string }> } };

export type ConfirmChannelMutationVariables = Exact<{
  id: string | number;
  code: string;
}>;


export type ConfirmChannelMutation = { confirmAlertChannel: { channel: { id: string } } };

export type ResumeChannelMutationVariables = Exact<{
  id: string | number;
}>;


export type ResumeChannelMutation = { resumeAlertChannel: { channel: { id: string } } };

export type TestChannelMutationVariables = Exact<{
  id: string | number;
}>;


export type TestChannelMutation = { testAlertChannel: { channel: { id: string } } };

export type RotateChannelSecretMutationVariables = Exact<{
  id: string | number;
}>;


export type RotateChannelSecretMutation = { rotateWebhookSecret: { once: string } };

export type FollowAMarketMutationVariables = Exact<{
  market: string;
  outcome?: number | null | undefined;
  above?: number | null | undefined;
  below?: number | null | undefined;
  jump?: number | null | undefined;
  holderShare?: number | null | undefined;
  stance?: boolean | null | undefined;
}>;


export type FollowAMarketMutation = { followMarket: { market: { followedAt: string } } };

export type UnfollowAMarketMutationVariables = Exact<{
  market: string;
}>;


export type UnfollowAMarketMutation = { unfollowMarket: { wasFollowed: boolean } };

export type FollowABoardMutationVariables = Exact<{
  leaderboard: string;
  top?: number | null | undefined;
}>;


export type FollowABoardMutation = { followLeaderboard: { leaderboard: { followedAt: string } } };

export type UnfollowABoardMutationVariables = Exact<{
  leaderboard: string;
}>;


export type UnfollowABoardMutation = { unfollowLeaderboard: { wasFollowed: boolean } };

export type AccountPageQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountPageQuery = { viewer: { kind: CallerKind, tier: CallerTier, limit: number, account: { name: string, tier: CallerTier } | null, apiKeys: Array<{ id: string, name: string, prefix: string, state: ApiKeyState, createdAt: string, expiresAt: string | null, lastUsedAt: string | null }> | null, links: Array<{ id: string, name: string, path: string, state: ApiKeyState, createdAt: string, expiresAt: string, lastUsedAt: string | null }> | null, alertChannels: Array<{ id: string, kind: AlertChannelKind, target: string, state: AlertChannelState, reason: string | null, failures: number }> | null, watchlist: { walletLimit: number, marketLimit: number, leaderboardLimit: number, wallets: { totalCount: number, nodes: Array<{ address: string, minUsd: number, categories: Array<MarketCategory>, side: TradeDirection | null, quietFrom: string | null, quietTo: string | null, timeZone: string | null, followedAt: string, trader: { username: string | null } | null }> }, markets: { totalCount: number, nodes: Array<{ condition: string, outcome: number, above: number | null, below: number | null, jump: number | null, holderShare: number | null, stance: boolean, quietFrom: string | null, quietTo: string | null, timeZone: string | null, followedAt: string, market: { question: string | null, outcomes: Array<{ index: number, name: string | null }> } | null }> }, leaderboards: { totalCount: number, nodes: Array<{ leaderboardId: string, top: number, quietFrom: string | null, quietTo: string | null, timeZone: string | null, followedAt: string, leaderboard: { title: string } | null }> } } | null } };

export type AccountAlertsQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountAlertsQuery = { whaleAlertConfig: { minUsd: number, direction: TradeDirection | null, categories: Array<MarketCategory>, qualifying: Array<QualifyingBoard>, wallets: Array<string>, delivers: boolean } | null };

export type HomePageQueryVariables = Exact<{ [key: string]: never; }>;


export type HomePageQuery = { service: { cutoff: { time: string }, snapshot: { firstDay: string, events: number }, coverage: { traders: number } }, week: { entries: { nodes: Array<{ rank: number, address: string | null, username: string | null, value: number | null }> } } | null, all: { entries: { nodes: Array<{ rank: number, address: string | null, username: string | null, value: number | null }> } } | null, roi: { entries: { nodes: Array<{ rank: number, address: string | null, username: string | null, value: number | null }> } } | null, consistent: { entries: { nodes: Array<{ rank: number, address: string | null, username: string | null, value: number | null }> } } | null, volume: { entries: { nodes: Array<{ rank: number, address: string | null, username: string | null, value: number | null }> } } | null };

export type GlanceRowFragment = { rank: number, address: string | null, username: string | null, value: number | null };

export type ShellFragment = { service: { simulation: boolean, cutoff: { block: number | null, time: string } } };

export type ShellQueryVariables = Exact<{ [key: string]: never; }>;


export type ShellQuery = { service: { simulation: boolean, cutoff: { block: number | null, time: string } } };

export type LeaderboardPageQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
  excludeBots?: boolean | null | undefined;
  minVolume?: number | null | undefined;
  minTrades?: number | null | undefined;
  coverage?: CoverageFilter | null | undefined;
  asOf?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  category?: MarketCategory | null | undefined;
  spark: Period;
}>;


export type LeaderboardPageQuery = { leaderboard: { id: string, tab: Tab, period: Period | null, category: MarketCategory | null, title: string, description: string, metric: MetricId, access: BoardAccess, window: { from: string, to: string } | null, cutoff: { time: string }, entries: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ rank: number, previousRank: number | null, address: string | null, username: string | null, verifiedBadge: boolean | null, value: number | null, pnl: number | null, realizedPnl: number | null, volume: number | null, roi: number | null, winRate: number | null, marketCount: number | null, sharpeRatio: number | null, botProbability: number | null, isBot: boolean | null, coverage: Coverage | null, trader: { pnlSeries: Array<{ pnl: number }>, analytics: { skill: { verdict: Verdict, edge: number | null, edgeInterval: { low: number, high: number } | null } } | null } | null }> } } | null };

export type BoardRowFragment = { rank: number, previousRank: number | null, address: string | null, username: string | null, verifiedBadge: boolean | null, value: number | null, pnl: number | null, realizedPnl: number | null, volume: number | null, roi: number | null, winRate: number | null, marketCount: number | null, sharpeRatio: number | null, botProbability: number | null, isBot: boolean | null, coverage: Coverage | null, trader: { pnlSeries: Array<{ pnl: number }>, analytics: { skill: { verdict: Verdict, edge: number | null, edgeInterval: { low: number, high: number } | null } } | null } | null };

export type MarketPageQueryVariables = Exact<{
  id: string;
  asOf?: string | null | undefined;
  by: FlowGrouping;
  days: number;
}>;


export type MarketPageQuery = { market: { condition: string, question: string | null, slug: string | null, category: MarketCategory | null, tags: Array<string>, status: MarketStatus, endsAt: string | null, resolvedAt: string | null, volume: number | null, openInterest: number | null, traderCount: number, event: { title: string | null, markets: { totalCount: number, nodes: Array<{ condition: string, question: string | null, outcomes: Array<{ price: number | null }> }> } } | null, outcomes: Array<{ index: number, name: string | null, price: number | null, priceDayAgo: number | null, payout: number | null, winner: boolean | null }>, smartMoney: { snapshotDate: string, condition: string, question: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome | null, return: number | null } | null, prices: { nodes: Array<{ time: string, close: number | null, volume: number | null }> }, flow: { from: string, to: string, groups: Array<{ group: FlowGroup, traders: number, netUsd: number, boughtUsd: number, soldUsd: number, outcome: { index: number } }> }, yes: { totalCount: number, nodes: Array<{ address: string, username: string | null, shares: number, share: number, averagePrice: number, value: number | null, unrealizedPnl: number | null }> }, no: { totalCount: number, nodes: Array<{ address: string, username: string | null, shares: number, share: number, averagePrice: number, value: number | null, unrealizedPnl: number | null }> }, winners: { nodes: Array<{ address: string, username: string | null, pnl: number, tradeCount: number }> }, losers: { nodes: Array<{ address: string, username: string | null, pnl: number, tradeCount: number }> } } | null };

export type FlowRowFragment = { group: FlowGroup, traders: number, netUsd: number, boughtUsd: number, soldUsd: number, outcome: { index: number } };

export type HolderColumnFragment = { totalCount: number, nodes: Array<{ address: string, username: string | null, shares: number, share: number, averagePrice: number, value: number | null, unrealizedPnl: number | null }> };

export type MarketResultRowFragment = { address: string, username: string | null, pnl: number, tradeCount: number };

export type MarketTradesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
  asOf?: string | null | undefined;
}>;


export type MarketTradesQuery = { market: { trades: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ time: string, side: TradeDirection, outcome: string | null, price: number, usd: number, trader: { address: string, username: string | null } | null }> } } | null };

export type MarketAlertsQueryVariables = Exact<{
  id: string | number;
  first: number;
}>;


export type MarketAlertsQuery = { whaleAlerts: { nodes: Array<{ outcome: string | null, price: number | null, time: string, direction: TradeDirection, usd: number }> } };

export type MarketsPageQueryVariables = Exact<{
  query?: string | null | undefined;
  category?: MarketCategory | null | undefined;
  status?: MarketStatus | null | undefined;
  minVolume?: number | null | undefined;
  orderBy?: MarketOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type MarketsPageQuery = { markets: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ condition: string, question: string | null, category: MarketCategory | null, status: MarketStatus, endsAt: string | null, volume: number | null, outcomes: Array<{ index: number, name: string | null, price: number | null, priceDayAgo: number | null, winner: boolean | null }> }> } };

export type ListedMarketRowFragment = { condition: string, question: string | null, category: MarketCategory | null, status: MarketStatus, endsAt: string | null, volume: number | null, outcomes: Array<{ index: number, name: string | null, price: number | null, priceDayAgo: number | null, winner: boolean | null }> };

export type SearchPageQueryVariables = Exact<{
  q?: string | null | undefined;
}>;


export type SearchPageQuery = { traders: { nodes: Array<{ address: string, username: string | null, pnl: number }> }, markets: { nodes: Array<{ condition: string, question: string | null, category: MarketCategory | null, status: MarketStatus, endsAt: string | null, volume: number | null, outcomes: Array<{ index: number, name: string | null, price: number | null, priceDayAgo: number | null, winner: boolean | null }> }> } };

export type SmartMoneyPageQueryVariables = Exact<{
  cohort?: SmartCohort | null | undefined;
  asOf?: string | null | undefined;
}>;


export type SmartMoneyPageQuery = { smartMoney: { cohort: SmartCohort, cohortSize: number, snapshotDate: string, cutoff: { time: string }, categories: Array<{ category: MarketCategory | null, snapshotDate: string | null, markets: number | null, value: number | null, yesShare: number | null, divergence: number | null }>, weeklyPick: { snapshotDate: string, condition: string, question: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome | null, return: number | null } | null, markets: Array<{ snapshotDate: string, condition: string, question: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome | null, return: number | null }>, consensusMarkets: Array<{ snapshotDate: string, condition: string, question: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome | null, return: number | null }> | null } };

export type ShownSignalFragment = { snapshotDate: string, condition: string, question: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome | null, return: number | null };

export type SmartMoneyTimelineQueryVariables = Exact<{
  cohort?: SmartCohort | null | undefined;
}>;


export type SmartMoneyTimelineQuery = { smartMoneyHighlights: Array<{ snapshotDate: string, condition: string, question: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome | null, return: number | null }> };

export type SmartMoneyRecordQueryVariables = Exact<{
  cohort?: SmartCohort | null | undefined;
}>;


export type SmartMoneyRecordQuery = { smartMoneyHistory: { performance: { signals: number, won: number, lost: number, voided: number, open: number, hitRate: number | null, impliedRate: number | null, meanReturn: number | null, medianReturn: number | null, hitRateInterval: { low: number, high: number } | null } } | null };

export type WeeklyPickQueryVariables = Exact<{ [key: string]: never; }>;


export type WeeklyPickQuery = { smartMoney: { snapshotDate: string, weeklyPick: { snapshotDate: string, condition: string, question: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome | null, return: number | null } | null } };

export type FollowedQueryVariables = Exact<{
  address: string;
}>;


export type FollowedQuery = { viewer: { watchlist: { wallet: { followedAt: string } | null } | null } };

export type FollowedMarketsQueryVariables = Exact<{ [key: string]: never; }>;


export type FollowedMarketsQuery = { viewer: { watchlist: { markets: { nodes: Array<{ condition: string }> } } | null } };

export type FollowAWalletMutationVariables = Exact<{
  address: string;
}>;


export type FollowAWalletMutation = { followWallet: { wallet: { followedAt: string } } };

export type UnfollowAWalletMutationVariables = Exact<{
  address: string;
}>;


export type UnfollowAWalletMutation = { unfollowWallet: { wasFollowed: boolean } };

export type TraderPageQueryVariables = Exact<{
  address: string;
  asOf?: string | null | undefined;
}>;


export type TraderPageQuery = { trader: { address: string, username: string | null, xUsername: string | null, verifiedBadge: boolean, bio: string | null, memberSince: string, pnl: number, realizedPnl: number, unrealizedPnl: number, pnlOfficial: number | null, usdVolume: number, tradeCount: number, marketCount: number, roi: number | null, winRate: number | null, wins: number, losses: number, sharpeRatio: number | null, profitFactor: number | null, maxDrawdown: number | null, maxDrawdownPct: number | null, botProbability: number | null, isBot: boolean, coverage: Coverage, winRateInterval: { low: number, high: number } | null, cutoff: { time: string }, pnlSeries: Array<{ day: string, pnl: number, realizedPnl: number }>, ranks: Array<{ tab: Tab, period: Period, rank: number, entryCount: number, leaderboard: string }>, open: { totalCount: number }, closed: { totalCount: number }, analytics: { skill: { units: number, edge: number | null, edgePValue: number | null, edgeQValue: number | null, verdict: Verdict, edgeInterval: { low: number, high: number } | null }, attribution: { byCategory: Array<{ name: string, units: number, winRate: number | null, pnl: number }> }, behavior: { hourHistogram: Array<number>, makerRatio: number | null, holdingTime: number | null }, calibration: Array<{ count: number, meanPrice: number | null, outcomeRate: number | null, interval: { low: number, high: number } | null }>, bestMarkets: Array<{ condition: string | null, question: string | null, pnl: number }>, worstMarkets: Array<{ condition: string | null, question: string | null, pnl: number }>, strategy: { name: StrategyName, rule: string } } | null } | null };

export type RankOnABoardFragment = { tab: Tab, period: Period, rank: number, entryCount: number, leaderboard: string };

export type PictureOfATraderFragment = { skill: { units: number, edge: number | null, edgePValue: number | null, edgeQValue: number | null, verdict: Verdict, edgeInterval: { low: number, high: number } | null }, attribution: { byCategory: Array<{ name: string, units: number, winRate: number | null, pnl: number }> }, behavior: { hourHistogram: Array<number>, makerRatio: number | null, holdingTime: number | null }, calibration: Array<{ count: number, meanPrice: number | null, outcomeRate: number | null, interval: { low: number, high: number } | null }>, bestMarkets: Array<{ condition: string | null, question: string | null, pnl: number }>, worstMarkets: Array<{ condition: string | null, question: string | null, pnl: number }>, strategy: { name: StrategyName, rule: string } };

export type ResultInMarketFragment = { condition: string | null, question: string | null, pnl: number };

export type TraderPositionsListQueryVariables = Exact<{
  address: string;
  status: PositionStatus;
  after?: string | null | undefined;
  asOf?: string | null | undefined;
}>;


export type TraderPositionsListQuery = { trader: { positions: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ outcome: string | null, status: PositionStatus, result: PositionResult | null, shares: number, averagePrice: number | null, price: number | null, value: number, realizedPnl: number, unrealizedPnl: number, closedOn: string | null, market: { condition: string, question: string | null } | null }> } } | null };

export type OnwardFragment = { hasNextPage: boolean, endCursor: string | null };

export type HeldPositionFragment = { outcome: string | null, status: PositionStatus, result: PositionResult | null, shares: number, averagePrice: number | null, price: number | null, value: number, realizedPnl: number, unrealizedPnl: number, closedOn: string | null, market: { condition: string, question: string | null } | null };

export type TraderTradesListQueryVariables = Exact<{
  address: string;
  after?: string | null | undefined;
  asOf?: string | null | undefined;
}>;


export type TraderTradesListQuery = { trader: { trades: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ time: string, side: TradeDirection, role: FillRole | null, outcome: string | null, shares: number, price: number, usd: number, tx: string | null, market: { condition: string, question: string | null } | null }> } } | null };

export type ListedTradeFragment = { time: string, side: TradeDirection, role: FillRole | null, outcome: string | null, shares: number, price: number, usd: number, tx: string | null, market: { condition: string, question: string | null } | null };

export type TraderActivityListQueryVariables = Exact<{
  address: string;
  after?: string | null | undefined;
  asOf?: string | null | undefined;
}>;


export type TraderActivityListQuery = { trader: { activity: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
        | { __typename: 'Conversion', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null }
        | { __typename: 'Income', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null }
        | { __typename: 'Merge', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null }
        | { __typename: 'Redemption', payout: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null }
        | { __typename: 'Split', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null }
        | { __typename: 'Trade', side: TradeDirection, outcome: string | null, shares: number, price: number, usd: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null }
        | { __typename: 'Transfer', shares: number, outcome: string | null, time: string, tx: string | null, trader: { address: string, username: string | null } | null, receiver: { address: string, username: string | null } | null, market: { condition: string, question: string | null } | null }
      > } } | null };

type DoneEvent_Conversion_Fragment = { __typename: 'Conversion', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null };

type DoneEvent_Income_Fragment = { __typename: 'Income', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null };

type DoneEvent_Merge_Fragment = { __typename: 'Merge', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null };

type DoneEvent_Redemption_Fragment = { __typename: 'Redemption', payout: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null };

type DoneEvent_Split_Fragment = { __typename: 'Split', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null };

type DoneEvent_Trade_Fragment = { __typename: 'Trade', side: TradeDirection, outcome: string | null, shares: number, price: number, usd: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null };

type DoneEvent_Transfer_Fragment = { __typename: 'Transfer', shares: number, outcome: string | null, time: string, tx: string | null, trader: { address: string, username: string | null } | null, receiver: { address: string, username: string | null } | null, market: { condition: string, question: string | null } | null };

export type DoneEventFragment =
  | DoneEvent_Conversion_Fragment
  | DoneEvent_Income_Fragment
  | DoneEvent_Merge_Fragment
  | DoneEvent_Redemption_Fragment
  | DoneEvent_Split_Fragment
  | DoneEvent_Trade_Fragment
  | DoneEvent_Transfer_Fragment
;

export type WhalesPageQueryVariables = Exact<{
  category?: MarketCategory | null | undefined;
  minUsd?: number | null | undefined;
  direction?: TradeDirection | null | undefined;
  qualifying?: QualifyingBoard | null | undefined;
  wallet?: string | null | undefined;
  market?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type WhalesPageQuery = { whaleAlerts: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, label: string | null, address: string | null, username: string | null, direction: TradeDirection, outcome: string | null, category: MarketCategory | null, usd: number, price: number | null, time: string, timePrecision: TimePrecision, qualifying: Array<QualifyingBoard> | null, markAfterDay: number | null, payout: number | null, market: { condition: string, question: string | null } | null }> } };

export type FeedAlertFragment = { id: string, label: string | null, address: string | null, username: string | null, direction: TradeDirection, outcome: string | null, category: MarketCategory | null, usd: number, price: number | null, time: string, timePrecision: TimePrecision, qualifying: Array<QualifyingBoard> | null, markAfterDay: number | null, payout: number | null, market: { condition: string, question: string | null } | null };

export type RadarRecordQueryVariables = Exact<{ [key: string]: never; }>;


export type RadarRecordQuery = { whaleRadarRecord: { until: string, all: { board: QualifyingBoard | null, alerts: number, decided: number, hitRate: number | null, impliedRate: number | null, markoutAfterDay: number | null, hitRateInterval: { low: number, high: number } | null }, boards: Array<{ board: QualifyingBoard | null, alerts: number, decided: number, hitRate: number | null, impliedRate: number | null, markoutAfterDay: number | null, hitRateInterval: { low: number, high: number } | null }> } };

export type RadarNumbersFragment = { board: QualifyingBoard | null, alerts: number, decided: number, hitRate: number | null, impliedRate: number | null, markoutAfterDay: number | null, hitRateInterval: { low: number, high: number } | null };

export type NewestAlertsQueryVariables = Exact<{
  first: number;
}>;


export type NewestAlertsQuery = { whaleAlerts: { nodes: Array<{ id: string, label: string | null, address: string | null, username: string | null, direction: TradeDirection, outcome: string | null, category: MarketCategory | null, usd: number, price: number | null, time: string, timePrecision: TimePrecision, qualifying: Array<QualifyingBoard> | null, markAfterDay: number | null, payout: number | null, market: { condition: string, question: string | null } | null }> } };

export type NotableAlertsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotableAlertsQuery = { whaleShowcase: Array<{ move: number | null, priceNow: number | null, alert: { id: string, label: string | null, address: string | null, username: string | null, direction: TradeDirection, outcome: string | null, category: MarketCategory | null, usd: number, price: number | null, time: string, timePrecision: TimePrecision, qualifying: Array<QualifyingBoard> | null, markAfterDay: number | null, payout: number | null, market: { condition: string, question: string | null } | null } }> };

export type FreshAlertsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FreshAlertsSubscription = { whaleAlerts: { id: string } };

export const GlanceRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GlanceRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LeaderboardEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]} as unknown as DocumentNode<GlanceRowFragment, unknown>;
export const ShellFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Shell"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Query"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"service"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"simulation"}},{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"block"}},{"kind":"Field","name":{"kind":"Name","value":"time"}}]}}]}}]}}]} as unknown as DocumentNode<ShellFragment, unknown>;
export const BoardRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BoardRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LeaderboardEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"previousRank"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"marketCount"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}},{"kind":"Field","name":{"kind":"Name","value":"botProbability"}},{"kind":"Field","name":{"kind":"Name","value":"isBot"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"}},{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pnlSeries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"Variable","name":{"kind":"Name","value":"spark"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"analytics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"skill"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"edge"}},{"kind":"Field","name":{"kind":"Name","value":"edgeInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<BoardRowFragment, unknown>;
export const FlowRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FlowRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GroupFlow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}}]}},{"kind":"Field","name":{"kind":"Name","value":"traders"}},{"kind":"Field","name":{"kind":"Name","value":"netUsd"}},{"kind":"Field","name":{"kind":"Name","value":"boughtUsd"}},{"kind":"Field","name":{"kind":"Name","value":"soldUsd"}}]}}]} as unknown as DocumentNode<FlowRowFragment, unknown>;
export const HolderColumnFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HolderColumn"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HolderConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"averagePrice"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"unrealizedPnl"}}]}}]}}]} as unknown as DocumentNode<HolderColumnFragment, unknown>;
export const MarketResultRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MarketResultRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketTrader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"tradeCount"}}]}}]} as unknown as DocumentNode<MarketResultRowFragment, unknown>;
export const ListedMarketRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListedMarketRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Market"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"endsAt"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"priceDayAgo"}},{"kind":"Field","name":{"kind":"Name","value":"winner"}}]}}]}}]} as unknown as DocumentNode<ListedMarketRowFragment, unknown>;
export const ShownSignalFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownSignal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Signal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"snapshotDate"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"yesName"}},{"kind":"Field","name":{"kind":"Name","value":"noName"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"yesShare"}},{"kind":"Field","name":{"kind":"Name","value":"divergence"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"members"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"return"}}]}}]} as unknown as DocumentNode<ShownSignalFragment, unknown>;
export const RankOnABoardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RankOnABoard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TraderRank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"leaderboard"},"name":{"kind":"Name","value":"leaderboardId"}},{"kind":"Field","name":{"kind":"Name","value":"tab"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"entryCount"}}]}}]} as unknown as DocumentNode<RankOnABoardFragment, unknown>;
export const ResultInMarketFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResultInMarket"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}}]} as unknown as DocumentNode<ResultInMarketFragment, unknown>;
export const PictureOfATraderFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PictureOfATrader"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TraderAnalytics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"skill"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"edge"}},{"kind":"Field","name":{"kind":"Name","value":"edgeInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edgePValue"}},{"kind":"Field","name":{"kind":"Name","value":"edgeQValue"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}}]}},{"kind":"Field","name":{"kind":"Name","value":"attribution"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"byCategory"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"behavior"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hourHistogram"}},{"kind":"Field","name":{"kind":"Name","value":"makerRatio"}},{"kind":"Field","name":{"kind":"Name","value":"holdingTime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"calibration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"meanPrice"}},{"kind":"Field","name":{"kind":"Name","value":"outcomeRate"}},{"kind":"Field","name":{"kind":"Name","value":"interval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"bestMarkets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ResultInMarket"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worstMarkets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ResultInMarket"}}]}},{"kind":"Field","name":{"kind":"Name","value":"strategy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResultInMarket"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}}]} as unknown as DocumentNode<PictureOfATraderFragment, unknown>;
export const OnwardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Onward"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<OnwardFragment, unknown>;
export const HeldPositionFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeldPosition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Position"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"result"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"averagePrice"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"unrealizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"closedOn"}}]}}]} as unknown as DocumentNode<HeldPositionFragment, unknown>;
export const ListedTradeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListedTrade"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"tx"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}}]}}]} as unknown as DocumentNode<ListedTradeFragment, unknown>;
export const DoneEventFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DoneEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LedgerEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"tx"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Split"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Merge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conversion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Redemption"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"payout"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Income"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transfer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"receiver"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}}]} as unknown as DocumentNode<DoneEventFragment, unknown>;
export const FeedAlertFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FeedAlert"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WhaleAlert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"timePrecision"}},{"kind":"Field","name":{"kind":"Name","value":"qualifying"}},{"kind":"Field","name":{"kind":"Name","value":"markAfterDay"}},{"kind":"Field","name":{"kind":"Name","value":"payout"}}]}}]} as unknown as DocumentNode<FeedAlertFragment, unknown>;
export const RadarNumbersFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RadarNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RadarBoardRecord"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"board"}},{"kind":"Field","name":{"kind":"Name","value":"alerts"}},{"kind":"Field","name":{"kind":"Name","value":"decided"}},{"kind":"Field","name":{"kind":"Name","value":"hitRate"}},{"kind":"Field","name":{"kind":"Name","value":"hitRateInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"impliedRate"}},{"kind":"Field","name":{"kind":"Name","value":"markoutAfterDay"}}]}}]} as unknown as DocumentNode<RadarNumbersFragment, unknown>;
export const SpentBudgetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SpentBudget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rateLimit"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"remaining"}},{"kind":"Field","name":{"kind":"Name","value":"resetAt"}}]}}]}}]} as unknown as DocumentNode<SpentBudgetQuery, SpentBudgetQueryVariables>;
export const CreateKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expiresAt"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"expiresAt"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expiresAt"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"once"},"name":{"kind":"Name","value":"key"}}]}}]}}]} as unknown as DocumentNode<CreateKeyMutation, CreateKeyMutationVariables>;
export const RotateKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"graceSeconds"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rotateApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"graceSeconds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"graceSeconds"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"once"},"name":{"kind":"Name","value":"key"}}]}}]}}]} as unknown as DocumentNode<RotateKeyMutation, RotateKeyMutationVariables>;
export const RevokeKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<RevokeKeyMutation, RevokeKeyMutationVariables>;
export const CreateLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"path"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expiresAt"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createLink"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"path"},"value":{"kind":"Variable","name":{"kind":"Name","value":"path"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"expiresAt"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expiresAt"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"once"},"name":{"kind":"Name","value":"url"}}]}}]}}]} as unknown as DocumentNode<CreateLinkMutation, CreateLinkMutationVariables>;
export const RevokeLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeLink"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"link"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<RevokeLinkMutation, RevokeLinkMutationVariables>;
export const UpdateChannelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateChannels"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"channels"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AlertChannelInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateAlertChannels"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"channels"},"value":{"kind":"Variable","name":{"kind":"Name","value":"channels"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secrets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"once"},"name":{"kind":"Name","value":"secret"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateChannelsMutation, UpdateChannelsMutationVariables>;
export const WriteAlertConfigDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"WriteAlertConfig"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"minUsd"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"direction"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TradeDirection"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"categories"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MarketCategory"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"qualifying"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"QualifyingBoard"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"wallets"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"channels"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AlertChannelInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateWhaleAlertConfig"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"minUsd"},"value":{"kind":"Variable","name":{"kind":"Name","value":"minUsd"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"Variable","name":{"kind":"Name","value":"direction"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"categories"},"value":{"kind":"Variable","name":{"kind":"Name","value":"categories"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"qualifying"},"value":{"kind":"Variable","name":{"kind":"Name","value":"qualifying"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"wallets"},"value":{"kind":"Variable","name":{"kind":"Name","value":"wallets"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"channels"},"value":{"kind":"Variable","name":{"kind":"Name","value":"channels"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secrets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"once"},"name":{"kind":"Name","value":"secret"}}]}}]}}]}}]} as unknown as DocumentNode<WriteAlertConfigMutation, WriteAlertConfigMutationVariables>;
export const ConfirmChannelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmChannel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confirmAlertChannel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channel"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<ConfirmChannelMutation, ConfirmChannelMutationVariables>;
export const ResumeChannelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResumeChannel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resumeAlertChannel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channel"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<ResumeChannelMutation, ResumeChannelMutationVariables>;
export const TestChannelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TestChannel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"testAlertChannel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channel"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<TestChannelMutation, TestChannelMutationVariables>;
export const RotateChannelSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateChannelSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rotateWebhookSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"once"},"name":{"kind":"Name","value":"secret"}}]}}]}}]} as unknown as DocumentNode<RotateChannelSecretMutation, RotateChannelSecretMutationVariables>;
export const FollowAMarketDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"FollowAMarket"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"market"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"outcome"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"above"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"below"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"jump"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"holderShare"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"stance"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"followMarket"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"market"},"value":{"kind":"Variable","name":{"kind":"Name","value":"market"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"outcome"},"value":{"kind":"Variable","name":{"kind":"Name","value":"outcome"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"above"},"value":{"kind":"Variable","name":{"kind":"Name","value":"above"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"below"},"value":{"kind":"Variable","name":{"kind":"Name","value":"below"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"jump"},"value":{"kind":"Variable","name":{"kind":"Name","value":"jump"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"holderShare"},"value":{"kind":"Variable","name":{"kind":"Name","value":"holderShare"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"stance"},"value":{"kind":"Variable","name":{"kind":"Name","value":"stance"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"followedAt"}}]}}]}}]}}]} as unknown as DocumentNode<FollowAMarketMutation, FollowAMarketMutationVariables>;
export const UnfollowAMarketDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnfollowAMarket"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"market"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unfollowMarket"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"market"},"value":{"kind":"Variable","name":{"kind":"Name","value":"market"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wasFollowed"}}]}}]}}]} as unknown as DocumentNode<UnfollowAMarketMutation, UnfollowAMarketMutationVariables>;
export const FollowABoardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"FollowABoard"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"leaderboard"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"top"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"followLeaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"leaderboard"},"value":{"kind":"Variable","name":{"kind":"Name","value":"leaderboard"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"top"},"value":{"kind":"Variable","name":{"kind":"Name","value":"top"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leaderboard"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"followedAt"}}]}}]}}]}}]} as unknown as DocumentNode<FollowABoardMutation, FollowABoardMutationVariables>;
export const UnfollowABoardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnfollowABoard"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"leaderboard"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unfollowLeaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"leaderboard"},"value":{"kind":"Variable","name":{"kind":"Name","value":"leaderboard"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wasFollowed"}}]}}]}}]} as unknown as DocumentNode<UnfollowABoardMutation, UnfollowABoardMutationVariables>;
export const AccountPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AccountPage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}}]}},{"kind":"Field","name":{"kind":"Name","value":"apiKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"links"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"alertChannels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"failures"}}]}},{"kind":"Field","name":{"kind":"Name","value":"watchlist"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"walletLimit"}},{"kind":"Field","name":{"kind":"Name","value":"wallets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"minUsd"}},{"kind":"Field","name":{"kind":"Name","value":"categories"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"quietFrom"}},{"kind":"Field","name":{"kind":"Name","value":"quietTo"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"followedAt"}},{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"marketLimit"}},{"kind":"Field","name":{"kind":"Name","value":"markets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"above"}},{"kind":"Field","name":{"kind":"Name","value":"below"}},{"kind":"Field","name":{"kind":"Name","value":"jump"}},{"kind":"Field","name":{"kind":"Name","value":"holderShare"}},{"kind":"Field","name":{"kind":"Name","value":"stance"}},{"kind":"Field","name":{"kind":"Name","value":"quietFrom"}},{"kind":"Field","name":{"kind":"Name","value":"quietTo"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"followedAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"leaderboardLimit"}},{"kind":"Field","name":{"kind":"Name","value":"leaderboards"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leaderboardId"}},{"kind":"Field","name":{"kind":"Name","value":"leaderboard"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"top"}},{"kind":"Field","name":{"kind":"Name","value":"quietFrom"}},{"kind":"Field","name":{"kind":"Name","value":"quietTo"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"followedAt"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<AccountPageQuery, AccountPageQueryVariables>;
export const AccountAlertsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AccountAlerts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"whaleAlertConfig"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minUsd"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"categories"}},{"kind":"Field","name":{"kind":"Name","value":"qualifying"}},{"kind":"Field","name":{"kind":"Name","value":"wallets"}},{"kind":"Field","name":{"kind":"Name","value":"delivers"}}]}}]}}]} as unknown as DocumentNode<AccountAlertsQuery, AccountAlertsQueryVariables>;
export const HomePageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"HomePage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"service"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}}]}},{"kind":"Field","name":{"kind":"Name","value":"snapshot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstDay"}},{"kind":"Field","name":{"kind":"Name","value":"events"}}]}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traders"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"week"},"name":{"kind":"Name","value":"leaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"pnl-7d","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GlanceRow"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"all"},"name":{"kind":"Name","value":"leaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"pnl-all","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GlanceRow"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"roi"},"name":{"kind":"Name","value":"leaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"roi-30d","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GlanceRow"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"consistent"},"name":{"kind":"Name","value":"leaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"consistent-all","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GlanceRow"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"volume"},"name":{"kind":"Name","value":"leaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"volume-7d","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GlanceRow"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GlanceRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LeaderboardEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]} as unknown as DocumentNode<HomePageQuery, HomePageQueryVariables>;
export const ShellDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Shell"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Shell"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Shell"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Query"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"service"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"simulation"}},{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"block"}},{"kind":"Field","name":{"kind":"Name","value":"time"}}]}}]}}]}}]} as unknown as DocumentNode<ShellQuery, ShellQueryVariables>;
export const LeaderboardPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LeaderboardPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"excludeBots"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"minVolume"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"minTrades"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"coverage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"CoverageFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"category"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MarketCategory"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"spark"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Period"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}},{"kind":"Argument","name":{"kind":"Name","value":"window"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"category"},"value":{"kind":"Variable","name":{"kind":"Name","value":"category"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tab"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"window"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"metric"}},{"kind":"Field","name":{"kind":"Name","value":"access"}},{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}}]}},{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"excludeBots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"excludeBots"}}},{"kind":"Argument","name":{"kind":"Name","value":"minVolume"},"value":{"kind":"Variable","name":{"kind":"Name","value":"minVolume"}}},{"kind":"Argument","name":{"kind":"Name","value":"minTrades"},"value":{"kind":"Variable","name":{"kind":"Name","value":"minTrades"}}},{"kind":"Argument","name":{"kind":"Name","value":"coverage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"coverage"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BoardRow"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BoardRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LeaderboardEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"previousRank"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"marketCount"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}},{"kind":"Field","name":{"kind":"Name","value":"botProbability"}},{"kind":"Field","name":{"kind":"Name","value":"isBot"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"}},{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pnlSeries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"Variable","name":{"kind":"Name","value":"spark"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"analytics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"skill"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"edge"}},{"kind":"Field","name":{"kind":"Name","value":"edgeInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<LeaderboardPageQuery, LeaderboardPageQueryVariables>;
export const MarketPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MarketPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FlowGrouping"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"days"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"market"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"endsAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"openInterest"}},{"kind":"Field","name":{"kind":"Name","value":"traderCount"}},{"kind":"Field","name":{"kind":"Name","value":"event"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"markets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"priceDayAgo"}},{"kind":"Field","name":{"kind":"Name","value":"payout"}},{"kind":"Field","name":{"kind":"Name","value":"winner"}}]}},{"kind":"Field","name":{"kind":"Name","value":"smartMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownSignal"}}]}},{"kind":"Field","name":{"kind":"Name","value":"prices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"interval"},"value":{"kind":"EnumValue","value":"DAY"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"days"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"close"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"flow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FlowRow"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"yes"},"name":{"kind":"Name","value":"holders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"outcome"},"value":{"kind":"IntValue","value":"0"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"8"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HolderColumn"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"no"},"name":{"kind":"Name","value":"holders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"outcome"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"8"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HolderColumn"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"winners"},"name":{"kind":"Name","value":"topTraders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"EnumValue","value":"PROFIT"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MarketResultRow"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"losers"},"name":{"kind":"Name","value":"topTraders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"EnumValue","value":"LOSS"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MarketResultRow"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownSignal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Signal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"snapshotDate"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"yesName"}},{"kind":"Field","name":{"kind":"Name","value":"noName"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"yesShare"}},{"kind":"Field","name":{"kind":"Name","value":"divergence"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"members"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"return"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FlowRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GroupFlow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}}]}},{"kind":"Field","name":{"kind":"Name","value":"traders"}},{"kind":"Field","name":{"kind":"Name","value":"netUsd"}},{"kind":"Field","name":{"kind":"Name","value":"boughtUsd"}},{"kind":"Field","name":{"kind":"Name","value":"soldUsd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HolderColumn"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HolderConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"averagePrice"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"unrealizedPnl"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MarketResultRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketTrader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"tradeCount"}}]}}]} as unknown as DocumentNode<MarketPageQuery, MarketPageQueryVariables>;
export const MarketTradesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MarketTrades"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"market"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trades"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Onward"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Onward"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<MarketTradesQuery, MarketTradesQueryVariables>;
export const MarketAlertsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MarketAlerts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"whaleAlerts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"market"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}}]}}]}}]}}]} as unknown as DocumentNode<MarketAlertsQuery, MarketAlertsQueryVariables>;
export const MarketsPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MarketsPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"query"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"category"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MarketCategory"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"status"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MarketStatus"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"minVolume"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MarketOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"query"},"value":{"kind":"Variable","name":{"kind":"Name","value":"query"}}},{"kind":"Argument","name":{"kind":"Name","value":"category"},"value":{"kind":"Variable","name":{"kind":"Name","value":"category"}}},{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"Variable","name":{"kind":"Name","value":"status"}}},{"kind":"Argument","name":{"kind":"Name","value":"minVolume"},"value":{"kind":"Variable","name":{"kind":"Name","value":"minVolume"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"30"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Onward"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ListedMarketRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Onward"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListedMarketRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Market"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"endsAt"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"priceDayAgo"}},{"kind":"Field","name":{"kind":"Name","value":"winner"}}]}}]}}]} as unknown as DocumentNode<MarketsPageQuery, MarketsPageQueryVariables>;
export const SearchPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SearchPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"q"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"query"},"value":{"kind":"Variable","name":{"kind":"Name","value":"q"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"8"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"markets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"query"},"value":{"kind":"Variable","name":{"kind":"Name","value":"q"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"8"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ListedMarketRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListedMarketRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Market"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"endsAt"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"priceDayAgo"}},{"kind":"Field","name":{"kind":"Name","value":"winner"}}]}}]}}]} as unknown as DocumentNode<SearchPageQuery, SearchPageQueryVariables>;
export const SmartMoneyPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SmartMoneyPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cohort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SmartCohort"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"smartMoney"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cohort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cohort"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cohort"}},{"kind":"Field","name":{"kind":"Name","value":"cohortSize"}},{"kind":"Field","name":{"kind":"Name","value":"snapshotDate"}},{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}}]}},{"kind":"Field","name":{"kind":"Name","value":"categories"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"snapshotDate"}},{"kind":"Field","name":{"kind":"Name","value":"markets"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"yesShare"}},{"kind":"Field","name":{"kind":"Name","value":"divergence"}}]}},{"kind":"Field","name":{"kind":"Name","value":"weeklyPick"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownSignal"}}]}},{"kind":"Field","name":{"kind":"Name","value":"markets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownSignal"}}]}},{"kind":"Field","name":{"kind":"Name","value":"consensusMarkets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownSignal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownSignal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Signal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"snapshotDate"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"yesName"}},{"kind":"Field","name":{"kind":"Name","value":"noName"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"yesShare"}},{"kind":"Field","name":{"kind":"Name","value":"divergence"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"members"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"return"}}]}}]} as unknown as DocumentNode<SmartMoneyPageQuery, SmartMoneyPageQueryVariables>;
export const SmartMoneyTimelineDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SmartMoneyTimeline"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cohort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SmartCohort"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"smartMoneyHighlights"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cohort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cohort"}}},{"kind":"Argument","name":{"kind":"Name","value":"weeks"},"value":{"kind":"IntValue","value":"12"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownSignal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownSignal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Signal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"snapshotDate"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"yesName"}},{"kind":"Field","name":{"kind":"Name","value":"noName"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"yesShare"}},{"kind":"Field","name":{"kind":"Name","value":"divergence"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"members"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"return"}}]}}]} as unknown as DocumentNode<SmartMoneyTimelineQuery, SmartMoneyTimelineQueryVariables>;
export const SmartMoneyRecordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SmartMoneyRecord"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cohort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SmartCohort"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"smartMoneyHistory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cohort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cohort"}}},{"kind":"Argument","name":{"kind":"Name","value":"weeks"},"value":{"kind":"IntValue","value":"12"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"performance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"signals"}},{"kind":"Field","name":{"kind":"Name","value":"won"}},{"kind":"Field","name":{"kind":"Name","value":"lost"}},{"kind":"Field","name":{"kind":"Name","value":"voided"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"hitRate"}},{"kind":"Field","name":{"kind":"Name","value":"hitRateInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"impliedRate"}},{"kind":"Field","name":{"kind":"Name","value":"meanReturn"}},{"kind":"Field","name":{"kind":"Name","value":"medianReturn"}}]}}]}}]}}]} as unknown as DocumentNode<SmartMoneyRecordQuery, SmartMoneyRecordQueryVariables>;
export const WeeklyPickDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WeeklyPick"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"smartMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"snapshotDate"}},{"kind":"Field","name":{"kind":"Name","value":"weeklyPick"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownSignal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownSignal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Signal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"snapshotDate"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"yesName"}},{"kind":"Field","name":{"kind":"Name","value":"noName"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"yesShare"}},{"kind":"Field","name":{"kind":"Name","value":"divergence"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"members"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"return"}}]}}]} as unknown as DocumentNode<WeeklyPickQuery, WeeklyPickQueryVariables>;
export const FollowedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Followed"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"watchlist"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"followedAt"}}]}}]}}]}}]}}]} as unknown as DocumentNode<FollowedQuery, FollowedQueryVariables>;
export const FollowedMarketsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FollowedMarkets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"watchlist"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<FollowedMarketsQuery, FollowedMarketsQueryVariables>;
export const FollowAWalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"FollowAWallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"followWallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wallet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"followedAt"}}]}}]}}]}}]} as unknown as DocumentNode<FollowAWalletMutation, FollowAWalletMutationVariables>;
export const UnfollowAWalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnfollowAWallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unfollowWallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wasFollowed"}}]}}]}}]} as unknown as DocumentNode<UnfollowAWalletMutation, UnfollowAWalletMutationVariables>;
export const TraderPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TraderPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trader"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"xUsername"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}},{"kind":"Field","name":{"kind":"Name","value":"bio"}},{"kind":"Field","name":{"kind":"Name","value":"memberSince"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"unrealizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"pnlOfficial"}},{"kind":"Field","name":{"kind":"Name","value":"usdVolume"}},{"kind":"Field","name":{"kind":"Name","value":"tradeCount"}},{"kind":"Field","name":{"kind":"Name","value":"marketCount"}},{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"winRateInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"wins"}},{"kind":"Field","name":{"kind":"Name","value":"losses"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}},{"kind":"Field","name":{"kind":"Name","value":"profitFactor"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdown"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdownPct"}},{"kind":"Field","name":{"kind":"Name","value":"botProbability"}},{"kind":"Field","name":{"kind":"Name","value":"isBot"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"}},{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pnlSeries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"ranks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RankOnABoard"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"open"},"name":{"kind":"Name","value":"positions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"EnumValue","value":"OPEN"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"closed"},"name":{"kind":"Name","value":"positions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"EnumValue","value":"CLOSED"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"analytics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PictureOfATrader"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResultInMarket"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RankOnABoard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TraderRank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"leaderboard"},"name":{"kind":"Name","value":"leaderboardId"}},{"kind":"Field","name":{"kind":"Name","value":"tab"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"entryCount"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PictureOfATrader"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TraderAnalytics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"skill"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"edge"}},{"kind":"Field","name":{"kind":"Name","value":"edgeInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edgePValue"}},{"kind":"Field","name":{"kind":"Name","value":"edgeQValue"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}}]}},{"kind":"Field","name":{"kind":"Name","value":"attribution"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"byCategory"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"behavior"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hourHistogram"}},{"kind":"Field","name":{"kind":"Name","value":"makerRatio"}},{"kind":"Field","name":{"kind":"Name","value":"holdingTime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"calibration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"meanPrice"}},{"kind":"Field","name":{"kind":"Name","value":"outcomeRate"}},{"kind":"Field","name":{"kind":"Name","value":"interval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"bestMarkets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ResultInMarket"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worstMarkets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ResultInMarket"}}]}},{"kind":"Field","name":{"kind":"Name","value":"strategy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}}]}}]}}]} as unknown as DocumentNode<TraderPageQuery, TraderPageQueryVariables>;
export const TraderPositionsListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TraderPositionsList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"status"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PositionStatus"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trader"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"positions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"Variable","name":{"kind":"Name","value":"status"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"EnumValue","value":"VALUE"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"25"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Onward"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeldPosition"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Onward"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeldPosition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Position"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"result"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"averagePrice"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"unrealizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"closedOn"}}]}}]} as unknown as DocumentNode<TraderPositionsListQuery, TraderPositionsListQueryVariables>;
export const TraderTradesListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TraderTradesList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trader"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trades"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"25"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Onward"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ListedTrade"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Onward"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListedTrade"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"tx"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}}]}}]} as unknown as DocumentNode<TraderTradesListQuery, TraderTradesListQueryVariables>;
export const TraderActivityListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TraderActivityList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trader"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"activity"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"25"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Onward"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DoneEvent"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Onward"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DoneEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LedgerEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"tx"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Split"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Merge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conversion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Redemption"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"payout"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Income"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transfer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"receiver"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}}]} as unknown as DocumentNode<TraderActivityListQuery, TraderActivityListQueryVariables>;
export const WhalesPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WhalesPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"category"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MarketCategory"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"minUsd"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"direction"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TradeDirection"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"qualifying"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"QualifyingBoard"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"wallet"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"market"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"whaleAlerts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"category"},"value":{"kind":"Variable","name":{"kind":"Name","value":"category"}}},{"kind":"Argument","name":{"kind":"Name","value":"minUsd"},"value":{"kind":"Variable","name":{"kind":"Name","value":"minUsd"}}},{"kind":"Argument","name":{"kind":"Name","value":"direction"},"value":{"kind":"Variable","name":{"kind":"Name","value":"direction"}}},{"kind":"Argument","name":{"kind":"Name","value":"qualifying"},"value":{"kind":"Variable","name":{"kind":"Name","value":"qualifying"}}},{"kind":"Argument","name":{"kind":"Name","value":"wallet"},"value":{"kind":"Variable","name":{"kind":"Name","value":"wallet"}}},{"kind":"Argument","name":{"kind":"Name","value":"market"},"value":{"kind":"Variable","name":{"kind":"Name","value":"market"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"25"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Onward"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FeedAlert"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Onward"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FeedAlert"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WhaleAlert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"timePrecision"}},{"kind":"Field","name":{"kind":"Name","value":"qualifying"}},{"kind":"Field","name":{"kind":"Name","value":"markAfterDay"}},{"kind":"Field","name":{"kind":"Name","value":"payout"}}]}}]} as unknown as DocumentNode<WhalesPageQuery, WhalesPageQueryVariables>;
export const RadarRecordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RadarRecord"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"whaleRadarRecord"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"all"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RadarNumbers"}}]}},{"kind":"Field","name":{"kind":"Name","value":"boards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RadarNumbers"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RadarNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RadarBoardRecord"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"board"}},{"kind":"Field","name":{"kind":"Name","value":"alerts"}},{"kind":"Field","name":{"kind":"Name","value":"decided"}},{"kind":"Field","name":{"kind":"Name","value":"hitRate"}},{"kind":"Field","name":{"kind":"Name","value":"hitRateInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"impliedRate"}},{"kind":"Field","name":{"kind":"Name","value":"markoutAfterDay"}}]}}]} as unknown as DocumentNode<RadarRecordQuery, RadarRecordQueryVariables>;
export const NewestAlertsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NewestAlerts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"whaleAlerts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FeedAlert"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FeedAlert"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WhaleAlert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"timePrecision"}},{"kind":"Field","name":{"kind":"Name","value":"qualifying"}},{"kind":"Field","name":{"kind":"Name","value":"markAfterDay"}},{"kind":"Field","name":{"kind":"Name","value":"payout"}}]}}]} as unknown as DocumentNode<NewestAlertsQuery, NewestAlertsQueryVariables>;
export const NotableAlertsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NotableAlerts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"whaleShowcase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"move"}},{"kind":"Field","name":{"kind":"Name","value":"priceNow"}},{"kind":"Field","name":{"kind":"Name","value":"alert"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FeedAlert"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FeedAlert"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WhaleAlert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"timePrecision"}},{"kind":"Field","name":{"kind":"Name","value":"qualifying"}},{"kind":"Field","name":{"kind":"Name","value":"markAfterDay"}},{"kind":"Field","name":{"kind":"Name","value":"payout"}}]}}]} as unknown as DocumentNode<NotableAlertsQuery, NotableAlertsQueryVariables>;
export const FreshAlertsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"FreshAlerts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"whaleAlerts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<FreshAlertsSubscription, FreshAlertsSubscriptionVariables>;