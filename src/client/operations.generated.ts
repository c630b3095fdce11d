// Printed from the route table and the schema by `npm run codegen`: a test fails when it is behind.
import type { CallOptions, Client } from './client.ts'

/**
 * The leaderboards there are. Every leaderboard with its metric, its size and how many rows it shows.
 *
 * `GET /v1/leaderboard`. Rejects with a RequestError.
 */
export function listLeaderboards(
  client: Client,
  options?: CallOptions,
): Promise<{
  /** Every leaderboard, in the order in which they are shown. */
  items: ReadonlyArray<LeaderboardIndex>
}> {
  return client.get('/v1/leaderboard', {}, options)
}

/** What {@link getLeaderboard} can be asked with. */
export type GetLeaderboardParameters = {
  /** The leaderboard: a tab, a hyphen and a period, such as pnl-7d; with from or to, a tab is enough. */
  id: string
  /**
   * Rows to show, 100 unless given. More than 100 needs Pro; without it, the answer says that it was
   * truncated.
   */
  limit?: number
  /**
   * true leaves out whoever isBot holds for: ranks and previous ranks count the others alone. Everybody
   * unless given.
   */
  excludeBots?: boolean
  /**
   * Use coverage, which says the same; true leaves out nobody where the leaderboard withholds from the caller
   * who its traders are. Everybody unless given.
   */
  excludePartial?: boolean
  /**
   * Leaves out whose volume on the leaderboard is below so many dollars: ranks and previous ranks count the
   * others alone. For signed-in callers where the leaderboard withholds who its traders are. Everybody unless
   * given.
   */
  minVolume?: number
  /**
   * Leaves out whose tradeCount on the leaderboard is lower: ranks and previous ranks count the others alone.
   * For signed-in callers where the leaderboard withholds who its traders are. Everybody unless given.
   */
  minTrades?: number
  /**
   * whole leaves out whose coverage is PARTIAL or GAP: ranks and previous ranks count the others alone. For
   * signed-in callers where the leaderboard withholds who its traders are. Everybody unless given.
   */
  coverage?: "whole"
  /**
   * The answer as of a UTC day: from the events at or before its close, which is then the cutoff's time and
   * generatedAt. From the ledger's first day to the day of the current cutoff; the newest answer unless
   * given.
   */
  asOf?: string
  /**
   * The first day of a window in place of the id's period, any day of the ledger, for Pro; the ledger's first
   * unless given. The answer is as of the window's last day, so without asOf.
   */
  from?: string
  /** The last day of such a window; the current cutoff's unless given. */
  to?: string
  /** Counts only what traders did in events of this category. Everything unless given. */
  category?: "politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance"
}

/**
 * One leaderboard. The rows of one leaderboard, best first.
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

/** What {@link searchTraders} can be asked with. */
export type SearchTradersParameters = {
  /** The start of an address, or a part of a name in either case; every trader unless given. */
  query?: string
  /** Traders a page, 20 unless given. */
  limit?: number
  /** The nextCursor of the page before, with the same query; the first page unless given. */
  cursor?: string
}

/**
 * Search for traders. Traders by the start of their address or a part of their name, best match first.
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

/** What {@link getTrader} can be asked with. */
export type GetTraderParameters = {
  /** The trader's wallet. */
  address: string
  /**
   * The answer as of a UTC day: from the events at or before its close, which is then the cutoff's time and
   * generatedAt. From the ledger's first day to the day of the current cutoff; the newest answer unless
   * given.
   */
  asOf?: string
}

/**
 * One trader's profile. Who a trader is, its numbers over all time, its daily series and its ranks; with
 * analytics for callers who are signed in.
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

/** What {@link getTraderAnalytics} can be asked with. */
export type GetTraderAnalyticsParameters = {
  /** The trader's wallet. */
  address: string
  /** The period, all time unless given. Skill is of the whole record whatever the period. */
  period?: "7d" | "30d" | "90d" | "all"
  /**
   * The answer as of a UTC day: from the events at or before its close, which is then the cutoff's time and
   * generatedAt. From the ledger's first day to the day of the current cutoff; the newest answer unless
   * given.
   */
  asOf?: string
}

/**
 * What is made of one trader's record. Results, risk, behaviour, skill or luck, where the profit comes from,
 * calibration, best and worst markets and the strategy, over a period; for callers who are signed in.
 * `insufficient` names what is null because there is too little to compute it from.
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

/** What {@link listWhaleAlerts} can be asked with. */
export type ListWhaleAlertsParameters = {
  /** Only markets of this category; for Pro. All unless given. */
  category?: "politics" | "sports" | "crypto" | "culture" | "weather" | "economics" | "tech" | "finance"
  /** Only fills of at least so many dollars; for Pro. All unless given. */
  minUsd?: number
  /** Only fills that went this way; for Pro. All unless given. */
  direction?: "buy" | "sell"
  /** Only alerts that this board made; for Pro. All unless given. */
  qualifying?: "consistent-all" | "copyable-all" | "prescience-all"
  /** Only fills of this trader; for Pro. All unless given. */
  wallet?: string
  /** Alerts a page, 25 unless given. More needs Pro; without it, 25 are shown. */
  limit?: number
  /** The nextCursor of the page before, for Pro; the newest alerts unless given. */
  cursor?: string
}

/**
 * Large fills of the best traders. The radar's alerts, newest first. Pro sees all of them at once, with who
 * it was; everybody else sees up to 25, an hour late (or as the service is set) or later, with a label in
 * place of the trader and as coarse as it takes to hide among 5 wallets. Filters and cursor are Pro's.
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
 * Notable moves. The 10 alerts of the ledger's last 7 days, one a trader, with the largest (price now −
 * price) · side · shares. Without Pro they are chosen by what is told of alerts.
 *
 * `GET /v1/whales/showcase`. Rejects with a RequestError.
 */
export function getWhaleShowcase(
  client: Client,
  options?: CallOptions,
): Promise<{
  /**
   * The notable moves of the ledger's last 7 days: 10 alerts, one a trader, that moved most in its favour,
   * the largest first. Without Pro, chosen by what is told of alerts: one a label, those whose move is not
   * told last, newest first.
   */
  items: ReadonlyArray<NotableAlert>
}> {
  return client.get('/v1/whales/showcase', {}, options)
}

/**
 * The radar's own record. How many alerts there were, how many were right against what their prices implied,
 * and how prices went on, for all and by board. Without Pro, as of the start of the week.
 *
 * `GET /v1/whales/record`. Rejects with a RequestError.
 */
export function getWhaleRadarRecord(
  client: Client,
  options?: CallOptions,
): Promise<WhaleRadarRecord> {
  return client.get('/v1/whales/record', {}, options)
}

/** What {@link getWhaleAlert} can be asked with. */
export type GetWhaleAlertParameters = {
  /** The alert's id, as it stands in the list. */
  id: string
}

/**
 * One alert. One alert, as the caller may see it; 404 for one that the caller may not see (yet).
 *
 * `GET /v1/whales/{id}`. Rejects with a RequestError.
 */
export function getWhaleAlert(
  client: Client,
  parameters: GetWhaleAlertParameters,
  options?: CallOptions,
): Promise<WhaleAlert> {
  return client.get('/v1/whales/{id}', parameters, options)
}

/**
 * Your notification config. Which whale alerts are delivered to the caller, and where to; null if there is
 * none. For Pro. Written by the mutation `updateWhaleAlertConfig`.
 *
 * `GET /v1/whales/config`. Rejects with a RequestError.
 */
export function getWhaleAlertConfig(
  client: Client,
  options?: CallOptions,
): Promise<WhaleAlertConfig | null> {
  return client.get('/v1/whales/config', {}, options)
}

