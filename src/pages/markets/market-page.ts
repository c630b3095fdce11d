import { meets } from '../../access/tier.ts'
import { centsText, countText, plural } from '../../formats.ts'
import { priceChart, pricePlot, STEPS, type Step } from '../charts/price-chart.ts'
import { marketWhy } from '../explain/explain-page.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { address, eventPath, marketLink, marketPath } from '../kit/links.ts'
import { shownBy } from '../kit/shown.ts'
import { createTables, head, numbers, type Tables } from '../kit/tables.ts'
import { closeOf, minuteOf, moment, shortDay } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import {
  MarketCandlesDocument,
  MarketPageDocument,
  type MarketPageQuery,
  MarketTradesDocument,
  type MarketTradesQuery,
} from '../operations.generated.ts'
import { type Ask, definePage, type Given } from '../page.ts'
import { cents, count, money, priceMove, shares } from '../parts/amounts.ts'
import { exportMenu } from '../parts/export-files.ts'
import { followStar } from '../parts/follow-star.ts'
import { answerLine, crumbs, narrowLine, pageHead, pageLinks, sidePill, sideWord } from '../parts/marks.ts'
import { badges, badgesFile, person, personFile } from '../parts/person.ts'
import { beforeLastMove, candlesOf, cutNote, PERIODS, periodLinks } from './chart-periods.ts'
import { flowCard, groupsCard, isGoing } from './groups-card.ts'
import { FEW_HOLDERS, holdersCard } from './holders-card.ts'
import { LARGE, largeList, largeMarks, largeTrades, timeText } from './large-trades.ts'
import { moversCards, results } from './people-cards.ts'

type ShownMarket = NonNullable<MarketPageQuery['market']>

/** `/market/{id}`: the question, prices, holders, flow, winners and losers, trades. */
export const MARKET_PAGE = definePage(MarketPageDocument, {
  path: '/market/:id',
  name: 'marketPage',
  hasCard: true,
  hasTables: true,
  parameters: {
    id: 'path',
    asOf: 'query',
    after: 'query',
    minUsd: 'query',
    outcome: 'query',
    from: 'query',
    yesAfter: 'query',
    noAfter: 'query',
  },
  also: [MarketTradesDocument, MarketCandlesDocument],
  choices: { period: Object.keys(PERIODS), holders: ['share', 'profit'], all: ['holders'] },
  async render({ ask, block, variables, given, caller }) {
    const { id = '' } = given
    const by = meets(caller.tier, 'PRO') ? 'COHORT' : 'SIZE'
    const { step: interval, candles } = candlesOf(given.period)
    const holders = given.holders === 'profit' ? 'PNL' : 'SHARES'
    const { from } = variables
    const to = from && timeText(Date.parse(from) + STEPS[interval].length)
    const { id: _id, ...view } = given
    const tables = createTables({ path: marketPath(id), view, tier: caller.tier })
    const holderRows = given.all === undefined ? FEW_HOLDERS : meets(caller.tier, 'FREE') ? 100 : 25
    const [{ market, service }, trades] = await Promise.all([
      ask(MarketPageDocument, { ...variables, id, by, to, interval, candles, holders, holderRows }),
      block(
        ask(MarketTradesDocument, {
          id,
          after: given.after ?? null,
          asOf: given.asOf ?? null,
          minUsd: given.minUsd === undefined ? LARGE : Number(given.minUsd),
          outcome: given.outcome === undefined ? null : Number(given.outcome),
        }),
        (answer) => tradeTable(answer, given, tables),
      ),
    ])
    if (market === null) throw new Error('A market that is not there is an error.')
    const { prices, ...chart } = await chartOf(ask, market, given)
    const { step } = chart
    const question = market.question ?? market.condition
    const [first] = market.outcomes
    const pageDay = given.asOf ?? service.cutoff.time
    const isOver = market.status === 'RESOLVED'
    const large = await largeTrades(ask, { ...market, prices }, { step, tier: caller.tier })
    const marks = largeMarks(market, large)
    return {
      title: question,
      description: `${question} ${market.summary ?? ''}`.trim(),
      section: 'markets',
      card: {
        kind: 'Market',
        title: question,
        figure: first?.price == null ? null : { text: centsText(first.price) },
        words:
          market.summary ??
          `${first?.name ?? 'The first outcome'}${market.traderCount === null ? '' : ` · ${plural(market.traderCount, 'trader')}`}`,
        picture: (size) => pricePlot(prices.nodes.toReversed(), first?.name ?? '', { size, step }),
      },
      shown: shownBy('getMarket', { id: market.condition, asOf: given.asOf }),
      tables,
      days: beforeLastMove(market.daily.nodes),
      modules: ['account', 'follow'],
      main: html`${pageHead(
        html`${crumbsOf(market)}<h1><bdi>${question}</bdi></h1><p class="sub">${facts(market, pageDay, given.asOf)}</p>`,
        isGoing(market) && followStar(`market:${market.condition}`, caller.tier),
      )}
      ${answerLine(market.summary)}
      <div class="grid">
        <section class="card s8"><div class="title"><h2>Price of <bdi>${first?.name ?? 'the first outcome'}</bdi></h2>${periodLinks(marketPath(market.condition), given)}</div>${chartNote(market, STEPS[step].by, marks.length > 0)}${priceChart(prices.nodes.toReversed(), first?.name ?? 'the first outcome', { marks, step })}${cutNote(prices, chart, caller.tier)}${largeList(large, market)}</section>
        <div class="s4 stack">${isOver && market.outcomes.some(({ winner }) => winner === true) ? null : outcomesCard(market)}${groupsCard(market, caller.tier)}${isOver && results(market, { pageDay, tables, width: '' })}</div>
        ${(!isOver || from !== undefined) && moversCards(market, interval, { given, tables })}
        ${holdersCard(market, pageDay, { given, tables })}
        ${!isOver && [flowCard(market.flow, market.outcomes, tables), results(market, { pageDay, tables, width: ' s4' })]}
        ${eventCard(market)}
        <section class="card" id="trades"><div class="title"><h2>Trades</h2><div class="pills chips">${tradeChips(market, given)}${tables.button('trades')}${exportMenu(
          [
            ['Trades', { table: 'TRADES', where: { market: [market.condition] } }],
            [
              'Holders',
              {
                table: 'POSITIONS',
                where: { market: [market.condition] },
                status: 'OPEN',
                asOf: given.asOf ?? null,
              },
            ],
          ],
          caller.tier,
        )}</div></div>${trades}<a class="further" href="${address('/tape', { market: market.condition })}">On the tape, with their signs</a></section>
      </div>`,
    }
  },
})

