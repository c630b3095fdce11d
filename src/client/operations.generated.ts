// Printed from the route table and the schema by `npm run codegen`: a test fails when it is behind.
import type { CallOptions, Client } from './client.ts'

/**
 * List leaderboards. Every leaderboard, in display order, with its metric, number of rows and row limits.
 *
 * `GET /v1/leaderboard`. Rejects with a RequestError.
 */
export function listLeaderboards(
  client: Client,
  options?: CallOptions,
): Promise<{
  /** Every leaderboard, in display order, with its metric, number of rows and row limits. */
  items: ReadonlyArray<LeaderboardIndex>
}> {
  return client.get('/v1/leaderboard', {}, options)
}

/** The arguments of {@link getLeaderboard}. */
export type GetLeaderboardParameters = {
  /** The id `{tab}-{period}`, such as `pnl-7d`; with days of its own, the tab alone is enough. */
  id: string
  /** Rows per page, from 1 to 1,000; more than 100 requires Pro. Default: 100. */
  limit?: number
  /**
   * Conditions such as {"edgeLow":{"min":0.02},"verdict":["SKILLED"]}, as JSON of GraphQL’s TraderWhere. Each
   * number, label and flag also has a parameter of its own, such as minEdgeLow=0.02, maxRoi=, knownEdge=,
   * verdict=skilled, isBot=, lastFrom=, among=, board=, and top for its rows, holdsMarket=, holdsEvent=,
   * outcome=, minHoldsValue=. Requires sign-in where the leaderboard's `access` is SIGNED_IN.
   */
  where?: string
  /**
   * At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. Requires
   * sign-in where the leaderboard's `access` is SIGNED_IN and the day is of the current month.
   */
  asOf?: string
  /**
   * First day of a window that replaces the id's period, within the ledger's days. Default with `to`: the
   * ledger's first day. Requires Pro.
   */
  from?: string
  /**
   * Last day of that window. The answer is as of its close, so `asOf` cannot be combined with it. Default
   * with `from`: the day of the current cutoff. Requires Pro.
   */
  to?: string
  /**
   * Counts only activity in events of this category. Default: all activity. Requires sign-in where the
   * leaderboard's `access` is SIGNED_IN.
   */
  category?: "politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance"
}

/**
 * Get a leaderboard. The rows of one leaderboard, best first.
 *
 * `GET /v1/leaderboard/{id}`. Rejects with a RequestError.
 */
export function getLeaderboard(
  client: Client,
  parameters: GetLeaderboardParameters,
  options?: CallOptions,
): Promise<Leaderboard> {
  return client.get('/v1/leaderboard/{id}', parameters, options)
}

/** The arguments of {@link searchTraders}. */
export type SearchTradersParameters = {
  /**
   * Words of a name in any order, or the start of an address, up to 100 characters; the best 1,000 matches.
   */
  query?: string
  /** Rows per page, from 1 to 200. Default: 20. */
  limit?: number
  /** `nextCursor` of the previous page, with the same other parameters. Default: the first page. */
  cursor?: string
}

/**
 * Search for traders. Traders with a trade in the window, filtered by any of their numbers; with a `query`, a
 * search by name and address. Without conditions and order, everybody by address; a `query` alone puts the
 * best match first: the whole, the start of words or of the address, inside a name; of alike matches the
 * largest volume first. Conditions without an order are answered by volume. Over all pages, Pro callers see
 * the first 1,000 rows of a screen and others the first 100.
 *
 * `GET /v1/trader`. Rejects with a RequestError.
 */
export function searchTraders(
  client: Client,
  parameters: SearchTradersParameters = {},
  options?: CallOptions,
): Promise<SearchableTraderPage> {
  return client.get('/v1/trader', parameters, options)
}

