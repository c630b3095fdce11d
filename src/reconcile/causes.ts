import { MICRO, type MicroPrice, type Seconds } from '../ledger/quantities.ts'
import type { Altered, Flow } from './flows.ts'

// The causes of differences, each as the rule that another site applies in place of the host's.

/** The causes, with a sentence for a reader who never saw the host. */
export const CAUSES = {
  SPLIT: 'The other site does not count shares made from collateral by a split.',
  MERGE: 'The other site does not count shares that a merge turned back into collateral.',
  CONVERSION:
    'The other site does not count conversions of No shares into Yes shares of a multi-outcome market, or no result of one into dollars.',
  UNREDEEMED_LOSER:
    'The shares lost and were never redeemed: the other site omits the loss from realized profit, or omits the position.',
  REDEMPTION:
    'The other site counts the result of a market when shares are redeemed, or not at all; the host counts it once the market resolves.',
  FEE: 'The other site ignores trading fees.',
  TRANSFER_IN: 'Shares came from another wallet: the other site does not count them, or counts them as free.',
  TRANSFER_OUT:
    'Shares went to another wallet: the other site still counts them, or counts them as sold at $0.',
  DUST: 'Rounding of the digits that the other site shows, or a position too small for its list.',
  MARK: 'The other site values open shares at another price, or at the price of another time.',
  MAKER_AND_TAKER:
    'The other site counts a trade twice: once for the maker, once for the taker, or two rows for one position.',
  MISSING_PAGE:
    'The other view begins later, or its list ends early: older events or further rows are missing, as where a page of results was not fetched.',
  OTHER_CUTOFF: 'The other view ends earlier: it lacks the newest events.',
  UNKNOWN: 'No known rule explains it.',
} as const satisfies Record<string, string>

export type Cause = keyof typeof CAUSES
/** Causes in the order in which they are preferred where several explain a difference equally well. */
export const CAUSE_NAMES = Object.keys(CAUSES) as Cause[]

/** A rule in place of the host's. @returns null where it changes nothing that it is about */
export interface Rule {
  cause: Cause
  apply(position: Altered): Altered | null
}

/** The largest value and profit of a position that sites leave out of their lists as dust: a dollar. */
const DUST_LIMIT = MICRO

const without = (cause: Cause, isOut: (flow: Flow) => boolean): Rule => ({
  cause,
  apply: (position) => {
    const flows = position.flows.filter((flow) => !isOut(flow))
    return flows.length === position.flows.length ? null : { ...position, flows }
  },
})

const changing = (cause: Cause, isMeant: (flow: Flow) => boolean, change: (flow: Flow) => Flow): Rule => ({
  cause,
  apply: (position) =>
    position.flows.some(isMeant)
      ? { ...position, flows: position.flows.map((flow) => (isMeant(flow) ? change(flow) : flow)) }
      : null,
})

const isFill = ({ kind }: Flow) => kind === 'FILL'
const isTaken = ({ kind, isTaker }: Flow) => kind === 'FILL' && isTaker === true
const isIn = ({ kind, shares }: Flow) => kind === 'TRANSFER' && shares > 0
const isOut = ({ kind, shares }: Flow) => kind === 'TRANSFER' && shares < 0
const isResolution = ({ kind }: Flow) => kind === 'RESOLVE'

/** Shares that are held of a market that resolved against them. */
function isUnredeemedLoser(position: Altered): boolean {
  return position.price === 0 && position.isResolved && position.own.shares > 0
}

const twice = (cause: Cause, isMeant: (flow: Flow) => boolean): Rule[] => [
  {
    cause,
    apply: (position) => {
      const more = position.flows.filter(isMeant).reduce((sum, { gross }) => sum + gross, 0)
      return more === 0 ? null : { ...position, moreVolume: position.moreVolume + more }
    },
  },
  {
    cause,
    apply: (position) =>
      position.flows.some(isMeant)
        ? { ...position, flows: position.flows.flatMap((flow) => (isMeant(flow) ? [flow, flow] : [flow])) }
        : null,
  },
]

