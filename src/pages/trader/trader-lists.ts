import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import { explainPath, rankLink, whyLink } from '../explain/explain-page.ts'
import { emptyByFilter, type OwnFilter } from '../kit/empty.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { address, type MetricName, marketLink, metricLink, traderPath } from '../kit/links.ts'
import { head, marketFile, numbers, type TableColumn, type Tables } from '../kit/tables.ts'
import { closeOf, day, moment } from '../kit/times.ts'
import { ordinal, titleCase } from '../kit/words.ts'
import {
  type HeldPositionFragment,
  type ListedTradeFragment,
  TraderActivityListDocument,
  type TraderPageQuery,
  TraderPositionsListDocument,
  type TraderPositionsListQueryVariables,
  TraderTradesListDocument,
  type TraderTradesListQueryVariables,
} from '../operations.generated.ts'
import type { Given, View } from '../page.ts'
import { cents, count, money, shares } from '../parts/amounts.ts'
import { type Choice, choiceControl } from '../parts/choice.ts'
import { narrowLine, pageLinks, sidePill, sideWord } from '../parts/marks.ts'
import { activityTable, TIME } from './activity-table.ts'

/** The lists below a profile; the first is what one sees. */
export const LISTS = ['open', 'closed', 'trades', 'activity', 'ranks'] as const

type List = (typeof LISTS)[number]
type ShownTrader = NonNullable<TraderPageQuery['trader']>

const LIST_WORDS: Readonly<Record<List, (trader: ShownTrader) => Html>> = {
  open: ({ open }) => html`Open positions ${count(open.totalCount)}`,
  closed: ({ closed }) => html`Closed ${count(closed.totalCount)}`,
  trades: ({ tradeCount }) => html`Trades ${count(tradeCount)}`,
  activity: () => html`All activity`,
  ranks: ({ ranks }) => html`Ranks ${count(ranks.length)}`,
}

const CATEGORY: Choice = {
  name: 'category',
  label: 'Category',
  options: [['', 'All'], ...MARKET_CATEGORIES.map((name) => [name.toLowerCase(), titleCase(name)] as const)],
}
const ORDER: Choice = {
  name: 'order',
  label: 'Sort by',
  options: [
    ['', 'Value, largest first'],
    ['pnl', 'Profit, largest first'],
    ['loss', 'Loss, largest first'],
    ['latest', 'Latest first'],
  ],
}
const SIDE: Choice = {
  name: 'side',
  label: 'Side',
  options: [
    ['', 'Both'],
    ['buy', 'Bought'],
    ['sell', 'Sold'],
  ],
}
/** The filters of each list; the others show all of theirs. */
const FILTERS: Readonly<Partial<Record<List, readonly Choice[]>>> = {
  open: [CATEGORY, ORDER],
  closed: [CATEGORY, ORDER],
  trades: [CATEGORY, SIDE],
}

interface ListView extends Pick<View<unknown>, 'ask' | 'block'> {
  trader: ShownTrader
  given: Given
  tables: Tables
  /** The parameters of the address, read. */
  variables: Partial<TraderTradesListQueryVariables & TraderPositionsListQueryVariables>
}

/** The lists of a trader as tabs, and the one that the address names. */
export async function traderLists(view: ListView): Promise<Html> {
  const { trader, given, tables } = view
  const list = LISTS.find((one) => one === given.list) ?? 'open'
  const rows = await view.block(listed(list, view), (found) => found)
  return html`<nav class="tabs" aria-label="Lists" id="lists">${LISTS.map((one) => listLink(one, list, trader, given))}</nav>
    <div class="line list-tools">${filters(list, given)}${tables.file('list') !== null && tables.button('list')}</div>
    ${rows}`
}

function listLink(list: List, shown: List, trader: ShownTrader, { asOf, period }: Given): Html {
  const href = address(traderPath(trader.address), { list: list === 'open' ? null : list, period, asOf })
  return html`<a href="${href}#lists"${current(list === shown)}>${LIST_WORDS[list](trader)}</a>`
}

/** A form that narrows a list as one chooses; the rest of the address stays. */
function filters(list: List, given: Given): Part {
  const choices = FILTERS[list]
  if (choices === undefined) return null
  const { address: wallet = '', after: _after, market, ...view } = given
  const own = new Set(choices.map(({ name }) => name))
  const hidden = Object.entries({ ...view, ...(market && { market }) }).filter(([name]) => !own.has(name))
  const everywhere = address(traderPath(wallet), view)
  return html`<form class="filters" action="${traderPath(wallet)}" data-at-once>
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    ${choices.map((choice) => choiceControl(choice, view[choice.name] ?? ''))}
    ${market && html`<a class="pill" aria-current="true" href="${everywhere}#lists">One market <span aria-hidden="true">×</span><span class="visually-hidden">remove</span></a>`}
    <button class="button">Apply</button>
  </form>`
}

