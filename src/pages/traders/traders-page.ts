import type { Caller } from '../../access/tier.ts'
import { defined } from '../../checks.ts'
import { countText, plural, shortAddress } from '../../formats.ts'
import { ScreensDocument } from '../../rest/operations/operations.generated.ts'
import { readParameters } from '../../rest/parameters/read-parameters.ts'
import type { CardRow } from '../cards/card.ts'
import { traderWhy } from '../explain/explain-page.ts'
import { emptyByFilter } from '../kit/empty.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { current, signInAddress } from '../kit/layout.ts'
import { address, type MetricName, marketLink } from '../kit/links.ts'
import { csvButton, shownBy } from '../kit/shown.ts'
import { moment } from '../kit/times.ts'
import {
  type HeldInCommonFragment,
  LargestMarketTagsDocument,
  type ScreenRowFragment,
  TradersPageDocument,
} from '../operations.generated.ts'
import { type Ask, definePage, type Given } from '../page.ts'
import { cents, count, money, points, ratio } from '../parts/amounts.ts'
import { choiceControl } from '../parts/choice.ts'
import { followStar } from '../parts/follow-star.ts'
import { pageHead } from '../parts/marks.ts'
import { badges, person } from '../parts/person.ts'
import { saveScreenForm, screenTabs, screenTopic } from '../parts/saved-screens.ts'
import { COLUMNS, type Column, columnPicker, columnsOf, fileColumns } from './screen-columns.ts'
import {
  conditionsOf,
  drawnNumbers,
  filterChips,
  PANELS,
  questionWords,
  withoutCondition,
} from './screen-filters.ts'

