import {
  axisMoneyText,
  countText,
  moneyText,
  percentRange,
  percentText,
  plural,
  shortAddress,
} from '../../formats.ts'
import { MOST_COMPARED } from '../../graph/compare/comparison.ts'
import { PERIODS, periodNamed } from '../../metrics/leaderboards.ts'
import {
  type ComparedLine,
  type ComparedMeasure,
  comparedLines,
  comparedPlot,
  intervalScale,
} from '../charts/compared-lines.ts'
import { traderWhy } from '../explain/explain-page.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { address, type MetricName, marketLink, metricLink, traderPath } from '../kit/links.ts'
import { shownBy } from '../kit/shown.ts'
import {
  type Cell,
  createTables,
  type FileColumns,
  marketFile,
  type TableColumn,
  type Tables,
} from '../kit/tables.ts'
import { shortDay, spanText } from '../kit/times.ts'
import { ordinal, titleCase } from '../kit/words.ts'
import {
  CompareInCommonDocument,
  type CompareInCommonQuery,
  ComparePageDocument,
  type ComparePageQuery,
  TradersToAddDocument,
  TradersToCompareDocument,
  type TradersToCompareQuery,
} from '../operations.generated.ts'
import { type Ask, definePage, type Given, orNotYet, type PageContent } from '../page.ts'
import { cents, count, money, percent, share } from '../parts/amounts.ts'
import { pageHead, withheldLine } from '../parts/marks.ts'
import { badges } from '../parts/person.ts'

type Comparison = ComparePageQuery['compare']
type InCommon = CompareInCommonQuery['compare']
type Compared = Comparison['traders'][number]

const MEASURES = ['return', 'profit', 'drawdown'] as const
type Measure = (typeof MEASURES)[number]

/** `/compare?t=…`: up to five traders beside each other. */
export const COMPARE_PAGE = definePage(ComparePageDocument, {
  path: '/compare',
  name: 'comparePage',
  hasCard: true,
  hasTables: true,
  parameters: { t: 'query', add: 'query', period: 'query', asOf: 'query' },
  also: [TradersToAddDocument],
  choices: { measure: MEASURES },
  async movedTo({ ask, variables, given: { add, ...view } }) {
    const chosen = [variables.t ?? []].flat()
    const whole = add === undefined ? [] : (await soughtTraders(add, chosen, ask)).whole
    return whole.length === 0 ? null : address('/compare', { ...view, t: [...chosen, ...whole].join() })
  },
  async render({ ask, block, variables, given: { add, ...view }, caller }) {
    const { period = 'DAYS_90', asOf } = variables
    const t = [variables.t ?? []].flat()
    const sought = add === undefined ? null : await soughtTraders(add, t, ask)
    const given = t.length === 0 ? view : { ...view, t: t.join() }
    const leaders = await orNotYet(ask(TradersToCompareDocument, { asOf }))
    if (t.length === 0) return emptyPage(leaders, sought)
    const { compare } = await ask(ComparePageDocument, { t, period, asOf })
    const { traders } = compare
    const tables = createTables({ path: '/compare', view: given, tier: caller.tier })
    let isThere = false
    const common =
      traders.length > 1 &&
      (await block(ask(CompareInCommonDocument, { t, asOf }), (found) => {
        isThere = true
        return inCommon(found.compare, traders, tables)
      }))
    const failed =
      common && !isThere && html`<section class="card spaced"><h2>Markets in common</h2>${common}</section>`
    return comparison(compare, { given, leaders, sought, tables, common: failed || common })
  },
})

/** Traders whom a name or an address that was typed may mean. */
interface Sought {
  words: string
  /** The one whose whole name or address it is; none if several have it, or none does. */
  whole: readonly string[]
  /** Those to choose from. */
  others: readonly { address: string; username: string | null }[]
}

