import { meets, type Tier } from '../../access/tier.ts'
import { defined } from '../../checks.ts'
import { filterFollow } from '../../follows/trade-rules.ts'
import { momentText, moneyText, plural, roundMove, wonText } from '../../formats.ts'
import { canonicalWhere } from '../../graph/kit/question-path.ts'
import { TradeSignsDocument } from '../../rest/operations/operations.generated.ts'
import { type ReadParameter, readParameters } from '../../rest/parameters/read-parameters.ts'
import { STREAMS } from '../../rest/routes/stream-routes.ts'
import { emptyByFilter } from '../kit/empty.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { address, marketLink } from '../kit/links.ts'
import { shownBy } from '../kit/shown.ts'
import { createTables, type FileColumns, marketFile, type TableColumn, type Tables } from '../kit/tables.ts'
import { hourText, minuteOf, moment } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import {
  TapeFactsDocument,
  TapePageDocument,
  type TapePageQuery,
  type TapePageQueryVariables,
  type TapeRowFragment,
  type TapeTraderFragment,
} from '../operations.generated.ts'
import type { Ask, Given, Page } from '../page.ts'
import { cents, centsMove, money } from '../parts/amounts.ts'
import { followStar } from '../parts/follow-star.ts'
import { pageHead, pageLinks, sidePill, sideWord, withheldLine } from '../parts/marks.ts'
import { badges, badgesFile, person, personFile } from '../parts/person.ts'
import {
  hoursCard,
  type SignRecord,
  sidesCard,
  signsCard,
  type TapeHour,
  tapeHours,
  wireSign,
} from './tape-cards.ts'
import { chipLinks, signWords, type TapeChip, tapeChips, tapeForm } from './tape-filters.ts'

type Trades = TapePageQuery['trades']

/** Rows of a page; without an account fewer. */
const ROWS = 50
const { limit: _rows, cursor, ...filters } = shownBy('listTrades').route.parameters
/** The filters and the order are the parameters of REST. */
const PARAMETERS: Readonly<Record<string, ReadParameter>> = {
  ...filters,
  cursor: { ...defined(cursor), name: 'after' },
}
const STREAM = defined(STREAMS.find(({ name }) => name === 'streamTrades'))

/** `/tape`: whole trades of every market, newest or largest first, with what they and their traders are known for. */
export const TAPE_PAGE: Page = {
  path: '/tape',
  name: 'tapePage',
  hasTables: true,
  parameters: PARAMETERS,
  async render({ ask, given, caller }) {
    const { after, ...view } = given
    const variables = variablesOf(given)
    const categories = [variables.where?.category ?? []].flat()
    const category = categories.length === 1 ? categories[0] : undefined
    const minUsd = variables.where?.minUsd
    const [{ trades }, { tradeSigns }] = await Promise.all([
      ask(TapePageDocument, { ...variables, limit: ROWS }),
      ask(TradeSignsDocument, { ...(category && { category }), ...(minUsd != null && { minUsd }) }),
    ])
    const rows = trades.edges.map(({ node }) => node)
    const chips = tapeChips(view, rows)
    const isNewest = variables.orderBy !== 'LARGEST'
    const { hasNextPage } = trades.pageInfo
    const ends = { isStart: after === undefined, isEnd: !hasNextPage && !trades.truncated }
    const hours = isNewest ? tapeHours(rows, ends) : []
    const facts = await factsOf(ask, rows)
    const isPro = meets(caller.tier, 'PRO')
    const shown = shownBy('listTrades', view)
    const tables = createTables({ path: '/tape', view: given, tier: caller.tier })
    return {
      title: 'Tape',
      description: 'Large trades of every market as they settle, with their traders’ records and signs.',
      section: 'tape',
      modules: ['account', 'follow', 'tape'],
      shown: { ...shown, part: { limit: ROWS, cursor: after } },
      tables,
      main: html`${pageHead(
        html`<h1>Tape</h1><p class="sub">Trades of $1,000 and up in every market, with who made them and how good their record is. Times are UTC.</p>`,
        html`${tapeStar(variables.where ?? {}, caller.tier)}<a class="pill" href="/whales">Whale alerts</a>${tables.button('trades')}`,
      )}
      ${!isPro && withheldLine('PRO', trades.cutoff === null ? 'Live trades' : `Live trades (after ${momentText(trades.cutoff.time)})`)}
      ${tapeForm(
        view,
        tradeSigns.map(({ sign }) => wireSign(sign)),
      )}
      ${chipLinks(chips)}
      <div class="grid">
        <section class="card s8 start" aria-label="Trades">${isPro && after === undefined && liveLine(view)}
        ${rows.length === 0 && (await emptyNote(trades, { ask, chips, view }))}
        ${tapeTable(hours.length > 0 ? hours : [{ start: null, rows }], { tables, facts, records: tradeSigns })}
        ${rows.length > 0 && pageLinks({ page: trades, first: after === undefined ? null : address('/tape', view), next: address('/tape', { ...view, after: trades.pageInfo.endCursor }) })}</section>
        <div class="s4 stack">${hoursCard(hours)}${sidesCard(hours, facts.traders)}${signsCard(tradeSigns, view, category === undefined ? 'in resolved events' : `in resolved ${titleCase(category).toLowerCase()} events`)}</div>
      </div>`,
    }
  },
}

