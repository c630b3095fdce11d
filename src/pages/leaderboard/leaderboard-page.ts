import { meets } from '../../access/tier.ts'
import { countText, moneyText } from '../../formats.ts'
import { leaderboardById, TABS, type Tab } from '../../metrics/leaderboards.ts'
import { PERIODS, type Period, periodNamed } from '../../metrics/periods.ts'
import type { CardRow } from '../cards/card.ts'
import { sparkline } from '../charts/series.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { address } from '../kit/links.ts'
import { csvLink, shownBy } from '../kit/shown.ts'
import { dayText, moment } from '../kit/times.ts'
import { ordinal, shortAddress, titleCase } from '../kit/words.ts'
import { type BoardRowFragment, LeaderboardPageDocument } from '../operations.generated.ts'
import { definePage, type Given } from '../page.ts'
import { count } from '../parts/amounts.ts'
import { followStar } from '../parts/follow-star.ts'
import { withheldLine } from '../parts/marks.ts'
import { badges, person } from '../parts/person.ts'
import { boardColumns, type Column, valueText } from './board-columns.ts'
import { boardFilters } from './board-filters.ts'

/** `/leaderboard/{id}`: the rows of a board, fifty a page. */
export const LEADERBOARD_PAGE = definePage(LeaderboardPageDocument, {
  path: '/leaderboard/:id',
  name: 'leaderboardPage',
  hasCard: true,
  parameters: {
    id: 'path',
    after: 'query',
    excludeBots: 'query',
    minVolume: 'query',
    minTrades: 'query',
    coverage: 'query',
    asOf: 'query',
    from: 'query',
    to: 'query',
    category: 'query',
  },
  async render({ ask, variables, given, caller }) {
    const { id = '' } = given
    const board = leaderboardById(id)
    const spark = board?.period.name ?? 'ALL'
    const isPeriod = given.from === undefined && given.to === undefined
    const asked = { ...variables, id, spark, isPeriod }
    const { leaderboard, leaderboards } = await ask(LeaderboardPageDocument, asked)
    if (leaderboard === null) throw new Error('A board that is not there is an error.')
    const { title, description, entries, access, cutoff } = leaderboard
    const tab = TABS.find(({ name }) => name === leaderboard.tab) ?? TABS[0]
    const { after: _after, ...view } = given
    const shown = shownBy('getLeaderboard', { ...view, limit: 100 })
    const withRows = new Set(leaderboards.flatMap((one) => (one.entryCount > 0 ? [one.id] : [])))
    const here = { id, given: view, withRows }
    return {
      title,
      description,
      section: 'leaderboards',
      card: {
        kind: 'Leaderboard',
        title,
        figure: null,
        words: `${spanWords(leaderboard.window)}${countText(entries.totalCount)} traders`,
        picture: entries.nodes.slice(0, 5).map((row) => cardRow(row, tab)),
      },
      shown,
      modules: ['account', 'follow'],
      main: html`<div class="head"><h1>${title}</h1>${isFollowable(given) && followStar(`leaderboard:${id}`, caller.tier)}</div>
      <p class="sub">${spanWords(leaderboard.window)}${countText(entries.totalCount)} traders as of ${moment(cutoff.time)}. <a href="/docs/methodology#${tab.metric}">${eligibility(tab)}</a></p>
      <nav class="tabs" aria-label="Boards">${TABS.map((one) => tabLink(one, here, tab))}</nav>
      <div class="pills">${periodPills(tab, here)}
        <a class="pill" href="${toggled(here, 'excludeBots', 'true')}"${pressed(given.excludeBots === 'true')}>Exclude bots</a>
        ${meets(caller.tier, 'PRO') && html`<span class="right">${csvLink(shown, 'CSV', 'pill')}</span>`}</div>
      ${boardFilters({ tab, tier: caller.tier, path: `/leaderboard/${id}`, given: view })}
      ${access === 'SIGNED_IN' && caller.tier === 'ANONYMOUS' ? withheldLine('FREE', 'Names and all other numbers') : null}
      ${boardTable(entries.nodes, boardColumns(tab, entries.nodes), periodTitle(spark))}
      ${pageLinks(entries, here)}`,
    }
  },
})

/** A board of its own period, as of now and of all categories: the one that a follow names. */
function isFollowable({ from, to, asOf, category }: Given): boolean {
  return [from, to, asOf, category].every((one) => one === undefined)
}

function cardRow({ rank, address: wallet, username, value }: BoardRowFragment, tab: Tab): CardRow {
  const name = wallet === null ? 'A trader' : (username ?? shortAddress(wallet))
  return { place: String(rank), name, value: value === null ? '' : valueText(value, tab) }
}

/** The board that is shown, and what its address says besides the page. */
interface Here {
  id: string
  given: Given
  /** The boards that have a row. */
  withRows: ReadonlySet<string>
}

function periodTitle(name: Period): string {
  return titleCase(periodNamed(name).title)
}