/** Finds traders by a name or an address. @param chosen addresses of those who are compared already */
async function soughtTraders(words: string, chosen: readonly string[], ask: Ask): Promise<Sought> {
  const { search } = await ask(TradersToAddDocument, { add: words })
  const found = search.flatMap(({ match, result }) =>
    result.kind === 'Trader' && !chosen.includes(result.address) ? [{ ...result, match }] : [],
  )
  const whole = found.filter(({ match }) => match === 'WHOLE')
  const only = whole.length === 1 && chosen.length < MOST_COMPARED ? whole : []
  return { words, whole: only.map(({ address }) => address), others: only.length === 1 ? [] : found }
}

interface Around {
  given: Given
  leaders: TradersToCompareQuery | null
  sought: Sought | null
  tables: Tables
  /** The cards of what they have in common. */
  common: Part
}

function comparison(found: Comparison, { given, leaders, sought, tables, common }: Around): PageContent {
  const { traders, summary } = found
  const names = traders.map(nameOf)
  const title = traders.length === 1 ? `Compare ${names[0]}` : `Compare ${plural(traders.length, 'trader')}`
  const measure = (given.measure ?? 'return') as Measure
  const lines = linesOf(traders, measure)
  const wallets = traders.map(({ trader }) => trader.address)
  const days = titleCase(periodNamed(found.period).title)
  const asked = { traders: wallets.join(), period: given.period, asOf: given.asOf }
  const shown = shownBy('compareTraders', asked)
  return {
    title,
    description: summary,
    section: 'traders',
    card: {
      kind: 'Compare',
      title: names.join(', '),
      figure: null,
      words: summary,
      picture: (size) => comparedPlot(lines, SHOWN[measure], size),
    },
    shown,
    tables,
    main: html`${pageHead(html`<h1>Compare traders</h1><p class="sub">The same ${days.toLowerCase()} and the same rules for everyone.</p>`)}
      <div class="pills chips">${traders.map((one, i) => chip(one, i, wallets, given))}${wallets.length < MOST_COMPARED && addForm(wallets, given, { leaders, sought })}
      <nav class="seg right" aria-label="Period">${PERIODS.map(({ wire, title: words }) => choice(titleCase(words), given, { period: wire === '90d' ? null : wire }, (given.period ?? '90d') === wire))}</nav></div>
      <p class="answer">${summary}</p>
      <div class="grid"><section class="card s8"><div class="title"><h2>${SHOWN[measure].title}</h2>
        <nav class="seg" aria-label="Measure">${MEASURES.map((one) => choice(titleCase(one), given, { measure: one === 'return' ? null : one }, one === measure))}</nav></div>
        ${comparedLines(lines, SHOWN[measure])}</section>
        <section class="card s4"><h2>Skill or luck</h2><p class="tiny">${metricLink('edge', 'Profit per dollar staked')} over the whole record, with its 95% interval. The line is luck alone.</p>${skillRows(traders)}</section></div>
      <section class="card spaced"><div class="title"><h2>Side by side</h2>${tables.button('side-by-side')}</div><p class="tiny">Bold is best where better is clear: a fact that no other has, or an interval above all others.</p>${sideBySide(traders, days, { given, tables })}
        ${traders.every(({ trader }) => trader.analytics === null) && withheldLine('FREE', 'Holding times and categories')}</section>
      ${common}`,
  }
}

function emptyPage(leaders: TradersToCompareQuery | null, sought: Sought | null): PageContent {
  const rows = leaders?.leaderboard?.entries.nodes ?? []
  return {
    title: 'Compare traders',
    description:
      'Up to five traders beside each other: return on money staked, skill or luck, and who was first.',
    section: 'traders',
    card: {
      kind: 'Compare',
      title: 'Compare traders',
      figure: null,
      words: 'Choose up to five traders.',
      picture: [],
    },
    main: html`<h1>Compare traders</h1>
      <p class="sub">Choose up to five: here, on <a href="/traders">Find traders</a>, or on any trader’s page.</p>
      <form class="card" action="/compare"><h2>Leading traders, 90 days</h2>
        ${rows.length === 0 ? html`<p class="tiny">No trader qualifies yet.</p>` : html`<div class="table"><table><thead><tr><th scope="col" class="l">Trader</th><th scope="col">Profit</th><th scope="col">Return</th></tr></thead><tbody>${rows.map(({ trader, pnl, roi }) => trader && html`<tr><td class="l"><label class="check"><input type="checkbox" name="t" value="${trader.address}"> <bdi>${trader.username ?? shortAddress(trader.address)}</bdi></label></td><td>${money(pnl, { isSigned: true })}</td><td>${percent(roi, { digits: 1 })}</td></tr>`)}</tbody></table></div>`}
        ${foundTraders(sought, [], {})}
        <p class="filters">${NAME_FIELD}<button class="button">Compare</button></p></form>`,
  }
}

