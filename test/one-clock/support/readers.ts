import { defined } from '../../../src/checks.ts'
import { type Names, NEW_MARKET, NEWCOMER, NEWCOMER_NAME } from './names.ts'
import type { Question } from './questions.ts'

/** Reads whose bound within the day is the snapshot's version or its cutoff's place, each by one query. */
export function readerQuestions({ markets, traders, events }: Names): Question[] {
  const { condition, slug } = defined(markets[0])
  const of = (fields: string) => `market(id: "${condition}") { ${fields} }`
  const readers: Readonly<Record<string, string>> = {
    price: of('outcomes { price }'),
    'prices of a day ago': 'markets(first: 100) { nodes { outcomes { priceDayAgo } } }',
    supplies: of('outcomes { supply }'),
    'open interest': of('openInterest'),
    holders: of('holders(first: 20) { nodes { address shares value } }'),
    'holders of an outcome': of(
      'holders(first: 20, outcome: 0, orderBy: PNL) { nodes { address unrealizedPnl } }',
    ),
    'number of holders': of('holders(first: 1) { totalCount }'),
    'top traders': of('topTraders(first: 20) { nodes { address pnl } }'),
    'number of top traders': of('topTraders(first: 1) { totalCount }'),
    'trader count': of('traderCount'),
    'trades’ open interest by trader': `trader(address: "${traders[0]}") { positions(first: 20) { nodes { shares value } } }`,
    'market list': 'markets(first: 100, includeUntraded: true) { nodes { condition } }',
    'market list by volume': 'markets(first: 100, orderBy: { by: VOLUME_7D }) { nodes { condition volume } }',
    'market count': 'markets(first: 1, includeUntraded: true) { totalCount }',
    'open markets': 'markets(first: 1, where: { status: [OPEN] }) { totalCount }',
    'markets of an event': `event(id: "${defined(events[0]).id}") { markets(first: 20) { totalCount nodes { condition } } }`,
    'event list': 'events(first: 50) { nodes { id volume } }',
    'market search': `markets(where: { query: "${NEWCOMER_NAME}" }) { totalCount nodes { condition } }`,
    'event search': `events(query: "${NEWCOMER_NAME}") { totalCount }`,
    'trader search': `traders(where: { query: "${NEWCOMER_NAME}" }) { nodes { address } }`,
    'market by condition': `market(id: "${NEW_MARKET.condition}") { question outcomes { token } }`,
    'market by slug': `market(slug: "${NEW_MARKET.slug}") { question outcomes { token } }`,
    'market by node': `node(id: "${NEW_MARKET.condition}") { id }`,
    'known market by slug': `market(slug: "${slug}") { openInterest outcomes { price } }`,
    'market of a resolution': of('resolved resolvedAt status outcomes { winner payout }'),
    trader: `trader(address: "${NEWCOMER}") { id }`,
  }
  return Object.entries(readers).map(([name, call]) => graphQuestion(`reader: ${name}`, `{ ${call} }`))
}

/** A GraphQL document as a request. */
export function graphQuestion(of: string, query: string): Question {
  return {
    of,
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  }
}
