import type { Caller } from '../../access/tier.ts'
import { countText, plural } from '../../formats.ts'
import { moveBands } from '../charts/move-bands.ts'
import { boardNumber, rankLink } from '../explain/explain-page.ts'
import { type Html, html } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { address, marketLink } from '../kit/links.ts'
import { shownBy } from '../kit/shown.ts'
import { dayText, rowMoment, shortDay } from '../kit/times.ts'
import { lineOf } from '../leaderboard/leaderboard-page.ts'
import { movedTable, type Sorting, WINDOWS } from '../markets/moved-table.ts'
import {
  HomeLeadersDocument,
  type HomeLeadersQuery,
  HomeMovesDocument,
  type HomeMovesQuery,
  HomePageDocument,
  type HomePageQuery,
  HomeStudyDocument,
  type HomeStudyQuery,
  HomeTradesDocument,
  type HomeTradesQuery,
  SincePageDocument,
} from '../operations.generated.ts'
import { type Ask, definePage, type Given, orNotYet, type View } from '../page.ts'
import { cents, count, money, percent } from '../parts/amounts.ts'
import { pageHead, sidePill } from '../parts/marks.ts'
import { badges, person } from '../parts/person.ts'
import { sinceCards } from './since-cards.ts'

/** The least dollars of a trade that the page shows as large. */
const LARGE = 10_000
/** The boards of the card of leaders; the first is the default. */
const BOARDS = {
  '7d': { words: '7 days', graph: 'DAYS_7' },
  '30d': { words: '30 days', graph: 'DAYS_30' },
  all: { words: 'All', graph: 'ALL' },
} as const

/**
 * `/`: changes since the last visit of a reader who signed in, or a sentence; prices that moved and who moved them, large trades,
 * markets that are active all week, the leaders, and facts of the day.
 */
export const HOME_PAGE = definePage(HomePageDocument, {
  path: '/',
  name: 'homePage',
  isOwn: 'SIGNED_IN',
  parameters: {},
  choices: { window: Object.keys(WINDOWS), period: Object.keys(BOARDS) },
  async render({ ask, block, caller, given }) {
    let reason = ''
    const asked = ask(HomePageDocument, {}).catch((error: Error) => {
      reason = error.message
      throw error
    })
    const [since, answer] = await Promise.all([
      block(sinceOf(ask, caller), (one) => one && sinceCards(one)),
      orNotYet(asked),
    ])
    return {
      title: 'Prices that moved, and who moved them',
      section: 'today',
      description:
        'Prices that moved and who moved them, large trades, leaderboards and trader profiles from public on-chain prediction-market activity.',
      shown: shownBy('listMarkets', { order: WINDOWS[windowOf(given)].order, limit: 6 }),
      main: html`${since ?? intro(answer)}
      ${answer === null ? html`<p class="calm">${reason}</p>` : await blocks({ ask, block, given }, answer)}`,
    }
  },
})

async function sinceOf(ask: Ask, { kind }: Caller) {
  return kind === 'anonymous' ? null : orNotYet(ask(SincePageDocument, {}))
}

function windowOf({ window }: Given): keyof typeof WINDOWS {
  return window === '1h' || window === '7d' ? window : '24h'
}

function intro(answer: HomePageQuery | null): Html {
  const traders = answer === null ? 'all' : countText(answer.service.coverage.traders)
  return pageHead(html`<h1>Who moves prediction markets, and are they any good?</h1>
    <p class="sub">Pequod reads every trade of the public ledger, ranks ${traders} traders, and tests each record against luck. <a href="/docs/methodology">How it works</a></p>`)
}

type Blocks = Pick<View<Record<string, never>>, 'ask' | 'block' | 'given'>