/** The arguments of {@link getTrader}. */
export type GetTraderParameters = {
  /** The wallet's address: 0x and 40 hex digits, in any case. */
  address: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * Get a trader. A trader by address: identity, numbers over all time, daily profit and ranks; analytics when
 * signed in.
 *
 * `GET /v1/trader/{address}`. Rejects with a RequestError.
 */
export function getTrader(
  client: Client,
  parameters: GetTraderParameters,
  options?: CallOptions,
): Promise<Trader> {
  return client.get('/v1/trader/{address}', parameters, options)
}

/** The arguments of {@link getTraderAnalytics}. */
export type GetTraderAnalyticsParameters = {
  /** The wallet's address: 0x and 40 hex digits, in any case. */
  address: string
  /** The period. Default: all time. */
  period?: "7d" | "30d" | "90d" | "all"
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * Get a trader's analytics. Analytics over a period: results, risk, behavior, skill, attribution,
 * calibration, best and worst markets and strategy. `insufficient` lists metrics that are null because the
 * sample is too small. Requires sign-in.
 *
 * `GET /v1/trader/{address}/analytics`. Rejects with a RequestError.
 */
export function getTraderAnalytics(
  client: Client,
  parameters: GetTraderAnalyticsParameters,
  options?: CallOptions,
): Promise<TraderAnalytics | null> {
  return client.get('/v1/trader/{address}/analytics', parameters, options)
}

/** The arguments of {@link listTraderPositions}. */
export type ListTraderPositionsParameters = {
  /** The wallet's address: 0x and 40 hex digits, in any case. */
  address: string
  /** Only positions of this status. Default: all. */
  status?: "open" | "closed"
  /**
   * Only positions in this market: its condition, 0x and 64 hex digits, in any case. Default: every market's.
   */
  market?: string
  /** Only positions in markets of this category. Default: all. */
  category?: "politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance"
  /** Order of the list. Default: value. */
  order?: "value" | "cost" | "pnl" | "loss" | "latest"
  /** Rows per page, from 1 to 100; at most 25 without an account. Default: 25. */
  limit?: number
  /**
   * `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
   */
  cursor?: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * List a trader's positions. Current and past positions, one per outcome, with cost, value, profit and
 * result; all of them add up to the profile. Anonymous callers get the first 25 rows, free accounts the first
 * 100, Pro all of them. Values move with prices: set `asOf` to page through one state.
 *
 * `GET /v1/trader/{address}/positions`. Rejects with a RequestError.
 */
export function listTraderPositions(
  client: Client,
  parameters: ListTraderPositionsParameters,
  options?: CallOptions,
): Promise<PositionPage> {
  return client.get('/v1/trader/{address}/positions', parameters, options)
}

/** The arguments of {@link listTraderTrades}. */
export type ListTraderTradesParameters = {
  /** The wallet's address: 0x and 40 hex digits, in any case. */
  address: string
  /** Only fills in this market: its condition, 0x and 64 hex digits, in any case. Default: every market's. */
  market?: string
  /** Only fills in markets of this category. Default: all. */
  category?: "politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance"
  /** Only fills of this side. Default: both. */
  side?: "buy" | "sell"
  /** Only fills of at least this many USD, from 0 to 9,007,199,254. Default: 0. */
  minUsd?: number
  /** Only fills at or after this time. Default: the first fill. Requires Pro. */
  from?: string
  /** Only fills before this time. Default: the last fill. Requires Pro. */
  to?: string
  /** Rows per page, from 1 to 100; at most 25 without an account. Default: 25. */
  limit?: number
  /**
   * `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
   */
  cursor?: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * List a trader's trades. The trader's fills, newest first; all of them add up to its volume. Anonymous
 * callers get the first 25 rows, free accounts the first 100, Pro all of them.
 *
 * `GET /v1/trader/{address}/trades`. Rejects with a RequestError.
 */
export function listTraderTrades(
  client: Client,
  parameters: ListTraderTradesParameters,
  options?: CallOptions,
): Promise<TradePage> {
  return client.get('/v1/trader/{address}/trades', parameters, options)
}

/** The arguments of {@link listTraderActivity}. */
export type ListTraderActivityParameters = {
  /** The wallet's address: 0x and 40 hex digits, in any case. */
  address: string
  /** Rows per page, from 1 to 100; at most 25 without an account. Default: 25. */
  limit?: number
  /**
   * `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
   */
  cursor?: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * List a trader's activity. All activity of the trader, newest first, each row with its kind: trades, splits,
 * merges, conversions, redemptions, transfers sent and received, and income. Anonymous callers get the first
 * 25 rows, free accounts the first 100, Pro all of them.
 *
 * `GET /v1/trader/{address}/activity`. Rejects with a RequestError.
 */
export function listTraderActivity(
  client: Client,
  parameters: ListTraderActivityParameters,
  options?: CallOptions,
): Promise<ActivityPage> {
  return client.get('/v1/trader/{address}/activity', parameters, options)
}

/** The arguments of {@link listTraderLots}. */
export type ListTraderLotsParameters = {
  /** The wallet's address: 0x and 40 hex digits, in any case. */
  address: string
  /** The UTC year, from 2015 to 2100. Default: that of the cutoff. */
  year?: number
  /** How shares that leave are assigned to lots. Default: fifo. */
  method?: "fifo" | "lifo" | "hifo" | "average"
  /**
   * Other wallets of the same owner by address, or by a name that one trader has: up to 10, each 1 to 100
   * characters. A transfer among them moves lots, and is no disposal; the trader itself counts once. Default:
   * none, separated by commas.
   */
  also?: string
  /** Rows per page, from 1 to 100; at most 25 without an account. Default: 25. */
  limit?: number
  /**
   * `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
   */
  cursor?: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * List a trader's disposals of a year, lot by lot. The disposals of the year, in order. Anonymous callers get
 * the first 25 rows, free accounts the first 100, Pro all of them.
 *
 * `GET /v1/trader/{address}/lots`. Rejects with a RequestError.
 */
export function listTraderLots(
  client: Client,
  parameters: ListTraderLotsParameters,
  options?: CallOptions,
): Promise<LotDisposalPage> {
  return client.get('/v1/trader/{address}/lots', parameters, options)
}

/** The arguments of {@link explainNumber}. */
export type ExplainNumberParameters = {
  /** The kind of subject. Default: trader. */
  subject: "trader" | "market" | "alert"
  /**
   * The trader's address, the market's condition or the alert's id: 1 to 100 letters, digits, hyphens and
   * underscores.
   */
  id: string
  /** The number. Default: pnl. Requires sign-in where the leaderboard's `access` is SIGNED_IN. */
  metric: "pnl" | "realized-pnl" | "unrealized-pnl" | "official-pnl" | "volume" | "total-bought" | "fees" | "trade-count" | "roi" | "wins" | "losses" | "win-rate" | "edge" | "edge-interval" | "edge-p-value" | "sharpe-ratio" | "sortino-ratio" | "profit-factor" | "max-drawdown" | "open-interest" | "holders" | "conditions" | "pnl-rank" | "volume-rank" | "roi-rank" | "sharpe-rank" | "consistent-rank" | "copyable-rank" | "prescience-rank"
  /** The period up to the cutoff. Default: all time. */
  period?: "7d" | "30d" | "90d" | "all"
  /** First UTC day of a window, instead of the period. */
  from?: string
  /** Explains the change since this UTC day's close. */
  since?: string
  /** Counts only activity in events of this category. Default: all activity. */
  category?: "politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance"
  /** A step of the tree, its `path`. Default: the whole number. */
  step?: string
  /** Rows per page, from 1 to 100; at most 25 without an account. Default: 25. */
  limit?: number
  /**
   * `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
   */
  cursor?: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * Explain a number. Where a number comes from, a level at a time. The steps that the value follows from:
 * positions and holders by the size of their part, days and events in order. Empty for an event, a fact, and
 * a day with too many events to replay. Anonymous callers get the first 25 rows, free accounts the first 100,
 * Pro all of them.
 *
 * `GET /v1/explain/{subject}/{id}/{metric}`. Rejects with a RequestError.
 */
export function explainNumber(
  client: Client,
  parameters: ExplainNumberParameters,
  options?: CallOptions,
): Promise<ExplanationStepPage> {
  return client.get('/v1/explain/{subject}/{id}/{metric}', parameters, options)
}

/** The arguments of {@link proveTrader}. */
export type ProveTraderParameters = {
  /** The wallet's address: 0x and 40 hex digits, in any case. */
  trader: string
  /** The UTC day. Default: the last of the log. */
  day?: string
  /** The contents. Default: short. Requires Pro where it is full. */
  detail?: "short" | "full"
}

/**
 * Prove a trader's numbers. A proof of a trader's profit, volume and other sums at a day's close: a state
 * with its way to the signed head of the log of days.
 *
 * `GET /v1/proof/{trader}`. Rejects with a RequestError.
 */
export function proveTrader(
  client: Client,
  parameters: ProveTraderParameters,
  options?: CallOptions,
): Promise<Proof> {
  return client.get('/v1/proof/{trader}', parameters, options)
}

/** The arguments of {@link screenTraders}. */
export type ScreenTradersParameters = {
  /**
   * Conditions such as {"edgeLow":{"min":0.02},"verdict":["SKILLED"]}, as JSON of GraphQL’s TraderWhere. Each
   * number, label and flag also has a parameter of its own, such as minEdgeLow=0.02, maxRoi=, knownEdge=,
   * verdict=skilled, isBot=, lastFrom=, among=, board=, and top for its rows, holdsMarket=, holdsEvent=,
   * outcome=, minHoldsValue=.
   */
  where?: string
  /**
   * Up to 5 numbers in turn (roi:desc,edge_low:desc), by weighted percentiles (roi*0.4,edge_low*0.6), or by
   * change (pnl:desc:change). Default: volume.
   */
  order?: string
  /** Period of the numbers. Default: all time. */
  period?: "7d" | "30d" | "90d" | "all"
  /**
   * First day of a window that replaces the id's period, within the ledger's days. Default with `to`: the
   * ledger's first day. Requires Pro.
   */
  from?: string
  /**
   * Last day of that window. The answer is as of its close, so `asOf` cannot be combined with it. Default
   * with `from`: the day of the current cutoff. Requires Pro.
   */
  to?: string
  /** Counts only activity in events of this category. Default: all activity. */
  category?: "politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance"
  /** A tag in place of the category: 1 to 200 characters. */
  tag?: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
  /** Another day: rows also have its numbers, and those of the days between. Default: none. */
  compareTo?: string
  /** Rows per page, from 1 to 200. Default: 20. */
  limit?: number
  /** `nextCursor` of the previous page, with the same other parameters. Default: the first page. */
  cursor?: string
  /** Markets that this many hold too. */
  inCommon?: number
}

/**
 * Filter and sort traders by any number. Traders with a trade in the window, filtered by any of their
 * numbers; with a `query`, a search by name and address. Without conditions and order, everybody by address;
 * a `query` alone puts the best match first: the whole, the start of words or of the address, inside a name;
 * of alike matches the largest volume first. Conditions without an order are answered by volume. Over all
 * pages, Pro callers see the first 1,000 rows of a screen and others the first 100.
 *
 * `GET /v1/traders`. Rejects with a RequestError.
 */
export function screenTraders(
  client: Client,
  parameters: ScreenTradersParameters = {},
  options?: CallOptions,
): Promise<ScreenedTraderPage> {
  return client.get('/v1/traders', parameters, options)
}

/** The arguments of {@link compareTraders}. */
export type CompareTradersParameters = {
  /**
   * Their addresses: up to 5, each 0x and 40 hex digits, in any case. One that is named twice counts once,
   * separated by commas.
   */
  traders: string
  /** The period of the numbers. Default: 90 days. */
  period?: "7d" | "30d" | "90d" | "all"
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * Compare up to five traders. Up to 5 traders beside each other: returns, skill, and who came first in the
 * markets that they share.
 *
 * `GET /v1/compare`. Rejects with a RequestError.
 */
export function compareTraders(
  client: Client,
  parameters: CompareTradersParameters,
  options?: CallOptions,
): Promise<Comparison> {
  return client.get('/v1/compare', parameters, options)
}

/** The arguments of {@link search}. */
export type SearchParameters = {
  /**
   * Words of a name, question or title, the start of an address, a condition, or the hash of a transaction,
   * up to 100 characters; case and accents are ignored.
   */
  query: string
  /** Results, from 1 to 20. Default: 10. */
  limit?: number
}

/**
 * Search for anything with a page. Traders, markets, events, leaderboards and the caller's screens by name,
 * address or id, and trades by transaction, in one list: the better match first, then the larger volume. An
 * event with the title of its market is found as the market. The 50 of each kind with the largest volume are
 * compared.
 *
 * `GET /v1/search`. Rejects with a RequestError.
 */
export function search(
  client: Client,
  parameters: SearchParameters,
  options?: CallOptions,
): Promise<{
  /**
   * Traders, markets, events, leaderboards and the caller's screens by name, address or id, and trades by
   * transaction, in one list: the better match first, then the larger volume. An event with the title of its
   * market is found as the market. The 50 of each kind with the largest volume are compared. Error
   * RATE_LIMITED with `retryAfter` in seconds above as many calls per second as requests, counted per caller
   * and alias over GraphQL and REST together.
   */
  items: ReadonlyArray<SearchHit>
}> {
  return client.get('/v1/search', parameters, options)
}

/** The arguments of {@link listPositions}. */
export type ListPositionsParameters = {
  /**
   * Conditions such as {"pnl":{"min":100}}, as JSON of GraphQL’s PositionWhere: market, event, category,
   * trader, board, screen, status, result, value, cost, pnl, averagePrice, opened. Each also has a parameter
   * of its own, such as status=open, minValue=, openedFrom=, board=, and top for its rows.
   */
  where: string
  /** Order of the list. Default: value. */
  order?: "value" | "cost" | "pnl" | "loss" | "latest"
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
  /** Rows per page, from 1 to 100; at most 25 without an account. Default: 25. */
  limit?: number
  /**
   * `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
   */
  cursor?: string
}

/**
 * Filter all positions. Positions of all traders in one list, current and past. The filter names a market, an
 * event, a trader or a leaderboard, or has a minimum value that at most 500 traders reach. Anonymous callers
 * get the first 25 rows, free accounts the first 100, Pro all of them.
 *
 * `GET /v1/positions`. Rejects with a RequestError.
 */
export function listPositions(
  client: Client,
  parameters: ListPositionsParameters,
  options?: CallOptions,
): Promise<FoundPositionPage> {
  return client.get('/v1/positions', parameters, options)
}

/** The arguments of {@link listMarkets}. */
export type ListMarketsParameters = {
  /**
   * Conditions such as {"openInterest":{"min":1000},"status":["OPEN"]}, as JSON of GraphQL’s MarketWhere.
   * Each number, day, list and word also has a parameter of its own, such as query=, status=open,
   * category=politics,sports, minVolume=, maxPrice=, knownMove24h=, endsFrom=, endsTo=, event=, tag=.
   */
  where?: string
  /**
   * Up to 5 numbers in turn (volume:desc,ends_at:asc), by weighted percentiles (volume*0.4,price_change*0.6).
   * Default: volume.
   */
  order?: string
  /** Whether to include markets without a trade. Default: true with a `query`, else false. */
  includeUntraded?: boolean
  /** Window of moves. Default: that of the order, or none. */
  window?: "1h" | "24h" | "7d"
  /** Rows per page, from 1 to 100. Default: 20. */
  limit?: number
  /** `nextCursor` of the previous page, with the same other parameters. Default: the first page. */
  cursor?: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * List or search markets. Markets with known metadata, filtered and sorted by any of their numbers; by
 * default those with a trade, largest volume first. A `query` is a search.
 *
 * `GET /v1/markets`. Rejects with a RequestError.
 */
export function listMarkets(
  client: Client,
  parameters: ListMarketsParameters = {},
  options?: CallOptions,
): Promise<MarketInListPage> {
  return client.get('/v1/markets', parameters, options)
}

/** The arguments of {@link listTradeSigns}. */
export type ListTradeSignsParameters = {
  /** Whole trades of at least this many dollars, from 1,000 to 9,007,199,254. Default: 1000. */
  minUsd?: number
  /** Counts only trades in events of this category. Default: all trades. */
  category?: "politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance"
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * List the signs of trades with their track records. How often each sign of a trade occurs, and whether
 * trades that have it won more often than their prices implied.
 *
 * `GET /v1/trades/signs`. Rejects with a RequestError.
 */
export function listTradeSigns(
  client: Client,
  parameters: ListTradeSignsParameters = {},
  options?: CallOptions,
): Promise<{
  /**
   * How often each sign of a trade occurs, and whether trades that have it won more often than their prices
   * implied. Error RATE_LIMITED with `retryAfter` in seconds above as many calls per second as requests,
   * counted per caller and alias over GraphQL and REST together.
   */
  items: ReadonlyArray<TradeSignRecord>
}> {
  return client.get('/v1/trades/signs', parameters, options)
}

/** The arguments of {@link getMarket}. */
export type GetMarketParameters = {
  /** The market's condition id: 0x and 64 hex digits, in any case. */
  id: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * Get a market. A market: question, event, times, volume, open interest, and outcomes with their prices.
 *
 * `GET /v1/market/{id}`. Rejects with a RequestError.
 */
export function getMarket(
  client: Client,
  parameters: GetMarketParameters,
  options?: CallOptions,
): Promise<MarketProfile> {
  return client.get('/v1/market/{id}', parameters, options)
}

/** The arguments of {@link listMarketHolders}. */
export type ListMarketHoldersParameters = {
  /** The market's condition id: 0x and 64 hex digits, in any case. */
  id: string
  /** Only shares of the outcome with this index, from 0 to 255. Default: all outcomes. */
  outcome?: number
  /** Sort order. A cursor is valid only in its own order. Default: value. */
  order?: "shares" | "value" | "pnl"
  /** Only members of a screen. */
  screen?: string
  /** Rows per page, from 1 to 100; at most 25 without an account. Default: 25. */
  limit?: number
  /**
   * `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
   */
  cursor?: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * List a market's holders. Traders who hold shares of the market, except those who opted out, with shares,
 * cost, value and profit. Anonymous callers get the first 25 rows, free accounts the first 100, Pro all of
 * them.
 *
 * `GET /v1/market/{id}/holders`. Rejects with a RequestError.
 */
export function listMarketHolders(
  client: Client,
  parameters: ListMarketHoldersParameters,
  options?: CallOptions,
): Promise<HolderPage> {
  return client.get('/v1/market/{id}/holders', parameters, options)
}

/** The arguments of {@link listMarketTraders}. */
export type ListMarketTradersParameters = {
  /** The market's condition id: 0x and 64 hex digits, in any case. */
  id: string
  /** Sort order. A cursor is valid only in its own order. Default: profit. */
  order?: "profit" | "loss" | "volume"
  /** Rows per page, from 1 to 100; at most 25 without an account. Default: 25. */
  limit?: number
  /**
   * `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
   */
  cursor?: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * List a market's traders. Results of the market's traders, except those who opted out. Anonymous callers get
 * the first 25 rows, free accounts the first 100, Pro all of them.
 *
 * `GET /v1/market/{id}/traders`. Rejects with a RequestError.
 */
export function listMarketTraders(
  client: Client,
  parameters: ListMarketTradersParameters,
  options?: CallOptions,
): Promise<MarketTraderPage> {
  return client.get('/v1/market/{id}/traders', parameters, options)
}

/** The arguments of {@link listMarketTrades}. */
export type ListMarketTradesParameters = {
  /** The market's condition id: 0x and 64 hex digits, in any case. */
  id: string
  /** Only fills of the outcome with this index, from 0 to 255. Default: all outcomes. */
  outcome?: number
  /** Only fills of this side. Default: both. */
  side?: "buy" | "sell"
  /** Only fills of at least this many USD, from 0 to 9,007,199,254. Default: 0. */
  minUsd?: number
  /** Only fills at or after this time. Default: the first fill. Requires Pro. */
  from?: string
  /** Only fills before this time. Default: the last fill. Requires Pro. */
  to?: string
  /**
   * Only this trader's fills: the wallet's address, 0x and 40 hex digits, in any case. Default: all traders.
   */
  trader?: string
  /** Rows per page, from 1 to 100; at most 25 without an account. Default: 25. */
  limit?: number
  /**
   * `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
   */
  cursor?: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * List a market's trades. Fills in the market, newest first; a match has a fill for each of its orders.
 * Anonymous callers get the first 25 rows, free accounts the first 100, Pro all of them.
 *
 * `GET /v1/market/{id}/trades`. Rejects with a RequestError.
 */
export function listMarketTrades(
  client: Client,
  parameters: ListMarketTradesParameters,
  options?: CallOptions,
): Promise<MarketTradePage> {
  return client.get('/v1/market/{id}/trades', parameters, options)
}

/** The arguments of {@link listMarketPrices}. */
export type ListMarketPricesParameters = {
  /** The market's condition id: 0x and 64 hex digits, in any case. */
  id: string
  /** Index of the outcome, from 0 to 255. Default: 0. Without such an outcome, the list is empty. */
  outcome?: number
  /** Candle length. Default: 1d. Each interval has its own cursors. */
  interval?: "5m" | "15m" | "1h" | "12h" | "1d"
  /** Only candles ending after this time. Default: the first candle. Requires Pro. */
  from?: string
  /** Only candles starting before this time. Default: the last candle. Requires Pro. */
  to?: string
  /** Rows per page, from 1 to 100; at most 25 without an account. Default: 25. */
  limit?: number
  /**
   * `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
   */
  cursor?: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * List an outcome's prices. Prices of an outcome by interval, newest first, without gaps: from the day of its
 * first trade to the last event, or to its resolution. Prices come from fills of at least one share, up to
 * $1; in a market of two outcomes, fills of the other outcome count as $1 minus their price, as in
 * `Outcome.price`. Anonymous callers get the first 25 rows, free accounts the first 100, Pro all of them.
 *
 * `GET /v1/market/{id}/prices`. Rejects with a RequestError.
 */
export function listMarketPrices(
  client: Client,
  parameters: ListMarketPricesParameters,
  options?: CallOptions,
): Promise<CandlePage> {
  return client.get('/v1/market/{id}/prices', parameters, options)
}

/** The arguments of {@link getMarketFlow}. */
export type GetMarketFlowParameters = {
  /** The market's condition id: 0x and 64 hex digits, in any case. */
  id: string
  /** How traders are grouped. Default: size. Requires Pro where it is not size. */
  by?: "size" | "cohort" | "skill"
  /** The first UTC day, at most 366 days before the last. Default: the 7 days ending with the last. */
  from?: string
  /** The last UTC day. Default: the cutoff's day, or the last day that the caller may see. */
  to?: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * Get a market's flow. Shares and dollars that groups of traders bought and sold over a range of days.
 *
 * `GET /v1/market/{id}/flow`. Rejects with a RequestError.
 */
export function getMarketFlow(
  client: Client,
  parameters: GetMarketFlowParameters,
  options?: CallOptions,
): Promise<MarketFlow> {
  return client.get('/v1/market/{id}/flow', parameters, options)
}

/** The arguments of {@link getMarketMovers}. */
export type GetMarketMoversParameters = {
  /** The market's condition id: 0x and 64 hex digits, in any case. */
  id: string
  /** The index of the outcome, from 0 to 255. Default: 0. */
  outcome?: number
  /** The time of the first fill that can count. Default: 24 hours before `to`. */
  from?: string
  /** Only fills before this time, at most 7 days after `from`. Default: up to the cutoff. */
  to?: string
  /** Buyers, and sellers, at most: 1 to 20. Default: 3. */
  first?: number
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * Get a market's largest net buyers and sellers. The largest net buyers and sellers of an outcome between two
 * times, and its price before and after. Null for an unknown outcome.
 *
 * `GET /v1/market/{id}/movers`. Rejects with a RequestError.
 */
export function getMarketMovers(
  client: Client,
  parameters: GetMarketMoversParameters,
  options?: CallOptions,
): Promise<MarketMovers | null> {
  return client.get('/v1/market/{id}/movers', parameters, options)
}

/** The arguments of {@link listEvents}. */
export type ListEventsParameters = {
  /**
   * Words to find in the event's title or the question of one of its markets, all of them, in any order, up
   * to 100 characters; case and accents are ignored. Default: everything.
   */
  query?: string
  /** Only events with markets of this category, ordered by the volume of those. Default: all. */
  category?: "politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance"
  /** Rows per page, from 1 to 100. Default: 20. */
  limit?: number
  /** `nextCursor` of the previous page, with the same other parameters. Default: the first page. */
  cursor?: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * List or search events. Events, each a group of markets that belong together, largest volume first; newer
 * first among equal ones, unknown volumes last. A `query` is a search.
 *
 * `GET /v1/events`. Rejects with a RequestError.
 */
export function listEvents(
  client: Client,
  parameters: ListEventsParameters = {},
  options?: CallOptions,
): Promise<ListedEventPage> {
  return client.get('/v1/events', parameters, options)
}

/** The arguments of {@link getEvent}. */
export type GetEventParameters = {
  /** The event's id, with or without its prefix `event:`. */
  id: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * Get an event. Title, volume, sum of prices, and the 30 markets with the largest volume; `totalCount` is the
 * number of all.
 *
 * `GET /v1/event/{id}`. Rejects with a RequestError.
 */
export function getEvent(
  client: Client,
  parameters: GetEventParameters,
  options?: CallOptions,
): Promise<EventProfile> {
  return client.get('/v1/event/{id}', parameters, options)
}

/** The arguments of {@link getEventIfWins}. */
export type GetEventIfWinsParameters = {
  /** The event's id, with or without its prefix `event:`. */
  id: string
  /**
   * The condition id of the market: 0x and 64 hex digits, in any case. Default: the one with the highest
   * price.
   */
  market?: string
  /** Traders at most, 1 to 25. Default: 5. */
  first?: number
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * Get gains if a market wins. Gains and losses of the largest traders if one market of the event resolves to
 * its first outcome. Null without an undecided market that can, and for an event of more than 256 markets or
 * 300,000 positions.
 *
 * `GET /v1/event/{id}/if-wins`. Rejects with a RequestError.
 */
export function getEventIfWins(
  client: Client,
  parameters: GetEventIfWinsParameters,
  options?: CallOptions,
): Promise<EventIfWins | null> {
  return client.get('/v1/event/{id}/if-wins', parameters, options)
}

/** The arguments of {@link listTrades}. */
export type ListTradesParameters = {
  /** Minimum USD. */
  minUsd?: number
  /** Maximum USD. */
  maxUsd?: number
  /** Minimum average price, from 0 to 1. */
  minPrice?: number
  /** Maximum average price, from 0 to 1. */
  maxPrice?: number
  /** Minimum change of the price, in its direction, from 0 to 1. */
  minImpact?: number
  /** Only purchases, or only sales. */
  side?: "buy" | "sell"
  /** Role. Default: all but makers, so each dollar counts once; in a stream or an export any. */
  role?: "maker" | "taker"
  /** Index of the outcome, from 0 to 255. */
  outcome?: number
  /** Effects on the position. */
  change?: string
  /** Conditions of markets. */
  market?: string
  /** Ids of events. */
  event?: string
  /** Categories of markets. */
  category?: string
  /** Tags of markets. */
  tag?: string
  /** Minimum scheduled life in hours, from 0 to 87,600. */
  minMarketHours?: number
  /** Addresses of traders. */
  trader?: string
  /** First traders of a leaderboard. */
  board?: string
  /** How many of its first traders, from 1 to 1,000. Default: 100. */
  top?: number
  /** Members of a screen. */
  screen?: string
  /** Members now, which looks back, or at the close before each trade. */
  members?: "now" | "at-trade"
  /** All of these signs; a stream then sends trades with each snapshot. */
  signs?: string
  /** None of these signs, all of them known. */
  without?: string
  /** All of these facts, which later events show. */
  hindsight?: string
  /** From this time on; in the list with Pro. */
  from?: string
  /** Before this time; in the list with Pro. */
  to?: string
  /** One of these filters matches too. */
  any?: string
  /**
   * Sort order. A cursor is valid only in its own order. Default: newest. largest covers at most 31 days, by
   * default the last 24 hours.
   */
  order?: "newest" | "largest"
  /**
   * Whether a whole trade is one row. If false, each of its fills is one, those of a whole trade together,
   * the newest first. Conditions are on the whole trade; `role` is that of each fill.
   */
  collapse?: boolean
  /** Rows per page, from 1 to 100; at most 25 without an account. Default: 25. */
  limit?: number
  /**
   * `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
   */
  cursor?: string
}

/**
 * List large trades of all markets. Trades of $1,000 or more in all markets. Smaller ones are listed by
 * market and by trader. A whole trade is one row: the fills of one trader, outcome and side in one
 * transaction; the row is its first fill, and `whole` has the sums. With `collapse: false` each of its fills
 * is a row. A page may be short where few trades match: its `endCursor` goes on. Anonymous callers get the
 * first 25 rows, free accounts the first 100, Pro all of them.
 *
 * `GET /v1/trades`. Rejects with a RequestError.
 */
export function listTrades(
  client: Client,
  parameters: ListTradesParameters = {},
  options?: CallOptions,
): Promise<WholeTradeRowPage> {
  return client.get('/v1/trades', parameters, options)
}

/** The arguments of {@link listWhaleAlerts}. */
export type ListWhaleAlertsParameters = {
  /** Only fills in markets of this category. Default: all. Requires Pro. */
  category?: "politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance"
  /** Only fills of at least this many USD, from 0 to 9,007,199,254. Default: 0. Requires Pro. */
  minUsd?: number
  /** Only fills of this side. Default: both. Requires Pro. */
  side?: "buy" | "sell"
  /** Only alerts for which the trader qualified by this leaderboard. Default: all. Requires Pro. */
  qualifying?: "consistent-all" | "copyable-all" | "prescience-all"
  /**
   * Only this trader's fills: the wallet's address, 0x and 40 hex digits, in any case. Default: all traders.
   * Requires Pro.
   */
  trader?: string
  /** Only fills in this market: its condition, 0x and 64 hex digits, in any case. Default: every market's. */
  market?: string
  /** Rows per page, from 1 to 100; at most 25 without Pro. Default: 25. */
  limit?: number
  /** `nextCursor` of the previous page, with the same other parameters. Default: the first page. */
  cursor?: string
}

/**
 * List whale alerts. Large fills by top traders, newest first. Pro callers see all of them immediately, with
 * identities. Everyone else sees those of the last 7 days of the ledger, an hour (configurable) after the
 * fill, with a label for the trader and rounded amounts, and filters by `market` alone.
 *
 * `GET /v1/whales`. Rejects with a RequestError.
 */
export function listWhaleAlerts(
  client: Client,
  parameters: ListWhaleAlertsParameters = {},
  options?: CallOptions,
): Promise<WhaleAlertPage> {
  return client.get('/v1/whales', parameters, options)
}

/**
 * List notable alerts. Up to 10 alerts of the ledger's last 7 days with the largest move in the trader's
 * favor, one per trader, largest first.
 *
 * `GET /v1/whales/showcase`. Rejects with a RequestError.
 */
export function getWhaleShowcase(
  client: Client,
  options?: CallOptions,
): Promise<{
  /**
   * Up to 10 alerts of the ledger's last 7 days with the largest move in the trader's favor, one per trader,
   * largest first.
   */
  items: ReadonlyArray<NotableAlert>
}> {
  return client.get('/v1/whales/showcase', {}, options)
}

/**
 * Get the alerts' track record. The track record of all alerts, overall and by leaderboard: hit rate against
 * the rate that prices implied, and price moves after the fill.
 *
 * `GET /v1/whales/record`. Rejects with a RequestError.
 */
export function getWhaleRadarRecord(
  client: Client,
  options?: CallOptions,
): Promise<WhaleRadarRecord> {
  return client.get('/v1/whales/record', {}, options)
}

/** The arguments of {@link getWhaleAlert}. */
export type GetWhaleAlertParameters = {
  /** The alert's id, from a list. */
  id: string
}

/**
 * Get an alert. One alert by id, with the fields that the caller may see.
 *
 * `GET /v1/whales/{id}`. Rejects with a RequestError.
 */
export function getWhaleAlert(
  client: Client,
  parameters: GetWhaleAlertParameters,
  options?: CallOptions,
): Promise<OneAlert> {
  return client.get('/v1/whales/{id}', parameters, options)
}

/**
 * Get your notification config. The caller's notification config: the whale alerts delivered, and their
 * channels. Null if there is none. Requires Pro.
 *
 * `GET /v1/whales/config`. Rejects with a RequestError.
 */
export function getWhaleAlertConfig(
  client: Client,
  options?: CallOptions,
): Promise<WhaleAlertConfig | null> {
  return client.get('/v1/whales/config', {}, options)
}

/** The arguments of {@link getWatchlist}. */
export type GetWatchlistParameters = {
  /** Only follows of this kind. Default: any. */
  kind?: "wallet" | "market" | "leaderboard" | "event" | "trades" | "screen" | "rule"
  /** Rows per page, from 1 to 100. Default: 25. */
  limit?: number
  /** `nextCursor` of the previous page, with the same other parameters. Default: the first page. */
  cursor?: string
}

/**
 * Get your watchlist. The caller's follows, in the order in which they began. Notifications go to the
 * account's channels: Pro accounts are notified immediately, free accounts after the delay. Requires sign-in.
 *
 * `GET /v1/watchlist`. Rejects with a RequestError.
 */
export function getWatchlist(
  client: Client,
  parameters: GetWatchlistParameters = {},
  options?: CallOptions,
): Promise<FollowPage | null> {
  return client.get('/v1/watchlist', parameters, options)
}

/** The arguments of {@link getFollow}. */
export type GetFollowParameters = {
  /**
   * Its topic: a kind and a name, such as wallet:0x…, market:0x…, leaderboard:pnl-7d, event:white-whale,
   * trades:all, screen:ID, rule:ID, or the address of a wallet.
   */
  topic: string
}

/**
 * Get one of your follows. The caller's follow of one topic. Null if they do not follow it. Requires sign-in.
 *
 * `GET /v1/watchlist/{topic}`. Rejects with a RequestError.
 */
export function getFollow(
  client: Client,
  parameters: GetFollowParameters,
  options?: CallOptions,
): Promise<FollowWalletFollow | FollowMarketFollow | FollowLeaderboardFollow | FollowEventFollow | FollowTradesFollow | FollowScreenFollow | FollowRuleFollow | null> {
  return client.get('/v1/watchlist/{topic}', parameters, options)
}

/**
 * Get your notification channels. The account's channels: the targets of its notifications and, with Pro, of
 * whale alerts. Requires sign-in.
 *
 * `GET /v1/account/channels`. Rejects with a RequestError.
 */
export function getChannels(
  client: Client,
  options?: CallOptions,
): Promise<{
  /**
   * The account's channels: the targets of its notifications and, with Pro, of whale alerts. Null unless
   * signed in.
   */
  items: ReadonlyArray<AlertChannel>
}> {
  return client.get('/v1/account/channels', {}, options)
}

/** The arguments of {@link getOutbox}. */
export type GetOutboxParameters = {
  /** Rows per page, from 1 to 100. Default: 25. */
  limit?: number
  /** `nextCursor` of the previous page, with the same other parameters. Default: the first page. */
  cursor?: string
}

/**
 * List your messages. Messages to the caller's channels in the last week, newest first, at most 200. An
 * account without a working channel gets its notifications here. Requires sign-in.
 *
 * `GET /v1/account/outbox`. Rejects with a RequestError.
 */
export function getOutbox(
  client: Client,
  parameters: GetOutboxParameters = {},
  options?: CallOptions,
): Promise<OutboxMessagePage | null> {
  return client.get('/v1/account/outbox', parameters, options)
}

/** The arguments of {@link whatChanged}. */
export type WhatChangedParameters = {
  /**
   * Only later events count, of the last 30 days. Default: those that pages did not show yet at the caller's
   * newest page view at least half an hour ago; without one, those of the last 24 hours.
   */
  time?: string
}

/**
 * Get what changed in what you follow. Changes since a time: trades of followed traders, followed markets
 * that moved and who moved them, and traders who entered or left followed leaderboards and screens. Requires
 * sign-in.
 *
 * `GET /v1/account/since`. Rejects with a RequestError.
 */
export function whatChanged(
  client: Client,
  parameters: WhatChangedParameters = {},
  options?: CallOptions,
): Promise<ChangesSince | null> {
  return client.get('/v1/account/since', parameters, options)
}

/**
 * List your saved screens. The account's saved screens, the oldest first. Requires sign-in.
 *
 * `GET /v1/screens`. Rejects with a RequestError.
 */
export function listScreens(
  client: Client,
  options?: CallOptions,
): Promise<{
  /** The account's saved screens, the oldest first. Null unless signed in. */
  items: ReadonlyArray<SavedScreen>
}> {
  return client.get('/v1/screens', {}, options)
}

/** The arguments of {@link getScreen}. */
export type GetScreenParameters = {
  /** The id of the screen. */
  id: string
}

/**
 * Get a saved screen. One of the caller's saved screens, or a public one.
 *
 * `GET /v1/screens/{id}`. Rejects with a RequestError.
 */
export function getScreen(
  client: Client,
  parameters: GetScreenParameters,
  options?: CallOptions,
): Promise<SavedScreen> {
  return client.get('/v1/screens/{id}', parameters, options)
}

/** The arguments of {@link listScreenMembers}. */
export type ListScreenMembersParameters = {
  /** The id of the screen. */
  id: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
  /** Rows per page, from 1 to 200. Default: 20. */
  limit?: number
  /** `nextCursor` of the previous page, with the same other parameters. Default: the first page. */
  cursor?: string
  /** Markets that this many hold too. */
  inCommon?: number
}

/**
 * List the members of a saved screen. The first `top` traders of the question, as `traders` returns them.
 *
 * `GET /v1/screens/{id}/members`. Rejects with a RequestError.
 */
export function listScreenMembers(
  client: Client,
  parameters: ListScreenMembersParameters,
  options?: CallOptions,
): Promise<ScreenMemberPage> {
  return client.get('/v1/screens/{id}/members', parameters, options)
}

/**
 * List your exports. The account's exports, the newest first. Requires Pro.
 *
 * `GET /v1/exports`. Rejects with a RequestError.
 */
export function listExports(
  client: Client,
  options?: CallOptions,
): Promise<{
  /** The account's exports, the newest first. Null without Pro. */
  items: ReadonlyArray<Export>
}> {
  return client.get('/v1/exports', {}, options)
}

/** The arguments of {@link getExport}. */
export type GetExportParameters = {
  /** The id of the export: 22 characters: letters, digits, hyphens and underscores. */
  id: string
}

/**
 * Get one of your exports. One of the caller's exports. Requires Pro.
 *
 * `GET /v1/exports/{id}`. Rejects with a RequestError.
 */
export function getExport(
  client: Client,
  parameters: GetExportParameters,
  options?: CallOptions,
): Promise<Export> {
  return client.get('/v1/exports/{id}', parameters, options)
}

/**
 * List examples of rules tried on the past. Rules that are tried again each day over the last 90 days, for
 * everybody to look at.
 *
 * `GET /v1/lab/examples`. Rejects with a RequestError.
 */
export function listBacktestExamples(
  client: Client,
  options?: CallOptions,
): Promise<{
  /** Rules that are tried again each day over the last 90 days, for everybody to look at. */
  items: ReadonlyArray<Backtest>
}> {
  return client.get('/v1/lab/examples', {}, options)
}

/**
 * List your trials of rules. The account's trials of rules, the newest first. Requires Pro.
 *
 * `GET /v1/lab`. Rejects with a RequestError.
 */
export function listBacktests(
  client: Client,
  options?: CallOptions,
): Promise<{
  /** The account's trials of rules, the newest first. Null without Pro. */
  items: ReadonlyArray<BacktestSummary>
}> {
  return client.get('/v1/lab', {}, options)
}

/** The arguments of {@link getBacktest}. */
export type GetBacktestParameters = {
  /** The id of the trial: 22 characters: letters, digits, hyphens and underscores. */
  id: string
}

/**
 * Get a trial of a rule. An example, or one of the caller's trials of rules.
 *
 * `GET /v1/lab/{id}`. Rejects with a RequestError.
 */
export function getBacktest(
  client: Client,
  parameters: GetBacktestParameters,
  options?: CallOptions,
): Promise<Backtest> {
  return client.get('/v1/lab/{id}', parameters, options)
}

/** The arguments of {@link listBacktestCopies}. */
export type ListBacktestCopiesParameters = {
  /** The id of the trial: 22 characters: letters, digits, hyphens and underscores. */
  id: string
  /** Only copies of this fate. Default: all. */
  fate?: "filled" | "partly" | "no-print" | "beyond-slippage" | "no-money" | "at-a-limit" | "too-small" | "market-ended"
  /** How many copies, 1 to 50,000; at most 1,000 without Pro. Default: 1,000. */
  limit?: number
  /** How many copies are skipped, 0 to 50,000. Default: 0. */
  skip?: number
}

/**
 * List copies of a trial of a rule. Copies of traders, the earliest first; none unless DONE.
 *
 * `GET /v1/lab/{id}/copies`. Rejects with a RequestError.
 */
export function listBacktestCopies(
  client: Client,
  parameters: ListBacktestCopiesParameters,
  options?: CallOptions,
): Promise<{
  /** Copies of traders, the earliest first; none unless DONE. */
  items: ReadonlyArray<BacktestCopy>
}> {
  return client.get('/v1/lab/{id}/copies', parameters, options)
}

/**
 * List your registered rules. The account's registered rules, the newest first. Requires Pro.
 *
 * `GET /v1/lab/rules`. Rejects with a RequestError.
 */
export function listRegisteredRules(
  client: Client,
  options?: CallOptions,
): Promise<{
  /** The account's registered rules, the newest first. Null without Pro. */
  items: ReadonlyArray<RegisteredRuleSummary>
}> {
  return client.get('/v1/lab/rules', {}, options)
}

/** The arguments of {@link getRegisteredRule}. */
export type GetRegisteredRuleParameters = {
  /** The id of the rule: 22 characters: letters, digits, hyphens and underscores. */
  id: string
}

/**
 * Get a registered rule. A rule that runs forward on paper, for everybody who has its id.
 *
 * `GET /v1/lab/rules/{id}`. Rejects with a RequestError.
 */
export function getRegisteredRule(
  client: Client,
  parameters: GetRegisteredRuleParameters,
  options?: CallOptions,
): Promise<RegisteredRule> {
  return client.get('/v1/lab/rules/{id}', parameters, options)
}

/** The arguments of {@link listRuleEntries}. */
export type ListRuleEntriesParameters = {
  /** The id of the rule: 22 characters: letters, digits, hyphens and underscores. */
  id: string
  /** How many entries, 1 to 1,000. Default: 100. */
  limit?: number
  /** `nextCursor` of the previous page, with the same other parameters. Default: the first page. */
  after?: number
}

/**
 * List the record of a registered rule. Its record up to the caller's snapshot, in order.
 *
 * `GET /v1/lab/rules/{id}/entries`. Rejects with a RequestError.
 */
export function listRuleEntries(
  client: Client,
  parameters: ListRuleEntriesParameters,
  options?: CallOptions,
): Promise<{
  /** Its record up to the caller's snapshot, in order. */
  items: ReadonlyArray<RuleEntry>
}> {
  return client.get('/v1/lab/rules/{id}/entries', parameters, options)
}

/** The arguments of {@link getSmartMoney}. */
export type GetSmartMoneyParameters = {
  /** The cohort. Default: top-pnl. */
  cohort?: "top-pnl" | "most-consistent" | "high-conviction"
  /** Members of this screen instead. */
  screen?: string
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * Get a cohort's positions. A cohort's positions in open markets, compared with market prices: its size,
 * positions by category, the weekly highlight and opportunities. Without Pro, five opportunities with their
 * side and price, by the volume of their markets; Pro adds the others, every position, and consensus.
 *
 * `GET /v1/smart-money`. Rejects with a RequestError.
 */
export function getSmartMoney(
  client: Client,
  parameters: GetSmartMoneyParameters = {},
  options?: CallOptions,
): Promise<SmartMoney> {
  return client.get('/v1/smart-money', parameters, options)
}

/** The arguments of {@link listSmartMoneyHighlights}. */
export type ListSmartMoneyHighlightsParameters = {
  /** Number of past weeks, from 1 to 104. Default: 12. */
  weeks?: number
  /** The cohort. Default: top-pnl. */
  cohort?: "top-pnl" | "most-consistent" | "high-conviction"
}

/**
 * List weekly highlights. A cohort's weekly highlights as recorded at the time, newest first, with their
 * outcomes.
 *
 * `GET /v1/smart-money/highlights`. Rejects with a RequestError.
 */
export function listSmartMoneyHighlights(
  client: Client,
  parameters: ListSmartMoneyHighlightsParameters = {},
  options?: CallOptions,
): Promise<{
  /** A cohort's weekly highlights as recorded at the time, newest first, with their outcomes. */
  items: ReadonlyArray<Highlight>
}> {
  return client.get('/v1/smart-money/highlights', parameters, options)
}

/** The arguments of {@link getSmartMoneyHistory}. */
export type GetSmartMoneyHistoryParameters = {
  /** The cohort. Default: top-pnl. */
  cohort?: "top-pnl" | "most-consistent" | "high-conviction"
  /** Number of past weeks, from 1 to 104. Default: 12. */
  weeks?: number
}

/**
 * Get a cohort's track record. A cohort's weeks with their changes, past opportunities with outcomes, and
 * performance. Contains no identities. Requires Pro.
 *
 * `GET /v1/smart-money/history`. Rejects with a RequestError.
 */
export function getSmartMoneyHistory(
  client: Client,
  parameters: GetSmartMoneyHistoryParameters = {},
  options?: CallOptions,
): Promise<SmartMoneyHistory> {
  return client.get('/v1/smart-money/history', parameters, options)
}

/** The arguments of {@link getSmartMoneyMarket}. */
export type GetSmartMoneyMarketParameters = {
  /** The market's condition id: 0x and 64 hex digits, in any case. */
  id: string
  /** The cohort. Default: top-pnl. */
  cohort?: "top-pnl" | "most-consistent" | "high-conviction"
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * Get a cohort's position in a market. A cohort's position in one market: divergence, the last eight weeks,
 * and its members. Requires Pro.
 *
 * `GET /v1/smart-money/market/{id}`. Rejects with a RequestError.
 */
export function getSmartMoneyMarket(
  client: Client,
  parameters: GetSmartMoneyMarketParameters,
  options?: CallOptions,
): Promise<SmartMoneyMarket> {
  return client.get('/v1/smart-money/market/{id}', parameters, options)
}

/**
 * Get price moves after large buys. How prices moved in the 72 hours after buys of $10,000 or more in the
 * last 90 days, for traders who were known to be skilled and for everyone else. Null before a day is studied.
 *
 * `GET /v1/smart-money/large-buys`. Rejects with a RequestError.
 */
export function getLargeBuys(
  client: Client,
  options?: CallOptions,
): Promise<LargeBuyStudy | null> {
  return client.get('/v1/smart-money/large-buys', {}, options)
}

/**
 * Get the facts of the service and of its last day. The service: software, data coverage, current snapshot,
 * and facts of the last day.
 *
 * `GET /v1/service`. Rejects with a RequestError.
 */
export function getService(
  client: Client,
  options?: CallOptions,
): Promise<Service> {
  return client.get('/v1/service', {}, options)
}

/** The arguments of {@link follow}. */
export type FollowParameters = {
  /**
   * The topic: a kind and a name, such as wallet:0x…, market:0x…, leaderboard:pnl-7d, event:white-whale,
   * trades:all, screen:ID, rule:ID, or the address of a wallet.
   */
  topic: string
  /**
   * Of wallets and trades. Minimum size of a decision in USD, 0 to 9,007,199,254. Default: 0 for wallets,
   * 10000000000 for trades.
   */
  minUsd?: number
  /** Of wallets and trades. Categories of the markets whose trades match. Default: any. */
  categories?: ReadonlyArray<"politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance">
  /** Of wallets and trades. Lowest average price in USD per share, 0 to 1. Default: any. */
  minPrice?: number
  /** Of wallets and trades. Highest average price in USD per share, 0 to 1. Default: any. */
  maxPrice?: number
  /** Of wallets and trades. BUY for shares received, SELL for shares sold or sent. Default: both. */
  side?: "buy" | "sell"
  /** Of wallets. Kinds of decisions that send a notification. Default: any. */
  kinds?: ReadonlyArray<"opened" | "added" | "reduced" | "closed" | "resolved">
  /** Of markets. Index of the outcome that the rules watch, 0 to 255. Default: 0. */
  outcome?: number
  /**
   * Of markets. Level in USD per share, 0.02 to 0.98: notifies when the price reaches it from below. Default:
   * never.
   */
  above?: number
  /**
   * Of markets. Level in USD per share, 0.02 to 0.98: notifies when the price reaches it from above. Default:
   * never.
   */
  below?: number
  /**
   * Of markets and events. Price change in USD per share, 0.05 to 0.9: notifies when the price differs by at
   * least this from any price within the past 24 hours. Default: never.
   */
  jump?: number
  /**
   * Of markets. Fraction of the outcome's shares, 0.01 to 1, in thousandths: notifies when a wallet reaches
   * it, in an outcome of 5,000 shares or more. Default: never.
   */
  holderShare?: number
  /**
   * Of markets. Whether to notify when smart money (the cohort TOP_PNL) changes sides: in a snapshot, 60% of
   * its value or more is on the other side. Needs Pro. Default: false.
   */
  stance?: boolean
  /**
   * Of leaderboards and screens. Number of top places, 1 to 100: traders entering or leaving them send a
   * notification. Default: 10 for leaderboards, 20 for screens.
   */
  top?: number
  /** Of trades. Effects on the trader's position that send a notification. Default: any. */
  change?: ReadonlyArray<"opened" | "added" | "reduced" | "closed">
  /**
   * Of rules. True: one message for each UTC day on which anything happened, with the net result. False: one
   * for each snapshot. Default: false.
   */
  daily?: boolean
  /**
   * Of trades. A filter of whole trades as the list `trades` has it, without times, in place of the other
   * rules. Default: none.
   */
  where?: Readonly<Record<string, unknown>>
}

/**
 * Follow a topic. Follows a topic, or replaces the rules of one that is followed; rules that are omitted have
 * their defaults. The path of a kind is the same, such as /v1/watchlist/markets/{id}. Requires a bearer
 * token: an API key cannot change its account.
 *
 * `PUT /v1/watchlist/{topic}`. Rejects with a RequestError.
 */
export function follow(
  client: Client,
  parameters: FollowParameters,
  options?: CallOptions,
): Promise<FollowWalletFollow | FollowMarketFollow | FollowLeaderboardFollow | FollowEventFollow | FollowTradesFollow | FollowScreenFollow | FollowRuleFollow> {
  return client.change('PUT', '/v1/watchlist/{topic}', parameters, options)
}

/** The arguments of {@link unfollow}. */
export type UnfollowParameters = {
  /**
   * The topic: a kind and a name, such as wallet:0x…, market:0x…, leaderboard:pnl-7d, event:white-whale,
   * trades:all, screen:ID, rule:ID, or the address of a wallet.
   */
  topic: string
}

/**
 * Unfollow a topic. Stops following a topic. Notifications already queued are still sent. Requires sign-in.
 *
 * `DELETE /v1/watchlist/{topic}`. Rejects with a RequestError.
 */
export function unfollow(
  client: Client,
  parameters: UnfollowParameters,
  options?: CallOptions,
): Promise<UnfollowPayload> {
  return client.change('DELETE', '/v1/watchlist/{topic}', parameters, options)
}

/** The arguments of {@link paceChannel}. */
export type PaceChannelParameters = {
  /** One of the caller's own channels, by its `id`. */
  id: string
  /**
   * Start of the quiet hours, a time of the day such as 22:00; requires `quietTo` and `timeZone`. Default:
   * none.
   */
  quietFrom?: string
  /**
   * End of the quiet hours, a time of the day such as 22:00; requires `quietFrom` and `timeZone`. Messages
   * held during them are sent then, as one digest.
   */
  quietTo?: string
  /**
   * IANA name of the time zone of the quiet hours, such as Europe/Berlin, 1 to 64 characters; requires
   * `quietFrom` and `quietTo`.
   */
  timeZone?: string
  /** The most messages within any 24 hours, codes and tests aside, 1 to 1,000. Default: any number. */
  dailyLimit?: number
}

/**
 * Set the quiet hours and the daily limit of a channel. Replaces both: what is omitted has no effect.
 * Requires a bearer token: an API key cannot change its account.
 *
 * `PUT /v1/account/channels/{id}`. Rejects with a RequestError.
 */
export function paceChannel(
  client: Client,
  parameters: PaceChannelParameters,
  options?: CallOptions,
): Promise<AlertChannel> {
  return client.change('PUT', '/v1/account/channels/{id}', parameters, options)
}

/**
 * Erase the times of your visits. Whether there were any. False if there were none. Requires sign-in.
 *
 * `DELETE /v1/account/visits`. Rejects with a RequestError.
 */
export function forgetVisits(
  client: Client,
  options?: CallOptions,
): Promise<ForgetVisitsPayload> {
  return client.change('DELETE', '/v1/account/visits', {}, options)
}

/** The arguments of {@link saveScreen}. */
export type SaveScreenParameters = {
  /** The name, 1 to 100 characters. */
  name: string
  /** True: everybody who knows the id may read it. Default: false. */
  public?: boolean
  /** The number of members at most, from 1 to 1,000. Default: 100. */
  top?: number
  /** Conditions, which must all hold. Default: everybody. */
  where?: Readonly<Record<string, unknown>>
  /**
   * Up to 5 numbers in turn (roi:desc,edge_low:desc), by weighted percentiles (roi*0.4,edge_low*0.6).
   * Default: volume.
   */
  order?: string
  /** Period of the numbers. Default: all time. */
  period?: "7d" | "30d" | "90d" | "all"
  /** Counts only activity in events of this category. Default: all activity. */
  category?: "politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance"
  /** A tag in place of the category: 1 to 200 characters. */
  tag?: string
}

/**
 * Save a screen. The screen as stored. Requires sign-in.
 *
 * `POST /v1/screens`. Rejects with a RequestError.
 */
export function saveScreen(
  client: Client,
  parameters: SaveScreenParameters,
  options?: CallOptions,
): Promise<SavedScreen> {
  return client.change('POST', '/v1/screens', parameters, options)
}

/** The arguments of {@link replaceScreen}. */
export type ReplaceScreenParameters = {
  /**
   * The screen of the caller that it replaces: 22 characters: letters, digits, hyphens and underscores.
   * Default: a new one.
   */
  id: string
  /** The name, 1 to 100 characters. */
  name: string
  /** True: everybody who knows the id may read it. Default: false. */
  public?: boolean
  /** The number of members at most, from 1 to 1,000. Default: 100. */
  top?: number
  /** Conditions, which must all hold. Default: everybody. */
  where?: Readonly<Record<string, unknown>>
  /**
   * Up to 5 numbers in turn (roi:desc,edge_low:desc), by weighted percentiles (roi*0.4,edge_low*0.6).
   * Default: volume.
   */
  order?: string
  /** Period of the numbers. Default: all time. */
  period?: "7d" | "30d" | "90d" | "all"
  /** Counts only activity in events of this category. Default: all activity. */
  category?: "politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance"
  /** A tag in place of the category: 1 to 200 characters. */
  tag?: string
}

/**
 * Replace a saved screen. The screen as stored. Requires sign-in.
 *
 * `PUT /v1/screens/{id}`. Rejects with a RequestError.
 */
export function replaceScreen(
  client: Client,
  parameters: ReplaceScreenParameters,
  options?: CallOptions,
): Promise<SavedScreen> {
  return client.change('PUT', '/v1/screens/{id}', parameters, options)
}

/** The arguments of {@link renameScreen}. */
export type RenameScreenParameters = {
  /** The caller's screen: 22 characters: letters, digits, hyphens and underscores. */
  id: string
  /** The new name, 1 to 100 characters. */
  name: string
}

/**
 * Rename a saved screen. The screen as stored. Requires sign-in.
 *
 * `PUT /v1/screens/{id}/name`. Rejects with a RequestError.
 */
export function renameScreen(
  client: Client,
  parameters: RenameScreenParameters,
  options?: CallOptions,
): Promise<SavedScreen> {
  return client.change('PUT', '/v1/screens/{id}/name', parameters, options)
}

/** The arguments of {@link deleteScreen}. */
export type DeleteScreenParameters = {
  /** The caller's screen: 22 characters: letters, digits, hyphens and underscores. */
  id: string
}

/**
 * Delete a saved screen. The id of the deleted screen. Requires sign-in.
 *
 * `DELETE /v1/screens/{id}`. Rejects with a RequestError.
 */
export function deleteScreen(
  client: Client,
  parameters: DeleteScreenParameters,
  options?: CallOptions,
): Promise<DeleteScreenPayload> {
  return client.change('DELETE', '/v1/screens/{id}', parameters, options)
}

/** The arguments of {@link startExport}. */
export type StartExportParameters = {
  /** The table to export. */
  table: "trades" | "positions" | "traders"
  /** The format of the file. Default: NDJSON. */
  format?: "ndjson" | "csv" | "parquet"
  /** Columns of the file, in this order. Default: [all of them](/docs/files#exports). */
  columns?: ReadonlyArray<string>
  /** Minimum USD. */
  minUsd?: number
  /** Maximum USD. */
  maxUsd?: number
  /** Minimum average price, from 0 to 1. */
  minPrice?: number
  /** Maximum average price, from 0 to 1. */
  maxPrice?: number
  /** Only purchases, or only sales. */
  side?: "buy" | "sell"
  /** Role. Default: all but makers, so each dollar counts once; in a stream or an export any. */
  role?: "maker" | "taker"
  /** Index of the outcome, from 0 to 255. */
  outcome?: number
  /** Effects on the position. */
  change?: ReadonlyArray<"opened" | "added" | "reduced" | "closed">
  /** Conditions of markets. */
  market?: ReadonlyArray<string>
  /** Ids of events. */
  event?: ReadonlyArray<string>
  /** Minimum scheduled life in hours, from 0 to 87,600. */
  minMarketHours?: number
  /** Addresses of traders. */
  trader?: ReadonlyArray<string>
  /** First traders of a leaderboard. */
  board?: string
  /** How many of its first traders, from 1 to 1,000. Default: 100. */
  top?: number
  /** Members of a screen. */
  screen?: string
  /** Members now, which looks back, or at the close before each trade. */
  members?: "now" | "at-trade"
  /** All of these signs; a stream then sends trades with each snapshot. */
  signs?: ReadonlyArray<"new-trader" | "one-event" | "all-in" | "woke-up" | "big-for-trader" | "big-for-market" | "largest-in-market" | "moved-the-price" | "against-the-day" | "new-traders-together" | "twin" | "round-trip" | "both-sides" | "first-in-category" | "near-end">
  /** None of these signs, all of them known. */
  without?: ReadonlyArray<"new-trader" | "one-event" | "all-in" | "woke-up" | "big-for-trader" | "big-for-market" | "largest-in-market" | "moved-the-price" | "against-the-day" | "new-traders-together" | "twin" | "round-trip" | "both-sides" | "first-in-category" | "near-end">
  /** From this time on; in the list with Pro. */
  from?: string
  /** Before this time; in the list with Pro. */
  to?: string
  /** Positions: conditions in place of `where`, as `positions` takes them. */
  positions?: Readonly<Record<string, unknown>>
  /** Traders: conditions. Default: everybody. */
  traders?: Readonly<Record<string, unknown>>
  /** Traders: up to 5 orders. Default: by volume. */
  order?: string
  /** Traders: the period of the numbers. Default: all time. */
  period?: "7d" | "30d" | "90d" | "all"
  /** Traders: the category of the numbers. Trades: the only one, beside `where`. */
  category?: "politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance"
  /** A tag in place of the category, 1 to 200 characters. */
  tag?: string
  /** Positions and traders: a UTC day, at whose close they are read. Default: the cutoff. */
  asOf?: string
  /** Positions: only those of this status. */
  status?: "open" | "closed"
}

/**
 * Start an export. The export as stored. Requires Pro.
 *
 * `POST /v1/exports`. Rejects with a RequestError.
 */
export function startExport(
  client: Client,
  parameters: StartExportParameters,
  options?: CallOptions,
): Promise<Export> {
  return client.change('POST', '/v1/exports', parameters, options)
}

/** The arguments of {@link cancelExport}. */
export type CancelExportParameters = {
  /** The id of the export: 22 characters: letters, digits, hyphens and underscores. */
  id: string
}

/**
 * Cancel an export, or remove its file. The export as stored. Requires Pro.
 *
 * `DELETE /v1/exports/{id}`. Rejects with a RequestError.
 */
export function cancelExport(
  client: Client,
  parameters: CancelExportParameters,
  options?: CallOptions,
): Promise<Export> {
  return client.change('DELETE', '/v1/exports/{id}', parameters, options)
}

/** The arguments of {@link registerRule}. */
export type RegisterRuleParameters = {
  /**
   * The id of an example or of one of the caller's trials: 22 characters: letters, digits, hyphens and
   * underscores.
   */
  backtest: string
}

/**
 * Register a rule. The rule as stored. Requires Pro.
 *
 * `POST /v1/lab/rules`. Rejects with a RequestError.
 */
export function registerRule(
  client: Client,
  parameters: RegisterRuleParameters,
  options?: CallOptions,
): Promise<RegisteredRuleSummary> {
  return client.change('POST', '/v1/lab/rules', parameters, options)
}

/** The arguments of {@link endRule}. */
export type EndRuleParameters = {
  /** The id of the rule: 22 characters: letters, digits, hyphens and underscores. */
  id: string
}

/**
 * End a registered rule. The rule as stored. Requires Pro.
 *
 * `DELETE /v1/lab/rules/{id}`. Rejects with a RequestError.
 */
export function endRule(
  client: Client,
  parameters: EndRuleParameters,
  options?: CallOptions,
): Promise<RegisteredRuleSummary> {
  return client.change('DELETE', '/v1/lab/rules/{id}', parameters, options)
}

/** The arguments of {@link startBacktest}. */
export type StartBacktestParameters = {
  /** The traders. */
  universe: Readonly<Record<string, unknown>>
  /** The minimum record. */
  record?: Readonly<Record<string, unknown>>
  /** Conditions on copied trades. */
  entry?: Readonly<Record<string, unknown>>
  /**
   * Seconds after the copied trade, up to 6, each 0 to 604,800: the first decides, the others make a curve.
   * Default: 30.
   */
  delay?: ReadonlyArray<number>
  /** The money. */
  size: Readonly<Record<string, unknown>>
  /** How orders fill. */
  fill?: Readonly<Record<string, unknown>>
  /** When copies are sold. */
  exit?: Readonly<Record<string, unknown>>
  /** The first day. */
  from: string
  /** The last day. */
  to: string
}

/**
 * Try a rule on the past. The trial as stored. Requires Pro.
 *
 * `POST /v1/lab`. Rejects with a RequestError.
 */
export function startBacktest(
  client: Client,
  parameters: StartBacktestParameters,
  options?: CallOptions,
): Promise<BacktestSummary> {
  return client.change('POST', '/v1/lab', parameters, options)
}

/** The arguments of {@link cancelBacktest}. */
export type CancelBacktestParameters = {
  /** The id of the trial: 22 characters: letters, digits, hyphens and underscores. */
  id: string
}

/**
 * Cancel a trial of a rule, or remove it. The trial as stored. Requires Pro.
 *
 * `DELETE /v1/lab/{id}`. Rejects with a RequestError.
 */
export function cancelBacktest(
  client: Client,
  parameters: CancelBacktestParameters,
  options?: CallOptions,
): Promise<BacktestSummary> {
  return client.change('DELETE', '/v1/lab/{id}', parameters, options)
}

/** The arguments of {@link reconcile}. */
export type ReconcileParameters = {
  /**
   * Texts of files: JSON answers of the Data API (positions, closed positions, activity, trades, leaderboard,
   * profile), or CSV with a header: up to 20, each 1 to 2,000,000 characters; 10,000 rows together, separated
   * by commas.
   */
  files?: ReadonlyArray<string>
  /** The wallet: 0x and 40 hex digits, in any case. Default: the one that the files name. */
  trader?: string
  /**
   * Columns of fields, where their names are not known, such as `pnl=Net result`: up to 40, each a field, `=`
   * and a column of the file, separated by commas.
   */
  columns?: ReadonlyArray<string>
  /** At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. */
  asOf?: string
}

/**
 * Compare another site's view of a wallet. Compares another site's view of a wallet with this service's
 * ledger, and finds the cause of each difference. Nothing of the files is stored. Without files, compares
 * with the number of Polymarket's own subgraph.
 *
 * `POST /v1/reconcile`. Rejects with a RequestError.
 */
export function reconcile(
  client: Client,
  parameters: ReconcileParameters = {},
  options?: CallOptions,
): Promise<Reconciliation> {
  return client.change('POST', '/v1/reconcile', parameters, options)
}

/** The arguments of {@link streamTrades}. */
export type StreamTradesParameters = {
  /** Minimum USD. */
  minUsd?: number
  /** Maximum USD. */
  maxUsd?: number
  /** Minimum average price, from 0 to 1. */
  minPrice?: number
  /** Maximum average price, from 0 to 1. */
  maxPrice?: number
  /** Only purchases, or only sales. */
  side?: "buy" | "sell"
  /** Role. Default: all but makers, so each dollar counts once; in a stream or an export any. */
  role?: "maker" | "taker"
  /** Index of the outcome, from 0 to 255. */
  outcome?: number
  /** Effects on the position. */
  change?: string
  /** Conditions of markets. */
  market?: string
  /** Ids of events. */
  event?: string
  /** Categories of markets. */
  category?: string
  /** Tags of markets. */
  tag?: string
  /** Minimum scheduled life in hours, from 0 to 87,600. */
  minMarketHours?: number
  /** Addresses of traders. */
  trader?: string
  /** First traders of a leaderboard. */
  board?: string
  /** How many of its first traders, from 1 to 1,000. Default: 100. */
  top?: number
  /** Members of a screen. */
  screen?: string
  /** Members now, which looks back, or at the close before each trade. */
  members?: "now" | "at-trade"
  /** All of these signs; a stream then sends trades with each snapshot. */
  signs?: string
  /** None of these signs, all of them known. */
  without?: string
  /** From this time on; in the list with Pro. */
  from?: string
  /** Before this time; in the list with Pro. */
  to?: string
  /** One of these filters matches too. */
  any?: string
  /** `nextCursor` of the previous page, with the same other parameters. Default: the first page. */
  cursor?: string
}

/**
 * Stream trades. New fills, in the order of the chain. The traders of a leaderboard or a screen are those of
 * the moment when the stream begins, or with `members: AT_TRADE` those at the close before each trade.
 * Without Pro an event is sent when it becomes public. Imported events behind the newest one are not sent.
 * The stream ends with an error: SLOW_CONSUMER when events are unread for 30 seconds, UNAUTHENTICATED or
 * FORBIDDEN before the next event after the caller loses the key or the tier, SERVICE_UNAVAILABLE when the
 * process stops. At most 20 open streams per caller and process.
 *
 * `GET /v1/trades/stream`. Rejects with a RequestError.
 */
export function streamTrades(
  client: Client,
  parameters: StreamTradesParameters = {},
  options?: CallOptions,
): AsyncGenerator<TradeEvent, void, undefined> {
  return client.stream('/v1/trades/stream', parameters, options)
}

/** The arguments of {@link streamActivity}. */
export type StreamActivityParameters = {
  /**
   * Only this trader's events, transfers received included: the wallet's address, 0x and 40 hex digits, in
   * any case. Default: all traders'.
   */
  trader?: string
  /**
   * Only events in this market: its condition, 0x and 64 hex digits, in any case. Default: every market's.
   */
  market?: string
  /** `nextCursor` of the previous page, with the same other parameters. Default: the first page. */
  cursor?: string
}

/**
 * Stream activity. New events of every kind that a trader's activity has, in the order of the chain; a
 * conversion belongs to no single market. Without Pro an event is sent when it becomes public. Imported
 * events behind the newest one are not sent. The stream ends with an error: SLOW_CONSUMER when events are
 * unread for 30 seconds, UNAUTHENTICATED or FORBIDDEN before the next event after the caller loses the key or
 * the tier, SERVICE_UNAVAILABLE when the process stops. At most 20 open streams per caller and process.
 *
 * `GET /v1/activity/stream`. Rejects with a RequestError.
 */
export function streamActivity(
  client: Client,
  parameters: StreamActivityParameters = {},
  options?: CallOptions,
): AsyncGenerator<ActivityEvent, void, undefined> {
  return client.stream('/v1/activity/stream', parameters, options)
}

/** The arguments of {@link streamPrices}. */
export type StreamPricesParameters = {
  /**
   * The markets: their conditions, up to 100, each 0x and 64 hex digits, in any case, separated by commas.
   */
  market: string
  /** `nextCursor` of the previous page, with the same other parameters. Default: the first page. */
  cursor?: string
}

/**
 * Stream prices. New prices of some markets, one for each fill that sets a price, in the order of the chain.
 * Without Pro an event is sent when it becomes public. Imported events behind the newest one are not sent.
 * The stream ends with an error: SLOW_CONSUMER when events are unread for 30 seconds, UNAUTHENTICATED or
 * FORBIDDEN before the next event after the caller loses the key or the tier, SERVICE_UNAVAILABLE when the
 * process stops. At most 20 open streams per caller and process.
 *
 * `GET /v1/prices/stream`. Rejects with a RequestError.
 */
export function streamPrices(
  client: Client,
  parameters: StreamPricesParameters,
  options?: CallOptions,
): AsyncGenerator<PriceEvent, void, undefined> {
  return client.stream('/v1/prices/stream', parameters, options)
}

/** The arguments of {@link streamStandings}. */
export type StreamStandingsParameters = {
  /** The id of the leaderboard such as `pnl-7d`, 1 to 64 characters. Default: the screen. */
  leaderboard?: string
  /**
   * The id of the screen in place of a leaderboard: 22 characters: letters, digits, hyphens and underscores.
   * Default: the leaderboard.
   */
  screen?: string
  /** Number of places, 1 to 100. */
  limit?: number
  /** `nextCursor` of the previous page, with the same other parameters. Default: the first page. */
  cursor?: string
}

/**
 * Stream standings. Changes of the first places of a leaderboard or a saved screen, sent with each snapshot
 * that the caller may read: those who left, then the others by rank. POSITION comes as soon as the stream is
 * level, and after 15 seconds without a change. A stream that begins with `after` sends what changed since,
 * so a cut loses nothing. At most 20 open streams per caller and process.
 *
 * `GET /v1/standings/stream`. Rejects with a RequestError.
 */
export function streamStandings(
  client: Client,
  parameters: StreamStandingsParameters = {},
  options?: CallOptions,
): AsyncGenerator<StandingEvent, void, undefined> {
  return client.stream('/v1/standings/stream', parameters, options)
}

/** The arguments of {@link streamBacktest}. */
export type StreamBacktestParameters = {
  /** The id of the trial: 22 characters: letters, digits, hyphens and underscores. */
  id: string
  /** `nextCursor` of the previous page, with the same other parameters. Default: the first page. */
  cursor?: string
}

/**
 * Stream the progress of a trial. The state and progress of a trial, first as they are, then whenever they
 * change, read twice a second. The stream ends with the trial; POSITION comes after 15 seconds without a
 * change. At most 20 open streams per caller and process.
 *
 * `GET /v1/lab/{id}/stream`. Rejects with a RequestError.
 */
export function streamBacktest(
  client: Client,
  parameters: StreamBacktestParameters,
  options?: CallOptions,
): AsyncGenerator<BacktestEvent, void, undefined> {
  return client.stream('/v1/lab/{id}/stream', parameters, options)
}

/**
 * The leaderboard tabs: the numbers that traders are ranked by. Each tab has one leaderboard per period.
 *
 * - `pnl`: Profit and loss: the metric `pnl`, highest first. Eligible: at least 1 trade in the period.
 * - `volume`: Volume: the metric `volume`, highest first. Eligible: at least 1 trade in the period.
 * - `roi`: Return on capital: the metric `roi`, highest first. Eligible: at least $100 of volume in the
 * period.
 * - `sharpe`: Risk-adjusted return: the metric `sharpeRatio`, highest first. Eligible: at least 20 units
 * decided in the period, 10 of them at a cost of $1 or more.
 * - `consistent`: Consistency: the metric `consistent`, highest first. Eligible: at least 8 active ISO weeks
 * and a profit in the period.
 * - `copyable`: Copyability: the metric `copyable`, highest first. Eligible: no bot, at least 20 decided
 * units, a profit, and buys at least 60% of fills.
 * - `prescience`: Prescience: the metric `prescience`, highest first. Eligible: at least 20 counting fills in
 * at least 10 markets.
 */
export type Tab = "pnl" | "volume" | "roi" | "sharpe" | "consistent" | "copyable" | "prescience"

/**
 * A period of UTC days ending on the day of the cutoff.
 *
 * - `7d`: The UTC day of the cutoff and the 6 days before it.
 * - `30d`: The UTC day of the cutoff and the 29 days before it.
 * - `90d`: The UTC day of the cutoff and the 89 days before it.
 * - `all`: All time, from the ledger's first event.
 */
export type Period = "7d" | "30d" | "90d" | "all"

/**
 * The ids of the metrics; `metrics` has their definitions.
 *
 * - `pnl`: Profit or loss. Unit: USD.
 * - `realizedPnl`: Realized profit or loss. Unit: USD.
 * - `unrealizedPnl`: Unrealized profit or loss. Unit: USD.
 * - `officialPnl`: Profit or loss by Polymarket's subgraph. Unit: USD.
 * - `volume`: Volume. Unit: USD.
 * - `shareVolume`: Volume in shares. Unit: shares.
 * - `totalBought`: Total bought. Unit: USD.
 * - `fees`: Fees. Unit: USD.
 * - `income`: Income. Unit: USD.
 * - `tradeCount`: Trades. Unit: count.
 * - `marketCount`: Markets. Unit: count.
 * - `activeDays`: Active days. Unit: count.
 * - `meanTrade`: Mean trade. Unit: USD.
 * - `roi`: Return on investment. Unit: fraction.
 * - `wins`: Wins. Unit: count.
 * - `losses`: Losses. Unit: count.
 * - `winRate`: Win rate. Unit: fraction.
 * - `winRateInterval`: Win rate, 95% interval. Unit: fraction.
 * - `sharpeRatio`: Sharpe ratio. Unit: ratio.
 * - `sortinoRatio`: Sortino ratio. Unit: ratio.
 * - `profitFactor`: Profit factor. Unit: ratio.
 * - `largestWin`: Largest win. Unit: USD.
 * - `largestLoss`: Largest loss. Unit: USD.
 * - `maxDrawdown`: Maximum drawdown. Unit: USD.
 * - `maxDrawdownPct`: Maximum drawdown, relative. Unit: fraction.
 * - `percentiles`: Percentiles. Unit: fraction.
 * - `pnlSeries`: Profit by day. Unit: series.
 * - `edge`: Edge. Unit: fraction.
 * - `edgeInterval`: Edge, 95% interval. Unit: fraction.
 * - `edgePValue`: Edge, p-value. Unit: probability.
 * - `edgeQValue`: Edge, q-value. Unit: probability.
 * - `verdict`: Verdict. Unit: label.
 * - `calibration`: Calibration. Unit: series.
 * - `makerRatio`: Maker ratio. Unit: fraction.
 * - `holdingTime`: Holding time. Unit: hours.
 * - `hourHistogram`: Fills by hour. Unit: count.
 * - `entryPrices`: Entry prices. Unit: series.
 * - `sizeVariation`: Variation of size. Unit: ratio.
 * - `fillsPerActiveDay`: Fills per active day. Unit: ratio.
 * - `botProbability`: Bot probability. Unit: probability.
 * - `isBot`: Bot. Unit: flag.
 * - `strategy`: Strategy. Unit: label.
 * - `attribution`: Attribution. Unit: series.
 * - `bestMarkets`: Best markets. Unit: series.
 * - `worstMarkets`: Worst markets. Unit: series.
 * - `consistent`: Consistency. Unit: fraction.
 * - `copyable`: Copyability. Unit: fraction.
 * - `prescience`: Prescience. Unit: USD per share.
 */
export type MetricId = "pnl" | "realizedPnl" | "unrealizedPnl" | "officialPnl" | "volume" | "shareVolume" | "totalBought" | "fees" | "income" | "tradeCount" | "marketCount" | "activeDays" | "meanTrade" | "roi" | "wins" | "losses" | "winRate" | "winRateInterval" | "sharpeRatio" | "sortinoRatio" | "profitFactor" | "largestWin" | "largestLoss" | "maxDrawdown" | "maxDrawdownPct" | "percentiles" | "pnlSeries" | "edge" | "edgeInterval" | "edgePValue" | "edgeQValue" | "verdict" | "calibration" | "makerRatio" | "holdingTime" | "hourHistogram" | "entryPrices" | "sizeVariation" | "fillsPerActiveDay" | "botProbability" | "isBot" | "strategy" | "attribution" | "bestMarkets" | "worstMarkets" | "consistent" | "copyable" | "prescience"

/**
 * Audience of the traders in a leaderboard's rows.
 *
 * - `public`: Everyone sees them.
 * - `signed-in`: Signed-in callers; anonymous callers see only ranks and rounded values.
 */
export type BoardAccess = "public" | "signed-in"

/** The last event included in an answer's numbers; later events do not affect them. */
export interface Cutoff {
  /** The event's block number. Null if its source has none. */
  block: number | null
  /** The event's time, in UTC. */
  time: string
}

/** A leaderboard: traders ranked by one metric over a period or a window of days. */
export interface LeaderboardIndex {
  /**
   * The id `{tab}-{period}`, such as `pnl-7d`, argument of `leaderboard`; the tab alone for a window. In
   * GraphQL, a day or window and a category follow after an `@`: `pnl-7d@2026-01-15`, `pnl-7d@sports`,
   * `pnl@2026-01-01..2026-01-31,sports`; `node` accepts all of these.
   */
  id: string
  /** The tab: the number that traders are ranked by. */
  tab: Tab
  /** The period covered. Null for a `window`. */
  period: Period | null
  /** A short title. */
  title: string
  /** How it is ordered and who is eligible, in one or two sentences. */
  description: string
  /** The metric it is ordered by, which is each entry's `value`. */
  metric: MetricId
  /** Audience of the traders in its rows. */
  access: BoardAccess
  /** Total rows, 0 or more, regardless of how many `entries` returns. */
  entryCount: number
  /** Rows returned by default. */
  defaultLimit: number
  /** The maximum rows a Pro caller can request; others get at most 100. */
  maxLimit: number
  /** Time of computation; with `asOf`, the close of the day. */
  generatedAt: string
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
}

/** The range of UTC days that a leaderboard covers. */
export interface LeaderboardWindow {
  /** The first day, included. */
  from: string
  /** The last day, included. */
  to: string
}

/**
 * Subject of a market: the first of its event's tags that names a category.
 *
 * - `politics`: By the tags `politics`, `elections`, `geopolitics`.
 * - `sports`: By the tags `sports`, `esports`.
 * - `crypto`: By the tags `crypto`, `crypto-prices`.
 * - `culture`: By the tags `culture`, `pop-culture`, `entertainment`.
 * - `weather`: By the tags `weather`, `climate`.
 * - `economics`: By the tags `economics`, `economy`.
 * - `tech`: By the tags `tech`, `technology`, `ai`.
 * - `finance`: By the tags `finance`, `business`, `stocks`.
 */
export type MarketCategory = "politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance"

/**
 * Whether the ledger holds a trader's complete history.
 *
 * - `ok`: Complete as far as known: the ledger saw every share arrive before it left.
 * - `partial`: Shares left that the ledger had not seen arrive. They count with no profit, so profit can be
 * too low or too high.
 * - `gap`: An event moved shares of a market whose tokens the ledger does not know yet: the event is in no
 * number. Takes precedence over PARTIAL.
 */
export type Coverage = "ok" | "partial" | "gap"

/**
 * A leaderboard row: a trader with its numbers over the leaderboard's period. Where the leaderboard's
 * `access` is SIGNED_IN, anonymous callers see `rank` and a rounded `value`; all else is null, except as of a
 * day of an earlier month.
 */
export interface LeaderboardEntry {
  /** The rank, 1 is the best. */
  rank: number
  /**
   * The rank one day earlier. Null if the trader was not on the leaderboard then, or it is unknown. Null
   * unless signed in where the leaderboard's `access` is SIGNED_IN.
   */
  previousRank: number | null
  /**
   * The wallet's address: 0x and 40 lower-case hex digits. Null unless signed in where the leaderboard's
   * `access` is SIGNED_IN.
   */
  address: string | null
  /**
   * The public name. Null if none is known. Null unless signed in where the leaderboard's `access` is
   * SIGNED_IN.
   */
  username: string | null
  /**
   * URL of the public profile picture, as its source gives it. Null if none is known. Null unless signed in
   * where the leaderboard's `access` is SIGNED_IN.
   */
  profileImage: string | null
  /**
   * The trader's X handle, without the @. Null if none is known. Null unless signed in where the
   * leaderboard's `access` is SIGNED_IN.
   */
  xUsername: string | null
  /**
   * True if the source of the public name marks it as verified. Null unless signed in where the leaderboard's
   * `access` is SIGNED_IN.
   */
  verifiedBadge: boolean | null
  /**
   * The value of the leaderboard's `metric`, in its unit. Null when the metric is null. Rounded to 2
   * significant digits where the row is withheld.
   */
  value: number | null
  /**
   * Profit or loss: Realized plus unrealized profit at the cutoff, less the same at the close of the day
   * before the period. Unit: USD, any amount. Null only on a leaderboard row withheld from the caller. Null
   * unless signed in where the leaderboard's `access` is SIGNED_IN.
   */
  pnl: number | null
  /**
   * Realized profit or loss: Proceeds of sales, merges and resolutions less the average cost of the shares
   * that left. Shares that came from outside the ledger earn nothing. Unit: USD, any amount. In a period: the
   * part of `pnl` realized in it. Null only on a leaderboard row withheld from the caller. Null unless signed
   * in where the leaderboard's `access` is SIGNED_IN.
   */
  realizedPnl: number | null
  /**
   * Volume: Sum of the gross dollars of the trader's fills, each owner's side once. Unit: USD, 0 or more.
   * Null unless signed in where the leaderboard's `access` is SIGNED_IN.
   */
  volume: number | null
  /**
   * Return on investment: Profit divided by the marked value held at the period's start plus the cost of buys
   * and splits within it. Unit: fraction, any value, usually −1 or more. Null when nothing was held at the
   * start and nothing bought. Also null on a leaderboard row withheld from the caller. Null unless signed in
   * where the leaderboard's `access` is SIGNED_IN.
   */
  roi: number | null
  /**
   * Win rate: Decided units with a profit divided by decided units with a profit or a loss, each of a cent or
   * more. A unit is an event: a neg-risk market with all its questions, or a plain condition. Unit: fraction,
   * 0 to 1. Null when no unit was decided with a profit or a loss. Also null on a leaderboard row withheld
   * from the caller. Null unless signed in where the leaderboard's `access` is SIGNED_IN.
   */
  winRate: number | null
  /**
   * Wins: number of decided units with a profit. Unit: count, 0 or more. Null only on a leaderboard row
   * withheld from the caller. Null unless signed in where the leaderboard's `access` is SIGNED_IN.
   */
  wins: number | null
  /**
   * Losses: number of decided units with a loss. Unit: count, 0 or more. Null only on a leaderboard row
   * withheld from the caller. Null unless signed in where the leaderboard's `access` is SIGNED_IN.
   */
  losses: number | null
  /**
   * Trades: Number of the trader's fills. Unit: count, 0 or more. Null only on a leaderboard row withheld
   * from the caller. Null unless signed in where the leaderboard's `access` is SIGNED_IN.
   */
  tradeCount: number | null
  /**
   * Markets: Number of distinct conditions among the trader's fills. Unit: count, 0 or more. Null only on a
   * leaderboard row withheld from the caller. Null unless signed in where the leaderboard's `access` is
   * SIGNED_IN.
   */
  marketCount: number | null
  /**
   * Sharpe ratio: Mean divided by the sample standard deviation of the returns, profit over cost, of decided
   * units that cost at least $1. Per unit, not per year. Unit: ratio, any value. Null when there are fewer
   * than 10 decided units that cost at least $1, or when all returns are the same. Also null on a leaderboard
   * row withheld from the caller. Null unless signed in where the leaderboard's `access` is SIGNED_IN.
   */
  sharpeRatio: number | null
  /**
   * Maximum drawdown: Largest fall of daily cumulative marked profit from an earlier peak to a later trough;
   * the period's start, at 0, is the first peak. Unit: USD, 0 or more. Null if unknown. Also null on a
   * leaderboard row withheld from the caller. Null unless signed in where the leaderboard's `access` is
   * SIGNED_IN.
   */
  maxDrawdown: number | null
  /**
   * Bot probability: 0.40 · frequency + 0.30 · makerRatio + 0.25 · entropy + 0.05 · sizeRegularity; at least
   * 0.99 with 500 fills or more per active day over 7 active days or more. A heuristic, not a calibrated
   * probability. Unit: probability, 0 to 1. Null when the trader has no fills. Over all time, regardless of
   * the period. Also null on a leaderboard row withheld from the caller. Null unless signed in where the
   * leaderboard's `access` is SIGNED_IN.
   */
  botProbability: number | null
  /**
   * Bot: True when the bot probability is 0.70 or more. Unit: flag, true or false. Over all time, regardless
   * of the period. Null only on a leaderboard row withheld from the caller. Null unless signed in where the
   * leaderboard's `access` is SIGNED_IN.
   */
  isBot: boolean | null
  /**
   * Whether the ledger holds the trader's complete history; if not, profit can be too low or too high. Null
   * unless signed in where the leaderboard's `access` is SIGNED_IN.
   */
  coverage: Coverage | null
}

/** A leaderboard: traders ranked by one metric over a period or a window of days. */
export interface Leaderboard {
  /**
   * The id `{tab}-{period}`, such as `pnl-7d`, argument of `leaderboard`; the tab alone for a window. In
   * GraphQL, a day or window and a category follow after an `@`: `pnl-7d@2026-01-15`, `pnl-7d@sports`,
   * `pnl@2026-01-01..2026-01-31,sports`; `node` accepts all of these.
   */
  id: string
  /** The tab: the number that traders are ranked by. */
  tab: Tab
  /** The period covered. Null for a `window`. */
  period: Period | null
  /** The window covered, if one was requested. Null for a `period`. */
  window: LeaderboardWindow | null
  /** The category that the numbers are limited to. Null for all activity. */
  category: MarketCategory | null
  /** Time of computation; with `asOf`, the close of the day. */
  generatedAt: string
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
  /**
   * The rows, best first, 100 per page by default. Over all pages, Pro callers see the first 1,000 and others
   * the first 100. Rows of a window or a category are computed on request. Error RATE_LIMITED with
   * `retryAfter` in seconds above as many calls per second as requests, counted per caller and alias over
   * GraphQL and REST together.
   */
  entries: ReadonlyArray<LeaderboardEntry>
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
}

/**
 * A trader: a wallet with at least one event in the ledger. Its own numbers cover all time; `stats` covers a
 * period.
 */
export interface SearchableTrader {
  /** The wallet's address: 0x and 40 lower-case hex digits. */
  address: string
  /** The public name. Null if none is known. */
  username: string | null
  /** URL of the public profile picture, as its source gives it. Null if none is known. */
  profileImage: string | null
  /** The trader's X handle, without the @. Null if none is known. */
  xUsername: string | null
  /** True if the source of the public name marks it as verified. */
  verifiedBadge: boolean
}

/** A page of traders. */
export interface SearchableTraderPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<SearchableTrader>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
}

/**
 * Accounting methods for profit.
 *
 * - `marked`: This service's own method: `pnl`.
 * - `official-subgraph`: The method of Polymarket's public subgraph: `officialPnl`.
 */
export type PnlMethodName = "marked" | "official-subgraph"

/** Profit under one accounting method. */
export interface PnlMethod {
  /** The accounting method. */
  method: PnlMethodName
  /** The profit. Unit: USD, any amount. Null if unknown. */
  value: number | null
  /** The method's rules, and how it differs from the other. */
  sentence: string
}

/** A 95% confidence interval. */
export interface Interval {
  /** The lower bound, in the unit of the estimate. */
  low: number
  /** The upper bound, in the unit of the estimate. */
  high: number
}

/** The components of a bot probability, each from 0 to 1, higher for a bot. */
export interface BotComponents {
  /** Trading frequency: 1 at 500 or more fills per active day. Weight 0.40. */
  frequency: number
  /** Share of fills as maker; 0 where no role is known. Weight 0.30. */
  makerRatio: number
  /**
   * How evenly fills spread over the hours of the day: 1 for a uniform spread, 0 for a single hour or under
   * 50 fills. Weight 0.25.
   */
  entropy: number
  /** How uniform fill sizes are: 1 if all are equal. Weight 0.05. */
  sizeRegularity: number
}

/** One day of a trader's profit series. */
export interface PnlPoint {
  /** The UTC day. */
  day: string
  /** Marked profit from the period's start to the day's close. Unit: USD, any amount. */
  pnl: number
  /** Realized profit from the period's start to the day's close. Unit: USD, any amount. */
  realizedPnl: number
  /** Total value of the day's fills. Unit: USD, 0 or more. */
  volume: number
}

/** A trader's rank on one leaderboard. */
export interface TraderRank {
  /** The leaderboard's id, such as `pnl-7d`. */
  leaderboard: string
  /** The rank, 1 is the best. */
  rank: number
  /** Total rows of the leaderboard, 1 or more. */
  entryCount: number
}

/** A trader's percentile in one metric and period. */
export interface TraderPercentile {
  /** The metric of the ranking. */
  metric: MetricId
  /** The period of the ranking. */
  period: Period
  /**
   * Percentile rank, (rank − ½) ÷ eligible traders. Unit: fraction, above 0 to below 1; 0.01 is the top 1%.
   */
  percentile: number
  /** Traders eligible for the metric in the period. Unit: count, 1 or more. */
  eligible: number
}

/** A trader's key numbers over the period. */
export interface AnalyticsSummary {
  /**
   * Profit or loss: Realized plus unrealized profit at the cutoff, less the same at the close of the day
   * before the period. Unit: USD, any amount.
   */
  pnl: number
  /**
   * Realized profit or loss: Proceeds of sales, merges and resolutions less the average cost of the shares
   * that left. Shares that came from outside the ledger earn nothing. Unit: USD, any amount. In a period: the
   * part of `pnl` realized in it.
   */
  realizedPnl: number
  /**
   * Unrealized profit or loss: Shares times the mark, less their cost, over open positions. A position
   * without a known price is carried at cost. Unit: USD, any amount. In a period: its change over the period.
   */
  unrealizedPnl: number
  /** Volume: Sum of the gross dollars of the trader's fills, each owner's side once. Unit: USD, 0 or more. */
  volume: number
  /**
   * Mean trade: Volume divided by the number of the trader's fills. Unit: USD, 0 or more. Null when the
   * trader has no fills.
   */
  meanTrade: number | null
  /** Trades: Number of the trader's fills. Unit: count, 0 or more. */
  tradeCount: number
  /** Markets: Number of distinct conditions among the trader's fills. Unit: count, 0 or more. */
  marketCount: number
  /** Active days: Number of UTC days with at least one fill. Unit: count, 0 or more. */
  activeDays: number
  /**
   * Return on investment: Profit divided by the marked value held at the period's start plus the cost of buys
   * and splits within it. Unit: fraction, any value, usually −1 or more. Null when nothing was held at the
   * start and nothing bought. Also null on a leaderboard row withheld from the caller.
   */
  roi: number | null
  /** Wins: number of decided units with a profit. Unit: count, 0 or more. */
  wins: number
  /** Losses: number of decided units with a loss. Unit: count, 0 or more. */
  losses: number
  /**
   * Win rate: Decided units with a profit divided by decided units with a profit or a loss, each of a cent or
   * more. A unit is an event: a neg-risk market with all its questions, or a plain condition. Unit: fraction,
   * 0 to 1. Null when no unit was decided with a profit or a loss. Also null on a leaderboard row withheld
   * from the caller.
   */
  winRate: number | null
  /**
   * Win rate, 95% interval: Wilson's 95% score interval of the win rate. Unit: fraction, 0 to 1 at both ends.
   * Null when no unit was decided with a profit or a loss.
   */
  winRateInterval: Interval | null
}

/** Risk over the period: risk-adjusted returns, drawdowns, largest win and loss. */
export interface AnalyticsRisk {
  /**
   * Sharpe ratio: Mean divided by the sample standard deviation of the returns, profit over cost, of decided
   * units that cost at least $1. Per unit, not per year. Unit: ratio, any value. Null when there are fewer
   * than 10 decided units that cost at least $1, or when all returns are the same. Also null on a leaderboard
   * row withheld from the caller.
   */
  sharpeRatio: number | null
  /**
   * Sortino ratio: Mean return divided by the downside deviation to 0, the root of the mean squared loss over
   * all units, gains counting as 0. Decided units that cost at least $1. Unit: ratio, any value. Null when
   * there are fewer than 10 decided units that cost at least $1, or when no such unit made a loss of a cent
   * or more.
   */
  sortinoRatio: number | null
  /**
   * Profit factor: Sum of the profits divided by the sum of the losses, over decided units with a profit or a
   * loss of a cent or more. Unit: ratio, 0 or more. Null when no unit made a loss of a cent or more.
   */
  profitFactor: number | null
  /**
   * Maximum drawdown: Largest fall of daily cumulative marked profit from an earlier peak to a later trough;
   * the period's start, at 0, is the first peak. Unit: USD, 0 or more. Null if unknown. Also null on a
   * leaderboard row withheld from the caller.
   */
  maxDrawdown: number | null
  /**
   * Maximum drawdown, relative: Maximum drawdown divided by the period's peak capital at risk, the largest
   * cost of open positions at a day's close, the close before the period included. Unit: fraction, 0 or more;
   * above 1 if the losses of several days exceed the largest capital at risk. Null when no position was open
   * at any day's close, nor when the period began.
   */
  maxDrawdownPct: number | null
  /**
   * Largest win: The largest profit of a decided unit, a cent or more. Unit: USD, 0.01 or more. Null when no
   * unit made a profit of a cent or more.
   */
  largestWin: number | null
  /**
   * Largest loss: The largest loss of a decided unit, a cent or more, as a negative amount. Unit: USD, −0.01
   * or less. Null when no unit made a loss of a cent or more.
   */
  largestLoss: number | null
}

/** Trading behavior over the period: roles, timing, sizes, bot probability. */
export interface AnalyticsBehavior {
  /** Fills by hour: Number of fills in each hour of the UTC day. Unit: count, 24 counts, midnight first. */
  hourHistogram: ReadonlyArray<number>
  /**
   * Maker ratio: Fills as maker divided by fills whose role is known. Unit: fraction, 0 to 1. Null when no
   * fill has a known role, as with rows of the Data API.
   */
  makerRatio: number | null
  /**
   * Holding time: Median time between buying and leaving over closed lots, matched first in, first out within
   * a token. Every pair of an entry and the exit that closes some of it is one lot, not weighted by size.
   * Unit: hours, 0 or more. Null when no lot was closed.
   */
  holdingTime: number | null
  /**
   * Entry prices: Share of the dollars of buys, fees in dollars included, that was paid in each of ten bins
   * of the price before the fee. Unit: series, 10 fractions that add up to 1, the cheapest bin first. Null
   * when the trader bought nothing.
   */
  entryPrices: ReadonlyArray<number> | null
  /**
   * Variation of size: Size discipline: sample standard deviation divided by the mean of the fills' dollars.
   * 0 when all fills are of one size. Unit: ratio, 0 or more. Null when there are fewer than 2 fills, or when
   * no dollars were traded.
   */
  sizeVariation: number | null
  /**
   * Fills per active day: Fills divided by the UTC days with at least one fill. Unit: ratio, 1 or more. Null
   * when the trader has no fills.
   */
  fillsPerActiveDay: number | null
  /**
   * Bot probability: 0.40 · frequency + 0.30 · makerRatio + 0.25 · entropy + 0.05 · sizeRegularity; at least
   * 0.99 with 500 fills or more per active day over 7 active days or more. A heuristic, not a calibrated
   * probability. Unit: probability, 0 to 1. Null when the trader has no fills.
   */
  botProbability: number | null
  /** The components of the bot probability. Null when the trader has no fills in the period. */
  botComponents: BotComponents | null
  /** Bot: True when the bot probability is 0.70 or more. Unit: flag, true or false. */
  isBot: boolean
}

/**
 * The verdict of the skill test.
 *
 * - `skilled`: The q-value is below 0.05, and the edge's whole interval is above 0.
 * - `unskilled`: The edge's whole interval is below 0.
 * - `cannot-tell`: Neither; always the case below 30 decided units with a cost.
 */
export type Verdict = "skilled" | "unskilled" | "cannot-tell"

/** Tests of skill against luck over the trader's whole record, regardless of the period. */
export interface AnalyticsSkill extends ComparedSkill {
  /**
   * Edge, p-value: Share of redraws of every unit that did at least as well, including the trader: a unit
   * wins all its shares with the probability paid, cost over shares, or nothing. 1,000 redraws; if at most 10
   * did as well, further redraws until the eleventh, 100,000 at most. Where a bound proves luck negligible,
   * the further redraws are skipped. Unit: probability, 1/100001 to 1. Null when there are fewer than 30
   * decided units with a cost.
   */
  edgePValue: number | null
  /**
   * Edge, q-value: The p-value adjusted by Benjamini and Hochberg over all traders with a p-value at the
   * cutoff: the expected share of false positives among all traders called skilled at this value. Unit:
   * probability, 0 to 1. Null when there are fewer than 30 decided units with a cost.
   */
  edgeQValue: number | null
}

/**
 * How reliable a row is, by its sample size.
 *
 * - `low`: Fewer than 10 decided units.
 * - `medium`: From 10 to 29 decided units.
 * - `high`: At least 30 decided units.
 */
export type Confidence = "low" | "medium" | "high"

/** The trader's results in one category or tag, over its decided units. */
export interface AttributionRow {
  /** The category's or tag's name. */
  name: string
  /** Decided units. Unit: count, 3 or more. */
  units: number
  /** Decided units with a profit. Unit: count, 0 or more. */
  wins: number
  /** Decided units with a loss. Unit: count, 0 or more. */
  losses: number
  /**
   * Win rate: Decided units with a profit divided by decided units with a profit or a loss, each of a cent or
   * more. A unit is an event: a neg-risk market with all its questions, or a plain condition. Unit: fraction,
   * 0 to 1. Null when no unit was decided with a profit or a loss.
   */
  winRate: number | null
  /** Profit of the decided units. Unit: USD, any amount. */
  pnl: number
  /**
   * Edge minus the baseline: summed profit over summed cost of the units with a cost of every trader of the
   * ledger in the same group and period. Unit: fraction. Null when none of the units had a cost.
   */
  edgeOverBaseline: number | null
  /** How reliable the row is, by its number of units. */
  confidence: Confidence
}

/**
 * Attribution: Decided units by category and by tag: number, win rate, profit, and edge less the baseline,
 * the summed profit over summed cost of every trader of the ledger in the same group and period. Confidence
 * is LOW under 10 units, MEDIUM under 30, else HIGH; a unit with several tags counts under each. Unit:
 * series, groups by profit, the largest first. Null when there are fewer than 3 decided units in the group.
 */
export interface AnalyticsAttribution {
  /** One row per category with at least 3 units, largest profit first. */
  byCategory: ReadonlyArray<AttributionRow>
  /**
   * One row per tag with at least 3 units, largest profit first; a unit with several tags counts under each.
   */
  byTag: ReadonlyArray<AttributionRow>
}

/** One calibration bin: buys of resolved tokens in a tenth of the price range. */
export interface CalibrationBin {
  /** The bin's lower bound; it ends before the next bin's, and the last bin includes 1. */
  from: number
  /** Tokens whose mean buy price falls in the bin; all buys of a token count as one. 0 or more. */
  count: number
  /** Mean price paid, weighted by cost. Null in an empty bin. */
  meanPrice: number | null
  /** Mean payout, weighted by cost: the share of the money that won. Null in an empty bin. */
  outcomeRate: number | null
  /** Effective sample size, (Σcost)² ÷ Σcost². Null in an empty bin. */
  effective: number | null
  /** Wilson's 95% interval of the outcome rate at the effective sample size. Null in an empty bin. */
  interval: Interval | null
}

/** A trader's result in one market, once decided for that trader. */
export interface MarketResult {
  /** The condition id: 0x and 64 lower-case hex digits. Null if the token's market is unknown. */
  condition: string | null
  /** The market's question. Null if unknown. */
  question: string | null
  /** The market's slug, its short name in URLs. Null if unknown. */
  slug: string | null
  /** Realized profit over the market's whole life. Unit: USD, any amount but 0. */
  pnl: number
}

/**
 * Strategy classes; the first matching class applies.
 *
 * - `market-maker`: Mostly maker, many fills a day.
 * - `high-frequency`: Many fills a day, and many per market.
 * - `sniper`: Few markets, high win rate.
 * - `specialist`: Mostly one category.
 * - `diversified`: Many categories, none dominant.
 * - `general`: None of the others.
 */
export type StrategyName = "market-maker" | "high-frequency" | "sniper" | "specialist" | "diversified" | "general"

/** The trader's strategy class and the rule that assigned it. */
export interface AnalyticsStrategy {
  /**
   * Strategy: The first matching class: MARKET_MAKER (maker ratio ≥ 0.7 and ≥ 50 fills per active day),
   * HIGH_FREQUENCY (≥ 100 fills per active day and ≥ 20 per market), SNIPER (≥ 5 decided units, ≤ 30 markets,
   * win rate ≥ 0.7), SPECIALIST (one category ≥ 70% of volume), DIVERSIFIED (≥ 5 categories with ≥ 5% each,
   * none above 50%), GENERAL. The rule that fired is returned too. Unit: label, MARKET_MAKER, HIGH_FREQUENCY,
   * SNIPER, SPECIALIST, DIVERSIFIED or GENERAL.
   */
  name: StrategyName
  /** The rule that applied, with the trader's own numbers, in one sentence. */
  rule: string
}

/** A trader's analytics over a period. */
export interface TraderAnalytics {
  /** The period covered, ending on the day of the cutoff. */
  period: Period
  /** Key numbers of the period. */
  summary: AnalyticsSummary
  /** Risk-adjusted returns, drawdowns, largest win and loss. */
  risk: AnalyticsRisk
  /** Roles, timing, sizes and bot probability. */
  behavior: AnalyticsBehavior
  /** Tests of skill against luck, over the whole record regardless of the period. */
  skill: AnalyticsSkill
  /** Profit by category and tag. */
  attribution: AnalyticsAttribution
  /**
   * Calibration: Buys of resolved tokens, one per token, in ten bins of the price paid with fees: mean price
   * against mean payout, both weighted by cost, with the count and a Wilson 95% interval at the effective
   * sample size (Σcost)² ÷ Σcost². Unit: series, 10 bins; rates 0 to 1.
   */
  calibration: ReadonlyArray<CalibrationBin>
  /**
   * Best markets: Up to five conditions decided in the period, every token of them resolved or fully exited,
   * with the largest realized profit of their whole life, a cent or more; ties by condition id. Unit: series,
   * up to 5 markets, the largest profit first.
   */
  bestMarkets: ReadonlyArray<MarketResult>
  /**
   * Worst markets: Up to five conditions decided in the period, every token of them resolved or fully exited,
   * with the largest realized loss of their whole life, a cent or more; ties by condition id. Unit: series,
   * up to 5 markets, the largest loss first.
   */
  worstMarkets: ReadonlyArray<MarketResult>
  /** The strategy class and the rule that assigned it. */
  strategy: AnalyticsStrategy
  /** The metrics that are null because the sample is too small; `metrics` has each minimum. */
  insufficient: ReadonlyArray<MetricId>
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
}

/**
 * A trader: a wallet with at least one event in the ledger. Its own numbers cover all time; `stats` covers a
 * period.
 */
export interface Trader {
  /**
   * One or two sentences: the profit over all time and the return, then whether the record can be told from
   * luck, by the verdict and the edge with its interval in whole percents.
   */
  summary: string
  /** The wallet's address: 0x and 40 lower-case hex digits. */
  address: string
  /** The public name. Null if none is known. */
  username: string | null
  /** URL of the public profile picture, as its source gives it. Null if none is known. */
  profileImage: string | null
  /** The trader's X handle, without the @. Null if none is known. */
  xUsername: string | null
  /** True if the source of the public name marks it as verified. */
  verifiedBadge: boolean
  /** The trader's own public description. Null if none is known. */
  bio: string | null
  /** Start of the UTC day of the trader's first event in the ledger. */
  memberSince: string
  /**
   * Profit or loss: Realized plus unrealized profit at the cutoff, less the same at the close of the day
   * before the period. Unit: USD, any amount.
   */
  pnl: number
  /**
   * Realized profit or loss: Proceeds of sales, merges and resolutions less the average cost of the shares
   * that left. Shares that came from outside the ledger earn nothing. Unit: USD, any amount. In a period: the
   * part of `pnl` realized in it.
   */
  realizedPnl: number
  /**
   * Unrealized profit or loss: Shares times the mark, less their cost, over open positions. A position
   * without a known price is carried at cost. Unit: USD, any amount. In a period: its change over the period.
   */
  unrealizedPnl: number
  /**
   * Profit or loss by Polymarket's subgraph: Realized profit by the rule of the public PnL subgraph, plus its
   * open shares times the mark less its average price. A position without a known price is carried at its
   * average price. Unit: USD, any amount. In a period: its change over the period. Null if unknown.
   */
  officialPnl: number | null
  /** The profit under both accounting methods, with how they differ. */
  pnlMethods: ReadonlyArray<PnlMethod>
  /** Volume: Sum of the gross dollars of the trader's fills, each owner's side once. Unit: USD, 0 or more. */
  volume: number
  /**
   * Volume in shares: Sum of the gross shares of the trader's fills, each owner's side once. Unit: shares, 0
   * or more.
   */
  shareVolume: number
  /**
   * Total bought: Sum of the cost of buys, fees included, and of the collateral that was split. Unit: USD, 0
   * or more.
   */
  totalBought: number
  /**
   * Fees: Trading fees of the trader's fills, those taken in shares at the fill's own price. Unit: USD, 0 or
   * more.
   */
  fees: number
  /** Income: Sum of rewards and rebates, kept apart from profit. Unit: USD, 0 or more. */
  income: number
  /** Trades: Number of the trader's fills. Unit: count, 0 or more. */
  tradeCount: number
  /** Markets: Number of distinct conditions among the trader's fills. Unit: count, 0 or more. */
  marketCount: number
  /**
   * Return on investment: Profit divided by the marked value held at the period's start plus the cost of buys
   * and splits within it. Unit: fraction, any value, usually −1 or more. Null when nothing was held at the
   * start and nothing bought. Also null on a leaderboard row withheld from the caller.
   */
  roi: number | null
  /**
   * Win rate: Decided units with a profit divided by decided units with a profit or a loss, each of a cent or
   * more. A unit is an event: a neg-risk market with all its questions, or a plain condition. Unit: fraction,
   * 0 to 1. Null when no unit was decided with a profit or a loss. Also null on a leaderboard row withheld
   * from the caller.
   */
  winRate: number | null
  /**
   * Win rate, 95% interval: Wilson's 95% score interval of the win rate. Unit: fraction, 0 to 1 at both ends.
   * Null when no unit was decided with a profit or a loss.
   */
  winRateInterval: Interval | null
  /** Wins: number of decided units with a profit. Unit: count, 0 or more. */
  wins: number
  /** Losses: number of decided units with a loss. Unit: count, 0 or more. */
  losses: number
  /**
   * Sharpe ratio: Mean divided by the sample standard deviation of the returns, profit over cost, of decided
   * units that cost at least $1. Per unit, not per year. Unit: ratio, any value. Null when there are fewer
   * than 10 decided units that cost at least $1, or when all returns are the same. Also null on a leaderboard
   * row withheld from the caller.
   */
  sharpeRatio: number | null
  /**
   * Sortino ratio: Mean return divided by the downside deviation to 0, the root of the mean squared loss over
   * all units, gains counting as 0. Decided units that cost at least $1. Unit: ratio, any value. Null when
   * there are fewer than 10 decided units that cost at least $1, or when no such unit made a loss of a cent
   * or more.
   */
  sortinoRatio: number | null
  /**
   * Profit factor: Sum of the profits divided by the sum of the losses, over decided units with a profit or a
   * loss of a cent or more. Unit: ratio, 0 or more. Null when no unit made a loss of a cent or more.
   */
  profitFactor: number | null
  /**
   * Maximum drawdown: Largest fall of daily cumulative marked profit from an earlier peak to a later trough;
   * the period's start, at 0, is the first peak. Unit: USD, 0 or more. Null if unknown. Also null on a
   * leaderboard row withheld from the caller.
   */
  maxDrawdown: number | null
  /**
   * Maximum drawdown, relative: Maximum drawdown divided by the period's peak capital at risk, the largest
   * cost of open positions at a day's close, the close before the period included. Unit: fraction, 0 or more;
   * above 1 if the losses of several days exceed the largest capital at risk. Null when no position was open
   * at any day's close, nor when the period began.
   */
  maxDrawdownPct: number | null
  /**
   * Bot probability: 0.40 · frequency + 0.30 · makerRatio + 0.25 · entropy + 0.05 · sizeRegularity; at least
   * 0.99 with 500 fills or more per active day over 7 active days or more. A heuristic, not a calibrated
   * probability. Unit: probability, 0 to 1. Null when the trader has no fills. Over all time, regardless of
   * the period. Also null on a leaderboard row withheld from the caller.
   */
  botProbability: number | null
  /** The components of `botProbability`. Null when that is null. */
  botComponents: BotComponents | null
  /**
   * Bot: True when the bot probability is 0.70 or more. Unit: flag, true or false. Over all time, regardless
   * of the period.
   */
  isBot: boolean
  /**
   * One point per UTC day of the period with a trade or a changed mark, in order. The last point's `pnl` is
   * the period's.
   */
  pnlSeries: ReadonlyArray<PnlPoint>
  /**
   * The trader's ranks on all leaderboards; empty if it is on none. Those on leaderboards with `access`
   * SIGNED_IN are withheld from anonymous callers.
   */
  ranks: ReadonlyArray<TraderRank>
  /**
   * The trader's percentile by metric and period, where it is eligible. Those on leaderboards with `access`
   * SIGNED_IN are withheld from anonymous callers.
   */
  percentiles: ReadonlyArray<TraderPercentile>
  /** Whether the ledger holds the trader's complete history. */
  coverage: Coverage
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
  /** Time of computation; with `asOf`, the close of the day. */
  generatedAt: string
  /**
   * Analytics over a period: results, risk, behavior, skill, attribution, calibration, best and worst markets
   * and strategy. `insufficient` lists metrics that are null because the sample is too small. Null unless
   * signed in.
   */
  analytics: TraderAnalytics | null
}

/** A prediction market: one question with its outcomes. */
export interface TradedMarket {
  /**
   * The market's condition id; as of a day, with `@` and the day appended (`0x…@2026-01-15`). Argument of
   * `node`.
   */
  condition: string
  /** The question. Null while unknown. */
  question: string | null
  /** The slug, its short name in URLs. Null while unknown. */
  slug: string | null
}

/**
 * Status of a position.
 *
 * - `open`: Shares are held, and the market is not resolved.
 * - `closed`: No shares are held, or the market is resolved.
 */
export type PositionStatus = "open" | "closed"

/**
 * How a position ended. The ledger resolves this by day: shares sold on the day of the resolution count as
 * held.
 *
 * - `won`: The market resolved, and each share pays 1 USD.
 * - `lost`: The market resolved, and shares pay nothing.
 * - `mixed`: The market resolved, and each share pays part of a dollar.
 * - `sold`: All shares left before the resolution, some of them by sales. Untracked sales count.
 * - `merged`: All shares left before the resolution without a sale, for dollars: full sets were merged or
 * redeemed.
 * - `moved`: All shares left before the resolution for no dollars: transferred or converted.
 */
export type PositionResult = "won" | "lost" | "mixed" | "sold" | "merged" | "moved"

/**
 * A trader's position in an outcome of a market. All positions of a trader add up to its profile: realized
 * and unrealized profit, fees, volume and trades.
 */
export interface Position {
  /** The trader's address and the outcome's token (`0x…:1234`); with `asOf`, followed by `@` and the day. */
  id: string
  /** Token id of the outcome: a decimal number of up to 78 digits. */
  token: string
  /** Name of the outcome. Null if unknown. */
  outcome: string | null
  /** The market of the outcome. Null if unknown. */
  market: TradedMarket | null
  /** Whether it is open. */
  status: PositionStatus
  /** How it ended. Null while open. */
  result: PositionResult | null
  /** Shares held, 0 or more; resolved shares count until they are redeemed. */
  shares: number
  /** Average cost of a share held, in USD, fees included. Null if no shares are held. */
  averagePrice: number | null
  /** Cost of the shares held, in USD. A conversion can make it negative. */
  cost: number
  /** Value of one share, in USD from 0 to 1: its payout once known, else the last price. Null if unknown. */
  price: number | null
  /** Value of the shares held, in USD: shares times price, or cost if the price is unknown. */
  value: number
  /** Realized profit in USD: proceeds of shares that left, less their average cost. */
  realizedPnl: number
  /** Unrealized profit in USD: `value` less `cost`. */
  unrealizedPnl: number
  /** Profit in USD by the rule of Polymarket's public subgraph. */
  officialPnl: number
  /** Cost of all buys and splits in USD, fees included, 0 or more. */
  totalBought: number
  /** Trading fees in USD, 0 or more. */
  fees: number
  /** Value of all fills in USD, 0 or more. */
  volume: number
  /** Number of fills, 0 or more. */
  tradeCount: number
  /** Shares that moved without a known cost, 0 or more: they make no profit. */
  untrackedShares: number
  /** The UTC day of the first event. */
  openedOn: string
  /**
   * The UTC day of the resolution, or on which the last shares left if nothing was left before. A position
   * that never held shares of a known cost has its last event. Null while open.
   */
  closedOn: string | null
}

/** A page of positions. */
export interface PositionPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<Position>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
}

/**
 * Side of a fill.
 *
 * - `buy`: The trader bought shares of the outcome.
 * - `sell`: The trader sold shares of the outcome.
 */
export type TradeSide = "buy" | "sell"

/**
 * A trader's role in a fill.
 *
 * - `maker`: The trader's order was resting in the order book.
 * - `taker`: The trader's order crossed the order book.
 */
export type FillRole = "maker" | "taker"

/**
 * A trader: a wallet with at least one event in the ledger. Its own numbers cover all time; `stats` covers a
 * period.
 */
export interface Counterparty {
  /** The wallet's address: 0x and 40 lower-case hex digits. */
  address: string
  /** The public name. Null if none is known. */
  username: string | null
}

/** A fill of one order, from the view of the trader who placed it. */
export interface Trade {
  /**
   * Block and log index (`52000000-17`), or `row-` and a number for a Data API row; with `asOf`, followed by
   * `@` and the day.
   */
  id: string
  /** Time of the event, from its block or its Data API row. */
  time: string
  /** Block number, 0 or more. Null for a Data API row. */
  block: number | null
  /** Transaction hash: 0x and 64 lower-case hex digits. Null if the source does not provide it. */
  tx: string | null
  /** Side of the fill. */
  side: TradeSide
  /** The trader's role. Null if the source does not provide it. */
  role: FillRole | null
  /** Token id of the outcome: a decimal number of up to 78 digits. */
  token: string
  /** Name of the outcome. Null if unknown. */
  outcome: string | null
  /** Shares traded, before fees taken in shares; 0.000001 or more. */
  shares: number
  /** Price in USD per share, before fees: `usd` divided by `shares`. */
  price: number
  /** Value in USD before fees, 0 or more. All of a trader's trades add up to its `volume`. */
  usd: number
  /**
   * The trader's fee in USD, 0 or more; a fee taken in shares is valued at the price of the fill. 0 if the
   * source does not provide it.
   */
  fee: number
  /** The market of the event. Null if it concerns no single market, or the market is unknown. */
  market: TradedMarket | null
  /** The counterparty. Null if it is the exchange, the source does not name it, or the wallet opted out. */
  counterparty: Counterparty | null
}

/** A page of trades. */
export interface TradePage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<Trade>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
}

/** A fill of one order, from the view of the trader who placed it. */
export interface ActivityTrade extends SearchResultTrade {
  /** Index of the log in its block, 0 or more. Null for a Data API row. */
  logIndex: number | null
}

/** The trader split dollars into equal shares of every outcome. */
export interface ActivitySplit {
  /** The kind of row. */
  kind: "split"
  /** Time of the event, from its block or its Data API row. */
  time: string
  /** Block number, 0 or more. Null for a Data API row. */
  block: number | null
  /** Index of the log in its block, 0 or more. Null for a Data API row. */
  logIndex: number | null
  /** Transaction hash: 0x and 64 lower-case hex digits. Null if the source does not provide it. */
  tx: string | null
  /** The trader. Null if the wallet opted out. */
  trader: Counterparty | null
  /** The market of the event. Null if it concerns no single market, or the market is unknown. */
  market: TradedMarket | null
  /** Shares received of each outcome, and USD paid for all of them; 0 or more. */
  amount: number
}

/** The trader merged equal shares of every outcome into dollars. */
export interface ActivityMerge {
  /** The kind of row. */
  kind: "merge"
  /** Time of the event, from its block or its Data API row. */
  time: string
  /** Block number, 0 or more. Null for a Data API row. */
  block: number | null
  /** Index of the log in its block, 0 or more. Null for a Data API row. */
  logIndex: number | null
  /** Transaction hash: 0x and 64 lower-case hex digits. Null if the source does not provide it. */
  tx: string | null
  /** The trader. Null if the wallet opted out. */
  trader: Counterparty | null
  /** The market of the event. Null if it concerns no single market, or the market is unknown. */
  market: TradedMarket | null
  /** Shares merged of each outcome, and USD received for all of them; 0 or more. */
  amount: number
}

/**
 * The trader converted NO shares of some questions of an event to YES shares of the others, and dollars. It
 * belongs to no single market.
 */
export interface ActivityConversion {
  /** The kind of row. */
  kind: "conversion"
  /** Time of the event, from its block or its Data API row. */
  time: string
  /** Block number, 0 or more. Null for a Data API row. */
  block: number | null
  /** Index of the log in its block, 0 or more. Null for a Data API row. */
  logIndex: number | null
  /** Transaction hash: 0x and 64 lower-case hex digits. Null if the source does not provide it. */
  tx: string | null
  /** The trader. Null if the wallet opted out. */
  trader: Counterparty | null
  /** The market of the event. Null if it concerns no single market, or the market is unknown. */
  market: TradedMarket | null
  /** Shares converted of each NO, 0 or more. */
  amount: number
  /** The questions whose NO was converted, by their positions in the event, from 0. */
  questions: ReadonlyArray<number>
  /** The fee, as a fraction of the amount received; 0 to 1. */
  feeRate: number
}

/** The market of a position resolved. No trader is its owner. */
export interface ActivityResolution {
  /** The kind of row. */
  kind: "resolution"
  /** Time of the event, from its block or its Data API row. */
  time: string
  /** Block number, 0 or more. Null for a Data API row. */
  block: number | null
  /** Index of the log in its block, 0 or more. Null for a Data API row. */
  logIndex: number | null
  /** Transaction hash: 0x and 64 lower-case hex digits. Null if the source does not provide it. */
  tx: string | null
  /** The trader. Null if the wallet opted out. */
  trader: Counterparty | null
  /** The market of the event. Null if it concerns no single market, or the market is unknown. */
  market: TradedMarket | null
  /** Payout of a share of each outcome in USD, 0 to 1, in the market's order. Null if unknown. */
  payouts: ReadonlyArray<number> | null
}

/** The trader redeemed shares of a resolved market. */
export interface ActivityRedemption {
  /** The kind of row. */
  kind: "redemption"
  /** Time of the event, from its block or its Data API row. */
  time: string
  /** Block number, 0 or more. Null for a Data API row. */
  block: number | null
  /** Index of the log in its block, 0 or more. Null for a Data API row. */
  logIndex: number | null
  /** Transaction hash: 0x and 64 lower-case hex digits. Null if the source does not provide it. */
  tx: string | null
  /** The trader. Null if the wallet opted out. */
  trader: Counterparty | null
  /** The market of the event. Null if it concerns no single market, or the market is unknown. */
  market: TradedMarket | null
  /** USD received, 0 or more. */
  payout: number
  /** Shares redeemed of each outcome, in the market's order. Null if the whole holding was redeemed. */
  amounts: ReadonlyArray<number> | null
}

/** Shares moved from one wallet to another. `trader` is the sender. */
export interface ActivityTransfer {
  /** The kind of row. */
  kind: "transfer"
  /** Time of the event, from its block or its Data API row. */
  time: string
  /** Block number, 0 or more. Null for a Data API row. */
  block: number | null
  /** Index of the log in its block, 0 or more. Null for a Data API row. */
  logIndex: number | null
  /** Transaction hash: 0x and 64 lower-case hex digits. Null if the source does not provide it. */
  tx: string | null
  /** The trader. Null if the wallet opted out. */
  trader: Counterparty | null
  /** The market of the event. Null if it concerns no single market, or the market is unknown. */
  market: TradedMarket | null
  /** Token id of the outcome: a decimal number of up to 78 digits. */
  token: string
  /** Name of the outcome. Null if unknown. */
  outcome: string | null
  /** Shares moved, 0 or more. */
  shares: number
  /** The receiving trader. Null if the wallet opted out. */
  receiver: Counterparty | null
}

/** A reward or a rebate. It counts in no profit. */
export interface ActivityIncome {
  /** The kind of row. */
  kind: "income"
  /** Time of the event, from its block or its Data API row. */
  time: string
  /** Block number, 0 or more. Null for a Data API row. */
  block: number | null
  /** Index of the log in its block, 0 or more. Null for a Data API row. */
  logIndex: number | null
  /** Transaction hash: 0x and 64 lower-case hex digits. Null if the source does not provide it. */
  tx: string | null
  /** The trader. Null if the wallet opted out. */
  trader: Counterparty | null
  /** The market of the event. Null if it concerns no single market, or the market is unknown. */
  market: TradedMarket | null
  /** USD received, 0 or more. */
  amount: number
  /** The Data API's type, such as MAKER_REBATE. Null if unknown. */
  reason: string | null
}

/** A page of events of the ledger. */
export interface ActivityPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<ActivityTrade | ActivitySplit | ActivityMerge | ActivityConversion | ActivityResolution | ActivityRedemption | ActivityTransfer | ActivityIncome>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
}

/**
 * How shares left.
 *
 * - `sell`: A trade sold them.
 * - `merge`: They were merged into dollars, with the same number of the other outcomes.
 * - `conversion`: A conversion of the NO of every question of an event into dollars, or of sets that are
 * known in part.
 * - `resolution`: Their market resolved: they count as sold for the payout, at 0 if they lost, redeemed or
 * not.
 * - `redemption`: They were redeemed, and were not settled by the resolution before.
 * - `transfer-out`: They were sent to a wallet that is none of these.
 */
export type DisposalKind = "sell" | "merge" | "conversion" | "resolution" | "redemption" | "transfer-out"

/**
 * How the shares of a lot came.
 *
 * - `buy`: A trade bought them.
 * - `split`: Dollars were split into them.
 * - `conversion`: A conversion made them of other shares, whose cost they carry.
 * - `transfer-in`: Another wallet sent them; they carry its average cost.
 * - `resolution`: They were held through the resolution, and count as bought at the payout then.
 */
export type LotOrigin = "buy" | "split" | "conversion" | "transfer-in" | "resolution"

/**
 * How long shares were held.
 *
 * - `short`: A year or less.
 * - `long`: More than a year, by UTC days.
 */
export type LotTerm = "short" | "long"

/** Shares of one lot that left at one event. */
export interface LotDisposal {
  /** How they left. */
  kind: DisposalKind
  /** The shares with their outcome and market, as tax forms describe property. */
  description: string
  /** The wallet that they left: 0x and 40 lower-case hex digits. */
  wallet: string
  /** Their market. Null while it is unknown. */
  market: TradedMarket | null
  /** Name of the outcome. Null if unknown. */
  outcome: string | null
  /** Shares, 0 or more: 0 where a fee took all shares of a purchase. */
  shares: number
  /** Time when they came. Null for shares whose coming the ledger has not seen. */
  acquiredAt: string | null
  /** How they came. Null likewise. */
  origin: LotOrigin | null
  /** Time when they left. */
  disposedAt: string
  /** How long they were held. Null for shares whose coming the ledger has not seen. */
  term: LotTerm | null
  /** USD received for them, less `fee`. Null where the ledger does not know any, as of a transfer out. */
  proceeds: number | null
  /** Fee of the sale in USD, 0 or more; `proceeds` are less it. A fee of the purchase is in `basis`. */
  fee: number
  /**
   * Cost in USD, fees included; a conversion can make it negative. Null for shares whose coming the ledger
   * has not seen.
   */
  basis: number | null
  /**
   * Gain in USD: `proceeds` less `basis`. Null for a transfer out and for shares whose coming the ledger has
   * not seen.
   */
  gain: number | null
  /**
   * Transaction by which they left: 0x and 64 lower-case hex digits. Null if the source does not provide it.
   */
  tx: string | null
  /**
   * Transaction by which they came: 0x and 64 lower-case hex digits. Null likewise, and as `acquiredAt` is.
   */
  acquiredTx: string | null
}

/**
 * How shares that leave are assigned to lots.
 *
 * - `fifo`: The oldest lot leaves first.
 * - `lifo`: The newest lot leaves first.
 * - `hifo`: The lot of the highest cost a share leaves first, the oldest of equal ones.
 * - `average`: Each share leaves at the average cost, as in `realizedPnl`; its date is that of the oldest
 * shares held.
 */
export type LotMethod = "fifo" | "lifo" | "hifo" | "average"

/** Sums of the disposals that have a gain. */
export interface LotSums {
  /** Number of disposals, 0 or more. */
  count: number
  /** Sum of the proceeds, in USD. */
  proceeds: number
  /** Sum of the fees of sales in USD, 0 or more. */
  fees: number
  /** Sum of the costs, in USD. */
  basis: number
  /** Sum of the gains, in USD. */
  gain: number
}

/** Rewards and rebates of a kind in the year. They are no part of gains. */
export interface LotIncome {
  /** The kind, as its source names it: `MAKER_REBATE`, `REWARD`. Null if the source does not say. */
  kind: string | null
  /** Their sum, in USD. */
  amount: number
  /** Their number, 0 or more. */
  count: number
}

/** A UTC year of disposals by some wallets, lot by lot. A calculation from the ledger, and no tax advice. */
export interface LotsYear {
  /** The UTC year. */
  year: number
  /** Years with a disposal or income, the newest first. */
  years: ReadonlyArray<number>
  /** How shares that left were assigned to lots. */
  method: LotMethod
  /** The wallets that count as one, the trader first. */
  wallets: ReadonlyArray<Counterparty>
  /** Sums of the year. */
  totals: LotSums
  /** Sums of what was held for a year or less. */
  shortTerm: LotSums
  /** Sums of what was held for more than a year. */
  longTerm: LotSums
  /**
   * Cost in USD of what left without proceeds: transfers to other wallets, and conversions of sets that are
   * known in part. It is in no sum of gains.
   */
  transferredBasis: number
  /**
   * USD received for sold shares whose coming the ledger has not seen, less fees. Their cost is unknown, so
   * they are in no sum of gains.
   */
  unseenProceeds: number
  /** The wallets' realized profit in the year, at average cost: what `totals.gain` is under `AVERAGE`. */
  realizedPnl: number
  /**
   * Rewards and rebates of the year in USD. Null if the ledger has none: events of the chain do not name
   * them.
   */
  incomeTotal: number | null
  /** Rewards and rebates of the year by kind. */
  income: ReadonlyArray<LotIncome>
}

/** A page of disposals. */
export interface LotDisposalPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<LotDisposal>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /** Disposals of the year, 0 or more. */
  totalCount: number
  /** The year that the disposals are of. */
  lots: LotsYear
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
}

/**
 * How the value of a step follows from its own steps.
 *
 * - `sum`: Their sum, each with its sign.
 * - `count`: Their number.
 * - `product`: The first times the second, rounded down to a millionth of a dollar.
 * - `ratio`: The first divided by the second.
 * - `mean`: Their mean.
 * - `deviation`: Their sample standard deviation.
 * - `downside`: The root of the mean square of the negative ones; the others count as 0.
 * - `draw`: Drawn from them with the seed in `text`: they are enough to draw it again. `addsUp` is null,
 * since nothing adds up.
 * - `inputs`: The profit of one unit, with the cost and shares that a draw reads beside it.
 * - `event`: An event of the ledger: the end of the tree.
 * - `fact`: A number without further steps; `text` says where it comes from.
 */
export type ExplanationKind = "sum" | "count" | "product" | "ratio" | "mean" | "deviation" | "downside" | "draw" | "inputs" | "event" | "fact"

/**
 * The unit of a value.
 *
 * - `usd`: An amount in USD.
 * - `shares`: A number of shares.
 * - `usd-per-share`: Dollars a share.
 * - `count`: A number of things.
 * - `fraction`: A fraction: 0.5 is 50%.
 * - `ratio`: One number over another of its unit.
 */
export type ExplanationUnit = "usd" | "shares" | "usd-per-share" | "count" | "fraction" | "ratio"

/**
 * A number, with the steps that it follows from. Leaves are events of the ledger; at every step the values
 * add up exactly.
 */
export interface ExplanationStep {
  /** Place in the tree, as the argument `step` takes it; empty for the root. */
  path: string
  /** A few words; of a position its outcome and market, of a holder its name. */
  title: string
  /** The formula with its inputs and its result. */
  text: string
  /** How the value follows from `steps`. */
  kind: ExplanationKind
  /** The value, in `unit`. Null where it is unknown or nothing divides. */
  value: number | null
  /**
   * The value with its unit, to a millionth of a dollar or share: `$24.80`, `40 shares`, `51.2345%`; of an
   * interval both ends.
   */
  shown: string
  /** Unit of the value. */
  unit: ExplanationUnit
  /** How the value counts in the step above: 1, or −1 where it is taken away. */
  sign: number
  /** The UTC day of its events, or on which a unit was decided. Null for other steps. */
  day: string | null
  /** The outcome of a position. Null for other steps, and while its name is unknown. */
  outcome: string | null
  /** The market of a position. Null for other steps, and while the market is unknown. */
  market: TradedMarket | null
  /** The event of the ledger. Null for a step that is no event. */
  event: ActivityTrade | ActivitySplit | ActivityMerge | ActivityConversion | ActivityResolution | ActivityRedemption | ActivityTransfer | ActivityIncome | null
}

/**
 * A number, with the steps that it follows from. Leaves are events of the ledger; at every step the values
 * add up exactly.
 */
export interface TrailStep {
  /** Place in the tree, as the argument `step` takes it; empty for the root. */
  path: string
  /** A few words; of a position its outcome and market, of a holder its name. */
  title: string
}

/**
 * A number, with the steps that it follows from. Leaves are events of the ledger; at every step the values
 * add up exactly.
 */
export interface ExplainedStep extends ExplanationStep {
  /**
   * True if the value is exactly what its steps make; false where the ledger changed since the snapshot. Null
   * for a step without steps, and for a draw.
   */
  addsUp: boolean | null
}

/** Where a number comes from. */
export interface Explanation {
  /** The trader whose number it is. Null for those of other subjects. */
  trader: Counterparty | null
  /** The market whose number it is. Null for those of other subjects. */
  market: TradedMarket | null
  /**
   * The metric of a number of a trader; of a rank the one that orders its leaderboard. Null for other
   * subjects.
   */
  metric: MetricId | null
  /** Its definition in one or two sentences. */
  formula: string
  /** The section of the methodology that defines it. */
  source: string
  /** First UTC day of the window. Null for all time. */
  from: string | null
  /** Last UTC day of the window. */
  to: string
  /** The UTC day whose close the number is compared with. Null for the number itself. */
  since: string | null
  /** The steps from the whole number to `step`, both included. */
  trail: ReadonlyArray<TrailStep>
  /** The step that was asked for; the whole number by default. */
  step: ExplainedStep
}

/** A page of steps. */
export interface ExplanationStepPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<ExplanationStep>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /** The explanation that the steps belong to. */
  explanation: Explanation
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
}

/** A proof of a trader's state at a day's close, which is checked without this service. */
export interface Proof {
  /** The wallet's address: 0x and 40 lower-case hex digits. */
  trader: string
  /** The UTC day at whose close the state is proven. */
  day: string
  /**
   * The text of the file, its newline at the end included: `pequod verify-proof` and the page `/verify` check
   * it.
   */
  file: string
}

/**
 * A trader's numbers over the question's window and category; tests of skill are over the units decided in
 * them. `botProbability`, `isBot`, `coverage`, `copyable` and `prescience` are of the whole record.
 */
export interface ScreenNumbers {
  /**
   * Profit or loss: Realized plus unrealized profit at the cutoff, less the same at the close of the day
   * before the period. Unit: USD, any amount.
   */
  pnl: number
  /**
   * Realized profit or loss: Proceeds of sales, merges and resolutions less the average cost of the shares
   * that left. Shares that came from outside the ledger earn nothing. Unit: USD, any amount.
   */
  realizedPnl: number
  /**
   * Unrealized profit or loss: Shares times the mark, less their cost, over open positions. A position
   * without a known price is carried at cost. Unit: USD, any amount.
   */
  unrealizedPnl: number
  /**
   * Profit or loss by Polymarket's subgraph: Realized profit by the rule of the public PnL subgraph, plus its
   * open shares times the mark less its average price. A position without a known price is carried at its
   * average price. Unit: USD, any amount.
   */
  officialPnl: number
  /** Volume: Sum of the gross dollars of the trader's fills, each owner's side once. Unit: USD, 0 or more. */
  volume: number
  /**
   * Volume in shares: Sum of the gross shares of the trader's fills, each owner's side once. Unit: shares, 0
   * or more.
   */
  shareVolume: number
  /**
   * Total bought: Sum of the cost of buys, fees included, and of the collateral that was split. Unit: USD, 0
   * or more.
   */
  totalBought: number
  /**
   * Fees: Trading fees of the trader's fills, those taken in shares at the fill's own price. Unit: USD, 0 or
   * more.
   */
  fees: number
  /** Income: Sum of rewards and rebates, kept apart from profit. Unit: USD, 0 or more. */
  income: number
  /** Trades: Number of the trader's fills. Unit: count, 0 or more. */
  tradeCount: number
  /** Markets: Number of distinct conditions among the trader's fills. Unit: count, 0 or more. */
  marketCount: number
  /** Active days: Number of UTC days with at least one fill. Unit: count, 0 or more. */
  activeDays: number
  /**
   * Mean trade: Volume divided by the number of the trader's fills. Unit: USD, 0 or more. Null when the
   * trader has no fills.
   */
  meanTrade: number | null
  /**
   * Return on investment: Profit divided by the marked value held at the period's start plus the cost of buys
   * and splits within it. Unit: fraction, any value, usually −1 or more. Null when nothing was held at the
   * start and nothing bought.
   */
  roi: number | null
  /** Wins: Number of decided units with a profit of a cent or more. Unit: count, 0 or more. */
  wins: number
  /** Losses: Number of decided units with a loss of a cent or more. Unit: count, 0 or more. */
  losses: number
  /**
   * Win rate: Decided units with a profit divided by decided units with a profit or a loss, each of a cent or
   * more. A unit is an event: a neg-risk market with all its questions, or a plain condition. Unit: fraction,
   * 0 to 1. Null when no unit was decided with a profit or a loss.
   */
  winRate: number | null
  /**
   * Win rate, 95% interval: Wilson's 95% score interval of the win rate. Unit: fraction, 0 to 1 at both ends.
   * Null when no unit was decided with a profit or a loss.
   */
  winRateInterval: Interval | null
  /**
   * Sharpe ratio: Mean divided by the sample standard deviation of the returns, profit over cost, of decided
   * units that cost at least $1. Per unit, not per year. Unit: ratio, any value. Null when there are fewer
   * than 10 decided units that cost at least $1, or when all returns are the same.
   */
  sharpeRatio: number | null
  /**
   * Sortino ratio: Mean return divided by the downside deviation to 0, the root of the mean squared loss over
   * all units, gains counting as 0. Decided units that cost at least $1. Unit: ratio, any value. Null when
   * there are fewer than 10 decided units that cost at least $1, or when no such unit made a loss of a cent
   * or more.
   */
  sortinoRatio: number | null
  /**
   * Profit factor: Sum of the profits divided by the sum of the losses, over decided units with a profit or a
   * loss of a cent or more. Unit: ratio, 0 or more. Null when no unit made a loss of a cent or more.
   */
  profitFactor: number | null
  /**
   * Largest win: The largest profit of a decided unit, a cent or more. Unit: USD, 0.01 or more. Null when no
   * unit made a profit of a cent or more.
   */
  largestWin: number | null
  /**
   * Largest loss: The largest loss of a decided unit, a cent or more, as a negative amount. Unit: USD, −0.01
   * or less. Null when no unit made a loss of a cent or more.
   */
  largestLoss: number | null
  /**
   * Maximum drawdown: Largest fall of daily cumulative marked profit from an earlier peak to a later trough;
   * the period's start, at 0, is the first peak. Unit: USD, 0 or more.
   */
  maxDrawdown: number
  /**
   * Maximum drawdown, relative: Maximum drawdown divided by the period's peak capital at risk, the largest
   * cost of open positions at a day's close, the close before the period included. Unit: fraction, 0 or more;
   * above 1 if the losses of several days exceed the largest capital at risk. Null when no position was open
   * at any day's close, nor when the period began.
   */
  maxDrawdownPct: number | null
  /**
   * Edge: Sum of profit divided by the sum of cost, over decided units that cost something. Unit: fraction,
   * any value, usually −1 or more. Null when no decided unit cost anything.
   */
  edge: number | null
  /**
   * Edge, 95% interval: The 25th smallest and the 25th largest edge of 1,000 bootstrap draws of the trader's
   * decided units, with a seed fixed by the address. Unit: fraction, any values, the lower end first. Null
   * when there are fewer than 30 decided units with a cost.
   */
  edgeInterval: Interval | null
  /**
   * Edge, p-value: Share of redraws of every unit that did at least as well, including the trader: a unit
   * wins all its shares with the probability paid, cost over shares, or nothing. 1,000 redraws; if at most 10
   * did as well, further redraws until the eleventh, 100,000 at most. Where a bound proves luck negligible,
   * the further redraws are skipped. Unit: probability, 1/100001 to 1. Null when there are fewer than 30
   * decided units with a cost.
   */
  edgePValue: number | null
  /**
   * Edge, q-value: The p-value adjusted by Benjamini and Hochberg over all traders with a p-value at the
   * cutoff: the expected share of false positives among all traders called skilled at this value. Unit:
   * probability, 0 to 1. Null when there are fewer than 30 decided units with a cost.
   */
  edgeQValue: number | null
  /**
   * Verdict: SKILLED with a q-value below 0.05 and the edge's interval above 0; UNSKILLED with the interval
   * below 0; else CANNOT_TELL, always under 30 decided units with a cost. SKILLED, UNSKILLED or CANNOT_TELL.
   */
  verdict: Verdict
  /**
   * Maker ratio: Fills as maker divided by fills whose role is known. Unit: fraction, 0 to 1. Null when no
   * fill has a known role, as with rows of the Data API.
   */
  makerRatio: number | null
  /**
   * Holding time: Median time between buying and leaving over closed lots, matched first in, first out within
   * a token. Every pair of an entry and the exit that closes some of it is one lot, not weighted by size.
   * Unit: hours, 0 or more. Null when no lot was closed.
   */
  holdingTime: number | null
  /**
   * Variation of size: Size discipline: sample standard deviation divided by the mean of the fills' dollars.
   * 0 when all fills are of one size. Unit: ratio, 0 or more. Null when there are fewer than 2 fills, or when
   * no dollars were traded.
   */
  sizeVariation: number | null
  /**
   * Fills per active day: Fills divided by the UTC days with at least one fill. Unit: ratio, 1 or more. Null
   * when the trader has no fills.
   */
  fillsPerActiveDay: number | null
  /**
   * Bot probability: 0.40 · frequency + 0.30 · makerRatio + 0.25 · entropy + 0.05 · sizeRegularity; at least
   * 0.99 with 500 fills or more per active day over 7 active days or more. A heuristic, not a calibrated
   * probability. Unit: probability, 0 to 1. Null when the trader has no fills.
   */
  botProbability: number | null
  /** Bot: True when the bot probability is 0.70 or more. true or false. */
  isBot: boolean
  /**
   * Strategy: The first matching class: MARKET_MAKER (maker ratio ≥ 0.7 and ≥ 50 fills per active day),
   * HIGH_FREQUENCY (≥ 100 fills per active day and ≥ 20 per market), SNIPER (≥ 5 decided units, ≤ 30 markets,
   * win rate ≥ 0.7), SPECIALIST (one category ≥ 70% of volume), DIVERSIFIED (≥ 5 categories with ≥ 5% each,
   * none above 50%), GENERAL. The rule that fired is returned too. MARKET_MAKER, HIGH_FREQUENCY, SNIPER,
   * SPECIALIST, DIVERSIFIED or GENERAL.
   */
  strategy: StrategyName
  /**
   * Consistency: Lower end of the Wilson 95% interval of the share of active ISO weeks with a marked profit,
   * excluding the unit with the largest profit and its fills. A week is active with at least one fill. Unit:
   * fraction, 0 to 1. Null when there are fewer than 8 active weeks, or when the period's profit is 0 or
   * less, or the best unit was the only one. Null unless signed in.
   */
  consistent: number | null
  /**
   * Copyability: Return on investment replayed with buys at min(1, 1.02 · price) and sells at 0.98 · price,
   * times the share of buys among fills. The replayed cost moves with transferred shares. Unit: fraction, any
   * value, usually −1 or more. Null when there are fewer than 20 decided units, or when the trader is a bot,
   * has no profit, or buys are under 60% of fills. Null unless signed in.
   */
  copyable: number | null
  /**
   * Prescience: Mean of the price 24 hours after a fill less the fill's price, with the sign turned for
   * sells, weighted by dollars. Fills above 0.90, and those without a price 24 hours later by the cutoff, are
   * excluded. Unit: USD per share, −1 to 1. Null when there are fewer than 20 such fills, or when they are in
   * fewer than 10 markets. Null unless signed in.
   */
  prescience: number | null
  /** Decided units: Number of decided units with a cost: the sample of the edge. Unit: count, 0 or more. */
  units: number
  /**
   * Bought below 10 cents: Share of the dollars of buys that was paid at a price below 0.1 before the fee.
   * Unit: fraction, 0 to 1. Null when the trader bought nothing.
   */
  longShotShare: number | null
  /**
   * Bought at 90 cents or more: Share of the dollars of buys that was paid at a price of 0.9 or more before
   * the fee. Unit: fraction, 0 to 1. Null when the trader bought nothing.
   */
  nearCertainShare: number | null
  /**
   * Open value: Marked value of the open positions at the cutoff. A position without a known price is at
   * cost. Unit: USD, 0 or more.
   */
  openValue: number
  /**
   * Largest position: Share of the open value that is in its largest position. Unit: fraction, 0 to 1. Null
   * when nothing of value is held.
   */
  largestShare: number | null
  /**
   * Share in the category: Share of the window's volume in all markets that is in the question's category;
   * without one, in the category with the largest share. Unit: fraction, 0 to 1. Null when nothing was traded
   * in the window.
   */
  categoryShare: number | null
  /**
   * First trade: UTC day of the first fill, of all time. Unit: day, any day of the ledger. Null when there is
   * no fill.
   */
  firstTrade: string | null
  /**
   * Last trade: UTC day of the last fill up to the cutoff. Unit: day, any day of the ledger. Null when there
   * is no fill.
   */
  lastTrade: string | null
  /** Coverage: OK where the ledger holds every event of the trader. OK, PARTIAL or GAP. */
  coverage: Coverage
}

/**
 * A trader: a wallet with at least one event in the ledger. Its own numbers cover all time; `stats` covers a
 * period.
 */
export interface ScreenedTrader extends ScreenMember {
  /** The same as of `compareTo`. Null without it, and if the trader has no trade in its window. */
  other: ScreenNumbers | null
  /**
   * The numbers of the days after the earlier day up to the later one. Null without `compareTo`, and if the
   * trader did not trade in them.
   */
  between: ScreenNumbers | null
}

/** One outcome of a market. */
export interface OutcomeName extends ComparedOutcome {
  /** The token id: a decimal number of up to 78 digits. */
  token: string
}

/** An outcome of an open market that several traders of a list hold. */
export interface SharedMarket {
  /** The market that they hold. */
  market: TradedMarket
  /** The outcome that they hold. */
  outcome: OutcomeName
  /** Traders of the list who hold the outcome, 1 or more. */
  holders: number
  /** Value of their shares in USD at the mark; at cost without one. */
  value: number
  /** Average cost of their shares, in USD per share. */
  averagePrice: number
  /** The mark, in USD. Null while unknown. */
  price: number | null
  /**
   * Disagreement with the price, from −1 to 1: the fraction of their value in the market that is on this
   * outcome, less `price`. Null without a price.
   */
  gap: number | null
}

/** A page of traders. */
export interface ScreenedTraderPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<ScreenedTrader>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /**
   * Traders in the whole list, 0 or more. Null with a `query` alone, as counting matches would read every
   * trader.
   */
  totalCount: number | null
  /**
   * Traders with a trade in the window and an unknown number among those that `where` compares; unknown
   * numbers fit no range.
   */
  unknown: number
  /** Entries of `among` that name no trader, or more than one. */
  notFound: ReadonlyArray<string>
  /** The question as a link to the REST API: the same text for the same question. */
  path: string
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
  /**
   * Open markets that several traders of the whole list hold, as far as pages list it to the caller: a row
   * for each outcome held. The markets of the most holders come first, then those of the largest value. Null
   * where `min` is null, and for a search by name alone. Error RATE_LIMITED with `retryAfter` in seconds
   * above as many calls per second as requests, counted per caller and alias over GraphQL and REST together.
   */
  inCommon: ReadonlyArray<SharedMarket> | null
}

/** Tests of skill against luck over the trader's whole record, regardless of the period. */
export interface ComparedSkill {
  /** Sample size of the edge: decided units with a cost. Unit: count, 0 or more. */
  units: number
  /**
   * Edge: Sum of profit divided by the sum of cost, over decided units that cost something. Unit: fraction,
   * any value, usually −1 or more. Null when no decided unit cost anything.
   */
  edge: number | null
  /**
   * Edge, 95% interval: The 25th smallest and the 25th largest edge of 1,000 bootstrap draws of the trader's
   * decided units, with a seed fixed by the address. Unit: fraction, any values, the lower end first. Null
   * when there are fewer than 30 decided units with a cost.
   */
  edgeInterval: Interval | null
  /**
   * Verdict: SKILLED with a q-value below 0.05 and the edge's interval above 0; UNSKILLED with the interval
   * below 0; else CANNOT_TELL, always under 30 decided units with a cost. Unit: label, SKILLED, UNSKILLED or
   * CANNOT_TELL.
   */
  verdict: Verdict
}

/**
 * A trader: a wallet with at least one event in the ledger. Its own numbers cover all time; `stats` covers a
 * period.
 */
export interface ComparedWallet {
  /** The wallet's address: 0x and 40 lower-case hex digits. */
  address: string
  /** The public name. Null if none is known. */
  username: string | null
  /**
   * Bot probability: 0.40 · frequency + 0.30 · makerRatio + 0.25 · entropy + 0.05 · sizeRegularity; at least
   * 0.99 with 500 fills or more per active day over 7 active days or more. A heuristic, not a calibrated
   * probability. Unit: probability, 0 to 1. Null when the trader has no fills. Over all time, regardless of
   * the period. Also null on a leaderboard row withheld from the caller.
   */
  botProbability: number | null
  /** Whether the ledger holds the trader's complete history. */
  coverage: Coverage
  /**
   * The trader's tests of skill against luck over the whole record, which `traders` has for everybody too.
   * Null in a snapshot without analytics.
   */
  skill: ComparedSkill | null
}

/** A trader's numbers over one period. */
export interface ComparedStats extends TraderRecord {
  /**
   * Return on investment: Profit divided by the marked value held at the period's start plus the cost of buys
   * and splits within it. Unit: fraction, any value, usually −1 or more. Null when nothing was held at the
   * start and nothing bought. Also null on a leaderboard row withheld from the caller.
   */
  roi: number | null
  /**
   * Win rate, 95% interval: Wilson's 95% score interval of the win rate. Unit: fraction, 0 to 1 at both ends.
   * Null when no unit was decided with a profit or a loss.
   */
  winRateInterval: Interval | null
  /** Markets: Number of distinct conditions among the trader's fills. Unit: count, 0 or more. */
  marketCount: number
  /**
   * Maximum drawdown: Largest fall of daily cumulative marked profit from an earlier peak to a later trough;
   * the period's start, at 0, is the first peak. Unit: USD, 0 or more. Null if unknown. Also null on a
   * leaderboard row withheld from the caller.
   */
  maxDrawdown: number | null
}

/** The return up to the close of one day. */
export interface ReturnPoint {
  /** The UTC day. */
  day: string
  /**
   * Profit from the period's start to the day's close, divided by the money staked in the whole period: what
   * was held at its start plus buys and splits. The last one is `roi`. Unit: fraction.
   */
  return: number
}

/** A trader of a comparison, with the numbers of its period. */
export interface ComparedTrader {
  /** The trader that is compared. */
  trader: ComparedWallet
  /** Numbers over the period. Null if the trader neither traded in it nor held anything at its start. */
  stats: ComparedStats | null
  /** Value of the open positions in USD, at the mark; at cost without one. */
  openValue: number
  /** Open positions. Unit: count, 0 or more. */
  openPositions: number
  /**
   * The numbers in which this trader is clearly the best: of `pnl`, `roi` and `maxDrawdown`, which are facts,
   * the one that no other has; of `winRate` and `edge`, which are estimates, the one whose interval is above
   * those of all others.
   */
  best: ReadonlyArray<MetricId>
  /**
   * Return on the money staked by day, oldest first; omitted days changed nothing. Empty without money
   * staked.
   */
  returns: ReadonlyArray<ReturnPoint>
}

/**
 * Whether a market is open, past its end, or resolved, as far as that is known.
 *
 * - `open`: Not resolved, and its scheduled end is to come.
 * - `ended`: Past its scheduled end, payouts not final yet.
 * - `resolved`: Payouts are final.
 * - `unknown`: Not resolved, and no scheduled end is known.
 */
export type MarketStatus = "open" | "ended" | "resolved" | "unknown"

/** A prediction market: one question with its outcomes. */
export interface ComparedMarket {
  /** The condition id: 0x and 64 lower-case hex digits; argument of `market`. */
  condition: string
  /** The question. Null while unknown. */
  question: string | null
  /** Whether it is open, past its end, or resolved; UNKNOWN without a scheduled end. */
  status: MarketStatus
}

/** One outcome of a market. */
export interface ComparedOutcome {
  /** Its index among the outcomes, 0 to 255. */
  index: number
  /** The name. Null while unknown. */
  name: string | null
}

/** How a trader came into a market: by the outcome that it paid most for. */
export interface MarketEntry {
  /** The trader's address: 0x and 40 lower-case hex digits. */
  trader: string
  /** The outcome that it paid most for. */
  outcome: ComparedOutcome
  /** Everything that it paid for shares of the outcome, in USD. */
  paid: number
  /** Average price that it paid, in USD per share. */
  averagePrice: number
  /** Time of its first buy of the outcome. */
  firstBuy: string
  /**
   * Its place by time among the compared traders on the same side, from 1 to 5. First in time does not mean
   * one copies the other.
   */
  place: number
}

/** A market that at least two of the compared traders bought in. */
export interface CommonMarket {
  /** The market that they bought in. */
  market: ComparedMarket
  /** Those who bought in it, in the order of the comparison. */
  entries: ReadonlyArray<MarketEntry>
}

/**
 * Two of the compared traders in the markets that both bought in. First in time does not mean one copies the
 * other.
 */
export interface ComparedPair {
  /** The addresses of both, in the order of the comparison. */
  traders: ReadonlyArray<string>
  /** Markets that both bought in. Unit: count, 0 or more. */
  markets: number
  /** Markets in which both paid most for the same outcome. Unit: count, 0 or more. */
  sameSide: number
  /** Markets that the first of them entered sooner. Unit: count, 0 or more. */
  firstLed: number
  /** Markets that the second of them entered sooner. Unit: count, 0 or more. */
  secondLed: number
  /**
   * Median of how much sooner the first of them entered, over the markets of both. Unit: seconds, negative
   * where the second was sooner. Null without such a market. First in time does not mean one copies the
   * other.
   */
  medianLead: number | null
}

/** Some traders beside each other, by the same days and rules. */
export interface Comparison {
  /**
   * One or two sentences: who is skilled by the test, and who made the most money, with whether that can be
   * told from luck.
   */
  summary: string
  /** The period of the numbers. */
  period: Period
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
  /** The traders in the order in which they were given. */
  traders: ReadonlyArray<ComparedTrader>
  /**
   * Markets that at least two of them bought in, 0 or more. Null where they have more than 300,000 trades in
   * all.
   */
  marketCount: number | null
  /**
   * Markets that at least two of them bought in, over all time: those of the most of them first, then those
   * in which they paid the most. Null where `marketCount` is.
   */
  markets: ReadonlyArray<CommonMarket> | null
  /** Every two of them in their common markets, over all time. Null where `marketCount` is. */
  pairs: ReadonlyArray<ComparedPair> | null
}

/**
 * How well a result of a search fits.
 *
 * - `whole`: The whole name, address, question or title, or the whole hash of the transaction.
 * - `start`: The start of the address, or every word at the start of a word.
 * - `inside`: Every word somewhere inside.
 */
export type SearchMatch = "whole" | "start" | "inside"

/**
 * A trader: a wallet with at least one event in the ledger. Its own numbers cover all time; `stats` covers a
 * period.
 */
export interface SearchResultTrader extends Counterparty {
  /** The kind of row. */
  kind: "trader"
  /**
   * Profit or loss: Realized plus unrealized profit at the cutoff, less the same at the close of the day
   * before the period. Unit: USD, any amount.
   */
  pnl: number
}

/** A prediction market: one question with its outcomes. */
export interface SearchResultMarket extends ComparedMarket {
  /** The kind of row. */
  kind: "market"
}

/** A group of markets: a neg-risk question in which exactly one market comes true, or related markets. */
export interface SearchResultEvent {
  /** The kind of row. */
  kind: "event"
  /**
   * The event's id: `event:` and its source's number; as of a day, with `@` and the day appended. Argument of
   * `node`.
   */
  id: string
  /** The title. Null while unknown. */
  title: string | null
}

/** A leaderboard: traders ranked by one metric over a period or a window of days. */
export interface SearchResultLeaderboard {
  /** The kind of row. */
  kind: "leaderboard"
  /**
   * The id `{tab}-{period}`, such as `pnl-7d`, argument of `leaderboard`; the tab alone for a window. In
   * GraphQL, a day or window and a category follow after an `@`: `pnl-7d@2026-01-15`, `pnl-7d@sports`,
   * `pnl@2026-01-01..2026-01-31,sports`; `node` accepts all of these.
   */
  id: string
  /** A short title. */
  name: string
}

/** A fill of one order, from the view of the trader who placed it. */
export interface SearchResultTrade extends Trade {
  /** The kind of row. */
  kind: "trade"
  /** The trader. Null if the wallet opted out. */
  trader: Counterparty | null
}

/** A question about traders that an account saved under a name. */
export interface SearchResultSavedScreen {
  /** The kind of row. */
  kind: "saved-screen"
  /** The id, argument of `screen`, `saveScreen`, `renameScreen` and `deleteScreen`. */
  id: string
  /** The name that its owner gave it. */
  name: string
  /** The saved question as a link to the REST API. */
  path: string
}

/** A result of a search, with how well it fits. */
export interface SearchHit {
  /** How well it fits. */
  match: SearchMatch
  /**
   * Volume over all time, of a trade its own value: it orders equal matches. Unit: USD. Null for a
   * leaderboard or a screen, and while unknown.
   */
  volume: number | null
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
  /** The trader, market, event, leaderboard, trade or screen. */
  result: SearchResultTrader | SearchResultMarket | SearchResultEvent | SearchResultLeaderboard | SearchResultTrade | SearchResultSavedScreen
}

/**
 * A trader's position in an outcome of a market. All positions of a trader add up to its profile: realized
 * and unrealized profit, fees, volume and trades.
 */
export interface FoundPosition extends Position {
  /** The trader who has the position. */
  trader: Counterparty
}

/** A page of positions. */
export interface FoundPositionPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<FoundPosition>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /** Positions in the whole list, 0 or more. */
  totalCount: number
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
}

/** A group of markets: a neg-risk question in which exactly one market comes true, or related markets. */
export interface MarketEvent {
  /**
   * The event's id: `event:` and its source's number; as of a day, with `@` and the day appended. Argument of
   * `node`.
   */
  id: string
  /** The slug, its short name in URLs. Null while unknown. */
  slug: string | null
  /** The title. Null while unknown. */
  title: string | null
}

/** One outcome of a market. */
export interface ListedOutcome extends ComparedOutcome {
  /**
   * The mark, in USD from 0 to 1: the payout once final, else the price of the last fill of at least one
   * share. Null if there is none.
   */
  price: number | null
}

/**
 * Windows of changes of price; each ends at the cutoff.
 *
 * - `1h`: The last hour.
 * - `24h`: The last 24 hours.
 * - `7d`: The last 7 days.
 */
export type MoveWindow = "1h" | "24h" | "7d"

/** The trader who moved a price most, with its net trading of the outcome in the move's window. */
export interface MovedBy {
  /** The trader, as of the snapshot. */
  trader: Counterparty
  /**
   * USD paid less USD received, before fees; below 0 if more was received. A share of the other outcome of
   * two counts as sold at 1 less its price.
   */
  usd: number
  /** Shares bought less shares sold; below 0 for a seller. */
  shares: number
}

/** The change of the price of a market's first outcome in a window that ends at the cutoff. */
export interface MarketMove {
  /** The window that ends at the cutoff. */
  window: MoveWindow
  /** Start of the window. */
  from: string
  /** The first outcome, whose prices these are. */
  outcome: OutcomeName
  /** Price of its last trade at or before the start, in USD from 0 to 1. */
  priceBefore: number
  /** Price of its last trade by the cutoff, in USD from 0 to 1. */
  price: number
  /** Price less the price before; below 0 if it fell. */
  change: number
  /** Volume of all outcomes after the start, in USD, 1,000 or more. */
  volume: number
  /** Traders with a fill after the start, 0 or more; a market with fewer than 5 has no move. */
  traderCount: number
  /** True if at least $1,000 was traded on each of the last 7 whole UTC days. */
  activeAllWeek: boolean
  /**
   * The largest net buyer of the outcome by dollars if its price rose, the largest net seller if it fell.
   * Null if the price did not change, or nobody traded that way on balance.
   */
  movedBy: MovedBy | null
}

/** A prediction market: one question with its outcomes. */
export interface MarketInList extends MarketOfEvent {
  /** The event it belongs to. Null while unknown. */
  event: MarketEvent | null
  /** The category. Null if it has none. */
  category: MarketCategory | null
  /**
   * The change of its first outcome's price in a window. Null unless at least $1,000 was traded by at least 5
   * traders in the window, the market is not resolved, and the outcome had a price before it; null without a
   * window.
   */
  move: MarketMove | null
}

/** A page of markets. */
export interface MarketInListPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<MarketInList>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /** Markets in the whole list, 0 or more. */
  totalCount: number
  /**
   * Markets of the list before `where` with an unknown number among those that it compares; unknown numbers
   * fit no range.
   */
  unknown: number
  /** Entries of `among` that are no known market. */
  notFound: ReadonlyArray<string>
  /** The question as a link to the REST API: the same text for the same question. */
  path: string
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
}

/**
 * A fact about a whole trade and the events before it. It gives no reason for the trade.
 *
 * - `new-trader`: The trader's first event of any kind came less than 7 days before the trade.
 * - `one-event`: All of the trader's fills up to this trade are in one event.
 * - `all-in`: A buy, after which at least 80% of the cost of the trader's open positions is in this event;
 * the trader has traded in at least 5 events.
 * - `woke-up`: The trader has an earlier event, and none in the 90 days before the trade.
 * - `big-for-trader`: At least 5 times the mean of the trader's earlier whole trades; there are at least 10
 * of them.
 * - `big-for-market`: At least 20% of the market's volume on the seven UTC days before and on this day up to
 * the trade.
 * - `largest-in-market`: Larger than every earlier whole trade in the market; there are at least 50 of them.
 * - `moved-the-price`: A taker's trade whose transaction moved the outcome's price by at least 3 cents in the
 * trade's direction.
 * - `against-the-day`: A buy at a time when the price was at least 10 cents below the last UTC day's close,
 * or a sell when it was at least 10 cents above.
 * - `new-traders-together`: A buy by a new trader; in the hour before, at least two other new traders bought
 * the outcome for at least $500 each.
 * - `twin`: Another taker traded the same side of the same outcome in the same block, with shares within 1%.
 * - `round-trip`: The trade takes back at least 95% of the shares of the trader's last opposite trade in the
 * outcome, at most 10 minutes before and within 1 cent of its price.
 * - `both-sides`: After the trade, the trader holds at least half as many shares of another outcome of the
 * market as of this one.
 * - `first-in-category`: The trader's first fill in a market of the category; before, the trader has filled
 * in at least 5 events.
 * - `near-end`: At most 48 hours before the market's scheduled end, in a market that was scheduled to run for
 * at least 14 days.
 */
export type TradeSign = "new-trader" | "one-event" | "all-in" | "woke-up" | "big-for-trader" | "big-for-market" | "largest-in-market" | "moved-the-price" | "against-the-day" | "new-traders-together" | "twin" | "round-trip" | "both-sides" | "first-in-category" | "near-end"

/**
 * Whether trades with a sign won more often than the prices paid implied.
 *
 * - `more-often`: More often, with a q-value below 0.05.
 * - `less-often`: Less often, with a q-value below 0.05.
 * - `cannot-tell`: The data shows neither.
 */
export type SignVerdict = "more-often" | "less-often" | "cannot-tell"

/**
 * The results of takers' whole trades that have a sign, in resolved events. A trade at or after its market's
 * resolution is excluded.
 */
export interface TradeSignRecord {
  /** The sign that these trades have. */
  sign: TradeSign
  /** The definition of the sign. */
  definition: string
  /** Whole trades with the sign, 0 or more. */
  trades: number
  /** Their fraction of the trades for which the sign is known. Null without any such trade. */
  share: number | null
  /** Events of these trades, 0 or more. */
  events: number
  /**
   * Mean payout of a share, averaged within each event and then over events; a SELL counts as a purchase of
   * the other side. Null without an event.
   */
  winRate: number | null
  /** Mean price paid, averaged likewise. Null without an event. */
  impliedRate: number | null
  /** The 95% interval of win rate less implied rate, by 1,000 draws of events. Null under 30 events. */
  excess: Interval | null
  /**
   * The p-value under fair prices, adjusted by Benjamini and Hochberg over all signs of the answer. Null
   * under 30 events.
   */
  qValue: number | null
  /** Whether they won more often than their prices implied. */
  verdict: SignVerdict
  /** The UTC day of the first trade counted, with or without the sign. Null without any. */
  since: string | null
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
}

/** The money that a group of traders has on an outcome. */
export interface OutcomeMoney {
  /** The outcome whose shares they hold. */
  outcome: OutcomeName
  /** Value of their shares at the mark, in USD, 0 or more. */
  value: number
  /** The fraction of the group's value, from 0 to 1. */
  share: number
  /**
   * USD that the group paid for its shares less USD received for them, over the 7 days ending with the
   * cutoff's; fills only, before fees. Null where fewer than 5 of the group traded in the market then.
   */
  netUsd: number | null
}

/** The shares that a group of traders holds in a market, at their marks. */
export interface GroupMoney {
  /** Traders of the group who hold shares, 5 or more. */
  traders: number
  /** Value of all their shares, in USD, above 0. */
  value: number
  /** Their money by outcome, in the order of outcomes. */
  outcomes: ReadonlyArray<OutcomeMoney>
}

/**
 * The track record of signals: a cohort's opportunities, or markets where skilled money differed from the
 * rest. Only a market's first signal for a side counts, so one that lasts for weeks is one bet.
 */
export interface SignalPerformance {
  /** Signals counted, 0 or more. */
  signals: number
  /** Signals whose side paid $1; 0 or more. */
  won: number
  /** Signals whose side paid nothing; 0 or more. */
  lost: number
  /** Signals whose market paid both sides something; 0 or more. */
  voided: number
  /** Signals whose market has not resolved; 0 or more. */
  open: number
  /** Share of won, won ÷ (won + lost), a fraction. Null if both are 0. */
  hitRate: number | null
  /** Wilson's 95% interval of the hit rate. Null if that is null. */
  hitRateInterval: Interval | null
  /** Hit rate implied by prices: the mean price of won and lost signals. Null if the hit rate is null. */
  impliedRate: number | null
  /** Mean return, payout ÷ price − 1 before fees, over all resolved signals. Null if there are none. */
  meanReturn: number | null
  /** Median of the same returns. Null if there are none. */
  medianReturn: number | null
}

/**
 * Where skilled traders and everyone else have their money in a market. Opted-out traders are in neither
 * group.
 */
export interface SkilledMoney {
  /**
   * Holders whose edge has a q-value below 0.05. Null with fewer than 5 holders, and where a mark is unknown.
   */
  skilled: GroupMoney | null
  /** All other holders. Null with fewer than 5 holders, and where a mark is unknown. */
  others: GroupMoney | null
  /**
   * The first outcome's share among the skilled less that among the others, from -1 to 1. An interval that
   * contains 0 is no evidence of a difference. Null without both groups.
   */
  difference: Interval | null
  /**
   * How such differences ended so far, in all markets: at the start of each week, the side that skilled
   * traders then had more of, wherever the interval of the difference did not contain 0.
   */
  record: SignalPerformance
}

/** One outcome of a market. */
export interface MarketOutcome extends FollowedOutcome {
  /** The mark 24 hours before the cutoff, in USD from 0 to 1. Null if there was none. */
  priceDayAgo: number | null
  /** Payout per share in USD, from 0 to 1. Null until the market resolves. */
  payout: number | null
  /** True if a share paid a full $1. Null until the market resolves. */
  winner: boolean | null
  /** Shares of the outcome held by traders, 0 or more. */
  supply: number
}

/** A prediction market: one question with its outcomes. */
export interface MarketProfile {
  /**
   * One or two sentences about the first outcome: its price, its change in 24 hours, and where skilled
   * traders have their money in whole percents; the result once resolved. Null without a price.
   */
  summary: string | null
  /** The condition id: 0x and 64 lower-case hex digits; argument of `market`. */
  condition: string
  /** The question. Null while unknown. */
  question: string | null
  /** The slug, its short name in URLs. Null while unknown. */
  slug: string | null
  /** The event it belongs to. Null while unknown. */
  event: MarketEvent | null
  /** The category. Null if it has none. */
  category: MarketCategory | null
  /** Tags of its event; empty if none are known. */
  tags: ReadonlyArray<string>
  /** Whether it is open, past its end, or resolved; UNKNOWN without a scheduled end. */
  status: MarketStatus
  /** When the venue listed it. Null if no source says. */
  createdAt: string | null
  /** Scheduled end. Null while unknown. */
  endsAt: string | null
  /** When its payouts became final. Null until then. */
  resolvedAt: string | null
  /**
   * Traded volume in USD: its TAKER fills, so each trade counts once; all its fills if no role is known, as
   * with Data API rows. Null if only some roles are known.
   */
  volume: number | null
  /** Value of all shares held by traders, at their marks, in USD. Null if an outcome has no mark. */
  openInterest: number | null
  /** Traders with an event in one of its positions, 0 or more, also if all their shares were untracked. */
  traderCount: number
  /** The outcomes that skilled traders' and everyone else's money is on. Null unless signed in. */
  skilledMoney: SkilledMoney | null
  /** The outcomes in order; empty while unknown. */
  outcomes: ReadonlyArray<MarketOutcome>
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
}

/**
 * A trader: a wallet with at least one event in the ledger. Its own numbers cover all time; `stats` covers a
 * period.
 */
export interface TraderRecord {
  /**
   * Profit or loss: Realized plus unrealized profit at the cutoff, less the same at the close of the day
   * before the period. Unit: USD, any amount.
   */
  pnl: number
  /** Volume: Sum of the gross dollars of the trader's fills, each owner's side once. Unit: USD, 0 or more. */
  volume: number
  /** Trades: Number of the trader's fills. Unit: count, 0 or more. */
  tradeCount: number
  /**
   * Win rate: Decided units with a profit divided by decided units with a profit or a loss, each of a cent or
   * more. A unit is an event: a neg-risk market with all its questions, or a plain condition. Unit: fraction,
   * 0 to 1. Null when no unit was decided with a profit or a loss. Also null on a leaderboard row withheld
   * from the caller.
   */
  winRate: number | null
  /** Wins: number of decided units with a profit. Unit: count, 0 or more. */
  wins: number
  /** Losses: number of decided units with a loss. Unit: count, 0 or more. */
  losses: number
}

/** A trader who holds shares of an outcome. */
export interface Holder {
  /** The wallet's address: 0x and 40 lower-case hex digits. */
  address: string
  /** The public name. Null if none is known. */
  username: string | null
  /** The UTC day of the position's first event, such as its first purchase. Null if unknown. */
  openedOn: string | null
  /** The outcome whose shares are held. */
  outcome: OutcomeName
  /** Shares held, above 0. */
  shares: number
  /** Fraction of all shares of the outcome that traders hold, 0 to 1. */
  share: number
  /** Average cost in USD per share: `cost` divided by `shares`. */
  averagePrice: number
  /** Cost of the shares held in USD, at average cost, fees included. */
  cost: number
  /** Value in USD: shares times the mark. Null if the outcome has no mark. */
  value: number | null
  /** Value less cost, in USD. Null if the outcome has no mark. */
  unrealizedPnl: number | null
  /** Realized profit in the outcome, in USD, over the position's whole life. */
  realizedPnl: number
  /** The trader with all numbers. Null until a snapshot includes an event of the wallet. */
  record: TraderRecord | null
}

/** A page of a market's holders. */
export interface HolderPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<Holder>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
}

/** A trader's result in a market, over all its outcomes. */
export interface MarketTrader {
  /** The wallet's address: 0x and 40 lower-case hex digits. */
  address: string
  /** The public name. Null if none is known. */
  username: string | null
  /** Realized and unrealized profit in USD; shares without a mark count at cost. */
  pnl: number
  /** Realized profit in USD. */
  realizedPnl: number
  /** Unrealized profit in USD; shares without a mark count at cost. */
  unrealizedPnl: number
  /** Value of the trader's fills in USD, before fees. */
  volume: number
  /** Cost of buys and splits in USD, fees included. */
  totalBought: number
  /** Trading fees in USD. */
  fees: number
  /** Number of the trader's fills. */
  tradeCount: number
}

/** A page of a market's traders. */
export interface MarketTraderPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<MarketTrader>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
}

/** A fill of one order, from the view of the trader who placed it. */
export interface MarketTrade {
  /**
   * Block and log index (`52000000-17`), or `row-` and a number for a Data API row; with `asOf`, followed by
   * `@` and the day.
   */
  id: string
  /** Time of the event, from its block or its Data API row. */
  time: string
  /** Block number, 0 or more. Null for a Data API row. */
  block: number | null
  /** Transaction hash: 0x and 64 lower-case hex digits. Null if the source does not provide it. */
  tx: string | null
  /** The trader. Null if the wallet opted out. */
  trader: Counterparty | null
  /** Side of the fill. */
  side: TradeSide
  /** The trader's role. Null if the source does not provide it. */
  role: FillRole | null
  /** Token id of the outcome: a decimal number of up to 78 digits. */
  token: string
  /** Name of the outcome. Null if unknown. */
  outcome: string | null
  /** Shares traded, before fees taken in shares; 0.000001 or more. */
  shares: number
  /** Price in USD per share, before fees: `usd` divided by `shares`. */
  price: number
  /** Value in USD before fees, 0 or more. All of a trader's trades add up to its `volume`. */
  usd: number
  /**
   * The trader's fee in USD, 0 or more; a fee taken in shares is valued at the price of the fill. 0 if the
   * source does not provide it.
   */
  fee: number
  /** The counterparty. Null if it is the exchange, the source does not name it, or the wallet opted out. */
  counterparty: Counterparty | null
}

/** A page of trades. */
export interface MarketTradePage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<MarketTrade>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
}

/**
 * Prices and volume of an outcome within an interval. Prices are of fills that make a price; volume and count
 * are of all fills. Without a price, all four are the last one before it.
 */
export interface Candle {
  /** Start of the interval, a multiple of its length since midnight UTC. */
  time: string
  /** First price, in USD from 0 to 1. Null before the first trade. */
  open: number | null
  /** Highest price, in USD from 0 to 1. Null before the first trade. */
  high: number | null
  /** Lowest price, in USD from 0 to 1. Null before the first trade. */
  low: number | null
  /** Last price, in USD from 0 to 1. Null before the first trade. */
  close: number | null
  /**
   * Traded volume in USD, 0 or more: every fill with the role TAKER, also one that makes no price. Null if
   * the role of any fill is unknown.
   */
  volume: number | null
  /**
   * Number of fills, 0 or more: 0 in a gap. It includes fills that make no price. A match has a fill for each
   * of its orders.
   */
  tradeCount: number
}

/** A page of candles. */
export interface CandlePage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<Candle>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
}

/**
 * Groups of a market's traders.
 *
 * - `under-100-usd`: Traders with less than $100 of fills.
 * - `under-1000-usd`: Traders with $100 or more of fills, and less than $1,000.
 * - `under-10000-usd`: Traders with $1,000 or more of fills, and less than $10,000.
 * - `under-100000-usd`: Traders with $10,000 or more of fills, and less than $100,000.
 * - `from-100000-usd`: Traders with $100,000 or more of fills.
 * - `top-pnl`: The top 100 of the leaderboard pnl-all.
 * - `most-consistent`: The top 100 of the leaderboard consistent-all.
 * - `high-conviction`: The 100 most profitable traders who hold at least 80% of the shares they buy to
 * resolution, with at least 80% of fills BUYs and at least 10 decided units.
 * - `no-cohort`: Members of no cohort of smart money in the week of the fill.
 * - `low-q-value`: Traders whose edge has a q-value below 0.05.
 * - `high-q-value`: Traders whose edge has a q-value of 0.05 or more.
 * - `no-q-value`: Traders with too few decided units for a test of skill.
 */
export type FlowGroup = "under-100-usd" | "under-1000-usd" | "under-10000-usd" | "under-100000-usd" | "from-100000-usd" | "top-pnl" | "most-consistent" | "high-conviction" | "no-cohort" | "low-q-value" | "high-q-value" | "no-q-value"

/** Shares of an outcome that a group of traders bought and sold, counting fills only. */
export interface GroupFlow {
  /** The group of traders. */
  group: FlowGroup
  /** The outcome whose shares were traded. */
  outcome: OutcomeName
  /** Traders in the group with a fill in the outcome, 1 or more. */
  traders: number
  /** Shares bought, 0 or more. */
  boughtShares: number
  /** Shares sold, 0 or more. */
  soldShares: number
  /** Shares bought less shares sold. */
  netShares: number
  /** USD paid for shares bought, before fees, 0 or more. */
  boughtUsd: number
  /** USD received for shares sold, before fees, 0 or more. */
  soldUsd: number
  /** USD paid less USD received. */
  netUsd: number
}

/** Shares and dollars that groups of traders bought and sold in a market, over a range of days. */
export interface MarketFlow {
  /** The first UTC day. */
  from: string
  /** The last UTC day: its close, or the cutoff if earlier. */
  to: string
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
  /** One row per group and outcome with a fill; groups in the order of the enum. */
  groups: ReadonlyArray<GroupFlow>
}

/**
 * The effect of a trade on the position of its trader in the outcome.
 *
 * - `opened`: A purchase by a trader who held no share of the outcome.
 * - `added`: A purchase by a trader who held some.
 * - `reduced`: A sale that left shares.
 * - `closed`: A sale that left none.
 */
export type PositionChange = "opened" | "added" | "reduced" | "closed"

/** A trader's record over all markets up to the close of a UTC day. */
export interface MoverRecord {
  /** The UTC day whose close ends the record. */
  day: string
  /** Marked profit up to then, in USD. */
  pnl: number
  /** Realized profit up to then, in USD. */
  realizedPnl: number
  /** Value of all fills up to then in USD, 0 or more. */
  volume: number
}

/**
 * A trader with its net trading of a market in a range of time. A purchase of the other outcome of two counts
 * as a sale.
 */
export interface Mover extends MovedBy {
  /**
   * Sum of the price changes by the trader's whole trades of $1,000 or more as taker, in USD per share of the
   * outcome; above 0 if they raised its price. 0 without such a trade. Null if the range has more than 2000
   * large trades, or a price is unknown.
   */
  impact: number | null
  /**
   * Distinct effects of the trader's whole trades of $1,000 or more on its positions in the market, in the
   * order of the enum.
   */
  changes: ReadonlyArray<PositionChange>
  /**
   * The trader's record up to the close of the UTC day before the range begins. Null for a trader without an
   * event by then.
   */
  record: MoverRecord | null
}

/** The largest net buyers and sellers of an outcome in a range of time, with its price. */
export interface MarketMovers {
  /** Fills count from this time on. */
  from: string
  /** Fills count before this time. */
  to: string
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
  /** The outcome that was bought and sold. */
  outcome: OutcomeName
  /**
   * The outcome's last price before the range, in USD per share; in a market of two, fills of the other
   * outcome count as 1 less their price. Null without one.
   */
  priceBefore: number | null
  /** The outcome's last price by the end of the range, as `priceBefore`. Null without one. */
  priceAfter: number | null
  /** Traders who paid more than they received, most dollars first. */
  buyers: ReadonlyArray<Mover>
  /** Traders who received more than they paid, most dollars first. */
  sellers: ReadonlyArray<Mover>
}

/** A group of markets: a neg-risk question in which exactly one market comes true, or related markets. */
export interface ListedEvent extends MarketEvent {
  /** The category of its markets. Null if they have none. */
  category: MarketCategory | null
  /** Sum of its markets' volumes in USD. Null if any of them is unknown. */
  volume: number | null
  /** Latest scheduled end of its markets. Null if any of them is unknown. */
  endsAt: string | null
}

/** A page of events. */
export interface ListedEventPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<ListedEvent>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
}

/** A prediction market: one question with its outcomes. */
export interface MarketOfEvent {
  /** The condition id: 0x and 64 lower-case hex digits; argument of `market`. */
  condition: string
  /** The question. Null while unknown. */
  question: string | null
  /** The slug, its short name in URLs. Null while unknown. */
  slug: string | null
  /** Whether it is open, past its end, or resolved; UNKNOWN without a scheduled end. */
  status: MarketStatus
  /** Scheduled end. Null while unknown. */
  endsAt: string | null
  /** When its payouts became final. Null until then. */
  resolvedAt: string | null
  /**
   * Traded volume in USD: its TAKER fills, so each trade counts once; all its fills if no role is known, as
   * with Data API rows. Null if only some roles are known.
   */
  volume: number | null
  /** The outcomes in order; empty while unknown. */
  outcomes: ReadonlyArray<ListedOutcome>
}

/** A group of markets: a neg-risk question in which exactly one market comes true, or related markets. */
export interface EventProfile extends ListedEvent {
  /**
   * One or two sentences: the undecided market whose first outcome has the highest price, its change in 24
   * hours, the next market and when the first passed it (within 30 days), and where skilled traders have
   * their money in the first one, in whole percents; the winner once decided; of an event of one market its
   * own sentences. Null without a price, and beyond 256 markets.
   */
  summary: string | null
  /**
   * Sum of the marks of its markets' first outcomes, in USD: near 1 where exactly one comes true. Null if any
   * has no mark, and beyond 256 markets.
   */
  sumOfPrices: number | null
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
  /** The markets of this event. */
  markets: ReadonlyArray<MarketOfEvent>
  /** Markets in the whole list, 0 or more. */
  totalCount: number
}

/** Money of a trader in an event, if one of its markets resolves to its first outcome. */
export interface EventStake {
  /** The trader, as of the snapshot. */
  trader: Counterparty
  /** Cost of the shares held in undecided markets in USD; below 0 where conversions paid back more. */
  staked: number
  /** Payout of those shares in USD, 0 or more. */
  payout: number
  /** Payout less `staked` in USD; below 0 for a loss. */
  gain: number
  /** Profit in USD that is realized already, in decided markets of the same question too. */
  realizedPnl: number
}

/**
 * Gains and losses of the traders of an event if one of its markets resolves to its first outcome. Other
 * questions of the same neg-risk market then resolve to their second outcome, so positions are netted over
 * all of them; markets that are decided separately do not count.
 */
export interface EventIfWins {
  /** The market that resolves to its first outcome. */
  market: TradedMarket
  /** Traders who hold shares in these markets, except those who opted out. */
  traderCount: number
  /** The traders with the most money staked, most first. */
  traders: ReadonlyArray<EventStake>
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
}

/** All fills of one trader, outcome and side in one transaction. */
export interface WholeTrade {
  /** Value of the fills in USD before fees, 0 or more. */
  usd: number
  /** Shares of the fills, 0.000001 or more. */
  shares: number
  /** Average price in USD per share, before fees: `usd` divided by `shares`. */
  price: number
  /** Number of the fills, 1 or more. */
  fills: number
}

/**
 * A fact about a whole trade that only later events show.
 *
 * - `before-a-move`: The outcome's mark 24 hours later was at least 10 cents further in the trade's direction
 * than the price after the trade.
 * - `before-resolution`: At most 24 hours before a resolution that came at least 48 hours before the
 * scheduled end.
 * - `round-trip-opened`: The trade that a later one with the sign ROUND_TRIP takes back.
 */
export type TradeHindsight = "before-a-move" | "before-resolution" | "round-trip-opened"

/** A fill of one order, from the view of the trader who placed it. */
export interface WholeTradeRow {
  /**
   * Block and log index (`52000000-17`), or `row-` and a number for a Data API row; with `asOf`, followed by
   * `@` and the day.
   */
  id: string
  /** Time of the event, from its block or its Data API row. */
  time: string
  /** Block number, 0 or more. Null for a Data API row. */
  block: number | null
  /** Transaction hash: 0x and 64 lower-case hex digits. Null if the source does not provide it. */
  tx: string | null
  /** The trader. Null if the wallet opted out. */
  trader: Counterparty | null
  /** The trader. Null if the wallet opted out. */
  record: TraderRecord | null
  /** The market of the event. Null if it concerns no single market, or the market is unknown. */
  market: TradedMarket | null
  /** Side of the fill. */
  side: TradeSide
  /** The trader's role. Null if the source does not provide it. */
  role: FillRole | null
  /** Token id of the outcome: a decimal number of up to 78 digits. */
  token: string
  /** Name of the outcome. Null if unknown. */
  outcome: string | null
  /**
   * The whole trade that the fill belongs to: all fills of its trader, outcome and side in its transaction. A
   * fill without a known transaction, or that the chain took back, is one of its own.
   */
  whole: WholeTrade
  /**
   * The effect of the whole trade on its position; a fill that the chain took back keeps it. Null for a whole
   * trade of less than $1,000, whose effect is not recorded.
   */
  change: PositionChange | null
  /**
   * Change of the outcome's price by the transaction, in USD per share: its price after the last fill of the
   * whole trade less that before the transaction, with the sign turned for a sale. Positive if the price
   * moved with the trade. Prices are those of fills of a share or more, without an order book. Null if the
   * outcome had no price before, and for a fill that the chain took back.
   */
  impact: number | null
  /**
   * The signs that the whole trade is known to have. FIRST_IN_CATEGORY and NEAR_END follow the markets as
   * they are described now; the others are known at the moment of the trade.
   */
  signs: ReadonlyArray<TradeSign>
  /**
   * The signs that the ledger cannot decide: its history, a price, a role or metadata is missing, the signs
   * are not computed yet, or the whole trade is of less than $1,000.
   */
  unknownSigns: ReadonlyArray<TradeSign>
  /**
   * Facts about the whole trade that later events up to the cutoff show. They are no signs. Empty for a trade
   * of a stream.
   */
  hindsight: ReadonlyArray<TradeHindsight>
}

/** A page of trades. */
export interface WholeTradeRowPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<WholeTradeRow>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /** Trades in the whole list, 0 or more, including those that the caller may not see. Null with a filter. */
  totalCount: number | null
  /**
   * The definition and the track record of each sign that the list's `where` names, in its category if it
   * names one; empty for a list that names none.
   */
  signs: ReadonlyArray<TradeSignRecord>
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
  /**
   * The place of the streams at the end of the snapshot that the list shows: pass it as `after` to `trades`
   * or `activity`, and a stream goes on behind the list, without a gap or a repetition. Streams take it for a
   * day. Null before there is an event.
   */
  streamCursor: string | null
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
}

/** A prediction market: one question with its outcomes. */
export interface AlertMarket {
  /** The condition id: 0x and 64 lower-case hex digits; argument of `market`. */
  condition: string
  /** The question. Null while unknown. */
  question: string | null
  /** The slug, its short name in URLs. Null while unknown. */
  slug: string | null
}

/**
 * How precisely an alert shows its time.
 *
 * - `second`: Exact, to the second.
 * - `minute`: Rounded down to the minute.
 */
export type TimePrecision = "second" | "minute"

/**
 * The leaderboards whose top 100 qualify a trader for whale alerts.
 *
 * - `consistent-all`: The leaderboard `consistent-all`: Consistency, all time.
 * - `copyable-all`: The leaderboard `copyable-all`: Copyability, all time.
 * - `prescience-all`: The leaderboard `prescience-all`: Prescience, all time.
 */
export type QualifyingBoard = "consistent-all" | "copyable-all" | "prescience-all"

/**
 * A whale alert: a fill of at least $10,000 (configurable) by a trader in the top 100 of a qualifying
 * leaderboard when the fill's week began. Pro callers see it immediately and in full. Everyone else sees it
 * one hour (configurable) after the fill, without the trader and with rounded amounts.
 */
export interface WhaleAlert {
  /** The alert's id: 22 characters. Argument of `whaleAlert` and `node`. */
  id: string
  /**
   * A placeholder for the trader, `Trader #` and a number: the traders of a UTC day are numbered by their
   * first alert. Null where the identity is shown.
   */
  label: string | null
  /** The wallet's address: 0x and 40 lower-case hex digits. Null without Pro. */
  address: string | null
  /** The public name. Null if none is known. Null without Pro. */
  username: string | null
  /** URL of the public profile picture, as its source gives it. Null if none is known. Null without Pro. */
  profileImage: string | null
  /** The trader's X handle, without the @. Null if none is known. Null without Pro. */
  xUsername: string | null
  /** True if the source of the public name marks it as verified. Null without Pro. */
  verifiedBadge: boolean | null
  /** Side of the fill. */
  side: TradeSide
  /** The outcome's name. Null if unknown. */
  outcome: string | null
  /** The market. Null while unknown. */
  market: AlertMarket | null
  /** The market's category. Null if it has none. */
  category: MarketCategory | null
  /** Size of the fill in USD: exact for Pro; without Pro, rounded down to 2 significant digits. */
  usd: number
  /** Price in USD per share: exact for Pro; without Pro, rounded to the cent. */
  price: number
  /** Time of the fill: to the second for Pro; without Pro, rounded down to the minute. */
  time: string
  /** The precision of `time`. */
  timePrecision: TimePrecision
  /** The qualifying leaderboards whose top 100 the trader was in when the week began. */
  qualifying: ReadonlyArray<QualifyingBoard>
  /** Number of shares. Null without Pro. */
  shares: number | null
  /** The outcome's token id: a decimal number of up to 78 digits. Null without Pro. */
  token: string | null
  /** The trader's role. Null if the source does not record it. Null without Pro. */
  role: FillRole | null
  /**
   * The transaction hash: 0x and 64 lower-case hex digits. Null if the source does not record it. Null
   * without Pro.
   */
  tx: string | null
  /**
   * The order hash: 0x and 64 lower-case hex digits. Null if the source does not record it. Null without Pro.
   */
  orderHash: string | null
  /** The mark one hour after the fill, in USD from 0 to 1. Null until then. Null without Pro. */
  markAfterHour: number | null
  /** The mark one day after the fill, in USD from 0 to 1. Null until then. Null without Pro. */
  markAfterDay: number | null
  /** The payout per share, in USD from 0 to 1. Null until the market resolves. Null without Pro. */
  payout: number | null
}

/** A page of whale alerts. */
export interface WhaleAlertPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<WhaleAlert>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
}

/** A whale alert and the price move since its fill. */
export interface NotableAlert {
  /**
   * Gain since the fill, (price now − price) · side · shares, in USD: exact for Pro; without Pro, rounded
   * towards 0 to 2 significant digits.
   */
  move: number
  /** The current mark of a share, in USD from 0 to 1. */
  priceNow: number
  /**
   * The last event counted: for Pro the newest one of the ledger, otherwise that of the public snapshot. Null
   * before there is one.
   */
  cutoff: Cutoff | null
  /** The alert, with the fields that the caller may see. */
  alert: WhaleAlert
}

/**
 * The track record of all alerts, or of one qualifying leaderboard's. An alert with two leaderboards counts
 * for both.
 */
export interface RadarBoardRecord {
  /** The qualifying leaderboard. Null for all alerts. */
  board: QualifyingBoard | null
  /** Alerts counted, 0 or more. */
  alerts: number
  /** Alerts whose outcome has paid 1 or 0; 0 or more. */
  decided: number
  /** Share of decided alerts that were right, a fraction. Null if none is decided. */
  hitRate: number | null
  /** Wilson's 95% interval of the hit rate. Null if that is null. */
  hitRateInterval: Interval | null
  /**
   * Hit rate implied by the prices paid: the mean of price for a BUY and 1 − price for a SELL. Null if the
   * hit rate is null.
   */
  impliedRate: number | null
  /** Mean of side · (mark − price) one hour after the fill, in USD per share. Null if none is marked. */
  markoutAfterHour: number | null
  /** Mean of side · (mark − price) one day after the fill, in USD per share. Null if none is marked. */
  markoutAfterDay: number | null
}

/** The track record of the whale alerts. */
export interface WhaleRadarRecord {
  /**
   * The last event counted: for Pro the newest one of the ledger, otherwise that of the public snapshot. Null
   * before there is one. Marks due by then are counted.
   */
  cutoff: Cutoff | null
  /** The record of all alerts. */
  all: RadarBoardRecord
  /** The record by qualifying leaderboard, ordered by id. */
  boards: ReadonlyArray<RadarBoardRecord>
}

/**
 * A whale alert: a fill of at least $10,000 (configurable) by a trader in the top 100 of a qualifying
 * leaderboard when the fill's week began. Pro callers see it immediately and in full. Everyone else sees it
 * one hour (configurable) after the fill, without the trader and with rounded amounts.
 */
export interface OneAlert extends WhaleAlert {
  /**
   * The last event counted: for Pro the newest one of the ledger, otherwise that of the public snapshot. Null
   * before there is one.
   */
  cutoff: Cutoff | null
}

/**
 * The kinds of destination of messages.
 *
 * - `webhook`: A POST to an https URL, signed according to Standard Webhooks.
 * - `telegram`: A message from the service’s Telegram bot to a chat or channel.
 * - `discord`: An embed in a Discord channel, by its incoming webhook.
 * - `slack`: A message in a Slack channel, by its incoming webhook.
 * - `email`: An e-mail to one address.
 * - `push`: A notification of a browser that subscribed, by Web Push.
 * - `outbox`: The outbox of the account on this service, which gets what no other channel takes. It cannot be
 * added.
 */
export type AlertChannelKind = "webhook" | "telegram" | "discord" | "slack" | "email" | "push" | "outbox"

/**
 * Whether alerts are sent to a channel.
 *
 * - `pending`: Not yet confirmed by its owner; only the confirmation request is sent.
 * - `active`: Confirmed; alerts are sent.
 * - `paused`: Failed too often, or answered 410 Gone; nothing is sent until it is resumed.
 */
export type AlertChannelState = "pending" | "active" | "paused"

/**
 * A destination of whale alerts: a webhook, a Telegram chat, a Discord or Slack channel, or an e-mail
 * address.
 */
export interface AlertChannel {
  /** The channel's id for the mutations; stable as long as the config keeps its target. */
  id: string
  /** The kind of channel. */
  kind: AlertChannelKind
  /**
   * The URL of the webhook (also of Discord or Slack), the Telegram chat, the e-mail address, or a browser’s
   * push subscription.
   */
  target: string
  /** Whether alerts are sent to it. */
  state: AlertChannelState
  /** The reason for its pause, or for the last failed attempt. Null if neither. */
  reason: string | null
  /** Consecutive failed attempts, 0 or more; reset to 0 by a success. */
  failures: number
  /** When its owner confirmed it. Null until then. */
  confirmedAt: string | null
  /** Start of its quiet hours, a time of the day such as 22:00. Null without any. */
  quietFrom: string | null
  /**
   * End of its quiet hours, a time of the day such as 22:00: messages held during them are sent then, as one
   * digest. Null without any.
   */
  quietTo: string | null
  /** Time zone of its quiet hours, such as Europe/Berlin. Null without any. */
  timeZone: string | null
  /**
   * The most messages that it gets within any 24 hours, codes and tests aside; the rest becomes one digest
   * once it may get one more. Null: any number.
   */
  dailyLimit: number | null
}

/**
 * A notification config: the whale alerts delivered to an account, and their channels. An empty list means
 * any.
 */
export interface WhaleAlertConfig {
  /** Minimum fill size in USD, 0 or more. */
  minUsd: number
  /** Side of the fill. Null means both. */
  side: TradeSide | null
  /** Categories of the markets. */
  categories: ReadonlyArray<MarketCategory>
  /** Qualifying leaderboards; at least one must apply. */
  qualifying: ReadonlyArray<QualifyingBoard>
  /**
   * Addresses of the traders to which alerts are narrowed, in lower case. A wallet that is not on a
   * qualifying leaderboard has no whale alerts: `follow` covers all its decisions.
   */
  traders: ReadonlyArray<string>
  /** The channels that alerts are sent to, in the order given. */
  channels: ReadonlyArray<AlertChannel>
  /**
   * Whether alerts are delivered, which requires Pro on the account itself; with only a Pro token you can
   * write the config but not receive alerts.
   */
  delivers: boolean
  /** Time of the last update. */
  updatedAt: string
}

/**
 * A followed wallet's decision about its position in one outcome.
 *
 * - `opened`: The wallet opened a position: its first shares of an outcome.
 * - `added`: It added shares to an outcome that it held.
 * - `reduced`: It sold some of its shares of an outcome.
 * - `closed`: It sold its last shares of an outcome.
 * - `resolved`: A market in which it held shares was resolved.
 */
export type WalletNoticeKind = "opened" | "added" | "reduced" | "closed" | "resolved"

/** A wallet, and the decisions that send a notification. */
export interface FollowWalletFollow {
  /** The kind of row. */
  type: "wallet-follow"
  /** The topic, a kind and a name such as `market:0x…`: the argument of `unfollow`. */
  topic: string
  /** The rules in a few words. */
  summary: string
  /** Time at which the caller began to follow it. */
  followedAt: string
  /** True while it sends nothing; its rules remain. */
  paused: boolean
  /** The channel that gets its notifications: the first that works. Null if none does. */
  channel: AlertChannelKind | null
  /** Time of its newest notification that was sent in the last week. Null without one. */
  lastNoticeAt: string | null
  /** The address of the wallet. */
  address: string
  /** Minimum size of a decision in USD, 0 to 9,007,199,254. */
  minUsd: number
  /** Categories of the markets whose trades match. Empty: any. */
  categories: ReadonlyArray<MarketCategory>
  /** Lowest average price in USD per share, 0 to 1. Null: any. */
  minPrice: number | null
  /** Highest average price in USD per share, 0 to 1. Null: any. */
  maxPrice: number | null
  /** BUY for shares received, SELL for shares sold or sent. Null: both. */
  side: TradeSide | null
  /** Kinds of decisions that send a notification. Empty: any. */
  kinds: ReadonlyArray<WalletNoticeKind>
}

/** A market. Its resolution always sends a notification; the rules add others. */
export interface FollowMarketFollow {
  /** The kind of row. */
  type: "market-follow"
  /** The topic, a kind and a name such as `market:0x…`: the argument of `unfollow`. */
  topic: string
  /** The rules in a few words. */
  summary: string
  /** Time at which the caller began to follow it. */
  followedAt: string
  /** True while it sends nothing; its rules remain. */
  paused: boolean
  /** The channel that gets its notifications: the first that works. Null if none does. */
  channel: AlertChannelKind | null
  /** Time of its newest notification that was sent in the last week. Null without one. */
  lastNoticeAt: string | null
  /** The condition id of the market. */
  condition: string
  /** Index of the outcome that the rules watch, 0 to 255. */
  outcome: number
  /** Level in USD per share, 0.02 to 0.98: notifies when the price reaches it from below. Null: never. */
  above: number | null
  /** Level in USD per share, 0.02 to 0.98: notifies when the price reaches it from above. Null: never. */
  below: number | null
  /**
   * Price change in USD per share, 0.05 to 0.9: notifies when the price differs by at least this from any
   * price within the past 24 hours. Null: never.
   */
  jump: number | null
  /**
   * Fraction of the outcome's shares, 0.01 to 1, in thousandths: notifies when a wallet reaches it, in an
   * outcome of 5,000 shares or more. Null: never.
   */
  holderShare: number | null
  /**
   * Whether to notify when smart money (the cohort TOP_PNL) changes sides: in a snapshot, 60% of its value or
   * more is on the other side. Needs Pro.
   */
  stance: boolean
}

/** A leaderboard, and the places whose changes send a notification. */
export interface FollowLeaderboardFollow {
  /** The kind of row. */
  type: "leaderboard-follow"
  /** The topic, a kind and a name such as `market:0x…`: the argument of `unfollow`. */
  topic: string
  /** The rules in a few words. */
  summary: string
  /** Time at which the caller began to follow it. */
  followedAt: string
  /** True while it sends nothing; its rules remain. */
  paused: boolean
  /** The channel that gets its notifications: the first that works. Null if none does. */
  channel: AlertChannelKind | null
  /** Time of its newest notification that was sent in the last week. Null without one. */
  lastNoticeAt: string | null
  /** The id of the leaderboard, such as `pnl-7d`. */
  leaderboardId: string
  /** Number of top places, 1 to 100: traders entering or leaving them send a notification. */
  top: number
}

/** An event with all its markets. The resolution of each sends a notification; the rules add others. */
export interface FollowEventFollow {
  /** The kind of row. */
  type: "event-follow"
  /** The topic, a kind and a name such as `market:0x…`: the argument of `unfollow`. */
  topic: string
  /** The rules in a few words. */
  summary: string
  /** Time at which the caller began to follow it. */
  followedAt: string
  /** True while it sends nothing; its rules remain. */
  paused: boolean
  /** The channel that gets its notifications: the first that works. Null if none does. */
  channel: AlertChannelKind | null
  /** Time of its newest notification that was sent in the last week. Null without one. */
  lastNoticeAt: string | null
  /** The id of the event. */
  eventId: string
  /**
   * Price change in USD per share of the first outcome of any of its markets, 0.05 to 0.9: notifies as for a
   * market. Null: never.
   */
  jump: number | null
}

/**
 * Large trades, of all markets or of one, or those that the list of trades has for a filter. A match counts
 * once, by its taker, and the fills of a transaction are one trade.
 */
export interface FollowTradesFollow {
  /** The kind of row. */
  type: "trades-follow"
  /** The topic, a kind and a name such as `market:0x…`: the argument of `unfollow`. */
  topic: string
  /** The rules in a few words. */
  summary: string
  /** Time at which the caller began to follow it. */
  followedAt: string
  /** True while it sends nothing; its rules remain. */
  paused: boolean
  /** The channel that gets its notifications: the first that works. Null if none does. */
  channel: AlertChannelKind | null
  /** Time of its newest notification that was sent in the last week. Null without one. */
  lastNoticeAt: string | null
  /** The word `all`, the condition id of the market, or `filter-` and a hash of the filter. */
  trades: string
  /** The filter as a link to the REST API. Null without a filter. */
  path: string | null
  /** Minimum size of a trade in USD, 1,000 to 9,007,199,254. */
  minUsd: number
  /** Categories of the markets whose trades match. Empty: any. */
  categories: ReadonlyArray<MarketCategory>
  /** Lowest average price in USD per share, 0 to 1. Null: any. */
  minPrice: number | null
  /** Highest average price in USD per share, 0 to 1. Null: any. */
  maxPrice: number | null
  /** BUY for shares received, SELL for shares sold or sent. Null: both. */
  side: TradeSide | null
  /** Effects on the trader's position that send a notification. Empty: any. */
  change: ReadonlyArray<PositionChange>
}

/** A saved screen, and the number of its first members whose changes send a notification. */
export interface FollowScreenFollow {
  /** The kind of row. */
  type: "screen-follow"
  /** The topic, a kind and a name such as `market:0x…`: the argument of `unfollow`. */
  topic: string
  /** The rules in a few words. */
  summary: string
  /** Time at which the caller began to follow it. */
  followedAt: string
  /** True while it sends nothing; its rules remain. */
  paused: boolean
  /** The channel that gets its notifications: the first that works. Null if none does. */
  channel: AlertChannelKind | null
  /** Time of its newest notification that was sent in the last week. Null without one. */
  lastNoticeAt: string | null
  /** The id of the screen. */
  screenId: string
  /** Number of top places, 1 to 100: traders entering or leaving them send a notification. */
  top: number
}

/** A registered rule of the lab, whose copies send a notification, or a summary of each day. */
export interface FollowRuleFollow {
  /** The kind of row. */
  type: "rule-follow"
  /** The topic, a kind and a name such as `market:0x…`: the argument of `unfollow`. */
  topic: string
  /** The rules in a few words. */
  summary: string
  /** Time at which the caller began to follow it. */
  followedAt: string
  /** True while it sends nothing; its rules remain. */
  paused: boolean
  /** The channel that gets its notifications: the first that works. Null if none does. */
  channel: AlertChannelKind | null
  /** Time of its newest notification that was sent in the last week. Null without one. */
  lastNoticeAt: string | null
  /** The id of the registered rule. */
  ruleId: string
  /**
   * True: one message for each UTC day on which anything happened, with the net result. False: one for each
   * snapshot.
   */
  daily: boolean
}

/** A page of follows. */
export interface FollowPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<FollowWalletFollow | FollowMarketFollow | FollowLeaderboardFollow | FollowEventFollow | FollowTradesFollow | FollowScreenFollow | FollowRuleFollow>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
}

/**
 * Whether a message has reached its channel.
 *
 * - `pending`: It waits for an attempt, or for the next one.
 * - `sent`: The channel accepted it.
 * - `given-up`: No attempt succeeded, or the channel refused it.
 */
export type MessageState = "pending" | "sent" | "given-up"

/** A message to one of the caller's channels, as each kind of channel shows it. */
export interface OutboxMessage {
  /** The message's id, which a webhook gets in its `webhook-id` header. */
  id: string
  /** The kind of channel. */
  channel: AlertChannelKind
  /** Whether it has reached the channel. */
  state: MessageState
  /** The reason for the last failed attempt. Null if none failed. */
  reason: string | null
  /** Time of its newest event, or of the request for it. */
  time: string
  /** One line: the subject of an e-mail. */
  subject: string
  /** The text of an e-mail or a Telegram message. */
  text: string
  /** The body for Discord, an embed as JSON. */
  discord: string
  /** The body for Slack, blocks as JSON. */
  slack: string
  /** The body for a webhook, as JSON. */
  webhook: string
}

/** A page of messages. */
export interface OutboxMessagePage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<OutboxMessage>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
}

/** One outcome of a market. */
export interface FollowedOutcome extends OutcomeName {
  /**
   * The mark, in USD from 0 to 1: the payout once final, else the price of the last fill of at least one
   * share. Null if there is none.
   */
  price: number | null
}

/**
 * The fills of a followed trader in a market, added up. A purchase of the other outcome of two counts as a
 * sale.
 */
export interface FollowedTrades {
  /** The trader, as of the snapshot. */
  trader: Counterparty
  /** The market. Null while metadata do not link its token. */
  market: TradedMarket | null
  /** The outcome that the sums are of: the one traded most. Null while unknown. */
  outcome: FollowedOutcome | null
  /** Fills, 0 or more. */
  fills: number
  /** Value of the fills in USD, 0 or more. */
  volume: number
  /** USD paid less USD received, before fees; below 0 if more was received. */
  usd: number
  /** Shares bought less shares sold; below 0 if more were sold. */
  shares: number
  /** Lowest price of the fills, in USD per share of the outcome. Null without one. */
  lowestPrice: number | null
  /** Highest price of the fills, in USD per share of the outcome. Null without one. */
  highestPrice: number | null
  /** Time of the last fill. */
  time: string
}

/**
 * A followed market that was resolved, or whose price changed by the amount that the follow names or reached
 * one of its levels.
 */
export interface FollowedMove {
  /** The market, as of the snapshot. */
  market: TradedMarket
  /** The outcome that the follow watches. */
  outcome: OutcomeName
  /** The outcome's price at the start, in USD per share. Null without one. */
  priceBefore: number | null
  /** The outcome's price at the cutoff, in USD per share; its payout once resolved. Null without one. */
  priceAfter: number | null
  /** True if the market was resolved since the start. */
  resolved: boolean
  /** Time of the resolution, or of the last fill that made a price of its outcomes. */
  time: string
  /**
   * The largest net buyer of the outcome if its price rose, the largest net seller if it fell, over the last
   * 7 days at most. Null without one.
   */
  movedBy: Mover | null
}

/** A leaderboard: traders ranked by one metric over a period or a window of days. */
export interface FollowedLeaderboard {
  /**
   * The id `{tab}-{period}`, such as `pnl-7d`, argument of `leaderboard`; the tab alone for a window. In
   * GraphQL, a day or window and a category follow after an `@`: `pnl-7d@2026-01-15`, `pnl-7d@sports`,
   * `pnl@2026-01-01..2026-01-31,sports`; `node` accepts all of these.
   */
  id: string
  /** A short title. */
  title: string
}

/** A trader who entered or left a followed top. */
export interface FollowedPlace {
  /** The trader, as of the snapshot. */
  trader: Counterparty
  /** The rank now, 1 or more. Null off the board. */
  rank: number | null
  /** The rank before, 1 or more. Null if unknown or off the board. */
  previousRank: number | null
}

/** Traders who entered or left the top of a followed leaderboard. */
export interface FollowedBoardChange {
  /** The leaderboard, as of the snapshot. */
  leaderboard: FollowedLeaderboard
  /** Number of top places that are followed, 1 or more. */
  top: number
  /** Traders who entered, best first. */
  entered: ReadonlyArray<FollowedPlace>
  /** Traders who left, best first. */
  left: ReadonlyArray<FollowedPlace>
}

/** A question about traders that an account saved under a name. */
export interface SavedScreen {
  /** The id, argument of `screen`, `saveScreen`, `renameScreen` and `deleteScreen`. */
  id: string
  /** The name that its owner gave it. */
  name: string
  /** The saved question as a link to the REST API. */
  path: string
  /** Whether everybody who knows the id may read it; a private one exists for its owner alone. */
  public: boolean
  /** The number of members at most, 1 to 1,000. */
  top: number
  /** When it was first saved. */
  createdAt: string
}

/** Traders who entered or left the top of a followed screen. */
export interface FollowedScreenChange {
  /** The saved question, as its readers see it. */
  screen: SavedScreen
  /** Number of top places that are followed, 1 or more. */
  top: number
  /** Traders who entered, best first. */
  entered: ReadonlyArray<FollowedPlace>
  /** Traders who left, best first. */
  left: ReadonlyArray<FollowedPlace>
}

/** Changes of what the caller follows, after a time and up to the cutoff. */
export interface ChangesSince {
  /** Only later events count. At most the time of the cutoff. */
  from: string
  /** Time of the caller's newest page view at least half an hour ago, on any device. Null without one. */
  lastVisit: string | null
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
  /** The changes in one sentence. */
  summary: string
  /** Trades of followed traders, net by trader and market, most traded first; at most 20. */
  trades: ReadonlyArray<FollowedTrades>
  /**
   * Followed markets, and those of followed events, that were resolved or moved by the chosen amount, largest
   * change first; at most 10.
   */
  moves: ReadonlyArray<FollowedMove>
  /** Followed leaderboards whose top changed within the last 7 days. */
  boards: ReadonlyArray<FollowedBoardChange>
  /** Followed screens whose top changed within the last 7 days. */
  screens: ReadonlyArray<FollowedScreenChange>
  /** Time of the newest event that counts, also before `from`. Null without one in 30 days. */
  lastAt: string | null
}

/**
 * A trader: a wallet with at least one event in the ledger. Its own numbers cover all time; `stats` covers a
 * period.
 */
export interface ScreenMember extends SearchableTrader {
  /** The rank, 1 is the best. Null in the list of everybody by address. */
  rank: number | null
  /** The weighted mean of percentiles, 0 to 1. Null without weights, and if a weighted number is unknown. */
  score: number | null
  /** The trader's numbers. Null if the trader has no trade in the window. */
  numbers: ScreenNumbers | null
}

/** A page of traders. */
export interface ScreenMemberPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<ScreenMember>
  /** Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page. */
  nextCursor: string | null
  /**
   * Traders in the whole list, 0 or more. Null with a `query` alone, as counting matches would read every
   * trader.
   */
  totalCount: number | null
  /**
   * Traders with a trade in the window and an unknown number among those that `where` compares; unknown
   * numbers fit no range.
   */
  unknown: number
  /** Entries of `among` that name no trader, or more than one. */
  notFound: ReadonlyArray<string>
  /** The question as a link to the REST API: the same text for the same question. */
  path: string
  /** True if more rows follow that the caller's tier may not read. */
  truncated: boolean
  /** The reason for truncated rows and how to get them, in one sentence. Null if none were truncated. */
  truncatedReason: string | null
  /**
   * The last event counted; with `asOf`, the close of the day. Null where the rows are the caller's own, and
   * before there is an event.
   */
  cutoff: Cutoff | null
  /**
   * Open markets that several traders of the whole list hold, as far as pages list it to the caller: a row
   * for each outcome held. The markets of the most holders come first, then those of the largest value. Null
   * where `min` is null, and for a search by name alone. Error RATE_LIMITED with `retryAfter` in seconds
   * above as many calls per second as requests, counted per caller and alias over GraphQL and REST together.
   */
  inCommon: ReadonlyArray<SharedMarket> | null
}

/**
 * Content of an export: its [columns](/docs/files#exports).
 *
 * - `trades`: Fills, one row for each order of a match: rows whose role is TAKER count each dollar once.
 * - `positions`: Positions of traders in outcomes at a day's close.
 * - `traders`: Traders who fit a question, in its order, with every number of a screen.
 */
export type ExportTable = "trades" | "positions" | "traders"

/**
 * Format of a file.
 *
 * - `ndjson`: One JSON object per line. Amounts are decimal numbers of dollars or shares.
 * - `csv`: Comma-separated values with a header. Amounts are decimal numbers of dollars or shares.
 * - `parquet`: Apache Parquet with typed columns. Amounts are whole millionths, in columns that end in
 * `_micro`.
 */
export type ExportFormat = "ndjson" | "csv" | "parquet"

/**
 * State of an export.
 *
 * - `waiting`: It waits for its turn.
 * - `running`: Its file is being written.
 * - `done`: Its file is whole.
 * - `failed`: It ended without a file; `problem` says why.
 * - `cancelled`: It was cancelled, and its file removed.
 */
export type ExportState = "waiting" | "running" | "done" | "failed" | "cancelled"

/** A file of many rows as of one cutoff. Only the account that requested it can read it. */
export interface Export {
  /** The id, argument of `export` and `cancelExport`. */
  id: string
  /** The table that it contains. */
  table: ExportTable
  /** The format of the file. */
  format: ExportFormat
  /** The requested rows, in words. */
  summary: string
  /** Whether it waits, is being written, or has ended. */
  state: ExportState
  /** Rows written so far, 0 or more. An attempt that ended with its process begins again at 0. */
  rows: number
  /** Bytes written so far, 0 or more; the size of the file once it is DONE. */
  bytes: number
  /**
   * The last event that the file can contain: the cutoff of the snapshot that was the newest when writing
   * began. Null until DONE.
   */
  cutoff: Cutoff | null
  /**
   * REST path of the file, which takes Range requests, so that a cut download can be resumed. Null unless
   * DONE.
   */
  path: string | null
  /** SHA-256 of the file's bytes, in hex. Null until DONE. */
  sha256: string | null
  /** Time of the request. */
  createdAt: string
  /** When the export and its file are removed: 7 days after its end. */
  expiresAt: string
  /** The reason of the failure and what to do, in one sentence. Null unless FAILED. */
  problem: string | null
}

/**
 * State of a trial.
 *
 * - `waiting`: It waits for its turn.
 * - `running`: It is being computed.
 * - `done`: Its report is there.
 * - `failed`: It ended without a report; `problem` says why.
 * - `cancelled`: It was cancelled, and its report removed.
 */
export type BacktestState = "waiting" | "running" | "done" | "failed" | "cancelled"

/**
 * Whether a rule would have paid.
 *
 * - `pays`: More than chance and the number of tries explain.
 * - `does-not`: It lost more than chance explains.
 * - `cannot-tell`: The data do not decide, as always under 30 decided events.
 */
export type BacktestVerdict = "pays" | "does-not" | "cannot-tell"

/**
 * The fate of a copy.
 *
 * - `filled`: All of it was bought.
 * - `partly`: Some of it was bought.
 * - `no-print`: Nobody bought the outcome from the book in time.
 * - `beyond-slippage`: Those who did paid more than the rule allows.
 * - `no-money`: No money was free.
 * - `at-a-limit`: A limit of the rule was reached.
 * - `too-small`: It was less than $1.
 * - `market-ended`: The market was resolved before the order.
 */
export type BacktestFate = "filled" | "partly" | "no-print" | "beyond-slippage" | "no-money" | "at-a-limit" | "too-small" | "market-ended"

/** How many copies ended so. */
export interface BacktestFateCount {
  /** The fate of these copies. */
  fate: BacktestFate
  /** How many copies, 0 or more. */
  copies: number
}

/** The net result at a day's close, in dollars. */
export interface BacktestPoint {
  /** The UTC day. */
  day: string
  /** Of the rule. */
  net: number
  /** The lower end of its 95% interval. */
  low: number
  /** The upper end of its 95% interval. */
  high: number
  /** The mean of random traders. */
  randomTraders: number
}

/**
 * A step from the result of the copied traders to that of the rule.
 *
 * - `none`: The rule's sizes at the traders' own prices.
 * - `delay`: The price of the first trade after the delay.
 * - `slippage`: The prices of as many trades as the size needs.
 * - `fees`: Their fees.
 * - `unfilled`: Only what real trades gave in time and within the slippage.
 * - `limits`: Only what money and limits allow: the result.
 */
export type BacktestStep = "none" | "delay" | "slippage" | "fees" | "unfilled" | "limits"

/** The cost of a friction, in dollars. The changes add up to the net result. */
export interface BacktestWaterfall {
  /** The friction that is added. */
  step: BacktestStep
  /** The difference that it makes. */
  change: number
  /** The net result with it and those before. */
  net: number
}

/** The rule with other dollars a copy, without limits of money. */
export interface BacktestCapacity {
  /** Dollars a copy. */
  usd: number
  /** The net result in dollars. */
  net: number
  /** Net result ÷ dollars staked. Null if nothing was bought. */
  returnOnStake: number | null
  /** The part of the wanted dollars that was bought, 0 to 1. Null if nothing was wanted. */
  filled: number | null
}

/** The rule with one of its delays. */
export interface BacktestDelay {
  /** Seconds after the copied trade, 0 or more. */
  seconds: number
  /** The net result in dollars. */
  net: number
  /** Net result ÷ dollars staked. Null if nothing was bought. */
  returnOnStake: number | null
}

/** The same rule without what is judged. */
export interface BacktestBaseline {
  /** How many draws were made, 0 or more. */
  draws: number
  /** The mean return on stake of the draws. Null if none bought anything. */
  returnOnStake: number | null
  /** The share of draws that were at least as good, 0 to 1: (1 + those) ÷ (1 + draws). */
  pValue: number
}

/** The answer for a rule, in dollars: see the [methodology](/docs/methodology#12-would-a-rule-have-paid). */
export interface BacktestReport {
  /** Whether the rule would have paid. */
  verdict: BacktestVerdict
  /** The verdict in a sentence, or why nothing was copied. */
  sentence: string
  /** Different rules that the account has tried over overlapping days, this one included: 0 or more. */
  tries: number
  /** The net result. */
  net: number
  /** The 95% interval of the net result, by a bootstrap over events. */
  netInterval: Interval
  /** Dollars that copies cost, 0 or more. */
  staked: number
  /** Fees among them and of sales, 0 or more. */
  fees: number
  /** Net result ÷ dollars staked. Null if nothing was bought. */
  returnOnStake: number | null
  /** Its 95% interval. Null if it is. */
  returnOnStakeInterval: Interval | null
  /** Net result ÷ bankroll. */
  returnOnBankroll: number
  /** The largest fall of the net result from a peak, by days, 0 or more. */
  drawdown: number
  /** Events in which anything was bought, 0 or more. */
  events: number
  /** Those of them in which nothing is open, 0 or more. */
  decidedEvents: number
  /** Purchases that the rule wanted to copy, 0 or more. */
  wanted: number
  /** Purchases of the rule, in full or in part: 0 or more. */
  bought: number
  /** Copies by what became of them. */
  fates: ReadonlyArray<BacktestFateCount>
  /** Copies that are open at the end, 0 or more. */
  open: number
  /** Dollars that those are marked at. */
  openValue: number
  /** Trades of unknown role in the copied outcomes, 0 or more: they fill nothing. */
  unknownRoles: number
  /** The net result by days, at most 120 of them. */
  curve: ReadonlyArray<BacktestPoint>
  /** From the traders' result to that of the rule. */
  waterfall: ReadonlyArray<BacktestWaterfall>
  /** The rule with $10, $100, $1,000 and $10,000 a copy. */
  capacity: ReadonlyArray<BacktestCapacity>
  /** Dollars a copy at which nothing is gained any more. Null if that is not between two of these. */
  edgeGoneAt: number | null
  /** The rule with each of its delays. */
  delays: ReadonlyArray<BacktestDelay>
  /** The rule with random traders of the same minimum record. */
  randomTraders: BacktestBaseline
  /** The same purchases at random times of the same days. */
  randomTimes: BacktestBaseline
}

/** A trial of a rule for copying traders. Only its account reads it; everybody reads examples. */
export interface Backtest extends BacktestSummary {
  /** The answer. Null unless DONE. */
  report: BacktestReport | null
}

/** A trial of a rule for copying traders. Only its account reads it; everybody reads examples. */
export interface BacktestSummary {
  /** The id of the trial or of the registered rule. */
  id: string
  /** The title of the example that it is or was. Null for others. */
  title: string | null
  /** The rule as JSON, with every default; `to` of a registered one is the last day on which it may run. */
  rule: string
  /** The first day. */
  from: string
  /** The last day. */
  to: string
  /** Whether it waits, is being computed, or has ended. */
  state: BacktestState
  /** The part that is done, 0 to 1. */
  progress: number
  /** The reason why it failed. Null unless FAILED. */
  problem: string | null
  /** When it was started. */
  createdAt: string
  /** When it is removed: 90 days later. */
  expiresAt: string
}

/** A part of a copy that was bought or sold. */
export interface BacktestFillPart {
  /** The time in UTC. */
  time: string
  /** Shares, 0 or more. */
  shares: number
  /** Dollars without the fee, 0 or more. */
  usd: number
  /** The fee in dollars, 0 or more. */
  fee: number
}

/** A purchase that follows a trader's. */
export interface BacktestCopy {
  /** The time of the trader's purchase in UTC. */
  time: string
  /** The trader's address. Null for a wallet that opted out. */
  trader: string | null
  /** The trader's name on the market. Null without one. */
  username: string | null
  /** The market's id. Null while unknown. */
  market: string | null
  /** The question of the market. Null while unknown. */
  question: string | null
  /** The outcome. Null while unknown. */
  outcome: string | null
  /** The trader's price, 0 to 1. */
  theirPrice: number
  /** The trader's dollars, 0 or more. */
  theirUsd: number
  /** Dollars that the rule wanted to spend, 0 or more. */
  wanted: number
  /** The fate of this copy. */
  fate: BacktestFate
  /** The parts that were bought. */
  fills: ReadonlyArray<BacktestFillPart>
  /** The parts that were sold. */
  sales: ReadonlyArray<BacktestFillPart>
  /** Dollars that the resolution paid. Null before it, or if nothing was held. */
  paidOut: number | null
  /** Shares that are open at the end, 0 or more. */
  openShares: number
  /** The net result in dollars, open shares at their mark. */
  net: number
}

/**
 * State of a registered rule.
 *
 * - `running`: It runs on paper as blocks come.
 * - `ended`: It ended; its record stays.
 */
export type RegisteredRuleState = "running" | "ended"

/**
 * A rule that runs forward on paper from its registration on. Everybody who has its id reads it: see the
 * [methodology](/docs/methodology#registered-rules).
 */
export interface RegisteredRuleSummary {
  /** The id of the trial or of the registered rule. */
  id: string
  /** The title of the example that it is or was. Null for others. */
  title: string | null
  /** The rule as JSON, with every default; `to` of a registered one is the last day on which it may run. */
  rule: string
  /** The ledger's time from which on it copies. */
  startedAt: string
  /** Whether it runs. */
  state: RegisteredRuleState
}

/** The net result of a registered rule at a day's close. */
export interface RuleDay {
  /** The UTC day. */
  day: string
  /** The net result in dollars, open copies at their cost. */
  net: number
}

/**
 * The results of a registered rule since its registration: sums of its record, in dollars. They never contain
 * a result of a trial on the past.
 */
export interface RuleResults {
  /** The results in a sentence. */
  sentence: string
  /** Purchases that the rule wanted to copy, 0 or more. */
  copies: number
  /** Those of them that bought anything, 0 or more. */
  bought: number
  /** Those of them that hold shares, 0 or more. */
  open: number
  /** Dollars that they cost, fees included. */
  staked: number
  /** Dollars that sales and resolutions brought. */
  received: number
  /** The cost of the shares that are open. */
  openCost: number
  /** Dollars received less the cost of the shares that they are for. */
  net: number
  /** Its 95% interval, by a bootstrap over events. */
  netInterval: Interval
  /** Net result ÷ dollars staked. Null if nothing was bought. */
  returnOnStake: number | null
  /** Its 95% interval. Null if it is. */
  returnOnStakeInterval: Interval | null
  /** Events in which anything was bought and nothing is open, 0 or more. */
  decidedEvents: number
  /** The net result of each day on which it changed. */
  days: ReadonlyArray<RuleDay>
}

/**
 * A rule that runs forward on paper from its registration on. Everybody who has its id reads it: see the
 * [methodology](/docs/methodology#registered-rules).
 */
export interface RegisteredRule extends RegisteredRuleSummary {
  /** Its results up to the caller's snapshot. */
  results: RuleResults
}

/**
 * The kind of an entry of a record.
 *
 * - `registered`: The rule, and the time from which on it runs.
 * - `chosen`: The traders of a choice, by the close of the day before.
 * - `paid`: The payout of a resolution for a copy.
 * - `sold`: A part of a copy that was sold.
 * - `copied`: A copy whose order has ended, with what it bought.
 * - `taken-back`: An earlier entry no longer counts: its blocks were taken back, or earlier events came late.
 * - `ended`: The end of the rule.
 */
export type RuleEntryKind = "registered" | "chosen" | "paid" | "sold" | "copied" | "taken-back" | "ended"

/** An entry of the record of a registered rule. Entries never change. */
export interface RuleEntry {
  /** Its number in the record, from 1: 0 or more. */
  number: number
  /** The event that it records. */
  kind: RuleEntryKind
  /** When it happened; the start of its day where the contents are withheld. */
  time: string
  /**
   * The address of the copied trader. Null for other entries, for a wallet that opted out, and without
   * sign-in where the rule chooses from a leaderboard that requires it, like the market then.
   */
  trader: string | null
  /** The trader's name on the market. Null without one. */
  username: string | null
  /** The market's id. Null while unknown. */
  market: string | null
  /** The question of the market. Null while unknown. */
  question: string | null
  /** The outcome. Null while unknown. */
  outcome: string | null
  /** The fate of a copy. Null for other entries. */
  fate: BacktestFate | null
  /** Shares that were bought, sold or paid out, 0 or more. Null for other entries. */
  shares: number | null
  /** Dollars that they cost or brought, fees included, 0 or more. Null for other entries. */
  usd: number | null
  /** JSON, as it was hashed. Null where it would name a wallet that opted out. */
  contents: string | null
  /** Random characters that were hashed with the contents. Null where those are. */
  nonce: string | null
  /** Hex: SHA-256 of the hash before and of `[kind, number, contents, nonce]` as JSON. */
  hash: string
}

/**
 * The cohorts: up to 100 traders each, fixed every ISO week on Monday at 00:00 UTC.
 *
 * - `top-pnl`: The top 100 of the leaderboard pnl-all.
 * - `most-consistent`: The top 100 of the leaderboard consistent-all.
 * - `high-conviction`: The 100 most profitable traders who hold at least 80% of the shares they buy to
 * resolution, with at least 80% of fills BUYs and at least 10 decided units.
 */
export type SmartCohort = "top-pnl" | "most-consistent" | "high-conviction"

/** A cohort's position in the markets of one category. */
export interface CategoryStance {
  /** The category. Null for markets without one. */
  category: MarketCategory | null
  /** Markets counted, 1 or more. */
  markets: number
  /** Marked value of the cohort's shares, in USD. */
  value: number
  /** YES share of that value, from 0 to 1. */
  yesShare: number
  /** Unweighted mean of the markets' divergences, from −1 to 1. */
  divergence: number
}

/**
 * The kinds of smart-money signal.
 *
 * - `opportunity`: The cohort's YES share differs from the price by 0.15 or more.
 * - `consensus`: At least 80% of the cohort's value is on one side, and the price agrees.
 * - `highlight`: The signal of the week: the largest |divergence| · log10(value) · √members at its start.
 */
export type SignalKind = "opportunity" | "consensus" | "highlight"

/**
 * A side of a two-outcome market.
 *
 * - `yes`: The first outcome.
 * - `no`: The second outcome.
 */
export type MarketSide = "yes" | "no"

/**
 * Outcomes of a signal.
 *
 * - `won`: A share of its side paid $1.
 * - `lost`: A share of its side paid nothing.
 * - `void`: The market paid both sides something.
 * - `open`: The market has not resolved.
 */
export type SignalOutcome = "won" | "lost" | "void" | "open"

/**
 * A cohort's position in a two-outcome market against its price; YES is the first outcome. Each question of a
 * neg-risk group is a market of its own.
 */
export interface Signal {
  /** The cohort whose positions are shown. Null for the members of a screen. */
  cohort: SmartCohort | null
  /** The Monday since which the cohort's members are fixed; for a screen, the day of its members. */
  snapshotDate: string
  /** The market's condition id: 0x and 64 lower-case hex digits. */
  condition: string
  /** The market's question. Null while unknown. */
  question: string | null
  /** The market's slug. Null while unknown. */
  slug: string | null
  /** Name of the first outcome, YES here: `Yes`, or a team's. Null while unknown. */
  yesName: string | null
  /** Name of the second outcome, NO here. Null while unknown. */
  noName: string | null
  /** The market's category at the time. Null if it had none. */
  category: MarketCategory | null
  /** Price of a YES share, in USD from 0 to 1. */
  price: number
  /** The kind of signal. Null if it is none. */
  kind: SignalKind | null
  /** The side that the signal favors. Null if it is none. */
  side: MarketSide | null
  /**
   * YES share of the cohort's marked value in the market, a fraction floored to 6 decimals. Null without Pro
   * where the signal is not a weekly highlight.
   */
  yesShare: number | null
  /**
   * Divergence from the market: `yesShare` minus `price`, from −1 to 1. Null without Pro where the signal is
   * not a weekly highlight.
   */
  divergence: number | null
  /**
   * Marked value of the cohort's shares in the market, in USD. Null without Pro where the signal is not a
   * weekly highlight.
   */
  value: number | null
  /**
   * Members holding shares with a value, 3 or more. Null without Pro where the signal is not a weekly
   * highlight.
   */
  members: number | null
  /** The outcome as of `cutoff`. */
  outcome: SignalOutcome
  /** Return of a share of its side, payout ÷ price − 1, before fees. Null while the market is open. */
  return: number | null
}

/**
 * A cohort's positions in open markets, compared with their prices. A market counts until it ends, with at
 * least 3 members and $5,000 of marked value.
 */
export interface SmartMoney {
  /** The cohort whose positions are shown. Null for the members of a screen. */
  cohort: SmartCohort | null
  /** Number of members, 0 to 1,000. */
  cohortSize: number
  /**
   * The Monday, 00:00 UTC, since which its members are fixed for the week; for a screen, the day of its
   * members.
   */
  snapshotDate: string
  /** Time of computation; with `asOf`, the close of the day. */
  computedAt: string
  /** The last event counted in positions and prices. */
  cutoff: Cutoff
  /** Positions by category, largest value first. */
  categories: ReadonlyArray<CategoryStance>
  /**
   * The highlight recorded at the start of the week. Null if no position differed from its price, and for a
   * screen.
   */
  weeklyPick: Signal | null
  /**
   * The opportunities, widest divergence first. Without Pro: the 5 whose markets have the largest volume, in
   * that order.
   */
  markets: ReadonlyArray<Signal>
  /**
   * Markets where the cohort holds mostly one side and the price agrees, largest value first. Null without
   * Pro.
   */
  consensusMarkets: ReadonlyArray<Signal> | null
}

/**
 * A cohort's position in a two-outcome market against its price; YES is the first outcome. Each question of a
 * neg-risk group is a market of its own.
 */
export interface Highlight extends Signal {
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
}

/** A cohort's change in one category from the week before. */
export interface CategoryShift {
  /** The category. Null for markets without one. */
  category: MarketCategory | null
  /** Change of `yesShare`, from −1 to 1. Null if either week lacks the category. */
  yesShare: number | null
  /** Change of `divergence`, from −2 to 2. Null if either week lacks the category. */
  divergence: number | null
}

/** How a cohort's opportunities changed from the week before. */
export interface OpportunityChanges {
  /** New, or now for the other side; 0 or more. */
  fresh: number
  /** Wider divergence than the week before; 0 or more. */
  grown: number
  /** Narrower divergence than the week before; 0 or more. */
  shrunk: number
  /** Same divergence; 0 or more. */
  same: number
  /** No longer an opportunity, market unresolved; 0 or more. */
  gone: number
  /** No longer an opportunity because the market resolved; 0 or more. */
  resolved: number
}

/** A cohort's changes from the week before. */
export interface CohortChanges {
  /** Members who joined since the week before, 0 or more. */
  membersIn: number
  /** Members who left since the week before, 0 or more. */
  membersOut: number
  /** Changes by category. */
  categories: ReadonlyArray<CategoryShift>
  /** Changes among the opportunities. */
  opportunities: OpportunityChanges
}

/** A cohort's weekly snapshot, recorded once at the start of the week. */
export interface CohortWeek {
  /** The Monday that starts the week. */
  snapshotDate: string
  /** Members that week, 0 to 100. */
  cohortSize: number
  /** Number of opportunities that week, 0 or more. */
  opportunityCount: number
  /** Positions by category, largest value first. */
  categories: ReadonlyArray<CategoryStance>
  /** Changes from the week before. Null for the first week. */
  changes: CohortChanges | null
}

/** A cohort's signals week by week, with their outcomes. Contains no identities. */
export interface SmartMoneyHistory {
  /** The cohort whose positions are shown. */
  cohort: SmartCohort
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
  /** The weeks, newest first. */
  snapshots: ReadonlyArray<CohortWeek>
  /** The opportunities of those weeks as recorded at the time, newest first, with their outcomes. */
  previousSignals: ReadonlyArray<Signal>
  /** The track record of all the cohort's opportunities. */
  performance: SignalPerformance
}

/** One outcome of a market. */
export interface Outcome {
  /** The name. Null while unknown. */
  name: string | null
  /** The token id: a decimal number of up to 78 digits. */
  token: string
  /**
   * The mark, in USD from 0 to 1: the payout once final, else the price of the last fill of at least one
   * share. Null if there is none.
   */
  price: number | null
}

/** A prediction market: one question with its outcomes. */
export interface Market {
  /** The condition id: 0x and 64 lower-case hex digits; argument of `market`. */
  condition: string
  /** The question. Null while unknown. */
  question: string | null
  /** The slug, its short name in URLs. Null while unknown. */
  slug: string | null
  /** The category. Null if it has none. */
  category: MarketCategory | null
  /** True once its payouts are final. */
  resolved: boolean
  /**
   * Traded volume in USD: its TAKER fills, so each trade counts once; all its fills if no role is known, as
   * with Data API rows. Null if only some roles are known.
   */
  volume: number | null
  /** The outcomes in order; empty while unknown. */
  outcomes: ReadonlyArray<Outcome>
}

/** A cohort's position in a market at the start of a week, recorded once. */
export interface MarketWeek {
  /** The Monday that starts the week. */
  snapshotDate: string
  /** Price of a YES share, in USD from 0 to 1. */
  price: number
  /** YES share of the cohort's value, from 0 to 1. */
  yesShare: number
  /** Divergence from the market: `yesShare` minus `price`, from −1 to 1. */
  divergence: number
  /** Marked value of the cohort's shares, in USD. */
  value: number
  /** Members holding shares with a value, 3 or more. */
  members: number
}

/** A cohort member that holds shares of a market. */
export interface MarketMember {
  /** The member's wallet address: 0x and 40 lower-case hex digits. */
  address: string
  /** The public name. Null if none is known. */
  username: string | null
  /** Marked value of its YES shares, in USD. */
  yesValue: number
  /** Marked value of its NO shares, in USD. */
  noValue: number
}

/** A cohort's position in one market: now, in past weeks, and by member. */
export interface SmartMoneyMarket {
  /** The market, with its prices and volume. */
  market: Market
  /** The cohort whose positions are shown. */
  cohort: SmartCohort
  /** The Monday since which the cohort's members are fixed; for a screen, the day of its members. */
  snapshotDate: string
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
  /** The current position. Null if too few members hold the market, or it has resolved or ended. */
  stance: Signal | null
  /**
   * The positions at the start of each of the last 8 weeks, oldest first, without weeks in which too few
   * members held the market.
   */
  weeks: ReadonlyArray<MarketWeek>
  /** The members that hold it, largest value first, except wallets that opted out. */
  members: ReadonlyArray<MarketMember>
}

/** How a bought outcome's price moved. */
export interface BuyMove {
  /** Hours after the buy. */
  hours: number
  /** The mean change of the mark since the second of the buy, in USD a share, from -1 to 1, before costs. */
  change: number
  /** Of the mean, with events as the units that are drawn. */
  interval: Interval
}

/** The large buys of a group of traders. */
export interface BuyGroup {
  /** Traders who bought, 0 or more. */
  traders: number
  /** Their buys, 0 or more. */
  buys: number
  /** Events that these were in, 0 or more. */
  events: number
  /** By hours, ascending. Null under 5 traders or 30 buys. */
  moves: ReadonlyArray<BuyMove> | null
}

/**
 * How prices moved after buys of $10,000 or more, for skilled traders and for everyone else. Opted-out
 * traders are in neither group.
 */
export interface LargeBuyStudy {
  /**
   * One or two sentences: the change 72 hours after the buys of each group, where its interval does not
   * contain 0, and whether it matters who bought.
   */
  summary: string
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
  /** The UTC day of the last price. */
  day: string
  /** The UTC day of the first buys that count. */
  since: string
  /** Traders whose verdict was SKILLED at the close of the Sunday before the buy's ISO week. */
  skilled: BuyGroup
  /** All other traders. */
  others: BuyGroup
  /**
   * The change after 72 hours of the skilled less that of the others, in USD a share. An interval that
   * contains 0 is no evidence of a difference. Null unless both groups have moves.
   */
  difference: Interval | null
}

/** A snapshot: one published computation of every number. A request reads one snapshot. */
export interface SnapshotInfo {
  /** The snapshot's number, 1 or more; newer snapshots have larger numbers. */
  id: number
  /** Time of computation. */
  generatedAt: string
  /** The UTC day of the ledger's first event. */
  firstDay: string
  /** Ledger events counted, 0 or more. */
  events: number
}

/** How complete the ledger's history of traders is. */
export interface ServiceCoverage {
  /** Traders with at least one event, 0 or more. */
  traders: number
  /** Traders whose coverage is PARTIAL: the ledger did not see some shares arrive before they left. */
  partialTraders: number
  /** Traders whose coverage is GAP: they moved shares of a market whose tokens are unknown. */
  gapTraders: number
}

/**
 * Sums over the markets with metadata, of the last whole UTC day up to the cutoff. Trades of markets that
 * were resolved before the day before do not count.
 */
export interface ServiceDay {
  /** The UTC day. */
  day: string
  /**
   * Traded volume in USD, as in `Market.volume`. Null if only some roles of the fills of a market are known.
   */
  volume: number | null
  /** Volume of the UTC day before. Null if unknown, as with `volume`. */
  volumeDayBefore: number | null
  /** Markets whose payouts became final on the day, 0 or more. */
  resolvedMarkets: number
  /** Traders whose first position began on the day, 0 or more. Null if unknown. */
  newTraders: number | null
}

/** The service: software, data coverage, current snapshot, and facts of the last day. */
export interface Service {
  /** The software's name. */
  name: string
  /** The software's version (semantic versioning). */
  version: string
  /** True if the data is simulated, with invented traders and markets, for demonstration only. */
  simulation: boolean
  /**
   * Minutes from an event until it may be in an answer to this caller. 0: answers are live. Otherwise the
   * cutoff is up to a sixth of the delay older; before any snapshot is public, it is the close of an earlier
   * day.
   */
  delay: number
  /**
   * Origin of the block explorer that the operator configured: a transaction is at its path `/tx/{hash}`.
   * Null: none is.
   */
  blockExplorer: string | null
  /** The last event counted in the current snapshot. */
  cutoff: Cutoff
  /** The snapshot that answers this request. */
  snapshot: SnapshotInfo
  /** How complete the ledger's history of traders is. */
  coverage: ServiceCoverage
  /**
   * Value in USD of all shares held in unresolved markets: the sum of `Market.openInterest`, without shares
   * at an unknown price and those of traders who opted out. Null before a snapshot of the newest events is
   * public.
   */
  openInterest: number | null
  /** Sums of the last whole UTC day up to the cutoff. */
  day: ServiceDay
}

/** The result of `unfollow`. */
export interface UnfollowPayload {
  /** The topic as stored, such as `market:0x…`. */
  topic: string
  /** Whether the caller followed it. False changes nothing. */
  wasFollowed: boolean
}

/** The result of `forgetVisits`. */
export interface ForgetVisitsPayload {
  /** Whether there were any. False if there were none. */
  wereKept: boolean
}

/** The result of `deleteScreen`. */
export interface DeleteScreenPayload {
  /** The id of the deleted screen. */
  id: string
}

/**
 * A number that both sites show.
 *
 * - `shares`: Shares held.
 * - `bought`: Dollars paid for shares.
 * - `cost`: Cost of the shares held.
 * - `value`: Value of the shares held.
 * - `realized`: Realized profit.
 * - `unrealized`: Profit of the shares held.
 * - `pnl`: Realized and unrealized profit.
 * - `volume`: Gross dollars of trades.
 * - `cash`: Dollars received less dollars paid, by the events that a file lists.
 */
export type ReconciledNumberName = "shares" | "bought" | "cost" | "value" | "realized" | "unrealized" | "pnl" | "volume" | "cash"

/**
 * Why a number of another site differs.
 *
 * - `split`: The other site does not count shares made from collateral by a split.
 * - `merge`: The other site does not count shares that a merge turned back into collateral.
 * - `conversion`: The other site does not count conversions of No shares into Yes shares of a multi-outcome
 * market, or no result of one into dollars.
 * - `unredeemed-loser`: The shares lost and were never redeemed: the other site omits the loss from realized
 * profit, or omits the position.
 * - `redemption`: The other site counts the result of a market when shares are redeemed, or not at all; the
 * host counts it once the market resolves.
 * - `fee`: The other site ignores trading fees.
 * - `transfer-in`: Shares came from another wallet: the other site does not count them, or counts them as
 * free.
 * - `transfer-out`: Shares went to another wallet: the other site still counts them, or counts them as sold
 * at $0.
 * - `dust`: Rounding of the digits that the other site shows, or a position too small for its list.
 * - `mark`: The other site values open shares at another price, or at the price of another time.
 * - `maker-and-taker`: The other site counts a trade twice: once for the maker, once for the taker, or two
 * rows for one position.
 * - `missing-page`: The other view begins later, or its list ends early: older events or further rows are
 * missing, as where a page of results was not fetched.
 * - `other-cutoff`: The other view ends earlier: it lacks the newest events.
 * - `unknown`: No known rule explains it.
 */
export type DifferenceCause = "split" | "merge" | "conversion" | "unredeemed-loser" | "redemption" | "fee" | "transfer-in" | "transfer-out" | "dust" | "mark" | "maker-and-taker" | "missing-page" | "other-cutoff" | "unknown"

/** The part of a difference that a cause makes. */
export interface DifferencePart {
  /** Why that part differs. */
  cause: DifferenceCause
  /** The other number less ours as far as the cause makes it; USD or shares. */
  amount: number
}

/** One number at both sites. */
export interface ReconciledNumber {
  /** Its meaning. */
  name: ReconciledNumberName
  /** This service's number; USD or shares. */
  own: number
  /** The other site's number; USD or shares. */
  other: number
  /** The other number less ours; USD or shares. */
  difference: number
  /** The causes, largest first; they add up to `difference` to the millionth. */
  causes: ReadonlyArray<DifferencePart>
}

/** A cause with what it explains. */
export interface CauseCount {
  /** Why numbers differ. */
  cause: DifferenceCause
  /** A sentence about it. */
  text: string
  /** Positions and markets in which it makes a part of a difference, 0 or more. */
  count: number
}

/** A position at both sites. */
export interface ReconciledPosition {
  /** The outcome token. Null for totals of the wallet. */
  token: string | null
  /** The outcome and its market, as far as either site names them. */
  title: string
  /** False if the other view does not list it. */
  isListed: boolean
  /** The numbers that the other view shows. */
  numbers: ReadonlyArray<ReconciledNumber>
}

/** The cash flow of a market at both sites: dollars received less dollars paid. */
export interface ReconciledMarket {
  /** The market's condition. Null if unknown. */
  condition: string | null
  /** The question of the market. Null if the ledger has no name of it. */
  title: string | null
  /** This service's cash flow, USD. */
  own: number
  /** The other site's cash flow, USD. */
  other: number
  /** Events in this service's ledger, 0 or more. */
  ownEvents: number
  /** Events in the files, 0 or more. */
  otherEvents: number
  /** The causes, largest first; they add up to `other` less `own` to the millionth. */
  causes: ReadonlyArray<DifferencePart>
}

/** Another site's view of a wallet against this service's ledger. */
export interface Reconciliation {
  /** The trader that the files show. */
  trader: Counterparty
  /** The numbers in sum over what was compared. */
  sums: ReadonlyArray<ReconciledNumber>
  /** The causes, most frequent first. */
  causes: ReadonlyArray<CauseCount>
  /** Positions and totals that were compared, 0 or more. */
  positionCount: number
  /** Positions and totals with a difference, 0 or more. */
  differentCount: number
  /** Positions and totals with a difference, the largest first: up to 100. */
  positions: ReadonlyArray<ReconciledPosition>
  /**
   * Markets whose events differ, the largest difference first: up to 100. Empty unless the files list events.
   */
  markets: ReadonlyArray<ReconciledMarket>
  /** False if some positions have too many days to be replayed: their differences count as UNKNOWN. */
  isWhole: boolean
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
}

/**
 * The kind of a message of a stream.
 *
 * - `added`: The ledger has this event.
 * - `retracted`: The chain took back this event, which the stream had sent. The last event is taken back
 * first.
 * - `changed`: A number changed.
 * - `position`: No event, but how far the stream has come: every event up to this cursor was sent. It comes
 * as soon as there is no newer event, and after 15 seconds without one.
 */
export type StreamKind = "added" | "retracted" | "changed" | "position"

/** The effect of a fill on its trader's position in the outcome. Shares of unknown cost do not count. */
export interface FillEffect {
  /** The effect of this fill alone. */
  change: PositionChange
  /** Shares held before the fill, 0 or more. */
  sharesBefore: number
  /** Shares held after the fill, 0 or more. */
  sharesLeft: number
}

/**
 * A trader: a wallet with at least one event in the ledger. Its own numbers cover all time; `stats` covers a
 * period.
 */
export interface DatedRecord extends TraderRecord {
  /** The last event counted; with `asOf`, the close of the day. */
  cutoff: Cutoff
}

/** A fill of one order, from the view of the trader who placed it. */
export interface StreamedTrade extends Trade {
  /** The trader. Null if the wallet opted out. */
  trader: Counterparty | null
  /**
   * The effect of this fill alone on the position, and the shares that are left; `realizedPnl` is its result.
   * Null if shares of the position came from another wallet earlier on the same UTC day, after the first
   * 10,000 events of the position, with those that move together with it, on that day, and for a fill that
   * the chain took back.
   */
  effect: FillEffect | null
  /**
   * Profit that the fill realized, in USD, at average cost; shares without a known cost realize nothing, and
   * a BUY 0. Null if shares of the position came from another wallet earlier on the same UTC day, after the
   * first 10,000 events of the position, with those that move together with it, on that day, and for a fill
   * that the chain took back.
   */
  realizedPnl: number | null
  /**
   * The signs that the whole trade is known to have. FIRST_IN_CATEGORY and NEAR_END follow the markets as
   * they are described now; the others are known at the moment of the trade.
   */
  signs: ReadonlyArray<TradeSign>
  /**
   * The signs that the ledger cannot decide: its history, a price, a role or metadata is missing, the signs
   * are not computed yet, or the whole trade is of less than $1,000.
   */
  unknownSigns: ReadonlyArray<TradeSign>
  /** The trader. Null if the wallet opted out. */
  record: DatedRecord | null
}

/** A message of the stream of trades. */
export interface TradeEvent {
  /** Place of the message in the stream: pass the last one as `after` to go on after it. */
  cursor: string
  /** Kind of the message. */
  kind: StreamKind
  /** The trade. Its trader and market are null until a snapshot has them. Null for a POSITION. */
  trade: StreamedTrade | null
}

/** A message of the stream of activity. */
export interface ActivityEvent {
  /** Place of the message in the stream: pass the last one as `after` to go on after it. */
  cursor: string
  /** Kind of the message. */
  kind: StreamKind
  /** The event. Its trader and market are null until a snapshot has them. Null for a POSITION. */
  event: ActivityTrade | ActivitySplit | ActivityMerge | ActivityConversion | ActivityResolution | ActivityRedemption | ActivityTransfer | ActivityIncome | null
}

/** One outcome of a market. */
export interface PricedOutcome {
  /** Its index among the outcomes, 0 to 255. */
  index: number
  /** The name. Null while unknown. */
  name: string | null
}

/** A message of the stream of prices. */
export interface PriceEvent {
  /** Place of the message in the stream: pass the last one as `after` to go on after it. */
  cursor: string
  /** Kind of the message. After a RETRACTED price the one before it is the last again. */
  kind: StreamKind
  /** The market. Null for a POSITION, and until a snapshot has it. */
  market: TradedMarket | null
  /** The outcome. Null for a POSITION, and until a snapshot has it. */
  outcome: PricedOutcome | null
  /**
   * Price of a share of the outcome in USD, 0 to 1, by a fill of at least one share; in a market of two
   * outcomes the other one costs $1 minus it. Null for a POSITION.
   */
  price: number | null
  /** Time of the fill. Null for a POSITION. */
  time: string | null
}

/** A message of the stream of standings. */
export interface StandingEvent {
  /** Names the places sent so far: pass the last one as `after` to go on from them. */
  cursor: string
  /** ADDED for a trader who entered the first places, CHANGED for another rank or none, or POSITION. */
  kind: StreamKind
  /** The trader. Null for a POSITION. */
  trader: Counterparty | null
  /** The new rank, 1 to 100. Null for a trader who left the first places, and for a POSITION. */
  rank: number | null
  /** The rank before, 1 to 100. Null for a trader who entered, and for a POSITION. */
  previousRank: number | null
}

/** A message of the stream of a trial. */
export interface BacktestEvent {
  /** Names the state and the progress: pass the last one as `after` to go on from them. */
  cursor: string
  /** CHANGED for another state or progress, or POSITION. */
  kind: StreamKind
  /** The trial. Null for a POSITION. */
  backtest: BacktestSummary | null
}
