import { meets, type Tier } from '../../access/tier.ts'
import { centsText, countText, moneyText, plural } from '../../formats.ts'
import { distinctParts } from '../../text.ts'
import { MOST_LINES, type OutcomeLine, outcomeLines, outcomePlot } from '../charts/outcome-lines.ts'
import { priceLine } from '../charts/series.ts'
import { shareBar } from '../charts/skill-charts.ts'
import { marketWhy } from '../explain/explain-page.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { address, eventPath, marketPath } from '../kit/links.ts'
import { shownBy } from '../kit/shown.ts'
import { day, moment, rowMoment } from '../kit/times.ts'
import {
  EventIfWinsDocument,
  type EventIfWinsQuery,
  type EventOutcomeFragment,
  EventPageDocument,
  type EventPageQuery,
  EventTradesDocument,
  type EventTradesQuery,
} from '../operations.generated.ts'
import { definePage, type Given } from '../page.ts'
import { cents, money, percent, priceMove } from '../parts/amounts.ts'
import { followStar } from '../parts/follow-star.ts'
import { answerLine, crumbs, pageHead, sidePill, withheldLine } from '../parts/marks.ts'
import { badges, person } from '../parts/person.ts'
import { candlesOf, cutNote, PERIODS, periodLinks } from './chart-periods.ts'

type ShownEvent = NonNullable<EventPageQuery['event']>
type IfWins = NonNullable<NonNullable<EventIfWinsQuery['event']>['ifWins']>

/** The least dollars of a trade that the page shows as large. */
const LARGE = 1_000
/** The number of columns of gains. */
const MOST_COLUMNS = 4

/** An outcome with the words that distinguish its question, and its place among the lines of the chart. */
interface Named {
  outcome: EventOutcomeFragment
  name: string
  /** From 0; null without a line. */
  line: number | null
  closes: readonly number[]
}

/** The orders of the table, the largest first; the first is the default. */
const ORDERS = {
  price: ({ outcomes }: EventOutcomeFragment) => outcomes[0]?.price ?? -1,
  change: (market: EventOutcomeFragment) => changeOf(market) ?? Number.NEGATIVE_INFINITY,
  volume: ({ volume }: EventOutcomeFragment) => volume ?? -1,
} as const

/** `/event/{id}`: the outcomes in one chart and one table, what the largest traders gain if one wins, and large trades. */
export const EVENT_PAGE = definePage(EventPageDocument, {
  path: '/event/:id',
  name: 'eventPage',
  hasCard: true,
  parameters: { id: 'path', asOf: 'query', market: 'query' },
  also: [EventTradesDocument, EventIfWinsDocument],
  choices: { period: Object.keys(PERIODS), order: Object.keys(ORDERS) },
  async render({ ask, block, variables, given, caller }) {
    const { id = '' } = given
    const { asOf } = variables
    const { step, candles } = candlesOf(given.period)
    const { event, service } = await ask(EventPageDocument, { id, asOf, interval: step, candles })
    if (event === null) throw new Error('An event that is not there is an error.')
    const title = event.title ?? event.id
    const named = namedOutcomes(event)
    const lines = linesOf(event, named)
    const [longest] = event.charted.nodes.toSorted(
      (a, b) => (b.prices.totalCount ?? 0) - (a.prices.totalCount ?? 0),
    )
    const [leader] = sorted(named, 'price').filter(({ outcome }) => outcome.status !== 'RESOLVED')
    const price = leader?.outcome.outcomes[0]?.price ?? null
    const [ifWins, trades] = await Promise.all([
      // A market that is not the event's is refused, also where nothing is open.
      (leader !== undefined || given.market !== undefined) &&
        block(
          Promise.all(
            columnsOf(named, given.market).map((market) => ask(EventIfWinsDocument, { id, asOf, market })),
          ),
          (answers) =>
            ifWinsCard(
              answers.map(({ event: one }) => one?.ifWins ?? null),
              named,
              given,
            ),
        ),
      given.asOf === undefined
        ? block(ask(EventTradesDocument, { event: id, minUsd: LARGE }), (answer) =>
            tradeList(answer, named, service.cutoff.time),
          )
        : html`<p class="tiny">Shown on the page of today.</p>`,
    ])
    return {
      title,
      description: `${title} ${event.summary ?? ''}`.trim(),
      section: 'markets',
      card: {
        kind: 'Event',
        title,
        figure: price === null ? null : { text: centsText(price) },
        words:
          event.summary ??
          `${plural(event.markets.totalCount, 'outcome')}, ${moneyText(event.volume ?? 0)} traded`,
        picture: (size) => outcomePlot(lines, { size, step }),
      },
      shown: shownBy('getEvent', { id: event.id, asOf: given.asOf }),
      modules: ['account', 'follow'],
      main: html`${pageHead(
        html`${crumbs(event.category)}<h1><bdi>${title}</bdi></h1><p class="sub">${facts(event, service.cutoff.time)}</p>`,
        leader !== undefined && followStar(`event:${id}`, caller.tier),
      )}
      ${answerLine(event.summary)}
      <div class="grid">
        <section class="card"><div class="title"><h2>Price of each outcome</h2>${periodLinks(eventPath(id), given)}</div>${named.length > MOST_LINES && html`<p class="tiny">The six outcomes with the largest volume</p>`}${outcomeLines(lines, step)}${longest && cutNote(longest.prices, { step, candles }, caller.tier)}</section>
        ${outcomesCard(event, named, { given, tier: caller.tier })}
        ${leader !== undefined && html`<section class="card s8" id="if-wins">${ifWins}</section>`}
        <section class="card${leader !== undefined && ' s4'}"><h2>Large trades</h2>${trades}<a class="further" href="${address('/tape', { event: event.id })}">Open the tape</a></section>
      </div>`,
    }
  },
})

