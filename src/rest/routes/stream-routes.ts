import * as operations from '../operations/operations.generated.ts'
import { defineRoute, type RestRoute } from '../route.ts'
import { tradeParameters } from './trade-parameters.ts'
import { SCREEN } from './trader-routes.ts'

const FORM = { isFormOnly: true } as const
const CONDITION = `0x${'0'.repeat(64)}`
const ADDRESS = `0x${'0'.repeat(40)}`

/** Paths that answer with server-sent events, each message with its cursor as `id`. */
export const STREAMS: readonly RestRoute[] = [
  defineRoute(operations.TradeStreamDocument, {
    path: '/v1/trades/stream',
    name: 'streamTrades',
    summary: 'Stream trades',
    parameters: { where: { fields: tradeParameters('STREAM') } },
  }),
  defineRoute(operations.ActivityStreamDocument, {
    path: '/v1/activity/stream',
    name: 'streamActivity',
    summary: 'Stream activity',
    parameters: { trader: { example: ADDRESS, ...FORM }, market: { example: CONDITION, ...FORM } },
  }),
  defineRoute(operations.PriceStreamDocument, {
    path: '/v1/prices/stream',
    name: 'streamPrices',
    summary: 'Stream prices',
    parameters: { market: { example: CONDITION, ...FORM } },
  }),
  defineRoute(operations.StandingStreamDocument, {
    path: '/v1/standings/stream',
    name: 'streamStandings',
    summary: 'Stream standings',
    parameters: {
      leaderboard: { example: 'pnl-7d' },
      screen: SCREEN,
      first: { name: 'limit', example: '20' },
    },
  }),
  defineRoute(operations.BacktestStreamDocument, {
    path: '/v1/lab/{id}/stream',
    name: 'streamBacktest',
    summary: 'Stream the progress of a trial',
    parameters: { id: { example: '0'.repeat(22), ...FORM } },
  }),
]
