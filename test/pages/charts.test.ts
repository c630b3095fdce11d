import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outcomeLines } from '../../src/pages/charts/outcome-lines.ts'
import { priceChart } from '../../src/pages/charts/price-chart.ts'
import { profitChart, sparkline } from '../../src/pages/charts/series.ts'
import { calibrationChart, estimateChart, hoursChart } from '../../src/pages/charts/skill-charts.ts'
import { stanceMap } from '../../src/pages/charts/stance-map.ts'
import { labelled, tradeMarks } from '../../src/pages/charts/trade-marks.ts'
import { html } from '../../src/pages/kit/html.ts'

const amount = fc.double({ min: -1e9, max: 1e9, noNaN: true })
const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)

/** Every place of a chart that is a percentage. */
function placesIn(chart: string): number[] {
  return [...chart.matchAll(/\b(?:x|y|cx|cy|x1|x2|y1|y2)="(-?[\d.]+)%"/g)].map(([, number]) => Number(number))
}

/** Returns whether every shape lies within the chart, and every number is finite. */
function isWithin(chart: string): boolean {
  return (
    !/NaN|Infinity|undefined/.test(chart) &&
    placesIn(chart).every((place) => place >= -0.01 && place <= 100.01)
  )
}

/** A trade of a chart of prices. */
const TRADE = { time: '', price: 0.5, isUp: true, isSkilled: false, usd: 1_000, name: 'ada', words: 'x' }

const profits = fc.array(fc.record({ pnl: amount, realizedPnl: amount }), { minLength: 1, maxLength: 60 })
const dated = profits.map((points) => points.map((point, at) => ({ ...point, day: day(at) })))

test('a profit curve lies within its chart for any amounts', () => {
  fc.assert(fc.property(dated, (points) => isWithin(`${profitChart(points)}`)))
})

test('the prices of outcomes lie within their chart, and no name at the end of a line covers another', () => {
  const close = fc.option(fraction)
  const lines = fc.array(fc.tuple(fc.string(), fc.array(close, { maxLength: 40 })), { maxLength: 9 })
  fc.assert(
    fc.property(lines, (all) => {
      const given = all.map(([name, closes]) => ({
        name,
        points: closes.map((price, at) => ({ time: `${day(at)}T00:00:00Z`, close: price })),
      }))
      const chart = `${outcomeLines(given, 'DAY')}`
      const traded = all.slice(0, 6).filter(([, closes]) => closes.some((price) => price !== null))
      const ends = [...chart.matchAll(/<text class="wide end k\d"[^>]* y="([\d.-]+)%"/g)].map(([, at]) =>
        Number(at),
      )
      const gaps = ends.toSorted((a, b) => a - b).map((at, i, sorted) => at - (sorted[i - 1] ?? -100))
      return isWithin(chart) && ends.length === traded.length && gaps.every((gap) => gap >= 5.9)
    }),
  )
})

test('the shaded part of a profit curve is the largest fall between two days, the start at 0 included', () => {
  fc.assert(
    fc.property(dated, (points) => {
      const values = [0, ...points.map(({ pnl }) => pnl)]
      const falls = values.flatMap((from, at) => values.slice(at).map((to) => from - to))
      const most = Math.max(...falls)
      const [, told] = /Largest fall: −?\$([\d,.]+)/.exec(`${profitChart(points)}`) ?? []
      const shown = told === undefined ? 0 : Number(told.replaceAll(',', ''))
      return Math.abs(shown - most) <= 0.5 + most * 1e-9
    }),
  )
})

/** The texts of a chart's axes. */
function labelsIn(chart: string): { across: string[]; up: string[] } {
  const textsOf = (pattern: RegExp) => [...chart.matchAll(pattern)].map(([, text = '']) => text)
  return {
    across: textsOf(/<text[^>]* y="100%" dy="19"[^>]*>([^<]*)</g),
    up: textsOf(/<text x="0" dx="-8"[^>]*>([^<]*)</g),
  }
}

test('no two labels of an axis are the same, however small the amounts and short the record', () => {
  const isDistinct = (texts: readonly string[]) => new Set(texts).size === texts.length
  const size = fc.constantFrom(1e-6, 1e-4, 0.01, 0.3, 1, 50, 1_060, 2.5e6, 3e9)
  const small = fc.record({
    pnl: fc.integer({ min: -9, max: 9 }),
    realizedPnl: fc.integer({ min: -9, max: 9 }),
  })
  fc.assert(
    fc.property(
      fc.array(small, { minLength: 1, maxLength: 200 }),
      size,
      fc.nat(1_000),
      (points, unit, more) => {
        const scaled = points.map(({ pnl, realizedPnl }, at) => ({
          day: day(at),
          pnl: unit * (pnl + more),
          realizedPnl: unit * (realizedPnl + more),
        }))
        const { across, up } = labelsIn(`${profitChart(scaled)}`)
        expect(up.length).toBeGreaterThan(1)
        expect([isDistinct(across), isDistinct(up)], `${across} ${up}`).toEqual([true, true])
        const interval = { low: unit / 1e10, high: (unit * (more + 2)) / 1e10 }
        const estimate = { name: 'Edge', value: unit / 1e10, interval, luck: 0, luckWords: 'luck' }
        expect(isDistinct(labelsIn(`${estimateChart(estimate)}`).across)).toBe(true)
      },
    ),
  )
  const days = [1, 2, 3].map((at) => ({ day: day(at), pnl: at / 100, realizedPnl: 0 }))
  expect(labelsIn(`${profitChart(days)}`)).toEqual({
    across: ['Jan 1', 'Jan 2', 'Jan 3', 'Jan 4'],
    up: ['$0', '$0.005', '$0.010', '$0.015', '$0.020', '$0.025', '$0.030'],
  })
})