async function listed(list: List, { trader, given, variables, ask, tables }: ListView): Promise<Html> {
  const { after, asOf, market, category, side, order } = variables
  const asked = { address: trader.address, after, asOf }
  if (list === 'ranks') return rankTable(trader, asOf, tables)
  if (list === 'activity') {
    const page = (await ask(TraderActivityListDocument, asked)).trader?.activity
    return html`${activityTable(page?.nodes ?? [], trader.address, tables)}${onward(page, given)}`
  }
  if (list === 'trades') {
    const of = async (rules: object) =>
      (await ask(TraderTradesListDocument, { ...asked, market, category, side, ...rules })).trader?.trades
    const page = await of({})
    if (page?.nodes.length === 0 && isFiltered(given))
      return emptyList('trade', given, async (without) => {
        const { nodes = [], pageInfo } = (await of(without)) ?? {}
        return { found: nodes.length, isMore: pageInfo?.hasNextPage ?? false }
      })
    return html`${tradeTable(page?.nodes ?? [], tables)}${onward(page, given)}`
  }
  const status = list === 'open' ? 'OPEN' : 'CLOSED'
  const of = async (rules: object) =>
    (await ask(TraderPositionsListDocument, { ...asked, status, market, category, order, ...rules })).trader
      ?.positions
  const page = await of({})
  if (page?.nodes.length === 0 && isFiltered(given))
    return emptyList(`${list} position`, given, async (without) => ({
      found: (await of(without))?.totalCount ?? 0,
    }))
  const close = page?.day
  const when = close && closeOf(close, trader.cutoff.time)
  return html`${when && html`<p class="tiny">Positions ${when}</p>`}${positionTable(page?.nodes ?? [], { tables, isOpen: status === 'OPEN', explain: (metric, token, value) => whyLink(explainPath(trader.address, metric, { step: token, ...(given.asOf && { asOf: given.asOf }) }), value), tradesIn: (market) => tradesIn(given, market) })}${onward(page, given)}`
}

const FILTER_WORDS: Readonly<Record<string, (value: string) => string>> = {
  market: () => 'One market',
  category: titleCase,
  side: (side) => (side.toLowerCase() === 'buy' ? 'Bought' : 'Sold'),
}

function isFiltered(given: Given): boolean {
  return Object.keys(FILTER_WORDS).some((name) => given[name] !== undefined)
}

