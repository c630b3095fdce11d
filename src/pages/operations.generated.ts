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

/** The kinds of destination of messages. */
export type AlertChannelKind =
  /** An embed in a Discord channel, by its incoming webhook. */
  | 'DISCORD'
  /** An e-mail to one address. */
  | 'EMAIL'
  /** The outbox of the account on this service, which gets what no other channel takes. It cannot be added. */
  | 'OUTBOX'
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

/** The first traders of a leaderboard at the question's cutoff. */
export type BoardWhere = {
  /** The leaderboard, such as `pnl-7d`; one whose `access` is SIGNED_IN requires sign-in. */
  id: string;
  /** How many of its first traders, from 1 to 1,000. Default: 100. */
  top?: number | null | undefined;
};

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

/** How reliable a row is, by its sample size. */
export type Confidence =
  /** At least 30 decided units. */
  | 'HIGH'
  /** Fewer than 10 decided units. */
  | 'LOW'
  /** From 10 to 29 decided units. */
  | 'MEDIUM';

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

/** A range of UTC days, both ends included. */
export type DayWindow = {
  /** First day of a window that replaces the id's period, within the ledger's days. Default with `to`: the ledger's first day. */
  from?: string | null | undefined;
  /** Last day of that window. The answer is as of its close, so `asOf` cannot be combined with it. Default with `from`: the day of the current cutoff. */
  to?: string | null | undefined;
};

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

/** A kind of topic to follow. */
export type FollowKind =
  /** An event with all its markets. The resolution of each sends a notification; the rules add others. */
  | 'EVENT'
  /** A leaderboard, and the places whose changes send a notification. */
  | 'LEADERBOARD'
  /** A market. Its resolution always sends a notification; the rules add others. */
  | 'MARKET'
  /** A wallet, and the decisions that send a notification. */
  | 'WALLET';

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
  /** Only markets with a move of 7 days and at least $1,000 traded on each of the last 7 whole UTC days; largest volume of the 7 days first. */
  | 'ACTIVE_WEEK'
  /** Earliest scheduled end first; unknown ends last. */
  | 'ENDING'
  /** Only markets whose `move` of the last hour is not 0; largest product of its size and the root of its volume first. */
  | 'MOVE_1H'
  /** Only markets whose `move` of the last 7 days is not 0; largest product of its size and the root of its volume first. */
  | 'MOVE_7D'
  /** Only markets whose `move` of the last 24 hours is not 0; largest product of its size and the root of its volume first. */
  | 'MOVE_24H'
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

/** Whether a market is open, past its end, or resolved, as far as that is known. */
export type MarketStatus =
  /** Past its scheduled end, payouts not final yet. */
  | 'ENDED'
  /** Not resolved, and its scheduled end is to come. */
  | 'OPEN'
  /** Payouts are final. */
  | 'RESOLVED'
  /** Not resolved, and no scheduled end is known. */
  | 'UNKNOWN';

/** Whether a message has reached its channel. */
export type MessageState =
  /** No attempt succeeded, or the channel refused it. */
  | 'GIVEN_UP'
  /** It waits for an attempt, or for the next one. */
  | 'PENDING'
  /** The channel accepted it. */
  | 'SENT';

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

/** A range of a number, both ends included. An unknown number is in no range. */
export type NumberRange = {
  /** Whether the number is known. Default: either. */
  known?: boolean | null | undefined;
  /** The largest value, from −1,000,000,000,000,000 to 1,000,000,000,000,000. Default: no maximum. */
  max?: number | null | undefined;
  /** The least value, in the unit of the number, from −1,000,000,000,000,000 to 1,000,000,000,000,000. Default: no minimum. */
  min?: number | null | undefined;
};

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

/** The kinds of smart-money signal. */
export type SignalKind =
  /** At least 80% of the cohort's value is on one side, and the price agrees. */
  | 'CONSENSUS'
  /** The signal of the week: the largest |divergence| · log10(value) · √members at its start. */
  | 'HIGHLIGHT'
  /** The cohort's YES share differs from the price by 0.15 or more. */
  | 'OPPORTUNITY';

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

/** Directions of an order. */
export type SortDirection =
  /** The lowest value first. */
  | 'ASC'
  /** The highest value first. */
  | 'DESC';

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
  /** Rounded down to the minute. */
  | 'MINUTE'
  /** Exact, to the second. */
  | 'SECOND';

/** Side of a fill. */
export type TradeSide =
  /** The trader bought shares of the outcome. */
  | 'BUY'
  /** The trader sold shares of the outcome. */
  | 'SELL';

/** One order of traders. Several apply one after another; with weights, by the weighted mean of percentiles among those who fit. An unknown number comes last; ties by volume, then by address. */
export type TraderOrder = {
  /** The number. */
  by: TraderSort;
  /** True to sort by the change between the days of `asOf` and `compareTo`. Default: false. */
  change?: boolean | null | undefined;
  /** The direction. Default: DESC, or ASC where lower values are better. */
  direction?: SortDirection | null | undefined;
  /** The weight, from 0.001 to 1,000, on every order or on none. Default: one order after another. */
  weight?: number | null | undefined;
};

/** Numbers that traders can be sorted by. */
export type TraderSort =
  /** Sorts by `activeDays`: Active days. */
  | 'ACTIVE_DAYS'
  /** Sorts by `botProbability`: Bot probability. */
  | 'BOT_PROBABILITY'
  /** Sorts by `categoryShare`: Share in the category. */
  | 'CATEGORY_SHARE'
  /** Sorts by `consistent`: Consistency. Requires sign-in. */
  | 'CONSISTENT'
  /** Sorts by `copyable`: Copyability. Requires sign-in. */
  | 'COPYABLE'
  /** Sorts by `edge`: Edge. */
  | 'EDGE'
  /** Sorts by `edgeHigh`: Edge, 95% interval, upper end. */
  | 'EDGE_HIGH'
  /** Sorts by `edgeLow`: Edge, 95% interval, lower end. */
  | 'EDGE_LOW'
  /** Sorts by `edgePValue`: Edge, p-value. */
  | 'EDGE_P_VALUE'
  /** Sorts by `edgeQValue`: Edge, q-value. */
  | 'EDGE_Q_VALUE'
  /** Sorts by `fees`: Fees. */
  | 'FEES'
  /** Sorts by `fillsPerActiveDay`: Fills per active day. */
  | 'FILLS_PER_ACTIVE_DAY'
  /** Sorts by `firstTrade`: First trade. */
  | 'FIRST_TRADE'
  /** Sorts by `holdingTime`: Holding time. */
  | 'HOLDING_TIME'
  /** Sorts by `income`: Income. */
  | 'INCOME'
  /** Sorts by `largestLoss`: Largest loss. */
  | 'LARGEST_LOSS'
  /** Sorts by `largestShare`: Largest position. */
  | 'LARGEST_SHARE'
  /** Sorts by `largestWin`: Largest win. */
  | 'LARGEST_WIN'
  /** Sorts by `lastTrade`: Last trade. */
  | 'LAST_TRADE'
  /** Sorts by `longShotShare`: Bought below 10 cents. */
  | 'LONG_SHOT_SHARE'
  /** Sorts by `losses`: Losses. */
  | 'LOSSES'
  /** Sorts by `makerRatio`: Maker ratio. */
  | 'MAKER_RATIO'
  /** Sorts by `marketCount`: Markets. */
  | 'MARKET_COUNT'
  /** Sorts by `maxDrawdown`: Maximum drawdown. */
  | 'MAX_DRAWDOWN'
  /** Sorts by `maxDrawdownPct`: Maximum drawdown, relative. */
  | 'MAX_DRAWDOWN_PCT'
  /** Sorts by `meanTrade`: Mean trade. */
  | 'MEAN_TRADE'
  /** Sorts by `nearCertainShare`: Bought at 90 cents or more. */
  | 'NEAR_CERTAIN_SHARE'
  /** Sorts by `officialPnl`: Profit or loss by Polymarket's subgraph. */
  | 'OFFICIAL_PNL'
  /** Sorts by `openValue`: Open value. */
  | 'OPEN_VALUE'
  /** Sorts by `pnl`: Profit or loss. */
  | 'PNL'
  /** Sorts by `prescience`: Prescience. Requires sign-in. */
  | 'PRESCIENCE'
  /** Sorts by `profitFactor`: Profit factor. */
  | 'PROFIT_FACTOR'
  /** Sorts by `realizedPnl`: Realized profit or loss. */
  | 'REALIZED_PNL'
  /** Sorts by `roi`: Return on investment. */
  | 'ROI'
  /** Sorts by `shareVolume`: Volume in shares. */
  | 'SHARE_VOLUME'
  /** Sorts by `sharpeRatio`: Sharpe ratio. */
  | 'SHARPE_RATIO'
  /** Sorts by `sizeVariation`: Variation of size. */
  | 'SIZE_VARIATION'
  /** Sorts by `sortinoRatio`: Sortino ratio. */
  | 'SORTINO_RATIO'
  /** Sorts by `totalBought`: Total bought. */
  | 'TOTAL_BOUGHT'
  /** Sorts by `tradeCount`: Trades. */
  | 'TRADE_COUNT'
  /** Sorts by `units`: Decided units. */
  | 'UNITS'
  /** Sorts by `unrealizedPnl`: Unrealized profit or loss. */
  | 'UNREALIZED_PNL'
  /** Sorts by `volume`: Volume. */
  | 'VOLUME'
  /** Sorts by `wins`: Wins. */
  | 'WINS'
  /** Sorts by `winRate`: Win rate. */
  | 'WIN_RATE'
  /** Sorts by `winRateHigh`: Win rate, 95% interval, upper end. */
  | 'WIN_RATE_HIGH'
  /** Sorts by `winRateLow`: Win rate, 95% interval, lower end. */
  | 'WIN_RATE_LOW';