/** What {@link getSmartMoney} can be asked with. */
export type GetSmartMoneyParameters = {
  /** The cohort, top-pnl unless given. */
  cohort?: "top-pnl" | "most-consistent" | "high-conviction"
  /**
   * The answer as of a UTC day: from the events at or before its close, which is then the cutoff's time and
   * generatedAt. From the ledger's first day to the day of the current cutoff; the newest answer unless
   * given.
   */
  asOf?: string
}

/**
 * What a cohort holds, against the prices. How the members of a cohort stand in open markets. Pro sees
 * opportunities and consensus; everybody sees, as the week began, the categories with coarse numbers where no
 * market can be found in them, the cohort's size, the highlight of the week, and five markets without
 * positioning.
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

/** What {@link listSmartMoneyHighlights} can be asked with. */
export type ListSmartMoneyHighlightsParameters = {
  /** How many weeks back, 12 unless given. */
  weeks?: number
  /** The cohort, top-pnl unless given. */
  cohort?: "top-pnl" | "most-consistent" | "high-conviction"
}

/**
 * The weekly highlights. The highlight of each week as it was written then, newest first, with its outcome.
 *
 * `GET /v1/smart-money/highlights`. Rejects with a RequestError.
 */
export function listSmartMoneyHighlights(
  client: Client,
  parameters: ListSmartMoneyHighlightsParameters = {},
  options?: CallOptions,
): Promise<{
  /** The highlights of a cohort's last weeks as they were written, newest first, with their outcomes. */
  items: ReadonlyArray<Signal>
}> {
  return client.get('/v1/smart-money/highlights', parameters, options)
}

/** What {@link getSmartMoneyHistory} can be asked with. */
export type GetSmartMoneyHistoryParameters = {
  /** The cohort, top-pnl unless given. */
  cohort?: "top-pnl" | "most-consistent" | "high-conviction"
  /** How many weeks back, 12 unless given. */
  weeks?: number
}

/**
 * What a cohort has said, and how it came out. A cohort's weeks with what changed in each, its past
 * opportunities with their outcomes, and its performance; for Pro. No identity is in it.
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

/** What {@link getSmartMoneyMarket} can be asked with. */
export type GetSmartMoneyMarketParameters = {
  /** The market's condition. */
  id: string
  /** The cohort, top-pnl unless given. */
  cohort?: "top-pnl" | "most-consistent" | "high-conviction"
  /**
   * The answer as of a UTC day: from the events at or before its close, which is then the cutoff's time and
   * generatedAt. From the ledger's first day to the day of the current cutoff; the newest answer unless
   * given.
   */
  asOf?: string
}

/**
 * One market, as a cohort stands in it. Positioning, divergence, its last eight weeks, and the members behind
 * it; for Pro.
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
 * What traders are ranked by. A tab has a leaderboard in each of its periods.
 *
 * - `pnl`: Profit and loss: the metric `pnl`, highest first. Who is on it: at least 1 trade in the period.
 * - `volume`: Volume: the metric `volume`, highest first. Who is on it: at least 1 trade in the period.
 * - `roi`: Return on capital: the metric `roi`, highest first. Who is on it: at least $100 of volume in the
 * period.
 * - `sharpe`: Return for the risk taken: the metric `sharpeRatio`, highest first. Who is on it: at least 20
 * units decided in the period, 10 of them at a cost of $1 or more.
 * - `consistent`: Consistency: the metric `consistent`, highest first. Who is on it: at least 8 active ISO
 * weeks and a profit in the period.
 * - `copyable`: Copyability: the metric `copyable`, highest first. Who is on it: no bot, at least 20 decided
 * units, a profit, and buys at least 60 % of fills.
 * - `prescience`: Prescience: the metric `prescience`, highest first. Who is on it: at least 20 counting
 * fills in at least 10 markets.
 */
export type Tab = "pnl" | "volume" | "roi" | "sharpe" | "consistent" | "copyable" | "prescience"

/**
 * A span of UTC days that ends with the day of the cutoff.
 *
 * - `7d`: The UTC day of the cutoff and the 6 days before it.
 * - `30d`: The UTC day of the cutoff and the 29 days before it.
 * - `90d`: The UTC day of the cutoff and the 89 days before it.
 * - `all`: Everything since the first event of the ledger.
 */
export type Period = "7d" | "30d" | "90d" | "all"

/**
 * The name of a metric; `metrics` tells what each one means.
 *
 * - `pnl`: Profit or loss. Unit: USD.
 * - `realizedPnl`: Realized profit or loss. Unit: USD.
 * - `unrealizedPnl`: Unrealized profit or loss. Unit: USD.
 * - `officialPnl`: Profit or loss by Polymarket's subgraph. Unit: USD.
 * - `volume`: Volume. Unit: USD.
 * - `shareVolume`: Volume in shares. Unit: shares.
 * - `totalBought`: Total bought. Unit: USD.
 * - `income`: Income. Unit: USD.
 * - `tradeCount`: Trades. Unit: count.
 * - `marketCount`: Markets. Unit: count.
 * - `activeDays`: Active days. Unit: count.
 * - `meanTrade`: Mean trade. Unit: USD.
 * - `roi`: Return on investment. Unit: fraction.
 * - `wins`: Wins. Unit: count.
 * - `losses`: Losses. Unit: count.
 * - `winRate`: Win rate. Unit: fraction.
 * - `winRateInterval`: Win rate, 95 % interval. Unit: fraction.
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
 * - `edgeInterval`: Edge, 95 % interval. Unit: fraction.
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
export type MetricId = "pnl" | "realizedPnl" | "unrealizedPnl" | "officialPnl" | "volume" | "shareVolume" | "totalBought" | "income" | "tradeCount" | "marketCount" | "activeDays" | "meanTrade" | "roi" | "wins" | "losses" | "winRate" | "winRateInterval" | "sharpeRatio" | "sortinoRatio" | "profitFactor" | "largestWin" | "largestLoss" | "maxDrawdown" | "maxDrawdownPct" | "percentiles" | "pnlSeries" | "edge" | "edgeInterval" | "edgePValue" | "edgeQValue" | "verdict" | "calibration" | "makerRatio" | "holdingTime" | "hourHistogram" | "entryPrices" | "sizeVariation" | "fillsPerActiveDay" | "botProbability" | "isBot" | "strategy" | "attribution" | "bestMarkets" | "worstMarkets" | "consistent" | "copyable" | "prescience"

/**
 * Who sees a leaderboard with the people behind its rows.
 *
 * - `public`: Everybody.
 * - `signed-in`: Whoever is signed in; an anonymous caller sees the rows without the people behind them.
 */
export type BoardAccess = "public" | "signed-in"

/** A ranking of traders by one metric over one period, or over a window of days. */
export interface LeaderboardIndex {
  /**
   * The tab and the period as `{tab}-{period}`, such as `pnl-7d`, which `leaderboard` takes; of a window the
   * tab alone. In GraphQL the day, or the window, and the category follow behind an `@`: `pnl-7d@2026-01-15`,
   * `pnl-7d@sports`, `pnl@2026-01-01..2026-01-31,sports`. `node` takes all of them.
   */
  id: string
  /** What traders are ranked by. */
  tab: Tab
  /** The period that the numbers are of. Null where they are of a `window`. */
  period: Period | null
  /** A heading of a few words. */
  title: string
  /** How it is ordered and who is on it, in one or two sentences. */
  description: string
  /** The metric that orders it; an entry's `value` is this metric. */
  metric: MetricId
  /** Who sees it with the people behind its rows. */
  access: BoardAccess
  /** Rows that it has in all, 0 or more, however many of them `entries` shows. */
  entryCount: number
  /** Rows that are shown unless more or fewer are asked for. */
  defaultLimit: number
  /** Rows that a Pro caller can ask for. Everybody else gets at most 100. */
  maxLimit: number
  /** When it was computed; with `asOf`, the close of the day. */
  generatedAt: string
}