function emptyList(
  row: string,
  given: Given,
  count: (without: object) => ReturnType<OwnFilter['count']>,
): Promise<Html> {
  const { address: wallet = '', after: _after, ...view } = given
  const at = (change: Given | Record<string, null>) =>
    `${address(traderPath(wallet), { ...view, ...change })}#lists`
  const names = Object.keys(FILTER_WORDS).filter((name) => given[name] !== undefined)
  return emptyByFilter({
    none: `No ${row} fits.`,
    row,
    all: at(Object.fromEntries(names.map((name) => [name, null]))),
    filters: names.map((name) => ({
      words: FILTER_WORDS[name]?.(given[name] ?? ''),
      without: at({ [name]: null }),
      count: () => count({ [name]: undefined, after: undefined }),
    })),
  })
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

function tradesIn({ address: wallet = '', asOf, period }: Given, market: string): string {
  return `${address(traderPath(wallet), { list: 'trades', market, period, asOf })}#lists`
}

/** A market as a row names it. */
function named(market: ListedTradeFragment['market']): Part {
  return marketLink({ condition: market?.condition ?? null, question: market?.question ?? null })
}

interface PositionRows {
  tables: Tables
  isOpen: boolean
  tradesIn(market: string): string
  /** Links a position's part of a number to where it comes from. */
  explain(metric: MetricName, token: string, value: Part): Html
}

type Column = TableColumn<HeldPositionFragment>

/** Shows positions as rows: open ones with their value, closed ones with their result. */
function positionTable(
  positions: readonly HeldPositionFragment[],
  { tables, isOpen, tradesIn, explain }: PositionRows,
): Html {
  if (positions.length === 0)
    return html`<p class="tiny">${isOpen ? 'No open positions.' : 'No closed positions.'}</p>`
  const sideOf = ({ outcome, result }: HeldPositionFragment) =>
    [outcome, result && titleCase(result)].filter(Boolean).join(' · ')
  const profit = (metric: 'unrealizedPnl' | 'realizedPnl', words: string): Column =>
    numbers<HeldPositionFragment>(
      words,
      (one) => one[metric],
      (pnl) => money(pnl, { isSigned: true }),
      {
        className: 'big',
        words: metricLink(metric, words),
        around: ({ token }, shown) => explain(metric, token, shown),
      },
    )
  const wide = { className: 'wide' }
  const own: readonly Column[] = isOpen
    ? [
        numbers('Price', ({ price }) => price, cents, wide),
        numbers('Value', ({ value }) => value, money, wide),
        profit('unrealizedPnl', 'Unrealized'),
      ]
    : [
        {
          head: head('Closed', 'wide'),
          cell: ({ closedOn }) =>
            html`<td class="wide">${closedOn === null ? html`<span class="none">–</span>` : day(closedOn)}</td>`,
          file: { Closed: ({ closedOn }) => closedOn },
        },
        profit('realizedPnl', 'Realized'),
      ]
  return tables.show('list', positions, [
    {
      head: head('Market', 'l'),
      cell: (position) =>
        html`<td class="l wrap">${named(position.market)} <small class="tiny"><bdi>${sideOf(position)}</bdi>${position.market && html` · <a href="${tradesIn(position.market.condition)}">trades</a>`}</small>${narrowLine(hiddenParts(position, isOpen))}</td>`,
      file: { ...marketFile(({ market }) => market), Outcome: sideOf },
    },
    numbers('Shares', (position) => position.shares, shares, wide),
    numbers('Average price', ({ averagePrice }) => averagePrice, cents, wide),
    ...own,
  ])
}

/** The numbers of a position's other columns, which a narrow screen shows in its first one. */
function hiddenParts(position: HeldPositionFragment, isOpen: boolean): readonly Part[] {
  const { averagePrice, closedOn } = position
  if (isOpen)
    return [
      html`${shares(position.shares)} shares at ${cents(averagePrice)}`,
      html`now ${cents(position.price)}`,
      html`worth ${money(position.value)}`,
    ]
  return [
    position.shares > 0 && html`${shares(position.shares)} shares`,
    averagePrice !== null && html`at ${cents(averagePrice)}`,
    closedOn !== null && html`closed ${day(closedOn)}`,
  ]
}

/** Shows trades as rows, newest first. */
function tradeTable(trades: readonly ListedTradeFragment[], tables: Tables): Html {
  if (trades.length === 0) return html`<p class="tiny">No trades.</p>`
  return tables.show('list', trades, [
    {
      head: head('Market', 'l'),
      cell: ({ market, side, outcome, shares: amount, price, time }) =>
        html`<td class="l wrap">${named(market)}${narrowLine([html`${sidePill(side)} <bdi>${outcome}</bdi>`, html`${shares(amount)} shares at ${cents(price)}`, moment(time)])}</td>`,
      file: marketFile(({ market }) => market),
    },
    TIME,
    {
      head: head('Side', 'l wide'),
      cell: ({ side, outcome, role }) =>
        html`<td class="l wide">${sidePill(side)} <bdi>${outcome}</bdi>${role !== null && html` <span class="tiny">${role.toLowerCase()}</span>`}</td>`,
      file: {
        Side: ({ side }) => sideWord(side),
        Outcome: ({ outcome }) => outcome,
        Role: ({ role }) => role?.toLowerCase(),
      },
    },
    numbers('Shares', (trade) => trade.shares, shares, { className: 'wide' }),
    numbers('Price', ({ price }) => price, cents, { className: 'wide' }),
    numbers('Dollars', ({ usd }) => usd, money, { className: 'big' }),
  ])
}

/** Shows a trader's ranks, best first. */
function rankTable(
  { address: wallet, ranks }: ShownTrader,
  asOf: string | null | undefined,
  tables: Tables,
): Html {
  if (ranks.length === 0) return html`<p class="tiny">Not on any leaderboard.</p>`
  const sorted = ranks.toSorted((one, other) => one.rank / one.entryCount - other.rank / other.entryCount)
  const titleOf = (id: string) => leaderboardById(id)?.title ?? id
  return tables.show('list', sorted, [
    {
      head: head('Leaderboard', 'l'),
      cell: ({ leaderboard }) =>
        html`<td class="l"><a href="/leaderboard/${leaderboard}">${titleOf(leaderboard)}</a></td>`,
      file: { Leaderboard: ({ leaderboard }) => titleOf(leaderboard) },
    },
    {
      head: head('Rank'),
      cell: ({ leaderboard, rank }) =>
        html`<td class="big">${rankLink({ trader: wallet, board: leaderboard, asOf }, html`<data value="${rank}">${ordinal(rank)}</data>`)}</td>`,
      file: { Rank: ({ rank }) => rank },
    },
    numbers('Of', ({ entryCount }) => entryCount, count),
  ])
}
