import {
  axisMoneyText,
  countText,
  moneyRange,
  moneyText,
  percentRange,
  percentText,
  plural,
} from '../../formats.ts'
import type { Card } from '../cards/card.ts'
import { type ComparedLine, type ComparedMeasure, comparedPlot } from '../charts/compared-lines.ts'
import { resultChart, returnChart, stepBar } from '../charts/lab-charts.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { address, marketLink } from '../kit/links.ts'
import { csvLink, shownBy } from '../kit/shown.ts'
import { minuteOf, rowDay, shortDay } from '../kit/times.ts'
import type {
  BacktestCopyFieldsFragment,
  BacktestFate,
  BacktestFieldsFragment,
  BacktestStep,
  BacktestVerdict,
} from '../operations.generated.ts'
import type { Given } from '../page.ts'
import { cents, count, money, percent } from '../parts/amounts.ts'
import { narrowLine } from '../parts/marks.ts'
import { person } from '../parts/person.ts'

type Report = NonNullable<BacktestFieldsFragment['report']>

export const COPIES_SHOWN = 25

const VERDICTS: Readonly<Record<BacktestVerdict, { words: string; tone: string }>> = {
  PAYS: { words: 'Pays', tone: 'good' },
  DOES_NOT: { words: 'Does not pay', tone: 'bad' },
  CANNOT_TELL: { words: 'Can’t tell', tone: 'open' },
}
export const FATES: Readonly<Record<BacktestFate, string>> = {
  FILLED: 'Filled',
  PARTLY: 'Partly filled',
  NO_PRINT: 'No trade in time',
  BEYOND_SLIPPAGE: 'Price ran away',
  NO_MONEY: 'Out of money',
  AT_A_LIMIT: 'At a limit',
  TOO_SMALL: 'Under $1',
  MARKET_ENDED: 'Market ended',
}
const STEPS: Readonly<Record<BacktestStep, string>> = {
  NONE: 'Your dollars at their prices',
  DELAY: 'Your delay',
  SLIPPAGE: 'Prices of the trades that fill your order',
  FEES: 'Fees',
  UNFILLED: 'No seller in time',
  LIMITS: 'Money and limits',
}

/** A verdict as a badge. */
export function verdictBadge(verdict: BacktestVerdict): Html {
  const { words, tone } = VERDICTS[verdict]
  return html`<span class="badge ${tone}">${words}</span>`
}

/** The picture of a rule's result: its verdict, and its curve beside that of random traders. */
export function resultCardOf(title: string, { verdict, sentence, returnOnStake, curve }: Report): Card {
  const points = (value: (point: Report['curve'][number]) => number) =>
    curve.map((point) => ({ day: point.day, value: value(point) }))
  const lines = [
    { name: 'This rule', points: points(({ net }) => net) },
    { name: 'Random traders', points: points(({ randomTraders }) => randomTraders) },
  ]
  return ruleCard({ title, returnOnStake, words: `${VERDICTS[verdict].words}. ${sentence}`, lines })
}

/** The net result of a rule, as charts write it. */
export const NET: ComparedMeasure = {
  title: 'Net result',
  text: (value) => moneyText(value, { isSigned: true }),
  tick: axisMoneyText,
}

interface RuleCard {
  title: string
  returnOnStake: number | null
  words: string
  lines: readonly ComparedLine[]
}

/** The picture of a rule: its return on money staked, and its net result by day. */
export function ruleCard({ title, returnOnStake: value, words, lines }: RuleCard): Card {
  const text = value && percentText(value, { digits: 1, isSigned: true })
  const figure = text ? { text, tone: value > 0 ? ('gain' as const) : ('loss' as const) } : null
  return { kind: 'Lab', title, figure, words, picture: (size) => comparedPlot(lines, NET, size) }
}