/** The UTC days that a leaderboard's numbers are of. */
export interface LeaderboardWindow {
  /** The first of the days. */
  from: string
  /** The last of the days. */
  to: string
}

/**
 * What a market is about: the first of its event's tags that names a category.
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

/** The last event that the numbers count: what came later changes nothing in them. */
export interface Cutoff {
  /** The event's block. Null when it came from a source that names no blocks. */
  block: number | null
  /** The event's time. */
  time: string
}

/**
 * Whether the ledger holds everything that a trader did.
 *
 * - `ok`: No gap is known: every share that left had been seen to come.
 * - `partial`: Shares left that the ledger had not seen come. They earn nothing, so profit can be too low or
 * too high.
 * - `gap`: An event moved shares that the ledger cannot name, since the tokens of its market are not known to
 * it yet: the event does not count in any number. It outranks PARTIAL.
 */
export type Coverage = "ok" | "partial" | "gap"

/**
 * A row of a leaderboard: a trader, and its numbers over the leaderboard's period. Where the leaderboard
 * withholds who its traders are, rounded to 2 digits or to 1 so that at least 5 neighbouring rows show the
 * same, and null where they do not.
 */
export interface LeaderboardEntry {
  /**
   * The place, 1 being the best. Where the leaderboard withholds who its traders are, the rows of a band of 5
   * or more share the place of its first.
   */
  rank: number
  /**
   * The place a day before. Null when the trader was not on the leaderboard then, or it is not known. Null
   * when the leaderboard withholds from the caller who its traders are.
   */
  previousRank: number | null
  /**
   * The trader's address: 0x and 40 lower-case hex digits. Null when the leaderboard withholds from the
   * caller who its traders are.
   */
  address: string | null
  /**
   * The public name. Null when the leaderboard withholds from the caller who its traders are, or no name is
   * known.
   */
  username: string | null
  /**
   * What stands in for the trader when the leaderboard withholds who it is, such as `Trader #12345`: the
   * label of the row, the same throughout the day of the cutoff whoever stands there. Null when the trader is
   * shown.
   */
  label: string | null
  /**
   * The address of the public picture. Null when the leaderboard withholds from the caller who its traders
   * are, or no picture is known.
   */
  profileImage: string | null
  /**
   * The account on X that the trader names, without the @. Null when the leaderboard withholds from the
   * caller who its traders are, or none is known.
   */
  xUsername: string | null
  /**
   * True when the source of the public name marks it as verified. Null when the leaderboard withholds from
   * the caller who its traders are.
   */
  verifiedBadge: boolean | null
  /**
   * The leaderboard's metric, in its unit (`metric` names it). Null when the metric itself is null. Where the
   * leaderboard withholds who its traders are, rounded to 2 digits or to 1 so that at least 5 neighbouring
   * rows show the same, and null where they do not.
   */
  value: number | null
  /**
   * Profit or loss: Realized plus unrealized profit at the cutoff, less the same at the close of the day
   * before the period. Unit: USD, any amount. Null on a row only where its leaderboard withholds it from the
   * caller.
   */
  pnl: number | null
  /**
   * Realized profit or loss: Proceeds of sales, merges and resolutions less the average cost of the shares
   * that left. Shares that came from outside the ledger earn nothing. Unit: USD, any amount. In a period: the
   * part of `pnl` that was realized in it. Null on a row only where its leaderboard withholds it from the
   * caller.
   */
  realizedPnl: number | null
  /**
   * Volume: Sum of the gross dollars of the trader's fills, each owner's side once. Unit: USD, 0 or more.
   * Where the leaderboard withholds who its traders are, rounded to 2 digits or to 1 so that at least 5
   * neighbouring rows show the same, and null where they do not.
   */
  volume: number | null
  /**
   * Return on investment: Profit divided by the marked value held at the period's start plus the cost of buys
   * and splits within it. Unit: fraction, any value, usually −1 or more. Null when nothing was held at the
   * start and nothing bought.
   */
  roi: number | null
  /**
   * Win rate: Decided units with a profit divided by decided units with a profit or a loss, each of a cent or
   * more. A unit is an event: a neg-risk market with all its questions, or a plain condition. Unit: fraction,
   * 0 to 1. Null when no unit was decided with a profit or a loss.
   */
  winRate: number | null
  /**
   * Trades: Number of the trader's fills. Unit: count, 0 or more. Null on a row only where its leaderboard
   * withholds it from the caller.
   */
  tradeCount: number | null
  /**
   * Markets: Number of distinct conditions among the trader's fills. Unit: count, 0 or more. Null on a row
   * only where its leaderboard withholds it from the caller.
   */
  marketCount: number | null
  /**
   * Sharpe ratio: Mean divided by the sample standard deviation of the returns, profit over cost, of decided
   * units that cost at least $1. Per unit, not per year. Unit: ratio, any value. Null when there are fewer
   * than 10 decided units that cost at least $1, or when all returns are the same.
   */
  sharpeRatio: number | null
  /**
   * Maximum drawdown: Largest fall of daily cumulative marked profit from an earlier peak to a later trough;
   * the period's start, at 0, is the first peak. Unit: USD, 0 or more. Null only where it is not known.
   */
  maxDrawdown: number | null
  /**
   * Bot probability: 0.40 · frequency + 0.30 · makerRatio + 0.25 · entropy + 0.05 · sizeRegularity; at least
   * 0.99 with 500 fills or more per active day over 7 active days or more. A heuristic, not a calibrated
   * probability. Unit: probability, 0 to 1. Null when the trader has no fills. Over all time, whatever the
   * period.
   */
  botProbability: number | null
  /**
   * Bot: True when the bot probability is 0.70 or more. Unit: flag, true or false. Over all time, whatever
   * the period. Null on a row only where its leaderboard withholds it from the caller.
   */
  isBot: boolean | null
  /**
   * Whether the ledger holds everything that the trader did: where it does not, profit can be too low or too
   * high. Null when the leaderboard withholds from the caller who its traders are.
   */
  coverage: Coverage | null
}

/** A ranking of traders by one metric over one period, or over a window of days. */
export interface Leaderboard {
  /**
   * The tab and the period as `{tab}-{period}`, such as `pnl-7d`, which `leaderboard` takes; of a window the
   * tab alone. In GraphQL the day, or the window, and the category follow behind an `@`: `pnl-7d@2026-01-15`,
   * `pnl-7d@sports`, `pnl@2026-01-01..2026-01-31,sports`. `node` takes all of them.
   */
  id: string
  /** What traders are ranked by. */
  tab: Tab
  /** The period that the numbers are of. Null where they are of a `window`. */
  period: Period | null
  /** The days that the numbers are of, where they were asked for. Null where they are of a `period`. */
  window: LeaderboardWindow | null
  /** The category of the only events that the numbers count. Null where they count all. */
  category: MarketCategory | null
  /** When it was computed; with `asOf`, the close of the day. */
  generatedAt: string
  /** The last event that it counts; with `asOf`, the close of the day. */
  cutoff: Cutoff
  /**
   * The rows, best first: 100 unless more or fewer are asked for. In all, callers without Pro see the first
   * 100, and Pro callers the first 1,000. The rows of a window or a category are worked out when they are
   * asked for. Each caller may ask for that as often in a second as it may make requests, at both doors
   * together and counted for each alias; above that it is an error with the code RATE_LIMITED and
   * `retryAfter` in seconds.
   */
  entries: ReadonlyArray<LeaderboardEntry>
  /** True when the caller asked for rows that were withheld. */
  truncated: boolean
  /** Why rows were withheld and what to do about it, in one sentence. Null when none were. */
  truncatedReason: string | null
}

/**
 * A wallet with at least one event in the ledger. Its own numbers are over all time; `stats` has those of a
 * period.
 */
