import type { SmartCohort as CohortName } from '../operations/operations.generated.ts'
import {
  SmartMoneyDocument,
  SmartMoneyHighlightsDocument,
  SmartMoneyHistoryDocument,
  SmartMoneyMarketDocument,
} from '../operations/operations.generated.ts'
import { AS_OF } from '../parameters/as-of-parameter.ts'
import { condition, smartCohort, wholeNumber } from '../parameters/parameter-type.ts'
import type { RestParameter, RestRoute } from './route.ts'
import { defineRoute } from './route.ts'

const COHORT: RestParameter<CohortName> = {
  name: 'cohort',
  in: 'query',
  required: false,
  description: 'The cohort, top-pnl unless given.',
  example: 'top-pnl',
  type: smartCohort({ default: 'top-pnl' }),
}

const WEEKS: RestParameter<number> = {
  name: 'weeks',
  in: 'query',
  required: false,
  description: 'How many weeks back, 12 unless given.',
  example: '4',
  type: wholeNumber({ min: 1, max: 104, default: 12 }),
}

/** The paths of smart money (methodology §9). */
export const SMART_MONEY_ROUTES: readonly RestRoute[] = [
  defineRoute(SmartMoneyDocument, {
    path: '/v1/smart-money',
    name: 'getSmartMoney',
    summary: 'What a cohort holds, against the prices',
    description:
      "How the members of a cohort stand in open markets. Pro sees opportunities and consensus; everybody sees, as the week began, the categories with coarse numbers where no market can be found in them, the cohort's size, the highlight of the week, and five markets without positioning.",
    rows: ['weeklyPick', 'markets', 'consensusMarkets'],
    parameters: { cohort: COHORT, asOf: AS_OF },
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(SmartMoneyHighlightsDocument, {
    path: '/v1/smart-money/highlights',
    name: 'listSmartMoneyHighlights',
    summary: 'The weekly highlights',
    description: 'The highlight of each week as it was written then, newest first, with its outcome.',
    rows: ['items'],
    parameters: { weeks: WEEKS, cohort: COHORT },
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(SmartMoneyHistoryDocument, {
    path: '/v1/smart-money/history',
    name: 'getSmartMoneyHistory',
    summary: 'What a cohort has said, and how it came out',
    description:
      "A cohort's weeks with what changed in each, its past opportunities with their outcomes, and its performance; for Pro. No identity is in it.",
    rows: ['previousSignals'],
    parameters: { cohort: COHORT, weeks: WEEKS },
    failures: ['UNAUTHENTICATED', 'PRO_REQUIRED', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(SmartMoneyMarketDocument, {
    path: '/v1/smart-money/market/{id}',
    name: 'getSmartMoneyMarket',
    summary: 'One market, as a cohort stands in it',
    description: 'Positioning, divergence, its last eight weeks, and the members behind it; for Pro.',
    parameters: {
      id: {
        name: 'id',
        in: 'path',
        required: true,
        description: "The market's condition.",
        example: `0x${'0'.repeat(64)}`,
        type: condition(),
      },
      cohort: COHORT,
      asOf: AS_OF,
    },
    failures: ['UNAUTHENTICATED', 'PRO_REQUIRED', 'NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
]