/** The verdict of a rule in a sentence, its four numbers and its curve. */
export function resultCard(report: Report, { from, to }: { from: string; to: string }): Html {
  const { net, netInterval, returnOnStake, returnOnStakeInterval, returnOnBankroll, drawdown } = report
  const { open, openValue, unknownRoles, decidedEvents, randomTraders, randomTimes, tries } = report
  const bankroll = returnOnBankroll === 0 ? null : net / returnOnBankroll
  return html`<section class="card s8"><div class="title"><h2>Result</h2><span class="tiny">${shortDay(from)} – ${shortDay(to)} · ${plural(decidedEvents, 'decided event')}</span></div>
    <p class="verdict"><b>${VERDICTS[report.verdict].words}.</b> ${report.sentence}</p>
    <dl class="kpis"><div><dt>Net result</dt><dd>${money(net, { isSigned: true })}<small>${moneyRange(netInterval)}</small></dd></div>
    <div><dt>On money staked</dt><dd>${percent(returnOnStake, { digits: 1, isSigned: true })}<small>${percentRange(returnOnStakeInterval, true) ?? 'nothing was bought'}</small></dd></div>
    <div><dt>Worst drawdown</dt><dd>${money(drawdown)}<small>${bankroll === null ? 'of the net result' : `${percentText(drawdown / bankroll)} of bankroll`}</small></dd></div>
    <div><dt>Trades copied</dt><dd>${count(report.bought)}<small>of ${countText(report.wanted)} wanted</small></dd></div></dl>
    ${resultChart(report.curve)}
    <p class="tiny">Random traders with the same record: ${percent(randomTraders.returnOnStake, { digits: 1, isSigned: true })} on stake; ${percentText(randomTraders.pValue)} of ${plural(randomTraders.draws, 'draw')} did at least as well. The same purchases at random times: ${percent(randomTimes.returnOnStake, { digits: 1, isSigned: true })}. ${tries > 1 && `One of ${countText(tries)} rules tried on these days: each try makes a lucky result likelier, so the bar for “pays” rises. `}${open > 0 && `${plural(open, 'copy', 'copies')} ${open === 1 ? 'is' : 'are'} open, marked at ${moneyText(openValue)}. `}${unknownRoles > 0 && `${plural(unknownRoles, 'trade')} of unknown role fill nothing. `}<a href="/docs/methodology#12-would-a-rule-have-paid">Method</a></p></section>`
}

/** Each friction as a step from the traders' result to that of the rule. */
export function waterfallCard({ waterfall, net }: Report): Html {
  const sums = [0, ...waterfall.map((one) => one.net)]
  const ends = [Math.min(...sums), Math.max(...sums, Math.min(...sums) + 0.01)] as const
  const [first] = waterfall
  return html`<section class="card s6"><h2>Where their edge went</h2>
    ${first && html`<p class="tiny">At their prices and without limits, the rule would have made ${money(first.net, { isSigned: true })}. Each step below is a cost of copying.</p>`}
    <div class="table"><table class="plain"><thead><tr><th scope="col" class="l">Step</th><th scope="col" class="bar-cell"><span class="visually-hidden">As a bar</span></th><th scope="col">Dollars</th></tr></thead><tbody>${waterfall.map(({ step, change, net: sum }) => html`<tr><td class="l wrap">${STEPS[step]}</td><td class="bar-cell">${stepBar(sum - change, sum, ends)}</td><td>${money(change, { isSigned: true })}</td></tr>`)}
    <tr><td class="l"><b>Your result</b></td><td class="bar-cell">${stepBar(0, net, ends)}</td><td class="big">${money(net, { isSigned: true })}</td></tr></tbody></table></div></section>`
}

/** The return by size of a copy, and by delay where the rule has several. */
export function curveCards({ capacity, edgeGoneAt, delays }: Report): Html {
  const points = capacity.map(({ usd, returnOnStake, net, filled }) => ({
    size: usd,
    words: moneyText(usd),
    value: returnOnStake,
    cells: [money(net, { isSigned: true }), percent(filled)],
  }))
  const ascending = delays.toSorted((a, b) => a.seconds - b.seconds)
  return html`<section class="card s6"><h2>How much money it can take</h2><p class="tiny">Return on stake by dollars per copy, with unlimited money.${edgeGoneAt === null ? '' : ` At about ${moneyText(edgeGoneAt)} per copy nothing is left.`}</p>
    ${returnChart(points, { label: 'Return by dollars per copy', heads: ['Per copy', 'Return', 'Net', 'Share bought'] })}
    ${
      ascending.length > 1 &&
      html`<h2 class="later">How fast you have to be</h2><p class="tiny">Return on stake by delay.</p>
    ${returnChart(
      ascending.map(({ seconds, returnOnStake, net }) => ({
        size: seconds,
        words: delayText(seconds),
        value: returnOnStake,
        cells: [money(net, { isSigned: true })],
      })),
      { label: 'Return by delay', heads: ['Delay', 'Return', 'Net'] },
    )}`
    }</section>`
}

function delayText(seconds: number): string {
  if (seconds >= 86_400) return `${Number((seconds / 86_400).toFixed(1))} d`
  if (seconds >= 3_600) return `${Number((seconds / 3_600).toFixed(1))} h`
  return seconds >= 60 ? `${Number((seconds / 60).toFixed(1))} min` : `${seconds} s`
}