/** Conditions on traders, which must all hold. A condition on an unknown number is false, so `not` includes it. At most 40 conditions, `all`, `any` and `not` 3 levels deep. */
export type TraderWhere = {
  /** Active days: Number of UTC days with at least one fill. Unit: count, 0 or more. */
  activeDays?: NumberRange | null | undefined;
  /** Conditions that all hold. */
  all?: Array<TraderWhere> | null | undefined;
  /** Addresses, or names that one trader has, up to 200. Without `orderBy` the rows have their order; `notFound` lists the others. */
  among?: Array<string> | null | undefined;
  /** Alternatives: at least one of these conditions holds. */
  any?: Array<TraderWhere> | null | undefined;
  /** Members of a leaderboard. */
  board?: BoardWhere | null | undefined;
  /** Bot probability: 0.40 · frequency + 0.30 · makerRatio + 0.25 · entropy + 0.05 · sizeRegularity; at least 0.99 with 500 fills or more per active day over 7 active days or more. A heuristic, not a calibrated probability. Unit: probability, 0 to 1. Null when the trader has no fills. */
  botProbability?: NumberRange | null | undefined;
  /** Share in the category: Share of the window's volume in all markets that is in the question's category; without one, in the category with the largest share. Unit: fraction, 0 to 1. Null when nothing was traded in the window. */
  categoryShare?: NumberRange | null | undefined;
  /** Consistency: Lower end of the Wilson 95% interval of the share of active ISO weeks with a marked profit, excluding the unit with the largest profit and its fills. A week is active with at least one fill. Unit: fraction, 0 to 1. Null when there are fewer than 8 active weeks, or when the period's profit is 0 or less, or the best unit was the only one. Requires sign-in. */
  consistent?: NumberRange | null | undefined;
  /** Copyability: Return on investment replayed with buys at min(1, 1.02 · price) and sells at 0.98 · price, times the share of buys among fills. The replayed cost moves with transferred shares. Unit: fraction, any value, usually −1 or more. Null when there are fewer than 20 decided units, or when the trader is a bot, has no profit, or buys are under 60% of fills. Requires sign-in. */
  copyable?: NumberRange | null | undefined;
  /** Coverage: OK where the ledger holds every event of the trader. OK, PARTIAL or GAP. */
  coverage?: Array<Coverage> | null | undefined;
  /** Edge: Sum of profit divided by the sum of cost, over decided units that cost something. Unit: fraction, any value, usually −1 or more. Null when no decided unit cost anything. */
  edge?: NumberRange | null | undefined;
  /** Edge, 95% interval, upper end: The 25th smallest and the 25th largest edge of 1,000 bootstrap draws of the trader's decided units, with a seed fixed by the address. Unit: fraction, any values, the lower end first. Null when there are fewer than 30 decided units with a cost. */
  edgeHigh?: NumberRange | null | undefined;
  /** Edge, 95% interval, lower end: The 25th smallest and the 25th largest edge of 1,000 bootstrap draws of the trader's decided units, with a seed fixed by the address. Unit: fraction, any values, the lower end first. Null when there are fewer than 30 decided units with a cost. */
  edgeLow?: NumberRange | null | undefined;
  /** Edge, p-value: Share of redraws of every unit that did at least as well, including the trader: a unit wins all its shares with the probability paid, cost over shares, or nothing. 1,000 redraws; if at most 10 did as well, further redraws until the eleventh, 100,000 at most. Where a bound proves luck negligible, the further redraws are skipped. Unit: probability, 1/100001 to 1. Null when there are fewer than 30 decided units with a cost. */
  edgePValue?: NumberRange | null | undefined;
  /** Edge, q-value: The p-value adjusted by Benjamini and Hochberg over all traders with a p-value at the cutoff: the expected share of false positives among all traders called skilled at this value. Unit: probability, 0 to 1. Null when there are fewer than 30 decided units with a cost. */
  edgeQValue?: NumberRange | null | undefined;
  /** Fees: Trading fees of the trader's fills, those taken in shares at the fill's own price. Unit: USD, 0 or more. */
  fees?: NumberRange | null | undefined;
  /** Fills per active day: Fills divided by the UTC days with at least one fill. Unit: ratio, 1 or more. Null when the trader has no fills. */
  fillsPerActiveDay?: NumberRange | null | undefined;
  /** First trade: UTC day of the first fill, of all time. Unit: day, any day of the ledger. Null when there is no fill. */
  firstTrade?: DayWindow | null | undefined;
  /** Holding time: Median time between buying and leaving over closed lots, matched first in, first out within a token. Every pair of an entry and the exit that closes some of it is one lot, not weighted by size. Unit: hours, 0 or more. Null when no lot was closed. */
  holdingTime?: NumberRange | null | undefined;
  /** Income: Sum of rewards and rebates, kept apart from profit. Unit: USD, 0 or more. */
  income?: NumberRange | null | undefined;
  /** Bot: True when the bot probability is 0.70 or more. true or false. */
  isBot?: boolean | null | undefined;
  /** Largest loss: The largest loss of a decided unit, a cent or more, as a negative amount. Unit: USD, −0.01 or less. Null when no unit made a loss of a cent or more. */
  largestLoss?: NumberRange | null | undefined;
  /** Largest position: Share of the open value that is in its largest position. Unit: fraction, 0 to 1. Null when nothing of value is held. */
  largestShare?: NumberRange | null | undefined;
  /** Largest win: The largest profit of a decided unit, a cent or more. Unit: USD, 0.01 or more. Null when no unit made a profit of a cent or more. */
  largestWin?: NumberRange | null | undefined;
  /** Last trade: UTC day of the last fill up to the cutoff. Unit: day, any day of the ledger. Null when there is no fill. */
  lastTrade?: DayWindow | null | undefined;
  /** Bought below 10 cents: Share of the dollars of buys that was paid at a price below 0.1 before the fee. Unit: fraction, 0 to 1. Null when the trader bought nothing. */
  longShotShare?: NumberRange | null | undefined;
  /** Losses: Number of decided units with a loss of a cent or more. Unit: count, 0 or more. */
  losses?: NumberRange | null | undefined;
  /** Maker ratio: Fills as maker divided by fills whose role is known. Unit: fraction, 0 to 1. Null when no fill has a known role, as with rows of the Data API. */
  makerRatio?: NumberRange | null | undefined;
  /** Markets: Number of distinct conditions among the trader's fills. Unit: count, 0 or more. */
  marketCount?: NumberRange | null | undefined;
  /** Maximum drawdown: Largest fall of daily cumulative marked profit from an earlier peak to a later trough; the period's start, at 0, is the first peak. Unit: USD, 0 or more. */
  maxDrawdown?: NumberRange | null | undefined;
  /** Maximum drawdown, relative: Maximum drawdown divided by the period's peak capital at risk, the largest cost of open positions at a day's close, the close before the period included. Unit: fraction, 0 or more; above 1 if the losses of several days exceed the largest capital at risk. Null when no position was open at any day's close, nor when the period began. */
  maxDrawdownPct?: NumberRange | null | undefined;
  /** Mean trade: Volume divided by the number of the trader's fills. Unit: USD, 0 or more. Null when the trader has no fills. */
  meanTrade?: NumberRange | null | undefined;
  /** Bought at 90 cents or more: Share of the dollars of buys that was paid at a price of 0.9 or more before the fee. Unit: fraction, 0 to 1. Null when the trader bought nothing. */
  nearCertainShare?: NumberRange | null | undefined;
  /** Conditions that do not all hold. */
  not?: TraderWhere | null | undefined;
  /** Profit or loss by Polymarket's subgraph: Realized profit by the rule of the public PnL subgraph, plus its open shares times the mark less its average price. A position without a known price is carried at its average price. Unit: USD, any amount. */
  officialPnl?: NumberRange | null | undefined;
  /** Open value: Marked value of the open positions at the cutoff. A position without a known price is at cost. Unit: USD, 0 or more. */
  openValue?: NumberRange | null | undefined;
  /** Profit or loss: Realized plus unrealized profit at the cutoff, less the same at the close of the day before the period. Unit: USD, any amount. */
  pnl?: NumberRange | null | undefined;
  /** Prescience: Mean of the price 24 hours after a fill less the fill's price, with the sign turned for sells, weighted by dollars. Fills above 0.90, and those without a price 24 hours later by the cutoff, are excluded. Unit: USD per share, −1 to 1. Null when there are fewer than 20 such fills, or when they are in fewer than 10 markets. Requires sign-in. */
  prescience?: NumberRange | null | undefined;
  /** Profit factor: Sum of the profits divided by the sum of the losses, over decided units with a profit or a loss of a cent or more. Unit: ratio, 0 or more. Null when no unit made a loss of a cent or more. */
  profitFactor?: NumberRange | null | undefined;
  /** Words of a name in any order, or the start of an address, up to 100 characters; the best 1,000 matches. */
  query?: string | null | undefined;
  /** Realized profit or loss: Proceeds of sales, merges and resolutions less the average cost of the shares that left. Shares that came from outside the ledger earn nothing. Unit: USD, any amount. */
  realizedPnl?: NumberRange | null | undefined;
  /** Return on investment: Profit divided by the marked value held at the period's start plus the cost of buys and splits within it. Unit: fraction, any value, usually −1 or more. Null when nothing was held at the start and nothing bought. */
  roi?: NumberRange | null | undefined;
  /** Volume in shares: Sum of the gross shares of the trader's fills, each owner's side once. Unit: shares, 0 or more. */
  shareVolume?: NumberRange | null | undefined;
  /** Sharpe ratio: Mean divided by the sample standard deviation of the returns, profit over cost, of decided units that cost at least $1. Per unit, not per year. Unit: ratio, any value. Null when there are fewer than 10 decided units that cost at least $1, or when all returns are the same. */
  sharpeRatio?: NumberRange | null | undefined;
  /** Variation of size: Size discipline: sample standard deviation divided by the mean of the fills' dollars. 0 when all fills are of one size. Unit: ratio, 0 or more. Null when there are fewer than 2 fills, or when no dollars were traded. */
  sizeVariation?: NumberRange | null | undefined;
  /** Sortino ratio: Mean return divided by the downside deviation to 0, the root of the mean squared loss over all units, gains counting as 0. Decided units that cost at least $1. Unit: ratio, any value. Null when there are fewer than 10 decided units that cost at least $1, or when no such unit made a loss of a cent or more. */
  sortinoRatio?: NumberRange | null | undefined;
  /** Strategy: The first matching class: MARKET_MAKER (maker ratio ≥ 0.7 and ≥ 50 fills per active day), HIGH_FREQUENCY (≥ 100 fills per active day and ≥ 20 per market), SNIPER (≥ 5 decided units, ≤ 30 markets, win rate ≥ 0.7), SPECIALIST (one category ≥ 70% of volume), DIVERSIFIED (≥ 5 categories with ≥ 5% each, none above 50%), GENERAL. The rule that fired is returned too. MARKET_MAKER, HIGH_FREQUENCY, SNIPER, SPECIALIST, DIVERSIFIED or GENERAL. */
  strategy?: Array<StrategyName> | null | undefined;
  /** Total bought: Sum of the cost of buys, fees included, and of the collateral that was split. Unit: USD, 0 or more. */
  totalBought?: NumberRange | null | undefined;
  /** Trades: Number of the trader's fills. Unit: count, 0 or more. */
  tradeCount?: NumberRange | null | undefined;
  /** Decided units: Number of decided units with a cost: the sample of the edge. Unit: count, 0 or more. */
  units?: NumberRange | null | undefined;
  /** Unrealized profit or loss: Shares times the mark, less their cost, over open positions. A position without a known price is carried at cost. Unit: USD, any amount. */
  unrealizedPnl?: NumberRange | null | undefined;
  /** Verdict: SKILLED with a q-value below 0.05 and the edge's interval above 0; UNSKILLED with the interval below 0; else CANNOT_TELL, always under 30 decided units with a cost. SKILLED, UNSKILLED or CANNOT_TELL. */
  verdict?: Array<Verdict> | null | undefined;
  /** Volume: Sum of the gross dollars of the trader's fills, each owner's side once. Unit: USD, 0 or more. */
  volume?: NumberRange | null | undefined;
  /** Win rate: Decided units with a profit divided by decided units with a profit or a loss, each of a cent or more. A unit is an event: a neg-risk market with all its questions, or a plain condition. Unit: fraction, 0 to 1. Null when no unit was decided with a profit or a loss. */
  winRate?: NumberRange | null | undefined;
  /** Win rate, 95% interval, upper end: Wilson's 95% score interval of the win rate. Unit: fraction, 0 to 1 at both ends. Null when no unit was decided with a profit or a loss. */
  winRateHigh?: NumberRange | null | undefined;
  /** Win rate, 95% interval, lower end: Wilson's 95% score interval of the win rate. Unit: fraction, 0 to 1 at both ends. Null when no unit was decided with a profit or a loss. */
  winRateLow?: NumberRange | null | undefined;
  /** Wins: Number of decided units with a profit of a cent or more. Unit: count, 0 or more. */
  wins?: NumberRange | null | undefined;
};

