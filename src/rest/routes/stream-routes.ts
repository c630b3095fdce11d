import {
  ActivityStreamDocument,
  BacktestStreamDocument,
  PriceStreamDocument,
  StandingStreamDocument,
  TradeStreamDocument,
} from '../operations/operations.generated.ts'
import { defineRoute, type RestRoute } from '../route.ts'
import { tradeParameters } from './trade-parameters.ts'
import { SCREEN } from './trader-routes.ts'

const FORM = { isFormOnly: true } as const
const CONDITION = `0x${'0'.repeat(64)}`
const ADDRESS = `0x${'0'.repeat(40)}`

/** Paths that answer with server-sent events, each message with its cursor as `id`. */
export const STREAMS: readonly RestRoute[] = [
  defineRoute(TradeStreamDocument, {
    path: '/v1/trades/stream',
    name: 'streamTrades',
    summary: 'Stream trades',
    noStore: true,
    parameters: { where: { fields: tradeParameters('STREAM') } },
  }),
  defineRoute(ActivityStreamDocument, {
    path: '/v1/activity/stream',
    name: 'streamActivity',
    summary: 'Stream activity',
    noStore: true,
    parameters: { trader: { example: ADDRESS, ...FORM }, market: { example: CONDITION, ...FORM } },
  }),
  defineRoute(PriceStreamDocument, {
    path: '/v1/prices/stream',
    name: 'streamPrices',
    summary: 'Stream prices',
    noStore: true,
    parameters: { market: { example: CONDITION, ...FORM } },
  }),
  defineRoute(StandingStreamDocument, {
    path: '/v1/standings/stream',
    name: 'streamStandings',
    summary: 'Stream standings',
    noStore: true,
    parameters: {
      leaderboard: { example: 'pnl-7d' },
      screen: SCREEN,
      first: { name: 'limit', example: '20' },
    },
  }),
  defineRoute(BacktestStreamDocument, {
    path: '/v1/lab/{id}/stream',
    name: 'streamBacktest',
    summary: 'Stream the progress of a trial',
    noStore: true,
    parameters: { id: { example: '0'.repeat(22), ...FORM } },
  }),
]
