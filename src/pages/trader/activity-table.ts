import { type Html, html, type Part } from '../kit/html.ts'
import { marketLink } from '../kit/links.ts'
import { moment } from '../kit/times.ts'
import type { DoneEventFragment } from '../operations.generated.ts'
import { cents, money, shares } from '../parts/amounts.ts'
import { narrowLine, sidePill } from '../parts/marks.ts'
import { personName } from '../parts/person.ts'

/**
 * Shows a trader's events as rows, newest first.
 * @param wallet the trader's, which decides the direction of a transfer
 */
export function activityTable(events: readonly DoneEventFragment[], wallet: string): Html {
  if (events.length === 0) return html`<p class="tiny">No activity.</p>`
  return html`<div class="table"><table data-csv="list">
    <thead><tr><th scope="col" class="l">Activity</th><th scope="col" class="l wide">Time</th><th scope="col">Amount</th></tr></thead>
    <tbody>${events.map((event) => {
      const { time, tx, market } = event
      return html`<tr><td class="l wrap">${what(event, wallet)}${market !== null && html`<br>${marketLink(market)}`}${narrowLine([moment(time)])}</td>
    <td class="l wide"${tx !== null && html` title="Transaction ${tx}"`}>${moment(time)}</td><td class="big">${amount(event)}</td></tr>`
    })}</tbody></table></div>`
}

const badge = (words: string): Html => html`<span class="badge">${words}</span>`

function what(event: DoneEventFragment, wallet: string): Part {
  switch (event.__typename) {
    case 'Trade':
      return html`${sidePill(event.side)} <bdi>${event.outcome}</bdi>`
    case 'Transfer': {
      const came = event.receiver?.address.toLowerCase() === wallet.toLowerCase()
      const other = came ? event.trader : event.receiver
      return html`${badge(came ? 'received' : 'sent')} <bdi>${event.outcome}</bdi>${other && html` <span class="small">${came ? 'from' : 'to'} ${personName(other)}</span>`}`
    }
    case 'Split':
      return badge('split')
    case 'Merge':
      return badge('merged')
    case 'Conversion':
      return badge('converted')
    case 'Redemption':
      return badge('redeemed')
    case 'Resolution':
      return badge('resolved')
    default:
      return badge('income')
  }
}

/** Shows dollars, or shares if no dollars were paid. */
function amount(event: DoneEventFragment): Part {
  switch (event.__typename) {
    case 'Trade':
      return html`${money(event.usd)}<br><span class="tiny">${shares(event.shares)} at ${cents(event.price)}</span>`
    case 'Transfer':
      return html`${shares(event.shares)} shares`
    case 'Redemption':
      return money(event.payout)
    case 'Income':
      return money(event.amount)
    case 'Resolution':
      return null
    default:
      return html`${shares(event.amount)} shares`
  }
}