export interface SearchableTrader {
  /** The wallet's address: 0x and 40 lower-case hex digits. */
  address: string
  /** The public name. Null when the trader has none, or none is known. */
  username: string | null
  /** The address of the public picture, as its source gives it. Null when none is known. */
  profileImage: string | null
  /** The account on X that the trader names, without the @. Null when none is known. */
  xUsername: string | null
  /** True when the source of the public name marks it as verified. */
  verifiedBadge: boolean
}

/** A page of traders. */
export interface SearchableTraderPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<SearchableTrader>
  /** Give it as `cursor`, with the same other parameters, for the next page. Null on the last. */
  nextCursor: string | null
}

/**
 * A way to count profit.
 *
 * - `marked`: This service's own: `pnl`.
 * - `official-subgraph`: That of Polymarket's public subgraph: `pnlOfficial`.
 */
export type PnlMethodName = "marked" | "official-subgraph"

/** Profit by one way to count it, and what that way does. */
export interface PnlMethod {
  /** The name of the way. */
  method: PnlMethodName
  /** The profit. Unit: USD, any amount. Null only where it is not known. */
  value: number | null
  /** What it counts, and how it differs from the other one. */
  sentence: string
}

/** A 95 % interval of a number. */
export interface Interval {
  /** The lower end, in the unit of the number. */
  low: number
  /** The upper end, in the unit of the number. */
  high: number
}

/** What a bot probability is made of: each part from 0 to 1, higher for a machine. */
export interface BotComponents {
  /** How often it trades: 1 from 500 fills per active day. It weighs 0.40. */
  frequency: number
  /** The part of its fills that were as maker; 0 where no role is known. It weighs 0.30. */
  makerRatio: number
  /**
   * How evenly its fills spread over the hours of the day: 1 for all alike, 0 for one hour only and under 50
   * fills. It weighs 0.25.
   */
  entropy: number
  /** How alike the sizes of its fills are: 1 for all the same. It weighs 0.05. */
  sizeRegularity: number
}

/** A day of a trader's series. */
export interface PnlPoint {
  /** The UTC day. */
  day: string
  /** Marked profit from the period's start to the day's close. Unit: USD, any amount. */
  pnl: number
  /** Realized profit from the period's start to the day's close. Unit: USD, any amount. */
  realizedPnl: number
  /** Gross dollars of the day's fills. Unit: USD, 0 or more. */
  volume: number
}

/** A trader's place on a leaderboard. */
export interface TraderRank {
  /** The leaderboard's id, such as `pnl-7d`. */
  leaderboard: string
  /** The place, 1 being the best. */
  rank: number
  /** Rows of the leaderboard, 1 or more. */
  entryCount: number
}

/** Where a trader stands among all by a metric in a period. */
export interface TraderPercentile {
  /** The metric: `metrics` tells what it is. */
  metric: MetricId
  /** The period that the metric is of. */
  period: Period
  /**
   * The rank, less a half, divided by the number of eligible traders. Unit: fraction, above 0 to below 1;
   * 0.01 is the top 1 %.
   */
  percentile: number
  /** The period's eligible traders: those whom the metric ranks. Unit: count, 1 or more. */
  eligible: number
}

/** A trader's results of the period. */
export interface AnalyticsSummary {
  /**
   * Profit or loss: Realized plus unrealized profit at the cutoff, less the same at the close of the day
   * before the period. Unit: USD, any amount.
   */
  pnl: number
  /**
   * Realized profit or loss: Proceeds of sales, merges and resolutions less the average cost of the shares
   * that left. Shares that came from outside the ledger earn nothing. Unit: USD, any amount. In a period: the
   * part of `pnl` that was realized in it.
   */
  realizedPnl: number
  /**
   * Unrealized profit or loss: Shares times the mark, less their cost, over open positions. A position
   * without a known price is carried at cost. Unit: USD, any amount. In a period: its change over the period.
   */
  unrealizedPnl: number
  /** Volume: Sum of the gross dollars of the trader's fills, each owner's side once. Unit: USD, 0 or more. */
  usdVolume: number
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
   * start and nothing bought.
   */
  roi: number | null
  /** Wins: number of decided units with a profit. Unit: count, 0 or more. */
  wins: number
  /** Losses: number of decided units with a loss. Unit: count, 0 or more. */
  losses: number
  /**
   * Win rate: Decided units with a profit divided by decided units with a profit or a loss, each of a cent or
   * more. A unit is an event: a neg-risk market with all its questions, or a plain condition. Unit: fraction,
   * 0 to 1. Null when no unit was decided with a profit or a loss.
   */
  winRate: number | null
  /**
   * Win rate, 95 % interval: Wilson's 95 % score interval of the win rate. Unit: fraction, 0 to 1 at both
   * ends. Null when no unit was decided with a profit or a loss.
   */
  winRateInterval: Interval | null
}

