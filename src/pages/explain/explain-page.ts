import { defined } from '../../checks.ts'
import { shortAddress } from '../../formats.ts'
import { EXPLAINED } from '../../graph/explain/trader-tree.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import { PNL } from '../../metrics/profit/results.ts'
import { METRICS } from '../../metrics/registry.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { type AddressParameters, address, type MetricName, marketPath, traderPath } from '../kit/links.ts'
import { shownBy } from '../kit/shown.ts'
import { day, moment } from '../kit/times.ts'

import {
  AlertProofDocument,
  type AlertProofQuery,
  ExplainPageDocument,
  type ExplainPageQuery,
  type ShownStepFragment,
} from '../operations.generated.ts'
import { definePage, type Given } from '../page.ts'
import { pageHead, pageLinks } from '../parts/marks.ts'

type Explained = NonNullable<ExplainPageQuery['explain']>

/** Metrics of traders whose values have a tree. */
const CAN_BE_EXPLAINED: ReadonlySet<string> = new Set(Object.values(EXPLAINED))

/** The rank on the leaderboard of a tab. */
type RankName = `${string}-rank`

type MarketNumber = 'volume' | 'open-interest' | 'holders'

/** The path of the explanation of a trader's number. @param query period, category, day, as the page that shows the number has them */
export function explainPath(
  trader: string,
  metric: MetricName | RankName,
  query: AddressParameters = {},
): string {
  return pathOf('trader', trader, nameOf(metric), query)
}

function pathOf(subject: string, id: string, metric: string, query: AddressParameters): string {
  return address(`/explain/${subject}/${encodeURIComponent(id)}/${metric}`, query)
}

/** A market's number that leads to where it comes from. */
export function marketWhy(
  condition: string,
  metric: MarketNumber,
  value: Part,
  query: AddressParameters = {},
): Html {
  return whyLink(pathOf('market', condition, metric, query), value)
}

/** A fact of an alert that leads to the conditions that made it. */
export function alertWhy(id: string, value: Part): Html {
  return whyLink(pathOf('alert', id, 'conditions', {}), value)
}

/** A value that leads to where it comes from. */
export function whyLink(path: string, value: Part): Html {
  return html`<a class="why" href="${path}" title="Where this number comes from">${value}</a>`
}

/** A row's trader and leaderboard; null where it has none that leads further. */
export interface BoardPlace {
  trader: string | null
  board: string | null
  asOf?: string | null | undefined
}

/** A rank that leads to where it comes from. */
export function rankLink({ trader, board, asOf }: BoardPlace, rank: Part): Part {
  if (trader === null || board === null) return rank
  const { tab, period } = defined(leaderboardById(board))
  return whyLink(explainPath(trader, `${tab.wire}-rank`, { period: period.wire, asOf }), rank)
}

/** A number of a trader that leads to where it comes from, if it is one that can be explained. @param query as {@link explainPath} */
export function traderWhy(
  trader: string,
  metric: MetricName,
  value: Part,
  query: AddressParameters = {},
): Part {
  return CAN_BE_EXPLAINED.has(metric) ? whyLink(explainPath(trader, metric, query), value) : value
}

/** A number of a leaderboard's row that leads to where it comes from; the score of its tab leads to the rank by it. */
export function boardNumber(place: BoardPlace, metric: MetricName, value: Part): Part {
  const { trader, board, asOf } = place
  if (trader === null || board === null) return value
  const { period, tab } = defined(leaderboardById(board))
  if (metric === tab.metric && !CAN_BE_EXPLAINED.has(metric)) return rankLink(place, value)
  return traderWhy(trader, metric, value, { period: period.wire, asOf })
}

/** A sum of a trader's trades in a market that leads to these. */
export function tradesLink(trader: string, market: string, value: Part): Html {
  return html`<a class="what" href="${address(traderPath(trader), { list: 'trades', market })}#lists" title="The trades that make this number">${value}</a>`
}

