import { PUBLIC_LIST } from '../../whales/alerts/alert-desk.ts'
import {
  WhaleAlertDocument,
  WhaleAlertsDocument,
  WhaleRadarRecordDocument,
  WhaleShowcaseDocument,
} from '../operations/operations.generated.ts'
import { pageOf } from '../parameters/page-parameters.ts'
import type { GivenParameter, RestRoute } from './route.ts'
import { defineRoute } from './route.ts'

/** The paths of the Whale Radar (methodology §8). */
export const WHALE_ROUTES: readonly RestRoute[] = [
  defineRoute(WhaleAlertsDocument, {
    path: '/v1/whales',
    name: 'listWhaleAlerts',
    summary: 'List whale alerts',
    description: `Large fills by top traders, newest first. Pro callers see all of them immediately, with identities. Everyone else sees those of the last ${PUBLIC_LIST.days} days of the ledger an hour (configurable) later, up to ${PUBLIC_LIST.alerts} a page, with a label for the trader and rounded amounts. Filters but \`market\` require Pro.`,
    noStore: true,
    rows: ['items'],
    parameters: {
      category: filter('category', 'fills in markets of this category'),
      minUsd: filter('minUsd', 'fills of at least this many USD'),
      direction: { ...filter('direction', 'fills of this side'), isAnyCase: true },
      qualifying: filter('qualifying', 'alerts qualified by this leaderboard'),
      wallet: filter('wallet', 'fills of this trader'),
      market: {
        name: 'market',
        in: 'query',
        required: false,
        description: "Only fills in this market: its condition. Default: every market's.",
        example: '',
      },
      ...pageOf(`Alerts per page. At most ${PUBLIC_LIST.alerts} without Pro.`, {
        terms: '. Default: the newest alerts.',
        example: '10',
      }),
    },
    failures: ['PRO_REQUIRED', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(WhaleShowcaseDocument, {
    path: '/v1/whales/showcase',
    name: 'getWhaleShowcase',
    summary: 'List notable alerts',
    description:
      "The 10 alerts of the ledger's last 7 days, one per trader, with the largest (price now − price) · side · shares.",
    noStore: true,
    rows: ['items'],
    parameters: {},
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(WhaleRadarRecordDocument, {
    path: '/v1/whales/record',
    name: 'getWhaleRadarRecord',
    summary: "Get the alerts' track record",
    description:
      'Number of alerts, hit rate against the rate that prices implied, and price moves after the fill, overall and by leaderboard.',
    noStore: true,
    rows: ['all', 'boards'],
    parameters: {},
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(WhaleAlertDocument, {
    path: '/v1/whales/{id}',
    name: 'getWhaleAlert',
    summary: 'Get an alert',
    description:
      'One alert, with the fields that the caller may see; 404 for an alert that is not released to the caller yet.',
    noStore: true,
    rows: [],
    parameters: {
      id: {
        name: 'id',
        in: 'path',
        required: true,
        description: "The alert's id, from a list of alerts.",
        example: 'AAAAAAAAAAAAAAAAAAAAAA',
        isFormOnly: true,
      },
    },
    failures: ['NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
]

/** A filter of Pro callers; whoever tries the path without a key tries it without filters. */
function filter(name: string, only: string): GivenParameter {
  return {
    name,
    in: 'query',
    required: false,
    description: `Only ${only}. Requires Pro. Default: all.`,
    example: '',
  }
}