/** The verdict of the skill test. */
export type Verdict =
  /** Neither; always the case below 30 decided units with a cost. */
  | 'CANNOT_TELL'
  /** The q-value is below 0.05, and the edge's whole interval is above 0. */
  | 'SKILLED'
  /** The edge's whole interval is below 0. */
  | 'UNSKILLED';

/** A followed wallet's decision about its position in one outcome. */
export type WalletNoticeKind =
  /** It added shares to an outcome that it held. */
  | 'ADDED'
  /** It sold its last shares of an outcome. */
  | 'CLOSED'
  /** The wallet opened a position: its first shares of an outcome. */
  | 'OPENED'
  /** It sold some of its shares of an outcome. */
  | 'REDUCED'
  /** A market in which it held shares was resolved. */
  | 'RESOLVED';

export type SpentBudgetQueryVariables = Exact<{ [key: string]: never; }>;


export type SpentBudgetQuery = { rateLimit: { limit: number, remaining: number } | null };

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
  side?: TradeSide | null | undefined;
  categories?: Array<MarketCategory> | MarketCategory | null | undefined;
  qualifying?: Array<QualifyingBoard> | QualifyingBoard | null | undefined;
  traders?: Array<string> | string | null | undefined;
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

export type AccountPageQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountPageQuery = { viewer: { kind: CallerKind, tier: CallerTier, limit: number, account: { name: string, tier: CallerTier } | null, apiKeys: Array<{ id: string, name: string, prefix: string, state: ApiKeyState, createdAt: string, expiresAt: string | null, lastUsedAt: string | null }> | null, links: Array<{ id: string, name: string, path: string, state: ApiKeyState, createdAt: string, expiresAt: string, lastUsedAt: string | null }> | null, alertChannels: Array<{ id: string, kind: AlertChannelKind, target: string, state: AlertChannelState, reason: string | null, failures: number }> | null, followLimits: Array<{ kind: FollowKind, count: number, limit: number }> | null } };

export type AccountFollowsQueryVariables = Exact<{
  kind: FollowKind;
}>;


export type AccountFollowsQuery = { viewer: { follows: { nodes: Array<
        | { topic: string, kind: FollowKind, summary: string, quietFrom: string | null, quietTo: string | null, timeZone: string | null, followedAt: string, channel: AlertChannelKind | null, lastNoticeAt: string | null }
        | { leaderboardId: string, top: number, topic: string, kind: FollowKind, summary: string, quietFrom: string | null, quietTo: string | null, timeZone: string | null, followedAt: string, channel: AlertChannelKind | null, lastNoticeAt: string | null, leaderboard: { title: string } | null }
        | { condition: string, outcome: number, above: number | null, below: number | null, jump: number | null, holderShare: number | null, stance: boolean, topic: string, kind: FollowKind, summary: string, quietFrom: string | null, quietTo: string | null, timeZone: string | null, followedAt: string, channel: AlertChannelKind | null, lastNoticeAt: string | null, market: { question: string | null, outcomes: Array<{ index: number, name: string | null }> } | null }
        | { address: string, minUsd: number, categories: Array<MarketCategory>, side: TradeSide | null, minPrice: number | null, maxPrice: number | null, kinds: Array<WalletNoticeKind>, topic: string, kind: FollowKind, summary: string, quietFrom: string | null, quietTo: string | null, timeZone: string | null, followedAt: string, channel: AlertChannelKind | null, lastNoticeAt: string | null, trader: { username: string | null } | null }
      > } | null } };

export type AccountAlertsQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountAlertsQuery = { whaleAlertConfig: { minUsd: number, side: TradeSide | null, categories: Array<MarketCategory>, qualifying: Array<QualifyingBoard>, traders: Array<string>, delivers: boolean } | null };

export type OutboxPageQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type OutboxPageQuery = { service: { simulation: boolean }, viewer: { kind: CallerKind, outbox: { nodes: Array<{ id: string, channel: AlertChannelKind, state: MessageState, reason: string | null, time: string, subject: string, text: string, discord: string, slack: string, webhook: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } };

export type SitemapMarketsQueryVariables = Exact<{ [key: string]: never; }>;


export type SitemapMarketsQuery = { markets: { nodes: Array<{ condition: string }> } };

export type HomePageQueryVariables = Exact<{ [key: string]: never; }>;


export type HomePageQuery = { service: { cutoff: { time: string }, snapshot: { firstDay: string, events: number }, coverage: { traders: number } }, week: { entries: { nodes: Array<{ rank: number, address: string | null, username: string | null, value: number | null }> } } | null, all: { entries: { nodes: Array<{ rank: number, address: string | null, username: string | null, value: number | null }> } } | null, roi: { entries: { nodes: Array<{ rank: number, address: string | null, username: string | null, value: number | null }> } } | null, consistent: { entries: { nodes: Array<{ rank: number, address: string | null, username: string | null, value: number | null }> } } | null, volume: { entries: { nodes: Array<{ rank: number, address: string | null, username: string | null, value: number | null }> } } | null };

export type GlanceRowFragment = { rank: number, address: string | null, username: string | null, value: number | null };

export type SincePageQueryVariables = Exact<{ [key: string]: never; }>;


export type SincePageQuery = { viewer: { followLimits: Array<{ count: number }> | null, since: { lastVisit: string | null, summary: string, lastAt: string | null, trades: Array<{ fills: number, usd: number, lowestPrice: number | null, highestPrice: number | null, trader: { address: string, username: string | null }, market: { question: string | null } | null, outcome: { name: string | null, price: number | null } | null }>, moves: Array<{ priceBefore: number | null, priceAfter: number | null, resolved: boolean, market: { question: string | null, condition: string }, outcome: { name: string | null, winner: boolean | null }, movedBy: { usd: number, trader: { address: string, username: string | null } } | null }>, boards: Array<{ top: number, leaderboard: { id: string, title: string }, entered: Array<{ rank: number | null, trader: { address: string, username: string | null } }>, left: Array<{ trader: { address: string, username: string | null } }> }> } | null } };

export type ShellFragment = { service: { simulation: boolean, delay: number, cutoff: { block: number | null, time: string } } };

export type ShellQueryVariables = Exact<{ [key: string]: never; }>;


export type ShellQuery = { service: { simulation: boolean, delay: number, cutoff: { block: number | null, time: string } } };

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
  isPeriod: boolean;
}>;


export type LeaderboardPageQuery = { leaderboards: Array<{ id: string, entryCount: number }>, leaderboard: { id: string, tab: Tab, period: Period | null, category: MarketCategory | null, title: string, description: string, metric: MetricId, access: BoardAccess, window: { from: string, to: string } | null, cutoff: { time: string }, entries: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ rank: number, previousRank: number | null, address: string | null, username: string | null, profileImage: string | null, xUsername: string | null, verifiedBadge: boolean | null, value: number | null, pnl: number | null, realizedPnl: number | null, volume: number | null, roi: number | null, winRate: number | null, tradeCount: number | null, marketCount: number | null, sharpeRatio: number | null, maxDrawdown: number | null, botProbability: number | null, isBot: boolean | null, coverage: Coverage | null, trader: { pnlSeries?: Array<{ pnl: number }>, analytics: { skill: { verdict: Verdict, edge: number | null, edgeInterval: { low: number, high: number } | null } } | null } | null }> } } | null };

export type BoardRowFragment = { rank: number, previousRank: number | null, address: string | null, username: string | null, profileImage: string | null, xUsername: string | null, verifiedBadge: boolean | null, value: number | null, pnl: number | null, realizedPnl: number | null, volume: number | null, roi: number | null, winRate: number | null, tradeCount: number | null, marketCount: number | null, sharpeRatio: number | null, maxDrawdown: number | null, botProbability: number | null, isBot: boolean | null, coverage: Coverage | null, trader: { pnlSeries?: Array<{ pnl: number }>, analytics: { skill: { verdict: Verdict, edge: number | null, edgeInterval: { low: number, high: number } | null } } | null } | null };

export type MarketPageQueryVariables = Exact<{
  id: string;
  asOf?: string | null | undefined;
  by: FlowGrouping;
}>;


export type MarketPageQuery = { service: { cutoff: { time: string } }, market: { condition: string, question: string | null, summary: string | null, slug: string | null, category: MarketCategory | null, tags: Array<string>, status: MarketStatus, endsAt: string | null, resolvedAt: string | null, volume: number | null, openInterest: number | null, traderCount: number, event: { title: string | null, markets: { totalCount: number, nodes: Array<{ condition: string, question: string | null, outcomes: Array<{ price: number | null }> }> } } | null, outcomes: Array<{ index: number, name: string | null, price: number | null, priceDayAgo: number | null, payout: number | null, winner: boolean | null }>, skilledMoney: { skilled: { traders: number, value: number, outcomes: Array<{ share: number }> } | null, others: { traders: number, value: number, outcomes: Array<{ share: number }> } | null, difference: { low: number, high: number } | null } | null, movers: { from: string, to: string, priceBefore: number | null, priceAfter: number | null, buyers: Array<{ usd: number, impact: number | null, trader: { address: string, username: string | null }, record: { pnl: number } | null }>, sellers: Array<{ usd: number, impact: number | null, trader: { address: string, username: string | null }, record: { pnl: number } | null }> } | null, smartMoney: { cohort: SmartCohort, snapshotDate: string, condition: string, question: string | null, slug: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, kind: SignalKind | null, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome, return: number | null } | null, prices: { nodes: Array<{ time: string, close: number | null, volume: number | null }> }, flow: { from: string, to: string, groups: Array<{ group: FlowGroup, traders: number, boughtShares: number, soldShares: number, netShares: number, boughtUsd: number, soldUsd: number, netUsd: number, outcome: { index: number, name: string | null, token: string } }> }, yes: { totalCount: number, day: string, nodes: Array<{ address: string, username: string | null, shares: number, share: number, averagePrice: number, value: number | null, unrealizedPnl: number | null }> }, no: { totalCount: number, day: string, nodes: Array<{ address: string, username: string | null, shares: number, share: number, averagePrice: number, value: number | null, unrealizedPnl: number | null }> }, winners: { day: string, nodes: Array<{ address: string, username: string | null, pnl: number, realizedPnl: number, unrealizedPnl: number, volume: number, totalBought: number, fees: number, tradeCount: number }> }, losers: { day: string, nodes: Array<{ address: string, username: string | null, pnl: number, realizedPnl: number, unrealizedPnl: number, volume: number, totalBought: number, fees: number, tradeCount: number }> } } | null };

export type MoverPartFragment = { usd: number, impact: number | null, trader: { address: string, username: string | null }, record: { pnl: number } | null };

export type GroupMoneyPartFragment = { traders: number, value: number, outcomes: Array<{ share: number }> };

export type HolderColumnFragment = { totalCount: number, day: string, nodes: Array<{ address: string, username: string | null, shares: number, share: number, averagePrice: number, value: number | null, unrealizedPnl: number | null }> };

export type MarketTradesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
  asOf?: string | null | undefined;
}>;


