import { EventDocument, EventsDocument } from '../operations/operations.generated.ts'
import { AS_OF } from '../parameters/as-of-parameter.ts'
import { pageOf } from '../parameters/page-parameters.ts'
import { defineRoute, type RestRoute } from './route.ts'

/** Paths of events. */
export const EVENT_ROUTES: readonly RestRoute[] = [
  defineRoute(EventsDocument, {
    path: '/v1/events',
    name: 'listEvents',
    summary: 'List or search events',
    description: 'Groups of markets that belong together, largest volume first.',
    isCounted: true,
    rows: ['items'],
    parameters: {
      query: {
        name: 'query',
        in: 'query',
        required: false,
        description:
          "Words of the title or a market's question, in any order and case. Default: every event.",
        example: 'will',
      },
      category: {
        name: 'category',
        in: 'query',
        required: false,
        description: 'Only events with markets of this category. Default: all.',
        example: '',
      },
      ...pageOf('Events per page.', { terms: ', with the same other parameters. Default: the first page.' }),
      asOf: AS_OF,
    },
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(EventDocument, {
    path: '/v1/event/{id}',
    name: 'getEvent',
    summary: 'Get an event',
    description:
      'Title, volume, sum of prices, and the 30 markets with the largest volume; `totalCount` is the number of all.',
    rows: ['markets'],
    parameters: {
      id: {
        name: 'id',
        in: 'path',
        required: true,
        description: "The event's id, with or without its prefix `event:`.",
        example: '1',
        isFormOnly: true,
      },
      asOf: AS_OF,
    },
    failures: ['NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
]