/** `/traders`: everybody who traded in some days, filtered and sorted by any number, 25 a page. */
export const TRADERS_PAGE = definePage(TradersPageDocument, {
  path: '/traders',
  name: 'tradersPage',
  hasCard: true,
  isOwn: 'SIGNED_IN',
  parameters: {
    where: 'query',
    order: 'query',
    period: 'query',
    from: 'query',
    to: 'query',
    category: 'query',
    tag: 'query',
    asOf: 'query',
    compareTo: 'query',
    after: 'query',
    inCommon: 'query',
  },
  choices: { panel: PANELS },
  lists: { columns: COLUMNS.map(({ name }) => name) },
  async render({ ask, variables, given, caller, hasSignIn }) {
    const { after: _after, panel, ...view } = given
    // A list that the reader wrote keeps its order.
    const isList = view.among !== undefined && view.order === undefined
    const order = variables.order ?? (isList ? [] : [{ by: 'VOLUME' as const }])
    const columns = columnsOf(view)
    const ordered = orderedColumn(view) ?? defined(columns[0])
    const fields = Object.fromEntries(
      [...columns, ordered].flatMap(({ field, beside }) => [field, ...beside]).map((name) => [name, true]),
    )
    const [{ traders }, { markets }, own] = await Promise.all([
      ask(TradersPageDocument, { ...variables, ...fields, order, drawn: drawnNumbers(view, panel) }),
      ask(LargestMarketTagsDocument, {}),
      caller.kind === 'anonymous' ? null : ask(ScreensDocument, {}),
    ])
    const tags = [...new Set(markets.nodes.flatMap((market) => market.tags))].sort()
    const { totalCount, unknown, notFound, cutoff, edges, inCommon, pageInfo, truncatedReason } = traders
    const { period, from, to, category, tag, asOf, compareTo } = view
    const saved = own?.viewer.screens?.find(({ path }) => path === traders.path)
    const where = variables.where && JSON.stringify(variables.where)
    const parameters = {
      where,
      order: view.order ?? (isList ? null : 'volume'),
      period,
      from,
      to,
      category,
      tag,
      asOf,
      compareTo,
    }
    const hasScores = edges.some(({ score }) => score !== null)
    const shown = shownBy('screenTraders', parameters, fileColumns(columns, hasScores))
    return {
      title: 'Find traders',
      description: 'Filter and sort traders by any number, over any days, category and tag.',
      section: 'traders',
      modules: ['account', 'follow'],
      shown: { ...shown, part: { limit: 25, cursor: given.after } },
      card: {
        kind: 'Find traders',
        title: questionWords(view),
        figure: null,
        words: `${plural(totalCount ?? 0, 'trader')} ${(totalCount ?? 0) === 1 ? 'fits' : 'fit'}, first those by ${ordered.title.toLowerCase()}.`,
        picture: edges.map((row) => cardRow(row, ordered, cutoff?.time ?? '')),
      },
      main: html`${pageHead(
        html`<h1>Find traders</h1><p class="sub">${plural(totalCount ?? 0, 'trader')}${cutoff && html`, data up to ${moment(cutoff.time)}`}.${unknown > 0 && html` ${plural(unknown, 'trader')} omitted: a number that you filter by is unknown.`}${notFound.length > 0 && html` Not known: <bdi>${notFound.join(', ')}</bdi>.`}</p>`,
        saved &&
          html`${followStar(screenTopic(saved), caller.tier)}<a class="pill" href="${address('/smart-money', { screen: saved.id })}">Their positions against the price</a><a class="pill" href="${address('/tape', { screen: saved.id, change: 'closed' })}">Their exits, live</a>`,
      )}
      <nav class="tabs" aria-label="Screens"><a href="/traders"${current(isSame({}, view))}>Everybody</a>${screenTabs(own?.viewer.screens ?? [], traders.path)}${SCREENS.map((one) => screenLink(one, view))}</nav>
      ${filterChips(view, { panel, distributions: traders.distributions ?? [], count: totalCount ?? 0, tags, isSignedIn: caller.kind !== 'anonymous' })}
      <div class="menus">${columnPicker(view, caller.kind !== 'anonymous')}${saving(caller, { hasSignIn, view, question: { where: variables.where, orderBy: order, period: variables.period, category: variables.category, tag: variables.tag } })}<span class="right">${csvButton(shown, caller.tier)}</span></div>
      ${edges.length > 0 && sortForm(columns, view)}
      ${edges.length === 0 ? await emptyNote(ask, view) : screenTable(edges, view, { hasScores, columns, page: cutoff?.time ?? '' })}
      ${
        edges.length > 0 &&
        html`<p class="more tiny">${given.after && html`<a href="${address('/traders', view)}">First page</a> `}${pageInfo.hasNextPage ? html`<a rel="next" href="${address('/traders', { ...view, after: pageInfo.endCursor })}">Next page</a>` : truncatedReason}</p>`
      }
      ${
        edges.length > 0 &&
        html`<div class="grid spaced">${inCommonCard(inCommon, view)}<section class="card s4"><h2>Would following them have paid?</h2><p class="tiny">The lab tries a rule on the past: leaders of a board, chosen wallets, or the members that a saved screen had on each day.</p><a class="further" href="/lab">Open the lab</a></section></div>`
      }`,
    }
  },
})

/** The column that a view is sorted by first; null for an order by no column. */
function orderedColumn({ order = 'volume' }: Given): Column | null {
  const [by] = order.split(/[:*,]/)
  return COLUMNS.find((column) => column.by === by) ?? null
}

function cardRow({ rank, node, numbers }: ScreenRowFragment, { cell }: Column, page: string): CardRow {
  const values: Readonly<Record<string, unknown>> = numbers ?? {}
  // A cell's words without its markup.
  const value = `${html`${cell(values, page)}`}`.replaceAll(/<[^<>]*>/g, '')
  return {
    place: rank === null ? '' : countText(rank),
    name: node.username ?? shortAddress(node.address),
    value,
  }
}

/** Names the condition that leaves out most, and removes it. */
function emptyNote(ask: Ask, view: Given): Promise<Html> {
  return emptyByFilter({
    row: 'trader',
    all: '/traders',
    filters: conditionsOf(view).map((condition) => {
      const without = withoutCondition(view, condition)
      return {
        words: condition.words,
        without: address('/traders', without),
        async count() {
          const variables = readParameters(TRADERS_PAGE.parameters, { path: {}, query: without })
          const { traders } = await ask(TradersPageDocument, variables)
          return { found: traders.totalCount ?? 0 }
        },
      }
    }),
  })
}

interface Saving {
  hasSignIn: boolean
  view: Given
  /** The variables that save what the page shows. */
  question: object
}

