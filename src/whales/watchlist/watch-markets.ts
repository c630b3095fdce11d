import { hash } from 'node:crypto'
import type { Seconds } from '../../ledger/quantities.ts'
import { addToOutbox, type OutboxEntry } from '../../store/alerts/alert-outbox.ts'
import { marksAt } from '../../store/alerts/token-marks.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { undoneCount } from '../../store/segments/replace-part.ts'
import {
  activeChannels,
  followsWithin,
  type LevelFollow,
  writeLevelState,
} from '../../store/watchlist/market-follows.ts'
import {
  endMarketNews,
  lockNews,
  type MarketNews,
  takeMarketNews,
} from '../../store/watchlist/market-news.ts'
import { noteMarketNotices } from '../../store/watchlist/market-notices.ts'
import {
  type FillPlace,
  type FillPoint,
  type FollowedPrices,
  followedPrices,
  rangeOf,
} from '../../store/watchlist/market-prices.ts'
import { armedBy, type Crossing, crossLevels, type LevelState } from './cross-levels.ts'
import { FOLLOW_LIMITS } from './follow.ts'
import type { MarketNotice } from './market-notice.ts'
import { readyAt, type TellOptions } from './tell-followers.ts'

/** Markets that are taken at once. */
const MARKETS = 200
/** Follows that one transaction changes: whoever else writes waits for no more. */
const PAGE = 500

/** A follow whose levels change, and what its owner is told. */
interface Change {
  follow: LevelFollow
  state: LevelState
  notices: { notice: MarketNotice; key: number }[]
}

/** What a part of the new fills changes, and how often blocks had been taken back when they were read. */
interface Part {
  changes: Change[]
  undone: number
  next: FillPlace | null
}

/**
 * Looks at the prices of followed markets of which something came, and puts crossed levels into the outbox of who follows them,
 * in the transaction that notes that they were. Prices that were looked at before change nothing, so a look that was stopped
 * is repeated as a whole, and two at once tell each crossing once. It costs what came: markets are taken, and their fills
 * read, so many at a time.
 * @param name of this look
 * @param earliest events before it are nobody's news
 * @returns how many channels will be told
 */
export async function watchMarkets(
  db: Database,
  name: string,
  earliest: Seconds,
  options: Required<TellOptions>,
): Promise<number> {
  let told = 0
  for (let after = 0; ; ) {
    const taken = await takeMarketNews(db, name, after, MARKETS)
    const last = taken.at(-1)
    if (last === undefined) return told
    const news = taken.map(({ market, from }) => ({ market, from: Math.max(from, earliest) }))
    told += await lookAt(db, name, news, options)
    if (taken.length < MARKETS) return told
    after = last.market
  }
}

async function lookAt(
  db: Database,
  name: string,
  news: readonly MarketNews[],
  options: Required<TellOptions>,
): Promise<number> {
  let told = 0
  /** Markets whose blocks were taken back meanwhile: the next look goes on. */
  const stale = new Set<number>()
  let place: FillPlace | null = null
  do {
    const behind: FillPlace | null = place
    const part: Part = await db.view((sql) => readPart(sql, news, behind))
    for (let i = 0; i < part.changes.length; i += PAGE) {
      const changes = part.changes.slice(i, i + PAGE)
      told += await db.transaction(async (tx) => {
        const markets = [...new Set(changes.map(({ follow }) => follow.market))]
        const held = await lockNews(tx, markets)
        if ((await undoneCount(tx)) !== part.undone) {
          for (const market of markets) stale.add(market)
          return 0
        }
        return apply(
          tx,
          changes.filter(({ follow }) => held.has(follow.market) && !stale.has(follow.market)),
          options,
        )
      })
    }
    place = part.next
  } while (place !== null)
  const ended = news.map(({ market }) => market).filter((market) => !stale.has(market))
  await db.transaction((tx) => endMarketNews(tx, name, ended))
  return told
}

async function readPart(sql: Sql, news: readonly MarketNews[], behind: FillPlace | null): Promise<Part> {
  const { prices, next } = await followedPrices(sql, news, behind)
  const undone = await undoneCount(sql)
  const from = new Map(news.map((one) => [one.market, one.from]))
  const changes: Change[] = []
  for (const one of prices) changes.push(...(await changesBy(sql, one, from.get(one.market) ?? 0)))
  return { changes, undone, next }
}

async function changesBy(sql: Sql, prices: FollowedPrices, from: Seconds): Promise<Change[]> {
  const follows = await followsWithin(sql, prices, rangeOf(prices.points), FOLLOW_LIMITS.FREE.markets)
  const isNew = follows.some(({ state }) => state === null)
  const [mark = null] = isNew ? await marksAt(sql, [{ token: prices.token, time: from - 1 }]) : []
  return follows.flatMap((follow) => {
    const { state, crossings } = crossLevels(follow, follow.state ?? armedBy(follow, mark), prices.points)
    if (follow.state !== null && state.time === follow.state.time && state.key === follow.state.key) return []
    const news = crossings.filter(({ point }) => point.time >= follow.followedAt)
    const notices = news.map((one) => ({ notice: noticeOf(prices, one), key: one.point.key }))
    return [{ follow, state, notices }]
  })
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
