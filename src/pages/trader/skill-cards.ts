import { countText, percentRange, percentText, plural } from '../../formats.ts'
import { MINIMUM_STAKED_UNITS } from '../../metrics/skill/edge.ts'
import { calibrationChart, cellBar, estimateChart, hoursChart } from '../charts/skill-charts.ts'
import { traderWhy, tradesLink } from '../explain/explain-page.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { type AddressParameters, type MetricName, marketLink, metricLink } from '../kit/links.ts'
import { spanText } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import type { PictureOfATraderFragment, SkillFieldsFragment } from '../operations.generated.ts'
import type { Given } from '../page.ts'
import { money, percent, share } from '../parts/amounts.ts'

type Skill = SkillFieldsFragment

/** Links a value of the trader's whole record to where it comes from. */
type Explain = (metric: MetricName, value: Part) => Html

/** The part of a trader that the card reads. */
export interface JudgedTrader {
  skill: Skill | null
  memberSince: string
  cutoff: { time: string }
  /** Results of the last 90 days. */
  quarter: { wins: number; losses: number } | null
}

/** Skill or luck as a picture: the edge with its interval against that of luck alone. */
export function skillCard(trader: JudgedTrader, explain: Explain): Html {
  return html`<section class="card s4"><h2>Skill or luck</h2>${trader.skill === null ? html`<p class="tiny">Not computed yet.</p>` : edgePicture(trader.skill, trader, explain)}</section>`
}

const WEEK = 7 * 86_400_000

/** How far a record is from its first test, and when it gets there at the pace of the last 90 days. */
function progress({ units }: Skill, { quarter, memberSince, cutoff }: JudgedTrader): Html {
  const weeks = Math.min(90 / 7, Math.max(1, (Date.parse(cutoff.time) - Date.parse(memberSince)) / WEEK))
  const pace = ((quarter?.wins ?? 0) + (quarter?.losses ?? 0)) / weeks
  const left = Math.ceil((MINIMUM_STAKED_UNITS - units) / pace)
  return html`<p class="big">${units} of ${plural(MINIMUM_STAKED_UNITS, 'decided bet')}</p>
    <progress max="${MINIMUM_STAKED_UNITS}" value="${units}" aria-label="Decided bets of the ${MINIMUM_STAKED_UNITS} that a test needs"></progress>
    <p class="tiny">${left <= 520 ? `About ${plural(left, 'week')} at this pace.` : 'None decided lately.'} With fewer, skill and luck look the same.</p>`
}

function edgePicture(skill: Skill, trader: JudgedTrader, explain: Explain): Html {
  const { edge, edgeInterval, units } = skill
  if (edge === null || edgeInterval === null) return progress(skill, trader)
  const chart = estimateChart({
    name: 'Edge',
    value: edge,
    interval: edgeInterval,
    luck: 0,
    luckWords: 'luck alone',
  })
  return html`<p class="tiny">${metricLink('edge', 'Profit per dollar staked')} over ${plural(units, 'decided bet')}, ${metricLink('edgeInterval', '95% interval')}. See how we compute ${explain('edge', percent(edge, { digits: 1 }))} and ${explain('edgeInterval', percentRange(edgeInterval))}.</p>
    ${chart}
    <p>${verdictWords(skill, explain)}</p>`
}

function verdictWords({ verdict, edgePValue, edgeQValue }: Skill, explain: Explain): Part {
  const luck =
    edgePValue === null
      ? null
      : html`Luck alone does this well ${explain('edgePValue', chanceWords(edgePValue))}.`
  if (verdict === 'CANNOT_TELL')
    return html`${luck} Too little to ${metricLink('verdict', 'tell skill from luck')}.`
  const word = verdict === 'SKILLED' ? 'skilled' : 'unskilled'
  const others =
    verdict === 'SKILLED' && edgeQValue !== null
      ? html`; ${edgeQValue < 0.001 ? `fewer than ${percentText(0.001, { digits: 1 })}` : `at most ${percentText(edgeQValue, { digits: 1 })}`} of labelled traders got there by luck`
      : null
  return html`${luck} So we label this trader ${metricLink('verdict', word)}${others}.`
}

function chanceWords(probability: number): string {
  if (probability <= 0.0001) return 'less than once in 10,000 times'
  if (probability > 0.1) return `in ${percentText(probability)} of cases`
  return `once in ${countText(Math.round(1 / probability))} times`
}

/** Shows further numbers on how a trader trades. */
export function skillCards(
  analytics: PictureOfATraderFragment,
  wallet: string,
  { period, asOf }: Given,
): Html {
  const { attribution, calibration, behavior, bestMarkets, worstMarkets } = analytics
  return html`<div class="grid">
    <section class="card s4"><h2>${metricLink('attribution', 'Sources of profit')}</h2><p class="tiny">Decided bets by category: profit and win rate</p>${categoryTable(attribution.byCategory, wallet, { period, asOf })}</section>
    <section class="card s4"><h2>${metricLink('calibration', 'Calibration')}</h2><p class="tiny">Share of bets won, by the price paid. Above the line: better than priced.</p>${calibrationChart(calibration)}
      <h2 class="later">${metricLink('hourHistogram', 'Hours, UTC')}</h2>${hoursChart(behavior.hourHistogram)}
      <p class="tiny">${behavior.makerRatio !== null && html`${percent(behavior.makerRatio)} of fills ${metricLink('makerRatio', 'as maker')}. `}${behavior.holdingTime !== null && html`A position is ${metricLink('holdingTime', 'held')} for ${spanText(behavior.holdingTime * 3_600)}.`}</p></section>
    <section class="card s4"><h2>Best and worst</h2><p class="tiny">${metricLink('bestMarkets', 'Markets by profit')}</p>${marketTable([...bestMarkets.slice(0, 4), ...worstMarkets.slice(0, 3).toReversed()], wallet)}</section>
  </div>`
}

function categoryTable(
  rows: PictureOfATraderFragment['attribution']['byCategory'],
  wallet: string,
  view: AddressParameters,
): Html {
  if (rows.length === 0) return html`<p class="tiny">No category has three decided bets yet.</p>`
  const largest = Math.max(...rows.map(({ pnl }) => Math.abs(pnl)))
  return html`<div class="table"><table><tbody>${rows.map(
    ({ name, pnl, winRate, units, wins, losses }) =>
      html`<tr><td class="l" title="${plural(units, 'decided bet')}">${titleCase(name)}</td><td class="bar-cell">${cellBar(pnl, largest)}</td><td>${traderWhy(wallet, 'edge', money(pnl, { isSigned: true }), { ...view, category: name.toLowerCase(), step: 'profit' })}</td><td>${traderWhy(wallet, 'winRate', share(winRate, wins + losses), { ...view, category: name.toLowerCase() })}</td></tr>`,
  )}</tbody></table></div>`
}

function marketTable(results: PictureOfATraderFragment['bestMarkets'], wallet: string): Html {
  const seen = new Set<string | null>()
  const rows = results.filter(({ condition }) => !seen.has(condition) && seen.add(condition))
  if (rows.length === 0) return html`<p class="tiny">No markets decided yet.</p>`
  return html`<div class="table"><table><tbody>${rows.map(
    ({ condition, question, pnl }) =>
      html`<tr><td class="l wrap">${marketLink({ condition, question })}</td><td class="big">${condition === null ? money(pnl, { isSigned: true }) : tradesLink(wallet, condition, money(pnl, { isSigned: true }))}</td></tr>`,
  )}</tbody></table></div>`
}
