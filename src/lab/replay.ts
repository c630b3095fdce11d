import { MICRO, type MicroShares, type MicroUsd, mulDivFloor, type Seconds } from '../ledger/quantities.ts'
import type { Decision } from './decisions.ts'
import { CRUMB, createFiller, type Fill, type Friction, type Walked } from './fills.ts'
import { type Exit, orderDesk } from './orders.ts'
import type { Rule } from './rule.ts'
import { BUY, type Tape, type TokenTerms } from './tape.ts'
import { Timetable } from './timetable.ts'
import { createWallet, type Wallet } from './wallet.ts'

/** How a copy of a purchase ended. */
export const FATES = [
  'FILLED',
  'PARTLY',
  'NO_PRINT',
  'BEYOND_SLIPPAGE',
  'NO_MONEY',
  'AT_A_LIMIT',
  'TOO_SMALL',
  'MARKET_ENDED',
] as const
export type Fate = (typeof FATES)[number]

/** A purchase that follows a decision, and what became of it. */
export interface Copy {
  decision: Decision
  fate: Fate
  /** When its order ended: nothing later changes its fate or its entries. */
  ended: Seconds
  /** Dollars that the rule wanted to spend, and those that it could. */
  wanted: MicroUsd
  budget: MicroUsd
  entries: readonly Fill[]
  exits: Fill[]
  /** The payout of the resolution; null before it. */
  settled: { time: Seconds; shares: MicroShares; usd: MicroUsd } | null
}

export interface Replay {
  tape: Tape
  tokens: TokenTerms
  decisions: readonly Decision[]
  delay: Seconds
  /** The first second after the rule's last day. */
  end: Seconds
  friction: Friction
}

interface Held {
  copy: Copy
  /** Shares in sales that have not ended. */
  offered: MicroShares
  /** The cost of those that left. */
  costOut: MicroUsd
}

/** The smallest order: $1. */
const LEAST_ORDER = MICRO
/** The order within a second: money comes in before orders are placed, sales before purchases. */
const [SETTLE, MONEY, SALE, PURCHASE] = [0, 1, 2, 3] as const

/**
 * Replays decisions in time: places their orders as the money allows, fills them, sells and settles. Nothing that happens is decided by
 * anything later.
 * @returns the copies of purchases in the order in which they were placed
 */