function nameOf({ trader }: Compared): string {
  return trader.username ?? shortAddress(trader.address)
}

function choice(
  words: string,
  given: Given,
  change: Record<string, string | null>,
  isCurrent: boolean,
): Html {
  return html`<a href="${address('/compare', { ...given, ...change })}"${isCurrent && html` aria-current="true"`}>${words}</a>`
}

function chip(one: Compared, i: number, wallets: readonly string[], given: Given): Html {
  const { trader } = one
  const others = wallets.filter((wallet) => wallet !== trader.address)
  return html`<span class="pill"><i class="key k${i + 1}"></i><a href="${traderPath(trader.address)}"><bdi>${nameOf(one)}</bdi></a> <a href="${address('/compare', { ...given, t: others.join() })}" aria-label="Remove ${nameOf(one)}">×</a></span>`
}

const NAME_FIELD = html`<label>Or a name or wallet<input type="search" name="add" maxlength="100"></label>`

/** Those whom a typed name may mean, each a link that adds one; nothing if one was added or nobody was sought. */
function foundTraders(sought: Sought | null, wallets: readonly string[], given: Given): Part {
  if (sought === null || sought.whole.length > 0) return null
  if (sought.others.length === 0)
    return html`<p class="calm">No other trader fits “<bdi>${sought.words}</bdi>”. Try the start of a name or of an address.</p>`
  return html`<p class="tiny">Traders who fit “<bdi>${sought.words}</bdi>”</p>${addLinks(sought.others, wallets, given)}`
}

function addLinks(traders: Sought['others'], wallets: readonly string[], given: Given): Html {
  return html`<ul class="rows">${traders.map((trader) => html`<li><a href="${address('/compare', { ...given, t: [...wallets, trader.address].join() })}"><bdi>${trader.username ?? shortAddress(trader.address)}</bdi></a> <small class="addr">${shortAddress(trader.address)}</small></li>`)}</ul>`
}

function addForm(
  wallets: readonly string[],
  given: Given,
  { leaders, sought }: Pick<Around, 'leaders' | 'sought'>,
): Html {
  const { t: _, ...view } = given
  const others = (leaders?.leaderboard?.entries.nodes ?? []).flatMap(({ trader }) =>
    trader && !wallets.includes(trader.address) ? [trader] : [],
  )
  const found = foundTraders(sought, wallets, given)
  return html`<details class="menu"${found !== null && html` open`}><summary>Add a trader</summary><div class="card">
    ${found ?? addLinks(others, wallets, given)}
    <form class="filters" action="/compare">${Object.entries({ ...view, t: wallets.join() }).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      ${NAME_FIELD}<button class="button">Add</button></form></div></details>`
}

const SHOWN: Readonly<Record<Measure, ComparedMeasure>> = {
  return: {
    title: 'Return on money staked',
    text: (value) => percentText(value, { digits: 1, isSigned: true }),
    tick: (value, digits) => percentText(value, { digits }),
  },
  profit: {
    title: 'Profit',
    text: (value) => moneyText(value, { isSigned: true }),
    tick: axisMoneyText,
  },
  drawdown: {
    title: 'Fall from the highest profit so far',
    text: (value) => moneyText(value),
    tick: axisMoneyText,
  },
}

