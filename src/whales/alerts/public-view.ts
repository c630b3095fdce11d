import { MICRO, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import type { AlertIds } from './alert-reader.ts'
import type { AlertRow } from './alert-row.ts'
import type { AlertView } from './alert-view.ts'
import { proView } from './pro-view.ts'

/** Significant digits of the dollars that callers without Pro see. */
const USD_DIGITS = 2
const MINUTE = 60

/**
 * An alert for callers without Pro: everything but the trader and the exact amounts (methodology §8).
 * @param number the trader's within the UTC day of the alert
 */
export function publicView(row: AlertRow, ids: AlertIds, number: number): AlertView {
  const { usd, price, time, ...view } = proView(row, ids)
  return {
    ...view,
    identity: null,
    label: `Trader #${number}`,
    usd: shownUsd(usd),
    price: shownPrice(price),
    time: shownTime(time),
    timePrecision: 'MINUTE',
  }
}

/** Dollars with 2 significant digits, rounded towards zero. */
export function shownUsd(usd: number): number {
  const micro: MicroUsd = Math.round(Math.abs(usd) * MICRO)
  const unit = 10 ** Math.max(0, String(micro).length - USD_DIGITS)
  return (Math.sign(usd) * (micro - (micro % unit))) / MICRO
}

/** Dollars a share, rounded to the cent. */
export function shownPrice(price: number): number {
  return Math.round(price * 100) / 100
}

/** The start of the minute. */
export function shownTime(time: Seconds): Seconds {
  return time - (time % MINUTE)
}
