import type { DeliverableAlert } from '../delivery/deliverable-alert.ts'
import type { AlertFilter } from './alert-config.ts'

/** Whether an alert passes a filter. An alert without a category passes only a filter without categories. */
export function matches(filter: AlertFilter, alert: DeliverableAlert): boolean {
  return (
    alert.usd >= filter.minUsd &&
    (filter.side === null || filter.side === alert.side) &&
    anyOf(filter.categories, alert.category === null ? [] : [alert.category]) &&
    anyOf(filter.qualifying, alert.qualifying) &&
    anyOf(filter.traders, [alert.trader.address])
  )
}

function anyOf(wanted: readonly string[], has: readonly string[]): boolean {
  return wanted.length === 0 || has.some((one) => wanted.includes(one))
}
