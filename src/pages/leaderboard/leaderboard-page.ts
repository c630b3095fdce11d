import { isGated } from '../../access/tier.ts'
import { defined } from '../../checks.ts'
import { countText, moneyText, plural, shortAddress } from '../../formats.ts'
import { MICRO } from '../../ledger/quantities.ts'
import {
  leaderboardById,
  MAX_ROWS,
  PERIODS,
  periodNamed,
  TABS,
  type Tab,
} from '../../metrics/leaderboards.ts'
import { SCREEN_COLUMNS } from '../../metrics/screen-columns.ts'
import type { CardRow } from '../cards/card.ts'
import { sparkline } from '../charts/series.ts'
import { boardNumber, rankLink } from '../explain/explain-page.ts'
import { emptyByFilter } from '../kit/empty.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { address } from '../kit/links.ts'
import { type Shown, shownBy } from '../kit/shown.ts'
import { createTables, type TableColumn, type Tables } from '../kit/tables.ts'
import { dayText, moment } from '../kit/times.ts'
import { ordinal, titleCase } from '../kit/words.ts'
import {
  LeaderboardPageDocument,
  type LeaderboardPageQuery,
  type LeaderboardPageQueryVariables,
  ShellDocument,
} from '../operations.generated.ts'
import { type Ask, definePage, type Given } from '../page.ts'
import { count } from '../parts/amounts.ts'
import { followStar } from '../parts/follow-star.ts'
import { pageHead, withheldLine } from '../parts/marks.ts'
import { badges, badgesFile, person, personFile } from '../parts/person.ts'
import {
  type BoardLine,
  boardColumns,
  boardLine,
  type Column,
  givesWay,
  orderChoices,
  plainHead,
  sortedLine,
  sortHead,
  valueText,
} from './board-columns.ts'
import { boardForm, categoryPills, unfiltered, withoutColumn } from './board-filters.ts'

type Variables = LeaderboardPageQueryVariables
type Where = NonNullable<Variables['where']>

/** `/leaderboard/{id}`: the rows of a board, fifty a page; in another order, its traders by the screener. */
export const LEADERBOARD_PAGE = definePage(LeaderboardPageDocument, {
  path: '/leaderboard/:id',
  name: 'leaderboardPage',
  hasCard: true,
  hasTables: true,
  parameters: {
    id: 'path',
    after: 'query',
    where: 'query',
    order: 'query',
    asOf: 'query',
    from: 'query',
    to: 'query',
    category: 'query',
  },
  async render({ ask, variables, given, caller }) {
    const { id = '', after: _after, ...view } = given
    const definition = leaderboardById(id)
    const isWithheld = definition !== undefined && isGated(definition.tab) && caller.tier === 'ANONYMOUS'
    const asOf = variables.asOf ?? (isWithheld ? lastFullMonth(await newestDay(ask)) : undefined)
    const period = definition?.period.name ?? 'ALL'
    const isPeriod = given.from === undefined && given.to === undefined
    const isSorted = !isWithheld && variables.order !== undefined
    const asked: Variables = {
      ...variables,
      ...(asOf !== undefined && { asOf }),
      own: variables.where,
      ...(isSorted && definition !== undefined && { where: amongThose(definition.tab, id, variables.where) }),
      id,
      period,
      isPeriod,
      isSorted,
    }
    const answer = await ask(LeaderboardPageDocument, asked)
    const { leaderboard, leaderboards } = answer
    if (leaderboard === null) throw new Error('A board that is not there is an error.')
    const { title, description, cutoff } = leaderboard
    const tab = TABS.find(({ name }) => name === leaderboard.tab) ?? TABS[0]
    const list = listOf(answer, tab)
    const path = `/leaderboard/${id}`
    const withRows = new Set(leaderboards.flatMap((one) => (one.entryCount > 0 ? [one.id] : [])))
    const here = { id, view, withRows }
    const columns = boardColumns(tab, list.lines)
    const order = { tab, view, path }
    const shown = shownAs(id, { view, asked, isSorted })
    const tables = createTables({ path, view: { ...view, after: given.after }, tier: caller.tier })
    return {
      title,
      description,
      section: 'leaderboards',
      card: {
        kind: 'Leaderboard',
        title,
        figure: null,
        words: `${spanWords(leaderboard.window)}${cardWords(list, tab, isSorted)}`,
        picture: list.lines.slice(0, 5).map((row) => cardRow(row, tab)),
      },
      shown,
      tables,
      modules: ['account', 'follow'],
      main: html`${pageHead(
        html`<h1>${title}</h1><p class="sub">${spanWords(leaderboard.window)}<span aria-live="polite">${plural(list.total, 'trader')}</span> as of ${moment(cutoff.time)}.${list.unknown > 0 && html` ${plural(list.unknown, 'trader')} omitted: a number that you filter by is unknown.`} <a href="/docs/methodology#${tab.metric}">${eligibility(tab)}</a></p>`,
        isFollowable(view) && followStar(`leaderboard:${id}`, caller.tier),
      )}
      <nav class="tabs" aria-label="Boards">${TABS.map((one) => tabLink(one, here, tab))}</nav>
      <div class="pills">${periodPills(tab, here, isWithheld)}
        <span class="right">${tables.button('traders')}</span></div>
      ${tab.isSliced && categoryPills(view, path)}
      ${
        isWithheld
          ? withheldLine(
              'FREE',
              `This is the board at the close of ${dayText(asOf ?? '')}, the end of the last full month. Today’s traders and their order by other numbers`,
            )
          : boardForm({
              ...order,
              tier: caller.tier,
              orders: orderChoices(columns, order),
              lastDay: cutoff.time.slice(0, 10),
            })
      }
      ${
        list.lines.length === 0
          ? await emptyNote(tab, { ask, asked, here })
          : boardTable(list.lines, {
              tables,
              columns,
              span: titleCase(periodNamed(period).title),
              board: isFollowable(view) ? id : null,
              head: (column) => (isWithheld ? plainHead(column, order) : sortHead(column, order)),
              classOf: (column) => givesWay(column, order),
            })
      }
      ${pageLinks(list, here)}`,
    }
  },
})