/** Follows the trades of the view: those that its filter selects, or all. */
function tapeStar(where: object, tier: Tier): Part {
  const filter = canonicalWhere(where)
  if (filter === null) return followStar('trades:all', tier)
  if ('from' in filter || 'to' in filter) return null
  const { key, rules } = filterFollow(filter)
  return followStar(`trades:${key}`, tier, { rules: { where: rules.where }, label: 'Follow these trades' })
}

function variablesOf(given: Given): TapePageQueryVariables {
  // The parameters are those of the operation, which read their types.
  return readParameters(PARAMETERS, { path: {}, query: given }) as TapePageQueryVariables
}

/** Present facts about the traders and markets of some trades, by address and by token. */
interface Facts {
  traders: ReadonlyMap<string, TapeTraderFragment>
  prices: ReadonlyMap<string, number | null>
}

async function factsOf(ask: Ask, rows: readonly TapeRowFragment[]): Promise<Facts> {
  const ids = new Set(
    rows.flatMap(({ trader, market }) => [trader?.address ?? [], market?.condition ?? []].flat()),
  )
  const { nodes } = ids.size === 0 ? { nodes: [] } : await ask(TapeFactsDocument, { ids: [...ids] })
  const traders = nodes.flatMap((node) => (node?.__typename === 'Trader' ? node : []))
  const markets = nodes.flatMap((node) => (node?.__typename === 'Market' ? node : []))
  return {
    traders: new Map(traders.map((trader) => [trader.address, trader])),
    prices: new Map(
      markets.flatMap(({ outcomes }) => outcomes.map(({ token, price }) => [token, price] as const)),
    ),
  }
}

/** The live switch, or why there is none: a stream takes some of the filters. */
function liveLine(view: Given): Html {
  const taken = new Set(Object.values(STREAM.parameters).map(({ name }) => name))
  const { order = 'newest', ...asked } = view
  const untaken = Object.keys(asked).filter((name) => !taken.has(name))
  if (untaken.length > 0 || order !== 'newest')
    return html`<p class="tiny">No live trades in this view: ${untaken.length === 0 ? 'sort by newest' : `remove the filters by ${untaken.map((name) => (name === 'without' ? 'signs' : name)).join(', ')}`} to see them.</p>`
  const stream = address(STREAM.path, { minUsd: '1000', role: 'taker', ...asked })
  return html`<div class="live" data-scripted hidden><button class="toggle" type="button" role="switch" aria-checked="true" data-live="${stream}"><i aria-hidden="true"></i>Live</button><button class="pill" type="button" data-newer hidden></button><p class="visually-hidden" aria-live="polite" data-said></p></div>
    <template data-row>${templateRow({ time: html`<time data-put="time"></time>`, who: html`<a data-put="trader"></a>`, act: html`<span class="badge" data-put="side"></span> <bdi data-put="outcome"></bdi> <span class="tiny">at <data data-put="price"></data></span>`, market: html`<a data-put="market"></a>`, soFar: null, usd: html`<data data-put="usd"></data>` })}</template>`
}

