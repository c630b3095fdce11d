import type { Seconds } from '../../ledger/quantities.ts'
import { addToOutbox, type OutboxEntry } from '../../store/alerts/alert-outbox.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { undoneCount } from '../../store/segments/replace-part.ts'
import { activeChannels } from '../../store/watchlist/market-follows.ts'
import { addHolderChanges, type HolderChange, holderChanges } from '../../store/watchlist/market-holders.ts'
import {
  endMarketNews,
  lockNews,
  type MarketNews,
  takeMarketNews,
} from '../../store/watchlist/market-news.ts'
import { addMarketFacts, type MarketFact, noteMarketNotices } from '../../store/watchlist/market-notices.ts'
import { type FillPlace, followedPrices } from '../../store/watchlist/market-prices.ts'
import { newResolutions } from '../../store/watchlist/market-resolutions.ts'
import { type PriceChange, priceChanges } from './price-changes.ts'
import { readyAt, type TellOptions } from './tell-followers.ts'
import { tellMarketFollowers } from './tell-market-followers.ts'

/** Markets that are taken at once. */
const MARKETS = 200
/** Follows that one transaction changes: whoever else writes waits for no more. */
const PAGE = 500

/** What a part of the news changes, what it tells all followers, and how often blocks had been taken back when they were read. */
interface Part {
  changes: PriceChange[]
  holders: HolderChange[]
  facts: MarketFact[]
  undone: number
  next: FillPlace | null
}

/**
 * Looks at followed markets of which something came, and puts crossed levels, jumps, resolutions and large holders into the outbox of who follows
 * them, in the transaction that notes that they were. Prices that were looked at before change nothing, so a look that was stopped
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
    if (last === undefined) break
    const news = taken.map(({ market, from }) => ({ market, from: Math.max(from, earliest) }))
    told += await lookAt(db, name, news, options)
    if (taken.length < MARKETS) break
    after = last.market
  }
  return told + (await tellMarketFollowers(db, options))
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
    const most = Math.max(part.changes.length, part.facts.length, part.holders.length)
    for (let i = 0; i < most; i += PAGE) {
      const pageOf = <Item>(list: readonly Item[]) => list.slice(i, i + PAGE)
      const [changes, facts, holders] = [pageOf(part.changes), pageOf(part.facts), pageOf(part.holders)]
      const markets = [...changes.map(({ follow }) => follow), ...facts, ...holders].map(
        ({ market }) => market,
      )
      told += await db.transaction(async (tx) => {
        const held = await lockNews(tx, [...new Set(markets)])
        if ((await undoneCount(tx)) !== part.undone) {
          for (const market of markets) stale.add(market)
          return 0
        }
        const isSound = ({ market }: { market: number }) => held.has(market) && !stale.has(market)
        await addMarketFacts(tx, facts.filter(isSound))
        await addHolderChanges(tx, holders.filter(isSound))
        return apply(
          tx,
          changes.filter(({ follow }) => isSound(follow)),
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
  const changes: PriceChange[] = []
  for (const one of prices) changes.push(...(await priceChanges(sql, one, from.get(one.market) ?? 0)))
  // What is not in fills is the same in every part.
  const facts = behind === null ? await newResolutions(sql, news) : []
  const holders = behind === null ? await holderChanges(sql, news) : []
  return { changes, holders, facts, undone, next }
}

async function apply(
  tx: Sql,
  changes: readonly PriceChange[],
  options: Required<TellOptions>,
): Promise<number> {
  const written: PriceChange[] = []
  for (const change of changes)
    if ((await change.write(tx)) && change.notices.length > 0) written.push(change)
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