function linesOf(traders: readonly Compared[], measure: Measure): ComparedLine[] {
  return traders.map((one) => {
    const name = nameOf(one)
    if (measure === 'return')
      return { name, points: one.returns.map((point) => ({ day: point.day, value: point.return })) }
    let peak = 0
    const points = one.trader.pnlSeries.map(({ day, pnl }) => {
      peak = Math.max(peak, pnl)
      return { day, value: measure === 'profit' ? pnl : pnl - peak }
    })
    return { name, points }
  })
}

/** The color of an estimate: a verdict that cannot tell has none, also where the interval alone is above luck. */
const TONES = { SKILLED: 'good', UNSKILLED: 'bad', CANNOT_TELL: '' } as const

function skillRows(traders: readonly Compared[]): Html {
  const intervals = traders.flatMap(({ trader: { skill } }) => skill?.edgeInterval ?? [])
  const draw = intervalScale(intervals)
  return html`<ul class="rows">${traders.map((one, i) => {
    const { skill, coverage } = one.trader
    const { edge = null, edgeInterval = null, units = 0 } = skill ?? {}
    const label = `${nameOf(one)}: edge ${percentText(edge ?? 0)}, 95% interval ${percentRange(edgeInterval)}`
    return html`<li><div><i class="key k${i + 1}"></i><bdi>${nameOf(one)}</bdi> ${badges({ isBot: null, coverage, skill })}</div>${
      edge === null || edgeInterval === null
        ? html`<p class="tiny">${plural(units, 'decided bet')}: too little to judge.</p>`
        : html`<div class="estimate">${draw({ value: edge, ...edgeInterval }, { label, tone: TONES[skill?.verdict ?? 'CANNOT_TELL'] })}<b>${percentText(edge, { isSigned: true })}</b></div>`
    }</li>`
  })}</ul>`
}

/** A row of the table: a fact about each trader. */
interface Row {
  words: string
  /** The metric that it is, which its head leads to. */
  metric?: MetricName
  /** True: it may be clearly the best. @default false */
  canBeBest?: boolean
  value(one: Compared): Cell
  show(one: Compared): Part
  /** A small line below it. */
  note?(one: Compared): string | null
  /** The metric of the note, if it can be explained. */
  noteMetric?: MetricName
  /** True: it is of the whole record. @default of the page's period */
  isWhole?: boolean
}

/** A row of numbers. */
function numbersOf(
  of: Omit<Row, 'value' | 'show'>,
  value: (one: Compared) => number | null | undefined,
  show: (value: number | null | undefined) => Html,
): Row {
  return { ...of, value, show: (one) => show(value(one)) }
}

const ofRatio = (value: number | null | undefined) => percent(value, { digits: 1 })

/** Rows of the table; those of analytics only where the reader has them. */
function rowsOf(days: string): readonly Row[] {
  const best = true
  return [
    numbersOf(
      { words: `Profit, ${days.toLowerCase()}`, metric: 'pnl', canBeBest: best },
      ({ stats }) => stats?.pnl,
      (pnl) => money(pnl, { isSigned: true }),
    ),
    numbersOf(
      { words: 'Return on money staked', metric: 'roi', canBeBest: best },
      ({ stats }) => stats?.roi,
      ofRatio,
    ),
    {
      words: 'Win rate',
      metric: 'winRate',
      canBeBest: best,
      note: ({ stats }) => percentRange(stats?.winRateInterval ?? null),
      value: ({ stats }) => stats?.winRate,
      show: ({ stats }) => share(stats?.winRate, stats && stats.wins + stats.losses),
    },
    numbersOf({ words: 'Decided bets' }, ({ stats }) => stats && stats.wins + stats.losses, count),
    numbersOf(
      {
        words: 'Edge, whole record',
        metric: 'edge',
        canBeBest: best,
        note: ({ trader: { skill } }) => percentRange(skill?.edgeInterval ?? null),
        noteMetric: 'edgeInterval',
        isWhole: true,
      },
      ({ trader: { skill } }) => skill?.edge,
      (edge) => percent(edge, { digits: 1, isSigned: true }),
    ),
    numbersOf(
      { words: 'Worst drawdown', metric: 'maxDrawdown', canBeBest: best },
      ({ stats }) => stats?.maxDrawdown,
      money,
    ),
    numbersOf(
      { words: 'Held, median', metric: 'holdingTime' },
      ({ trader: { analytics } }) => analytics?.behavior.holdingTime,
      (hours) => (hours == null ? percent(null) : html`${spanText(hours * 3_600)}`),
    ),
    numbersOf(
      { words: 'Bot probability', metric: 'botProbability' },
      ({ trader }) => trader.botProbability,
      percent,
    ),
    {
      words: 'Best category',
      value: (one) => bestCategory(one),
      show: (one) => bestCategory(one) ?? percent(null),
    },
    numbersOf(
      { words: 'Open now', note: ({ openPositions }) => plural(openPositions, 'position') },
      ({ openValue }) => openValue,
      money,
    ),
  ]
}