/** A form to save the screen; a window of days cannot be saved. */
function saving({ kind }: Caller, { hasSignIn, view, question }: Saving): Part {
  const { from, to, asOf, compareTo } = view
  if ([from, to, asOf, compareTo].some((day) => day !== undefined)) return null
  if (kind === 'user') return saveScreenForm(question)
  const canSignIn = kind === 'anonymous' && hasSignIn
  return (
    canSignIn &&
    html`<p class="tiny"><a href="${signInAddress(address('/traders', view))}">Sign in to save this screen</a></p>`
  )
}

interface Screen {
  title: string
  given: Given
}

const SCREENS: readonly Screen[] = [
  {
    title: 'Best in politics',
    given: { category: 'politics', period: '90d', isBot: 'false', minUnits: '5', order: 'roi:desc' },
  },
  {
    title: 'Smooth curves',
    given: {
      minSharpeRatio: '0.5',
      maxMaxDrawdownPct: '0.2',
      minProfitFactor: '1.5',
      minMarketCount: '50',
      maxNearCertainShare: '0.1',
      order: 'sharpe_ratio*0.4,max_drawdown_pct*0.3:asc,edge*0.3',
    },
  },
  { title: 'Skilled', given: { verdict: 'skilled', order: 'edge_low:desc' } },
  { title: 'Long shots', given: { minLongShotShare: '0.3', minPnl: '0', order: 'roi:desc' } },
  { title: 'Losing whales', given: { minVolume: '100000', maxPnl: '0', order: 'pnl:asc' } },
]

function screenLink({ title, given }: Screen, view: Given): Html {
  const path = address('/traders', { ...given, columns: view.columns })
  return html`<a href="${path}"${current(isSame(given, view))}>${title}</a>`
}

/** Whether a view asks the same question, regardless of its columns. */
function isSame(given: Given, { columns: _, ...view }: Given): boolean {
  const names = new Set([...Object.keys(given), ...Object.keys(view)])
  return [...names].every((name) => given[name] === view[name])
}

interface Shape {
  hasScores: boolean
  columns: readonly Column[]
  /** The time of the page's last event. */
  page: string
}

function screenTable(rows: readonly ScreenRowFragment[], view: Given, shape: Shape): Html {
  const { hasScores, columns } = shape
  return html`<form class="card" action="/compare">${view.asOf && html`<input type="hidden" name="asOf" value="${view.asOf}">`}<div class="table" tabindex="0" role="region" aria-label="Traders"><table class="board ranked picks" role="table">
    <thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader" class="rank">#</th><th scope="col" role="columnheader" class="l">Trader</th>${hasScores && html`<th scope="col" role="columnheader">Score</th>`}${columns.map((column) => sortHead(column, view))}${view.compareTo && html`<th scope="col" role="columnheader">P/L since</th>`}</tr></thead>
    <tbody role="rowgroup">${rows.map((row) => screenRow(row, { ...shape, hasSince: view.compareTo !== undefined, view }))}</tbody>
  </table></div><p class="tiny">Check two to five traders. <button class="button">Compare</button></p></form>`
}

/** The orders of the heads as a select, for a phone, on which a table has no heads. */
function sortForm(columns: readonly Column[], { order = 'volume:desc', ...view }: Given): Html {
  const options = columns.flatMap(({ head, by }) =>
    by === null
      ? []
      : ([
          [`${by}:desc`, `${head}, highest first`],
          [`${by}:asc`, `${head}, lowest first`],
        ] as const),
  )
  return html`<form class="filters narrow" action="/traders" data-at-once>${Object.entries(view).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<span class="sort">${choiceControl({ name: 'order', label: 'Sort by', options }, order.includes(':') || order.includes(',') ? order : `${order}:desc`, 'Several numbers')}</span><button class="button">Apply</button></form>`
}

/** Traders who hold a market at least, for its row. */
const HOLDERS = 5

