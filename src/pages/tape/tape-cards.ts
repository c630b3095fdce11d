import { scaleLinear } from 'd3-scale'
import { moneyText, percentText, plural, pointsText } from '../../formats.ts'
import type { TradeSignsQuery } from '../../rest/operations/operations.generated.ts'
import { place, plot } from '../charts/plot.ts'
import { moneyTicks } from '../charts/series.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { address } from '../kit/links.ts'
import { hourText } from '../kit/times.ts'
import type { TapeRowFragment, TapeTraderFragment } from '../operations.generated.ts'
import type { Given } from '../page.ts'
import { count, percent } from '../parts/amounts.ts'
import { signWords } from './tape-filters.ts'

export type SignRecord = TradeSignsQuery['tradeSigns'][number]

/** The trades of a page in an hour. */
export interface TapeHour {
  /** Its start, ISO 8601. */
  start: string
  rows: readonly TapeRowFragment[]
  usd: number
  /** False where the list may have more trades of the hour on another page. */
  isWhole: boolean
}

const HOUR_MILLISECONDS = 3_600_000
/** Hours of a chart at most. */
const MOST_HOURS = 48
const FEWEST_EVENTS = 30
/** The largest traders of an hour whose share is said. */
const MOST_NAMED = 5

/** Trades by hour, newest first. @param ends whether the list begins and ends with these trades */
export function tapeHours(
  rows: readonly TapeRowFragment[],
  { isStart, isEnd }: { isStart: boolean; isEnd: boolean },
): TapeHour[] {
  const hours = [...Map.groupBy(rows, ({ time }) => `${time.slice(0, 13)}:00:00Z`)]
  return hours.map(([start, own], i) => ({
    start,
    rows: own,
    usd: own.reduce((sum, { whole }) => sum + whole.usd, 0),
    isWhole: (isStart || i > 0) && (isEnd || i < hours.length - 1),
  }))
}

/** Dollars by hour; null for trades of one hour, or of too many. */
export function hoursCard(hours: readonly TapeHour[]): Part {
  const whole = hours.filter(({ isWhole }) => isWhole)
  const [last, first] = [whole[0], whole.at(-1)]
  if (last === undefined || first === undefined) return null
  const from = Date.parse(first.start)
  const bars = (Date.parse(last.start) - from) / HOUR_MILLISECONDS + 1
  if (bars < 2 || bars > MOST_HOURS) return null
  const most = whole.reduce((one, other) => (other.usd > one.usd ? other : one))
  const y = scaleLinear([0, most.usd], [0, 100]).nice(3)
  const at = ({ start }: TapeHour) => ((Date.parse(start) - from) / HOUR_MILLISECONDS / bars) * 100
  const every = Math.ceil(bars / 4)
  return html`<section class="card"><h2>By hour</h2><p class="tiny">Dollars of these trades in each whole hour, UTC. ${lastWords(last)}</p>${plot(
    {
      label: `Dollars by hour from ${hourText(first.start)} to ${hourText(last.start)}; most from ${hourText(most.start)}, ${moneyText(most.usd)}.`,
      size: 'low',
      x: Array.from({ length: bars }, (_, i) => i).flatMap((i) =>
        i % every === 0
          ? {
              at: ((i + 0.5) / bars) * 100,
              text: new Date(from + i * HOUR_MILLISECONDS).toISOString().slice(11, 16),
            }
          : [],
      ),
      y: moneyTicks(y.ticks(2), y),
      body: whole.map((hour) => {
        const height = y(hour.usd)
        return html`<rect class="bar-plain ${hour === most ? '' : 'dim'}" x="${place(at(hour) + 10 / bars)}" width="${place(80 / bars)}" y="${place(100 - height)}" height="${place(height)}"><title>${hourText(hour.start)}: ${moneyText(hour.usd)}</title></rect>`
      }),
      table: {
        heads: ['Hour', 'Trades', 'Dollars'],
        rows: whole.toReversed().map((hour) => ({
          at: at(hour) + 50 / bars,
          cells: [hourText(hour.start), count(hour.rows.length), moneyText(hour.usd)],
        })),
      },
    },
  )}</section>`
}

