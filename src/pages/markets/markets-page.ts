import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { type Html, html } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { address, marketLink } from '../kit/links.ts'
import { shownBy } from '../kit/shown.ts'
import { day } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import { categoryOption } from '../leaderboard/board-filters.ts'
import { type ListedMarketRowFragment, MarketsPageDocument } from '../operations.generated.ts'
import { definePage } from '../page.ts'
import { cents, centsMove, money, plural } from '../parts/amounts.ts'
import { narrowLine } from '../parts/marks.ts'

/** Markets as rows: the question, the leading outcome's price, how it moved in a day, volume and end. */
export function marketTable(markets: readonly ListedMarketRowFragment[]): Html {
  const hasEnds = markets.some((market) => endOf(market) !== null)
  return html`<div class="table"><table>
    <thead><tr><th scope="col" class="l">Market</th><th scope="col" class="l wide">Leading</th><th scope="col">Price</th><th scope="col" class="wide">24 h</th><th scope="col" class="wide">Volume</th>${hasEnds && html`<th scope="col" class="wide">Ends</th>`}</tr></thead>
    <tbody>${markets.map((market) => marketRow(market, hasEnds))}</tbody></table></div>`
}

function marketRow(market: ListedMarketRowFragment, hasEnds: boolean): Html {
  const { category, status, volume, outcomes } = market
  const isOver = status === 'ENDED' || status === 'RESOLVED'
  const end = endOf(market)
  const leading = outcomes.toSorted((one, other) => (other.price ?? -1) - (one.price ?? -1))[0]
  const move =
    leading && leading.price !== null && leading.priceDayAgo !== null
      ? leading.price - leading.priceDayAgo
      : null
  return html`<tr><td class="l wrap">${marketLink(market)}<br><span class="tiny">${[category && titleCase(category), isOver && titleCase(status)].filter(Boolean).join(' · ')}</span>${narrowLine([html`<bdi>${leading?.name}</bdi>`, volume !== null && html`${money(volume, { isShort: true })} traded`, end !== null && html`${isOver ? 'ended' : 'ends'} ${day(end)}`])}</td>
    <td class="l wide"><bdi>${leading?.name}</bdi></td><td class="big">${cents(leading?.price)}</td><td class="wide">${move === 0 ? html`<span class="none">0</span>` : centsMove(move)}</td>
    <td class="wide">${money(volume, { isShort: true })}</td>${hasEnds && html`<td class="wide">${end === null ? html`<span class="none">–</span>` : day(end)}</td>`}</tr>`
}

/** The day of a market's end: of the earlier one of its scheduled end and its resolution. */
function endOf({ endsAt, resolvedAt }: ListedMarketRowFragment): string | null {
  const [first] = [endsAt, resolvedAt].filter((time) => time !== null).sort()
  return first?.slice(0, 10) ?? null
}

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
