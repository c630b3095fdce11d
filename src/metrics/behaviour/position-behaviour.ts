import type { Fill } from '../../ledger/event.ts'
import type { Position } from '../../ledger/position.ts'
import {
  exactSum,
  MICRO,
  type MicroShares,
  type MicroUsd,
  mulDivFloor,
  type Seconds,
} from '../../ledger/quantities.ts'
import type { ExactTotal } from '../running-sum.ts'
import { priceBin } from '../skill/calibration.ts'
import { copySlippage } from './copyable.ts'
import { addLot, closeLots, noLots, type OpenLots } from './open-lots.ts'

/**
 * One trader's holding of one token, as far as behaviour needs it. `lots`, `open` and `slippage` are the holding's; every other
 * field is a flow since the last {@link resetBehaviour}. A trader's day is the sum of those of the trader's positions.
 */
export interface PositionBehaviour {
  /** Shares by the time they came in, without those that a resolution settled. */
  lots: OpenLots
  /** Shares in open lots; after a resolution fewer than the position's. */
  open: MicroShares
  /** The slippage of a copier's replay that the cost of the shares carries. */
  slippage: MicroUsd
  /** Fills whose role is known. */
  roleKnown: number
  /**
   * Σ of squares of the fills' micro-dollars, in limbs of 36 bits, the lowest first: they add up apart from each other, over
   * 2^15 fills without leaving the exact range.
   */
  squares: [number, number, number]
  buySlippage: MicroUsd
  sellSlippage: MicroUsd
  /** Slippage that came with transferred shares, less what left with them. */
  movedSlippage: MicroUsd
  /** Fills by hour of the UTC day; sparse, as the next: place and value in turns. */
  hours: number[]
  /** Cost of the BUYs by {@link priceBin}, fees included. */
  entryCost: number[]
  /** Of each lot that closed, wholly or in part. */
  heldSeconds: Seconds[]
}

/** Returns the behaviour of a position before its first event. */
export function emptyBehaviour(): PositionBehaviour {
  return {
    lots: noLots(),
    open: 0,
    slippage: 0,
    roleKnown: 0,
    squares: [0, 0, 0],
    buySlippage: 0,
    sellSlippage: 0,
    movedSlippage: 0,
    hours: [],
    entryCost: [],
    heldSeconds: [],
  }
}

/** Starts a new period: every flow returns to 0, the holding stays. */
export function resetBehaviour(behaviour: PositionBehaviour): void {
  behaviour.roleKnown = 0
  behaviour.squares[0] = 0
  behaviour.squares[1] = 0
  behaviour.squares[2] = 0
  behaviour.buySlippage = 0
  behaviour.sellSlippage = 0
  behaviour.movedSlippage = 0
  empty(behaviour.hours)
  empty(behaviour.entryCost)
  empty(behaviour.heldSeconds)
}

/** Empties a list, which hardly ever has more than two numbers. Another length is set outside of compiled code, and the memory given back. */
function empty(list: number[]): void {
  if (list.length > 8) list.length = 0
  else while (list.length > 0) list.pop()
}

/** The terms of a fill that behaviour depends on. */
export type BehaviourFill = Pick<Fill, 'side' | 'role' | 'shares' | 'usd' | 'fee' | 'feeIn'> & {
  time: Seconds
}

/**
 * Counts a fill.
 * @param before shares that the position held before the fill; `after`: behind it
 * @throws RangeError when a sum leaves the exact range
 */
