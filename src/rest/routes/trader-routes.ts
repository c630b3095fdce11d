import { TAX_FORMS } from '../formats/tax-forms.ts'
import * as operations from '../operations/operations.generated.ts'
import { defineRoute, type GivenParameter, type RestRoute } from '../route.ts'

/** Conditions on traders, as JSON or as a parameter a number. */
export const WHERE: GivenParameter = {
  example: '{"tradeCount":{"min":1}}',
  description:
    'Conditions such as {"edgeLow":{"min":0.02},"verdict":["SKILLED"]}, as JSON of GraphQL’s TraderWhere. Each number, label and flag also has a parameter of its own, such as minEdgeLow=0.02, maxRoi=, knownEdge=, verdict=skilled, isBot=, lastFrom=, among=, board=, and top for its rows, holdsMarket=, holdsEvent=, outcome=, minHoldsValue=.',
}

export const ADDRESS: GivenParameter = { example: '0x0000000000000000000000000000000000000000' }
export const LIMIT: GivenParameter = { example: '5' }
/** A saved screen whose members a list is of. */
export const SCREEN: GivenParameter = { example: '0123456789abcdefghijkl', isFormOnly: true }

const IN_COMMON: GivenParameter = {
  example: '2',
  description: 'Markets that this many hold too.',
}

/** Said of `order`, which is the same text in an address and in a body. */
const ORDERS =
  'Up to 5 numbers in turn (roi:desc,edge_low:desc), by weighted percentiles (roi*0.4,edge_low*0.6)'

export const TRADER_ROUTES: readonly RestRoute[] = [
  defineRoute(operations.TradersDocument, {
    path: '/v1/trader',
    name: 'searchTraders',
    summary: 'Search for traders',
    rows: ['items'],
    parameters: { query: { example: '0x1' }, limit: LIMIT },
  }),
  defineRoute(operations.TraderDocument, {
    path: '/v1/trader/{address}',
    name: 'getTrader',
    summary: 'Get a trader',
    rows: [],
    parameters: { address: ADDRESS },
  }),
  defineRoute(operations.TraderAnalyticsDocument, {
    path: '/v1/trader/{address}/analytics',
    name: 'getTraderAnalytics',
    summary: "Get a trader's analytics",
    rows: [],
    parameters: { address: ADDRESS, period: { example: '90d' } },
  }),
  defineRoute(operations.TraderPositionsDocument, {
    path: '/v1/trader/{address}/positions',
    name: 'listTraderPositions',
    summary: "List a trader's positions",
    rows: ['items'],
    parameters: {
      address: ADDRESS,
      status: { example: 'open' },
      order: { example: 'pnl' },
      limit: LIMIT,
    },
  }),
  defineRoute(operations.TraderTradesDocument, {
    path: '/v1/trader/{address}/trades',
    name: 'listTraderTrades',
    summary: "List a trader's trades",
    rows: ['items'],
    parameters: { address: ADDRESS, side: { example: 'BUY' }, minUsd: { example: '10' }, limit: LIMIT },
  }),
  defineRoute(operations.TraderActivityDocument, {
    path: '/v1/trader/{address}/activity',
    name: 'listTraderActivity',
    summary: "List a trader's activity",
    rows: ['items'],
    parameters: { address: ADDRESS, limit: LIMIT },
  }),
  defineRoute(operations.TraderLotsDocument, {
    path: '/v1/trader/{address}/lots',
    name: 'listTraderLots',
    summary: "List a trader's disposals of a year, lot by lot",
    rows: ['items'],
    forms: TAX_FORMS,
    parameters: {
      address: ADDRESS,
      year: { example: '2026' },
      method: { example: 'fifo' },
      also: { isFormOnly: true, example: '0x0000000000000000000000000000000000000000' },
      limit: LIMIT,
    },
  }),
  defineRoute(operations.ExplainDocument, {
    path: '/v1/explain/{subject}/{id}/{metric}',
    name: 'explainNumber',
    summary: 'Explain a number',
    rows: ['items'],
    parameters: {
      subject: { example: 'trader' },
      id: ADDRESS,
      metric: { example: 'pnl' },
      period: { example: '30d' },
      from: {},
      since: {},
      category: {},
      step: { example: 'start', isFormOnly: true },
      limit: LIMIT,
    },
  }),
  defineRoute(operations.ProofDocument, {
    path: '/v1/proof/{trader}',
    name: 'proveTrader',
    summary: "Prove a trader's numbers",
    noStore: true,
    parameters: {
      // A day is proved once it is closed and logged.
      trader: { ...ADDRESS, isFormOnly: true },
      day: {},
      detail: { example: 'short' },
    },
  }),
  defineRoute(operations.ScreenTradersDocument, {
    path: '/v1/traders',
    name: 'screenTraders',
    summary: 'Filter and sort traders by any number',
    rows: ['items'],
    parameters: {
      where: WHERE,
      orderBy: {
        name: 'order',
        example: 'roi:desc',
        description: `${ORDERS}, or by change (pnl:desc:change). Default: volume.`,
      },
      period: { example: '90d' },
      category: { example: 'politics' },
      inCommon: IN_COMMON,
      limit: LIMIT,
    },
  }),
  defineRoute(operations.CompareDocument, {
    path: '/v1/compare',
    name: 'compareTraders',
    summary: 'Compare up to five traders',
    rows: ['traders'],
    parameters: {
      traders: { example: '0x0000000000000000000000000000000000000000', isFormOnly: true },
      period: { example: '30d' },
    },
  }),
  defineRoute(operations.SearchDocument, {
    path: '/v1/search',
    name: 'search',
    summary: 'Search for anything with a page',
    hasOwn: true,
    rows: ['items'],
    parameters: { query: { example: 'will' }, limit: LIMIT },
  }),
  defineRoute(operations.PositionsDocument, {
    path: '/v1/positions',
    name: 'listPositions',
    summary: 'Filter all positions',
    rows: ['items'],
    parameters: {
      where: {
        example: '{"value":{"min":10}}',
        description:
          'Conditions such as {"pnl":{"min":100}}, as JSON of GraphQL’s PositionWhere: market, event, category, trader, board, screen, status, result, value, cost, pnl, averagePrice, opened. Each also has a parameter of its own, such as status=open, minValue=, openedFrom=, board=, and top for its rows.',
      },
      order: { example: 'pnl' },
      limit: LIMIT,
    },
  }),
]