/** The chart of a market whose days are too few for a line: one or two, drawn by the hour, or of a few hours by the minute. */
const YOUNG = [
  { interval: 'HOUR', candles: 48 },
  { interval: 'MINUTES_5', candles: 36 },
] as const

interface ShownChart {
  step: Step
  /** The most that it shows. */
  candles: number
  prices: ShownMarket['prices']
}

async function chartOf(
  ask: Ask,
  { prices }: ShownMarket,
  { id = '', asOf, period }: Given,
): Promise<ShownChart> {
  let shown: ShownChart = { ...candlesOf(period), prices }
  if (period !== undefined && period !== 'all') return shown
  for (const { interval, candles } of YOUNG) {
    const steps = (candles * STEPS[interval].length) / STEPS[shown.step].length
    if ((shown.prices.totalCount ?? 0) > steps) break
    const { market } = await ask(MarketCandlesDocument, { id, asOf: asOf ?? null, interval, candles })
    if (market === null) break
    shown = { step: interval, candles, prices: market.prices }
  }
  return shown
}

/** Says how the chart is read. */
function chartNote({ outcomes: [first, second] }: ShownMarket, by: string, hasMarks: boolean): Html {
  const other = second === undefined ? null : html` or sale of <bdi>${second.name}</bdi>`
  return html`<p class="tiny">The close of each ${by} above the dollars traded.${hasMarks && html` The triangles are trades of ${money(LARGE)} or more: ▲ purchase of <bdi>${first?.name}</bdi>${other}, ▼ the other way, large and dark for skilled traders.`}</p>`
}

/** The way to a market: all markets, its category and its event. */
function crumbsOf({ category, event }: ShownMarket): Html {
  const inEvent = event !== null && event.markets.totalCount > 1
  return crumbs(
    category,
    inEvent &&
      html`<a href="${eventPath(event.id)}"><bdi>${event.title ?? 'Event'}</bdi>, ${plural(event.markets.totalCount, 'question')}</a>`,
  )
}

function facts(
  { condition, status, endsAt, volume, openInterest, traderCount, yes }: ShownMarket,
  pageDay: string,
  asOf: string | undefined,
): Part {
  const why = (number: 'volume' | 'open-interest', value: Part) =>
    marketWhy(condition, number, value, { asOf })
  // They are of the same close as the holders.
  const close = closeOf(yes.day, pageDay)
  const parts: Part[] = [
    status === 'UNKNOWN' ? 'No known end' : titleCase(status),
    endsAt !== null && status === 'OPEN' && html`ends ${moment(endsAt)}`,
    volume !== null && html`${why('volume', money(volume))} traded`,
    openInterest !== null &&
      html`${why('open-interest', money(openInterest))} ${status === 'RESOLVED' ? 'not redeemed' : 'open interest'}`,
    html`${count(traderCount)} traders${close && html` (${openInterest === null ? '' : 'both '}${close})`}`,
  ]
  return parts.filter(Boolean).flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))
}

