import { meets } from '../../access/tier.ts'
import { countText, plural } from '../../formats.ts'
import { estimateChart } from '../charts/skill-charts.ts'
import { stanceMap } from '../charts/stance-map.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { address, marketLink } from '../kit/links.ts'
import { shownBy } from '../kit/shown.ts'
import { day, moment } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import {
  type SignalFieldsFragment,
  SmartMoneyPageDocument,
  type SmartMoneyPageQuery,
  SmartMoneyRecordDocument,
  type SmartMoneyRecordQuery,
  SmartMoneyTimelineDocument,
} from '../operations.generated.ts'
import { definePage } from '../page.ts'
import { cents, count, money, percent, points } from '../parts/amounts.ts'
import { narrowLine, pageHead, withheldLine } from '../parts/marks.ts'
import { sideOf } from './side-of.ts'

const COHORTS = [
  { wire: 'top-pnl', name: 'TOP_PNL', title: 'Top profit' },
  { wire: 'most-consistent', name: 'MOST_CONSISTENT', title: 'Most consistent' },
  { wire: 'high-conviction', name: 'HIGH_CONVICTION', title: 'High conviction' },
] as const

/** `/smart-money`: a cohort's stances against prices, and its track record. */
export const SMART_MONEY_PAGE = definePage(SmartMoneyPageDocument, {
  path: '/smart-money',
  name: 'smartMoneyPage',
  parameters: { cohort: 'query', screen: 'query', asOf: 'query' },
  async render({ ask, block, variables, given, caller }) {
    const { screen } = given
    const cohort = COHORTS.find(({ wire }) => wire === given.cohort) ?? COHORTS[0]
    const asked = { cohort: cohort.name }
    const mayKnow = meets(caller.tier, 'PRO')
    const [{ smartMoney }, highlights, record] = await Promise.all([
      ask(SmartMoneyPageDocument, { ...variables, ...asked }),
      screen
        ? null
        : block(ask(SmartMoneyTimelineDocument, asked), (one) => timeline(one.smartMoneyHighlights)),
      mayKnow && !screen ? block(ask(SmartMoneyRecordDocument, asked), performanceCard) : null,
    ])
    const { cohortSize, snapshotDate, cutoff, markets, consensusMarkets, weeklyPick, categories } = smartMoney
    return {
      title: 'Smart money',
      description: 'Positions of the best traders against market prices, with their track record.',
      section: 'smart-money',
      feed: 'highlights',
      shown: shownBy('getSmartMoney', given),
      main: html`${pageHead(html`<h1>Smart money</h1><p class="sub">Positions of ${screen ? html`${plural(cohortSize, 'member')} of a <a href="/account#screens">saved screen</a>` : plural(cohortSize, 'leading trader')} in open markets, against the price. ${screen ? html`Members of ${day(snapshotDate)}` : html`Members fixed on ${day(snapshotDate)}`}, positions as of ${moment(cutoff.time)}. <a href="/docs/methodology#9-smart-money">Method</a></p>`)}
      <nav class="tabs" aria-label="Cohorts">${COHORTS.map(({ wire, title }) => html`<a href="${address('/smart-money', { ...given, screen: null, cohort: wire })}"${current(!screen && wire === cohort.wire)}>${title}</a>`)}</nav>
      ${mayKnow ? null : withheldLine('PRO', 'Every opportunity with the money behind it, consensus and the record of all signals')}
      <div class="grid">
        <div class="s8 stack">
          <section class="card"><h2>By category</h2>${categoryTable(categories)}</section>
          ${mayKnow ? mapCard(markets) : opportunitiesCard(markets)}
          ${highlights && html`<section class="card"><h2>Highlights so far</h2>${highlights}</section>`}
        </div>
        <div class="s4 stack">
          ${weeklyPick && html`<section class="card"><h2>Highlight of the week</h2>${highlight(weeklyPick)}</section>`}
          ${record}
          ${consensusCard(consensusMarkets)}
        </div>
      </div>`,
    }
  },
})

/** A signal in some lines: the market, the side, and the price since. */
export function highlight(signal: SignalFieldsFragment): Html {
  return html`<p class="big">${marketLink(signal)}</p>${stance(signal)}`
}

/** Shows a signal without its market. */
function stance(signal: SignalFieldsFragment): Html {
  const { side, members, value } = signal
  const { name, price, moneyShare } = sideOf(signal)
  return html`<dl class="facts">${side !== null && html`<dt>Side</dt><dd><bdi>${name}</bdi></dd>`}
      <dt>Price of <bdi>${name}</bdi></dt><dd>${cents(price)}</dd>
      ${moneyShare !== null && html`<dt>Money on <bdi>${name}</bdi></dt><dd>${percent(moneyShare)}</dd>`}
      ${members !== null && html`<dt>Members</dt><dd>${count(members)}</dd>`}
      ${value !== null && html`<dt>Value</dt><dd>${money(value)}</dd>`}</dl>`
}