/** The day of the newest public event. */
async function newestDay(ask: Ask): Promise<string> {
  const { service } = await ask(ShellDocument, {})
  return service.cutoff.time.slice(0, 10)
}

/** The last day of the month before a day's. */
function lastFullMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10)
}

/** The condition on a board's traders in another order than its own. */
function amongThose(tab: Tab, id: string, where: Variables['where']): Where {
  return { ...where, all: [eligibleOn(tab, id), ...(where?.all ?? [])] }
}

/** Everybody on a board; of a scored one, which has few, those whom it shows. */
function eligibleOn({ isScored, leastVolume, metric }: Tab, id: string): Where {
  if (isScored) return { board: { id, top: MAX_ROWS } }
  return { volume: { min: leastVolume / MICRO }, [metric]: { known: true } }
}

/** The view for programs. */
function shownAs(
  id: string,
  { view, asked, isSorted }: { view: Given; asked: Variables; isSorted: boolean },
): Shown {
  const { from, to, category, order, ...filters } = view
  const scope = { from, to, category, asOf: asked.asOf }
  const cursor = asked.after ?? undefined
  // The path of a board has no cursor: its first rows include those of the second page.
  const part = { limit: cursor !== undefined && !isSorted ? 100 : 50, cursor: isSorted ? cursor : undefined }
  if (!isSorted) return { ...shownBy('getLeaderboard', { id, ...filters, ...scope }), part }
  const period = periodNamed(asked.period).wire
  const list = { ...scope, where: JSON.stringify(asked.where), order, period }
  return { ...shownBy('screenTraders', list), part }
}

