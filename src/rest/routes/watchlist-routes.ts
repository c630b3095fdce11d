import { FOLLOW_KINDS } from '../../follows/kinds.ts'
import {
  FollowDocument,
  ForgetVisitsDocument,
  OutboxDocument,
  UnfollowDocument,
  WatchedTopicDocument,
  WatchlistDocument,
  WhatChangedDocument,
} from '../operations/operations.generated.ts'
import { defineRoute, type GivenParameter, type RestRoute } from '../route.ts'

const TOPIC: GivenParameter = { example: 'leaderboard:pnl-7d' }

const RULES = [
  ...FOLLOW_KINDS.flatMap(({ fields }) => Object.keys(fields)),
  'quietFrom',
  'quietTo',
  'timeZone',
]

const WRITTEN = 'Requires a bearer token: an API key cannot change its account.'

/** A path for one kind, which names the same as the topic: `/v1/watchlist/markets/{id}`. */
const ALIASES = FOLLOW_KINDS.map(({ name, plural }) => {
  return { path: `/v1/watchlist/${plural}/{id}`, set: { topic: `${name}:{id}` } }
})
const LIST_ALIASES = FOLLOW_KINDS.map(({ name, plural }) => {
  return { path: `/v1/watchlist/${plural}`, set: { kind: name } }
})

/** The paths that read a watchlist. */
export const WATCHLIST_ROUTES: readonly RestRoute[] = [
  defineRoute(WatchlistDocument, {
    path: '/v1/watchlist',
    aliases: LIST_ALIASES,
    name: 'getWatchlist',
    summary: 'Get your watchlist',
    noStore: true,
    parameters: { limit: { example: '5' } },
  }),
  defineRoute(WatchedTopicDocument, {
    path: '/v1/watchlist/{topic}',
    aliases: ALIASES,
    name: 'getFollow',
    summary: 'Get one of your follows',
    noStore: true,
    parameters: { topic: TOPIC },
  }),
  defineRoute(OutboxDocument, {
    path: '/v1/account/outbox',
    name: 'getOutbox',
    summary: 'List your messages',
    noStore: true,
    parameters: { limit: { example: '2' } },
  }),
  defineRoute(WhatChangedDocument, {
    path: '/v1/account/since',
    name: 'whatChanged',
    summary: 'Get what changed in what you follow',
    noStore: true,
    parameters: { time: { example: '2026-01-14T00:00:00Z' } },
  }),
]

export const WATCHLIST_CHANGES: readonly RestRoute[] = [
  defineRoute(FollowDocument, {
    method: 'PUT',
    path: '/v1/watchlist/{topic}',
    aliases: ALIASES,
    name: 'follow',
    summary: 'Follow a topic',
    description: `Follows a topic, or replaces the rules of one that is followed; rules that are omitted have their defaults. The path of a kind is the same, such as ${ALIASES[1]?.path}. ${WRITTEN}`,
    noStore: true,
    parameters: {
      ...Object.fromEntries(
        RULES.map((name): [string, GivenParameter] => [name, { in: 'body', required: false }]),
      ),
      topic: TOPIC,
    },
  }),
  defineRoute(UnfollowDocument, {
    method: 'DELETE',
    path: '/v1/watchlist/{topic}',
    aliases: ALIASES,
    name: 'unfollow',
    summary: 'Unfollow a topic',
    noStore: true,
    parameters: { topic: TOPIC },
  }),
  defineRoute(ForgetVisitsDocument, {
    method: 'DELETE',
    path: '/v1/account/visits',
    name: 'forgetVisits',
    summary: 'Erase the times of your visits',
    noStore: true,
  }),
]
