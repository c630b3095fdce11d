import { shortAddress } from '../../formats.ts'
import { type Html, html } from '../kit/html.ts'
import { address, eventPath, marketPath, traderPath } from '../kit/links.ts'
import { shownBy } from '../kit/shown.ts'

import {
  DayMoversDocument,
  type DayMoversQuery,
  SearchPageDocument,
  type SearchPageQuery,
} from '../operations.generated.ts'
import { type Ask, definePage, orNotYet } from '../page.ts'
import { cents, money, priceMove, shares } from '../parts/amounts.ts'
import { screenAddress } from '../parts/saved-screens.ts'

type Result = SearchPageQuery['search'][number]['result']
type ListedMarket = DayMoversQuery['markets']['nodes'][number]

/**
 * `/search?q=…`: everything that fits some words in one list, or the day's movers without words. The box in the head of each
 * page shows the list as a part of it.
 */
export const SEARCH_PAGE = definePage(SearchPageDocument, {
  path: '/search',
  name: 'searchPage',
  isCounted: true,
  isOwn: 'SIGNED_IN',
  parameters: { q: 'query' },
  async render({ ask, given }) {
    const { q } = given
    return {
      title: q === undefined ? 'Search' : `Search for ${q}`,
      description: 'Traders, markets, events, leaderboards and screens by name, words, address or id.',
      isText: true,
      shown: q === undefined ? null : shownBy('search', { query: q, limit: 12 }),
      main: html`<h1>Search</h1>
      <form class="filters" action="/search"><label>Trader, wallet, market, event or leaderboard<input type="search" name="q" maxlength="100" value="${q}"></label><button class="button">Search</button></form>
      ${q === undefined ? await movers(ask) : await results(q, ask)}`,
    }
  },
})

async function movers(ask: Ask): Promise<Html> {
  const nodes = (await orNotYet(ask(DayMoversDocument, {})))?.markets.nodes ?? []
  return html`<div class="found">${nodes.length > 0 && html`<h2>Moved most in 24 hours</h2><ul>${nodes.map(marketRow)}</ul>`}</div>`
}

async function results(q: string, ask: Ask): Promise<Html> {
  const { search } = await ask(SearchPageDocument, { q })
  if (search.length === 0)
    return html`<div class="found"><p class="calm">No results for “<bdi>${q}</bdi>”. Try the start of a name or of an address, or fewer words.</p></div>`
  const rows = search.map(({ result }) => resultRow(result))
  return html`<div class="found"><ul>${rows}${tradedMarkets(search)}</ul>
    <p class="tiny"><a href="${address('/traders', { query: q })}">All traders that fit</a> · <a href="${address('/markets', { query: q })}">All markets that fit</a></p></div>`
}

/** The markets of a transaction's trades, each as a row of its own. */
function tradedMarkets(search: SearchPageQuery['search']): Html[] {
  const markets = search.flatMap(({ result }) => (result.kind === 'Trade' ? (result.market ?? []) : []))
  return [...new Map(markets.map((market) => [market.condition, market])).values()].map(marketRow)
}

function resultRow(result: Result): Html {
  switch (result.kind) {
    case 'Trader':
      return row(traderPath(result.address), 'Trader', [
        html`<bdi>${result.username ?? shortAddress(result.address)}</bdi> <span class="small">${money(result.pnl, { isSigned: true })}</span> <small class="addr">${shortAddress(result.address)}</small>`,
      ])
    case 'Market':
      return marketRow(result)
    case 'Event':
      return row(eventPath(result.id), 'Event', html`<bdi>${result.title ?? result.id}</bdi>`)
    case 'Trade':
      return tradeRow(result)
    case 'SavedScreen':
      return row(screenAddress(result), 'Screen', html`<bdi>${result.name}</bdi>`)
    default:
      return row(`/leaderboard/${result.id}`, 'Leaderboard', result.name)
  }
}

function marketRow({
  condition,
  question,
  outcomes,
}: ListedMarket | Extract<Result, { kind: 'Market' }>): Html {
  const [first] = outcomes
  const move = first?.price == null || first.priceDayAgo == null ? null : first.price - first.priceDayAgo
  return row(
    marketPath(condition),
    'Market',
    html`<bdi>${question}</bdi> <span class="small"><bdi>${first?.name}</bdi> ${cents(first?.price)} ${move !== null && move !== 0 && priceMove(move)}</span>`,
  )
}

/** A trade leads to its trader, and without one to its market. */
function tradeRow({
  trader,
  market,
  side,
  shares: traded,
  outcome,
  usd,
}: Extract<Result, { kind: 'Trade' }>): Html {
  const who =
    trader === null ? 'A wallet' : html`<bdi>${trader.username ?? shortAddress(trader.address)}</bdi>`
  const to = trader === null ? market && marketPath(market.condition) : traderPath(trader.address)
  return row(
    to ?? '/tape',
    'Trade',
    html`${who} ${side === 'BUY' ? 'bought' : 'sold'} ${shares(traded)} <bdi>${outcome}</bdi> <span class="small">for ${money(usd)}</span>`,
  )
}

function row(href: string, kind: string, words: Html | Html[] | string): Html {
  return html`<li><a href="${href}"><span>${words}</span> <small class="kind">${kind}</small></a></li>`
}