function categoryTable(rows: SmartMoneyPageQuery['smartMoney']['categories']): Html {
  if (rows.length === 0) return html`<p class="tiny">The cohort has no positions in open markets.</p>`
  return html`<div class="table"><table class="plain"><thead><tr><th scope="col" class="l">Category</th><th scope="col" class="wide">Markets</th><th scope="col" class="wide">Value</th><th scope="col" title="Share of the group’s money on the first outcome of each market">On the first outcome</th><th scope="col" title="That share less the price of the first outcome">Above the price</th></tr></thead>
    <tbody>${rows.map(
      ({ category, markets, value, yesShare, divergence }) =>
        html`<tr><td class="l">${categoryText(category)}${narrowLine([plural(markets, 'market'), money(value)])}</td><td class="wide">${count(markets)}</td><td class="wide">${money(value)}</td><td>${percent(yesShare)}</td><td>${points(divergence)}</td></tr>`,
    )}</tbody></table></div>`
}

function categoryText(category: string | null): string {
  return category === null ? 'Without one' : titleCase(category)
}

function opportunitiesCard(signals: readonly SignalFieldsFragment[]): Html {
  return html`<section class="card"><h2>Opportunities</h2><p class="tiny">Markets where the cohort and the price disagree: the largest by volume, with the side that the cohort favors.</p>${opportunities(signals)}</section>`
}

/** Signals as rows: the market, and the favored side at its price. */
export function opportunities(signals: readonly SignalFieldsFragment[]): Html {
  if (signals.length === 0) return html`<p class="tiny">Cohort and price disagree in no market.</p>`
  return html`<div class="table"><table><tbody>${signals.map((signal) => {
    return html`<tr><td class="l wrap">${marketLink(signal)}</td><td>${priced(signal)}</td></tr>`
  })}</tbody></table></div>`
}

function mapCard(signals: readonly SignalFieldsFragment[]): Part {
  const stances = signals.flatMap(({ condition, question, divergence, value, members }) =>
    divergence === null || value === null ? [] : [{ condition, question, divergence, value, members }],
  )
  if (stances.length === 0) return null
  return html`<section class="card"><h2>Map of positions</h2><p class="tiny">Each dot is a market: across, the cohort’s distance from the price; up, the value of its shares; size, its members.</p>${stanceMap(stances)}</section>`
}

function consensusCard(signals: readonly SignalFieldsFragment[] | null): Part {
  if (signals === null) return null
  if (signals.length === 0)
    return html`<section class="card"><h2>Consensus</h2><p class="tiny">In no market is nearly all of the cohort’s money on one side.</p></section>`
  return html`<section class="card"><h2>Consensus</h2><p class="tiny">Nearly all of the money on one side.</p><div class="table"><table><tbody>${signals
    .slice(0, 10)
    .map(
      (signal) =>
        html`<tr><td class="l wrap">${marketLink(signal)} <span class="badge"><bdi>${sideOf(signal).name}</bdi></span></td><td>${money(signal.value)}</td></tr>`,
    )}</tbody></table></div></section>`
}

function performanceCard({ smartMoneyHistory }: SmartMoneyRecordQuery): Part {
  if (smartMoneyHistory === null) return null
  const { performance } = smartMoneyHistory
  const { signals, hitRate, hitRateInterval, impliedRate, won, lost, voided, open, meanReturn } = performance
  return html`<section class="card"><h2>Track record</h2><p class="tiny">${plural(signals, 'signal')} of twelve weeks: ${countText(won)} right, ${countText(lost)} wrong, ${countText(voided)} void, ${countText(open)} open</p>
    ${
      hitRate !== null && hitRateInterval !== null && impliedRate !== null
        ? estimateChart({
            name: 'Right in',
            value: hitRate,
            interval: hitRateInterval,
            luck: impliedRate,
            luckWords: 'implied by prices',
          })
        : html`<p class="tiny">No signals decided yet.</p>`
    }
    ${meanReturn !== null && html`<p>A dollar on each returned ${percent(meanReturn, { digits: 1, isSigned: true })} on average.</p>`}</section>`
}

const OUTCOMES = { WON: 'right', LOST: 'wrong', VOID: 'void', OPEN: 'open' } as const

function timeline(signals: readonly SignalFieldsFragment[]): Html {
  if (signals.length === 0) return html`<p class="tiny">No highlights yet.</p>`
  return html`<ol class="feed">${signals.map(
    (signal) =>
      html`<li><div><b>${marketLink(signal)}</b><div class="tiny">${day(signal.snapshotDate)} · ${priced(signal)}</div></div><div class="worth"><span class="badge ${signal.outcome === 'WON' ? 'good' : signal.outcome === 'LOST' ? 'bad' : ''}">${OUTCOMES[signal.outcome]}</span><div class="small">${signal.return === null ? null : percent(signal.return, { isSigned: true })}</div></div></li>`,
  )}</ol>`
}

/** The side named by its outcome, beside its own price. */
function priced(signal: SignalFieldsFragment): Html {
  const { name, price } = sideOf(signal)
  return html`<bdi>${name}</bdi> at ${cents(price)}`
}
