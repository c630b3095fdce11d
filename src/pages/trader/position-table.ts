import { type Html, html } from '../kit/html.ts'
import type { HeldPositionFragment } from '../operations.generated.ts'
import { cents, money, shares } from '../parts/amounts.ts'
import { defined } from '../parts/definition.ts'
import { marketLink } from '../parts/market-link.ts'
import { narrowLine } from '../parts/narrow.ts'
import { day } from '../parts/times.ts'
import { titleCase } from '../parts/words.ts'

/** Positions as rows: open ones by what they are worth, closed ones by what came of them. */
export function positionTable(positions: readonly HeldPositionFragment[], status: 'OPEN' | 'CLOSED'): Html {
  if (positions.length === 0)
    return html`<p class="tiny">${status === 'OPEN' ? 'No open positions.' : 'No closed positions.'}</p>`
  const isOpen = status === 'OPEN'
  return html`<div class="table"><table>
    <thead><tr><th scope="col" class="l">Market</th><th scope="col" class="wide">Shares</th><th scope="col" class="wide">Average price</th>
      ${isOpen ? html`<th scope="col" class="wide">Price</th><th scope="col" class="wide">Value</th><th scope="col">${defined('unrealizedPnl', 'Unrealized')}</th>` : html`<th scope="col" class="wide">Closed</th><th scope="col">${defined('realizedPnl', 'Realized')}</th>`}</tr></thead>
    <tbody>${positions.map((position) => positionRow(position, isOpen))}</tbody></table></div>`
}

function positionRow(position: HeldPositionFragment, isOpen: boolean): Html {
  const { market, outcome, result, averagePrice, closedOn } = position
  const side = [outcome, result && titleCase(result)].filter(Boolean).join(' · ')
  const hidden = isOpen
    ? [
        html`${shares(position.shares)} shares at ${cents(averagePrice)}`,
        html`now ${cents(position.price)}`,
        html`worth ${money(position.value)}`,
      ]
    : [
        position.shares > 0 && html`${shares(position.shares)} shares`,
        averagePrice !== null && html`at ${cents(averagePrice)}`,
        closedOn !== null && html`closed ${day(closedOn)}`,
      ]
  return html`<tr><td class="l wrap">${marketLink({ condition: market?.condition ?? null, question: market?.question ?? null })}<small class="tiny"> <bdi>${side}</bdi></small>${narrowLine(hidden)}</td>
    <td class="wide">${shares(position.shares)}</td><td class="wide">${cents(averagePrice)}</td>
    ${
      isOpen
        ? html`<td class="wide">${cents(position.price)}</td><td class="wide">${money(position.value)}</td><td class="big">${money(position.unrealizedPnl, { isSigned: true })}</td>`
        : html`<td class="wide">${closedOn === null ? '–' : day(closedOn)}</td><td class="big">${money(position.realizedPnl, { isSigned: true })}</td>`
    }</tr>`
}
