import { FOLLOW_KINDS } from '../../follows/kinds.ts'
import * as operations from '../operations/operations.generated.ts'
import { defineRoute, type GivenParameter, type RestRoute } from '../route.ts'
import { EVENT_ROUTES, MARKET_ROUTES, TAPE_ROUTES } from './market-routes.ts'
import { tradeParameters } from './trade-parameters.ts'
import {
  POSTED_ROUTES,
  SCREEN,
  SCREEN_CHANGES,
  SCREEN_ROUTES,
  TRADER_ROUTES,
  WHERE,
} from './trader-routes.ts'

/** Paths of the Whale Radar (methodology §8). */
const WHALE_ROUTES: readonly RestRoute[] = [
  defineRoute(operations.WhaleAlertsDocument, {
    path: '/v1/whales',
    name: 'listWhaleAlerts',
    summary: 'List whale alerts',
    noStore: true,
    rows: ['items'],
    parameters: { limit: { example: '10' } },
  }),
  defineRoute(operations.WhaleShowcaseDocument, {
    path: '/v1/whales/showcase',
    name: 'getWhaleShowcase',
    summary: 'List notable alerts',
    noStore: true,
    rows: ['items'],
  }),
  defineRoute(operations.WhaleRadarRecordDocument, {
    path: '/v1/whales/record',
    name: 'getWhaleRadarRecord',
    summary: "Get the alerts' track record",
    noStore: true,
    rows: ['all', 'boards'],
  }),
  defineRoute(operations.WhaleAlertDocument, {
    path: '/v1/whales/{id}',
    name: 'getWhaleAlert',
    summary: 'Get an alert',
    noStore: true,
    rows: [],
    parameters: { id: { example: 'AAAAAAAAAAAAAAAAAAAAAA', isFormOnly: true } },
  }),
  defineRoute(operations.WhaleAlertConfigDocument, {
    path: '/v1/whales/config',
    name: 'getWhaleAlertConfig',
    summary: 'Get your notification config',
    noStore: true,
  }),
]

const TOPIC: GivenParameter = { example: 'leaderboard:pnl-7d' }

const RULES = [...FOLLOW_KINDS.flatMap(({ fields }) => Object.keys(fields)), 'where']

const WRITTEN = 'Requires a bearer token: an API key cannot change its account.'

/** A path for one kind, which names the same as the topic: `/v1/watchlist/markets/{id}`. */
const ALIASES = FOLLOW_KINDS.map(({ name, plural }) => {
  return { path: `/v1/watchlist/${plural}/{id}`, set: { topic: `${name}:{id}` } }
})
const LIST_ALIASES = FOLLOW_KINDS.map(({ name, plural }) => {
  return { path: `/v1/watchlist/${plural}`, set: { kind: name } }
})

const WATCHLIST_ROUTES: readonly RestRoute[] = [
  defineRoute(operations.WatchlistDocument, {
    path: '/v1/watchlist',
    aliases: LIST_ALIASES,
    name: 'getWatchlist',
    summary: 'Get your watchlist',
    parameters: { limit: { example: '5' } },
  }),
  defineRoute(operations.WatchedTopicDocument, {
    path: '/v1/watchlist/{topic}',
    aliases: ALIASES,
    name: 'getFollow',
    summary: 'Get one of your follows',
    parameters: { topic: TOPIC },
  }),
  defineRoute(operations.ChannelsDocument, {
    path: '/v1/account/channels',
    name: 'getChannels',
    summary: 'Get your notification channels',
  }),
  defineRoute(operations.OutboxDocument, {
    path: '/v1/account/outbox',
    name: 'getOutbox',
    summary: 'List your messages',
    parameters: { limit: { example: '2' } },
  }),
  defineRoute(operations.WhatChangedDocument, {
    path: '/v1/account/since',
    name: 'whatChanged',
    summary: 'Get what changed in what you follow',
    parameters: { time: { example: '2026-01-14T00:00:00Z' } },
  }),
]