export type MarketTradesQuery = { market: { trades: { truncated: boolean, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ time: string, side: TradeSide, outcome: string | null, shares: number, price: number, usd: number, trader: { address: string, username: string | null } | null }> } } | null };

export type MarketAlertsQueryVariables = Exact<{
  id: string | number;
  first: number;
}>;


export type MarketAlertsQuery = { whaleAlerts: { nodes: Array<{ outcome: string | null, price: number, time: string, side: TradeSide, usd: number }> } };

export type MarketsPageQueryVariables = Exact<{
  query?: string | null | undefined;
  category?: MarketCategory | null | undefined;
  status?: MarketStatus | null | undefined;
  minVolume?: number | null | undefined;
  orderBy?: MarketOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type MarketsPageQuery = { markets: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ condition: string, question: string | null, category: MarketCategory | null, status: MarketStatus, endsAt: string | null, resolvedAt: string | null, volume: number | null, outcomes: Array<{ index: number, name: string | null, price: number | null, priceDayAgo: number | null, winner: boolean | null }> }> } };

export type ListedMarketRowFragment = { condition: string, question: string | null, category: MarketCategory | null, status: MarketStatus, endsAt: string | null, resolvedAt: string | null, volume: number | null, outcomes: Array<{ index: number, name: string | null, price: number | null, priceDayAgo: number | null, winner: boolean | null }> };

export type SearchPageQueryVariables = Exact<{
  q?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type SearchPageQuery = { traders: { nodes: Array<{ address: string, username: string | null, pnl: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, markets: { nodes: Array<{ condition: string, question: string | null, category: MarketCategory | null, status: MarketStatus, endsAt: string | null, resolvedAt: string | null, volume: number | null, outcomes: Array<{ index: number, name: string | null, price: number | null, priceDayAgo: number | null, winner: boolean | null }> }> } };

export type SmartMoneyPageQueryVariables = Exact<{
  cohort?: SmartCohort | null | undefined;
  asOf?: string | null | undefined;
}>;


export type SmartMoneyPageQuery = { smartMoney: { cohort: SmartCohort, cohortSize: number, snapshotDate: string, cutoff: { time: string }, categories: Array<{ category: MarketCategory | null, markets: number, value: number, yesShare: number, divergence: number }>, weeklyPick: { cohort: SmartCohort, snapshotDate: string, condition: string, question: string | null, slug: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, kind: SignalKind | null, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome, return: number | null } | null, markets: Array<{ cohort: SmartCohort, snapshotDate: string, condition: string, question: string | null, slug: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, kind: SignalKind | null, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome, return: number | null }>, consensusMarkets: Array<{ cohort: SmartCohort, snapshotDate: string, condition: string, question: string | null, slug: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, kind: SignalKind | null, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome, return: number | null }> | null } };

export type SmartMoneyTimelineQueryVariables = Exact<{
  cohort?: SmartCohort | null | undefined;
}>;


export type SmartMoneyTimelineQuery = { smartMoneyHighlights: Array<{ cohort: SmartCohort, snapshotDate: string, condition: string, question: string | null, slug: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, kind: SignalKind | null, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome, return: number | null }> };

export type SmartMoneyRecordQueryVariables = Exact<{
  cohort?: SmartCohort | null | undefined;
}>;


export type SmartMoneyRecordQuery = { smartMoneyHistory: { performance: { signals: number, won: number, lost: number, voided: number, open: number, hitRate: number | null, impliedRate: number | null, meanReturn: number | null, medianReturn: number | null, hitRateInterval: { low: number, high: number } | null } } | null };

export type WeeklyPickQueryVariables = Exact<{ [key: string]: never; }>;


export type WeeklyPickQuery = { smartMoney: { cohortSize: number, weeklyPick: { cohort: SmartCohort, snapshotDate: string, condition: string, question: string | null, slug: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, kind: SignalKind | null, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome, return: number | null } | null, markets: Array<{ cohort: SmartCohort, snapshotDate: string, condition: string, question: string | null, slug: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, kind: SignalKind | null, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome, return: number | null }> } };

export type TapeFactsQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type TapeFactsQuery = { nodes: Array<
    | { __typename: 'Event' }
    | { __typename: 'Leaderboard' }
    | { __typename: 'Market', condition: string, outcomes: Array<{ token: string, price: number | null }> }
    | { __typename: 'Position' }
    | { __typename: 'Trade' }
    | { __typename: 'Trader', address: string, isBot: boolean, botProbability: number | null, coverage: Coverage, verifiedBadge: boolean, wins: number, losses: number, analytics: { skill: { verdict: Verdict, edge: number | null, edgeInterval: { low: number, high: number } | null } } | null }
    | { __typename: 'WhaleAlert' }
   | null> };

export type TapeTraderFragment = { address: string, isBot: boolean, botProbability: number | null, coverage: Coverage, verifiedBadge: boolean, wins: number, losses: number, analytics: { skill: { verdict: Verdict, edge: number | null, edgeInterval: { low: number, high: number } | null } } | null };

export type TapeMarketFragment = { condition: string, outcomes: Array<{ token: string, price: number | null }> };

export type TraderPageQueryVariables = Exact<{
  address: string;
  asOf?: string | null | undefined;
}>;


export type TraderPageQuery = { service: { delay: number }, trader: { address: string, username: string | null, xUsername: string | null, verifiedBadge: boolean, bio: string | null, memberSince: string, pnl: number, realizedPnl: number, unrealizedPnl: number, pnlOfficial: number | null, volume: number, tradeCount: number, marketCount: number, isBot: boolean, coverage: Coverage, roi: number | null, winRate: number | null, wins: number, losses: number, sharpeRatio: number | null, sortinoRatio: number | null, profitFactor: number | null, maxDrawdown: number | null, maxDrawdownPct: number | null, botProbability: number | null, cutoff: { time: string }, pnlSeries: Array<{ day: string, pnl: number, realizedPnl: number }>, ranks: Array<{ tab: Tab, period: Period, rank: number, entryCount: number, leaderboard: string }>, open: { totalCount: number }, closed: { totalCount: number }, analytics: { skill: { units: number, edge: number | null, edgePValue: number | null, edgeQValue: number | null, verdict: Verdict, edgeInterval: { low: number, high: number } | null }, attribution: { byCategory: Array<{ name: string, units: number, winRate: number | null, pnl: number, edgeOverBaseline: number | null, confidence: Confidence }> }, behavior: { hourHistogram: Array<number>, makerRatio: number | null, holdingTime: number | null }, calibration: Array<{ count: number, meanPrice: number | null, outcomeRate: number | null, interval: { low: number, high: number } | null }>, bestMarkets: Array<{ condition: string | null, question: string | null, slug: string | null, pnl: number }>, worstMarkets: Array<{ condition: string | null, question: string | null, slug: string | null, pnl: number }>, strategy: { name: StrategyName, rule: string } } | null, winRateInterval: { low: number, high: number } | null } | null };

export type RankOnABoardFragment = { tab: Tab, period: Period, rank: number, entryCount: number, leaderboard: string };

export type PictureOfATraderFragment = { skill: { units: number, edge: number | null, edgePValue: number | null, edgeQValue: number | null, verdict: Verdict, edgeInterval: { low: number, high: number } | null }, attribution: { byCategory: Array<{ name: string, units: number, winRate: number | null, pnl: number, edgeOverBaseline: number | null, confidence: Confidence }> }, behavior: { hourHistogram: Array<number>, makerRatio: number | null, holdingTime: number | null }, calibration: Array<{ count: number, meanPrice: number | null, outcomeRate: number | null, interval: { low: number, high: number } | null }>, bestMarkets: Array<{ condition: string | null, question: string | null, slug: string | null, pnl: number }>, worstMarkets: Array<{ condition: string | null, question: string | null, slug: string | null, pnl: number }>, strategy: { name: StrategyName, rule: string } };

export type TraderPositionsListQueryVariables = Exact<{
  address: string;
  status: PositionStatus;
  after?: string | null | undefined;
  asOf?: string | null | undefined;
}>;


export type TraderPositionsListQuery = { trader: { positions: { day: string, truncated: boolean, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ outcome: string | null, status: PositionStatus, result: PositionResult | null, shares: number, averagePrice: number | null, price: number | null, value: number, realizedPnl: number, unrealizedPnl: number, closedOn: string | null, market: { condition: string, question: string | null } | null }> } } | null };

export type OnwardFragment = { hasNextPage: boolean, endCursor: string | null };

export type HeldPositionFragment = { outcome: string | null, status: PositionStatus, result: PositionResult | null, shares: number, averagePrice: number | null, price: number | null, value: number, realizedPnl: number, unrealizedPnl: number, closedOn: string | null, market: { condition: string, question: string | null } | null };

export type TraderTradesListQueryVariables = Exact<{
  address: string;
  after?: string | null | undefined;
  asOf?: string | null | undefined;
}>;


export type TraderTradesListQuery = { trader: { trades: { truncated: boolean, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ time: string, side: TradeSide, role: FillRole | null, outcome: string | null, shares: number, price: number, usd: number, tx: string | null, market: { condition: string, question: string | null } | null }> } } | null };

export type ListedTradeFragment = { time: string, side: TradeSide, role: FillRole | null, outcome: string | null, shares: number, price: number, usd: number, tx: string | null, market: { condition: string, question: string | null } | null };

export type TraderActivityListQueryVariables = Exact<{
  address: string;
  after?: string | null | undefined;
  asOf?: string | null | undefined;
}>;


export type TraderActivityListQuery = { trader: { activity: { truncated: boolean, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
        | { __typename: 'Conversion', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null }
        | { __typename: 'Income', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null }
        | { __typename: 'Merge', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null }
        | { __typename: 'Redemption', payout: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null }
        | { __typename: 'Split', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null }
        | { __typename: 'Trade', side: TradeSide, outcome: string | null, shares: number, price: number, usd: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null }
        | { __typename: 'Transfer', shares: number, outcome: string | null, time: string, tx: string | null, trader: { address: string, username: string | null } | null, receiver: { address: string, username: string | null } | null, market: { condition: string, question: string | null } | null }
      > } } | null };

type DoneEvent_Conversion_Fragment = { __typename: 'Conversion', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null };

type DoneEvent_Income_Fragment = { __typename: 'Income', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null };

type DoneEvent_Merge_Fragment = { __typename: 'Merge', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null };

type DoneEvent_Redemption_Fragment = { __typename: 'Redemption', payout: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null };

type DoneEvent_Split_Fragment = { __typename: 'Split', amount: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null };

type DoneEvent_Trade_Fragment = { __typename: 'Trade', side: TradeSide, outcome: string | null, shares: number, price: number, usd: number, time: string, tx: string | null, market: { condition: string, question: string | null } | null };

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

export type TradersPageQueryVariables = Exact<{
  where?: TraderWhere | null | undefined;
  order?: Array<TraderOrder> | TraderOrder | null | undefined;
  period?: Period | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  category?: MarketCategory | null | undefined;
  asOf?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type TradersPageQuery = { traders: { totalCount: number | null, unknown: number, truncatedReason: string | null, cutoff: { time: string } | null, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ rank: number | null, score: number | null, node: { address: string, username: string | null, verifiedBadge: boolean }, numbers: { pnl: number, roi: number | null, volume: number, winRate: number | null, marketCount: number, sharpeRatio: number | null, edge: number | null, verdict: Verdict, isBot: boolean, coverage: Coverage, lastTrade: string | null, edgeInterval: { low: number, high: number } | null } | null }> } };

export type ScreenRowFragment = { rank: number | null, score: number | null, node: { address: string, username: string | null, verifiedBadge: boolean }, numbers: { pnl: number, roi: number | null, volume: number, winRate: number | null, marketCount: number, sharpeRatio: number | null, edge: number | null, verdict: Verdict, isBot: boolean, coverage: Coverage, lastTrade: string | null, edgeInterval: { low: number, high: number } | null } | null };

export type WhalesPageQueryVariables = Exact<{
  category?: MarketCategory | null | undefined;
  minUsd?: number | null | undefined;
  side?: TradeSide | null | undefined;
  qualifying?: QualifyingBoard | null | undefined;
  trader?: string | null | undefined;
  market?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type WhalesPageQuery = { whaleAlerts: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, label: string | null, address: string | null, username: string | null, profileImage: string | null, xUsername: string | null, verifiedBadge: boolean | null, side: TradeSide, outcome: string | null, category: MarketCategory | null, usd: number, price: number, time: string, timePrecision: TimePrecision, qualifying: Array<QualifyingBoard>, shares: number | null, token: string | null, role: FillRole | null, tx: string | null, orderHash: string | null, markAfterHour: number | null, markAfterDay: number | null, payout: number | null, market: { condition: string, question: string | null, slug: string | null } | null }> } };

