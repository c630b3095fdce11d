import type { Seconds } from '../../ledger/quantities.ts'
import { marksAt } from '../../store/alerts/token-marks.ts'
import type { Sql } from '../../store/engine/database.ts'
import {
  followsOfJumps,
  followsWithin,
  type JumpFollow,
  type OutcomeFollow,
  writeJumpBase,
  writeLevelState,
} from '../../store/watchlist/market-follows.ts'
import {
  type FillPoint,
  type FollowedPrices,
  hourBefore,
  rangeOf,
} from '../../store/watchlist/market-prices.ts'
import { armedBy, crossLevels } from './cross-levels.ts'
import { findJumps, type Jump } from './find-jumps.ts'
import { FOLLOW_LIMITS } from './follow.ts'
import type { MarketNotice } from './market-notice.ts'
import { noticeId } from './notice-id.ts'

/** A follow that prices change, and what its owner is told. */
export interface PriceChange {
  follow: OutcomeFollow
  notices: { notice: MarketNotice; key: number }[]
  /** Writes its new state; false where another look, or its owner, has changed it meanwhile. */
  write(tx: Sql): Promise<boolean>
}

/**
 * What new prices of an outcome change of its follows: levels that they cross, and jumps that they make.
 * @param from the time of the earliest event that the look has taken of the market
 */
export async function priceChanges(sql: Sql, prices: FollowedPrices, from: Seconds): Promise<PriceChange[]> {
  return [...(await levelChanges(sql, prices, from)), ...(await jumpChanges(sql, prices))]
}

async function levelChanges(sql: Sql, prices: FollowedPrices, from: Seconds): Promise<PriceChange[]> {
  const follows = await followsWithin(sql, prices, rangeOf(prices.points), FOLLOW_LIMITS.FREE.markets)
  const isNew = follows.some(({ state }) => state === null)
  const [mark = null] = isNew ? await marksAt(sql, [{ token: prices.token, time: from - 1 }]) : []
  return follows.flatMap((follow) => {
    const { state, crossings } = crossLevels(follow, follow.state ?? armedBy(follow, mark), prices.points)
    if (follow.state !== null && state.time === follow.state.time && state.key === follow.state.key) return []
    const news = crossings.filter(({ point }) => point.time >= follow.followedAt)
    const notices = news.map(({ kind, level, point }) =>
      noticed(prices, point, [kind, level], { kind, level, price: point.price }),
    )
    return [{ follow, notices, write: (tx: Sql) => writeLevelState(tx, follow, state) }]
  })
}

async function jumpChanges(sql: Sql, prices: FollowedPrices): Promise<PriceChange[]> {
  const before = await hourBefore(sql, prices)
  if (before === null) return []
  const points = [...before, ...prices.points]
  const { lowest, highest } = rangeOf(points)
  const follows = await followsOfJumps(sql, prices, highest - lowest, FOLLOW_LIMITS.FREE.markets)
  // Of thousands of follows most ask for the same, and were told of the same.
  const known = new Map<string, Jump<FillPoint>[]>()
  const jumpsOf = ({ jump, base }: JumpFollow) => {
    const name = `${jump} ${base.time} ${base.key}`
    const jumps = known.get(name) ?? findJumps(jump, base, points, before.length)
    known.set(name, jumps)
    return jumps
  }
  return follows.flatMap((follow) => {
    const jumps = jumpsOf(follow)
    const last = jumps.at(-1)
    if (last === undefined) return []
    const previous = jumps.at(-2)?.point ?? follow.base
    const notices = jumps.map(({ from, point }) =>
      noticed(prices, point, ['JUMPED', follow.jump], { kind: 'JUMPED' as const, from, price: point.price }),
    )
    return [{ follow, notices, write: (tx: Sql) => writeJumpBase(tx, follow, previous, last.point) }]
  })
}

/** @param by what tells it from other notices of the outcome and the transaction */
function noticed<Terms extends { kind: 'ROSE' | 'FELL' | 'JUMPED' }>(
  { condition, outcome, name, question, slug, category }: FollowedPrices,
  { time, key, tx }: FillPoint,
  by: readonly (string | number)[],
  terms: Terms,
) {
  const id = noticeId(condition, outcome, ...by, tx ?? key)
  return { notice: { id, time, condition, outcome: name, question, slug, category, ...terms, tx }, key }
}
