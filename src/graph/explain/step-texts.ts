import {
  countText,
  dateText,
  exactMoney,
  exactShares,
  numberText,
  percentOf,
  plural,
  signed,
} from '../../formats.ts'
import { DAY_SECONDS, type Day, MICRO } from '../../ledger/quantities.ts'
import { type MetricId, metricById } from '../../metrics/registry.ts'
import type { EventStep, PositionNumbers } from '../../store/trades/day-steps.ts'
import type { StepUnit } from '../kit/explanation.ts'

/** A step's value in words: to the micro, as everything in an explanation. */
export function valueText(value: number | null, unit: StepUnit, isSigned = false): string {
  if (value === null) return 'unknown'
  switch (unit) {
    case 'USD':
      return exactMoney(value, isSigned)
    case 'SHARES':
      return exactShares(value, isSigned)
    case 'USD_PER_SHARE':
      return exactMoney(value)
    case 'COUNT':
      return signed(value, countText(Math.abs(value)), isSigned)
    case 'RATIO':
      return signed(value, numberText(Math.abs(value), 4), isSigned)
    case 'FRACTION':
      return signed(value, percentOf(Math.abs(value), { most: 4 }), isSigned)
  }
}

/** The unit of a metric's steps. */
export function unitOfMetric(metric: MetricId): StepUnit {
  const { unit } = metricById(metric)
  if (unit === 'USD') return 'USD'
  if (unit === 'fraction' || unit === 'probability') return 'FRACTION'
  return unit === 'ratio' ? 'RATIO' : 'COUNT'
}

/** A UTC day: `Mar 1, 2026`. */
export function dateOf(day: Day): string {
  return dateText(new Date(day * DAY_SECONDS * 1_000))
}

/** An event's effect on one number of a position, with its inputs. */
export function eventText(step: EventStep, number: keyof PositionNumbers): string {
  const { event } = step
  const moved = 'side' in event ? tradeText(step) : MOVED[event.kind](step)
  return `${moved}${effectText(step, number)}${untrackedText(step)}`
}

/** A few words for an event. */
export function eventTitle({ event }: EventStep): string {
  if ('side' in event) return event.side === 0 ? 'Buy' : 'Sell'
  return TITLES[event.kind]
}

const TITLES = {
  SPLIT: 'Split',
  MERGE: 'Merge',
  CONVERT: 'Conversion',
  RESOLVE: 'Resolution',
  REDEEM: 'Redemption',
  TRANSFER: 'Transfer',
  INCOME: 'Income',
} as const

function tradeText({ event, before }: EventStep): string {
  if (!('side' in event)) return ''
  const { shares, usd, fee, feeIn, side } = event
  const price = shares === 0 ? '' : ` at ${exactMoney(Math.round((usd * MICRO) / shares))}`
  const paid = fee === 0 ? '' : `, fee ${feeIn === 0 ? exactMoney(fee) : exactShares(fee)}`
  return side === 0
    ? `Bought ${exactShares(shares)}${price} for ${exactMoney(usd)}${paid}`
    : `Sold ${exactShares(shares)} of ${exactShares(before.shares)}${price} for ${exactMoney(usd)}${paid}`
}

const MOVED: Record<keyof typeof TITLES, (step: EventStep) => string> = {
  SPLIT: ({ change }) => `Split dollars into ${exactShares(change.shares)} of each outcome`,
  MERGE: ({ change }) => `Merged ${exactShares(-change.shares)} of each outcome into dollars`,
  CONVERT: ({ change }) =>
    change.shares < 0
      ? `Converted ${exactShares(-change.shares)}, whose cost moves to the outcomes received`
      : `Received ${exactShares(change.shares)} by a conversion`,
  RESOLVE: ({ before, change }) =>
    `The market resolved: ${exactShares(before.shares)} are worth ${exactMoney(before.cost + change.cost)}`,
  REDEEM: ({ change }) => `Redeemed ${exactShares(-change.shares)}`,
  TRANSFER: ({ change }) =>
    change.shares < 0
      ? `Sent ${exactShares(-change.shares)}, whose cost goes along`
      : `Received ${exactShares(change.shares)} with their cost`,
  INCOME: () => 'Income',
}

/** The number's own part: proceeds less cost, cost that came or left, and so on. */
function effectText({ event, before, change }: EventStep, number: keyof PositionNumbers): string {
  const result = exactMoney(change[number], true)
  switch (number) {
    case 'realized': {
      if (!('side' in event) && event.kind === 'RESOLVE')
        return `: value ${exactMoney(before.cost + change.cost)} − cost ${exactMoney(before.cost)} = ${result}`
      const basis = change.sold - change.realized
      if (change.sold === 0) return `: ${result}`
      return `: proceeds ${exactMoney(change.sold)} − cost ${exactMoney(basis)} = ${result}`
    }
    case 'shares':
    case 'untracked':
      return `: ${exactShares(change[number], true)}`
    case 'fills':
      return ''
    case 'officialRealized':
      return `: ${result} by the official rule`
    case 'cost':
      return change.cost < 0
        ? `: cost ${exactMoney(-change.cost)} of ${exactMoney(before.cost)} left`
        : `: cost ${exactMoney(change.cost)} came in`
    default:
      return `: ${result}`
  }
}

function untrackedText({ change }: EventStep): string {
  return change.untracked === 0
    ? '.'
    : `. ${exactShares(change.untracked)} have no known cost and earn nothing.`
}

/** A position's days, or units, in words. */
export function countedText(count: number, one: string, sum: string): string {
  return `Sum of ${plural(count, one)}: ${sum}.`
}
