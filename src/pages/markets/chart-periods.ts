import { meets, type Tier } from '../../access/tier.ts'
import type { Step } from '../charts/price-chart.ts'
import { type Html, html } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { address } from '../kit/links.ts'
import type { Given } from '../page.ts'

/** Periods of the chart by the name of the address; the last is the default. */
export const PERIODS = {
  '1h': { words: '1 hour', step: 'MINUTES_5', candles: 13 },
  '24h': { words: '24 hours', step: 'HOUR', candles: 25 },
  '7d': { words: '7 days', step: 'DAY', candles: 8 },
  all: { words: 'All', step: 'DAY', candles: 100 },
} as const
/** The candles of 7 days for Pro callers, who get lists of this length. */
const HOURS_OF_WEEK = { step: 'HOUR', candles: 169 } as const
/** The length of a candle in words. */
export const STEP_WORDS = { MINUTES_5: 'five minutes', HOUR: 'hour', DAY: 'day' } as const

/** The candles of a period's chart: those of 7 days are finer with Pro. */
export function candlesOf(period: string | undefined, tier: Tier): { step: Step; candles: number } {
  if (period === '7d' && meets(tier, 'PRO')) return HOURS_OF_WEEK
  return PERIODS[Object.hasOwn(PERIODS, period ?? '') ? (period as keyof typeof PERIODS) : 'all']
}

/** Links to a page with another period of its chart. */
export function periodLinks(path: string, { id: _id, after: _after, ...given }: Given): Html {
  const links = Object.entries(PERIODS).map(
    ([period, { words }]) =>
      html`<a href="${address(path, { ...given, period: period === 'all' ? null : period })}"${current(period === (given.period ?? 'all'))}>${words}</a>`,
  )
  return html`<nav class="seg" aria-label="Period of the chart">${links}</nav>`
}