/** A metric's name in addresses: `winRate` is `win-rate`. */
function nameOf(metric: string): string {
  return metric.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** `/explain/{subject}/{id}/{metric}`: a number, the steps that it follows from, and one step of them further. */
export const EXPLAIN_PAGE = definePage(ExplainPageDocument, {
  path: '/explain/:subject/:id/:metric',
  name: 'explainPage',
  parameters: {
    subject: 'path',
    id: 'path',
    metric: 'path',
    period: 'query',
    from: 'query',
    since: 'query',
    category: 'query',
    step: 'query',
    after: 'query',
    asOf: 'query',
  },
  also: [AlertProofDocument],
  async render({ ask, block, variables, given }) {
    const { subject = 'trader', id = '', metric: name = '' } = given
    const asked = { subject: 'TRADER', metric: 'PNL', ...variables, id } as const
    const { explain, service } = await ask(ExplainPageDocument, asked)
    if (explain === null) throw new Error('A number that is not there is an error.')
    const { trader, step, trail, from, to, since, formula } = explain
    const { subject: _subject, id: _id, metric: _metric, step: _step, after: _after, ...view } = given
    const open = (path: string, more: Given = {}) =>
      pathOf(subject, trader?.address ?? id, name, { ...view, ...(path !== '' && { step: path }), ...more })
    const { title, who, back, definition } = aboutOf(explain, name)
    // Draws are of the whole record, and a rank of a period: neither has a change.
    const isDrawn = [step, ...step.steps.nodes].some(({ kind }) => kind === 'DRAW')
    const mayChange =
      trail.length === 1 && trader !== null && !isDrawn && !name.endsWith('-rank') && from === null
    return {
      title: `${title} of ${who}, explained`,
      description: `${title} of ${who}: ${step.text}`,
      section: trader === null ? (explain.alert === null ? 'markets' : 'tape') : 'traders',
      shown: shownBy('explainNumber', given),
      main: html`${pageHead(html`<h1>${title} of <bdi>${who}</bdi></h1>
        <p class="answer">${trail[0]?.shown}</p>
        <p class="sub">${spanOf({ since, from })} ${day(to)}. ${formula} <a href="/docs/methodology#${definition}">Definition</a> · ${back}</p>`)}
      ${trail.length > 1 && crumbs(trail, open)}
      <div class="grid"><section class="card"><h2>${step.title}${trail.length > 1 && html`: ${step.shown}`}</h2><p>${step.text}</p>
        ${step.event && eventLine(step.event, service.blockExplorer)}
        ${proof(step.addsUp)}
        ${mayChange && sinceForm(pathOf(subject, trader.address, name, {}), view)}
        ${stepTable(step, open, service.blockExplorer)}
        ${pageLinks({
          page: step.steps,
          first: given.after === undefined ? null : open(step.path),
          next: open(step.path, { after: step.steps.pageInfo.endCursor ?? '' }),
        })}
      </section>
      ${explain.alert && (await block(ask(AlertProofDocument, { alert: id }), ({ alertProof }) => alertCheck(id, alertProof)))}</div>`,
    }
  },
})

/** The hash of an alert, and its file once the log of days has it. */
function alertCheck(id: string, { hash, day: closed, file }: AlertProofQuery['alertProof']): Html {
  const check =
    file === null
      ? html`First proof after the close of ${day(closed)}.`
      : html`In the <a href="/docs/proofs#alerts">signed log</a> since the close of ${day(closed)}: keep <a href="/log/alert/${id}" download="alert.json">the alert with its proof</a>, and <a href="/verify">check it</a> without this service.`
  return html`<section class="card"><h2>Check this alert</h2><p>${check}</p>
    <p class="tiny">Its hash <code class="wrap">${hash}</code> is over what is shown without Pro, and over a salted hash of the trader and exact amounts.</p></section>`
}

/** Names a number: its title, whose it is, and links to the page that shows it and to its definition. */
function aboutOf({ trader, market, alert, trail, since }: Explained, name: string) {
  if (trader !== null) {
    const number = METRICS.find(({ id }) => nameOf(id) === name) ?? PNL
    const isRank = name.endsWith('-rank')
    return {
      title: isRank ? 'Rank' : since === null ? number.title : `Change of ${number.title}`,
      who: trader.username ?? shortAddress(trader.address),
      back: html`<a href="${traderPath(trader.address)}">Back to the trader</a>`,
      definition: isRank ? '7-leaderboards' : number.id,
    }
  }
  const of = market ?? alert?.market ?? null
  const back = of && html`<a href="${marketPath(of.condition)}">Back to the market</a>`
  const who = of?.question ?? 'a market without metadata'
  const title = trail[0]?.title ?? name
  const definition = alert === null ? '4-periods-and-metrics' : '8-whale-radar'
  return { title, who, back, definition }
}

function spanOf({ since, from }: Pick<Explained, 'since' | 'from'>): Html {
  if (since !== null) return html`Since the close of ${day(since)}, up to`
  return from === null ? html`All time up to` : html`${day(from)} to`
}

/** Asks what moved a number of all time since a day. */
function sinceForm(path: string, { since = '', ...view }: Given): Html {
  return html`<form class="filters" action="${path}">${Object.entries(view).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <label>Changes since <input type="date" name="since" value="${since}" required></label> <button class="button">Show</button></form>`
}

function crumbs(trail: Explained['trail'], open: (path: string) => string): Html {
  const last = trail.length - 1
  return html`<nav class="crumbs" aria-label="Steps">${trail.map(({ path, title }, i) => (i === last ? html`<span aria-current="page"><bdi>${title}</bdi></span>` : html`<a href="${open(path)}"><bdi>${title}</bdi></a> › `))}</nav>`
}

function proof(addsUp: boolean | null): Part {
  if (addsUp === null) return null
  return addsUp
    ? html`<p><span class="badge good">Adds up</span> <span class="tiny">The steps below make this value to the millionth.</span></p>`
    : html`<p><span class="badge bad">Does not add up</span> <span class="tiny">The ledger changed since this snapshot: try again after the next one.</span></p>`
}

/** The sign between the steps of each kind; other kinds add and subtract. */
const OPERATORS: Readonly<Partial<Record<ShownStepFragment['kind'], string>>> = { PRODUCT: '×', RATIO: '÷' }

function stepTable(
  { kind, steps }: Explained['step'],
  open: (path: string) => string,
  explorer: string | null,
): Part {
  const { nodes } = steps
  if (nodes.length === 0) return null
  return html`<div class="table"><table><thead><tr><th scope="col"><span class="visually-hidden">Operation</span></th><th scope="col" class="l">Step</th><th scope="col">Value</th></tr></thead>
    <tbody>${nodes.map((step, i) => {
      const operator = i === 0 ? '' : (OPERATORS[kind] ?? (step.sign < 0 ? '−' : '+'))
      const name =
        step.event === null
          ? html`<a href="${open(step.path)}"><bdi>${step.title}</bdi></a>`
          : html`<b>${step.title}</b>`
      return html`<tr><td class="l">${i === 0 && step.sign < 0 ? '−' : operator}</td><td class="l wrap">${name}<br><span class="small">${step.text}</span>${step.event && eventLine(step.event, explorer)}</td><td><data value="${step.value}">${step.shown}</data></td></tr>`
    })}</tbody></table></div>`
}

function eventLine(
  { time, block, logIndex, tx }: NonNullable<ShownStepFragment['event']>,
  explorer: string | null,
): Html {
  const place = block === null ? null : html` · block ${block}, log ${logIndex}`
  const short = tx && `${tx.slice(0, 10)}…`
  return html`<p class="tiny">${moment(time)}${place}${tx && html` · ${explorer === null ? html`<span class="addr" title="${tx}">${short}</span>` : html`<a href="${explorer}/tx/${tx}" rel="noopener" title="${tx}">${short}</a>`}`}</p>`
}