test('a profit curve is straight from day to day', () => {
  fc.assert(fc.property(dated, (points) => !/ d="[^"]*[CSQTA]/.test(`${profitChart(points)}`)))
})

test('each chart has a text alternative, and its numbers as a table', () => {
  const chart = `${profitChart([{ day: '2026-01-01', pnl: 5, realizedPnl: 0 }])}`
  expect(chart).toMatch(/role="img" aria-label="Profit from 2026-01-01 to 2026-01-01: \+\$5\.00 marked/)
  expect(chart).toContain('Show the numbers')
})

test('an empty record, market or skill says so in place of a chart', () => {
  expect(`${profitChart([])}`).toContain('No trades yet')
  expect(`${priceChart([], 'Yes')}`).toContain('No trades yet')
  expect(`${calibrationChart([])}`).toContain('No bet')
})

test('sparklines, prices, intervals and maps lie within their charts for any numbers', () => {
  const price = fc.record({
    close: fc.option(fraction),
    volume: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
  })
  const interval = fc
    .tuple(fraction, fraction, fraction)
    .map((ends) => ends.toSorted((one, other) => one - other))
  const stance = fc.record({
    condition: fc.constant('0x1'),
    // A title may hold what no number may be printed as.
    question: fc.option(fc.string().filter((text) => !/NaN|Infinity/.test(text))),
    divergence: fc.double({ min: -1, max: 1, noNaN: true }),
    value: fc.double({ min: 0, max: 1e9, noNaN: true }),
    members: fc.option(fc.nat(100)),
  })
  fc.assert(
    fc.property(
      fc.array(amount, { maxLength: 40 }),
      fc.array(price, { maxLength: 40 }),
      interval,
      fraction,
      fc.array(stance, { minLength: 1, maxLength: 20 }),
      fc.array(fc.nat(1000), { minLength: 24, maxLength: 24 }),
      (values, prices, [low = 0, value = 0, high = 0], luck, stances, hours) => {
        const points = prices.map((point, at) => ({ ...point, time: `${day(at)}T00:00:00Z` }))
        const hourly = prices
          .slice(0, 24)
          .map((point, at) => ({ ...point, time: `${day(0)}T${String(at).padStart(2, '0')}:00:00Z` }))
        const estimate = { name: 'Edge', value, interval: { low, high }, luck, luckWords: 'luck' }
        expect(`${sparkline(values, 'line')}`).not.toMatch(/NaN|Infinity/)
        for (const chart of [
          priceChart(points, 'Yes'),
          priceChart(hourly, 'Yes', {
            step: 'HOUR',
            marks: [{ ...TRADE, time: `${day(0)}T03:00:00Z`, price: low }],
          }),
          estimateChart(estimate),
          stanceMap(stances),
          hoursChart(hours),
        ])
          expect(isWithin(`${chart}`), `${chart}`).toBe(true)
      },
    ),
  )
})

test('a mark on a price chart is at its price and time, and is omitted outside the chart', () => {
  const [from, to] = ['2026-01-01T00:00:00Z', '2026-01-10T00:00:00Z']
  const points = [from, to].map((time) => ({ time, close: 0.5, volume: 1 }))
  const marks = [
    { ...TRADE, time: to, price: 0.25, words: '<b>' },
    { ...TRADE, time: '2025-12-31T00:00:00Z', price: 0.5 },
  ]
  const chart = `${priceChart(points, 'Yes', { marks })}`
  expect(chart).toMatch(/<svg class="trade" x="90%" y="63%" overflow="visible"><path [^>]+><title>&lt;b&gt;</)
  expect(chart.match(/class="trade/g)).toHaveLength(1)
})

test('at most six of the largest trades have a label, none covers another, and a sale points down', () => {
  const trade = fc.record({
    left: fc.double({ min: 0, max: 100, noNaN: true }),
    top: fc.double({ min: 0, max: 72, noNaN: true }),
    usd: fc.integer({ min: 1_000, max: 1_000_000 }),
    name: fc.string({ maxLength: 90 }),
  })
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 40 }), (all) => {
      const marks = all.map((one) => ({ ...TRADE, ...one }))
      const labels = labelled(marks)
      const sizes = marks.map(({ usd }) => usd).sort((a, b) => b - a)
      for (const [i, { mark, left, top, width }] of labels.entries()) {
        expect(mark.usd).toBeGreaterThanOrEqual(sizes[5] ?? 0)
        expect(left >= 0 && left + width <= 100.001 && top > 0 && top + 4.5 / 2 <= 80).toBe(true)
        for (const other of labels.slice(i + 1))
          expect(
            Math.abs(other.top - top) >= 4.5 ||
              other.left + other.width <= left ||
              left + width <= other.left,
          ).toBe(true)
      }
      return labels.length <= 6
    }),
  )
  const [one] = labelled([{ ...TRADE, left: 50, top: 40 }])
  expect(one?.mark.name).toBe('ada')
  const line = [{ left: 0, top: 35, width: 100, height: 1 }]
  const [free] = labelled([{ ...TRADE, left: 50, top: 40 }], line)
  expect([one?.top, free?.top]).toEqual([35, 45])
  const drawn = (isUp: boolean) =>
    /d="M0,(-?\d+)/.exec(`${html`${tradeMarks([{ ...TRADE, isUp, left: 1, top: 1 }])}`}`)?.[1]
  expect([drawn(true), drawn(false)]).toEqual(['-5', '5'])
})
