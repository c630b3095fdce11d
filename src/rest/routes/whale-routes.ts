import { LIST_LIMITS } from '../../graph/kit/list-limits.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { PUBLIC_ALERTS_SHOWN } from '../../whales/alerts/alert-desk.ts'
import { QUALIFYING_BOARDS } from '../../whales/config/qualifying-board.ts'
import {
  WhaleAlertDocument,
  WhaleAlertsDocument,
  WhaleRadarRecordDocument,
  WhaleShowcaseDocument,
} from '../operations/operations.generated.ts'
import {
  address,
  direction,
  dollars,
  enumChoice,
  type ParameterType,
  text,
  wholeNumber,
} from '../parameters/parameter-type.ts'
import type { RestParameter, RestRoute } from './route.ts'
import { defineRoute } from './route.ts'

/** The paths of the Whale Radar (methodology §8). */
export const WHALE_ROUTES: readonly RestRoute[] = [
  defineRoute(WhaleAlertsDocument, {
    path: '/v1/whales',
    name: 'listWhaleAlerts',
    summary: 'Large fills of the best traders',
    description: `The radar's alerts, newest first. Pro sees all of them at once, with who it was; everybody else sees up to ${PUBLIC_ALERTS_SHOWN}, an hour late (or as the service is set) or later, with a label in place of the trader and as coarse as it takes to hide among 5 wallets. Filters and cursor are Pro's.`,
    noStore: true,
    rows: ['items'],
    parameters: {
      category: filter('category', 'markets of this category', enumChoice(MARKET_CATEGORIES)),
      minUsd: filter('minUsd', 'fills of at least so many dollars', dollars(1_000_000_000)),
      direction: filter('direction', 'fills that went this way', direction()),
      qualifying: filter('qualifying', 'alerts that this board made', enumChoice(QUALIFYING_BOARDS)),
      wallet: filter('wallet', 'fills of this trader', address()),
      limit: {
        name: 'limit',
        in: 'query',
        required: false,
        description: `Alerts a page, ${PUBLIC_ALERTS_SHOWN} unless given. More needs Pro; without it, ${PUBLIC_ALERTS_SHOWN} are shown.`,
        example: '10',
        type: wholeNumber({ min: 1, max: LIST_LIMITS.rows, default: PUBLIC_ALERTS_SHOWN }),
      },
      cursor: {
        name: 'cursor',
        in: 'query',
        required: false,
        description: 'The nextCursor of the page before, for Pro; the newest alerts unless given.',
        example: '',
        type: text({ min: 1, max: LIST_LIMITS.alertId }),
      },
    },
    failures: ['PRO_REQUIRED', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(WhaleShowcaseDocument, {
    path: '/v1/whales/showcase',
    name: 'getWhaleShowcase',
    summary: 'Notable moves',
    description:
      "The 10 alerts of the ledger's last 7 days, one a trader, with the largest (price now − price) · side · shares. Without Pro they are chosen by what is told of alerts.",
    noStore: true,
    rows: ['items'],
    parameters: {},
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(WhaleRadarRecordDocument, {
    path: '/v1/whales/record',
    name: 'getWhaleRadarRecord',
    summary: "The radar's own record",
    description:
      'How many alerts there were, how many were right against what their prices implied, and how prices went on, for all and by board. Without Pro, as of the start of the week.',
    noStore: true,
    rows: ['all', 'boards'],
    parameters: {},
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(WhaleAlertDocument, {
    path: '/v1/whales/{id}',
    name: 'getWhaleAlert',
    summary: 'One alert',
    description: 'One alert, as the caller may see it; 404 for one that the caller may not see (yet).',
    noStore: true,
    rows: [],
    parameters: {
      id: {
        name: 'id',
        in: 'path',
        required: true,
        description: "The alert's id, as it stands in the list.",
        example: 'AAAAAAAAAAAAAAAAAAAAAA',
        isFormOnly: true,
        type: text({ min: 1, max: LIST_LIMITS.alertId }),
      },
    },
    failures: ['NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
]

/** A filter of Pro callers; whoever tries the path without a key tries it without filters. */
function filter<T>(name: string, only: string, type: ParameterType<T>): RestParameter<T> {
  return {
    name,
    in: 'query',
    required: false,
    description: `Only ${only}; for Pro. All unless given.`,
    example: '',
    type,
  }
}