interface CopiesView {
  id: string
  report: Report
  copies: readonly BacktestCopyFieldsFragment[]
  given: Given
  mayExport: boolean
  /** The last day of the trial. */
  to: string
}

/** Shows the purchases that the rule wanted with their fates, a page at a time. */
export function copiesCard({ id, report, copies, given, mayExport, to }: CopiesView): Html {
  const { fate = '', skip = '0' } = given
  const fates = report.fates.filter((one) => one.copies > 0)
  const path = `/lab/${id}`
  const found = fates.find((one) => wireOf(one.fate) === fate)?.copies ?? report.wanted
  const [from, next] = [Number(skip), Number(skip) + COPIES_SHOWN]
  const pill = (words: string, own: string) =>
    html`<a class="pill" href="${address(path, { fate: own })}#copies"${current(own === fate)}>${words}</a>`
  const csv = shownBy('listBacktestCopies', { id, limit: Math.max(1, report.wanted) })
  return html`<section class="card" id="copies"><div class="title"><h2>The fate of ${plural(report.wanted, 'trade')}</h2>${mayExport && csvLink(csv, 'CSV', 'pill')}</div>
    ${fateBar(fates, report.wanted)}
    <nav class="pills" aria-label="Fates">${pill(`All ${countText(report.wanted)}`, '')}${fates.map((one) => pill(`${FATES[one.fate]} ${countText(one.copies)}`, wireOf(one.fate)))}</nav>
    ${copies.length === 0 ? html`<p class="tiny">No trade.</p>` : copyTable(copies, to)}
    ${found > COPIES_SHOWN && html`<p class="more tiny">${from > 0 && html`<a href="${address(path, { fate, skip: from > COPIES_SHOWN ? from - COPIES_SHOWN : null })}#copies">Earlier</a>`}<span>${countText(from + 1)}–${countText(Math.min(found, next))} of ${countText(found)}</span>${next < found && html`<a rel="next" href="${address(path, { fate, skip: next })}#copies">Later</a>`}</p>`}</section>`
}

function wireOf(fate: BacktestFate): string {
  return fate.toLowerCase().replaceAll('_', '-')
}

/** The fates as parts of one bar, each in its own shade. */
function fateBar(fates: Report['fates'], wanted: number): Part {
  if (wanted === 0) return null
  let at = 0
  const parts = fates.map(({ fate, copies }) => {
    const [x, width] = [at, (copies / wanted) * 100]
    at += width
    return html`<rect class="fate ${wireOf(fate)}" x="${x.toFixed(2)}%" width="${Math.max(0, width - 0.2).toFixed(2)}%" height="12"/>`
  })
  const label = fates.map(({ fate, copies }) => `${FATES[fate]} ${countText(copies)}`).join(', ')
  return html`<svg class="share-bar" role="img" aria-label="${label}">${parts}</svg>`
}

function copyTable(copies: readonly BacktestCopyFieldsFragment[], to: string): Html {
  return html`<div class="table"><table><thead><tr><th scope="col" class="l wide">Time, UTC</th><th scope="col" class="l">Copied</th><th scope="col" class="l wide">Trade</th><th scope="col" class="wide">They paid</th><th scope="col" class="wide">You paid</th><th scope="col">Result</th></tr></thead><tbody>${copies.map((copy) => copyRow(copy, to))}</tbody></table></div>`
}

/** @param to the last day of the trial, whose year goes without saying */
function copyRow(copy: BacktestCopyFieldsFragment, to: string): Html {
  const { time, trader, username, market, question, outcome, theirPrice, fate, fills, net, openShares } = copy
  const shares = fills.reduce((sum, one) => sum + one.shares, 0)
  const usd = fills.reduce((sum, one) => sum + one.usd, 0)
  const trade = html`<bdi>${outcome ?? 'An outcome'}</bdi> <span class="tiny">${marketLink({ condition: market, question })}</span>`
  const paid = shares === 0 ? html`<span class="none">${FATES[fate]}</span>` : cents(usd / shares)
  const who = { address: trader, username, label: 'Opted out' }
  return html`<tr><td class="l wide">${rowDay(time.slice(0, 10), to)}, ${minuteOf(time)}</td><td class="l">${person(who)}${narrowLine([trade, cents(theirPrice), paid])}</td><td class="l wide wrap">${trade}</td><td class="wide">${cents(theirPrice)}</td><td class="wide">${paid}${fate === 'PARTLY' && html`<small> of ${moneyText(usd)} of ${moneyText(copy.wanted)}</small>`}</td><td class="big">${shares === 0 ? html`<span class="none">–</span>` : money(net, { isSigned: true })}${openShares > 0 && html`<small> open</small>`}</td></tr>`
}
