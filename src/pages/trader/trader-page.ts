import type { Tier } from '../../access/tier.ts'
import { countText, moneyText, percentRange, plural, shortAddress } from '../../formats.ts'
import { PERIODS, type Period, periodNamed } from '../../metrics/leaderboards.ts'
import { dayFacts, profitCalendar } from '../charts/profit-calendar.ts'
import { profitChart, profitPlot } from '../charts/series.ts'
import { explainPath, whyLink } from '../explain/explain-page.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { address, type MetricName, metricLink, traderPath } from '../kit/links.ts'
import { shownBy } from '../kit/shown.ts'
import { createTables } from '../kit/tables.ts'
import { day } from '../kit/times.ts'
import { ordinal, titleCase } from '../kit/words.ts'
import { lotsPath } from '../lots/lots-page.ts'
import {
  TraderPageDocument,
  type TraderPageQuery,
  TraderPositionsListDocument,
  TraderTradesListDocument,
} from '../operations.generated.ts'
import { definePage, type Given } from '../page.ts'
import { count, money, percent, ratio, share } from '../parts/amounts.ts'
import { followStar } from '../parts/follow-star.ts'
import { answerLine, pageHead, withheldLine } from '../parts/marks.ts'
import { badges, face } from '../parts/person.ts'
import { skillCard, skillCards } from './skill-cards.ts'
import { LISTS, traderLists } from './trader-lists.ts'

type ShownTrader = NonNullable<TraderPageQuery['trader']>

/** `/trader/{address}`: who, the profit curve, the numbers, skill or luck, and one of the lists. */
export const TRADER_PAGE = definePage(TraderPageDocument, {
  path: '/trader/:address',
  name: 'traderPage',
  hasCard: true,
  hasTables: true,
  parameters: {
    address: 'path',
    period: 'query',
    asOf: 'query',
    after: 'query',
    market: 'query',
    category: 'query',
    side: 'query',
    order: 'query',
  },
  also: [TraderTradesListDocument, TraderPositionsListDocument],
  choices: { list: LISTS },
  async render({ ask, block, variables, given, caller }) {
    const { address: wallet = '' } = given
    const { period = 'ALL', asOf } = variables
    const { trader, service } = await ask(TraderPageDocument, {
      address: wallet,
      period,
      isWhole: period === 'ALL',
      asOf,
    })
    if (trader === null) throw new Error('A trader that is not there is an error.')
    const name = trader.username ?? shortAddress(trader.address)
    const { address: _wallet, ...view } = given
    const tables = createTables({ path: traderPath(trader.address), view, tier: caller.tier })
    return {
      tables,
      title: name,
      description: trader.summary,
      section: 'leaderboards',
      modules: ['account', 'follow'],
      card: {
        kind: 'Trader',
        title: name,
        figure: {
          text: moneyText(trader.pnl, { isSigned: true }),
          ...(trader.pnl !== 0 && { tone: trader.pnl > 0 ? 'gain' : 'loss' }),
        },
        words: trader.summary,
        picture: (size) => profitPlot(trader.pnlSeries, size),
      },
      shown: shownBy('getTrader', { address: trader.address, asOf: given.asOf }),
      main: html`${heading(trader, name, caller.tier)}
      ${periodPills(given)}
      <div class="card">${keyNumbers(trader, period, (metric, value) => explained(trader.address, metric, given, value))}</div>
      <div class="grid spaced">
        <section class="card s8"><h2>Profit</h2>
          <p class="tiny">${metricLink('pnl', 'Marked at the last price')} as a line, ${metricLink('realizedPnl', 'realized')} dashed${(trader.stats?.maxDrawdown ?? 0) > 0 && html`, the ${metricLink('maxDrawdown', 'worst drawdown')} shaded`}.</p>
          ${profitChart(trader.ofPeriod ?? trader.pnlSeries)}</section>
        ${skillCard(trader, (metric, words) => explained(trader.address, metric, { asOf: given.asOf }, words))}
      </div>
      <div class="grid"><section class="card"><h2>Profit by day</h2><p class="tiny">Gains filled, losses outlined, stronger where larger. All time.</p>
        <div class="days">${profitCalendar(trader.pnlSeries, trader.cutoff.time.slice(0, 10))}${dayFacts(trader.pnlSeries)}</div></section></div>
      ${trader.analytics ? skillCards(trader.analytics, trader.address, given) : withheldLine('FREE', 'Calibration, categories, hours, best and worst markets')}
      <div class="card">${await traderLists({ trader, given, variables, ask, block, tables })}${given.asOf === undefined && missingNote(service.delay)}</div>`,
    }
  },
})

/** The periods of the numbers, the chart and the analysis; the rest of the page is of all time. */
function periodPills({ address: wallet = '', after: _after, ...view }: Given): Html {
  const shown = view.period?.toLowerCase() ?? 'all'
  const pill = ({ wire, title }: (typeof PERIODS)[number]) =>
    html`<a class="pill" href="${address(traderPath(wallet), { ...view, period: wire === 'all' ? null : wire })}"${wire === shown && html` aria-current="true"`}>${titleCase(title)}</a>`
  return html`<nav class="pills" aria-label="Period">${PERIODS.map(pill)}</nav>`
}

