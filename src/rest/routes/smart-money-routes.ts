import {
  SmartMoneyDocument,
  SmartMoneyHighlightsDocument,
  SmartMoneyHistoryDocument,
  SmartMoneyMarketDocument,
} from '../operations/operations.generated.ts'
import { AS_OF } from '../parameters/as-of-parameter.ts'
import type { GivenParameter, RestRoute } from './route.ts'
import { defineRoute } from './route.ts'

const COHORT: GivenParameter = {
  name: 'cohort',
  in: 'query',
  required: false,
  description: 'The cohort.',
  example: 'top-pnl',
}

const WEEKS: GivenParameter = {
  name: 'weeks',
  in: 'query',
  required: false,
  description: 'Number of past weeks.',
  example: '4',
}

/** The paths of smart money (methodology §9). */
export const SMART_MONEY_ROUTES: readonly RestRoute[] = [
  defineRoute(SmartMoneyDocument, {
    path: '/v1/smart-money',
    name: 'getSmartMoney',
    summary: "Get a cohort's positions",
    description:
      "A cohort's positions in open markets: its size, positions by category, the weekly highlight and opportunities. Without Pro, five opportunities with their side and price, by the volume of their markets; Pro adds the others, every position, and consensus.",
    rows: ['weeklyPick', 'markets', 'consensusMarkets'],
    parameters: { cohort: COHORT, asOf: AS_OF },
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(SmartMoneyHighlightsDocument, {
    path: '/v1/smart-money/highlights',
    name: 'listSmartMoneyHighlights',
    summary: 'List weekly highlights',
    description: 'The highlight of each week as recorded at the time, newest first, with its outcome.',
    rows: ['items'],
    parameters: { weeks: WEEKS, cohort: COHORT },
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(SmartMoneyHistoryDocument, {
    path: '/v1/smart-money/history',
    name: 'getSmartMoneyHistory',
    summary: "Get a cohort's track record",
    description:
      "A cohort's weeks with their changes, past opportunities with outcomes, and performance. Requires Pro. Contains no identities.",
    rows: ['previousSignals'],
    parameters: { cohort: COHORT, weeks: WEEKS },
    failures: ['UNAUTHENTICATED', 'PRO_REQUIRED', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(SmartMoneyMarketDocument, {
    path: '/v1/smart-money/market/{id}',
    name: 'getSmartMoneyMarket',
    summary: "Get a cohort's position in a market",
    description: 'Position, divergence, the last eight weeks, and its members. Requires Pro.',
    parameters: {
      id: {
        name: 'id',
        in: 'path',
        required: true,
        description: "The market's condition id.",
        example: `0x${'0'.repeat(64)}`,
      },
      cohort: COHORT,
      asOf: AS_OF,
    },
    failures: ['UNAUTHENTICATED', 'PRO_REQUIRED', 'NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
]