interface EmptyView {
  ask: Ask
  chips: readonly TapeChip[]
  view: Given
}

/** Names the filter that leaves out most, and removes it. */
async function emptyNote({ pageInfo, truncated }: Trades, { ask, chips, view }: EmptyView): Promise<Html> {
  if (pageInfo.hasNextPage)
    return html`<p class="calm">None of the last trades fits. <a rel="next" href="${address('/tape', { ...view, after: pageInfo.endCursor })}">Look further back</a></p>`
  return emptyByFilter({
    none: truncated ? 'None of the newest trades fits these filters.' : 'No trade fits these filters.',
    row: 'trade',
    all: '/tape',
    filters: chips.map(({ words, without }) => ({
      words,
      without: address('/tape', without),
      async count() {
        const { trades } = await ask(TapePageDocument, { ...variablesOf(without), limit: ROWS })
        return { found: trades.edges.length, isMore: trades.totalCount === null }
      },
    })),
  })
}

interface TableFacts {
  tables: Tables
  facts: Facts
  records: readonly SignRecord[]
}

/** Whole trades as a table, by hour where the list is in order of time. Its rows become cards on a phone. */
function tapeTable(
  groups: readonly (TapeHour | { start: null; rows: readonly TapeRowFragment[] })[],
  { tables, facts, records }: TableFacts,
): Html {
  const definitions = new Map(records.map(({ sign, definition }) => [sign, definition]))
  const rows = groups.flatMap((group) => group.rows)
  const pending = rows.filter(({ unknownSigns }) => unknownSigns.length >= records.length - 1)
  const hours = new Map(
    groups.flatMap((group) => (group.start === null ? [] : [[group.rows[0], group] as const])),
  )
  const lines = rows.map((row) => tapeLine(row, { isByHour: hours.size > 0, facts, definitions }))
  // An empty one is shown with the first trade that is streamed.
  return html`${tables.show('trades', lines, COLUMNS, {
    className: 'tape',
    hasRoles: true,
    isBare: true,
    attributes: { table: rows.length === 0 && html` hidden`, body: html` data-rows` },
    ofRow: ({ trade }) => html` data-id="${trade.id}"`,
    before: ({ trade }) => hourRow(hours.get(trade)),
  })}
    ${pending.length > 0 && html`<p class="tiny">Signs of ${plural(pending.length, 'trade')} are not computed yet.</p>`}`
}

function hourRow(hour: TapeHour | undefined): Part {
  if (hour === undefined) return null
  const { start, rows, usd, isWhole } = hour
  return html`<tr role="row" class="hour"><td role="cell" colspan="5">${hourText(start)}${isWhole && html` · ${plural(rows.length, 'trade')}, ${moneyText(usd)}`}</td></tr>`
}

/** The parts of a row. */
interface RowParts {
  time: Part
  who: Part
  act: Part
  market: Part
  soFar: Part
  usd: Part
}

/** A trade with what is known of its trader and market now. */
interface TapeLine extends RowParts {
  trade: TapeRowFragment
  about: TapeTraderFragment | undefined
  /** The price now. */
  now: number | null
  /** Its change since the trade, in the trader's favor. */
  move: number | null
}

interface LineFacts {
  isByHour: boolean
  facts: Facts
  definitions: ReadonlyMap<string, string>
}