function outcomesCard({ outcomes }: ShownMarket): Html {
  return html`<section class="card"><h2>Outcomes</h2>
    <div class="table"><table class="compact"><tbody>${outcomes.map(
      ({ name, price, priceDayAgo, winner }) =>
        html`<tr><td class="l wrap"><bdi>${name}</bdi>${winner === true && html` <span class="badge good">won</span>`}</td><td class="big">${cents(price)}</td><td>${price === null || priceDayAgo === null || price === priceDayAgo ? null : priceMove(price - priceDayAgo)}</td></tr>`,
    )}</tbody></table></div></section>`
}

function eventCard({ event, condition }: ShownMarket): Part {
  const others = event?.markets.nodes.filter((one) => one.condition !== condition) ?? []
  if (event === null || others.length === 0) return null
  return html`<section class="card"><h2><a href="${eventPath(event.id)}"><bdi>${event.title ?? 'The same event'}</bdi></a></h2><p class="tiny">${countText(event.markets.totalCount)} questions in this event</p>
    <div class="table"><table><tbody>${others.map((one) => html`<tr><td class="l wrap">${marketLink(one)}</td><td class="big">${cents(one.outcomes[0]?.price)}</td></tr>`)}</tbody></table></div></section>`
}

/** Choices of the trades that are listed: large ones or all, of an outcome or of all. */
function tradeChips({ condition, outcomes }: ShownMarket, given: Given): Html {
  const { id: _id, after: _after, ...view } = given
  const chip = (words: Part, change: Record<string, string | null>, isChosen: boolean) =>
    html`<a class="pill" href="${address(marketPath(condition), { ...view, ...change })}#trades"${isChosen && html` aria-current="true"`}>${words}</a>`
  const { minUsd, outcome } = view
  return html`${chip(html`${money(LARGE)} and up`, { minUsd: null }, minUsd === undefined)}${chip('All', { minUsd: '0' }, minUsd === '0')}
    ${
      outcomes.length === 2 &&
      outcomes.map(({ index, name }) => {
        const isChosen = outcome === String(index)
        return chip(html`<bdi>${name}</bdi>`, { outcome: isChosen ? null : String(index) }, isChosen)
      })
    }`
}

function tradeTable({ market }: MarketTradesQuery, { id = '', after, ...view }: Given, tables: Tables): Html {
  const page = market?.trades
  const { nodes = [], pageInfo } = page ?? {}
  const path = (cursor: string | null | undefined, change: Given = {}) =>
    `${address(marketPath(id), { ...view, ...change, after: cursor })}#trades`
  if (nodes.length === 0)
    return view.minUsd === '0'
      ? html`<p class="tiny">No trades.</p>`
      : html`<p class="calm">No trade of ${money(LARGE)} or more. <a href="${path(null, { minUsd: '0' })}">Show all trades</a></p>`
  /** The first of a day names it. */
  const at = (index: number) => {
    const [time = '', before = ''] = [nodes[index]?.time, nodes[index - 1]?.time]
    const isNewDay = time.slice(0, 10) !== before.slice(0, 10)
    return html`<span class="tiny day">${isNewDay && shortDay(time)}</span> ${minuteOf(time)}`
  }
  return html`${tables.show(
    'trades',
    nodes,
    [
      {
        head: head('Time, UTC', 'l wide'),
        cell: (_trade, index) => html`<td class="l wide when">${at(index)}</td>`,
        file: { Time: ({ time }) => time },
      },
      {
        head: head('Trader', 'l'),
        cell: ({ trader, side, outcome, price, shares: amount }, index) =>
          html`<td class="l">${trader === null ? html`<span class="none">–</span>` : person(trader, badges(trader))}${narrowLine([html`${sidePill(side)} <bdi>${outcome}</bdi> at ${cents(price)}`, html`${shares(amount)} shares`, at(index)])}</td>`,
        file: { ...personFile(({ trader }) => trader), ...badgesFile(({ trader }) => trader) },
      },
      {
        head: head('Trade', 'l wide'),
        cell: ({ side, outcome, price }) =>
          html`<td class="l wide">${sidePill(side)} <bdi>${outcome}</bdi> <span class="tiny">at</span> ${cents(price)}</td>`,
        file: {
          Side: ({ side }) => sideWord(side),
          Outcome: ({ outcome }) => outcome,
          Price: ({ price }) => price,
        },
      },
      numbers('Shares', (trade) => trade.shares, shares, { className: 'wide' }),
      numbers('Dollars', ({ usd }) => usd, money, { className: 'big' }),
    ],
    { className: 'compact' },
  )}
    ${pageLinks({ page, first: after === undefined ? null : path(null), next: path(pageInfo?.endCursor) })}`
}
