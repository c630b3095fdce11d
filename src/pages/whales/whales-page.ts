import { meets, type Tier } from '../../access/tier.ts'
import { countText, percentRange, percentText } from '../../formats.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { estimateChart } from '../charts/skill-charts.ts'
import { alertWhy } from '../explain/explain-page.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { address, marketLink } from '../kit/links.ts'
import { browserOperation } from '../kit/operation-form.ts'
import { shownBy } from '../kit/shown.ts'
import { moment } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import { categoryOption } from '../leaderboard/board-filters.ts'
import {
  type BadgedAlertFragment,
  FreshAlertsDocument,
  NotableAlertsDocument,
  type NotableAlertsQuery,
  RadarRecordDocument,
  type RadarRecordQuery,
  type WhaleAlertFieldsFragment,
  WhalesPageDocument,
} from '../operations.generated.ts'
import { definePage, type Given } from '../page.ts'
import { cents, centsMove, money, percent, share } from '../parts/amounts.ts'
import { pageHead, sidePill, withheldLine } from '../parts/marks.ts'
import { badges, personName } from '../parts/person.ts'

/** The boards whose leaders are watched. */
const ALERT_BOARDS = ['consistent', 'copyable', 'prescience']

/** `/whales`: the feed of alerts, the radar's record, and the alerts that moved most. */
export const WHALES_PAGE = definePage(WhalesPageDocument, {
  path: '/whales',
  name: 'whalesPage',
  isLive: true,
  parameters: {
    category: 'query',
    minUsd: 'query',
    side: 'query',
    qualifying: 'query',
    trader: 'query',
    market: 'query',
    after: 'query',
  },
  async render({ ask, block, variables, given, caller }) {
    const [{ whaleAlerts }, record, notable] = await Promise.all([
      ask(WhalesPageDocument, variables),
      block(ask(RadarRecordDocument, {}), ({ whaleRadarRecord }) => recordCard(whaleRadarRecord)),
      block(ask(NotableAlertsDocument, {}), ({ whaleShowcase }) => notableCard(whaleShowcase)),
    ])
    const { after, ...view } = given
    const { hasNextPage, endCursor } = whaleAlerts.pageInfo
    const mayPage = meets(caller.tier, 'PRO')
    return {
      title: 'Whale alerts',
      description: 'Large trades by leading traders, with their track record.',
      section: 'tape',
      feed: 'alerts',
      modules: ['whales'],
      shown: { ...shownBy('listWhaleAlerts', view), part: { limit: 25, cursor: after } },
      main: html`${pageHead(html`<h1>Whale alerts</h1><p class="sub">Large trades by leaders of the consistency, copyability and prescience boards. <a href="/docs/methodology#8-whale-radar">How they are chosen</a> · <a href="/tape">Every large trade</a></p>`)}
      ${given.market !== undefined && marketNote(given.market, whaleAlerts.nodes)}
      ${mayPage ? filters(given) : html`${withheldLine('PRO', 'Live alerts with names, exact amounts, filters and alerts older than 7 days')}${leaders(caller.tier)}`}
      <div class="grid">
        <section class="card s8" id="feed"${liveBy(after === undefined ? caller.tier.toLowerCase() : 'none')}><h2>${mayPage ? 'Newest' : 'Newest, delayed'}</h2>
          <p aria-live="polite" class="small" id="fresh"></p>
          ${alertFeed(whaleAlerts.nodes)}
          ${hasNextPage || after ? html`<p class="more tiny">${after && html`<a href="${address('/whales', view)}">Newest</a>`}${hasNextPage && html`<a rel="next" href="${address('/whales', { ...view, after: endCursor })}">Older</a>`}</p>` : null}</section>
        <div class="s4 stack">${record}${notable}</div>
      </div>`,
    }
  },
})

/** Links to the boards whose leaders these are: a visitor sees them as they were at the end of the last full month. */
function leaders(tier: Tier): Html {
  const links = ALERT_BOARDS.map(
    (name, i) => html`${i > 0 && ', '}<a href="/leaderboard/${name}-all">${titleCase(name)}</a>`,
  )
  return html`<p class="tiny">${meets(tier, 'FREE') ? 'The leaders of these boards' : 'The leaders of these boards at the end of last month'}: ${links}.</p>`
}

/** Says that the alerts are of one market, by its question where an alert names it. */
function marketNote(condition: string, alerts: readonly WhaleAlertFieldsFragment[]): Html {
  const question = alerts.find(({ market }) => market !== null)?.market?.question ?? null
  return html`<p class="calm">In one market: ${marketLink({ condition, question })}. <a href="/whales">Show all</a></p>`
}