/** Tells a trader why an own trade is missing. */
function missingNote(delay: number): Html | null {
  if (delay === 0) return null
  return html`<p class="tiny">Is your last trade missing? Without Pro, trades and what follows from them appear ${delay} to ${Math.ceil((7 * delay) / 6)} minutes later. <a href="/account">Pro is live</a>.</p>`
}

function heading(trader: ShownTrader, name: string, tier: Tier): Html {
  const { address: wallet, bio, summary, xUsername, memberSince, analytics } = trader
  const about = [
    xUsername !== null && html`X: <bdi>@${xUsername}</bdi>`,
    html`since ${day(memberSince)}`,
    analytics !== null &&
      html`<span title="${analytics.strategy.rule}">${analytics.strategy.name.toLowerCase().replaceAll('_', ' ')}</span>`,
  ].filter((part) => part !== false)
  return html`${pageHead(
    html`<h1><bdi>${name}</bdi></h1>
      <span class="addr">${wallet}</span>
      <span class="small">${badges({ ...trader, skill: trader.skill })} <span class="tiny">${about.flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))}</span></span>`,
    html`${followStar(`wallet:${wallet}`, tier)}<a class="pill" href="${address('/compare', { t: wallet })}">Compare</a><a class="pill" href="${lotsPath(wallet)}">Lots</a>`,
    face(wallet, name, 'large'),
  )}
    ${answerLine(summary)}${bio !== null && html`<p class="sub"><bdi>${bio}</bdi></p>`}`
}

type Stats = NonNullable<ShownTrader['stats']>

/** Links a value to the page that says where it comes from. */
type Explain = (metric: MetricName, value: Part) => Html

function explained(
  wallet: string,
  metric: MetricName,
  { period, asOf }: Partial<Record<'period' | 'asOf', string | undefined>>,
  value: Part,
): Html {
  return whyLink(explainPath(wallet, metric, { period, asOf }), value)
}

function keyNumbers(
  { stats, ranks, pnlSeries, ofPeriod = pnlSeries }: ShownTrader,
  period: Period,
  explain: Explain,
): Html {
  if (stats === null)
    return html`<p class="calm">In the last ${periodNamed(period).title} this trader neither traded nor held anything.</p>`
  const { winRateInterval, wins, losses, maxDrawdown, maxDrawdownPct } = stats
  const own = ranks.find((rank) => rank.tab === 'PNL' && rank.period === period)
  const place = own && `${ordinal(own.rank)} of ${countText(own.entryCount)}`
  const range = percentRange(winRateInterval)
  const decided = wins + losses
  const fall = hasDrawdown(stats, ofPeriod.length) ? maxDrawdown : null
  return html`<dl class="kpis">
    ${number(metricLink('pnl', 'Profit'), explain('pnl', money(stats.pnl, { isSigned: true })), place)}
    ${number(metricLink('roi', 'Return'), explain('roi', percent(stats.roi, { digits: 1 })), 'on capital invested')}
    ${number(metricLink('winRate', 'Win rate'), explain('winRate', share(stats.winRate, decided)), range && html`${decided < 100 ? '' : `of ${countText(decided)}, `}<span title="95% interval">${range}</span>`)}
    ${number(metricLink('volume', 'Volume'), explain('volume', money(stats.volume)), null)}
    ${number(metricLink('tradeCount', 'Trades'), explain('tradeCount', count(stats.tradeCount)), plural(stats.marketCount, 'market'))}
    ${number(metricLink('maxDrawdown', 'Worst drawdown'), explain('maxDrawdown', money(fall)), fall !== null && maxDrawdownPct !== null && html`${percent(maxDrawdownPct)} of peak capital at risk`)}
    ${number(metricLink('sharpeRatio', 'Sharpe'), explain('sharpeRatio', ratio(stats.sharpeRatio)), null)}
    ${number(metricLink('profitFactor', 'Profit factor'), explain('profitFactor', ratio(stats.profitFactor)), null)}
  </dl>
  <details><summary>Details</summary><dl class="kpis">
    ${number(metricLink('officialPnl', 'Official rule'), explain('officialPnl', money(stats.officialPnl, { isSigned: true })), 'by Polymarket’s subgraph')}
    ${number(metricLink('fees', 'Fees'), explain('fees', money(stats.fees)), null)}
    ${number(metricLink('totalBought', 'Bought'), explain('totalBought', money(stats.totalBought)), null)}
  </dl></details>`
}

/** False if no close had anything at risk: a fall of $0 would suggest a record that does not exist. */
function hasDrawdown({ maxDrawdown, maxDrawdownPct }: Stats, days: number): boolean {
  return (maxDrawdown ?? 0) > 0 || (maxDrawdownPct !== null && days > 1)
}

function number(name: Part, value: Part, beside: Part): Html {
  return html`<div><dt>${name}</dt><dd>${value}${beside && html`<small>${beside}</small>`}</dd></div>`
}