function namedOutcomes({ markets, charted }: ShownEvent): Named[] {
  const names = distinctParts(markets.nodes.map(({ question, condition }) => question ?? condition))
  return markets.nodes.map((outcome, i) => {
    const line = charted.nodes.findIndex(({ condition }) => condition === outcome.condition)
    const closes = charted.nodes[line]?.prices.nodes.flatMap(({ close }) => close ?? []) ?? []
    return {
      outcome,
      name: names[i] ?? outcome.condition,
      line: line < 0 ? null : line,
      closes: closes.toReversed(),
    }
  })
}

function linesOf({ charted }: ShownEvent, named: readonly Named[]): OutcomeLine[] {
  return charted.nodes.map(({ condition, prices }) => {
    const { name = condition, outcome } = named.find((one) => one.outcome.condition === condition) ?? {}
    const hasWon = outcome?.outcomes[0]?.winner ?? null
    const result = hasWon === null ? undefined : hasWon ? 'won' : 'lost'
    return { name, points: prices.nodes.toReversed(), result }
  })
}

function changeOf({ outcomes: [first] }: EventOutcomeFragment): number | null {
  return first?.price == null || first.priceDayAgo === null ? null : first.price - first.priceDayAgo
}

/** Puts decided outcomes last, in every order. */
function sorted(named: readonly Named[], order: keyof typeof ORDERS): Named[] {
  const keyOf = ORDERS[order]
  const isOver = ({ outcome }: Named) => Number(outcome.status === 'RESOLVED')
  return named.toSorted((a, b) => isOver(a) - isOver(b) || keyOf(b.outcome) - keyOf(a.outcome))
}

/** The open interest of all markets; null where one is unknown, or not on the page. */
function openInterestOf({ markets: { nodes, totalCount } }: ShownEvent): number | null {
  if (nodes.length < totalCount) return null
  return nodes.reduce<number | null>(
    (sum, { openInterest }) => (sum === null || openInterest === null ? null : sum + openInterest),
    0,
  )
}

function facts(event: ShownEvent, now: string): Part {
  const { volume, endsAt, markets } = event
  const openInterest = openInterestOf(event)
  const parts: Part[] = [
    plural(markets.totalCount, 'outcome'),
    endsAt !== null && html`${endsAt < now ? 'ended' : 'ends'} ${moment(endsAt)}`,
    volume !== null && html`${money(volume)} traded`,
    openInterest !== null && html`${money(openInterest)} open interest`,
  ]
  return parts.filter(Boolean).flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))
}

interface Look {
  given: Given
  tier: Tier
}

