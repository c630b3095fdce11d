import type { AlertView } from './alert-view.ts'
import { publicOrder } from './public-view.ts'

/** An alert with what it has come to. */
export interface NotableAlert {
  alert: AlertView
  /** (price now − price) · side · shares in dollars, of what the caller sees; null if unknown from it. */
  move: number | null
  /** Dollars a share; null where the market is withheld. */
  priceNow: number | null
}

/**
 * The showcase for everybody: of each label the alert with the largest move, the largest first; behind them, while
 * there is room, those whose move is withheld, the newest first. Made of what is shown alone, so that a place in it
 * reveals nothing more.
 */
export function publicShowcase(alerts: readonly NotableAlert[], limit: number): NotableAlert[] {
  const sorted = alerts.toSorted(byMove)
  const labels = new Set<string | null>()
  const best = sorted.filter(({ alert: { label } }) => {
    const isFirst = !labels.has(label)
    labels.add(label)
    return isFirst
  })
  return best.slice(0, limit)
}

function byMove(a: NotableAlert, b: NotableAlert): number {
  const difference = (b.move ?? Number.NEGATIVE_INFINITY) - (a.move ?? Number.NEGATIVE_INFINITY)
  return Number.isNaN(difference) || difference === 0 ? publicOrder(a.alert, b.alert) : difference
}
