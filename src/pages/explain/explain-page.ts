import { isGated } from '../../access/tier.ts'
import { defined } from '../../checks.ts'
import { shortAddress } from '../../formats.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import { PNL } from '../../metrics/profit/pnl.ts'
import { METRICS } from '../../metrics/registry.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { address, type MetricName, traderPath } from '../kit/links.ts'
import { shownBy } from '../kit/shown.ts'
import { day, moment } from '../kit/times.ts'

import {
  ExplainPageDocument,
  type ExplainPageQuery,
  type ShownStepFragment,
} from '../operations.generated.ts'
import { definePage, type Given } from '../page.ts'
import { pageLinks } from '../parts/marks.ts'

type Explained = NonNullable<ExplainPageQuery['explain']>

/** The rank on the leaderboard of a tab. */
type RankName = `${string}-rank`

/** The path of a number's explanation. @param query period, category, day, as the page that shows the number has them */
export function explainPath(trader: string, metric: MetricName | RankName, query: Given = {}): string {
  return address(`/explain/trader/${encodeURIComponent(trader)}/${nameOf(metric)}`, query)
}

/** A value that leads to where it comes from. */
export function whyLink(path: string, value: Part): Html {
  return html`<a class="why" href="${path}" title="Where this number comes from">${value}</a>`
}

/** A rank that leads to where it comes from; the rank alone on a leaderboard whose rows not everybody sees. */
export function rankLink(trader: string, board: string, rank: Part, asOf?: string | null): Html {
  const { tab, period } = defined(leaderboardById(board))
  if (isGated(tab)) return html`${rank}`
  const view = { ...(period.days !== null && { period: period.wire }), ...(asOf && { asOf }) }
  return whyLink(explainPath(trader, `${tab.wire}-rank`, view), rank)
}

/** A metric's name in addresses: `winRate` is `win-rate`. */
function nameOf(metric: string): string {
  return metric.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** `/explain/trader/{address}/{metric}`: a number, the steps that it follows from, and one step of them further. */
export const EXPLAIN_PAGE = definePage(ExplainPageDocument, {
  path: '/explain/trader/:trader/:metric',
  name: 'explainPage',
  parameters: {
    trader: 'path',
    metric: 'path',
    period: 'query',
    from: 'query',
    since: 'query',
    category: 'query',
    step: 'query',
    after: 'query',
    asOf: 'query',
  },
  async render({ ask, variables, given }) {
    const { trader: wallet = '', metric: name = '' } = given
    const { metric = 'PNL' } = variables
    const { explain, service } = await ask(ExplainPageDocument, { ...variables, trader: wallet, metric })
    if (explain === null) throw new Error('A number that is not there is an error.')
    const { trader, step, trail, from, to, since } = explain
    const who = trader.username ?? shortAddress(trader.address)
    const isRank = name.endsWith('-rank')
    const number = METRICS.find(({ id }) => nameOf(id) === name) ?? PNL
    const { trader: _trader, metric: _metric, step: _step, after: _after, ...view } = given
    const open = (path: string, more: Given = {}) =>
      explainPath(trader.address, isRank ? (name as RankName) : number.id, {
        ...view,
        ...(path !== '' && { step: path }),
        ...more,
      })
    const title = isRank ? 'Rank' : since === null ? number.title : `Change of ${number.title}`
    const span =
      since !== null
        ? html`Since the close of ${day(since)}, up to`
        : from === null
          ? html`All time up to`
          : html`${day(from)} to`
    return {
      title: `${title} of ${who}, explained`,
      description: `${title} of ${who}: ${step.text}`,
      section: 'traders',
      shown: shownBy('explainNumber', given),
      main: html`<div class="head"><div><h1>${title} of <bdi>${who}</bdi></h1>
        <p class="answer">${trail[0]?.shown}</p>
        <p class="sub">${span} ${day(to)}. ${explain.formula} <a href="/docs/methodology#${isRank ? '7-leaderboards' : number.id}">Definition</a> · <a href="${traderPath(trader.address)}">Back to the trader</a></p></div></div>
      ${trail.length > 1 && crumbs(trail, open)}
      <section class="card"><h2>${step.title}${trail.length > 1 && html`: ${step.shown}`}</h2><p>${step.text}</p>
        ${step.event && eventLine(step.event, service.blockExplorer)}
        ${proof(step.addsUp)}
        ${trail.length === 1 && !isRank && from === null && sinceForm(explainPath(trader.address, number.id), view)}
        ${stepTable(step, open, service.blockExplorer)}
        ${pageLinks({
          page: step.steps,
          first: given.after === undefined ? null : open(step.path),
          next: open(step.path, { after: step.steps.pageInfo.endCursor ?? '' }),
        })}
      </section>`,
    }
  },
})

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
