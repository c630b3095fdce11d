import { moneyText, plural } from '../../formats.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { readParameters } from '../../rest/parameters/read-parameters.ts'
import { marketWhy } from '../explain/explain-page.ts'
import { emptyByFilter } from '../kit/empty.ts'
import { type Html, html } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { address, marketLink } from '../kit/links.ts'
import { shownBy } from '../kit/shown.ts'
import { day } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import { categoryOption } from '../leaderboard/board-filters.ts'
import { type ListedMarketRowFragment, MarketsPageDocument } from '../operations.generated.ts'
import { type Ask, definePage, type Given } from '../page.ts'
import { cents, money, priceMove } from '../parts/amounts.ts'
import { narrowLine } from '../parts/marks.ts'
import { movedTable, moveOrder, WINDOWS } from './moved-table.ts'

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
    status !== 'RESOLVED' && leading && leading.price !== null && leading.priceDayAgo !== null
      ? leading.price - leading.priceDayAgo
      : null
  return html`<tr><td class="l wrap">${marketLink(market)}<br><span class="tiny">${[category && titleCase(category), isOver && titleCase(status)].filter(Boolean).join(' · ')}</span>${narrowLine([html`<bdi>${leading?.name}</bdi>`, volume !== null && html`${money(volume)} traded`, end !== null && html`${isOver ? 'ended' : 'ends'} ${day(end)}`])}</td>
    <td class="l wide"><bdi>${leading?.name}</bdi>${leading?.winner === true && html` <span class="badge good">won</span>`}</td><td class="big">${cents(leading?.price)}</td><td class="wide">${priceMove(move)}</td>
    <td class="wide">${marketWhy(market.condition, 'volume', money(volume))}</td>${hasEnds && html`<td class="wide">${end === null ? html`<span class="none">–</span>` : day(end)}</td>`}</tr>`
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

/** The orders of the list by the name of the address; those by moves have a window. */
const ORDERS: Readonly<Record<string, { words: string; window?: string }>> = {
  volume: { words: 'Volume' },
  newest: { words: 'Newest' },
  ends_at: { words: 'Ending' },
  ...Object.fromEntries(
    Object.values(WINDOWS).map(({ order, words }) => [order, { words: `Moved in ${words}`, window: words }]),
  ),
  active_week: { words: 'Active all week', window: '7 days' },
}

/** `/markets`: markets as a list with filters. */
export const MARKETS_PAGE = definePage(MarketsPageDocument, {
  path: '/markets',
  name: 'marketsPage',
  isCounted: true,
  parameters: { where: 'query', orderBy: 'query', after: 'query' },
  async render({ ask, variables, given }) {
    const { markets } = await ask(MarketsPageDocument, variables)
    const { after, orderBy, ...view } = given
    const kept = { ...view, orderBy }
    const { hasNextPage, endCursor } = markets.pageInfo
    const order = moveOrder(orderBy)
    const pill = order === null ? (orderBy ?? 'volume') : WINDOWS[order.window].order
    const { window } = ORDERS[pill] ?? {}
    const sorting = order && { order, pathOf: (by: string) => address('/markets', { ...view, orderBy: by }) }
    const count = plural(
      markets.totalCount,
      given.status === undefined || given.status === 'unknown' ? 'market' : `${given.status} market`,
    )
    return {
      title: 'Markets',
      description: 'Prediction markets by volume or by how far their prices moved.',
      section: 'markets',
      shown: {
        ...shownBy('listMarkets', {
          where: variables.where && JSON.stringify(variables.where),
          order: orderBy,
        }),
        part: { limit: 30, cursor: after },
      },
      main: html`<h1>Markets</h1>
      <p class="sub">${count}${given.status === 'unknown' && ' without a known end'}${window !== undefined ? movedWords(pill, window) : markets.totalCount > 0 && ', each with its leading outcome.'}</p>
      <nav class="tabs" aria-label="Status">${STATUSES.map(({ wire, words }) => html`<a href="${address('/markets', { ...kept, status: wire })}"${current(wire === given.status)}>${words}</a>`)}</nav>
      <nav class="pills" aria-label="Order">${Object.entries(ORDERS).map(([wire, { words }]) => html`<a class="pill" href="${address('/markets', { ...view, orderBy: wire === 'volume' ? null : wire })}"${current(wire === pill)}>${words}</a>`)}</nav>
      <form class="filters" action="/markets" data-at-once>
        ${given.status && html`<input type="hidden" name="status" value="${given.status}">`}${orderBy && html`<input type="hidden" name="orderBy" value="${orderBy}">`}
        <label>Search<input name="query" maxlength="100" value="${given.query}"></label>
        <label>Category<select name="category"><option value="">All</option>${MARKET_CATEGORIES.map((name) => categoryOption(name, given.category))}</select></label>
        <label>Min. volume ($)<input type="number" name="minVolume" min="0" step="any" value="${given.minVolume}"></label>
        <button class="button">Apply</button>
      </form>
      ${markets.nodes.length === 0 ? await emptyNote(ask, given) : html`<div class="card">${window === undefined ? marketTable(markets.nodes) : movedTable(markets.nodes, window, sorting)}</div>`}
      <p class="more tiny">${after && html`<a href="${address('/markets', kept)}">First page</a>`}${hasNextPage && html`<a rel="next" href="${address('/markets', { ...kept, after: endCursor })}">Next page</a>`}</p>`,
    }
  },
})

function movedWords(order: string | undefined, window: string): string {
  const span = window === '1 hour' ? 'the last hour' : `the last ${window}`
  return order === 'active_week'
    ? ` with at least $1,000 traded on each day of ${span}, by at least 5 traders.`
    : ` whose price moved in ${span}, with at least $1,000 traded by at least 5 traders.`
}

/** The filters of the list, each with its words. */
const FILTERS: Readonly<Record<string, (value: string) => string>> = {
  query: (words) => words,
  category: titleCase,
  status: (status) => STATUSES.find(({ wire }) => wire === status.toLowerCase())?.words ?? status,
  minVolume: (usd) => `${moneyText(Number(usd))} and up`,
}

/** Shows what an empty list lacks. */
function emptyNote(ask: Ask, given: Given): Promise<Html> {
  const { after: _after, ...view } = given
  return emptyByFilter({
    none:
      moveOrder(given.orderBy) === null && given.orderBy !== 'active_week'
        ? 'No market fits.'
        : 'No market with such a move fits.',
    row: 'market',
    all: address('/markets', { orderBy: given.orderBy }),
    filters: Object.entries(FILTERS).flatMap(([name, words]) => {
      const value = given[name]
      if (value === undefined) return []
      const count = async () => {
        const { [name]: _removed, ...query } = view
        const variables = readParameters(MARKETS_PAGE.parameters, { path: {}, query })
        const { markets } = await ask(MarketsPageDocument, variables)
        return { found: markets.totalCount }
      }
      return [{ words: words(value), without: address('/markets', { ...view, [name]: null }), count }]
    }),
  })
}
