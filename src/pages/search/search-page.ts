import { html } from '../kit/html.ts'
import { address, marketPath, traderPath } from '../kit/links.ts'
import { shortAddress } from '../kit/words.ts'
import { SearchPageDocument } from '../operations.generated.ts'
import { definePage } from '../page.ts'
import { cents, money } from '../parts/amounts.ts'

/** `/search?q=…`: traders and markets that fit some words; what one sees as one types is a part of it. */
export const SEARCH_PAGE = definePage(SearchPageDocument, {
  path: '/search',
  name: 'searchPage',
  isCounted: true,
  parameters: { q: 'query', after: 'query' },
  async render({ ask, given }) {
    const { q, after } = given
    const found = q === undefined ? null : await ask(SearchPageDocument, { q, ...(after && { after }) })
    // Later pages list only traders.
    const [traders, markets] = [found?.traders.nodes ?? [], after ? [] : (found?.markets.nodes ?? [])]
    const next = found?.traders.pageInfo.hasNextPage ? found.traders.pageInfo.endCursor : null
    return {
      title: q === undefined ? 'Search' : `Search for ${q}`,
      description: 'Traders by name or wallet, markets by words of their question.',
      isText: true,
      main: html`<h1>Search</h1>
      <form class="filters" action="/search"><label>Trader, wallet or market<input type="search" name="q" maxlength="100" value="${q}"></label><button class="button">Search</button></form>
      ${found !== null && traders.length + markets.length === 0 ? html`<p class="calm">No results for “<bdi>${q}</bdi>”. Try the start of a name or of an address, or fewer words.</p>` : null}
      <div class="found">
        ${traders.length > 0 && html`<h2>Traders</h2><ul>${traders.map((trader) => html`<li><a href="${traderPath(trader.address)}"><bdi>${trader.username ?? shortAddress(trader.address)}</bdi> <span class="small">${money(trader.pnl, { isSigned: true })}</span> <small class="addr">${shortAddress(trader.address)}</small></a></li>`)}</ul>${next && html`<p><a href="${address('/search', { q, after: next })}">More traders</a></p>`}`}
        ${markets.length > 0 && html`<h2>Markets</h2><ul>${markets.map((market) => html`<li><a href="${marketPath(market.condition)}"><bdi>${market.question}</bdi> <span class="small"><bdi>${market.outcomes[0]?.name}</bdi> ${cents(market.outcomes[0]?.price)}</span></a></li>`)}</ul>`}
      </div>`,
    }
  },
})
