import { type Html, html, type Part } from '../kit/html.ts'
import { marketLink } from '../kit/links.ts'
import { browserOperation } from '../kit/operation-form.ts'
import { moment } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import { FreshAlertsDocument, type WhaleAlertFieldsFragment } from '../operations.generated.ts'
import { cents, centsMove, money } from '../parts/amounts.ts'
import { sidePill } from '../parts/marks.ts'
import { personName } from '../parts/person.ts'

/** Alerts as a feed, newest first. */
export function alertFeed(alerts: readonly WhaleAlertFieldsFragment[]): Html {
  if (alerts.length === 0)
    return html`<p class="tiny">No alerts yet. One appears when a leading trader makes a large trade.</p>`
  return html`<ol class="feed" aria-label="Alerts">${alerts.map(alertItem)}</ol>`
}

/**
 * Returns the attributes of a live feed's place.
 * @param how by its reader's tier; `none` for a static one
 */
export function liveBy(how: string): Html {
  return html` data-live="${how}" data-subscription="${browserOperation(FreshAlertsDocument).id}"`
}

function alertItem(alert: WhaleAlertFieldsFragment): Html {
  const { id, side, outcome, market, category, qualifying } = alert
  const about = [
    category !== null && titleCase(category),
    qualifying.map((board) => titleCase(board.replace('_ALL', ''))).join(', '),
  ].filter(Boolean)
  return html`<li data-id="${id}"><div><b>${personName(alert)}</b> ${sidePill(side)} <bdi>${outcome}</bdi>
    ${market !== null && html`<div>${marketLink(market)}</div>`}
    <div class="tiny">${moment(alert.time)}${about.map((words) => ` · ${words}`)}</div></div>
    <div class="worth"><span class="big">${worthOf(alert)}</span><div class="tiny">${priceOf(alert)}</div></div></li>`
}

/** Dollars that were rounded down say so. */
function worthOf({ usd, timePrecision }: WhaleAlertFieldsFragment): Part {
  if (timePrecision === 'SECOND') return money(usd)
  return html`<span title="Rounded down">${money(usd)}+</span>`
}

/** The price of the fill, and how far it has moved in the trader's favour since. */
function priceOf({ price, side, markAfterDay, payout }: WhaleAlertFieldsFragment): Part {
  const later = payout ?? markAfterDay
  const move = later === null ? null : (later - price) * (side === 'BUY' ? 1 : -1)
  return html`at ${cents(price)}${move !== null && html` <span title="${payout === null ? 'A day later, in the trader’s favor' : 'At the resolution, in the trader’s favor'}">${centsMove(move)}</span>`}`
}
