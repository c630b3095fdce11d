import { shortAddress } from '../../formats.ts'
import { MATCH_ORDER, matchOf } from '../../graph/search/search.ts'
import { ScreensDocument, type ScreensQuery } from '../../rest/operations/operations.generated.ts'
import { foldName } from '../../store/ledger/names.ts'
import type { Block } from '../kit/block.ts'
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
import { cents, money, priceMove } from '../parts/amounts.ts'
import { type OwnScreen, screenAddress } from '../parts/saved-screens.ts'

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
  async render({ ask, block, given, caller }) {
    const { q } = given
    return {
      title: q === undefined ? 'Search' : `Search for ${q}`,
      description: 'Traders, markets, events, leaderboards and screens by name, words, address or id.',
      isText: true,
      shown: q === undefined ? null : shownBy('search', { query: q }),
      main: html`<h1>Search</h1>
      <form class="filters" action="/search"><label>Trader, wallet, market, event or leaderboard<input type="search" name="q" maxlength="100" value="${q}"></label><button class="button">Search</button></form>
      ${q === undefined ? await movers(ask) : await results(q, ask, caller.kind === 'anonymous' ? null : block)}`,
    }
  },
})

async function movers(ask: Ask): Promise<Html> {
  const nodes = (await orNotYet(ask(DayMoversDocument, {})))?.markets.nodes ?? []
  return html`<div class="found">${nodes.length > 0 && html`<h2>Moved most in 24 hours</h2><ul>${nodes.map(marketRow)}</ul>`}</div>`
}

/** @param block of a reader with screens, which may fail alone */
async function results(q: string, ask: Ask, block: Block | null): Promise<Html> {
  let own: readonly OwnScreen[] = []
  const take = ({ viewer }: ScreensQuery) => {
    own = viewer.screens ?? []
    return null
  }
  const [{ search }, failure] = await Promise.all([
    ask(SearchPageDocument, { q }),
    block?.(ask(ScreensDocument, {}), take),
  ])
  const screens = own.flatMap((screen) => {
    const match = matchOf(screen.name, foldName(q))
    return match === null ? [] : [{ match, row: screenRow(screen) }]
  })
  // Screens have no volume: as leaderboards, they come last among equal matches.
  const rows = [...search.map(({ match, result }) => ({ match, row: resultRow(result) })), ...screens]
    .sort((a, b) => MATCH_ORDER.indexOf(a.match) - MATCH_ORDER.indexOf(b.match))
    .map(({ row: one }) => one)
  const failed = failure && html`<section><h2>Your screens</h2>${failure}</section>`
  if (rows.length === 0 && !failed)
    return html`<div class="found"><p class="calm">No results for “<bdi>${q}</bdi>”. Try the start of a name or of an address, or fewer words.</p></div>`
  return html`<div class="found"><ul>${rows}</ul>
    <p class="tiny"><a href="${address('/traders', { query: q })}">All traders that fit</a> · <a href="${address('/markets', { query: q })}">All markets that fit</a></p></div>${failed}`
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

function screenRow(screen: OwnScreen): Html {
  return row(screenAddress(screen), 'Screen', html`<bdi>${screen.name}</bdi>`)
}

function row(href: string, kind: string, words: Html | Html[] | string): Html {
  return html`<li><a href="${href}"><span>${words}</span> <small class="kind">${kind}</small></a></li>`
}
