import { meets, type Tier } from '../../access/tier.ts'
import { countText, plural } from '../../formats.ts'
import { STEPS, type Step } from '../charts/price-chart.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { address } from '../kit/links.ts'
import { shortDay } from '../kit/times.ts'
import type { Given, ProposedDay } from '../page.ts'

/** Periods of the chart by the name of the address; the last is the default. */
export const PERIODS = {
  '1h': { words: '1 h', says: 'An hour', step: 'MINUTES_5', candles: 13 },
  '6h': { words: '6 h', says: 'Six hours', step: 'MINUTES_15', candles: 25 },
  '24h': { words: '1 d', says: 'A day', step: 'HOUR', candles: 25 },
  '7d': { words: '1 w', says: 'A week', step: 'HOURS_12', candles: 15 },
  '30d': { words: '1 m', says: 'A month', step: 'DAY', candles: 31 },
  all: { words: 'All', says: 'All time', step: 'DAY', candles: 100 },
} as const

/** The candles of a period's chart. */
export function candlesOf(period: string | undefined): { step: Step; candles: number } {
  return PERIODS[Object.hasOwn(PERIODS, period ?? '') ? (period as keyof typeof PERIODS) : 'all']
}

/** Says of a chart that its list goes back further than its reader may have, or than one chart holds. */
export function cutNote(
  { nodes, totalCount }: { nodes: readonly unknown[]; totalCount: number | null },
  { step, candles }: { step: Step; candles: number },
  tier: Tier,
): Part {
  const wanted = Math.min(candles, totalCount ?? candles)
  const isAll = step === 'DAY' && candles === PERIODS.all.candles
  if (nodes.length >= (isAll ? (totalCount ?? wanted) : wanted)) return null
  const span = step === 'DAY' ? plural(nodes.length, 'day') : `${nodes.length} × ${STEPS[step].by}`
  return html`<p class="tiny">The last ${span}${isAll && totalCount !== null && html` of ${countText(totalCount)}`}.${!meets(tier, 'FREE') && html` Signed-in users see up to ${candles}. <a href="/account">Sign in or use a key</a>`}</p>`
}

/** A change of price from one day's close to the next that counts as a move: ten cents, up to rounding. */
const MOVE = 0.1 - 1e-9

/** The day before the last move among some candles, newest first, as a day to look at; none without a move. */
export function beforeLastMove(candles: readonly { time: string; close: number | null }[]): ProposedDay[] {
  // The first candle of a day is its last.
  const closes = new Map<string, number>()
  for (const { time, close } of candles) {
    const day = time.slice(0, 10)
    if (close !== null && !closes.has(day)) closes.set(day, close)
  }
  const days = [...closes]
  const moved = days.findIndex(([, close], i) => Math.abs(close - (days[i + 1]?.[1] ?? close)) >= MOVE)
  const [[move = ''] = [], [before = ''] = []] = [days[moved], days[moved + 1]]
  return moved < 0 ? [] : [{ words: `Before the ${shortDay(move)} move`, day: before }]
}

/** Links to a page with another period of its chart. */
export function periodLinks(path: string, { id: _id, after: _after, from: _from, ...given }: Given): Html {
  const links = Object.entries(PERIODS).map(
    ([period, { words, says }]) =>
      html`<a href="${address(path, { ...given, period: period === 'all' ? null : period })}"${current(period === (given.period ?? 'all'))} title="${says}">${words}</a>`,
  )
  return html`<nav class="seg" aria-label="Period of the chart">${links}</nav>`
}