/** The category with the largest profit; null where analytics are withheld. */
function bestCategory({ trader: { analytics } }: Compared): string | null {
  const [best] = analytics?.attribution.byCategory ?? []
  if (analytics === null) return null
  return best !== undefined && best.pnl > 0 ? titleCase(best.name) : 'None'
}

function sideBySide(
  traders: readonly Compared[],
  days: string,
  { given: { period = '90d', asOf }, tables }: Pick<Around, 'given' | 'tables'>,
): Html {
  const query = (isWhole: boolean) => ({ asOf, period: isWhole ? null : period })
  const ofTrader = (one: Compared, i: number): TableColumn<Row> => ({
    head: traderHead(one, i),
    cell: ({ metric, canBeBest, isWhole = false, show, note, noteMetric }) => {
      // A metric of the registry is in camelCase, and an enum's value in capitals.
      const isBest = canBeBest && metric !== undefined && one.best.some((id) => id === enumOf(metric))
      const why = (of: MetricName | false | undefined, value: Part) =>
        of ? traderWhy(one.trader.address, of, value, query(isWhole)) : value
      const small = note?.(one)
      return html`<td role="cell" data-head="${nameOf(one)}"${isBest && html` class="big" title="Clearly the best"`}>${why(canBeBest && metric, show(one))}${small && html`<small>${why(noteMetric, small)}</small>`}</td>`
    },
    file: {
      [nameOf(one)]: ({ value }) => value(one),
      [`${nameOf(one)}: note`]: ({ note }) => note?.(one),
    },
  })
  const first: TableColumn<Row> = {
    head: html`<th role="columnheader" scope="col" class="l">${days}</th>`,
    cell: ({ words, metric }) =>
      html`<th role="rowheader" scope="row" class="l by">${metric === undefined ? words : metricLink(metric, words)}</th>`,
    file: { [days]: ({ words }) => words },
  }
  const look = { className: 'compared ranked', region: 'Side by side', hasRoles: true }
  return tables.show('side-by-side', rowsOf(days), [first, ...traders.map(ofTrader)], look)
}

function traderHead(one: Compared, i: number): Html {
  return html`<th role="columnheader" scope="col"><i class="key k${i + 1}"></i><bdi>${nameOf(one)}</bdi></th>`
}

function enumOf(id: MetricName): string {
  return id.replaceAll(/[A-Z]/g, '_$&').toUpperCase()
}