const WATCHLIST_CHANGES: readonly RestRoute[] = [
  defineRoute(operations.FollowDocument, {
    method: 'PUT',
    path: '/v1/watchlist/{topic}',
    aliases: ALIASES,
    name: 'follow',
    summary: 'Follow a topic',
    description: `Follows a topic, or replaces the rules of one that is followed; rules that are omitted have their defaults. The path of a kind is the same, such as ${ALIASES[1]?.path}. ${WRITTEN}`,
    parameters: {
      ...Object.fromEntries(
        RULES.map((name): [string, GivenParameter] => [name, { in: 'body', required: false }]),
      ),
      topic: TOPIC,
    },
  }),
  defineRoute(operations.UnfollowDocument, {
    method: 'DELETE',
    path: '/v1/watchlist/{topic}',
    aliases: ALIASES,
    name: 'unfollow',
    summary: 'Unfollow a topic',
    parameters: { topic: TOPIC },
  }),
  defineRoute(operations.PaceChannelDocument, {
    method: 'PUT',
    path: '/v1/account/channels/{id}',
    name: 'paceChannel',
    summary: 'Set the quiet hours and the daily limit of a channel',
    description: `Replaces both: what is omitted has no effect. ${WRITTEN}`,
    parameters: {
      id: { example: 'ch_0123456789abcdef01234567' },
      quietFrom: { in: 'body', required: false },
      quietTo: { in: 'body', required: false },
      timeZone: { in: 'body', required: false },
      dailyLimit: { in: 'body', required: false },
    },
  }),
  defineRoute(operations.ForgetVisitsDocument, {
    method: 'DELETE',
    path: '/v1/account/visits',
    name: 'forgetVisits',
    summary: 'Erase the times of your visits',
  }),
]

const ID: GivenParameter = { example: '0123456789abcdefghijkl', isFormOnly: true }
const BODY: GivenParameter = { in: 'body', required: false }

function bodyOf(parameters: Readonly<Record<string, GivenParameter>>): Record<string, GivenParameter> {
  return Object.fromEntries(Object.entries(parameters).map(([name, given]) => [name, { ...given, ...BODY }]))
}

/** The paths that read an account's exports. */
const EXPORT_ROUTES: readonly RestRoute[] = [
  defineRoute(operations.ExportsDocument, {
    path: '/v1/exports',
    name: 'listExports',
    summary: 'List your exports',
  }),
  defineRoute(operations.ExportDocument, {
    path: '/v1/exports/{id}',
    name: 'getExport',
    summary: 'Get one of your exports',
    noStore: true,
    parameters: { id: ID },
  }),
]

// A body has one category and one tag, for every table.
const { category: _category, tag: _tag, ...ownFields } = tradeParameters('EXPORT')

const EXPORT_CHANGES: readonly RestRoute[] = [
  defineRoute(operations.StartExportDocument, {
    method: 'POST',
    path: '/v1/exports',
    name: 'startExport',
    summary: 'Start an export',
    parameters: {
      table: { in: 'body', example: 'trades' },
      format: { ...BODY, example: 'csv' },
      columns: BODY,
      where: { fields: bodyOf(ownFields) },
      positions: BODY,
      traders: BODY,
      orderBy: { ...BODY, name: 'order', example: 'roi:desc' },
      period: { ...BODY, example: '90d' },
      category: BODY,
      tag: BODY,
      asOf: BODY,
      status: BODY,
    },
  }),
  defineRoute(operations.CancelExportDocument, {
    method: 'DELETE',
    path: '/v1/exports/{id}',
    name: 'cancelExport',
    summary: 'Cancel an export, or remove its file',
    parameters: { id: ID },
  }),
]

/** The paths of rules that are tried on the past. */
const LAB_ROUTES: readonly RestRoute[] = [
  defineRoute(operations.BacktestExamplesDocument, {
    path: '/v1/lab/examples',
    name: 'listBacktestExamples',
    summary: 'List examples of rules tried on the past',
  }),
  defineRoute(operations.BacktestsDocument, {
    path: '/v1/lab',
    name: 'listBacktests',
    summary: 'List your trials of rules',
  }),
  defineRoute(operations.BacktestDocument, {
    path: '/v1/lab/{id}',
    name: 'getBacktest',
    summary: 'Get a trial of a rule',
    noStore: true,
    parameters: { id: ID },
  }),
  defineRoute(operations.BacktestCopiesDocument, {
    path: '/v1/lab/{id}/copies',
    name: 'listBacktestCopies',
    summary: 'List copies of a trial of a rule',
    noStore: true,
    rows: ['items'],
    parameters: { id: ID, first: { name: 'limit', example: '20' } },
  }),
  defineRoute(operations.RegisteredRulesDocument, {
    path: '/v1/lab/rules',
    name: 'listRegisteredRules',
    summary: 'List your registered rules',
  }),
  defineRoute(operations.RegisteredRuleDocument, {
    path: '/v1/lab/rules/{id}',
    name: 'getRegisteredRule',
    summary: 'Get a registered rule',
    noStore: true,
    parameters: { id: ID },
  }),
  defineRoute(operations.RuleEntriesDocument, {
    path: '/v1/lab/rules/{id}/entries',
    name: 'listRuleEntries',
    summary: 'List the record of a registered rule',
    noStore: true,
    rows: ['items'],
    parameters: { id: ID, first: { name: 'limit', example: '20' }, after: { example: '0' } },
  }),
]