export type RadarRecordQueryVariables = Exact<{ [key: string]: never; }>;


export type RadarRecordQuery = { whaleRadarRecord: { cutoff: { time: string } | null, all: { board: QualifyingBoard | null, alerts: number, decided: number, hitRate: number | null, impliedRate: number | null, markoutAfterHour: number | null, markoutAfterDay: number | null, hitRateInterval: { low: number, high: number } | null }, boards: Array<{ board: QualifyingBoard | null, alerts: number, decided: number, hitRate: number | null, impliedRate: number | null, markoutAfterHour: number | null, markoutAfterDay: number | null, hitRateInterval: { low: number, high: number } | null }> } };

export type NewestAlertsQueryVariables = Exact<{
  first: number;
}>;


export type NewestAlertsQuery = { whaleAlerts: { nodes: Array<{ id: string, label: string | null, address: string | null, username: string | null, profileImage: string | null, xUsername: string | null, verifiedBadge: boolean | null, side: TradeSide, outcome: string | null, category: MarketCategory | null, usd: number, price: number, time: string, timePrecision: TimePrecision, qualifying: Array<QualifyingBoard>, shares: number | null, token: string | null, role: FillRole | null, tx: string | null, orderHash: string | null, markAfterHour: number | null, markAfterDay: number | null, payout: number | null, market: { condition: string, question: string | null, slug: string | null } | null }> } };

export type NotableAlertsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotableAlertsQuery = { whaleShowcase: Array<{ move: number, priceNow: number, alert: { id: string, label: string | null, address: string | null, username: string | null, profileImage: string | null, xUsername: string | null, verifiedBadge: boolean | null, side: TradeSide, outcome: string | null, category: MarketCategory | null, usd: number, price: number, time: string, timePrecision: TimePrecision, qualifying: Array<QualifyingBoard>, shares: number | null, token: string | null, role: FillRole | null, tx: string | null, orderHash: string | null, markAfterHour: number | null, markAfterDay: number | null, payout: number | null, market: { condition: string, question: string | null, slug: string | null } | null } }> };

export type FreshAlertsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FreshAlertsSubscription = { whaleAlerts: { id: string } };

export type EntryFieldsFragment = { rank: number, previousRank: number | null, address: string | null, username: string | null, profileImage: string | null, xUsername: string | null, verifiedBadge: boolean | null, value: number | null, pnl: number | null, realizedPnl: number | null, volume: number | null, roi: number | null, winRate: number | null, tradeCount: number | null, marketCount: number | null, sharpeRatio: number | null, maxDrawdown: number | null, botProbability: number | null, isBot: boolean | null, coverage: Coverage | null };

export type SignalFieldsFragment = { cohort: SmartCohort, snapshotDate: string, condition: string, question: string | null, slug: string | null, yesName: string | null, noName: string | null, category: MarketCategory | null, price: number, kind: SignalKind | null, side: MarketSide | null, yesShare: number | null, divergence: number | null, value: number | null, members: number | null, outcome: SignalOutcome, return: number | null };

export type GroupFlowFieldsFragment = { group: FlowGroup, traders: number, boughtShares: number, soldShares: number, netShares: number, boughtUsd: number, soldUsd: number, netUsd: number, outcome: { index: number, name: string | null, token: string } };

export type OutcomeNameFragment = { index: number, name: string | null, token: string };

export type MarketTraderFieldsFragment = { address: string, username: string | null, pnl: number, realizedPnl: number, unrealizedPnl: number, volume: number, totalBought: number, fees: number, tradeCount: number };

export type CategoryStanceFieldsFragment = { category: MarketCategory | null, markets: number, value: number, yesShare: number, divergence: number };

export type PerformanceFieldsFragment = { signals: number, won: number, lost: number, voided: number, open: number, hitRate: number | null, impliedRate: number | null, meanReturn: number | null, medianReturn: number | null, hitRateInterval: { low: number, high: number } | null };

export type RecordFieldsFragment = { roi: number | null, winRate: number | null, wins: number, losses: number, sharpeRatio: number | null, sortinoRatio: number | null, profitFactor: number | null, maxDrawdown: number | null, maxDrawdownPct: number | null, botProbability: number | null, winRateInterval: { low: number, high: number } | null };

export type SkillFieldsFragment = { units: number, edge: number | null, edgePValue: number | null, edgeQValue: number | null, verdict: Verdict, edgeInterval: { low: number, high: number } | null };

export type AttributionFieldsFragment = { name: string, units: number, winRate: number | null, pnl: number, edgeOverBaseline: number | null, confidence: Confidence };

export type MarketResultFieldsFragment = { condition: string | null, question: string | null, slug: string | null, pnl: number };

export type WhaleAlertFieldsFragment = { id: string, label: string | null, address: string | null, username: string | null, profileImage: string | null, xUsername: string | null, verifiedBadge: boolean | null, side: TradeSide, outcome: string | null, category: MarketCategory | null, usd: number, price: number, time: string, timePrecision: TimePrecision, qualifying: Array<QualifyingBoard>, shares: number | null, token: string | null, role: FillRole | null, tx: string | null, orderHash: string | null, markAfterHour: number | null, markAfterDay: number | null, payout: number | null, market: { condition: string, question: string | null, slug: string | null } | null };

export type AlertMarketFragment = { condition: string, question: string | null, slug: string | null };

export type BoardRecordFieldsFragment = { board: QualifyingBoard | null, alerts: number, decided: number, hitRate: number | null, impliedRate: number | null, markoutAfterHour: number | null, markoutAfterDay: number | null, hitRateInterval: { low: number, high: number } | null };

