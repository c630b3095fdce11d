import { dayOf, type Seconds } from '../../ledger/quantities.ts'
import type { PublicDecision, UndecidedAlert } from '../../store/alerts/public-alerts.ts'
import { COARSE_LEVELS, type CoarseLevel, coarsen } from '../alerts/coarsen.ts'

/** Wallets that the alerts of a crowd are of, at least. */
const MIN_WALLETS = 5

/**
 * Puts a week's alerts into crowds. The alerts of a crowd show the same in every field and are of {@link MIN_WALLETS}
 * wallets or more, so that exchanging the traders behind them changes no answer: no join can distinguish them, whatever it
 * knows of fills and of the boards. Finest level first; a level is looked at once its hour, day or week
 * has ended, so that the outcome does not depend on when it is looked at.
 * @param alerts of one ISO week, of whom nothing is decided yet
 * @param upTo the end of what everybody may know
 * @returns the alerts that found a crowd and, once the week has ended, those that did not, with `level` null; no other
 */
export function decideCrowds(alerts: readonly UndecidedAlert[], upTo: Seconds): PublicDecision[] {
  const decisions: PublicDecision[] = []
  let left = alerts
  for (const [place, level] of COARSE_LEVELS.entries()) {
    const found = crowdsAt(level, left, upTo).map((crowd) => decideCrowd(crowd, place, level))
    const seqs = new Set(found.flat().map(({ seq }) => seq))
    left = left.filter(({ seq }) => !seqs.has(seq))
    decisions.push(...found.flat())
  }
  return [...decisions, ...left.filter((alert) => coarsen(alert, COARSEST).until <= upTo).map(neverShown)]
}

const COARSEST: CoarseLevel = { digits: 1, timeUnit: 'WEEK', market: 'NONE', cents: null }

function crowdsAt(level: CoarseLevel, alerts: readonly UndecidedAlert[], upTo: Seconds): UndecidedAlert[][] {
  const candidates = alerts.filter(
    (alert) =>
      coarsen(alert, level).until <= upTo && (level.market !== 'CATEGORY' || alert.category !== null),
  )
  const alike = Map.groupBy(candidates, (alert) => looks(alert, level))
  return [...alike.values()].filter((crowd) => walletsOf(crowd) >= MIN_WALLETS)
}

/** A text that is the same for alerts that show the same at a level. */
function looks(alert: UndecidedAlert, level: CoarseLevel): string {
  const { usd, cents, time } = coarsen(alert, level)
  const market = { MARKET: alert.token, CATEGORY: alert.category, NONE: null }[level.market]
  return JSON.stringify([alert.side, usd, cents, time, market])
}

function decideCrowd(crowd: readonly UndecidedAlert[], place: number, level: CoarseLevel): PublicDecision[] {
  const [first] = crowd.toSorted((a, b) => a.seq - b.seq)
  const labels = sharedLabels(crowd)
  return crowd.map((alert) => {
    const { time, until } = coarsen(alert, level)
    return {
      seq: alert.seq,
      level: place,
      category: alert.category,
      fits: walletsOf(crowd),
      crowd: first?.seq ?? alert.seq,
      label: labels.get(alert.seq) ?? alert.seq,
      shownTime: time,
      shownUntil: until,
    }
  })
}

function neverShown({ seq, category }: UndecidedAlert): PublicDecision {
  return { seq, level: null, category, fits: 0, crowd: null, label: null, shownTime: null, shownUntil: null }
}

/**
 * Which alerts of a crowd share a label: those of one wallet's day, where as many wallets have a day of just as many
 * alerts in the crowd, and the wallets of all other days are as many (or none). Otherwise the number of a label's alerts
 * would reveal whose they are, and a label of its own that its wallet has no more.
 * @returns by an alert's number, that of the alert whose label it has; without those that have their own
 */
function sharedLabels(crowd: readonly UndecidedAlert[]): Map<number, number> {
  const days = [...Map.groupBy(crowd, ({ trader, time }) => `${trader} ${dayOf(time)}`).values()]
  const bySize = [...Map.groupBy(days, ({ length }) => length)]
  const shares = ([size, same]: [number, UndecidedAlert[][]]) =>
    size > 1 && walletsOf(same.flat()) >= MIN_WALLETS
  const others = bySize.filter((one) => !shares(one)).flatMap(([, same]) => same.flat())
  if (others.length > 0 && walletsOf(others) < MIN_WALLETS) return new Map()
  const sharing = bySize.filter(shares).flatMap(([, same]) => same)
  return new Map(
    sharing.flatMap((day) => {
      const label = Math.min(...day.map(({ seq }) => seq))
      return day.map(({ seq }) => [seq, label] as const)
    }),
  )
}

function walletsOf(alerts: readonly UndecidedAlert[]): number {
  return new Set(alerts.map(({ trader }) => trader)).size
}
