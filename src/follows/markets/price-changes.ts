import type { MarketNotice } from '../../delivery/notices.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { marksAt } from '../../store/markets/last-prices.ts'
import type { CountedFollow } from '../followers.ts'
import { noticeId } from '../notices.ts'
import { dayBefore, type FillPoint, type FollowedPrices, rangeOf } from './market-prices.ts'
import type { MarketRules } from './market-rules.ts'
import {
  armedBy,
  crossLevels,
  findJumps,
  type Jump,
  type JumpBase,
  type LevelState,
  REARM,
} from './price-moves.ts'

/** A key ahead of all others of its second. */
export const BEFORE_ALL = Number.MIN_SAFE_INTEGER

/**
 * The state of a follow. A jump is counted from the price at the place `jump` or from a later one: that of
 * the last jump sent, or of the follow itself. `jumpBefore` is the place before, for when a block is
 * reverted.
 */
export interface MarketState {
  /** Null until the next look arms the levels by the price before it. */
  levels: LevelState | null
  jump: JumpBase
  jumpBefore: JumpBase
}

export type MarketFollow = CountedFollow<MarketRules, MarketState>

/** A follow that prices change, and its owner's notices. */
export interface PriceChange {
  follow: MarketFollow
  notices: { notice: MarketNotice; key: number }[]
  state: MarketState
}

/** Returns the state of a follow that begins at a time. */
export function stateFrom(time: Seconds): MarketState {
  const jump = { time, key: BEFORE_ALL }
  return { levels: null, jump, jumpBefore: jump }
}

/** Returns the newest event that a state depends on, null for none. */
export function restsOn({ levels, jump }: MarketState): number | null {
  const key = Math.max(levels?.key ?? BEFORE_ALL, jump.key)
  return key === BEFORE_ALL ? null : key
}

/**
 * Returns the state without events from a key on: levels are armed again, and a jump is counted from the
 * price sent before.
 */
export function stateBefore(
  { levels, jump, jumpBefore }: MarketState,
  since: Seconds,
  key: number,
): MarketState {
  const jumps = stateFrom(since)
  return {
    levels: levels === null || levels.key >= key ? null : levels,
    jump: jump.key < key ? jump : jumpBefore.key < key ? jumpBefore : jumps.jump,
    jumpBefore: jumpBefore.key < key ? jumpBefore : jumps.jump,
  }
}

/**
 * Returns the changes that new prices of an outcome make to its follows: crossed levels and jumps.
 * @param from the time of the earliest event of the market in this look
 */
export async function priceChanges(
  sql: Sql,
  prices: FollowedPrices,
  follows: readonly MarketFollow[],
  from: Seconds,
): Promise<PriceChange[]> {
  const changes = new Map<MarketFollow, PriceChange>()
  const change = (follow: MarketFollow, notices: PriceChange['notices'], part: Partial<MarketState>) => {
    const known = changes.get(follow) ?? { follow, notices: [], state: stateOf(follow) }
    changes.set(follow, {
      follow,
      notices: [...known.notices, ...notices],
      state: { ...known.state, ...part },
    })
  }
  await findCrossings(sql, prices, { follows, from, change })
  await findAllJumps(sql, prices, { follows, change })
  return [...changes.values()]
}

function stateOf({ state, since }: MarketFollow): MarketState {
  return state ?? stateFrom(since)
}

type Change = (follow: MarketFollow, notices: PriceChange['notices'], part: Partial<MarketState>) => void

async function findCrossings(
  sql: Sql,
  prices: FollowedPrices,
  { follows, from, change }: { follows: readonly MarketFollow[]; from: Seconds; change: Change },
): Promise<void> {
  const range = rangeOf(prices.points)
  const levelled = follows.filter((follow) => canChange(follow, range))
  const isNew = levelled.some((follow) => stateOf(follow).levels === null)
  const [mark = null] = isNew ? await marksAt(sql, [{ token: prices.token, time: from - 1 }]) : []
  for (const follow of levelled) {
    const before = stateOf(follow).levels
    const { state, crossings } = crossLevels(
      follow.rules,
      before ?? armedBy(follow.rules, mark),
      prices.points,
    )
    if (before !== null && state.time === before.time && state.key === before.key) continue
    const news = crossings.filter(({ point }) => point.time >= follow.since)
    const notices = news.map(({ kind, level, point }) =>
      noticed(prices, point, [kind, level], { kind, level, price: point.price }),
    )
    change(follow, notices, { levels: state })
  }
}

/** Returns whether prices in this range can cross a level of a follow, or arm it again. */
function canChange(follow: MarketFollow, { lowest, highest }: ReturnType<typeof rangeOf>): boolean {
  const { above, below } = follow.rules
  const { levels } = stateOf(follow)
  if (above === null && below === null) return false
  if (levels === null) return true
  const { aboveArmed, belowArmed } = levels
  return (
    (above !== null && (aboveArmed ? above <= highest : above >= lowest + REARM)) ||
    (below !== null && (belowArmed ? below >= lowest : below <= highest - REARM))
  )
}

async function findAllJumps(
  sql: Sql,
  prices: FollowedPrices,
  { follows, change }: { follows: readonly MarketFollow[]; change: Change },
): Promise<void> {
  const jumpy = follows.filter(({ rules }) => rules.jump !== null)
  const least = Math.min(...jumpy.map(({ rules }) => rules.jump ?? 0))
  // No price before the last notice of a follow counts: a market that moved far is not read again for a day.
  const oldest = Math.min(...jumpy.map((follow) => stateOf(follow).jump.time))
  const before = jumpy.length === 0 ? null : await dayBefore(sql, prices, { least, oldest })
  if (before === null) return
  const points = [...before, ...prices.points]
  const { lowest, highest } = rangeOf(points)
  // Most of thousands of follows have equal rules and the same last notice.
  const known = new Map<string, Jump<FillPoint>[]>()
  const jumpsOf = (jump: number, base: JumpBase) => {
    const name = `${jump} ${base.time} ${base.key}`
    const jumps = known.get(name) ?? findJumps(jump, base, points, before.length)
    known.set(name, jumps)
    return jumps
  }
  for (const follow of jumpy) {
    const { jump } = follow.rules
    const base = stateOf(follow).jump
    if (jump === null || jump > highest - lowest) continue
    const jumps = jumpsOf(jump, base)
    const last = jumps.at(-1)
    if (last === undefined) continue
    const notices = jumps.map(({ from, point }) =>
      noticed(prices, point, ['JUMPED', jump], { kind: 'JUMPED' as const, from, price: point.price }),
    )
    const { time, key } = last.point
    const previous = jumps.at(-2)?.point ?? base
    change(follow, notices, { jump: { time, key }, jumpBefore: { time: previous.time, key: previous.key } })
  }
}

/** @param by distinguishes notices of the same outcome and transaction */
function noticed<Terms extends { kind: 'ROSE' | 'FELL' | 'JUMPED' }>(
  { condition, outcome, name, question, slug, category }: FollowedPrices,
  { time, key, tx }: FillPoint,
  by: readonly (string | number)[],
  terms: Terms,
) {
  const id = noticeId(condition, outcome, ...by, tx ?? key)
  return { notice: { id, time, condition, outcome: name, question, slug, category, ...terms, tx }, key }
}