/** The paths that read saved screens. */
export const SCREEN_ROUTES: readonly RestRoute[] = [
  defineRoute(operations.ScreensDocument, {
    path: '/v1/screens',
    name: 'listScreens',
    summary: 'List your saved screens',
  }),
  defineRoute(operations.SavedScreenDocument, {
    path: '/v1/screens/{id}',
    name: 'getScreen',
    summary: 'Get a saved screen',
    noStore: true,
    parameters: { id: SCREEN },
  }),
  defineRoute(operations.ScreenMembersDocument, {
    path: '/v1/screens/{id}/members',
    name: 'listScreenMembers',
    summary: 'List the members of a saved screen',
    rows: ['items'],
    noStore: true,
    parameters: { id: SCREEN, inCommon: IN_COMMON, limit: LIMIT },
  }),
]

const BODY: GivenParameter = { in: 'body', required: false }
const QUESTION = {
  name: { in: 'body', example: 'Careful winners' },
  public: BODY,
  top: { ...BODY, example: '20' },
  where: BODY,
  orderBy: { ...BODY, name: 'order', example: 'roi:desc', description: `${ORDERS}. Default: volume.` },
  period: { ...BODY, example: '90d' },
  category: BODY,
  tag: BODY,
} as const satisfies Record<string, GivenParameter>

export const SCREEN_CHANGES: readonly RestRoute[] = [
  defineRoute(operations.SaveScreenDocument, {
    method: 'POST',
    path: '/v1/screens',
    name: 'saveScreen',
    summary: 'Save a screen',
    parameters: QUESTION,
  }),
  defineRoute(operations.ReplaceScreenDocument, {
    method: 'PUT',
    path: '/v1/screens/{id}',
    name: 'replaceScreen',
    summary: 'Replace a saved screen',
    parameters: { ...QUESTION, id: SCREEN },
  }),
  defineRoute(operations.RenameScreenDocument, {
    method: 'PUT',
    path: '/v1/screens/{id}/name',
    name: 'renameScreen',
    summary: 'Rename a saved screen',
    parameters: { id: SCREEN, name: QUESTION.name },
  }),
  defineRoute(operations.DeleteScreenDocument, {
    method: 'DELETE',
    path: '/v1/screens/{id}',
    name: 'deleteScreen',
    summary: 'Delete a saved screen',
    parameters: { id: SCREEN },
  }),
]

/** Paths that read what a caller posts: nothing of it is stored. */
export const POSTED_ROUTES: readonly RestRoute[] = [
  defineRoute(operations.ReconcileDocument, {
    method: 'POST',
    path: '/v1/reconcile',
    name: 'reconcile',
    summary: "Compare another site's view of a wallet",
    noStore: true,
    bodyLimit: 3_000_000,
    parameters: {
      files: { ...BODY, example: '["[]"]', isFormOnly: true },
      trader: BODY,
      columns: BODY,
      asOf: BODY,
    },
  }),
]