export const GlanceRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GlanceRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LeaderboardEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]} as unknown as DocumentNode<GlanceRowFragment, unknown>;
export const ShellFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Shell"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Query"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"service"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"simulation"}},{"kind":"Field","name":{"kind":"Name","value":"delay"}},{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"block"}},{"kind":"Field","name":{"kind":"Name","value":"time"}}]}}]}}]}}]} as unknown as DocumentNode<ShellFragment, unknown>;
export const EntryFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EntryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LeaderboardEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"previousRank"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"profileImage"}},{"kind":"Field","name":{"kind":"Name","value":"xUsername"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"tradeCount"}},{"kind":"Field","name":{"kind":"Name","value":"marketCount"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdown"}},{"kind":"Field","name":{"kind":"Name","value":"botProbability"}},{"kind":"Field","name":{"kind":"Name","value":"isBot"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"}}]}}]} as unknown as DocumentNode<EntryFieldsFragment, unknown>;
export const BoardRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BoardRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LeaderboardEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EntryFields"}},{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pnlSeries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"Variable","name":{"kind":"Name","value":"spark"}}},{"kind":"Argument","name":{"kind":"Name","value":"category"},"value":{"kind":"Variable","name":{"kind":"Name","value":"category"}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isPeriod"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"analytics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"skill"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"edge"}},{"kind":"Field","name":{"kind":"Name","value":"edgeInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EntryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LeaderboardEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"previousRank"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"profileImage"}},{"kind":"Field","name":{"kind":"Name","value":"xUsername"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"tradeCount"}},{"kind":"Field","name":{"kind":"Name","value":"marketCount"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdown"}},{"kind":"Field","name":{"kind":"Name","value":"botProbability"}},{"kind":"Field","name":{"kind":"Name","value":"isBot"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"}}]}}]} as unknown as DocumentNode<BoardRowFragment, unknown>;
export const MoverPartFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MoverPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Mover"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"impact"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}}]}}]} as unknown as DocumentNode<MoverPartFragment, unknown>;
export const GroupMoneyPartFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GroupMoneyPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GroupMoney"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traders"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"share"}}]}}]}}]} as unknown as DocumentNode<GroupMoneyPartFragment, unknown>;
export const HolderColumnFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HolderColumn"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HolderConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"averagePrice"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"unrealizedPnl"}}]}}]}}]} as unknown as DocumentNode<HolderColumnFragment, unknown>;
export const ListedMarketRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListedMarketRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Market"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"endsAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"priceDayAgo"}},{"kind":"Field","name":{"kind":"Name","value":"winner"}}]}}]}}]} as unknown as DocumentNode<ListedMarketRowFragment, unknown>;
export const TapeTraderFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TapeTrader"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"isBot"}},{"kind":"Field","name":{"kind":"Name","value":"botProbability"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}},{"kind":"Field","name":{"kind":"Name","value":"wins"}},{"kind":"Field","name":{"kind":"Name","value":"losses"}},{"kind":"Field","name":{"kind":"Name","value":"analytics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"skill"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"edge"}},{"kind":"Field","name":{"kind":"Name","value":"edgeInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}}]}}]} as unknown as DocumentNode<TapeTraderFragment, unknown>;
export const TapeMarketFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TapeMarket"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Market"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"price"}}]}}]}}]} as unknown as DocumentNode<TapeMarketFragment, unknown>;
export const RankOnABoardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RankOnABoard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TraderRank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"leaderboard"},"name":{"kind":"Name","value":"leaderboardId"}},{"kind":"Field","name":{"kind":"Name","value":"tab"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"entryCount"}}]}}]} as unknown as DocumentNode<RankOnABoardFragment, unknown>;
export const SkillFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SkillFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalyticsSkill"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"edge"}},{"kind":"Field","name":{"kind":"Name","value":"edgeInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edgePValue"}},{"kind":"Field","name":{"kind":"Name","value":"edgeQValue"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}}]}}]} as unknown as DocumentNode<SkillFieldsFragment, unknown>;
export const AttributionFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AttributionFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AttributionRow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"edgeOverBaseline"}},{"kind":"Field","name":{"kind":"Name","value":"confidence"}}]}}]} as unknown as DocumentNode<AttributionFieldsFragment, unknown>;
export const MarketResultFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MarketResultFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}}]} as unknown as DocumentNode<MarketResultFieldsFragment, unknown>;
export const PictureOfATraderFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PictureOfATrader"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TraderAnalytics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"skill"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SkillFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"attribution"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"byCategory"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AttributionFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"behavior"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hourHistogram"}},{"kind":"Field","name":{"kind":"Name","value":"makerRatio"}},{"kind":"Field","name":{"kind":"Name","value":"holdingTime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"calibration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"meanPrice"}},{"kind":"Field","name":{"kind":"Name","value":"outcomeRate"}},{"kind":"Field","name":{"kind":"Name","value":"interval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"bestMarkets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MarketResultFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worstMarkets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MarketResultFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"strategy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SkillFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalyticsSkill"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"edge"}},{"kind":"Field","name":{"kind":"Name","value":"edgeInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edgePValue"}},{"kind":"Field","name":{"kind":"Name","value":"edgeQValue"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AttributionFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AttributionRow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"edgeOverBaseline"}},{"kind":"Field","name":{"kind":"Name","value":"confidence"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MarketResultFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}}]} as unknown as DocumentNode<PictureOfATraderFragment, unknown>;
export const OnwardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Onward"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<OnwardFragment, unknown>;
export const HeldPositionFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeldPosition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Position"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"result"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"averagePrice"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"unrealizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"closedOn"}}]}}]} as unknown as DocumentNode<HeldPositionFragment, unknown>;
export const ListedTradeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListedTrade"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"tx"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}}]}}]} as unknown as DocumentNode<ListedTradeFragment, unknown>;
export const DoneEventFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DoneEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LedgerEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"tx"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Split"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Merge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conversion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Redemption"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"payout"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Income"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transfer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"receiver"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}}]} as unknown as DocumentNode<DoneEventFragment, unknown>;
export const ScreenRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ScreenRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TraderEdge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}}]}},{"kind":"Field","name":{"kind":"Name","value":"numbers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"marketCount"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}},{"kind":"Field","name":{"kind":"Name","value":"edge"}},{"kind":"Field","name":{"kind":"Name","value":"edgeInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"isBot"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"}},{"kind":"Field","name":{"kind":"Name","value":"lastTrade"}}]}}]}}]} as unknown as DocumentNode<ScreenRowFragment, unknown>;
export const SignalFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SignalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Signal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cohort"}},{"kind":"Field","name":{"kind":"Name","value":"snapshotDate"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"yesName"}},{"kind":"Field","name":{"kind":"Name","value":"noName"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"yesShare"}},{"kind":"Field","name":{"kind":"Name","value":"divergence"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"members"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"return"}}]}}]} as unknown as DocumentNode<SignalFieldsFragment, unknown>;
export const OutcomeNameFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OutcomeName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Outcome"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"token"}}]}}]} as unknown as DocumentNode<OutcomeNameFragment, unknown>;
export const GroupFlowFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GroupFlowFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GroupFlow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OutcomeName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"traders"}},{"kind":"Field","name":{"kind":"Name","value":"boughtShares"}},{"kind":"Field","name":{"kind":"Name","value":"soldShares"}},{"kind":"Field","name":{"kind":"Name","value":"netShares"}},{"kind":"Field","name":{"kind":"Name","value":"boughtUsd"}},{"kind":"Field","name":{"kind":"Name","value":"soldUsd"}},{"kind":"Field","name":{"kind":"Name","value":"netUsd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OutcomeName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Outcome"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"token"}}]}}]} as unknown as DocumentNode<GroupFlowFieldsFragment, unknown>;
export const MarketTraderFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MarketTraderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketTrader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"unrealizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"totalBought"}},{"kind":"Field","name":{"kind":"Name","value":"fees"}},{"kind":"Field","name":{"kind":"Name","value":"tradeCount"}}]}}]} as unknown as DocumentNode<MarketTraderFieldsFragment, unknown>;
export const CategoryStanceFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CategoryStanceFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CategoryStance"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"markets"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"yesShare"}},{"kind":"Field","name":{"kind":"Name","value":"divergence"}}]}}]} as unknown as DocumentNode<CategoryStanceFieldsFragment, unknown>;
export const PerformanceFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PerformanceFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SignalPerformance"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"signals"}},{"kind":"Field","name":{"kind":"Name","value":"won"}},{"kind":"Field","name":{"kind":"Name","value":"lost"}},{"kind":"Field","name":{"kind":"Name","value":"voided"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"hitRate"}},{"kind":"Field","name":{"kind":"Name","value":"hitRateInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"impliedRate"}},{"kind":"Field","name":{"kind":"Name","value":"meanReturn"}},{"kind":"Field","name":{"kind":"Name","value":"medianReturn"}}]}}]} as unknown as DocumentNode<PerformanceFieldsFragment, unknown>;
export const RecordFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RecordFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"winRateInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"wins"}},{"kind":"Field","name":{"kind":"Name","value":"losses"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}},{"kind":"Field","name":{"kind":"Name","value":"sortinoRatio"}},{"kind":"Field","name":{"kind":"Name","value":"profitFactor"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdown"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdownPct"}},{"kind":"Field","name":{"kind":"Name","value":"botProbability"}}]}}]} as unknown as DocumentNode<RecordFieldsFragment, unknown>;
export const AlertMarketFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertMarket"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Market"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]} as unknown as DocumentNode<AlertMarketFragment, unknown>;
export const WhaleAlertFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WhaleAlertFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WhaleAlert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"profileImage"}},{"kind":"Field","name":{"kind":"Name","value":"xUsername"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlertMarket"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"timePrecision"}},{"kind":"Field","name":{"kind":"Name","value":"qualifying"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"tx"}},{"kind":"Field","name":{"kind":"Name","value":"orderHash"}},{"kind":"Field","name":{"kind":"Name","value":"markAfterHour"}},{"kind":"Field","name":{"kind":"Name","value":"markAfterDay"}},{"kind":"Field","name":{"kind":"Name","value":"payout"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertMarket"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Market"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}}]} as unknown as DocumentNode<WhaleAlertFieldsFragment, unknown>;
export const BoardRecordFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BoardRecordFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RadarBoardRecord"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"board"}},{"kind":"Field","name":{"kind":"Name","value":"alerts"}},{"kind":"Field","name":{"kind":"Name","value":"decided"}},{"kind":"Field","name":{"kind":"Name","value":"hitRate"}},{"kind":"Field","name":{"kind":"Name","value":"hitRateInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"impliedRate"}},{"kind":"Field","name":{"kind":"Name","value":"markoutAfterHour"}},{"kind":"Field","name":{"kind":"Name","value":"markoutAfterDay"}}]}}]} as unknown as DocumentNode<BoardRecordFieldsFragment, unknown>;
export const SpentBudgetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SpentBudget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rateLimit"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"remaining"}}]}}]}}]} as unknown as DocumentNode<SpentBudgetQuery, SpentBudgetQueryVariables>;
export const CreateKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expiresAt"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"expiresAt"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expiresAt"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"once"},"name":{"kind":"Name","value":"key"}}]}}]}}]} as unknown as DocumentNode<CreateKeyMutation, CreateKeyMutationVariables>;
export const RotateKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"graceSeconds"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rotateApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"graceSeconds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"graceSeconds"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"once"},"name":{"kind":"Name","value":"key"}}]}}]}}]} as unknown as DocumentNode<RotateKeyMutation, RotateKeyMutationVariables>;
export const RevokeKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<RevokeKeyMutation, RevokeKeyMutationVariables>;
export const CreateLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"path"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expiresAt"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createLink"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"path"},"value":{"kind":"Variable","name":{"kind":"Name","value":"path"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"expiresAt"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expiresAt"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"once"},"name":{"kind":"Name","value":"url"}}]}}]}}]} as unknown as DocumentNode<CreateLinkMutation, CreateLinkMutationVariables>;
export const RevokeLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeLink"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"link"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<RevokeLinkMutation, RevokeLinkMutationVariables>;
export const UpdateChannelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateChannels"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"channels"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AlertChannelInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateAlertChannels"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"channels"},"value":{"kind":"Variable","name":{"kind":"Name","value":"channels"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secrets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"once"},"name":{"kind":"Name","value":"secret"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateChannelsMutation, UpdateChannelsMutationVariables>;
export const WriteAlertConfigDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"WriteAlertConfig"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"minUsd"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"side"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TradeSide"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"categories"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MarketCategory"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"qualifying"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"QualifyingBoard"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"traders"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"channels"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AlertChannelInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateWhaleAlertConfig"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"minUsd"},"value":{"kind":"Variable","name":{"kind":"Name","value":"minUsd"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"side"},"value":{"kind":"Variable","name":{"kind":"Name","value":"side"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"categories"},"value":{"kind":"Variable","name":{"kind":"Name","value":"categories"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"qualifying"},"value":{"kind":"Variable","name":{"kind":"Name","value":"qualifying"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"traders"},"value":{"kind":"Variable","name":{"kind":"Name","value":"traders"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"channels"},"value":{"kind":"Variable","name":{"kind":"Name","value":"channels"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secrets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"once"},"name":{"kind":"Name","value":"secret"}}]}}]}}]}}]} as unknown as DocumentNode<WriteAlertConfigMutation, WriteAlertConfigMutationVariables>;
export const ConfirmChannelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmChannel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confirmAlertChannel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channel"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<ConfirmChannelMutation, ConfirmChannelMutationVariables>;
export const ResumeChannelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResumeChannel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resumeAlertChannel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channel"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<ResumeChannelMutation, ResumeChannelMutationVariables>;
export const TestChannelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TestChannel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"testAlertChannel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channel"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<TestChannelMutation, TestChannelMutationVariables>;
export const RotateChannelSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateChannelSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rotateWebhookSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"once"},"name":{"kind":"Name","value":"secret"}}]}}]}}]} as unknown as DocumentNode<RotateChannelSecretMutation, RotateChannelSecretMutationVariables>;
export const AccountPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AccountPage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}}]}},{"kind":"Field","name":{"kind":"Name","value":"apiKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"links"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"alertChannels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"failures"}}]}},{"kind":"Field","name":{"kind":"Name","value":"followLimits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}}]} as unknown as DocumentNode<AccountPageQuery, AccountPageQueryVariables>;
export const AccountFollowsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AccountFollows"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FollowKind"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"follows"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"topic"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"quietFrom"}},{"kind":"Field","name":{"kind":"Name","value":"quietTo"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"followedAt"}},{"kind":"Field","name":{"kind":"Name","value":"channel"}},{"kind":"Field","name":{"kind":"Name","value":"lastNoticeAt"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WalletFollow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"minUsd"}},{"kind":"Field","name":{"kind":"Name","value":"categories"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"minPrice"}},{"kind":"Field","name":{"kind":"Name","value":"maxPrice"}},{"kind":"Field","name":{"kind":"Name","value":"kinds"}},{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketFollow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"above"}},{"kind":"Field","name":{"kind":"Name","value":"below"}},{"kind":"Field","name":{"kind":"Name","value":"jump"}},{"kind":"Field","name":{"kind":"Name","value":"holderShare"}},{"kind":"Field","name":{"kind":"Name","value":"stance"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LeaderboardFollow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leaderboardId"}},{"kind":"Field","name":{"kind":"Name","value":"leaderboard"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"top"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<AccountFollowsQuery, AccountFollowsQueryVariables>;
export const AccountAlertsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AccountAlerts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"whaleAlertConfig"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minUsd"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"categories"}},{"kind":"Field","name":{"kind":"Name","value":"qualifying"}},{"kind":"Field","name":{"kind":"Name","value":"traders"}},{"kind":"Field","name":{"kind":"Name","value":"delivers"}}]}}]}}]} as unknown as DocumentNode<AccountAlertsQuery, AccountAlertsQueryVariables>;
export const OutboxPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OutboxPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"service"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"simulation"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"outbox"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"25"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"channel"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"discord"}},{"kind":"Field","name":{"kind":"Name","value":"slack"}},{"kind":"Field","name":{"kind":"Name","value":"webhook"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<OutboxPageQuery, OutboxPageQueryVariables>;
export const SitemapMarketsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SitemapMarkets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}}]}}]}}]}}]} as unknown as DocumentNode<SitemapMarketsQuery, SitemapMarketsQueryVariables>;
export const HomePageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"HomePage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"service"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}}]}},{"kind":"Field","name":{"kind":"Name","value":"snapshot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstDay"}},{"kind":"Field","name":{"kind":"Name","value":"events"}}]}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traders"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"week"},"name":{"kind":"Name","value":"leaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"pnl-7d","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GlanceRow"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"all"},"name":{"kind":"Name","value":"leaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"pnl-all","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GlanceRow"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"roi"},"name":{"kind":"Name","value":"leaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"roi-30d","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GlanceRow"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"consistent"},"name":{"kind":"Name","value":"leaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"consistent-all","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GlanceRow"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"volume"},"name":{"kind":"Name","value":"leaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"volume-7d","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GlanceRow"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GlanceRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LeaderboardEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]} as unknown as DocumentNode<HomePageQuery, HomePageQueryVariables>;
export const SincePageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SincePage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"followLimits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"since"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lastVisit"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"trades"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"outcome"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"price"}}]}},{"kind":"Field","name":{"kind":"Name","value":"fills"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"lowestPrice"}},{"kind":"Field","name":{"kind":"Name","value":"highestPrice"}}]}},{"kind":"Field","name":{"kind":"Name","value":"moves"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"condition"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"outcome"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"winner"}}]}},{"kind":"Field","name":{"kind":"Name","value":"priceBefore"}},{"kind":"Field","name":{"kind":"Name","value":"priceAfter"}},{"kind":"Field","name":{"kind":"Name","value":"resolved"}},{"kind":"Field","name":{"kind":"Name","value":"movedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usd"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"boards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leaderboard"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"top"}},{"kind":"Field","name":{"kind":"Name","value":"entered"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"left"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"lastAt"}}]}}]}}]}}]} as unknown as DocumentNode<SincePageQuery, SincePageQueryVariables>;
export const ShellDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Shell"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Shell"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Shell"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Query"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"service"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"simulation"}},{"kind":"Field","name":{"kind":"Name","value":"delay"}},{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"block"}},{"kind":"Field","name":{"kind":"Name","value":"time"}}]}}]}}]}}]} as unknown as DocumentNode<ShellQuery, ShellQueryVariables>;
export const LeaderboardPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LeaderboardPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"excludeBots"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"minVolume"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"minTrades"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"coverage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"CoverageFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"category"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MarketCategory"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"spark"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Period"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"isPeriod"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leaderboards"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"entryCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"leaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}},{"kind":"Argument","name":{"kind":"Name","value":"window"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"category"},"value":{"kind":"Variable","name":{"kind":"Name","value":"category"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tab"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"window"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"metric"}},{"kind":"Field","name":{"kind":"Name","value":"access"}},{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}}]}},{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"excludeBots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"excludeBots"}}},{"kind":"Argument","name":{"kind":"Name","value":"minVolume"},"value":{"kind":"Variable","name":{"kind":"Name","value":"minVolume"}}},{"kind":"Argument","name":{"kind":"Name","value":"minTrades"},"value":{"kind":"Variable","name":{"kind":"Name","value":"minTrades"}}},{"kind":"Argument","name":{"kind":"Name","value":"coverage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"coverage"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BoardRow"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EntryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LeaderboardEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"previousRank"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"profileImage"}},{"kind":"Field","name":{"kind":"Name","value":"xUsername"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"tradeCount"}},{"kind":"Field","name":{"kind":"Name","value":"marketCount"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdown"}},{"kind":"Field","name":{"kind":"Name","value":"botProbability"}},{"kind":"Field","name":{"kind":"Name","value":"isBot"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BoardRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LeaderboardEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EntryFields"}},{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pnlSeries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"Variable","name":{"kind":"Name","value":"spark"}}},{"kind":"Argument","name":{"kind":"Name","value":"category"},"value":{"kind":"Variable","name":{"kind":"Name","value":"category"}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isPeriod"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"analytics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"skill"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"edge"}},{"kind":"Field","name":{"kind":"Name","value":"edgeInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<LeaderboardPageQuery, LeaderboardPageQueryVariables>;
export const MarketPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MarketPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FlowGrouping"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"service"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"market"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"endsAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"openInterest"}},{"kind":"Field","name":{"kind":"Name","value":"traderCount"}},{"kind":"Field","name":{"kind":"Name","value":"event"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"markets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"priceDayAgo"}},{"kind":"Field","name":{"kind":"Name","value":"payout"}},{"kind":"Field","name":{"kind":"Name","value":"winner"}}]}},{"kind":"Field","name":{"kind":"Name","value":"skilledMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"skilled"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GroupMoneyPart"}}]}},{"kind":"Field","name":{"kind":"Name","value":"others"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GroupMoneyPart"}}]}},{"kind":"Field","name":{"kind":"Name","value":"difference"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"movers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"priceBefore"}},{"kind":"Field","name":{"kind":"Name","value":"priceAfter"}},{"kind":"Field","name":{"kind":"Name","value":"buyers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MoverPart"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sellers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MoverPart"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"smartMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SignalFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"prices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"interval"},"value":{"kind":"EnumValue","value":"DAY"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"close"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"flow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GroupFlowFields"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"yes"},"name":{"kind":"Name","value":"holders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"outcome"},"value":{"kind":"IntValue","value":"0"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"8"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HolderColumn"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"no"},"name":{"kind":"Name","value":"holders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"outcome"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"8"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HolderColumn"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"winners"},"name":{"kind":"Name","value":"topTraders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"EnumValue","value":"PROFIT"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MarketTraderFields"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"losers"},"name":{"kind":"Name","value":"topTraders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"EnumValue","value":"LOSS"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MarketTraderFields"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OutcomeName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Outcome"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"token"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GroupMoneyPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GroupMoney"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traders"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"share"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MoverPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Mover"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"impact"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SignalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Signal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cohort"}},{"kind":"Field","name":{"kind":"Name","value":"snapshotDate"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"yesName"}},{"kind":"Field","name":{"kind":"Name","value":"noName"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"yesShare"}},{"kind":"Field","name":{"kind":"Name","value":"divergence"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"members"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"return"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GroupFlowFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GroupFlow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OutcomeName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"traders"}},{"kind":"Field","name":{"kind":"Name","value":"boughtShares"}},{"kind":"Field","name":{"kind":"Name","value":"soldShares"}},{"kind":"Field","name":{"kind":"Name","value":"netShares"}},{"kind":"Field","name":{"kind":"Name","value":"boughtUsd"}},{"kind":"Field","name":{"kind":"Name","value":"soldUsd"}},{"kind":"Field","name":{"kind":"Name","value":"netUsd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HolderColumn"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HolderConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"averagePrice"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"unrealizedPnl"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MarketTraderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketTrader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"unrealizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"totalBought"}},{"kind":"Field","name":{"kind":"Name","value":"fees"}},{"kind":"Field","name":{"kind":"Name","value":"tradeCount"}}]}}]} as unknown as DocumentNode<MarketPageQuery, MarketPageQueryVariables>;
export const MarketTradesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MarketTrades"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"market"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trades"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Onward"}}]}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Onward"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<MarketTradesQuery, MarketTradesQueryVariables>;
export const MarketAlertsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MarketAlerts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"whaleAlerts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"market"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}}]}}]}}]}}]} as unknown as DocumentNode<MarketAlertsQuery, MarketAlertsQueryVariables>;
export const MarketsPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MarketsPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"query"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"category"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MarketCategory"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"status"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MarketStatus"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"minVolume"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MarketOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"query"},"value":{"kind":"Variable","name":{"kind":"Name","value":"query"}}},{"kind":"Argument","name":{"kind":"Name","value":"category"},"value":{"kind":"Variable","name":{"kind":"Name","value":"category"}}},{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"Variable","name":{"kind":"Name","value":"status"}}},{"kind":"Argument","name":{"kind":"Name","value":"minVolume"},"value":{"kind":"Variable","name":{"kind":"Name","value":"minVolume"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"30"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Onward"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ListedMarketRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Onward"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListedMarketRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Market"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"endsAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"priceDayAgo"}},{"kind":"Field","name":{"kind":"Name","value":"winner"}}]}}]}}]} as unknown as DocumentNode<MarketsPageQuery, MarketsPageQueryVariables>;
export const SearchPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SearchPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"q"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"query"},"value":{"kind":"Variable","name":{"kind":"Name","value":"q"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"8"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"markets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"query"},"value":{"kind":"Variable","name":{"kind":"Name","value":"q"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"8"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ListedMarketRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListedMarketRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Market"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"endsAt"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"priceDayAgo"}},{"kind":"Field","name":{"kind":"Name","value":"winner"}}]}}]}}]} as unknown as DocumentNode<SearchPageQuery, SearchPageQueryVariables>;
export const SmartMoneyPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SmartMoneyPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cohort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SmartCohort"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"smartMoney"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cohort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cohort"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cohort"}},{"kind":"Field","name":{"kind":"Name","value":"cohortSize"}},{"kind":"Field","name":{"kind":"Name","value":"snapshotDate"}},{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}}]}},{"kind":"Field","name":{"kind":"Name","value":"categories"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CategoryStanceFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"weeklyPick"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SignalFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"markets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SignalFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"consensusMarkets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SignalFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CategoryStanceFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CategoryStance"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"markets"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"yesShare"}},{"kind":"Field","name":{"kind":"Name","value":"divergence"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SignalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Signal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cohort"}},{"kind":"Field","name":{"kind":"Name","value":"snapshotDate"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"yesName"}},{"kind":"Field","name":{"kind":"Name","value":"noName"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"yesShare"}},{"kind":"Field","name":{"kind":"Name","value":"divergence"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"members"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"return"}}]}}]} as unknown as DocumentNode<SmartMoneyPageQuery, SmartMoneyPageQueryVariables>;
export const SmartMoneyTimelineDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SmartMoneyTimeline"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cohort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SmartCohort"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"smartMoneyHighlights"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cohort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cohort"}}},{"kind":"Argument","name":{"kind":"Name","value":"weeks"},"value":{"kind":"IntValue","value":"12"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SignalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SignalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Signal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cohort"}},{"kind":"Field","name":{"kind":"Name","value":"snapshotDate"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"yesName"}},{"kind":"Field","name":{"kind":"Name","value":"noName"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"yesShare"}},{"kind":"Field","name":{"kind":"Name","value":"divergence"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"members"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"return"}}]}}]} as unknown as DocumentNode<SmartMoneyTimelineQuery, SmartMoneyTimelineQueryVariables>;
export const SmartMoneyRecordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SmartMoneyRecord"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cohort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SmartCohort"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"smartMoneyHistory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cohort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cohort"}}},{"kind":"Argument","name":{"kind":"Name","value":"weeks"},"value":{"kind":"IntValue","value":"12"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"performance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PerformanceFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PerformanceFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SignalPerformance"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"signals"}},{"kind":"Field","name":{"kind":"Name","value":"won"}},{"kind":"Field","name":{"kind":"Name","value":"lost"}},{"kind":"Field","name":{"kind":"Name","value":"voided"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"hitRate"}},{"kind":"Field","name":{"kind":"Name","value":"hitRateInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"impliedRate"}},{"kind":"Field","name":{"kind":"Name","value":"meanReturn"}},{"kind":"Field","name":{"kind":"Name","value":"medianReturn"}}]}}]} as unknown as DocumentNode<SmartMoneyRecordQuery, SmartMoneyRecordQueryVariables>;
export const WeeklyPickDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WeeklyPick"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"smartMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cohortSize"}},{"kind":"Field","name":{"kind":"Name","value":"weeklyPick"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SignalFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"markets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SignalFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SignalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Signal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cohort"}},{"kind":"Field","name":{"kind":"Name","value":"snapshotDate"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"yesName"}},{"kind":"Field","name":{"kind":"Name","value":"noName"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"yesShare"}},{"kind":"Field","name":{"kind":"Name","value":"divergence"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"members"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"return"}}]}}]} as unknown as DocumentNode<WeeklyPickQuery, WeeklyPickQueryVariables>;
export const TapeFactsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TapeFacts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TapeTrader"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Market"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TapeMarket"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TapeTrader"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"isBot"}},{"kind":"Field","name":{"kind":"Name","value":"botProbability"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}},{"kind":"Field","name":{"kind":"Name","value":"wins"}},{"kind":"Field","name":{"kind":"Name","value":"losses"}},{"kind":"Field","name":{"kind":"Name","value":"analytics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"skill"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"edge"}},{"kind":"Field","name":{"kind":"Name","value":"edgeInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TapeMarket"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Market"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"price"}}]}}]}}]} as unknown as DocumentNode<TapeFactsQuery, TapeFactsQueryVariables>;
export const TraderPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TraderPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"service"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"delay"}}]}},{"kind":"Field","name":{"kind":"Name","value":"trader"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"xUsername"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}},{"kind":"Field","name":{"kind":"Name","value":"bio"}},{"kind":"Field","name":{"kind":"Name","value":"memberSince"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"unrealizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"pnlOfficial"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"tradeCount"}},{"kind":"Field","name":{"kind":"Name","value":"marketCount"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RecordFields"}},{"kind":"Field","name":{"kind":"Name","value":"isBot"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"}},{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pnlSeries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"ranks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RankOnABoard"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"open"},"name":{"kind":"Name","value":"positions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"EnumValue","value":"OPEN"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"closed"},"name":{"kind":"Name","value":"positions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"EnumValue","value":"CLOSED"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"analytics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PictureOfATrader"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SkillFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalyticsSkill"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"edge"}},{"kind":"Field","name":{"kind":"Name","value":"edgeInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edgePValue"}},{"kind":"Field","name":{"kind":"Name","value":"edgeQValue"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AttributionFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AttributionRow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"edgeOverBaseline"}},{"kind":"Field","name":{"kind":"Name","value":"confidence"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MarketResultFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RecordFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"winRateInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"wins"}},{"kind":"Field","name":{"kind":"Name","value":"losses"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}},{"kind":"Field","name":{"kind":"Name","value":"sortinoRatio"}},{"kind":"Field","name":{"kind":"Name","value":"profitFactor"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdown"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdownPct"}},{"kind":"Field","name":{"kind":"Name","value":"botProbability"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RankOnABoard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TraderRank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"leaderboard"},"name":{"kind":"Name","value":"leaderboardId"}},{"kind":"Field","name":{"kind":"Name","value":"tab"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"entryCount"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PictureOfATrader"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TraderAnalytics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"skill"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SkillFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"attribution"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"byCategory"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AttributionFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"behavior"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hourHistogram"}},{"kind":"Field","name":{"kind":"Name","value":"makerRatio"}},{"kind":"Field","name":{"kind":"Name","value":"holdingTime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"calibration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"meanPrice"}},{"kind":"Field","name":{"kind":"Name","value":"outcomeRate"}},{"kind":"Field","name":{"kind":"Name","value":"interval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"bestMarkets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MarketResultFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worstMarkets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MarketResultFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"strategy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}}]}}]}}]} as unknown as DocumentNode<TraderPageQuery, TraderPageQueryVariables>;
export const TraderPositionsListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TraderPositionsList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"status"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PositionStatus"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trader"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"positions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"Variable","name":{"kind":"Name","value":"status"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"EnumValue","value":"VALUE"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"25"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Onward"}}]}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeldPosition"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Onward"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeldPosition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Position"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"result"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"averagePrice"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"realizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"unrealizedPnl"}},{"kind":"Field","name":{"kind":"Name","value":"closedOn"}}]}}]} as unknown as DocumentNode<TraderPositionsListQuery, TraderPositionsListQueryVariables>;
export const TraderTradesListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TraderTradesList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trader"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trades"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"25"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Onward"}}]}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ListedTrade"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Onward"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListedTrade"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"tx"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}}]}}]} as unknown as DocumentNode<TraderTradesListQuery, TraderTradesListQueryVariables>;
export const TraderActivityListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TraderActivityList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trader"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"activity"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"25"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Onward"}}]}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DoneEvent"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Onward"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DoneEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LedgerEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"tx"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Split"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Merge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conversion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Redemption"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"payout"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Income"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transfer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"trader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"receiver"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}}]} as unknown as DocumentNode<TraderActivityListQuery, TraderActivityListQueryVariables>;
export const TradersPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TradersPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TraderWhere"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"order"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TraderOrder"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"period"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Period"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"category"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MarketCategory"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"order"}}},{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"Variable","name":{"kind":"Name","value":"period"}}},{"kind":"Argument","name":{"kind":"Name","value":"window"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"category"},"value":{"kind":"Variable","name":{"kind":"Name","value":"category"}}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asOf"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"25"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"truncatedReason"}},{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ScreenRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ScreenRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TraderEdge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}}]}},{"kind":"Field","name":{"kind":"Name","value":"numbers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pnl"}},{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"marketCount"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}},{"kind":"Field","name":{"kind":"Name","value":"edge"}},{"kind":"Field","name":{"kind":"Name","value":"edgeInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"isBot"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"}},{"kind":"Field","name":{"kind":"Name","value":"lastTrade"}}]}}]}}]} as unknown as DocumentNode<TradersPageQuery, TradersPageQueryVariables>;
export const WhalesPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WhalesPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"category"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MarketCategory"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"minUsd"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"side"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TradeSide"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"qualifying"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"QualifyingBoard"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"trader"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"market"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"whaleAlerts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"category"},"value":{"kind":"Variable","name":{"kind":"Name","value":"category"}}},{"kind":"Argument","name":{"kind":"Name","value":"minUsd"},"value":{"kind":"Variable","name":{"kind":"Name","value":"minUsd"}}},{"kind":"Argument","name":{"kind":"Name","value":"side"},"value":{"kind":"Variable","name":{"kind":"Name","value":"side"}}},{"kind":"Argument","name":{"kind":"Name","value":"qualifying"},"value":{"kind":"Variable","name":{"kind":"Name","value":"qualifying"}}},{"kind":"Argument","name":{"kind":"Name","value":"trader"},"value":{"kind":"Variable","name":{"kind":"Name","value":"trader"}}},{"kind":"Argument","name":{"kind":"Name","value":"market"},"value":{"kind":"Variable","name":{"kind":"Name","value":"market"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"25"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Onward"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WhaleAlertFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertMarket"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Market"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Onward"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WhaleAlertFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WhaleAlert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"profileImage"}},{"kind":"Field","name":{"kind":"Name","value":"xUsername"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlertMarket"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"timePrecision"}},{"kind":"Field","name":{"kind":"Name","value":"qualifying"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"tx"}},{"kind":"Field","name":{"kind":"Name","value":"orderHash"}},{"kind":"Field","name":{"kind":"Name","value":"markAfterHour"}},{"kind":"Field","name":{"kind":"Name","value":"markAfterDay"}},{"kind":"Field","name":{"kind":"Name","value":"payout"}}]}}]} as unknown as DocumentNode<WhalesPageQuery, WhalesPageQueryVariables>;
export const RadarRecordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RadarRecord"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"whaleRadarRecord"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cutoff"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}}]}},{"kind":"Field","name":{"kind":"Name","value":"all"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BoardRecordFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"boards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BoardRecordFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BoardRecordFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RadarBoardRecord"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"board"}},{"kind":"Field","name":{"kind":"Name","value":"alerts"}},{"kind":"Field","name":{"kind":"Name","value":"decided"}},{"kind":"Field","name":{"kind":"Name","value":"hitRate"}},{"kind":"Field","name":{"kind":"Name","value":"hitRateInterval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}}]}},{"kind":"Field","name":{"kind":"Name","value":"impliedRate"}},{"kind":"Field","name":{"kind":"Name","value":"markoutAfterHour"}},{"kind":"Field","name":{"kind":"Name","value":"markoutAfterDay"}}]}}]} as unknown as DocumentNode<RadarRecordQuery, RadarRecordQueryVariables>;
export const NewestAlertsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NewestAlerts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"whaleAlerts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WhaleAlertFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertMarket"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Market"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WhaleAlertFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WhaleAlert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"profileImage"}},{"kind":"Field","name":{"kind":"Name","value":"xUsername"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlertMarket"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"timePrecision"}},{"kind":"Field","name":{"kind":"Name","value":"qualifying"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"tx"}},{"kind":"Field","name":{"kind":"Name","value":"orderHash"}},{"kind":"Field","name":{"kind":"Name","value":"markAfterHour"}},{"kind":"Field","name":{"kind":"Name","value":"markAfterDay"}},{"kind":"Field","name":{"kind":"Name","value":"payout"}}]}}]} as unknown as DocumentNode<NewestAlertsQuery, NewestAlertsQueryVariables>;
export const NotableAlertsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NotableAlerts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"whaleShowcase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"move"}},{"kind":"Field","name":{"kind":"Name","value":"priceNow"}},{"kind":"Field","name":{"kind":"Name","value":"alert"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WhaleAlertFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertMarket"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Market"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WhaleAlertFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WhaleAlert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"profileImage"}},{"kind":"Field","name":{"kind":"Name","value":"xUsername"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedBadge"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlertMarket"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"timePrecision"}},{"kind":"Field","name":{"kind":"Name","value":"qualifying"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"tx"}},{"kind":"Field","name":{"kind":"Name","value":"orderHash"}},{"kind":"Field","name":{"kind":"Name","value":"markAfterHour"}},{"kind":"Field","name":{"kind":"Name","value":"markAfterDay"}},{"kind":"Field","name":{"kind":"Name","value":"payout"}}]}}]} as unknown as DocumentNode<NotableAlertsQuery, NotableAlertsQueryVariables>;
export const FreshAlertsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"FreshAlerts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"whaleAlerts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<FreshAlertsSubscription, FreshAlertsSubscriptionVariables>;