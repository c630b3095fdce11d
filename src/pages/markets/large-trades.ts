import { meets, type Tier } from '../../access/tier.ts'
import { axisMoneyText, centsText, momentText, moneyText, plural, shortAddress } from '../../formats.ts'
import { STEPS, type Step } from '../charts/price-chart.ts'
import type { PriceMark } from '../charts/trade-marks.ts'
import { html, type Part } from '../kit/html.ts'
import { address } from '../kit/links.ts'
import { moment } from '../kit/times.ts'

import {
  MarketLargeTradesDocument,
  type MarketLargeTradesQuery,
  type MarketPageQuery,
} from '../operations.generated.ts'
import type { Ask } from '../page.ts'
import { cents, money } from '../parts/amounts.ts'
import { narrowLine, sidePill } from '../parts/marks.ts'
import { badges, person } from '../parts/person.ts'

/** The least dollars of a trade that the chart shows. */
export const LARGE = 1_000
/** Largest trades cover at most this number of days. */
const MOST_DAYS = 31

type ShownMarket = NonNullable<MarketPageQuery['market']>
type LargeTrades = MarketLargeTradesQuery['trades']['nodes']

/**
 * Asks for the large trades of a chart: with Pro the largest of its last days, without the newest ones, since ranges of time require
 * Pro.
 */
export async function largeTrades(
  ask: Ask,
  { condition, prices }: ShownMarket,
  { step, tier }: { step: Step; tier: Tier },
): Promise<LargeTrades> {
  const [last, first] = [prices.nodes[0], prices.nodes.at(-1)]
  if (first === undefined || last === undefined) return []
  const end = Date.parse(last.time) + STEPS[step].length
  const start = Math.max(Date.parse(first.time), end - MOST_DAYS * 86_400_000)
  const [from, to] = [timeText(start), timeText(end)]
  const asked = { market: condition, minUsd: LARGE }
  const { trades } = meets(tier, 'PRO')
    ? await ask(MarketLargeTradesDocument, { ...asked, order: 'LARGEST', from, to })
    : await ask(MarketLargeTradesDocument, { ...asked, order: 'NEWEST' })
  return trades.nodes
    .filter(({ time }) => Date.parse(time) >= start && Date.parse(time) < end)
    .toSorted((a, b) => b.whole.usd - a.whole.usd)
}

/** A moment of the page's clock as addresses and operations write it. */
export function timeText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}

/** Large trades on the scale of the first outcome's price. */
export function largeMarks({ outcomes: [first] }: ShownMarket, trades: LargeTrades): PriceMark[] {
  return trades.map(({ outcome, time, side, whole, trader }, i) => {
    const isFirst = outcome === first?.name
    const name = trader === null ? 'A trader' : (trader.username ?? shortAddress(trader.address))
    return {
      time,
      price: isFirst ? whole.price : 1 - whole.price,
      isUp: isFirst === (side === 'BUY'),
      isSkilled: trader?.skill?.verdict === 'SKILLED',
      usd: whole.usd,
      name: `${name} ${axisMoneyText(whole.usd, 1)}`,
      place: i + 1,
      words: `${name} ${side === 'BUY' ? 'bought' : 'sold'} ${moneyText(whole.usd)} of ${outcome} at ${centsText(whole.price)}, ${momentText(time)}`,
    }
  })
}

/** The trades of the chart as a list, the largest first. */
export function largeList(trades: LargeTrades, { condition }: ShownMarket): Part {
  if (trades.length === 0) return null
  return html`<details><summary>Large trades on this chart</summary><div class="numbers" tabindex="0" role="region" aria-label="Large trades on the chart"><table class="compact"><tbody>${trades.map(
    ({ time, side, outcome, whole, trader }, i) =>
      html`<tr><td class="rank">${i + 1}</td><td class="l by">${trader === null ? html`<span class="none">–</span>` : person(trader, badges(trader))}${narrowLine([html`${sidePill(side)} ${outcome} at ${cents(whole.price)}`, moment(time)])}</td><td class="l wide">${sidePill(side)} <bdi>${outcome}</bdi> <span class="tiny">at ${cents(whole.price)}</span></td><td class="wide">${moment(time)}</td><td class="big">${money(whole.usd)}</td></tr>`,
  )}</tbody></table></div><p class="tiny">${plural(trades.length, 'trade')} of ${money(LARGE)} or more, the largest first. <a href="${address('/tape', { market: condition })}">All of them</a></p></details>`
}
