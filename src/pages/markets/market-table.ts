import { type Html, html } from '../kit/html.ts'
import type { ListedMarketRowFragment } from '../operations.generated.ts'
import { cents, centsMove, money } from '../parts/amounts.ts'
import { marketLink } from '../parts/market-link.ts'
import { narrowLine } from '../parts/narrow.ts'
import { day } from '../parts/times.ts'
import { titleCase } from '../parts/words.ts'

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