/** The last whole hour in a sentence. */
function lastWords({ start, rows, usd }: TapeHour): string {
  const byTrader = Map.groupBy(rows, ({ trader }) => trader?.address)
  const sums = [...byTrader.values()].map((own) => own.reduce((sum, { whole }) => sum + whole.usd, 0))
  const most = sums.toSorted((a, b) => b - a).slice(0, MOST_NAMED)
  const share =
    sums.length > MOST_NAMED
      ? `, ${percentText(most.reduce((a, b) => a + b, 0) / usd)} by ${MOST_NAMED} of ${plural(sums.length, 'trader')}`
      : ''
  return `In the last one, from ${start.slice(11, 16)}: ${plural(rows.length, 'trade')}, ${moneyText(usd)}${share}.`
}

/** Dollars that skilled traders and everyone else bought, less those sold, in the newest whole hour; null without one. */
export function sidesCard(
  hours: readonly TapeHour[],
  traders: ReadonlyMap<string, Pick<TapeTraderFragment, 'skill'>>,
): Part {
  const hour = hours.find(({ isWhole }) => isWhole)
  if (hour === undefined) return null
  const isSkilled = ({ trader }: TapeRowFragment) =>
    trader !== null && traders.get(trader.address)?.skill?.verdict === 'SKILLED'
  const groups = [
    { name: 'Skilled', rows: hour.rows.filter(isSkilled) },
    { name: 'Everyone else', rows: hour.rows.filter((row) => !isSkilled(row)) },
  ].map(({ name, rows }) => ({
    name,
    count: rows.length,
    net: rows.reduce((sum, { side, whole }) => sum + (side === 'BUY' ? whole.usd : -whole.usd), 0),
  }))
  const most = Math.max(...groups.map(({ net }) => Math.abs(net)), 1)
  return html`<section class="card"><h2>Bought less sold</h2><p class="tiny">Dollars of these trades from ${hourText(hour.start)}, by who made them.</p>
    <table class="compact"><thead class="visually-hidden"><tr><th scope="col">Group</th><th scope="col">Bar</th><th scope="col">Dollars</th></tr></thead><tbody>${groups.map(
      ({ name, count: trades, net }) =>
        html`<tr><td class="l">${name}</td><td><svg class="net" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="8"/><rect class="${name === 'Skilled' ? 'skilled' : 'others'}" x="${place(50 + Math.min(0, net / most) * 50)}" width="${place(Math.abs(net / most) * 50)}" height="8"/><line x1="50" x2="50" y1="0" y2="8"/></svg></td><td class="big">${trades === 0 ? html`<span class="none" title="No trade of theirs in the hour">–</span>` : html`<data value="${net}">${moneyText(net, { isSigned: true })}</data>`}</td></tr>`,
    )}</tbody></table></section>`
}

/** The signs with their track records, each with a link to the trades that have it. */
export function signsCard(records: readonly SignRecord[], view: Given, about: string): Html {
  return html`<section class="card"><h2>Are trades with a sign right more often?</h2>
    <p class="tiny">Win rate less the price paid, with its 95% interval, of takers’ trades ${about}. A sign is a fact about a trade and gives no reason for it. <a href="/docs/methodology#11-signs-of-a-trade">Definitions</a></p>
    <div class="table"><table class="sign-records"><thead><tr><th scope="col" class="l">Sign</th><th scope="col">Of trades</th><th scope="col">Against price</th></tr></thead>
    <tbody>${records.map((record) => html`<tr><td class="l"><a class="sign" href="${address('/tape', { ...view, signs: wireSign(record.sign) })}" title="${record.definition}">${signWords(record.sign)}</a></td><td>${percent(record.share)}</td><td>${against(record)}</td></tr>`)}</tbody></table></div></section>`
}

/** A sign as an address has it. */
export function wireSign(sign: SignRecord['sign']): string {
  return sign.toLowerCase().replaceAll('_', '-')
}

function against({ winRate, impliedRate, excess, verdict, events, qValue }: SignRecord): Part {
  if (winRate === null || impliedRate === null) return html`<span class="none" title="No event yet">–</span>`
  const points = pointsText(winRate - impliedRate)
  if (excess === null) return html`${points}<small>${plural(events, 'event')} of ${FEWEST_EVENTS}</small>`
  const ends = [excess.low, excess.high].map((end) => pointsText(end).replace(' pts', ''))
  const word = { MORE_OFTEN: 'more often', LESS_OFTEN: 'less often', CANNOT_TELL: 'can’t tell' }[verdict]
  const told = `${plural(events, 'event')}${qValue === null ? '' : `, q-value ${qValue.toFixed(3)}`}`
  return html`<span title="${told}">${points}</span><small>${ends.join(' to ')}</small><small>${word}</small>`
}