export function countFill(
  behaviour: PositionBehaviour,
  fill: BehaviourFill,
  before: MicroShares,
  after: MicroShares,
): void {
  const { time, shares, usd } = fill
  if (fill.role !== null) behaviour.roleKnown += 1
  addSquare(behaviour.squares, usd)
  addAt(behaviour.hours, Math.floor(time / 3600) % 24, 1)
  moveShares(behaviour, before, after, time)
  if (fill.side === 'SELL') {
    const held = before - after
    if (held === 0) return
    const part = held === shares ? usd : mulDivFloor(usd, held, shares)
    const slippage = copySlippage({ side: 'SELL', shares: held, usd: part })
    behaviour.sellSlippage = exactSum(behaviour.sellSlippage, slippage, 'slippage')
    return
  }
  const slippage = copySlippage({ side: 'BUY', shares, usd })
  behaviour.buySlippage = exactSum(behaviour.buySlippage, slippage, 'slippage')
  const bin = priceBin(shares === 0 ? MICRO : mulDivFloor(usd, MICRO, shares))
  addAt(behaviour.entryCost, bin, fill.feeIn === 'USD' ? exactSum(usd, fill.fee, 'cost') : usd)
  // A fee that took all shares leaves no cost that could carry it.
  if (after > 0) behaviour.slippage = exactSum(behaviour.slippage, slippage, 'slippage')
}

/** Shares came in or left; those that leave take their part of the slippage along, and close the oldest lots. */
export function moveShares(
  behaviour: PositionBehaviour,
  before: MicroShares,
  after: MicroShares,
  time: Seconds,
): void {
  if (after > before) {
    addLot(behaviour.lots, time, after - before)
    behaviour.open = exactSum(behaviour.open, after - before, 'open shares')
    return
  }
  const leaving = before - after
  // Settled shares came first, and leave first.
  const closing = Math.max(0, leaving - (before - behaviour.open))
  if (closing > 0) closeLots(behaviour.lots, time, closing, behaviour.heldSeconds)
  behaviour.open -= closing
  if (leaving > 0 && behaviour.slippage > 0)
    behaviour.slippage -= after === 0 ? behaviour.slippage : mulDivFloor(behaviour.slippage, leaving, before)
}

/**
 * Takes over the slippage that a transfer or a conversion moved.
 * @param moved a position whose cost was `before`, the slippage, as the fold left it: what it realized stays with the trader
 */
export function carrySlippage(behaviour: PositionBehaviour, before: MicroUsd, moved: Position): void {
  behaviour.slippage = moved.cost
  behaviour.movedSlippage = exactSum(
    behaviour.movedSlippage,
    moved.cost - before - moved.realized,
    'slippage',
  )
}

/** The outcome is known: every open lot closes, though its shares stay until they are paid out. */
export function settleLots(behaviour: PositionBehaviour, time: Seconds): void {
  if (behaviour.open === 0) return
  closeLots(behaviour.lots, time, behaviour.open, behaviour.heldSeconds)
  behaviour.open = 0
  behaviour.slippage = 0
}

const LIMB_BITS = 36
const HALF = 2 ** (LIMB_BITS / 2)

/** Adds a square, by parts of half a limb: it is larger than a number holds. */
function addSquare(limbs: [number, number, number], usd: MicroUsd): void {
  const low = usd % HALF
  const middle = Math.floor(usd / HALF) % HALF
  const high = Math.floor(usd / HALF / HALF)
  const lower = 2 * middle * low
  const upper = 2 * high * middle
  limbs[0] = exactSum(limbs[0], low * low + (lower % HALF) * HALF, 'squares')
  const own = 2 * high * low + middle * middle + Math.floor(lower / HALF)
  limbs[1] = exactSum(limbs[1], own + (upper % HALF) * HALF, 'squares')
  limbs[2] = exactSum(limbs[2], high * high + Math.floor(upper / HALF), 'squares')
}

/** The sum that limbs stand for, as a plain number wherever that holds it. */
export function sumOfSquares(low: number, middle: number, high: number): ExactTotal {
  const sum = (high * 2 ** LIMB_BITS + middle) * 2 ** LIMB_BITS + low
  if (Number.isSafeInteger(sum)) return sum
  const bits = BigInt(LIMB_BITS)
  return (((BigInt(high) << bits) + BigInt(middle)) << bits) + BigInt(low)
}

function addAt(sparse: number[], place: number, value: number): void {
  for (let i = 0; i < sparse.length; i += 2) {
    if (sparse[i] !== place) continue
    sparse[i + 1] = exactSum(sparse[i + 1] ?? 0, value, 'values of a day')
    return
  }
  sparse.push(place, value)
}
