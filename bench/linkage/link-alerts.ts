import { DAY_SECONDS, MICRO } from '../../src/ledger/quantities.ts'
import { readAlertIds } from '../../src/store/alerts/alert-ids.ts'
import { createAlertReader } from '../../src/store/alerts/alert-reader.ts'
import type { AlertRow } from '../../src/store/alerts/alert-row.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { createAlertDesk } from '../../src/whales/alerts/alert-desk.ts'
import type { AlertView } from '../../src/whales/alerts/alert-view.ts'
import { possibleMatches } from '../possible-matches.ts'
import { DISTINCT_LABELS } from './distinct-labels.ts'

/** What is left of the wallets for a public alert. */
export interface LinkedAlert {
  /** Wallets with an alert that fits. Which fills are alerts follows from who stood on the boards, and counts as known. */
  wallets: number
  /** Those that have, on one day, an alert for each of its label. */
  labelled: number
  /** Those that it can be of when all public alerts are looked at together, each being another one. */
  counted: number
}

/**
 * Joins every alert that was ever public with every alert of the ledger on all that is shown of it, also in the
 * showcase. The code that coarsens is not looked at: all is done anew, on decimals.
 * @param now the wall clock, an hour behind which alerts are public
 * @throws Error where the attack rules out the right one
 */
export async function linkAlerts(db: Database, now: number): Promise<LinkedAlert[]> {
  const ids = await readAlertIds(db)
  const desk = createAlertDesk({ db, labels: DISTINCT_LABELS, delayMinutes: 60, now: () => now })
  const all = await createAlertReader(db).list({}, 1_000_000, null)
  const read = await Promise.all(all.map(({ seq }) => desk.one('ANONYMOUS', ids.of(seq))))
  const views = read.filter((view) => view !== null)
  const traders = all.flatMap(({ trader }, i) => (read[i] ? [trader] : []))
  const moves = new Map((await desk.showcase('ANONYMOUS')).map(({ alert, move }) => [alert.id, move]))
  const found = new Map<string, number[]>()
  const fitting = views.map((view) => {
    const key = contentOf(view)
    const known = found.get(key) ?? all.flatMap((alert, i) => (fits(alert, view) ? [i] : []))
    found.set(key, known)
    return known
  })
  const canBe = possibleMatches(fitting)
  if (canBe === null) throw new Error('public alerts without a fill')
  const walletOf = (i: number) => all[i]?.trader ?? 0
  for (const alike of Map.groupBy(views, contentOf).values())
    if (new Set(alike.flatMap(({ id }) => (moves.has(id) ? [moves.get(id)] : []))).size > 1)
      throw new Error('the showcase tells alerts apart that look the same')
  for (const [condition, alerts] of Map.groupBy(all, (alert) => alert.condition)) {
    const tokens = [...new Set(alerts.map(({ token }) => token))]
    const listed = await desk.page('ANONYMOUS', { filter: { tokens }, first: 25, after: null })
    const shown = views
      .filter(({ market }) => market !== null && market.condition === condition)
      .map(contentOf)
    if (
      listed.alerts.some((alert) => !shown.includes(contentOf(alert))) ||
      (await listed.total()) !== Math.min(25, shown.length)
    )
      throw new Error('the alerts of a market are not those that show it')
  }
  const byLabel = Map.groupBy(views.keys(), (n) => views[n]?.label)
  return views.map((view, n) => {
    const own = fitting[n] ?? []
    const ofLabel = (byLabel.get(view.label) ?? []).map((other) => fitting[other] ?? [])
    const left = {
      wallets: new Set(own.map(walletOf)),
      labelled: labelledBy(all, ofLabel),
      counted: new Set(own.filter((i) => canBe(n, i)).map(walletOf)),
    }
    if (Object.values(left).some((found) => !found.has(traders[n] ?? 0)))
      throw new Error('the right one was ruled out')
    return { wallets: left.wallets.size, labelled: left.labelled.size, counted: left.counted.size }
  })
}

/** What is shown of an alert but its id and label, as a text. */
function contentOf({ id: _, label: __, ...content }: AlertView): string {
  return JSON.stringify(content)
}

/** Wallets with a day of as many alerts that fit as the label has, each of whose alerts one of them fits. */
function labelledBy(all: readonly AlertRow[], ofLabel: readonly (readonly number[])[]): Set<number> {
  const dayOf = (i: number) => `${all[i]?.trader} ${Math.floor((all[i]?.time ?? 0) / DAY_SECONDS)}`
  const days = Map.groupBy(new Set(ofLabel.flat()), dayOf)
  const possible = [...days.values()].filter(
    (day) => day.length >= ofLabel.length && ofLabel.every((fitting) => day.some((i) => fitting.includes(i))),
  )
  return new Set(possible.flatMap((day) => day.map((i) => all[i]?.trader ?? 0)))
}

function fits(alert: AlertRow, view: AlertView): boolean {
  const day = Math.floor(alert.time / DAY_SECONDS) * DAY_SECONDS
  const monday = day - ((new Date(day * 1_000).getUTCDay() + 6) % 7) * DAY_SECONDS
  const hour = Math.floor(alert.time / 3_600) * 3_600
  const floored = { SECOND: alert.time, HOUR: hour, DAY: day, WEEK: monday }
  if (floored[view.timePrecision] !== view.time) return false
  if ((alert.side === 0) !== (view.direction === 'BUY')) return false
  if (
    view.market !== null &&
    (view.market.condition !== alert.condition || view.outcome !== alert.outcomeName)
  )
    return false
  if (view.category !== null && view.category !== alert.category) return false
  if (view.price !== null && Math.abs(alert.usd / alert.shares - view.price) > priceSlack(view.price, view))
    return false
  const text = String(Math.floor(alert.usd / MICRO))
  const digits = view.timePrecision === 'HOUR' && !/^\d0*$/.test(String(view.usd)) ? 2 : 1
  return Number(text.slice(0, digits).padEnd(text.length, '0')) === view.usd
}

/** Half of what the price is rounded to: a multiple of ten cents may be one of a cent. */
function priceSlack(price: number, { timePrecision, market }: AlertView): number {
  const isCents = timePrecision !== 'WEEK' && (market !== null || Math.round(price * 100) % 10 !== 0)
  return (isCents ? 0.005 : 0.05) + 1e-9
}
