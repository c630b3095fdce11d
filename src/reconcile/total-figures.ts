import { valueAt } from '../ledger/holding.ts'
import type { Day, MicroUsd } from '../ledger/quantities.ts'
import {
  addedUp,
  type CausePart,
  type ComparedNumber,
  type ComparedPosition,
  comparePositions,
  toleranceOf,
} from './compare.ts'
import type { OwnPosition } from './flows.ts'
import type { NumberName, View } from './read-view.ts'

// Reasons for one number of a whole wallet, which shows no positions: figures that the host knows of the wallet by another rule, at
// other prices or of another day, each with the causes that lead to it.

/** A wallet's profit at the close of a day. */
export interface EarlierClose {
  day: Day
  pnl: MicroUsd
  realized: MicroUsd
  /** By the rule of the venue's subgraph; null where it was not read. */
  official: MicroUsd | null
}

/** The host's own knowledge of a wallet. */
export interface KnownWallet {
  positions: readonly OwnPosition[]
  /** The newest first. */
  closes: readonly EarlierClose[]
}

interface Figure {
  value: number
  /** They add up to the value less the host's number. */
  causes: readonly CausePart[]
}

/** Every position's profit by the rule of the venue's subgraph, as another site's view. */
export function officialView(view: View, own: readonly OwnPosition[]): View {
  const positions = own.flatMap(({ token, official }) =>
    official === null ? [] : [{ token, title: null, numbers: { pnl: official }, price: null, listed: 1 }],
  )
  return {
    ...view,
    positions,
    places: { pnl: 1 },
    totals: {},
    events: [],
    hasEvents: false,
    isFullPage: false,
  }
}

/**
 * Gives a wallet's totals that no rule makes exactly the causes of the known figure that equals the total, as far as its digits show. Where
 * none does, a profit that is nearer to the official rule's than to the host's, or farther from the host's than that one is, has the causes of
 * the official rule's, and an unknown rest.
 */
export function withKnownFigures(
  compared: readonly ComparedPosition[],
  view: View,
  known: KnownWallet,
): ComparedPosition[] {
  const places = toleranceOf(view)
  let official: Figure | null = null
  return compared.map((position) => {
    if (position.token !== null) return position
    const numbers = position.numbers.map((number) => {
      if (restOf(number) === 0) return number
      if (number.name === 'pnl') official ??= officialFigure(view, known.positions)
      return explained(number, figuresOf(number, official, known), {
        official: number.name === 'pnl' ? official : null,
        tolerance: places[number.name],
      })
    })
    return { ...position, numbers }
  })
}

/** The size of the part that no rule makes: an unknown one, or one within rounding. */
function restOf({ causes }: ComparedNumber): number {
  const rest = causes.filter(({ cause }) => cause === 'UNKNOWN' || cause === 'DUST')
  return rest.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
}

function explained(
  number: ComparedNumber,
  figures: readonly Figure[],
  { official, tolerance }: { official: Figure | null; tolerance: number },
): ComparedNumber {
  const gapTo = ({ value }: Pick<Figure, 'value'>) => number.other - value
  const equal = figures.find((figure) => Math.abs(gapTo(figure)) <= tolerance)
  const gap = Math.abs(gapTo({ value: number.own }))
  // A site is taken to count as the venue does, unless its number is nearer to the host's than the venue's is.
  const isLikely =
    official && (Math.abs(gapTo(official)) < gap || Math.abs(official.value - number.own) < gap)
  const best = equal ?? (isLikely ? official : null)
  if (best === null || (equal && Math.abs(gapTo(equal)) >= restOf(number))) return number
  const rest: CausePart = { cause: equal ? 'DUST' : 'UNKNOWN', amount: gapTo(best) }
  return { ...number, causes: addedUp([...best.causes, rest]) }
}

/** The sum of the positions by the official rule, with the causes of each position's difference. */
function officialFigure(view: View, own: readonly OwnPosition[]): Figure {
  const numbers = comparePositions(officialView(view, own), own).flatMap((one) => one.numbers)
  return {
    value: numbers.reduce((sum, { other }) => sum + other, 0),
    causes: addedUp(numbers.flatMap(({ causes }) => causes)),
  }
}

/** Figures of a number, the more likely ones first. */
function figuresOf(
  { name, own }: ComparedNumber,
  official: Figure | null,
  { positions, closes }: KnownWallet,
): Figure[] {
  const otherMarks = markedBefore(name, positions).map((amount) => figureBy('MARK', own, amount))
  const earlier = closes.flatMap((close) =>
    name === 'pnl' || name === 'realized'
      ? [figureBy('OTHER_CUTOFF', own, (name === 'pnl' ? close.pnl : close.realized) - own)]
      : [],
  )
  if (name !== 'pnl' || official === null) return [...otherMarks, ...earlier]
  const earlierOfficial = closes.flatMap((close): Figure[] => {
    if (close.official === null) return []
    const part: CausePart = { cause: 'OTHER_CUTOFF', amount: close.official - official.value }
    return [{ value: close.official, causes: addedUp([...official.causes, part]) }]
  })
  return [official, ...otherMarks, ...earlierOfficial, ...earlier]
}

function figureBy(cause: CausePart['cause'], own: number, amount: number): Figure {
  return { value: own + amount, causes: [{ cause, amount }] }
}

/** The change of a wallet's value at the prices of each of the last closes. */
function markedBefore(name: NumberName, positions: readonly OwnPosition[]): number[] {
  if (name !== 'pnl' && name !== 'unrealized' && name !== 'value') return []
  const open = positions.filter(({ numbers, isResolved }) => numbers.shares > 0 && !isResolved)
  const deepest = Math.max(0, ...open.map(({ closes }) => closes.length))
  return Array.from({ length: deepest }, (_, back) =>
    open.reduce((sum, { numbers, closes }) => {
      const price = closes[back]
      return price === undefined ? sum : sum + valueAt(numbers.shares, price) - numbers.value
    }, 0),
  )
}
