import { hash } from 'node:crypto'
import type { Seconds } from '../../ledger/quantities.ts'
import { addToOutbox, type OutboxEntry } from '../../store/alerts/alert-outbox.ts'
import { marksAt } from '../../store/alerts/token-marks.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import {
  activeChannels,
  followsWithin,
  type LevelFollow,
  writeLevelState,
} from '../../store/watchlist/market-follows.ts'
import {
  type FillPoint,
  type FollowedPrices,
  followedPrices,
  noteMarketNotices,
  rangeOf,
} from '../../store/watchlist/market-prices.ts'
import { armedBy, type Crossing, crossLevels, type LevelState } from './cross-levels.ts'
import { FOLLOW_LIMITS } from './follow.ts'
import type { MarketNotice } from './market-notice.ts'
import { readyAt, type TellOptions } from './tell-followers.ts'

/** Follows that one transaction changes: whoever else writes waits for no more. */
const PAGE = 500

/** A follow whose levels change, and what its owner is told. */
interface Change {
  follow: LevelFollow
  state: LevelState
  notices: { notice: MarketNotice; key: number }[]
}

/**
 * Looks at the prices of followed markets since a time, and puts crossed levels into the outbox of who follows them, in the
 * transaction that notes that they were. Prices that were looked at before change nothing, so a look that was stopped is
 * repeated as a whole, and two at once tell each crossing once.
 * @returns how many channels will be told
 */
export async function watchMarkets(
  db: Database,
  from: Seconds,
  options: Required<TellOptions>,
): Promise<number> {
  const changes = await db.view((sql) => changesSince(sql, from))
  let told = 0
  for (let i = 0; i < changes.length; i += PAGE)
    told += await db.transaction((tx) => apply(tx, changes.slice(i, i + PAGE), options))
  return told
}

async function changesSince(sql: Sql, from: Seconds): Promise<Change[]> {
  const changes: Change[] = []
  for (const prices of await followedPrices(sql, from)) {
    const follows = await followsWithin(sql, prices, rangeOf(prices.points), FOLLOW_LIMITS.FREE.markets)
    const isNew = follows.some(({ state }) => state === null)
    const [mark = null] = isNew ? await marksAt(sql, [{ token: prices.token, time: from - 1 }]) : []
    for (const follow of follows) {
      const { state, crossings } = crossLevels(follow, follow.state ?? armedBy(follow, mark), prices.points)
      if (follow.state !== null && state.time === follow.state.time && state.key === follow.state.key)
        continue
      const news = crossings.filter(({ point }) => point.time >= follow.followedAt)
      const notices = news.map((one) => ({ notice: noticeOf(prices, one), key: one.point.key }))
      changes.push({ follow, state, notices })
    }
  }
  return changes
}

function noticeOf(
  { condition, outcome, name, question, slug, category }: FollowedPrices,
  { kind, level, point: { time, key, price, tx } }: Crossing<FillPoint>,
): MarketNotice {
  const id = hash('sha256', [condition, outcome, kind, level, tx ?? key].join('\n'), 'base64url').slice(0, 22)
  return { id, kind, time, condition, outcome: name, question, slug, category, level, price, tx }
}

async function apply(tx: Sql, changes: readonly Change[], options: Required<TellOptions>): Promise<number> {
  const written: Change[] = []
  for (const change of changes)
    if ((await writeLevelState(tx, change.follow, change.state)) && change.notices.length > 0)
      written.push(change)
  if (written.length === 0) return 0
  const channels = Map.groupBy(
    await activeChannels(
      tx,
      written.map(({ follow }) => follow.accountId),
    ),
    ({ accountId }) => accountId,
  )
  const entries = written.flatMap(({ follow, notices }) =>
    (channels.get(follow.accountId) ?? []).flatMap(({ channelId }) =>
      notices.map(({ notice }): OutboxEntry => {
        const ready = readyAt(follow.tier, follow.quietHours, notice.time, options)
        return { channelId, group: `market ${notice.condition}`, alert: notice, ...ready }
      }),
    ),
  )
  const known = new Map(
    written.flatMap(({ notices }) => notices.map(({ notice: { id, time }, key }) => [id, { id, time, key }])),
  )
  await noteMarketNotices(tx, [...known.values()])
  return entries.length === 0 ? 0 : addToOutbox(tx, entries)
}