/** Shows every outcome as a row; those that are decided stay. Rows become cards on a phone, so roles are written out. */
function outcomesCard(
  { sumOfPrices, markets }: ShownEvent,
  named: readonly Named[],
  { given, tier }: Look,
): Html {
  const order =
    given.order !== undefined && given.order in ORDERS ? (given.order as keyof typeof ORDERS) : 'price'
  const isOpen = named.some(({ outcome }) => outcome.status !== 'RESOLVED')
  const hasMoney = isOpen && meets(tier, 'FREE')
  const { id = '', ...kept } = given
  const head = (words: Part, name = '', by: keyof typeof ORDERS | null = null) =>
    html`<th role="columnheader" scope="col"${name && html` class="${name}"`}${by !== null && html` aria-sort="${by === order ? 'descending' : 'none'}"`}>${by === null ? words : html`<a href="${address(eventPath(id), { ...kept, order: by === 'price' ? null : by })}"${current(by === order)}>${words}${by === order && html`<span aria-hidden="true"> ↓</span>`}</a>`}</th>`
  return html`<section class="card"><div class="title"><h2>All outcomes</h2>${isOpen && sumOfPrices !== null && html`<span class="tiny">Their prices add up to ${cents(sumOfPrices)}</span>`}</div>
    <table class="moved outcomes" role="table"><thead role="rowgroup"><tr role="row">${head('Outcome', 'l')}${head('Price over the period', 'wide')}${head('Yes', '', 'price')}${head('24 hours', '', 'change')}${head('Volume', '', 'volume')}${hasMoney && head('Money on Yes: skilled, everyone else', 'l')}${head('Largest holder', 'l')}</tr></thead>
    <tbody role="rowgroup">${sorted(named, order).map((one) => outcomeRow(one, hasMoney))}</tbody></table>
    ${markets.totalCount > named.length && html`<p class="tiny">The ${countText(named.length)} outcomes with the largest volume, of ${countText(markets.totalCount)}.</p>`}
    ${isOpen && !hasMoney && withheldLine('FREE', 'The positions of skilled traders and of everyone else in each outcome')}</section>`
}

function outcomeRow({ outcome, name, line, closes }: Named, hasMoney: boolean): Html {
  const { condition, status, resolvedAt, volume, outcomes, skilledMoney, holders } = outcome
  const [first] = outcomes
  const change = changeOf(outcome)
  const isOver = status === 'RESOLVED'
  const won = outcomes.find(({ winner }) => winner === true)
  const [holder] = holders.nodes
  const [skilled, others] = [skilledMoney?.skilled, skilledMoney?.others].map(
    (group) => group?.outcomes[0]?.share,
  )
  return html`<tr role="row"><td role="cell" class="l wrap">${line !== null && html`<i class="key k${line + 1}"></i>`}<a href="${marketPath(condition)}"><bdi>${name}</bdi></a>${isOver && resolvedAt !== null && html` <span class="tiny">decided ${day(resolvedAt.slice(0, 10))}</span>`}</td>
    <td role="cell" class="spark wide">${closes.length > 1 && priceLine(closes, name)}</td>
    <td role="cell" class="price big">${isOver ? html`<bdi>${won?.name ?? 'Split'}</bdi>` : cents(first?.price)}</td>
    <td role="cell" class="change">${isOver || change === null ? html`<span class="none">–</span>` : priceMove(change)}</td>
    <td role="cell" class="volume"><span class="tiny narrow">Volume</span>${marketWhy(condition, 'volume', money(volume))}</td>
    ${hasMoney && (isOver ? html`<td role="cell" class="l wide"></td>` : html`<td role="cell" class="l money"><span class="tiny narrow">Money on Yes: skilled, everyone else</span>${share(skilled, 'skilled')}${share(others, 'other')}</td>`)}
    <td role="cell" class="l by"><span class="tiny narrow">Largest holder </span>${holder === undefined ? html`<span class="none" title="Nobody holds shares">–</span>` : person(holder)}</td></tr>`
}

function share(value: number | undefined, group: string): Html {
  return html`<span class="part ${group}">${shareBar(value ?? 0, null)}${value === undefined ? html`<span class="none" title="Fewer than 5 ${group} traders hold shares">–</span>` : percent(value)}</span>`
}

