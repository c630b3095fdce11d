import { type Html, html } from '../kit/html.ts'
import type { ListedTradeFragment } from '../operations.generated.ts'
import { cents, money, shares } from '../parts/amounts.ts'
import { marketLink } from '../parts/market-link.ts'
import { narrowLine } from '../parts/narrow.ts'
import { sidePill } from '../parts/side-pill.ts'
import { moment } from '../parts/times.ts'

/** Trades as rows, newest first. */
export function tradeTable(trades: readonly ListedTradeFragment[]): Html {
  if (trades.length === 0) return html`<p class="tiny">No trades.</p>`
  return html`<div class="table"><table>
    <thead><tr><th scope="col" class="l">Market</th><th scope="col" class="l wide">Time</th><th scope="col" class="l wide">Side</th><th scope="col" class="wide">Shares</th><th scope="col" class="wide">Price</th><th scope="col">Dollars</th></tr></thead>
    <tbody>${trades.map(tradeRow)}</tbody></table></div>`
}

function tradeRow({
  time,
  side,
  role,
  outcome,
  shares: amount,
  price,
  usd,
  tx,
  market,
}: ListedTradeFragment): Html {
  return html`<tr><td class="l wrap">${marketLink({ condition: market?.condition ?? null, question: market?.question ?? null })}${narrowLine([html`${sidePill(side)} <bdi>${outcome}</bdi>`, html`${shares(amount)} shares at ${cents(price)}`, moment(time)])}</td>
    <td class="l wide"${tx !== null && html` title="Transaction ${tx}"`}>${moment(time)}</td><td class="l wide">${sidePill(side)} <bdi>${outcome}</bdi>${role !== null && html` <span class="tiny">${role.toLowerCase()}</span>`}</td>
    <td class="wide">${shares(amount)}</td><td class="wide">${cents(price)}</td><td class="big">${money(usd)}</td></tr>`
}
