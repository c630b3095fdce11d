import type { Labels } from '../../access/accounts/labels.ts'
import { categoryNamed } from '../../ledger/market-category.ts'
import { dayOf, MICRO, type Seconds } from '../../ledger/quantities.ts'
import type { AlertIds } from '../../store/alerts/alert-ids.ts'
import type { AlertRow } from '../../store/alerts/alert-row.ts'
import type { AlertView } from './alert-view.ts'
import { COARSE_LEVELS, coarsen } from './coarsen.ts'
import { directionOf, marketOf } from './pro-view.ts'

/** What a public view needs besides the alert. */
export interface PublicViewOptions {
  /** The newest fill that everybody may know of: the wall clock less the delay. */
  upTo: Seconds
  ids: AlertIds
  labels: Labels
}

/**
 * An alert as everybody sees it: coarse as was decided when it became public, with a label of its day in place of the
 * trader. The label is made of an alert's number and not of the address, so that it says of a trader only what was decided
 * to be said. Null while it is too new, undecided, or where nothing hides it.
 */
export function publicView(row: AlertRow, { upTo, ids, labels }: PublicViewOptions): AlertView | null {
  const level = row.level === null ? undefined : COARSE_LEVELS[row.level]
  if (level === undefined || row.shownUntil === null || row.shownUntil > upTo) return null
  const { usd, cents, time } = coarsen(row, level)
  const showsMarket = level.market === 'MARKET'
  return {
    id: ids.of(row.seq),
    identity: null,
    label: labels.of(`alert ${row.publicLabel}`, dayOf(row.time)),
    direction: directionOf(row),
    outcome: showsMarket ? row.outcomeName : null,
    market: showsMarket ? marketOf(row) : null,
    category: level.market === 'NONE' ? null : categoryNamed(row.publicCategory),
    usd: usd / MICRO,
    price: cents === null ? null : cents / 100,
    time,
    timePrecision: level.timeUnit,
    qualifying: null,
  }
}

/**
 * The newest public alerts by what is shown, at most `limit`, of rows that a list of as many was read of. What is cut off
 * of the last crowd is decided by ids, which reveal nothing.
 */
export function newestPublic(
  rows: readonly AlertRow[],
  limit: number,
  options: PublicViewOptions,
): ShownAlert[] {
  const shown = rows.flatMap((row) => {
    const view = publicView(row, options)
    return view === null ? [] : [{ row, view }]
  })
  shown.sort((a, b) => b.view.time - a.view.time || crowdOf(a) - crowdOf(b) || publicOrder(a.view, b.view))
  return shown.slice(0, limit).sort((a, b) => publicOrder(a.view, b.view))
}

/** A public alert, and what everybody sees of it. */
export interface ShownAlert {
  row: AlertRow
  view: AlertView
}

function crowdOf({ row }: ShownAlert): number {
  return row.crowd ?? row.seq
}

/** Newest first as far as everybody may know; alerts that look equally old are in an order that reveals nothing. */
export function publicOrder(a: AlertView, b: AlertView): number {
  return b.time - a.time || (a.id < b.id ? -1 : Number(a.id > b.id))
}