/** The chosen outcome and those with the highest prices, each with a column of gains. */
function columnsOf(named: readonly Named[], market: string | undefined): string[] {
  const open = sorted(named, 'price').filter(({ outcome }) => outcome.status !== 'RESOLVED')
  const all = [market?.toLowerCase() ?? [], ...open.map(({ outcome }) => outcome.condition)].flat()
  return [...new Set(all)].slice(0, MOST_COLUMNS)
}

/** Shows what the largest traders gain or lose, by the outcome that wins. */
function ifWinsCard(
  answers: readonly (IfWins | null)[],
  named: readonly Named[],
  { id = '', market, ...given }: Given,
): Part {
  const [first] = answers
  const note =
    'Positions in several outcomes often cancel. This is what the traders with the most money staked gain or lose over all of them.'
  if (first == null)
    return html`<h2>Largest traders</h2><p class="tiny">This outcome is decided, or another one has won.</p>`
  // Of questions that are decided apart from each other, each has traders of its own.
  const columns = answers.flatMap((one) => (one?.traders.every(isOf(first)) ? one : []))
  const names = columns.map(
    (one) => named.find(({ outcome }) => outcome.condition === one.market.condition)?.name ?? 'it',
  )
  const open = named.filter(({ outcome }) => outcome.status !== 'RESOLVED')
  const hidden = Object.entries(given).map(
    ([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`,
  )
  const form =
    open.length > columns.length &&
    html`<form class="filters" action="${eventPath(id)}#if-wins" data-at-once>${hidden}<label>First column<select name="market">${open.map((one) => html`<option value="${one.outcome.condition}"${one.outcome.condition === first.market.condition && html` selected`}>${one.name}</option>`)}</select></label><button class="button">Show</button></form>`
  const head = (words: Part, name = '') =>
    html`<th role="columnheader" scope="col"${name && html` class="${name}"`}>${words}</th>`
  return html`<h2>Largest traders across all outcomes</h2><p class="tiny">${note}</p>${form}
    ${
      first.traders.length === 0
        ? html`<p class="tiny">Nobody holds shares.</p>`
        : html`<div class="table" tabindex="0" role="region" aria-label="Gains by outcome"><table class="compact ranked common" role="table"><thead role="rowgroup"><tr role="row">${head('Trader', 'l')}${head('Staked')}${names.map((name) => head(html`If <bdi>${name}</bdi>`))}</tr></thead><tbody role="rowgroup">${first.traders.map(
            ({ trader, staked }, row) =>
              html`<tr role="row"><td role="cell" class="l by">${person(trader, badges(trader))}</td><td role="cell" data-head="Staked">${money(staked)}</td>${columns.map(({ traders }, at) => html`<td role="cell" class="big" data-head="If ${names[at]}">${money(traders[row]?.gain, { isSigned: true })}</td>`)}</tr>`,
          )}</tbody></table></div>${first.traderCount > first.traders.length && html`<p class="tiny">${countText(first.traders.length)} of ${plural(first.traderCount, 'trader')} who hold shares</p>`}`
    }`
}

/** Whether a row of another outcome is of the trader in the same row of a first one. */
function isOf({ traders }: IfWins) {
  return ({ trader }: IfWins['traders'][number], row: number) =>
    trader.address === traders[row]?.trader.address
}

function tradeList(
  { trades: { nodes: rows } }: EventTradesQuery,
  named: readonly Named[],
  pageTime: string,
): Part {
  if (rows.length === 0) return html`<p class="tiny">No trade of ${money(LARGE)} or more lately.</p>`
  return html`<ul class="rows two">${rows.map(({ time, side, outcome, whole, trader, market }) => {
    const name = named.find((one) => one.outcome.condition === market?.condition)?.name
    return html`<li><div class="line">${trader === null ? html`<span class="none">–</span>` : person(trader, badges(trader))}<b>${money(whole.usd)}</b></div>
      <div class="line"><span>${sidePill(side)} <bdi>${outcome}</bdi> of <bdi>${name ?? 'an outcome'}</bdi> <span class="tiny">at ${cents(whole.price)}</span></span></div><div class="tiny">${rowMoment(time, pageTime)}</div></li>`
  })}</ul>`
}