function spanWords(span: { from: string; to: string } | null): string {
  return span === null ? '' : `${dayText(span.from)} to ${dayText(span.to)}. `
}

function eligibility({ eligible }: Tab): string {
  return `Eligible: ${eligible}.`
}

/** Links to another tab's board of the same period, or of its longest if it has no row in that one. */
function tabLink(tab: Tab, { id, given, withRows }: Here, shown: Tab): Html {
  const period =
    tab.periods.find((wire) => id.endsWith(`-${wire}`) && withRows.has(`${tab.wire}-${wire}`)) ??
    tab.periods.at(-1)
  const kept = {
    asOf: given.asOf,
    excludeBots: given.excludeBots,
    ...(tab.isSliced && { category: given.category }),
  }
  return html`<a href="${address(`/leaderboard/${tab.wire}-${period}`, kept)}"${current(tab.wire === shown.wire)}>${tab.title}</a>`
}

/** The tab's periods that have a row, and the one that is shown. */
function periodPills(tab: Tab, { id, given, withRows }: Here): readonly Html[] {
  const { id: _id, from: _from, to: _to, ...rest } = given
  return PERIODS.flatMap(({ wire, title }) => {
    const board = `${tab.wire}-${wire}`
    if (board !== id && !withRows.has(board)) return []
    return html`<a class="pill" href="${address(`/leaderboard/${board}`, rest)}"${current(board === id)}>${titleCase(title)}</a>`
  })
}

function toggled({ id, given }: Here, name: string, value: string): string {
  const { id: _id, ...rest } = given
  return address(`/leaderboard/${id}`, { ...rest, [name]: given[name] === value ? null : value })
}

function pressed(isPressed: boolean): Html | null {
  return isPressed ? html` aria-current="true"` : null
}

function boardTable(rows: readonly BoardRowFragment[], columns: readonly Column[], span: string): Html {
  if (rows.length === 0)
    return html`<p class="calm">No trader qualifies yet. Widen the filters, or choose a longer period.</p>`
  const hasLines = rows.some(({ trader }) => trader?.pnlSeries !== undefined)
  return html`<div class="card"><div class="table"><table class="board">
    <thead><tr><th scope="col" class="rank">#</th><th scope="col" class="move wide"><span class="visually-hidden">Change of rank</span></th><th scope="col" class="l">Trader</th>
      ${hasLines && html`<th scope="col" class="spark wide">${span}</th>`}
      ${columns.map(({ head, isWide }) => html`<th scope="col"${isWide && html` class="wide"`}>${head}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => boardRow(row, columns, hasLines))}</tbody>
  </table></div></div>`
}

function boardRow(row: BoardRowFragment, columns: readonly Column[], hasLines: boolean): Html {
  const { rank, previousRank, trader } = row
  const standing = { ...row, skill: trader?.analytics?.skill }
  return html`<tr${row.address === null && html` class="withheld"`}><td class="rank">${count(rank)}</td><td class="move wide">${rankMove(rank, previousRank)}</td>
    <td class="l">${person(row, badges(standing))}</td>
    ${hasLines && html`<td class="spark wide">${lineOf(trader)}</td>`}
    ${columns.map(({ cell, isWide }, index) => html`<td class="${index === 0 ? 'big' : ''}${isWide === true ? ' wide' : ''}">${cell(row)}</td>`)}</tr>`
}

function lineOf(trader: BoardRowFragment['trader']): Part {
  if (trader?.pnlSeries === undefined) return null
  const values = trader.pnlSeries.map(({ pnl }) => pnl)
  return sparkline(values, `Profit over the period, now ${moneyText(values.at(-1) ?? 0, { isSigned: true })}`)
}

/** Shows the change of a rank since the snapshot before. */
function rankMove(rank: number, previous: number | null): Part {
  if (previous === null || previous === rank) return null
  const places = Math.abs(previous - rank)
  const was = `Was ${ordinal(previous)}`
  return previous > rank
    ? html`<span class="gain" title="${was}"><span aria-hidden="true">▲</span><span class="visually-hidden">up </span>${places}</span>`
    : html`<span class="loss" title="${was}"><span aria-hidden="true">▼</span><span class="visually-hidden">down </span>${places}</span>`
}

interface Rows {
  totalCount: number
  nodes: readonly { rank: number }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

function pageLinks({ nodes, totalCount, pageInfo }: Rows, { id, given }: Here): Html | null {
  const [first] = nodes
  if (first === undefined) return null
  const { id: _id, ...rest } = given
  const path = `/leaderboard/${id}`
  return html`<p class="more tiny">Showing ${countText(first.rank)}–${countText(first.rank + nodes.length - 1)} of ${countText(totalCount)}
    ${first.rank > 1 && html`<a href="${address(path, rest)}">First page</a>`}
    ${pageInfo.hasNextPage && html`<a rel="next" href="${address(path, { ...rest, after: pageInfo.endCursor })}">Next page</a>`}</p>`
}
