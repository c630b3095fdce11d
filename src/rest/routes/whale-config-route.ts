import { WhaleAlertConfigDocument } from '../operations/operations.generated.ts'
import type { RestRoute } from './route.ts'
import { defineRoute } from './route.ts'

/** What a Pro caller is told of, and where; it is written by mutations. */
export const WHALE_CONFIG_ROUTE: RestRoute = defineRoute(WhaleAlertConfigDocument, {
  path: '/v1/whales/config',
  name: 'getWhaleAlertConfig',
  summary: 'Get your notification config',
  description:
    'The whale alerts delivered to the caller, and their channels; null if there is none. Requires Pro. Changed by the mutation `updateWhaleAlertConfig`.',
  noStore: true,
  parameters: {},
  failures: ['UNAUTHENTICATED', 'PRO_REQUIRED', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
})