/** Redeemed shares still count as held: at their price, or at their cost. */
const unredeemed = (isAtCost: boolean): Rule => ({
  cause: 'REDEMPTION',
  apply(position) {
    if (!position.flows.some(({ kind }) => kind === 'REDEEM')) return null
    const flows = position.flows.filter(({ kind }) => kind !== 'RESOLVE' && kind !== 'REDEEM')
    return { ...position, flows, isAtCost }
  },
})

/** The rules that need nothing but the position's own events. */
export const RULES: readonly Rule[] = [
  without('SPLIT', ({ kind }) => kind === 'SPLIT'),
  without('MERGE', ({ kind }) => kind === 'MERGE'),
  without('CONVERSION', ({ kind }) => kind === 'CONVERT'),
  // Shares leave at their cost: nothing is realized where the No of every question becomes dollars.
  changing(
    'CONVERSION',
    ({ kind }) => kind === 'CONVERT',
    (flow) => ({ ...flow, kind: 'TRANSFER' }),
  ),
  {
    cause: 'UNREDEEMED_LOSER',
    apply: (position) =>
      isUnredeemedLoser(position)
        ? (without('UNREDEEMED_LOSER', isResolution).apply(position) ?? null)
        : null,
  },
  {
    cause: 'UNREDEEMED_LOSER',
    apply: (position) => (isUnredeemedLoser(position) ? { ...position, times: 0 } : null),
  },
  {
    cause: 'UNREDEEMED_LOSER',
    apply: (position) =>
      isUnredeemedLoser(position)
        ? { ...position, flows: position.flows.filter((flow) => !isResolution(flow)), isAtCost: true }
        : null,
  },
  {
    cause: 'REDEMPTION',
    apply: (position) =>
      isUnredeemedLoser(position) ? null : without('REDEMPTION', isResolution).apply(position),
  },
  unredeemed(false),
  unredeemed(true),
  {
    cause: 'REDEMPTION',
    apply: (position) => {
      if (!position.flows.some(({ kind }) => kind === 'REDEEM')) return null
      const flows = position.flows.filter((flow) => !isResolution(flow))
      return {
        ...position,
        flows: flows.map((flow) => (flow.kind === 'REDEEM' ? { ...flow, usd: 0, isUnpaid: true } : flow)),
      }
    },
  },
  changing(
    'FEE',
    ({ fee }) => fee.usd > 0 || fee.shares > 0,
    (flow) => ({
      ...flow,
      shares: flow.shares + (flow.shares > 0 ? flow.fee.shares : 0),
      usd: flow.gross,
      fee: { usd: 0, shares: 0 },
    }),
  ),
  without('TRANSFER_IN', isIn),
  changing('TRANSFER_IN', isIn, (flow) => ({ ...flow, usd: 0, uncosted: 0 })),
  without('TRANSFER_OUT', isOut),
  changing('TRANSFER_OUT', isOut, (flow) => ({ ...flow, usd: 0, isAtCost: false })),
  ...twice('MAKER_AND_TAKER', isTaken),
  ...twice('MAKER_AND_TAKER', isFill),
  {
    cause: 'MAKER_AND_TAKER',
    apply: (position) => (position.times === 1 ? { ...position, times: 2 } : null),
  },
  {
    cause: 'DUST',
    apply: (position) => {
      const { value, pnl, cost } = position.own
      const isDust = value <= DUST_LIMIT && Math.abs(pnl) <= DUST_LIMIT && Math.abs(cost) <= DUST_LIMIT
      return isDust && position.times !== 0 ? { ...position, times: 0 } : null
    },
  },
]

/** The other site's price of a share. */
export function markedAt(price: MicroPrice): Rule {
  return {
    cause: 'MARK',
    apply: (position) =>
      position.price === price || position.flows.some(isResolution) ? null : { ...position, price },
  }
}

/** Only events after a moment count. */
export function startingAfter(time: Seconds): Rule {
  return without('MISSING_PAGE', (flow) => flow.time <= time)
}

/** The position is not in a list that was cut at a page's length. */
export const BEYOND_PAGE: Rule = {
  cause: 'MISSING_PAGE',
  apply: (position) => (position.times === 0 ? null : { ...position, times: 0 }),
}

/** Only events up to a moment count. */
export function endingAt(time: Seconds): Rule {
  return without('OTHER_CUTOFF', (flow) => flow.time > time)
}
