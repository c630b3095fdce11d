import {
  SmartMoneyDocument,
  SmartMoneyHighlightsDocument,
  SmartMoneyHistoryDocument,
  SmartMoneyMarketDocument,
} from '../operations/operations.generated.ts'
import { defineRoute, type GivenParameter, type RestRoute } from './route.ts'

const COHORT: GivenParameter = { example: 'top-pnl' }
const WEEKS: GivenParameter = { example: '4' }

/** Paths of smart money (methodology §9). */
export const SMART_MONEY_ROUTES: readonly RestRoute[] = [
  defineRoute(SmartMoneyDocument, {
    path: '/v1/smart-money',
    name: 'getSmartMoney',
    summary: "Get a cohort's positions",
    rows: ['weeklyPick', 'markets', 'consensusMarkets'],
    parameters: { cohort: COHORT },
  }),
  defineRoute(SmartMoneyHighlightsDocument, {
    path: '/v1/smart-money/highlights',
    name: 'listSmartMoneyHighlights',
    summary: 'List weekly highlights',
    rows: ['items'],
    parameters: { weeks: WEEKS, cohort: COHORT },
  }),
  defineRoute(SmartMoneyHistoryDocument, {
    path: '/v1/smart-money/history',
    name: 'getSmartMoneyHistory',
    summary: "Get a cohort's track record",
    rows: ['previousSignals'],
    parameters: { cohort: COHORT, weeks: WEEKS },
  }),
  defineRoute(SmartMoneyMarketDocument, {
    path: '/v1/smart-money/market/{id}',
    name: 'getSmartMoneyMarket',
    summary: "Get a cohort's position in a market",
    parameters: { id: { example: `0x${'0'.repeat(64)}` }, cohort: COHORT },
  }),
]