/** What a trader's results of the period were bought with. */
export interface AnalyticsRisk {
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
   * Maximum drawdown: Largest fall of daily cumulative marked profit from an earlier peak to a later trough;
   * the period's start, at 0, is the first peak. Unit: USD, 0 or more. Null only where it is not known.
   */
  maxDrawdown: number | null
  /**
   * Maximum drawdown, relative: Maximum drawdown divided by the period's peak capital at risk, the largest
   * cost of open positions at a day's close, the close before the period included. Unit: fraction, 0 or more;
   * above 1 where losses of several days exceed what was ever held at once. Null when no position was open at
   * any day's close, nor when the period began.
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

/** How the trader traded in the period. */
export interface AnalyticsBehavior {
  /** Fills by hour: Number of fills in each hour of the UTC day. Unit: count, 24 counts, midnight first. */
  hourHistogram: ReadonlyArray<number>
  /**
   * Maker ratio: Fills as maker divided by fills whose role is known. Unit: fraction, 0 to 1. Null when no
   * fill tells its role, as with rows of the Data API.
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
  /** What the bot probability is made of. Null when the trader has no fills in the period. */
  botComponents: BotComponents | null
  /** Bot: True when the bot probability is 0.70 or more. Unit: flag, true or false. */
  isBot: boolean
}

/**
 * What can be said of a trader's edge.
 *
 * - `skilled`: The q-value is below 0.05, and the interval of the edge lies above 0.
 * - `unskilled`: The interval of the edge lies below 0.
 * - `cannot-tell`: Neither; always under 30 decided units with a cost.
 */
export type Verdict = "skilled" | "unskilled" | "cannot-tell"

/** Skill or luck, over the whole record of the trader, whatever the period. */
export interface AnalyticsSkill {
  /** Decided units with a cost: what the edge is read from. Unit: count, 0 or more. */
  units: number
  /**
   * Edge: Sum of profit divided by the sum of cost, over decided units that cost something. Unit: fraction,
   * any value, usually −1 or more. Null when no decided unit cost anything.
   */
  edge: number | null
  /**
   * Edge, 95 % interval: The 25th smallest and the 25th largest edge of 1,000 bootstrap draws of the trader's
   * decided units, with a seed fixed by the address. Unit: fraction, any values, the lower end first. Null
   * when there are fewer than 30 decided units with a cost.
   */
  edgeInterval: Interval | null
  /**
   * Edge, p-value: Share of redraws of every unit that did at least as well, the trader counted among them: a
   * unit wins all its shares with the probability paid, cost over shares, or nothing. 1,000 redraws; where at
   * most 10 did as well, further ones until the eleventh, at most 100,000, unless a bound on luck shows that
   * hardly one of them would. Unit: probability, 1/100001 to 1. Null when there are fewer than 30 decided
   * units with a cost.
   */
  edgePValue: number | null
  /**
   * Edge, q-value: The p-value adjusted by Benjamini and Hochberg over all traders with a p-value at the
   * cutoff: the share of false finds among all who would be called skilled at this value. Unit: probability,
   * 0 to 1. Null when there are fewer than 30 decided units with a cost.
   */
  edgeQValue: number | null
  /**
   * Verdict: SKILLED with a q-value below 0.05 and the edge's interval above 0; UNSKILLED with the interval
   * below 0; else CANNOT_TELL, always under 30 decided units with a cost. Unit: label, SKILLED, UNSKILLED or
   * CANNOT_TELL.
   */
  verdict: Verdict
}

/**
 * How much a group's figures can bear.
 *
 * - `low`: Fewer than 10 decided units.
 * - `medium`: From 10 to 29 decided units.
 * - `high`: At least 30 decided units.
 */
export type Confidence = "low" | "medium" | "high"

/** What a category or tag brought: the trader's decided units in it. */
export interface AttributionRow {
  /** The category's or tag's name. */
  name: string
  /** Decided units. Unit: count, 3 or more. */
  units: number
  /**
   * Win rate: Decided units with a profit divided by decided units with a profit or a loss, each of a cent or
   * more. A unit is an event: a neg-risk market with all its questions, or a plain condition. Unit: fraction,
   * 0 to 1. Null when no unit was decided with a profit or a loss.
   */
  winRate: number | null
  /** Profit of the decided units. Unit: USD, any amount. */
  pnl: number
  /**
   * Edge less the edge of all profiled traders in the same group. Unit: fraction. Null when none of the units
   * had a cost.
   */
  edgeOverBaseline: number | null
  /** How much the figures can bear, by the number of units. */
  confidence: Confidence
}

/**
 * Attribution: Decided units by category and by tag: number, win rate, profit, and edge less the edge of all
 * profiled traders in the same group. Confidence is LOW under 10 units, MEDIUM under 30, else HIGH; a unit
 * with several tags counts under each. Unit: series, groups by profit, the largest first. Null when there are
 * fewer than 3 decided units in the group.
 */
export interface AnalyticsAttribution {
  /** One row for each category of at least 3 units, by profit, the largest first. */
  byCategory: ReadonlyArray<AttributionRow>
  /**
   * One row for each tag of at least 3 units, by profit, the largest first; a unit with several tags counts
   * under each.
   */
  byTag: ReadonlyArray<AttributionRow>
}

/** Buys of resolved tokens in one tenth of the price range. */
export interface CalibrationBin {
  /** The bin's lowest price; it reaches to the next bin's, and the last one includes 1. */
  from: number
  /** Tokens bought at a mean price of the bin: all buys of a token are one. 0 or more. */
  count: number
  /** Mean price paid, weighted by cost. Null in an empty bin. */
  meanPrice: number | null
  /** Mean payout, weighted by cost: the part of the money that won. Null in an empty bin. */
  outcomeRate: number | null
  /** How many buys of one size would tell as much: (Σcost)² ÷ Σcost². Null in an empty bin. */
  effective: number | null
  /** Wilson's 95 % interval of the outcome rate at that effective number. Null in an empty bin. */
  interval: Interval | null
}

/** What a market brought that is decided for the trader. */
export interface MarketResult {
  /**
   * The market's condition: 0x and 64 lower-case hex digits. Null when it is not known which one the token
   * belongs to.
   */
  condition: string | null
  /** The market's question. Null when it is not known. */
  question: string | null
  /** The market's name in addresses of web pages. Null when it is not known. */
  slug: string | null
  /** Realized profit of its whole life. Unit: USD, any amount but 0. */
  pnl: number
}

/**
 * A trader's manner in one word: the first of these that fits.
 *
 * - `market-maker`: Offers more than it takes, all day long.
 * - `high-frequency`: Trades very often, and often in the same market.
 * - `sniper`: Trades in few markets, and mostly wins.
 * - `specialist`: Trades mostly in one category.
 * - `diversified`: Trades in many categories, in none of them mostly.
 * - `general`: No narrower description fits.
 */
export type StrategyName = "market-maker" | "high-frequency" | "sniper" | "specialist" | "diversified" | "general"

/** How the trader goes about it, and why it is taken so. */
export interface AnalyticsStrategy {
  /**
   * Strategy: The first that fits: MARKET_MAKER (maker ratio ≥ 0.7 and ≥ 50 fills per active day),
   * HIGH_FREQUENCY (≥ 100 fills per active day and ≥ 20 per market), SNIPER (≥ 5 decided units, ≤ 30 markets,
   * win rate ≥ 0.7), SPECIALIST (one category ≥ 70 % of volume), DIVERSIFIED (≥ 5 categories with ≥ 5 % each,
   * none above 50 %), GENERAL. The rule that fired is given beside it. Unit: label, MARKET_MAKER,
   * HIGH_FREQUENCY, SNIPER, SPECIALIST, DIVERSIFIED or GENERAL.
   */
  name: StrategyName
  /** The rule that fired with the trader's own figures, in one sentence. */
  rule: string
}

/** What is made of a trader's record over a period. */
export interface TraderAnalytics {
  /** The days that the analytics are of, the last of them the cutoff’s. */
  period: Period
  /** The results. */
  summary: AnalyticsSummary
  /** What the results were bought with. */
  risk: AnalyticsRisk
  /** How the trader trades. */
  behavior: AnalyticsBehavior
  /** Skill or luck, over the whole record whatever the period. */
  skill: AnalyticsSkill
  /** Where the profit comes from. */
  attribution: AnalyticsAttribution
  /**
   * Calibration: Buys of resolved tokens, one a token, in ten bins of the price paid with fees: mean price
   * against mean payout, both weighted by cost, with the count and a Wilson 95 % interval at the effective
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
  /** How the trader goes about it. */
  strategy: AnalyticsStrategy
  /**
   * The metrics above that are null because there is too little to compute them from; `metrics` tells how
   * much each one needs.
   */
  insufficient: ReadonlyArray<MetricId>
  /** The last event that the numbers count; with `asOf`, the close of the day. */
  cutoff: Cutoff
}

/**
 * A wallet with at least one event in the ledger. Its own numbers are over all time; `stats` has those of a
 * period.
 */
export interface Trader {
  /** The wallet's address: 0x and 40 lower-case hex digits. */
  address: string
  /** The public name. Null when the trader has none, or none is known. */
  username: string | null
  /** The address of the public picture, as its source gives it. Null when none is known. */
  profileImage: string | null
  /** The account on X that the trader names, without the @. Null when none is known. */
  xUsername: string | null
  /** True when the source of the public name marks it as verified. */
  verifiedBadge: boolean
  /** The trader's own words about itself. Null when none are known. */
  bio: string | null
  /** The start of the UTC day of the trader's first event in the ledger. */
  memberSince: string
  /**
   * Profit or loss: Realized plus unrealized profit at the cutoff, less the same at the close of the day
   * before the period. Unit: USD, any amount.
   */
  pnl: number
  /**
   * Realized profit or loss: Proceeds of sales, merges and resolutions less the average cost of the shares
   * that left. Shares that came from outside the ledger earn nothing. Unit: USD, any amount. In a period: the
   * part of `pnl` that was realized in it.
   */
  realizedPnl: number
  /**
   * Unrealized profit or loss: Shares times the mark, less their cost, over open positions. A position
   * without a known price is carried at cost. Unit: USD, any amount. In a period: its change over the period.
   */
  unrealizedPnl: number
  /**
   * Profit or loss by Polymarket's subgraph: What the public PnL subgraph would book as realized, plus what
   * it still counts as held times the mark less its average price. A position without a known price is
   * carried at that average. Unit: USD, any amount. In a period: its change over the period. Null only where
   * it is not known.
   */
  pnlOfficial: number | null
  /** The profit by both ways to count it, and why they differ. */
  pnlMethods: ReadonlyArray<PnlMethod>
  /** Volume: Sum of the gross dollars of the trader's fills, each owner's side once. Unit: USD, 0 or more. */
  usdVolume: number
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
   * Fees: trading fees of the trader's fills, those taken in shares at the fill's own price. Unit: USD, 0 or
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
   * start and nothing bought.
   */
  roi: number | null
  /**
   * Win rate: Decided units with a profit divided by decided units with a profit or a loss, each of a cent or
   * more. A unit is an event: a neg-risk market with all its questions, or a plain condition. Unit: fraction,
   * 0 to 1. Null when no unit was decided with a profit or a loss.
   */
  winRate: number | null
  /**
   * Win rate, 95 % interval: Wilson's 95 % score interval of the win rate. Unit: fraction, 0 to 1 at both
   * ends. Null when no unit was decided with a profit or a loss.
   */
  winRateInterval: Interval | null
  /** Wins: number of decided units with a profit. Unit: count, 0 or more. */
  wins: number
  /** Losses: number of decided units with a loss. Unit: count, 0 or more. */
  losses: number
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
   * Maximum drawdown: Largest fall of daily cumulative marked profit from an earlier peak to a later trough;
   * the period's start, at 0, is the first peak. Unit: USD, 0 or more. Null only where it is not known.
   */
  maxDrawdown: number | null
  /**
   * Maximum drawdown, relative: Maximum drawdown divided by the period's peak capital at risk, the largest
   * cost of open positions at a day's close, the close before the period included. Unit: fraction, 0 or more;
   * above 1 where losses of several days exceed what was ever held at once. Null when no position was open at
   * any day's close, nor when the period began.
   */
  maxDrawdownPct: number | null
  /**
   * Bot probability: 0.40 · frequency + 0.30 · makerRatio + 0.25 · entropy + 0.05 · sizeRegularity; at least
   * 0.99 with 500 fills or more per active day over 7 active days or more. A heuristic, not a calibrated
   * probability. Unit: probability, 0 to 1. Null when the trader has no fills. Over all time, whatever the
   * period.
   */
  botProbability: number | null
  /** What `botProbability` is made of. Null when that is null. */
  botComponents: BotComponents | null
  /**
   * Bot: True when the bot probability is 0.70 or more. Unit: flag, true or false. Over all time, whatever
   * the period.
   */
  isBot: boolean
  /**
   * One point for each UTC day of the period with a trade or a changed mark, in order. The last point's `pnl`
   * is the period's.
   */
  pnlSeries: ReadonlyArray<PnlPoint>
  /**
   * The places on the leaderboards that the trader stands on; empty when it stands on none. Leaderboards for
   * those who are signed in are left out for everybody else.
   */
  ranks: ReadonlyArray<TraderRank>
  /**
   * Where the trader stands among all, by metric and period; without those for which it is not eligible, and,
   * for callers who are not signed in, without those that order a leaderboard for those who are.
   */
  percentiles: ReadonlyArray<TraderPercentile>
  /** Whether the ledger holds everything that the trader did. */
  coverage: Coverage
  /** The last event that the numbers count; with `asOf`, the close of the day. */
  cutoff: Cutoff
  /** When the numbers were computed; with `asOf`, the close of the day. */
  generatedAt: string
  /**
   * What is made of the record: risk, behaviour, skill or luck, where the profit comes from. Null when the
   * caller is not signed in.
   */
  analytics: TraderAnalytics | null
}

/**
 * Which way a fill went.
 *
 * - `buy`: Its owner bought shares of the outcome.
 * - `sell`: Its owner sold shares of the outcome.
 */
export type TradeDirection = "buy" | "sell"

/** The market of an alert. */
export interface AlertMarket {
  /** Its condition: 0x and 64 hex digits. */
  condition: string
  /** Null while it is unknown. */
  question: string | null
  /** Its short name in addresses of pages. Null while it is unknown. */
  slug: string | null
}

/**
 * What a time is floored to.
 *
 * - `second`: Nothing: it is exact.
 * - `hour`: The start of the hour.
 * - `day`: The start of the UTC day.
 * - `week`: Monday of the week, 00:00 UTC.
 */
export type TimePrecision = "second" | "hour" | "day" | "week"

/**
 * A leaderboard whose first 100 make a large fill an alert.
 *
 * - `consistent-all`: The leaderboard `consistent-all`: Consistency, all time.
 * - `copyable-all`: The leaderboard `copyable-all`: Copyability, all time.
 * - `prescience-all`: The leaderboard `prescience-all`: Prescience, all time.
 */
export type QualifyingBoard = "consistent-all" | "copyable-all" | "prescience-all"

/**
 * On which side of the book a fill's owner stood.
 *
 * - `maker`: Its order lay in the book.
 * - `taker`: Its order crossed the book.
 */
export type FillRole = "maker" | "taker"

/**
 * A fill of at least $10,000 (or what the service is set to) by a trader who stood in the top 100 of a board
 * of the radar when the fill's week began. Pro callers see all of it, at once; everybody else sees it an hour
 * (or as the service is set) after the end of what is shown as its time, coarsened until alerts of at least 5
 * wallets look the same.
 */
export interface WhaleAlert {
  /** Its id: 22 characters. `whaleAlert` and `node` take it. */
  id: string
  /**
   * What stands in for the trader: `Trader #` and a number that changes daily. Alerts of one trader and day
   * share it only where that tells nobody. Null where the identity is told.
   */
  label: string | null
  /** The trader's address: 0x and 40 lower-case hex digits. Null without Pro. */
  address: string | null
  /** The trader's public name. Null without Pro, and when it has none or none is known. */
  username: string | null
  /** The address of the trader's public picture. Null without Pro, and when none is known. */
  profileImage: string | null
  /** The account on X that the trader names. Null without Pro, and when none is known. */
  xUsername: string | null
  /** True when the source of the public name marks it as verified. Null without Pro. */
  verifiedBadge: boolean | null
  /** Which way the fill went. */
  direction: TradeDirection
  /** The outcome's name. Null where the market is not told, or the name is not known. */
  outcome: string | null
  /**
   * The market. Null where it is not told because too few wallets trade it like that, or while it is not
   * known.
   */
  market: AlertMarket | null
  /** The market's category. Null where it is not told, or has none. */
  category: MarketCategory | null
  /** What the fill moved, in USD: to the micro for Pro, else floored to 2 digits or to 1. */
  usd: number
  /** USD a share: exact for Pro, else rounded to the cent or to ten cents. Null where it is not told. */
  price: number | null
  /** When: to the second for Pro, else floored to what `timePrecision` says. */
  time: string
  /** What `time` is floored to. */
  timePrecision: TimePrecision
  /**
   * The radar's boards in whose top 100 the trader stood when the week began. Null without Pro: few stood
   * there.
   */
  qualifying: ReadonlyArray<QualifyingBoard> | null
  /** Shares of the fill. Null without Pro. */
  shares: number | null
  /** The outcome's token: a decimal number of up to 78 digits. Null without Pro. */
  token: string | null
  /** On which side of the book the trader stood. Null without Pro, and where the source does not tell. */
  role: FillRole | null
  /** The transaction: 0x and 64 hex digits. Null without Pro, and where the source does not tell. */
  tx: string | null
  /** The order's hash: 0x and 64 hex digits. Null without Pro, and where the source does not tell. */
  orderHash: string | null
  /** What a share was worth an hour after the fill, in USD from 0 to 1. Null without Pro, and until then. */
  markAfterHour: number | null
  /** What a share was worth a day after the fill, in USD from 0 to 1. Null without Pro, and until then. */
  markAfterDay: number | null
  /** What a share paid, in USD from 0 to 1. Null without Pro, and until the market resolves. */
  payout: number | null
}

/** A page of whale alerts. */
export interface WhaleAlertPage {
  /** The rows of this page, in order. */
  items: ReadonlyArray<WhaleAlert>
  /** Give it as `cursor`, with the same other parameters, for the next page. Null on the last. */
  nextCursor: string | null
}

/** An alert with what it has come to. */
export interface NotableAlert {
  /**
   * What it has come to, (price now − price) · side · shares, in USD, by what the answer tells of the alert.
   * Null where that does not tell it.
   */
  move: number | null
  /** What a share is worth by the newest event, in USD from 0 to 1. Null where the market is not told. */
  priceNow: number | null
  /** Who made the move and on what: the alert, as the caller may see it. */
  alert: WhaleAlert
}

/** How alerts have done, all of them or those that one board made. An alert of two boards counts for both. */
export interface RadarBoardRecord {
  /** The board. Null for all alerts. */
  board: QualifyingBoard | null
  /** Alerts that stand, 0 or more. */
  alerts: number
  /** Those whose outcome has paid all or nothing. */
  decided: number
  /**
   * The share of decided alerts that were right, a fraction. Null where none is decided. Without Pro, means
   * are rounded to hundredths, and null of fewer than 20 alerts.
   */
  hitRate: number | null
  /** Wilson's 95 % interval of the hit rate. Null with it. */
  hitRateInterval: Interval | null
  /**
   * The hit rate that the prices paid implied: the mean price of a BUY, 1 less it of a SELL. Null with the
   * hit rate.
   */
  impliedRate: number | null
  /** Mean of side · (mark − price) an hour after the fill, in USD a share. Null where none is marked. */
  markoutAfterHour: number | null
  /** Mean of side · (mark − price) a day after the fill, in USD a share. Null where none is marked. */
  markoutAfterDay: number | null
}

/** The radar's own record: what became of its alerts. */
export interface WhaleRadarRecord {
  /**
   * Alerts on fills before it count, and marks that were due by then: for Pro the newest event, else the
   * start of its week.
   */
  until: string
  /** All alerts. */
  all: RadarBoardRecord
  /** The alerts by board, in the order of ids. */
  boards: ReadonlyArray<RadarBoardRecord>
}

/**
 * How whale alerts reach a subscriber.
 *
 * - `webhook`: A POST to an https address, signed as Standard Webhooks has it.
 * - `telegram`: A message of the service’s bot to a chat or channel.
 * - `email`: A mail to one address.
 */
export type AlertChannelKind = "webhook" | "telegram" | "email"

/**
 * Whether a channel is used.
 *
 * - `pending`: Its owner has not shown yet that it is theirs; nothing but the request for that is sent.
 * - `active`: Alerts go out.
 * - `paused`: It failed too often, or said that it is gone: nothing is sent until it is resumed.
 */
export type AlertChannelState = "pending" | "active" | "paused"

/** Where whale alerts are delivered to. */
export interface AlertChannel {
  /** What names it to the mutations; the same for as long as the config keeps its target. */
  id: string
  /** How it is reached. */
  kind: AlertChannelKind
  /** A webhook’s https address, a Telegram chat, or a mail address. */
  target: string
  /** Whether it is used. */
  state: AlertChannelState
  /** Why it is paused, or why the last attempt failed. Null while all is well. */
  reason: string | null
  /** Attempts that failed one after the other until now, 0 or more; 0 after a success. */
  failures: number
  /** When its owner showed that it is theirs. Null: not yet. */
  confirmedAt: string | null
}

/** Which whale alerts are delivered to an account, and where to. An empty list: any will do. */
export interface WhaleAlertConfig {
  /** The smallest fill, in dollars, 0 or more. */
  minUsd: number
  /** The side of the fill. Null: both. */
  direction: TradeDirection | null
  /** The markets' categories. */
  categories: ReadonlyArray<MarketCategory>
  /** Boards, one of which must have made the fill an alert. */
  qualifying: ReadonlyArray<QualifyingBoard>
  /** The traders' addresses, in lower case. */
  wallets: ReadonlyArray<string>
  /** Where alerts go, in the order in which they were given. */
  channels: ReadonlyArray<AlertChannel>
  /**
   * Whether alerts go out at all: the account itself has Pro. A token that states Pro opens this door, but is
   * not there when an alert comes.
   */
  delivers: boolean
  /** When it was last written. */
  updatedAt: string
}

/**
 * Up to 100 traders whose membership is fixed for an ISO week, on Monday 00:00 UTC.
 *
 * - `top-pnl`: The first 100 of the leaderboard pnl-all.
 * - `most-consistent`: The first 100 of the leaderboard consistent-all.
 * - `high-conviction`: The 100 with most profit of those who hold at least 80 % of the shares that they buy
 * to resolution, with BUYs at least 80 % of their fills and at least 10 decided units.
 */
export type SmartCohort = "top-pnl" | "most-consistent" | "high-conviction"

/**
 * How a cohort stands in a category's markets. Callers without Pro see numbers of a week's start, in which
 * five markets are new to them.
 */
export interface CategoryStance {
  /** Null for the markets without one. */
  category: MarketCategory | null
  /**
   * The Monday at whose start the numbers are, up to three weeks before the week of the answer. Null for Pro,
   * whose numbers are of the time of the answer, and where they are withheld.
   */
  snapshotDate: string | null
  /** Markets that count, 1 or more. Null where it is withheld without Pro. */
  markets: number | null
  /**
   * The marked value of the cohort's shares, in USD; without Pro floored to one digit. Null where it is
   * withheld without Pro.
   */
  value: number | null
  /**
   * The YES shares' part of that value, a fraction; without Pro floored to a tenth, 0.9 for all of it. Null
   * where it is withheld without Pro.
   */
  yesShare: number | null
  /**
   * The mean of the markets' divergences, each counting alike, from −1 to 1; without Pro floored to a tenth.
   * Null where it is withheld without Pro.
   */
  divergence: number | null
}

/**
 * What a cohort's stance in a market is a signal of.
 *
 * - `opportunity`: The cohort's part of YES differs from the price by 0.15 or more.
 * - `consensus`: The cohort holds at least 80 % on one side, and the price agrees.
 * - `highlight`: The stance of the week: the largest |divergence| · log10(value) · √members at its start.
 */
export type SignalKind = "opportunity" | "consensus" | "highlight"

/**
 * A side of a market of two outcomes.
 *
 * - `yes`: The first outcome.
 * - `no`: The second outcome.
 */
export type MarketSide = "yes" | "no"

/**
 * How a signal came out.
 *
 * - `won`: A share of its side paid a dollar.
 * - `lost`: A share of its side paid nothing.
 * - `void`: The market paid both sides something.
 * - `open`: The market has not resolved.
 */
export type SignalOutcome = "won" | "lost" | "void" | "open"

/**
 * How a cohort stands in a market of two outcomes, YES being the first. Markets with more outcomes have none;
 * each question of a group is a market of its own.
 */
export interface Signal {
  /** Whose stance it is. */
  cohort: SmartCohort
  /** The Monday from which on the cohort's members are fixed. */
  snapshotDate: string
  /** The market's condition: 0x and 64 hex digits. */
  condition: string
  /** The market's question. Null while it is unknown. */
  question: string | null
  /** The market's slug. Null while it is unknown. */
  slug: string | null
  /** The market's category then. Null where it had none. */
  category: MarketCategory | null
  /** What a YES share cost, in USD from 0 to 1. */
  price: number
  /**
   * What it is a signal of. Null where it is none. Null for callers without Pro, unless it is the highlight
   * of a week that gives no category away.
   */
  kind: SignalKind | null
  /**
   * The side that the signal is for. Null where it is none. Null for callers without Pro, unless it is the
   * highlight of a week that gives no category away.
   */
  side: MarketSide | null
  /**
   * The YES shares' part of the cohort's marked value in the market, a fraction floored to 6 decimals. Null
   * for callers without Pro, unless it is the highlight of a week that gives no category away.
   */
  yesShare: number | null
  /**
   * How much more of YES it holds than the price says: `yesShare` less `price`, from −1 to 1. Null for
   * callers without Pro, unless it is the highlight of a week that gives no category away.
   */
  divergence: number | null
  /**
   * The marked value of the cohort's shares in the market, in USD. Null for callers without Pro, unless it is
   * the highlight of a week that gives no category away.
   */
  value: number | null
  /**
   * Members that hold shares worth something, 3 or more. Null for callers without Pro, unless it is the
   * highlight of a week that gives no category away.
   */
  members: number | null
  /**
   * How it came out, as far as the answer reaches. Null for callers without Pro, unless it is the highlight
   * of a week that gives no category away.
   */
  outcome: SignalOutcome | null
  /**
   * What a share of its side paid, by what it cost, less 1; fees left out. Null while the market is open.
   * Null for callers without Pro, unless it is the highlight of a week that gives no category away.
   */
  return: number | null
}

/**
 * What a cohort's members hold in open markets, against the prices. A market counts until it ends, with at
 * least 3 members and $5,000 of marked value.
 */
export interface SmartMoney {
  /** Which cohort it is. */
  cohort: SmartCohort
  /** Its members, up to 100. */
  cohortSize: number
  /** The Monday, 00:00 UTC, from which on its members are fixed for a week. */
  snapshotDate: string
  /** When their positions and the prices were computed; with `asOf`, the close of the day. */
  computedAt: string
  /** The last event that the positions and prices count. */
  cutoff: Cutoff
  /**
   * How it stands by category, the largest value first; for callers without Pro as its week began, those
   * without numbers last.
   */
  categories: ReadonlyArray<CategoryStance>
  /**
   * The highlight of the week's start, as it was written then. Null where no stance differed from its price.
   */
  weeklyPick: Signal | null
  /**
   * The opportunities, the widest divergence first. Without Pro, up to 5 of all markets that counted as its
   * week began, in no order that tells anything, and none of their numbers but the price.
   */
  markets: ReadonlyArray<Signal>
  /**
   * Markets in which it is of one mind and the price agrees, the largest value first. Null for callers
   * without Pro.
   */
  consensusMarkets: ReadonlyArray<Signal> | null
}

/** A category's change from the week before. Null numbers: one of the weeks lacks the category. */
export interface CategoryShift {
  /** Null for the markets without one. */
  category: MarketCategory | null
  /** Change of the YES part of the value, from −1 to 1. Null where one of the weeks lacks the category. */
  yesShare: number | null
  /** Change of the mean divergence, from −2 to 2. Null where one of the weeks lacks the category. */
  divergence: number | null
}

/** What became of the week before's opportunities, and which are new. */
export interface OpportunityChanges {
  /** New, or for the other side now. */
  fresh: number
  /** With a wider divergence than the week before. */
  grown: number
  /** With a narrower divergence than the week before. */
  shrunk: number
  /** With the same divergence. */
  same: number
  /** No more, with the market not resolved. */
  gone: number
  /** No more, because the market has resolved. */
  resolved: number
}

/** What changed from the week before. */
export interface CohortChanges {
  /** Members that were not in the cohort the week before. */
  membersIn: number
  /** The week before's members that are no more. */
  membersOut: number
  /** Change by category. */
  categories: ReadonlyArray<CategoryShift>
  /** Change of the opportunities. */
  opportunities: OpportunityChanges
}

/** A cohort at the start of a week, written once. */
export interface CohortWeek {
  /** The Monday. */
  snapshotDate: string
  /** Its members that week, up to 100. */
  cohortSize: number
  /** Opportunities that it had. */
  opportunityCount: number
  /** How it stood by category, the largest value first. */
  categories: ReadonlyArray<CategoryStance>
  /** What changed from the week before. Null for the first week. */
  changes: CohortChanges | null
}

/**
 * How a cohort's opportunities came out. Of a market's signals for one side only the first counts: a market
 * that stays an opportunity for weeks is one bet.
 */
export interface SignalPerformance {
  /** Signals that count, 0 or more. */
  signals: number
  /** Those whose side paid a dollar. */
  won: number
  /** Those whose side paid nothing. */
  lost: number
  /** Those whose market paid both sides something. */
  voided: number
  /** Those whose market has not resolved. */
  open: number
  /** The fraction won ÷ (won + lost). Null while there is neither. */
  hitRate: number | null
  /** Wilson's 95 % interval of the hit rate. Null with it. */
  hitRateInterval: Interval | null
  /** The hit rate that the prices implied: the mean price of those won and lost. Null with the hit rate. */
  impliedRate: number | null
  /** The mean of payout ÷ price − 1 over all that are graded, fees left out. Null while none is. */
  meanReturn: number | null
  /** Their median. Null while none is graded. */
  medianReturn: number | null
}

/** What a cohort has said, week by week, and how it came out. It holds no identity. */
export interface SmartMoneyHistory {
  /** Which cohort it is. */
  cohort: SmartCohort
  /** Its weeks, newest first. */
  snapshots: ReadonlyArray<CohortWeek>
  /** The opportunities of those weeks as they were written, newest first, with their outcomes. */
  previousSignals: ReadonlyArray<Signal>
  /** How all opportunities came out that the cohort ever had. */
  performance: SignalPerformance
}

/** An outcome of a market. */
export interface MarketOutcome {
  /** Its name. Null while it is unknown. */
  name: string | null
  /** Its token: a decimal number of up to 78 digits. */
  token: string
  /**
   * What a share is worth, in USD from 0 to 1: its payout once that is known, else the price of the last fill
   * of at least one share. Null without one.
   */
  price: number | null
}

/** A market: one question with its outcomes. */
export interface Market {
  /** Its condition: 0x and 64 hex digits. `market` takes it. */
  condition: string
  /** Null while it is unknown. */
  question: string | null
  /** Its short name in addresses of pages. Null while it is unknown. */
  slug: string | null
  /** Null where it has none. */
  category: MarketCategory | null
  /** True once its payouts are known. */
  resolved: boolean
  /**
   * The dollars of its fills with the role TAKER, so that each trade counts once, in USD. Null where the role
   * of any of its fills is unknown, as with rows of the Data API.
   */
  volume: number | null
  /** Its outcomes in their order; empty while they are unknown. */
  outcomes: ReadonlyArray<MarketOutcome>
}

/** A cohort in a market at the start of a week, written once. */
export interface MarketWeek {
  /** The Monday. */
  snapshotDate: string
  /** What a YES share cost, in USD. */
  price: number
  /** The YES shares' part of the cohort's value, a fraction. */
  yesShare: number
  /** How much more of YES it held than the price said: `yesShare` less `price`, from −1 to 1. */
  divergence: number
  /** The marked value of the cohort's shares, in USD. */
  value: number
  /** Members that held shares worth something, 3 or more. */
  members: number
}

/** A member of a cohort who holds shares of a market. */
export interface MarketMember {
  /** The member's wallet: 0x and 40 hex digits. */
  address: string
  /** The name that the member gave itself. Null without one. */
  username: string | null
  /** The marked value of its YES shares, in USD. */
  yesValue: number
  /** The marked value of its NO shares, in USD. */
  noValue: number
}

/** One market, as a cohort stands in it and stood before, and who that is. */
export interface SmartMoneyMarket {
  /** What it is about, with its prices and volumes. */
  market: Market
  /** Whose stance it is. */
  cohort: SmartCohort
  /** The Monday from which on the cohort's members are fixed. */
  snapshotDate: string
  /** How it stands. Null where too little of the cohort holds the market, or it has resolved or ended. */
  stance: Signal | null
  /**
   * How it stood at the starts of the last 8 weeks, oldest first; weeks in which too little of it held the
   * market are left out.
   */
  weeks: ReadonlyArray<MarketWeek>
  /** The members who hold shares of it, the largest value first. Who opted out is not among them. */
  members: ReadonlyArray<MarketMember>
}