/** Open markets that several of the listed traders hold, once they are asked for: their positions are read. */
function inCommonCard(rows: readonly HeldInCommonFragment[] | null, view: Given): Html {
  if (rows === null)
    return html`<section class="card s8"><h2>Held in common</h2><p class="tiny">Open markets that at least ${HOLDERS} of them hold: side, money and the price that they paid.</p><a class="further" href="${address('/traders', { ...view, inCommon: HOLDERS })}#common">Show positions in common</a></section>`
  const without = html`<a href="${address('/traders', { ...view, inCommon: null })}">Close</a>`
  return html`<section class="card s8" id="common"><h2>Held in common</h2>
    <p class="tiny">Open markets that at least ${view.inCommon} of all listed traders hold, those of the most holders first. ${without}</p>
    ${rows.length === 0 ? html`<p class="calm">No open market has that many holders among them.</p>` : inCommonTable(rows)}</section>`
}

function inCommonTable(rows: readonly HeldInCommonFragment[]): Html {
  return html`<div class="table"><table><thead><tr><th scope="col" class="l">Market</th><th scope="col" class="l">Outcome</th><th scope="col">Holders</th><th scope="col">Value</th><th scope="col" class="wide">Avg. paid</th><th scope="col">Price</th><th scope="col" class="wide" title="Share of their money in the market on this outcome, less its price">Gap</th></tr></thead>
    <tbody>${rows.map(
      ({ market, outcome, holders, value, averagePrice, price, gap }) =>
        html`<tr><td class="l wrap">${marketLink(market)}</td><td class="l"><bdi>${outcome.name ?? `Outcome ${outcome.index + 1}`}</bdi></td><td>${count(holders)}</td><td>${money(value)}</td><td class="wide">${cents(averagePrice)}</td><td>${cents(price)}</td><td class="wide">${points(gap)}</td></tr>`,
    )}</tbody></table></div>`
}

/** A column's head sorts by it; once more, in the other direction. */
function sortHead({ head, by, title, className }: Column, view: Given): Html {
  if (by === null) return html`<th scope="col" role="columnheader">${head}</th>`
  const { order = 'volume:desc' } = view
  const isDescending = order === `${by}:desc` || order === by
  const sort = isDescending ? 'descending' : order === `${by}:asc` ? 'ascending' : null
  const next = `${by}:${isDescending ? 'asc' : 'desc'}`
  return html`<th scope="col" role="columnheader"${className && html` class="${className}"`}${sort && html` aria-sort="${sort}"`}><a href="${address('/traders', { ...view, order: next })}"${head !== title && html` title="${title}"`}>${head}${sort && (isDescending ? ' ↓' : ' ↑')}</a></th>`
}

/** A number over the days and category of the view that leads to where it comes from, if it is one that can be explained. */
function screenWhy(wallet: string, field: string, value: Part, view: Given): Part {
  const { period, from, to, category, tag, asOf } = view
  const isWhole = [period, from, category].every((part) => part === undefined)
  if (tag !== undefined || (field.startsWith('edge') && field !== 'edge' && !isWhole)) return value
  return traderWhy(wallet, field as MetricName, value, { period, from, category, asOf: to ?? asOf })
}

function screenRow(
  { rank, score, node, numbers, between }: ScreenRowFragment,
  { hasScores, columns, page, hasSince, view }: Shape & { hasSince: boolean; view: Given },
): Html {
  const values: Readonly<Record<string, unknown>> = numbers ?? {}
  const standing = {
    isBot: numbers?.isBot ?? null,
    coverage: numbers?.coverage ?? null,
    verifiedBadge: node.verifiedBadge,
    skill: numbers,
  }
  const name = node.username ?? shortAddress(node.address)
  const why = (field: string, value: Part) => screenWhy(node.address, field, value, view)
  return html`<tr role="row"><td role="cell" class="rank"><label><input type="checkbox" name="t" value="${node.address}" aria-label="Compare ${name}"> ${rank === null ? null : countText(rank)}</label></td><td role="cell" class="l by">${person(node, badges(standing))}</td>
    ${hasScores && html`<td role="cell" class="big" data-head="Score">${ratio(score)}</td>`}
    ${columns.map(({ cell, field, head, className }) => html`<td role="cell"${className && html` class="${className}"`} data-head="${head}">${numbers && why(field, cell(values, page))}</td>`)}${hasSince && html`<td role="cell" data-head="P/L since">${money(between?.pnl, { isSigned: true })}</td>`}</tr>`
}