/** The page's parts, each by an answer of its own: one that fails leaves the others. */
async function blocks({ ask, block, given }: Blocks, answer: HomePageQuery): Promise<Html> {
  const window = windowOf(given)
  const { words, order, graph } = WINDOWS[window]
  const sorting = {
    order: { window, column: 'move', isAscending: false } as const,
    pathOf: (by: string) => address('/markets', { orderBy: by }),
  }
  const period = given.period === '30d' || given.period === 'all' ? given.period : '7d'
  const since = words === '1 hour' ? 'the last hour' : `the last ${words}`
  const [moved, trades, study, leaders, active] = await Promise.all([
    block(ask(HomeMovesDocument, { order: graph }), ({ markets }) =>
      movedList(markets, {
        words,
        order,
        none: `No price moved in ${since} in a market with at least $1,000 traded by at least 5 traders.`,
        all: 'that moved',
        sorting,
      }),
    ),
    block(ask(HomeTradesDocument, { minUsd: LARGE }), ({ trades: { nodes } }) =>
      nodes.length === 0
        ? html`<p class="tiny">No trade of ${money(LARGE)} or more so far.</p>`
        : html`<ul class="rows">${nodes.map((trade) => tradeItem(trade, answer.service.cutoff.time))}</ul>`,
    ),
    block(ask(HomeStudyDocument, {}), ({ largeBuys }) => studyChart(largeBuys)),
    block(
      ask(HomeLeadersDocument, { board: `pnl-${period}`, period: BOARDS[period].graph }),
      ({ leaderboard }) => leaderTable(leaderboard),
    ),
    block(ask(HomeMovesDocument, { order: 'ACTIVE_WEEK' }), ({ markets }) =>
      movedList(markets, {
        words: '7 days',
        order: 'active_week',
        none: 'No market had at least $1,000 traded on each of the last 7 days.',
        all: 'that were active all week',
      }),
    ),
  ])
  return html`<div class="grid">
    <section class="card s8"><div class="title"><h2>Prices that moved</h2>${choiceLinks('window', WINDOWS, window, given)}</div>
      ${moved}</section>
    <section class="card s4"><div class="title"><h2>Large trades</h2><span class="tiny">UTC</span></div>
      ${trades}
      <a class="further" href="${address('/tape', { minUsd: LARGE })}">Open the tape</a></section>
  </div>
  <div class="grid">
    <section class="card s8"><h2>Is following large trades worth it?</h2>
      ${study}</section>
    <section class="card s4"><div class="title"><h2>Leaders</h2>${choiceLinks('period', BOARDS, period, given)}</div>
      ${leaders}
      <a class="further" href="/leaderboard/pnl-${period}">Full leaderboard</a></section>
  </div>
  <div class="grid"><section class="card"><h2>Active all week</h2>
    ${active}</section></div>
  ${facts(answer)}`
}

interface ListWords {
  words: string
  /** Other orders, which are the list's of all markets. @default none */
  sorting?: Sorting
  order: string
  none: string
  all: string
}

function movedList(
  markets: HomeMovesQuery['markets'],
  { words, order, none, all, sorting }: ListWords,
): Html {
  const { nodes, totalCount } = markets
  if (nodes.length === 0) return html`<p class="tiny">${none}</p>`
  return html`${movedTable(nodes, words, sorting)}
      ${totalCount > nodes.length && html`<a class="further" href="${address('/markets', { orderBy: order })}">All ${countText(totalCount)} markets ${all}</a>`}`
}

/** Price moves after large buys, of the skilled and of everyone else; a group that is too small is named, not drawn. */
function studyChart(study: HomeStudyQuery['largeBuys']): Html {
  if (study === null)
    return html`<p class="tiny">A day after the first week of trades, prices after large buys are compared here.</p>`
  const { summary, day, since, skilled, others } = study
  const chart = moveBands([
    { name: 'Skilled', moves: skilled.moves },
    { name: 'Everyone else', moves: others.moves },
  ])
  const size = (of: typeof skilled) => `${plural(of.buys, 'buy')} by ${plural(of.traders, 'trader')}`
  return html`<p>${summary}</p>
      ${chart ?? html`<p class="calm">Can’t tell yet: a group needs 30 buys by 5 traders.</p>`}
      <p class="tiny">Buys from ${dayText(since)}, prices up to ${dayText(day)}: ${size(skilled)} who were known to be skilled, ${size(others)} of everyone else. Before fees and slippage. <a href="/docs/methodology#large-buys">How it is computed</a></p>`
}