const LAB_CHANGES: readonly RestRoute[] = [
  defineRoute(operations.RegisterRuleDocument, {
    method: 'POST',
    path: '/v1/lab/rules',
    name: 'registerRule',
    summary: 'Register a rule',
    parameters: { backtest: { in: 'body' } },
  }),
  defineRoute(operations.EndRuleDocument, {
    method: 'DELETE',
    path: '/v1/lab/rules/{id}',
    name: 'endRule',
    summary: 'End a registered rule',
    parameters: { id: ID },
  }),
  defineRoute(operations.StartBacktestDocument, {
    method: 'POST',
    path: '/v1/lab',
    name: 'startBacktest',
    summary: 'Try a rule on the past',
    parameters: {
      universe: { in: 'body', example: '{"leaderboard":"copyable-all","top":20,"chosen":"WEEK"}' },
      record: { ...BODY, example: '{"days":30,"trades":20}' },
      entry: { ...BODY, example: '{"minUsd":500,"categories":["politics"],"maxPrice":0.9}' },
      delay: { ...BODY, example: '[30,300]' },
      size: { in: 'body', example: '{"usd":100,"bankroll":5000,"perMarket":400}' },
      fill: { ...BODY, example: '{"participation":0.2,"window":3600,"maxSlippage":0.02}' },
      exit: { ...BODY, example: '{"traderSells":true,"days":30}' },
      from: { in: 'body', example: '2026-02-02' },
      to: { in: 'body', example: '2026-02-28' },
    },
  }),
  defineRoute(operations.CancelBacktestDocument, {
    method: 'DELETE',
    path: '/v1/lab/{id}',
    name: 'cancelBacktest',
    summary: 'Cancel a trial of a rule, or remove it',
    parameters: { id: ID },
  }),
]

const COHORT: GivenParameter = { example: 'top-pnl' }
const WEEKS: GivenParameter = { example: '4' }

const SMART_MONEY_ROUTES: readonly RestRoute[] = [
  defineRoute(operations.SmartMoneyDocument, {
    path: '/v1/smart-money',
    name: 'getSmartMoney',
    summary: "Get a cohort's positions",
    rows: ['weeklyPick', 'markets', 'consensusMarkets'],
    parameters: { cohort: COHORT, screen: SCREEN },
  }),
  defineRoute(operations.SmartMoneyHighlightsDocument, {
    path: '/v1/smart-money/highlights',
    name: 'listSmartMoneyHighlights',
    summary: 'List weekly highlights',
    rows: ['items'],
    parameters: { weeks: WEEKS, cohort: COHORT },
  }),
  defineRoute(operations.SmartMoneyHistoryDocument, {
    path: '/v1/smart-money/history',
    name: 'getSmartMoneyHistory',
    summary: "Get a cohort's track record",
    rows: ['previousSignals'],
    parameters: { cohort: COHORT, weeks: WEEKS },
  }),
  defineRoute(operations.SmartMoneyMarketDocument, {
    path: '/v1/smart-money/market/{id}',
    name: 'getSmartMoneyMarket',
    summary: "Get a cohort's position in a market",
    parameters: { id: { example: `0x${'0'.repeat(64)}` }, cohort: COHORT },
  }),
  defineRoute(operations.LargeBuysDocument, {
    path: '/v1/smart-money/large-buys',
    name: 'getLargeBuys',
    summary: 'Get price moves after large buys',
  }),
]

/** The paths of REST that read, in the order of the docs. */
export const ROUTES: readonly RestRoute[] = [
  defineRoute(operations.LeaderboardsDocument, {
    path: '/v1/leaderboard',
    name: 'listLeaderboards',
    summary: 'List leaderboards',
    rows: ['items'],
  }),
  defineRoute(operations.LeaderboardDocument, {
    path: '/v1/leaderboard/{id}',
    name: 'getLeaderboard',
    summary: 'Get a leaderboard',
    rows: ['entries'],
    parameters: {
      id: { example: 'pnl-30d' },
      limit: { example: '10' },
      where: WHERE,
      category: { example: 'sports' },
    },
  }),
  ...TRADER_ROUTES,
  ...MARKET_ROUTES,
  ...EVENT_ROUTES,
  ...TAPE_ROUTES,
  ...WHALE_ROUTES,
  ...WATCHLIST_ROUTES,
  ...SCREEN_ROUTES,
  ...EXPORT_ROUTES,
  ...LAB_ROUTES,
  ...SMART_MONEY_ROUTES,
  defineRoute(operations.ServiceDocument, {
    path: '/v1/service',
    name: 'getService',
    summary: 'Get the facts of the service and of its last day',
    rows: [],
  }),
]

/**
 * The paths that do not answer GET. Each changes something, for callers with a bearer token, and of exports and trials of rules also with
 * an API key; but for those that read what anybody posts.
 */
export const CHANGES: readonly RestRoute[] = [
  ...WATCHLIST_CHANGES,
  ...SCREEN_CHANGES,
  ...EXPORT_CHANGES,
  ...LAB_CHANGES,
  ...POSTED_ROUTES,
]