export function replay(rule: Rule, { tape, tokens, decisions, delay, end, friction }: Replay): Copy[] {
  const desk = orderDesk(rule, { tape, tokens, delay, end })
  const filler = createFiller(rule, tape, friction)
  const wallet = createWallet(rule, friction)
  const table = new Timetable()
  const copies: Copy[] = []
  /** The copies of each trader and outcome, the oldest first. */
  const held = new Map<number, Held[]>()
  const keyOf = ({ trader, token }: Decision) => trader * 2 ** 26 + token

  const purchase = (decision: Decision) => {
    const exit = desk.exitOf(decision)
    const order = desk.follow(decision, exit)
    const market = tokens.market(decision.token)
    const wanted = wantedBy(rule, decision, wallet)
    const { usd: budget, stop } = wallet.affords(wanted, market, decision.trader)
    const copy: Copy = { ...copyOf(decision, wanted, order.from), budget }
    copies.push(copy)
    if (budget < LEAST_ORDER) {
      copy.budget = 0
      copy.fate = wanted < LEAST_ORDER ? 'TOO_SMALL' : stop
      return
    }
    const walked = filler.walk(order, { usd: budget })
    const { fills } = walked
    const spent = fills.reduce((sum, { usd, fee }) => sum + usd + fee, 0)
    copy.entries = fills
    copy.fate = fateOf(walked, { wanted, spent, hasEnded: hasEnded(tokens, decision.token, order.from) })
    wallet.reserve(budget, market, decision.trader)
    // Dollars that are not spent are free again once the order has ended, and not before.
    const endsAt = Math.max(order.from, order.until)
    copy.ended = spent >= budget - CRUMB ? (fills.at(-1)?.time ?? endsAt) : endsAt
    table.add(copy.ended, MONEY, () => wallet.release(budget - spent, market, decision.trader))
    if (fills.length === 0) return
    const own: Held = { copy, offered: 0, costOut: 0 }
    const key = keyOf(decision)
    const owned = held.get(key)
    if (owned === undefined) held.set(key, [own])
    else owned.push(own)
    if (exit !== null)
      table.add(exit.time + delay, SALE, () => sell(own, exit, sharesAt(copy, exit.time + delay)))
    const resolved = tokens.resolvedAt(decision.token)
    if (resolved !== null && resolved < end) table.add(resolved, SETTLE, () => settle(own, resolved))
  }

  const sell = (own: Held, exit: Exit, most: MicroShares) => {
    const { copy } = own
    const { token } = copy.decision
    const order = desk.sell(token, exit)
    const shares = Math.min(most, sharesAt(copy, order.from) - own.offered)
    if (shares <= 0 || order.until <= order.from) return
    const { fills } = filler.walk(order, { shares })
    own.offered += shares
    for (const fill of fills)
      table.add(fill.time, MONEY, () => {
        const cost = takeCost(own, fill.shares, fill.time)
        own.offered -= fill.shares
        copy.exits.push(fill)
        wallet.receive(fill.usd - fill.fee, cost, tokens.market(token), copy.decision.trader)
      })
    const sold = fills.reduce((sum, fill) => sum + fill.shares, 0)
    table.add(order.until, MONEY, () => {
      own.offered -= shares - sold
    })
  }

  const settle = (own: Held, time: Seconds) => {
    const { copy } = own
    const { token, trader } = copy.decision
    const shares = sharesAt(copy, time)
    if (shares === 0) return
    const cost = takeCost(own, shares, time)
    const usd = mulDivFloor(shares, tokens.payout(token, time), MICRO)
    copy.settled = { time, shares, usd }
    wallet.receive(usd, cost, tokens.market(token), trader)
  }

  /** A copy of a sale sells what its trader's copies hold, the oldest first. */
  const follow = (decision: Decision) => {
    let left = mulDivFloor(wantedBy(rule, decision, wallet), MICRO, decision.price)
    const from = decision.time + delay
    for (const own of held.get(keyOf(decision)) ?? []) {
      const shares = Math.min(left, sharesAt(own.copy, from) - own.offered)
      if (shares <= 0) continue
      sell(own, decision, shares)
      left -= shares
    }
  }

  const rankOf = ({ side }: Decision) => (side === BUY ? PURCHASE : SALE)
  for (const decision of decisions.toSorted((a, b) => a.time - b.time || rankOf(a) - rankOf(b))) {
    const time = decision.time + delay
    if (time >= end) break
    table.runUntil(time, rankOf(decision))
    if (decision.side === BUY) purchase(decision)
    else follow(decision)
  }
  table.runUntil(end, SETTLE)
  for (const decision of decisions)
    if (decision.side === BUY && decision.time + delay >= end)
      copies.push(copyOf(decision, wantedBy(rule, decision, wallet), decision.time + delay))
  return copies
}

/** A copy whose order has filled nothing. */
function copyOf(decision: Decision, wanted: MicroUsd, ended: Seconds): Copy {
  const nothing = { entries: [], exits: [], settled: null }
  return { decision, wanted, budget: wanted, fate: 'NO_PRINT', ended, ...nothing }
}

/** Dollars that a copy is to have. */
function wantedBy({ size }: Rule, { usd }: Decision, wallet: Wallet): MicroUsd {
  if (size.usd !== undefined) return Math.round(size.usd * MICRO)
  if (size.shareOfTrade !== undefined) return Math.floor(usd * size.shareOfTrade)
  return Math.floor(wallet.worth() * (size.shareOfBankroll ?? 0))
}

function fateOf(
  { fills, met, within }: Walked,
  { wanted, spent, hasEnded }: { wanted: MicroUsd; spent: MicroUsd; hasEnded: boolean },
): Fate {
  if (spent >= wanted - CRUMB && fills.length > 0) return 'FILLED'
  if (fills.length > 0) return 'PARTLY'
  if (hasEnded) return 'MARKET_ENDED'
  return met > 0 && within === 0 ? 'BEYOND_SLIPPAGE' : 'NO_PRINT'
}

function hasEnded(tokens: TokenTerms, token: number, at: Seconds): boolean {
  const resolved = tokens.resolvedAt(token)
  return resolved !== null && resolved <= at
}

/** Shares that a copy holds at a time: what was bought before it, less what was sold. */
export function sharesAt({ entries, exits, settled }: Copy, time: Seconds): MicroShares {
  if (settled !== null && settled.time <= time) return 0
  const sum = (fills: readonly Fill[]) =>
    fills.reduce((shares, fill) => (fill.time <= time ? shares + fill.shares : shares), 0)
  return sum(entries) - sum(exits)
}

/** The cost of shares that leave a copy at a time: the average of what it holds then. */
function takeCost(own: Held, shares: MicroShares, time: Seconds): MicroUsd {
  const bought = own.copy.entries.reduce(
    (sum, fill) => (fill.time <= time ? sum + fill.usd + fill.fee : sum),
    0,
  )
  const basis = bought - own.costOut
  const cost = mulDivFloor(basis, shares, sharesAt(own.copy, time))
  own.costOut += cost
  return cost
}