/** Links to the page with another choice of a parameter, the first one being its default. */
function choiceLinks(
  name: string,
  choices: Readonly<Record<string, { words: string }>>,
  shown: string,
  given: Given,
): Html {
  const links = Object.entries(choices).map(
    ([value, { words }]) =>
      html`<a href="${address('/', { ...given, [name]: value })}"${current(value === shown)}>${words}</a>`,
  )
  return html`<nav class="seg" aria-label="${name === 'window' ? 'Window of moves' : 'Period of leaders'}">${links}</nav>`
}

function tradeItem(
  { time, side, token, outcome, whole, trader, market }: HomeTradesQuery['trades']['nodes'][number],
  pageTime: string,
): Html {
  const now = market?.outcomes.find((one) => one.token === token)?.price ?? null
  return html`<li><div class="line">${trader === null ? html`<span class="none">–</span>` : person(trader, badges(trader))}<b>${money(whole.usd)}</b></div>
    <div class="line"><span>${sidePill(side)} <bdi>${outcome}</bdi> <span class="tiny">at ${cents(whole.price)}</span></span>${now !== null && html`<span class="tiny">now ${cents(now)}</span>`}</div>
    <div class="tiny">${rowMoment(time, pageTime)}${market && html` · ${marketLink(market)}`}</div></li>`
}

/** The verdicts of the test of skill, in words. */
const VERDICTS = { SKILLED: 'Skilled', UNSKILLED: 'Unskilled', CANNOT_TELL: 'Can’t tell yet' } as const
/** Said of a trader without an interval. */
const TOO_FEW = 'Fewer than 30 bets'

function leaderTable(board: HomeLeadersQuery['leaderboard']): Html {
  const id = board?.id ?? null
  const rows = board?.entries.nodes ?? []
  if (rows.length === 0) return html`<p class="tiny">No trader qualifies yet.</p>`
  return html`<div class="table"><table class="compact"><thead><tr><th scope="col" class="rank">#</th><th scope="col" class="l">Trader</th><th scope="col" class="spark wide"><span class="visually-hidden">Profit over the period</span></th><th scope="col">Profit</th></tr></thead>
    <tbody>${rows.map(({ rank, value, trader, ...who }) => {
      const skill = trader?.skill
      const words = skill && (skill.edgeInterval === null ? TOO_FEW : VERDICTS[skill.verdict])
      return html`<tr><td class="rank">${rankLink({ trader: who.address, board: id }, rank)}</td><td class="l by">${person(who, words && html`<small>${words}</small>`)}</td><td class="spark wide">${trader && lineOf(trader.pnlSeries)}</td><td class="big">${boardNumber({ trader: who.address, board: id }, 'pnl', money(value, { isSigned: true }))}</td></tr>`
    })}</tbody></table></div>`
}

function facts({ service: { coverage, day: closed, openInterest }, day, open, week }: HomePageQuery): Html {
  const { volume, volumeDayBefore, resolvedMarkets, newTraders } = closed
  const growth = volume === null || !volumeDayBefore ? null : volume / volumeDayBefore - 1
  return html`<section class="card" aria-label="Facts"><dl class="kpis five">
    <div><dt>Traded on ${shortDay(closed.day)}</dt><dd>${money(volume)} <small>${growth !== null && html`${percent(growth, { isSigned: true })} on the day before`}</small></dd></div>
    <div><dt>Open interest</dt><dd>${money(openInterest)} <small>in ${plural(open.totalCount, 'open market')}, ${countText(day.totalCount)} moved in 24 hours</small></dd></div>
    <div><dt>Active traders, 7 days</dt><dd>${count(week?.entries.totalCount)} <small>of ${countText(coverage.traders)}${newTraders !== null && `; ${countText(newTraders)} new on ${shortDay(closed.day)}`}</small></dd></div>
    <div><dt>Decided on ${shortDay(closed.day)}</dt><dd>${countText(resolvedMarkets)} <small>markets with final payouts</small></dd></div>
    <div><dt>Your own answers</dt><dd class="links"><a href="/graphql">GraphQL</a>, <a href="/docs">REST</a>, <a href="/docs/api#exports">CSV</a>, <a href="/docs/api#for-assistants">MCP</a><small>every table here is a query</small></dd></div></dl></section>`
}