function tapeLine(row: TapeRowFragment, { isByHour, facts, definitions }: LineFacts): TapeLine {
  const { time, tx, trader, side, outcome, whole, market, signs, unknownSigns, impact, token } = row
  const details = [
    ...detailWords(row),
    impact !== null && impact !== 0 && html`moved the price ${centsMove(impact)}`,
    unknownSigns.length > 0 &&
      unknownSigns.length < definitions.size - 1 &&
      html`<span title="Not known: ${unknownSigns.map(signWords).join(', ')}">${plural(unknownSigns.length, 'sign')} not known</span>`,
  ].filter(Boolean)
  const now = facts.prices.get(token) ?? null
  const move = now === null ? null : (now - whole.price) * (side === 'BUY' ? 1 : -1)
  const about = trader === null ? undefined : facts.traders.get(trader.address)
  return {
    trade: row,
    about,
    now,
    move,
    time: html`<span${tx && html` title="Transaction ${tx}"`}>${isByHour ? minuteOf(time) : moment(time)}</span>`,
    who: trader === null ? html`<span class="none">–</span>` : who(trader, about),
    act: html`${sidePill(side)} <bdi>${outcome}</bdi> <span class="tiny">at ${cents(whole.price)}</span>${details.length > 0 && html` <small>${details.flatMap((part, i) => (i === 0 ? [part] : [', ', part]))}</small>`}${signs.map((sign) => html` <span class="sign" title="${definitions.get(sign)}">${signWords(sign)}</span>`)}`,
    market: market === null ? html`<span class="none">Unknown market</span>` : marketLink(market),
    soFar:
      move === null
        ? html`<span class="none" title="Not known">–</span>`
        : html`${centsMove(move)} <small>now ${cents(now)}</small>`,
    usd: money(whole.usd),
  }
}

/** The change of the position, and the number of fills where there are several. */
function detailWords({ change, whole }: TapeRowFragment): string[] {
  return [change && titleCase(change), whole.fills > 1 && plural(whole.fills, 'fill')].filter(
    (words) => typeof words === 'string',
  )
}

const th = (words: string, attributes: Part = null) =>
  html`<th role="columnheader" scope="col"${attributes}>${words}</th>`
const LEFT = html` class="l"`
const td = (className: string, part: Part) => html`<td role="cell" class="${className}">${part}</td>`

/** A row's cells of its parts; the script fills the same ones for a trade that it streams. */
const CELLS: readonly { head: Html; cell(parts: RowParts): Html }[] = [
  { head: th('Time', LEFT), cell: ({ time }) => td('l when', time) },
  { head: th('Trader', LEFT), cell: ({ who: by }) => td('l by', by) },
  {
    head: th('Trade', LEFT),
    cell: ({ act, market }) => td('l what-traded', html`${act}<div class="small">${market}</div>`),
  },
  {
    head: th('So far', html` title="The price now against that of the trade, in the trader’s favor"`),
    cell: ({ soFar }) => td('far', soFar),
  },
  { head: th('Dollars'), cell: ({ usd }) => td('big usd', usd) },
]

/** The columns of the file, by cell. */
const FILES: readonly FileColumns<TapeLine>[] = [
  { Time: ({ trade }) => trade.time },
  {
    ...personFile(({ trade }) => trade.trader),
    ...badgesFile(({ about }) => about),
    Record: ({ about }) => recordOf(about),
  },
  {
    Side: ({ trade }) => sideWord(trade.side),
    Outcome: ({ trade }) => trade.outcome,
    Price: ({ trade }) => trade.whole.price,
    Details: ({ trade }) => detailWords(trade).join(', '),
    'Moved the price': ({ trade }) => trade.impact && roundMove(trade.impact),
    Signs: ({ trade }) => trade.signs.map(signWords).join(', '),
    ...marketFile(({ trade }) => trade.market),
  },
  { 'So far': ({ move }) => move && roundMove(move), Now: ({ now }) => now },
  { Dollars: ({ trade }) => trade.whole.usd },
]
const COLUMNS: readonly TableColumn<TapeLine>[] = CELLS.map((cells, at) => ({
  ...cells,
  file: FILES[at] ?? {},
}))

function templateRow(parts: RowParts): Html {
  return html`<tr role="row" data-id="">${CELLS.map(({ cell }) => cell(parts))}</tr>`
}

/** A trader with the badges that its numbers earn, and how many of its positions won. */
function who(trader: NonNullable<TapeRowFragment['trader']>, about: TapeTraderFragment | undefined): Html {
  if (about === undefined) return person(trader)
  const record = recordOf(about)
  return person(trader, [
    badges(about),
    record !== null && html`<small class="record" title="Decided positions over all time">${record}</small>`,
  ])
}

/** A record in words; null without a decided position. */
function recordOf(facts: TapeTraderFragment | undefined): string | null {
  return facts === undefined || facts.wins + facts.losses === 0 ? null : wonText(facts, ' won')
}