function inCommon(
  { markets, marketCount, pairs }: InCommon,
  traders: readonly Compared[],
  tables: Tables,
): Html {
  if (markets === null || pairs === null || marketCount === null)
    return html`<p class="calm">They have too many trades to list their markets in common.</p>`
  const isWide = traders.length > 4
  return html`<div class="grid spaced"><section class="card${isWide ? null : ' s8'}"><div class="title"><h2>Markets in common</h2>${markets.length > 0 && tables.button('markets')}</div>
    <p class="tiny">${plural(marketCount, 'market')} that two or more of them bought in, over all time. Average price paid, first day, and their order on that side.</p>
    ${
      markets.length > 0 &&
      tables.show('markets', markets, [COMMON_MARKET, ...traders.map(entryColumn)], {
        className: 'compared ranked common',
        region: 'Markets in common',
        hasRoles: true,
      })
    }
    ${marketCount > markets.length && html`<p class="more tiny">${countText(markets.length)} of ${countText(marketCount)} shown</p>`}</section>
    <section class="card${isWide ? null : ' s4'}"><h2>First in</h2><p class="tiny">Markets where both took the same side, and who bought first.</p>
      <ul class="rows">${pairs.map((pair) => pairRow(pair, traders))}</ul>
      <p class="tiny">Buying first does not mean that the other copies.</p></section></div>`
}

type CommonMarket = NonNullable<InCommon['markets']>[number]

function decidedText({ status, outcomes }: CommonMarket['market']): string {
  const won = outcomes.find(({ payout }) => payout === 1)
  if (status === 'RESOLVED')
    return won === undefined ? 'Decided' : `Decided: ${won.name ?? ordinal(won.index + 1)}`
  return titleCase(status.toLowerCase())
}

const COMMON_MARKET: TableColumn<CommonMarket> = {
  head: html`<th role="columnheader" scope="col" class="l">Market</th>`,
  cell: ({ market }) =>
    html`<td role="cell" class="l wrap by">${marketLink(market)}<br><small>${decidedText(market)}</small></td>`,
  file: { ...marketFile(({ market }) => market), Decided: ({ market }) => decidedText(market) },
}

/** The column of a trader's first purchases in markets in common. */
function entryColumn(one: Compared, i: number): TableColumn<CommonMarket> {
  const name = nameOf(one)
  const entryOf = ({ entries }: CommonMarket) => entries.find(({ trader }) => trader === one.trader.address)
  const sideOf = ({ outcome }: CommonMarket['entries'][number]) => outcome.name ?? `${outcome.index}`
  const file: FileColumns<CommonMarket> = {
    side: (market) => {
      const entry = entryOf(market)
      return entry && sideOf(entry)
    },
    price: (market) => entryOf(market)?.averagePrice,
    'first day': (market) => entryOf(market)?.firstBuy,
    place: (market) => entryOf(market)?.place,
  }
  return {
    head: traderHead(one, i),
    cell: (market) => {
      const entry = entryOf(market)
      const cell = html`role="cell" data-head="${name}"`
      if (entry === undefined) return html`<td ${cell} class="none">–</td>`
      const { averagePrice, firstBuy, place } = entry
      return html`<td ${cell}><b><bdi>${sideOf(entry)}</bdi></b> ${cents(averagePrice)}<small><time datetime="${firstBuy}" data-exact>${shortDay(firstBuy)}</time> · ${ordinal(place)}</small></td>`
    },
    file: Object.fromEntries(Object.entries(file).map(([words, value]) => [`${name}: ${words}`, value])),
  }
}

function pairRow(pair: NonNullable<InCommon['pairs']>[number], traders: readonly Compared[]): Html {
  const [one = '', other = ''] = pair.traders.map((wallet) =>
    nameOf(traders.find(({ trader }) => trader.address === wallet) as Compared),
  )
  const { markets, sameSide, firstLed, secondLed, medianLead } = pair
  const heads = html`<span><bdi>${one}</bdi> and <bdi>${other}</bdi></span>`
  if (medianLead === null) return html`<li>${heads}<p class="tiny">No market in common.</p></li>`
  const [sooner, led] = medianLead < 0 ? [other, secondLed] : [one, firstLed]
  return html`<li><div class="line">${heads} <b>${countText(sameSide)} of ${countText(markets)}</b></div>
    <p class="tiny">${medianLead === 0 ? 'Neither was first, by the median.' : html`<bdi>${sooner}</bdi> first in ${countText(led)}, by ${spanText(Math.abs(medianLead))} (median of ${plural(markets, 'market')}).`}</p></li>`
}
