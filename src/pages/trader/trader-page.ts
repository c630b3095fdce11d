import type { Tier } from '../../access/tier.ts'
import { moneyText, percentRange, percentText, plural } from '../../formats.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import { profitChart, profitPlot } from '../charts/series.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { address, marketLink, metricLink, traderPath } from '../kit/links.ts'
import { shownBy } from '../kit/shown.ts'
import { closeOf, day, moment } from '../kit/times.ts'
import { ordinal, shortAddress, titleCase } from '../kit/words.ts'
import {
  type HeldPositionFragment,
  type ListedTradeFragment,
  type RankOnABoardFragment,
  TraderActivityListDocument,
  TraderPageDocument,
  type TraderPageQuery,
  TraderPositionsListDocument,
  TraderTradesListDocument,
} from '../operations.generated.ts'
import { definePage, type Given } from '../page.ts'
import { cents, count, money, percent, ratio, shares } from '../parts/amounts.ts'
import { followStar } from '../parts/follow-star.ts'
import { narrowLine, pageLinks, sidePill } from '../parts/marks.ts'
import { badges, face } from '../parts/person.ts'
import { activityTable } from './activity-table.ts'
import { skillCard, skillCards } from './skill-cards.ts'

/** Shows positions as rows: open ones with their value, closed ones with their result. */
export function positionTable(positions: readonly HeldPositionFragment[], status: 'OPEN' | 'CLOSED'): Html {
  if (positions.length === 0)
    return html`<p class="tiny">${status === 'OPEN' ? 'No open positions.' : 'No closed positions.'}</p>`
  const isOpen = status === 'OPEN'
  return html`<div class="table"><table>
    <thead><tr><th scope="col" class="l">Market</th><th scope="col" class="wide">Shares</th><th scope="col" class="wide">Average price</th>
      ${isOpen ? html`<th scope="col" class="wide">Price</th><th scope="col" class="wide">Value</th><th scope="col">${metricLink('unrealizedPnl', 'Unrealized')}</th>` : html`<th scope="col" class="wide">Closed</th><th scope="col">${metricLink('realizedPnl', 'Realized')}</th>`}</tr></thead>
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

/** Shows trades as rows, newest first. */
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

/** Shows a trader's ranks, best first. */
export function rankTable(ranks: readonly RankOnABoardFragment[]): Html {
  if (ranks.length === 0) return html`<p class="tiny">Not on any leaderboard.</p>`
  const sorted = ranks.toSorted((one, other) => one.rank / one.entryCount - other.rank / other.entryCount)
  return html`<div class="table"><table><thead><tr><th scope="col" class="l">Leaderboard</th><th scope="col">Rank</th><th scope="col">Of</th></tr></thead>
    <tbody>${sorted.map(
      ({ leaderboard, rank, entryCount }) =>
        html`<tr><td class="l"><a href="/leaderboard/${leaderboard}">${leaderboardById(leaderboard)?.title ?? leaderboard}</a></td><td class="big">${ordinal(rank)}</td><td>${count(entryCount)}</td></tr>`,
    )}</tbody></table></div>`
}

/** The lists below a profile; the first is what one sees. */
const LISTS = ['open', 'closed', 'trades', 'activity', 'ranks'] as const

type ShownTrader = NonNullable<TraderPageQuery['trader']>

/** `/trader/{address}`: who, the profit curve, the numbers, skill or luck, and one of the lists. */
export const TRADER_PAGE = definePage(TraderPageDocument, {
  path: '/trader/:address',
  name: 'traderPage',
  hasCard: true,
  parameters: { address: 'path', asOf: 'query', after: 'query' },
  also: [TraderTradesListDocument],
  choices: { list: LISTS },
  async render({ ask, variables, given, caller }) {
    const { address: wallet = '' } = given
    const { trader, service } = await ask(TraderPageDocument, { ...variables, address: wallet })
    if (trader === null) throw new Error('A trader that is not there is an error.')
    const asked = { address: wallet, asOf: given.asOf ?? null, after: given.after ?? null }
    const name = trader.username ?? shortAddress(trader.address)
    const list = LISTS.find((one) => one === given.list) ?? 'open'
    return {
      title: name,
      description: trader.summary,
      section: 'leaderboards',
      modules: ['account', 'follow'],
      card: {
        kind: 'Trader',
        title: name,
        figure: {
          text: moneyText(trader.pnl, { isSigned: true, isShort: true }),
          ...(trader.pnl !== 0 && { tone: trader.pnl > 0 ? 'gain' : 'loss' }),
        },
        words: cardWords(trader),
        picture: (size) => profitPlot(trader.pnlSeries, size),
      },
      shown: shownBy('getTrader', { address: trader.address, asOf: given.asOf }),
      main: html`${heading(trader, name, caller.tier)}
      <div class="card">${keyNumbers(trader)}</div>
      <div class="grid spaced">
        <section class="card s8"><h2>Profit</h2>
          <p class="tiny">${metricLink('pnl', 'Marked at the last price')} as a line, ${metricLink('realizedPnl', 'realized')} dashed${(trader.maxDrawdown ?? 0) > 0 && html`, the ${metricLink('maxDrawdown', 'worst drawdown')} shaded`}.</p>
          ${profitChart(trader.pnlSeries)}</section>
        ${skillCard(trader.analytics)}
      </div>
      ${trader.analytics && skillCards(trader.analytics)}
      <nav class="tabs" aria-label="Lists" id="lists">${LISTS.map((one) => listLink(one, list, trader, given))}</nav>
      <div class="card">${await listed()}${given.asOf === undefined && missingNote(service.delay)}</div>`,
    }

    async function listed(): Promise<Html> {
      if (list === 'ranks') return rankTable(trader?.ranks ?? [])
      if (list === 'trades') {
        const answer = await ask(TraderTradesListDocument, asked)
        const page = answer.trader?.trades
        return html`${tradeTable(page?.nodes ?? [])}${onward(page, given)}`
      }
      if (list === 'activity') {
        const answer = await ask(TraderActivityListDocument, asked)
        const page = answer.trader?.activity
        return html`${activityTable(page?.nodes ?? [], wallet)}${onward(page, given)}`
      }
      const status = list === 'open' ? 'OPEN' : 'CLOSED'
      const answer = await ask(TraderPositionsListDocument, { ...asked, status })
      const page = answer.trader?.positions
      const close = page?.day
      const when = close && closeOf(close, trader?.cutoff.time ?? close)
      return html`${when && html`<p class="tiny">Positions ${when}</p>`}${positionTable(page?.nodes ?? [], status)}${onward(page, given)}`
    }
  },
})

/** Tells a trader why an own trade is missing. */
function missingNote(delay: number): Html | null {
  if (delay === 0) return null
  return html`<p class="tiny">Is your last trade missing? Without Pro, trades and what follows from them appear ${delay} to ${Math.ceil((7 * delay) / 6)} minutes later. <a href="/account">Pro is live</a>.</p>`
}

function cardWords({ roi, winRate, tradeCount, marketCount }: ShownTrader): string {
  const parts = [
    roi !== null && `return ${percentText(roi, { digits: 1, isSigned: true })}`,
    winRate !== null && `won ${percentText(winRate)}`,
    `${plural(tradeCount, 'trade')} in ${plural(marketCount, 'market')}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function heading(trader: ShownTrader, name: string, tier: Tier): Html {
  const { address: wallet, bio, summary, xUsername, memberSince, analytics } = trader
  const about = [
    xUsername !== null && html`X: <bdi>@${xUsername}</bdi>`,
    html`since ${day(memberSince)}`,
    analytics !== null &&
      html`<span title="${analytics.strategy.rule}">${analytics.strategy.name.toLowerCase().replaceAll('_', ' ')}</span>`,
  ].filter((part) => part !== false)
  return html`<div class="head">${face(wallet, name, 'large')}<div><h1><bdi>${name}</bdi></h1>
      <p class="answer">${summary}</p>
      <span class="addr">${wallet}</span>
      <span class="small">${badges({ ...trader, skill: analytics?.skill })} <span class="tiny">${about.flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))}</span></span></div>
    ${followStar(`wallet:${wallet}`, tier)}</div>
    ${bio !== null && html`<p class="sub"><bdi>${bio}</bdi></p>`}`
}

function keyNumbers(trader: ShownTrader): Html {
  const { winRateInterval, wins, losses, maxDrawdown, maxDrawdownPct, ranks } = trader
  const overall = ranks.find(({ tab, period }) => tab === 'PNL' && period === 'ALL')
  const place = overall && `${ordinal(overall.rank)} of ${overall.entryCount.toLocaleString('en')}`
  const range = percentRange(winRateInterval)
  return html`<dl class="kpis">
    ${number(metricLink('pnl', 'Profit'), money(trader.pnl, { isSigned: true }), place)}
    ${number(metricLink('roi', 'Return'), percent(trader.roi, { digits: 1 }), 'on capital invested')}
    ${number(metricLink('winRate', 'Win rate'), percent(trader.winRate), range && html`<span title="95% interval; ${wins} won, ${losses} lost">${range}</span>`)}
    ${number(metricLink('volume', 'Volume'), money(trader.volume, { isShort: true }), null)}
    ${number(metricLink('tradeCount', 'Trades'), count(trader.tradeCount), plural(trader.marketCount, 'market'))}
    ${number(metricLink('maxDrawdown', 'Worst drawdown'), money(hasDrawdown(trader) ? maxDrawdown : null), hasDrawdown(trader) && maxDrawdownPct !== null && html`${percent(maxDrawdownPct)} of peak capital at risk`)}
    ${number(metricLink('sharpeRatio', 'Sharpe'), ratio(trader.sharpeRatio), null)}
    ${number(metricLink('profitFactor', 'Profit factor'), ratio(trader.profitFactor), null)}
  </dl>
  <details><summary>Details</summary><dl class="kpis">
    ${number(metricLink('officialPnl', 'Official rule'), money(trader.pnlOfficial, { isSigned: true }), 'by Polymarket’s subgraph')}
  </dl></details>`
}

/** False if no close had anything at risk: a fall of $0 would suggest a record that does not exist. */
function hasDrawdown({ maxDrawdown, maxDrawdownPct, pnlSeries }: ShownTrader): boolean {
  return (maxDrawdown ?? 0) > 0 || (maxDrawdownPct !== null && pnlSeries.length > 1)
}

function number(name: Part, value: Part, beside: Part): Html {
  return html`<div><dt>${name}</dt><dd>${value}${beside && html`<small>${beside}</small>`}</dd></div>`
}

const LIST_WORDS: Readonly<Record<(typeof LISTS)[number], (trader: ShownTrader) => Html>> = {
  open: ({ open }) => html`Open positions ${count(open.totalCount)}`,
  closed: ({ closed }) => html`Closed ${count(closed.totalCount)}`,
  trades: ({ tradeCount }) => html`Trades ${count(tradeCount)}`,
  activity: () => html`All activity`,
  ranks: ({ ranks }) => html`Ranks ${count(ranks.length)}`,
}

function listLink(list: (typeof LISTS)[number], shown: string, trader: ShownTrader, { asOf }: Given): Html {
  const href = address(traderPath(trader.address), { list: list === 'open' ? null : list, asOf })
  return html`<a href="${href}#lists"${current(list === shown)}>${LIST_WORDS[list](trader)}</a>`
}

function onward(
  page: { pageInfo: { hasNextPage: boolean; endCursor: string | null }; truncated: boolean } | undefined,
  given: Given,
): Part {
  const { address: wallet = '', after, ...rest } = given
  const at = (cursor: string | null | undefined) =>
    `${address(traderPath(wallet), { ...rest, after: cursor })}#lists`
  return pageLinks({ page, first: after === undefined ? null : at(null), next: at(page?.pageInfo.endCursor) })
}
