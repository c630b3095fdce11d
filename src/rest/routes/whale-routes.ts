import {
  WhaleAlertConfigDocument,
  WhaleAlertDocument,
  WhaleAlertsDocument,
  WhaleRadarRecordDocument,
  WhaleShowcaseDocument,
} from '../operations/operations.generated.ts'
import { defineRoute, type RestRoute } from '../route.ts'

/** Paths of the Whale Radar (methodology §8). */
export const WHALE_ROUTES: readonly RestRoute[] = [
  defineRoute(WhaleAlertsDocument, {
    path: '/v1/whales',
    name: 'listWhaleAlerts',
    summary: 'List whale alerts',
    noStore: true,
    rows: ['items'],
    parameters: { limit: { example: '10' } },
  }),
  defineRoute(WhaleShowcaseDocument, {
    path: '/v1/whales/showcase',
    name: 'getWhaleShowcase',
    summary: 'List notable alerts',
    noStore: true,
    rows: ['items'],
  }),
  defineRoute(WhaleRadarRecordDocument, {
    path: '/v1/whales/record',
    name: 'getWhaleRadarRecord',
    summary: "Get the alerts' track record",
    noStore: true,
    rows: ['all', 'boards'],
  }),
  defineRoute(WhaleAlertDocument, {
    path: '/v1/whales/{id}',
    name: 'getWhaleAlert',
    summary: 'Get an alert',
    noStore: true,
    rows: [],
    parameters: { id: { example: 'AAAAAAAAAAAAAAAAAAAAAA', isFormOnly: true } },
  }),
  defineRoute(WhaleAlertConfigDocument, {
    path: '/v1/whales/config',
    name: 'getWhaleAlertConfig',
    summary: 'Get your notification config',
    noStore: true,
  }),
]