function filters({ category, minUsd, side, qualifying, trader, market }: Given): Html {
  const option = (value: string, words: string, chosen: string | undefined) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`
  return html`<form class="filters" action="/whales" data-at-once>
    ${market && html`<input type="hidden" name="market" value="${market}">`}
    <label>Category<select name="category"><option value="">All</option>${MARKET_CATEGORIES.map((name) => categoryOption(name, category))}</select></label>
    <label>Min. size ($)<input type="number" name="minUsd" min="0" step="any" value="${minUsd}"></label>
    <label>Side<select name="side"><option value="">Both</option>${option('buy', 'Bought', side)}${option('sell', 'Sold', side)}</select></label>
    <label>Leads<select name="qualifying"><option value="">Any board</option>${ALERT_BOARDS.map((name) => option(`${name}-all`, titleCase(name), qualifying))}</select></label>
    <label>Trader<input name="trader" maxlength="42" value="${trader}" placeholder="0x…"></label>
    <button class="button">Apply</button>
    ${category || minUsd || side || qualifying || trader ? html`<a href="${address('/whales', { market })}">Clear</a>` : null}
  </form>`
}

function recordCard({ cutoff, all, boards }: RadarRecordQuery['whaleRadarRecord']): Html {
  const { hitRate, hitRateInterval, impliedRate, decided } = all
  const picture =
    hitRate !== null && hitRateInterval !== null && impliedRate !== null
      ? html`<p>Right in <b>${share(hitRate, decided)}</b> ${decided < 100 ? '' : `of ${countText(decided)} `}decided alerts; prices implied ${percent(impliedRate)}.</p>
        ${estimateChart({ name: 'Right in', value: hitRate, interval: hitRateInterval, luck: impliedRate, luckWords: 'implied by prices' })}`
      : html`<p class="tiny">No alerts decided yet.</p>`
  return html`<section class="card"><h2>Track record</h2><p class="tiny">${countText(all.alerts)} alerts${cutoff && html` up to ${moment(cutoff.time)}`}</p>
    ${picture}
    <div class="table"><table><thead><tr><th scope="col" class="l">Led by</th><th scope="col">Right</th><th scope="col">Implied</th><th scope="col">After a day</th></tr></thead>
    <tbody>${boards.map(
      (board) =>
        html`<tr><td class="l">${titleCase(String(board.board).replace('_ALL', ''))}</td><td title="95% interval ${percentRange(board.hitRateInterval) ?? 'not known'}, ${board.decided} decided">${share(board.hitRate, board.decided)}</td><td>${board.impliedRate === null ? '–' : percentText(board.impliedRate)}</td><td>${centsMove(board.markoutAfterDay)}</td></tr>`,
    )}</tbody></table></div></section>`
}

function notableCard(alerts: NotableAlertsQuery['whaleShowcase']): Part {
  if (alerts.length === 0) return null
  return html`<section class="card"><h2>Biggest moves in 7 days</h2><div class="table"><table><tbody>${alerts
    .slice(0, 6)
    .map(
      ({ alert, move }) =>
        html`<tr><td class="l wrap">${personName(alert)} <span class="tiny">${alert.side === 'BUY' ? 'bought' : 'sold'} <bdi>${alert.outcome}</bdi></span>${alert.market !== null && html`<br><span class="small">${marketLink(alert.market)}</span>`}</td><td class="big">${money(move, { isSigned: true })}</td></tr>`,
    )}</tbody></table></div></section>`
}

/** Alerts as a feed, newest first. */
function alertFeed(alerts: readonly BadgedAlertFragment[]): Html {
  if (alerts.length === 0)
    return html`<p class="tiny">No alerts yet. One appears when a leading trader makes a large trade.</p>`
  return html`<ol class="feed" aria-label="Alerts">${alerts.map(alertItem)}</ol>`
}

/**
 * Returns the attributes of a live feed's place.
 * @param how by its reader's tier; `none` for a static one
 */
function liveBy(how: string): Html {
  return html` data-live="${how}" data-subscription="${browserOperation(FreshAlertsDocument).id}"`
}

function alertItem(alert: BadgedAlertFragment): Html {
  const { id, trader, side, outcome, market, category, qualifying } = alert
  const about = [
    category !== null && titleCase(category),
    qualifying.map((board) => titleCase(board.replace('_ALL', ''))).join(', '),
  ].filter(Boolean)
  return html`<li data-id="${id}"><div><b>${personName(alert)}</b> ${trader && badges(trader)} ${sidePill(side)} <bdi>${outcome}</bdi>
    ${market !== null && html`<div>${marketLink(market)}</div>`}
    <div class="tiny">${moment(alert.time)}${about.map((words) => ` · ${words}`)}</div></div>
    <div class="worth"><span class="big">${alertWhy(id, worthOf(alert))}</span><div class="tiny">${priceOf(alert)}</div></div></li>`
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
  return html`at ${cents(price)}${move !== null && html`, <span title="In the trader’s favor">${centsMove(move)}</span> ${payout === null ? 'a day later' : 'at the end'}`}`
}