interface List {
  lines: readonly BoardLine[]
  total: number
  /** Traders with an unknown number among those that are compared. */
  unknown: number
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

function listOf({ leaderboard, traders }: LeaderboardPageQuery, tab: Tab): List {
  if (traders !== undefined) {
    const { edges, totalCount, unknown, pageInfo } = traders
    return { lines: edges.map(sortedLine), total: totalCount ?? 0, unknown, pageInfo }
  }
  const { nodes, totalCount, pageInfo } = defined(leaderboard?.entries)
  return { lines: nodes.map((row) => boardLine(row, tab)), total: totalCount, unknown: 0, pageInfo }
}

/** A board of its own period, as of now and of all traders: the one that a follow names. */
function isFollowable({ order: _order, ...view }: Given): boolean {
  return Object.keys(view).length === 0
}

function cardRow(row: BoardLine, tab: Tab): CardRow {
  const { rank, address: wallet, username } = row
  const name = wallet === null ? 'A trader' : (username ?? shortAddress(wallet))
  const value = row[tab.metric] ?? null
  return { place: String(rank), name, value: value === null ? '' : valueText(value, tab) }
}

/** Names the leader with the number that the board is by; a list that is sorted otherwise has none. */
function cardWords({ lines, total }: List, tab: Tab, isSorted: boolean): string {
  const [first] = isSorted ? [] : lines
  const all = plural(total, 'trader')
  if (first === undefined || first.rank !== 1) return all
  const { name, value } = cardRow(first, tab)
  return `${name} leads ${all} with ${value}.`
}

/** The board that is shown, and what its address says besides the page. */
interface Here {
  id: string
  view: Given
  /** The boards that have a row. */
  withRows: ReadonlySet<string>
}

function spanWords(span: { from: string; to: string } | null): string {
  return span === null ? '' : `${dayText(span.from)} to ${dayText(span.to)}. `
}

function eligibility({ eligible }: Tab): string {
  return `Eligible: ${eligible}.`
}

/** Links to another tab's board of the same period, or of its longest if it has no row in that one. */
function tabLink(tab: Tab, { id, view, withRows }: Here, shown: Tab): Html {
  const period =
    tab.periods.find((wire) => id.endsWith(`-${wire}`) && withRows.has(`${tab.wire}-${wire}`)) ??
    tab.periods.at(-1)
  const { order: _order, from: _from, to: _to, category, ...rest } = view
  const kept = { ...rest, ...(tab.isSliced && { category }) }
  return html`<a href="${address(`/leaderboard/${tab.wire}-${period}`, kept)}"${current(tab.wire === shown.wire)}>${tab.title}</a>`
}

/** The tab's periods that have a row, and the one that is shown. @param isAll true: each of them */
function periodPills(tab: Tab, { id, view, withRows }: Here, isAll: boolean): readonly Html[] {
  const { from: _from, to: _to, ...rest } = view
  return PERIODS.filter(({ wire }) => (tab.periods as readonly string[]).includes(wire)).flatMap(
    ({ wire, title }) => {
      const board = `${tab.wire}-${wire}`
      if (board !== id && !isAll && !withRows.has(board)) return []
      return html`<a class="pill" href="${address(`/leaderboard/${board}`, rest)}"${current(board === id)}>${titleCase(title)}</a>`
    },
  )
}

interface Table {
  tables: Tables
  columns: readonly Column[]
  /** The days that lines are of, in words. */
  span: string
  /** The board whose ranks lead to where they come from; null for another order. */
  board: string | null
  head: (column: Column) => Html
  /** The class of a column's cells. */
  classOf: (column: Column) => string
}

/** Rows as a table. They become cards on a phone, so each cell names its column. */
function boardTable(
  rows: readonly BoardLine[],
  { tables, columns, span, board, head, classOf }: Table,
): Html {
  const th = (words: Part, className: string) =>
    html`<th scope="col" role="columnheader" class="${className}">${words}</th>`
  const placeOf = ({ address: trader }: BoardLine) => ({ trader, board })
  const shown: (TableColumn<BoardLine> | false)[] = [
    {
      head: th('#', 'rank'),
      cell: (row) => html`<td role="cell" class="rank">${rankLink(placeOf(row), count(row.rank))}</td>`,
      file: { '#': ({ rank }) => rank },
    },
    {
      head: th(html`<span class="visually-hidden">Change of rank</span>`, 'move'),
      cell: ({ rank, previousRank }) =>
        html`<td role="cell" class="move">${rankMove(rank, previousRank)}</td>`,
      file: { 'Previous rank': ({ previousRank }) => previousRank },
    },
    {
      head: th('Trader', 'l'),
      cell: (row) => html`<td role="cell" class="l by">${person(row, badges(row))}</td>`,
      file: { ...personFile((row) => row), ...badgesFile((row) => row) },
    },
    rows.some(({ pnlSeries }) => pnlSeries !== null) && {
      head: th(span, 'spark'),
      cell: ({ pnlSeries }) => html`<td role="cell" class="spark">${lineOf(pnlSeries)}</td>`,
    },
    ...columns.map((column, at): TableColumn<BoardLine> => {
      const { metric, words, cell, value } = column
      return {
        head: head(column),
        cell: (row) =>
          html`<td role="cell" class="${at === 0 ? 'big' : classOf(column)}" data-head="${words}">${boardNumber(placeOf(row), metric, cell(row))}</td>`,
        file: { [words]: value },
      }
    }),
  ]
  const look = { className: 'board ranked', region: 'Traders', hasRoles: true }
  return html`<div class="card">${tables.show(
    'traders',
    rows,
    shown.filter((column) => column !== false),
    look,
  )}</div>`
}

/** A line of a trader's profit over the board's period. */
export function lineOf(series: readonly { pnl: number }[] | null): Part {
  if (series === null) return null
  const values = series.map(({ pnl }) => pnl)
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

/** Names the condition that leaves out most, and removes it. */
async function emptyNote(
  tab: Tab,
  { ask, asked, here }: { ask: Ask; asked: Variables; here: Here },
): Promise<Html> {
  const { own, isSorted } = asked
  const path = `/leaderboard/${here.id}`
  const columns = SCREEN_COLUMNS.filter(({ id }) => own?.[id] !== undefined)
  if (columns.length === 0) return html`<p class="calm">No trader qualifies yet. Choose a longer period.</p>`
  return emptyByFilter({
    row: 'trader',
    all: address(path, unfiltered(here.view)),
    filters: columns.map(({ id, title }) => ({
      words: title,
      without: address(path, withoutColumn(here.view, id)),
      async count() {
        const without = (where: Variables['where']) => ({ ...where, [id]: undefined })
        const variables = { ...asked, own: without(own), after: null }
        const answer = await ask(LeaderboardPageDocument, {
          ...variables,
          ...(isSorted && { where: without(asked.where) }),
        })
        return { found: listOf(answer, tab).total }
      },
    })),
  })
}

function pageLinks({ lines, total, pageInfo }: List, { id, view }: Here): Html | null {
  const [first] = lines
  if (first === undefined) return null
  const path = `/leaderboard/${id}`
  return html`<p class="more tiny">Showing ${countText(first.rank)}–${countText(first.rank + lines.length - 1)} of ${countText(total)}
    ${first.rank > 1 && html`<a href="${address(path, view)}">First page</a>`}
    ${pageInfo.hasNextPage && html`<a rel="next" href="${address(path, { ...view, after: pageInfo.endCursor })}">Next page</a>`}</p>`
}
