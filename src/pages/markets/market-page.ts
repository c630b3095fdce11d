import { meets, type Tier } from '../../access/tier.ts'
import { centsText, countText, percentRange, plural, pointsRange, roundMove } from '../../formats.ts'
import { outcomeBar, priceChart, pricePlot, STEPS, type Step } from '../charts/price-chart.ts'
import { cellBar, shareBar } from '../charts/skill-charts.ts'
import { marketWhy, tradesLink } from '../explain/explain-page.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { address, eventPath, marketLink, marketPath } from '../kit/links.ts'
import { shownBy } from '../kit/shown.ts'
import { createTables, head, numbers, type TableColumn, type Tables } from '../kit/tables.ts'
import { closeOf, day, minuteOf, moment, shortDay, spanText } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import {
  type GroupFlowFieldsFragment,
  type GroupMoneyPartFragment,
  MarketPageDocument,
  type MarketPageQuery,
  type MarketResultFragment,
  MarketTradesDocument,
  type MarketTradesQuery,
  type MoverPartFragment,
} from '../operations.generated.ts'
import { definePage, type Given } from '../page.ts'
import { cents, centsMove, count, money, percent, shares } from '../parts/amounts.ts'
import { choiceControl } from '../parts/choice.ts'
import { exportMenu } from '../parts/export-files.ts'
import { followStar } from '../parts/follow-star.ts'
import {
  answerLine,
  crumbs,
  narrowLine,
  pageHead,
  pageLinks,
  sidePill,
  sideWord,
  withheldLine,
} from '../parts/marks.ts'
import { badges, badgesFile, person, personFile, recordWords } from '../parts/person.ts'
import { beforeLastMove, candlesOf, cutNote, PERIODS, periodLinks } from './chart-periods.ts'
import { FEW_HOLDERS, holdersCard } from './holders-card.ts'
import { LARGE, largeList, largeMarks, largeTrades, timeText } from './large-trades.ts'

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
  also: [MarketTradesDocument],
  choices: { period: Object.keys(PERIODS), holders: ['share', 'profit'], all: ['holders'] },
  async render({ ask, block, variables, given, caller }) {
    const { id = '' } = given
    const by = meets(caller.tier, 'PRO') ? 'COHORT' : 'SIZE'
    const { step, candles } = candlesOf(given.period)
    const holders = given.holders === 'profit' ? 'PNL' : 'SHARES'
    const { from } = variables
    const to = from && timeText(Date.parse(from) + STEPS[step].length)
    const { id: _id, ...view } = given
    const tables = createTables({ path: marketPath(id), view, tier: caller.tier })
    const holderRows = given.all === undefined ? FEW_HOLDERS : meets(caller.tier, 'FREE') ? 100 : 25
    const [{ market, service }, trades] = await Promise.all([
      ask(MarketPageDocument, { ...variables, id, by, to, interval: step, candles, holders, holderRows }),
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
    const question = market.question ?? market.condition
    const [first] = market.outcomes
    const pageDay = given.asOf ?? service.cutoff.time
    const large = await largeTrades(ask, market, { step, tier: caller.tier })
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
        picture: (size) => pricePlot(market.prices.nodes.toReversed(), first?.name ?? '', { size, step }),
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
        <section class="card s8"><div class="title"><h2>Price of ${first?.name ?? 'the first outcome'}</h2>${periodLinks(marketPath(market.condition), given)}</div><p class="tiny">The close of each ${STEPS[step].by} as a line, dollars traded as bars${marks.length > 0 && html`, trades of ${money(LARGE)} or more as triangles: up for a purchase of <bdi>${first?.name}</bdi> or a sale of the other side, larger and darker for skilled traders`}.</p>${priceChart(market.prices.nodes.toReversed(), first?.name ?? 'the first outcome', { marks, step })}${cutNote(market.prices, given.period, caller.tier)}${largeList(large, market)}</section>
        <div class="s4 stack">${outcomesCard(market)}${groupsCard(market, caller.tier)}</div>
        ${(market.status !== 'RESOLVED' || from !== undefined) && moversCards(market, step, { given, tables })}
        ${market.status === 'RESOLVED' ? [results(market, pageDay, tables), holdersCard(market, pageDay, { given, tables })] : [holdersCard(market, pageDay, { given, tables }), flowCard(market.flow, market.outcomes, tables), results(market, pageDay, tables)]}
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

/** The way to a market: all markets, its category and its event. */
function crumbsOf({ category, event }: ShownMarket): Html {
  const inEvent = event !== null && event.markets.totalCount > 1
  return crumbs(
    category,
    inEvent &&
      html`<a href="${eventPath(event.id)}"><bdi>${event.title ?? 'Event'}</bdi>, ${plural(event.markets.totalCount, 'question')}</a>`,
  )
}

/** Returns whether a market may still be traded, as far as is known. */
function isGoing({ status }: Pick<ShownMarket, 'status'>): boolean {
  return status === 'OPEN' || status === 'UNKNOWN'
}

function facts(
  { condition, status, endsAt, resolvedAt, volume, openInterest, traderCount, outcomes, yes }: ShownMarket,
  pageDay: string,
  asOf: string | undefined,
): Part {
  const why = (number: 'volume' | 'open-interest', value: Part) =>
    marketWhy(condition, number, value, { asOf })
  // They are of the same close as the holders.
  const close = closeOf(yes.day, pageDay)
  const won = outcomes.filter(({ winner }) => winner === true)
  const parts: Part[] = [
    status === 'RESOLVED' && resolvedAt !== null
      ? html`${won.length === 1 ? html`Resolved as <b><bdi>${won[0]?.name}</bdi></b> on` : 'Resolved'} ${day(resolvedAt.slice(0, 10))}`
      : status === 'UNKNOWN'
        ? 'No known end'
        : titleCase(status),
    endsAt !== null && status === 'OPEN' && html`ends ${moment(endsAt)}`,
    volume !== null && html`${why('volume', money(volume))} traded`,
    openInterest !== null && html`${why('open-interest', money(openInterest))} open`,
    html`${count(traderCount)} traders${close && html` (${openInterest === null ? '' : 'both '}${close})`}`,
  ]
  return parts.filter(Boolean).flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))
}

function outcomesCard({ outcomes }: ShownMarket): Html {
  const [first] = outcomes
  return html`<section class="card"><h2>Outcomes</h2>
    ${outcomes.length === 2 && first?.price != null && outcomeBar(first.price)}
    <div class="table"><table><tbody>${outcomes.map(
      ({ name, price, priceDayAgo, winner }) =>
        html`<tr><td class="l wrap"><bdi>${name}</bdi>${winner === true && html` <span class="badge good">won</span>`}</td><td class="big">${cents(price)}</td><td>${price === null || priceDayAgo === null || price === priceDayAgo ? null : centsMove(price - priceDayAgo)}</td></tr>`,
    )}</tbody></table></div></section>`
}

/** Shows the part of each group's money that is on the first outcome, with its price as a mark. */
function groupsCard(market: ShownMarket, tier: Tier): Part {
  const {
    outcomes: [first],
    status,
  } = market
  if (!isGoing({ status }) || first === undefined) return null
  return html`<section class="card"><h2>Skilled against the rest</h2>
    ${
      !meets(tier, 'FREE')
        ? withheldLine(
            'FREE',
            'The money of skilled traders and of everyone else, and the interval of the difference,',
          )
        : skilledRows(market)
    }
    ${smartRow(market, tier)}</section>`
}

function skilledRows({ skilledMoney, outcomes: ofMarket }: ShownMarket): Html {
  const [first] = ofMarket
  const { skilled, others, difference, record } = skilledMoney ?? {}
  if (!skilled || !others) {
    const few = skilled ? 'other' : 'skilled'
    return html`<p class="tiny">Fewer than 5 ${few} traders hold shares: too few to describe.</p>`
  }
  const names = ofMarket.map(({ name }) => name)
  const row = (group: string, { traders, value, outcomes }: typeof skilled) =>
    groupRow(
      group,
      { share: outcomes[0]?.share ?? 0, price: first?.price ?? null },
      html`${plural(traders, 'trader')}, ${money(value)}. ${netWords(outcomes, names)}`,
    )
  return html`<p class="tiny">Share of each group’s money on <bdi>${first?.name ?? 'the first outcome'}</bdi>; the mark is its price</p>
    ${row('Skilled', skilled)}${row('Everyone else', others)}
    ${difference && html`<p class="tiny">${isClear(difference) ? 'They differ by' : 'Can’t tell them apart: they differ by'} ${pointsRange(difference)} (95% interval)</p>`}${recordLine(record)}`
}

function groupRow(group: Part, { share, price }: { share: number; price: number | null }, about: Part): Html {
  return html`<div class="group"><div class="line"><span>${group}</span><b>${percent(share)}</b></div>${shareBar(share, price)}<p class="tiny">${about}</p></div>`
}

/** The cohort of smart money as another group: many of its members are among the skilled. */
function smartRow({ smartMoney, outcomes: [first] }: ShownMarket, tier: Tier): Part {
  if (!meets(tier, 'PRO')) return withheldLine('PRO', 'The stances of leading traders in this market')
  if (smartMoney?.yesShare == null)
    return html`<p class="tiny">Too few leading traders are in this market.</p>`
  const { yesShare, members, value } = smartMoney
  return groupRow(
    html`<a href="/smart-money">Smart money</a>`,
    { share: yesShare, price: first?.price ?? null },
    html`${plural(members ?? 0, 'leader')} by profit${value !== null && html`, ${money(value)}`}, who count above too.`,
  )
}

/** A group's money of the last seven days: bought minus sold, by outcome. */
function netWords(outcomes: GroupMoneyPartFragment['outcomes'], names: readonly (string | null)[]): Part {
  const parts = outcomes.flatMap(({ netUsd }, i): Part[] =>
    netUsd === null
      ? []
      : [
          html`${i > 0 && ', '}${netUsd < 0 ? 'sold' : 'bought'} ${money(Math.abs(netUsd))} of <bdi>${names[i] ?? 'the other'}</bdi>`,
        ],
  )
  return parts.length === 0
    ? 'Fewer than 5 of them traded in 7 days'
    : html`<span title="Dollars bought minus sold">In 7 days net ${parts}</span>`
}

/** Says how earlier differences ended. */
function recordLine(record: NonNullable<ShownMarket['skilledMoney']>['record'] | undefined): Part {
  if (record === undefined) return null
  const { won, lost, hitRate, hitRateInterval, impliedRate } = record
  const about = html`<a href="/docs/methodology#skilled-money-in-a-market">How it is counted</a>`
  if (hitRate === null || hitRateInterval === null || impliedRate === null)
    return html`<p class="tiny">No market with a clear difference is decided so far. ${about}</p>`
  return html`<p class="tiny">So far, where they differed, the side of the skilled won in ${countText(won)} of ${plural(won + lost, 'market')}: <b>${percent(hitRate)}</b> (95% interval ${percentRange(hitRateInterval)}), where prices implied ${percent(impliedRate)}. ${about}</p>`
}

function isClear({ low, high }: { low: number; high: number }): boolean {
  return low > 0 || high < 0
}

function results({ condition, winners, losers }: ShownMarket, pageDay: string, tables: Tables): Html {
  const when = ({ day: close }: typeof winners) => {
    const words = closeOf(close, pageDay)
    return words && html`<p class="tiny">Profit ${words}</p>`
  }
  const card = (words: string, name: 'winners' | 'losers', part: typeof winners) =>
    html`<section class="card s6"><div class="title"><h2>${words}</h2>${part.nodes.length > 0 && tables.button(name)}</div>${when(part)}${resultTable(part.nodes, { name, condition, tables })}</section>`
  return html`${card('Biggest winners', 'winners', winners)}
    ${card('Biggest losers', 'losers', losers)}`
}

/** Shows who pushed the first outcome's price the way it went in the last day, or in a candle of the chart, and who pushed back. */
function moversCards(
  { movers, condition, category, prices }: ShownMarket,
  step: Step,
  { given, tables }: { given: Given; tables: Tables },
): Part {
  if (movers === null) return null
  const { priceBefore, priceAfter, buyers, sellers, from, to } = movers
  const move = priceBefore === null || priceAfter === null ? null : priceAfter - priceBefore
  const hasFallen = move !== null && move < 0
  const [pushed, back] = hasFallen ? [sellers, buyers] : [buyers, sellers]
  const part = (words: string, name: string, rows: readonly MoverPartFragment[], about: Part) =>
    html`<section class="card s6"><div class="title"><h2>${words}</h2>${rows.length > 0 && tables.button(name)}</div><p class="tiny">${about}</p>${moverTable(rows, { name, condition, category, isPast: given.from !== undefined, tables })}</section>`
  const range = html`${cents(priceBefore)} to ${cents(priceAfter)}, ${spanText((Date.parse(to) - Date.parse(from)) / 1_000)} up to ${moment(to)}`
  return html`<div id="movers" class="line">${momentForm(prices.nodes, step, given)}</div>${part(`Pushed ${hasFallen ? 'down' : 'up'} by`, 'pushed', pushed, range)}
    ${part('Pushed back by', 'pushed-back', back, 'Dollars bought minus sold in the same time')}`
}

/** A choice of the candle whose movers are shown. */
function momentForm(
  candles: ShownMarket['prices']['nodes'],
  step: Step,
  { id = '', from = '', ...view }: Given,
): Html {
  const words = (time: string) =>
    step === 'DAY' ? shortDay(time) : `${shortDay(time)}, ${time.slice(11, 16)}`
  const options = [
    ['', 'The last day'] as const,
    ...candles.map(
      ({ time }) =>
        [time, `${words(time)}, ${STEPS[step].by === 'hour' ? 'an hour' : STEPS[step].by}`] as const,
    ),
  ]
  return html`<form class="filters" action="${marketPath(id)}" data-at-once>${Object.entries(view).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${choiceControl({ name: 'from', label: 'Price moved in', options }, from)}<button class="button">Show</button></form>`
}

interface MoverOptions extends Pick<ShownMarket, 'condition' | 'category'> {
  name: string
  isPast: boolean
  tables: Tables
}

function moverTable(
  rows: readonly MoverPartFragment[],
  { name, condition, category, isPast, tables }: MoverOptions,
): Html {
  if (rows.length === 0) return html`<p class="tiny">Nobody.</p>`
  // Today's record includes the result of these trades.
  const recordOf = ({ trader, record }: MoverPartFragment): Part =>
    isPast
      ? record === null
        ? 'No trade before that day'
        : html`${money(record.pnl, { isSigned: true })} by ${day(record.day)}`
      : recordWords(trader, category)
  const changeOf = ({ changes }: MoverPartFragment) => changes.length > 0 && titleCase(changes.join(', '))
  const sideOf = ({ usd }: MoverPartFragment) => (usd < 0 ? 'SELL' : 'BUY')
  return tables.show(
    name,
    rows,
    [
      {
        head: head('Trader', 'l'),
        cell: (row) => {
          const { trader, impact } = row
          const change = changeOf(row)
          const moved =
            impact !== null &&
            impact !== 0 &&
            html`<small title="By trades of $1,000 or more">moved it ${centsMove(impact)}</small>`
          return html`<td class="l wrap">${person(trader, html`${badges(trader)}<small>${recordOf(row)}</small>${moved}${change && html`<small>${change}</small>`}`)}</td>`
        },
        file: {
          ...personFile(({ trader }) => trader),
          ...badgesFile(({ trader }) => trader),
          ...(isPast
            ? { 'Profit before': ({ record }) => record?.pnl, 'Profit by': ({ record }) => record?.day }
            : { Record: ({ trader }) => recordWords(trader, category) }),
          'Moved it': ({ impact }) => impact && roundMove(impact),
          Change: (row) => changeOf(row) || null,
        },
      },
      netColumn(
        sideOf,
        ({ usd }) => usd,
        ({ trader }, net) => tradesLink(trader.address, condition, net),
      ),
    ],
    { className: 'compact' },
  )
}

/** A column of net dollars, its side in a word. */
function netColumn<Row>(
  side: (row: Row) => 'BUY' | 'SELL',
  usd: (row: Row) => number,
  link: (row: Row, net: Html) => Html = (_row, net) => net,
): TableColumn<Row> {
  const net = numbers<Row>('Net', (row) => Math.abs(usd(row)), money, {
    className: 'big',
    around: (row, shown) => html`${sidePill(side(row))} ${link(row, shown)}`,
  })
  return { ...net, file: { Side: (row) => sideWord(side(row)), ...net.file } }
}

const GROUPS: Readonly<Record<GroupFlowFieldsFragment['group'], string>> = {
  UNDER_100_USD: 'Under $100',
  UNDER_1000_USD: '$100 to $1,000',
  UNDER_10000_USD: '$1,000 to $10,000',
  UNDER_100000_USD: '$10,000 to $100,000',
  FROM_100000_USD: '$100,000 or more',
  TOP_PNL: 'Top profit',
  MOST_CONSISTENT: 'Most consistent',
  HIGH_CONVICTION: 'High conviction',
  NO_COHORT: 'Everyone else',
  LOW_Q_VALUE: 'Skilled',
  HIGH_Q_VALUE: 'Not proven skilled',
  NO_Q_VALUE: 'Too few bets to tell',
}

function flowCard(
  { from, to, groups }: ShownMarket['flow'],
  outcomes: ShownMarket['outcomes'],
  tables: Tables,
): Part {
  const shown = groups.filter(({ traders }) => traders > 0)
  if (shown.length === 0) return null
  const largest = Math.max(...shown.map(({ netUsd }) => Math.abs(netUsd)))
  return html`<section class="card"><div class="title"><h2>Net flow</h2>${tables.button('flow')}</div><p class="tiny">Dollars bought minus dollars sold, by group, ${day(from)} to ${day(to)}</p>
    ${tables.show('flow', shown, [
      {
        head: head('Group', 'l'),
        cell: ({ group }) => html`<td class="l wrap">${GROUPS[group]}</td>`,
        file: { Group: ({ group }) => GROUPS[group] },
      },
      {
        head: head('Outcome', 'l'),
        cell: ({ outcome }) => html`<td class="l"><bdi>${outcomes[outcome.index]?.name}</bdi></td>`,
        file: { Outcome: ({ outcome }) => outcomes[outcome.index]?.name },
      },
      numbers('Traders', ({ traders }) => traders, count, { className: 'wide' }),
      {
        head: head(html`<span class="visually-hidden">Net as a bar</span>`, 'bar-cell wide'),
        cell: ({ netUsd }) =>
          html`<td class="bar-cell wide">${cellBar(Math.abs(netUsd), largest, 'plain')}</td>`,
      },
      netColumn(
        ({ netUsd }) => (netUsd < 0 ? 'SELL' : 'BUY'),
        ({ netUsd }) => netUsd,
      ),
    ])}</section>`
}

function resultTable(
  rows: readonly MarketResultFragment[],
  { name, condition, tables }: { name: string; condition: string; tables: Tables },
): Html {
  if (rows.length === 0) return html`<p class="tiny">No trades.</p>`
  return tables.show(
    name,
    rows,
    [
      {
        head: head('Trader'),
        cell: (row) => html`<td class="l">${person(row, row.trader && badges(row.trader))}</td>`,
        file: { ...personFile((row) => row), ...badgesFile(({ trader }) => trader ?? undefined) },
      },
      numbers('Trades', ({ tradeCount }) => tradeCount, count, {
        className: 'wide',
        around: ({ tradeCount }, shown) => html`${shown} ${tradeCount === 1 ? 'trade' : 'trades'}`,
      }),
      numbers(
        'Profit',
        ({ pnl }) => pnl,
        (pnl) => money(pnl, { isSigned: true }),
        {
          className: 'big',
          around: ({ address: wallet }, shown) =>
            wallet === null ? shown : tradesLink(wallet, condition, shown),
        },
      ),
    ],
    { isHeadHidden: true },
  )
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
  return html`${tables.show('trades', nodes, [
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
  ])}
    ${pageLinks({ page, first: after === undefined ? null : path(null), next: path(pageInfo?.endCursor) })}`
}
