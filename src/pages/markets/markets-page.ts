import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { html } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { definePage } from '../kit/page.ts'
import { shownBy } from '../kit/shown.ts'
import { categoryOption } from '../leaderboard/board-filters.ts'
import { MarketsPageDocument } from '../operations.generated.ts'
import { plural } from '../parts/amounts.ts'
import { address } from '../parts/links.ts'
import { marketTable } from './market-table.ts'

const STATUSES = [
  { wire: undefined, words: 'All' },
  { wire: 'open', words: 'Open' },
  { wire: 'ended', words: 'Ended' },
  { wire: 'resolved', words: 'Resolved' },
  { wire: 'unknown', words: 'No known end' },
] as const

const ORDERS = [
  { wire: 'volume', words: 'Volume' },
  { wire: 'newest', words: 'Newest' },
  { wire: 'ending', words: 'Ending' },
] as const

/** `/markets`: markets as a list with filters. */
export const MARKETS_PAGE = definePage(MarketsPageDocument, {
  path: '/markets',
  name: 'marketsPage',
  isCounted: true,
  parameters: {
    query: 'query',
    category: 'query',
    status: 'query',
    minVolume: 'query',
    orderBy: 'query',
    after: 'query',
  },
  async render({ ask, variables, given }) {
    const { markets } = await ask(MarketsPageDocument, variables)
    const { after, orderBy, ...view } = given
    const kept = { ...view, orderBy }
    const { hasNextPage, endCursor } = markets.pageInfo
    return {
      title: 'Markets',
      description: 'Prediction markets by volume, with their prices.',
      section: 'markets',
      shown: shownBy('listMarkets', { ...view, order: orderBy }),
      main: html`<h1>Markets</h1>
      <p class="sub">${plural(markets.totalCount, given.status === undefined || given.status === 'unknown' ? 'market' : `${given.status} market`)}${given.status === 'unknown' && ' without a known end'}, each with its leading outcome.</p>
      <nav class="tabs" aria-label="Status">${STATUSES.map(({ wire, words }) => html`<a href="${address('/markets', { ...kept, status: wire })}"${current(wire === given.status)}>${words}</a>`)}</nav>
      <form class="filters" action="/markets">
        ${given.status && html`<input type="hidden" name="status" value="${given.status}">`}
        <label>Search<input name="query" maxlength="100" value="${given.query}"></label>
        <label>Category<select name="category"><option value="">All</option>${MARKET_CATEGORIES.map((name) => categoryOption(name, given.category))}</select></label>
        <label>Min. volume ($)<input type="number" name="minVolume" min="0" step="any" value="${given.minVolume}"></label>
        <label>Order<select name="orderBy">${ORDERS.map(({ wire, words }) => html`<option value="${wire}"${wire === orderBy && html` selected`}>${words}</option>`)}</select></label>
        <button class="button">Apply</button>
      </form>
      ${markets.nodes.length === 0 ? html`<p class="calm">No results. Try other words.</p>` : html`<div class="card">${marketTable(markets.nodes)}</div>`}
      <p class="more tiny">${after && html`<a href="${address('/markets', kept)}">First page</a>`}${hasNextPage && html`<a rel="next" href="${address('/markets', { ...kept, after: endCursor })}">Next page</a>`}</p>`,
    }
  },
})
