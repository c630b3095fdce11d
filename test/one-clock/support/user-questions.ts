import { NEW_MARKET } from './names.ts'
import type { Given, Question } from './questions.ts'

/** Requests by which a user reads an own account, and follows what only comes after the common snapshot. */
export function userQuestions(given: Given): Question[] {
  const json = { 'content-type': 'application/json', accept: 'application/json' }
  const paths = ['/account', '/v1/watchlist', ...(given.topic ?? []).map((topic) => `/v1/watchlist/${topic}`)]
  const { condition, slug } = NEW_MARKET
  return [
    ...paths.map((path): Question => ({ of: `user ${path.split('/')[1]}`, method: 'GET', path })),
    ...[condition, slug].flatMap((market): Question[] => [
      {
        of: 'user follows by REST',
        method: 'PUT',
        path: `/v1/watchlist/markets/${market}`,
        headers: json,
        body: '{}',
      },
      {
        of: 'user follows by GraphQL',
        method: 'POST',
        path: '/graphql',
        headers: json,
        body: JSON.stringify({
          query: `mutation { follow(input: { market: { market: "${market}" } }) { follow { topic } } }`,
        }),
      },
    ]),
  ]
}
