import type { Address } from '../ledger/quantities.ts'
import type { Cause } from './causes.ts'
import { addedUp, type CausePart, type ComparedPosition, comparePositions } from './compare.ts'
import { type ComparedMarket, compareEvents, type OwnEvent } from './compare-events.ts'
import type { OwnPosition } from './flows.ts'
import { NUMBER_NAMES, type NumberName, type View } from './read-view.ts'
import { type EarlierClose, withKnownFigures } from './total-figures.ts'

// Another site's view of a wallet against the host's own ledger: position by position, and in sum.

/** The host's own knowledge of a wallet. */
export interface OwnLedger {
  positions: readonly OwnPosition[]
  /** Every event of the wallet; empty where the view lists none. */
  events: readonly OwnEvent[]
  /** The wallet's profit at closes before, the newest first; empty where nothing asks for it. */
  closes: readonly EarlierClose[]
}

export interface ReconciledSum {
  /** CASH is the cash flow of the events that a view lists; others are sums of positions. */
  name: NumberName | 'cash'
  own: number
  other: number
  causes: CausePart[]
}

/** The compared numbers, and the causes of each difference. */
export interface Reconciliation {
  wallet: Address | null
  positions: ComparedPosition[]
  markets: ComparedMarket[]
  sums: ReconciledSum[]
  /** The causes that explain anything, by the number of positions and markets. */
  causes: { cause: Cause; count: number }[]
}

/** Reconciles a view. Each difference is exactly the sum of its causes. */
export function reconcile(view: View, own: OwnLedger): Reconciliation {
  const positions = withKnownFigures(comparePositions(view, own.positions), view, own)
  const markets = view.hasEvents ? compareEvents(view, own.events) : []
  const counts = new Map<Cause, number>()
  for (const causes of [
    ...positions.map(({ numbers }) => numbers.flatMap((one) => one.causes)),
    ...markets.map((market) => market.causes),
  ])
    for (const cause of new Set(causes.map((part) => part.cause)))
      counts.set(cause, (counts.get(cause) ?? 0) + 1)
  return {
    wallet: view.wallet,
    positions,
    markets,
    sums: [...sumsOf(positions), ...(markets.length === 0 ? [] : [sumOf('cash', markets)])],
    causes: [...counts].map(([cause, count]) => ({ cause, count })).sort((a, b) => b.count - a.count),
  }
}

/** Sums of positions. Totals of a view count alone where it shows any: its positions are then a part of them. */
function sumsOf(positions: readonly ComparedPosition[]): ReconciledSum[] {
  return NUMBER_NAMES.flatMap((name) => {
    const shown = positions.flatMap(({ token, numbers }) =>
      numbers.filter((one) => one.name === name).map((number) => ({ token, number })),
    )
    const totals = shown.filter(({ token }) => token === null)
    const counted = (totals.length > 0 ? totals : shown).map(({ number }) => number)
    return counted.length === 0 ? [] : [sumOf(name, counted)]
  })
}

function sumOf(
  name: ReconciledSum['name'],
  parts: readonly { own: number; other: number; causes: CausePart[] }[],
): ReconciledSum {
  return {
    name,
    own: parts.reduce((sum, { own }) => sum + own, 0),
    other: parts.reduce((sum, { other }) => sum + other, 0),
    causes: addedUp(parts.flatMap(({ causes }) => causes)),
  }
}
