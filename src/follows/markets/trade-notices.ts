import { setImmediate } from 'node:timers/promises'
import { defined } from '../../checks.ts'
import type { TradeNotice } from '../../delivery/notices/trade-notice.ts'
import { PequodError } from '../../errors.ts'
import { MICRO, mulDivFloor } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { POSITION_CHANGES } from '../../store/ingest/whole-trade-rows.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { undoneCount } from '../../store/ledger/ledger-state.ts'
import { hashText, type PlaceBound } from '../../store/ledger/place.ts'
import { NEWS_SECONDS } from '../../store/ledger/undone-events.ts'
import type { RecordedTrade } from '../../store/trades/whole-trades.ts'
import type { FoundTrades, Notice, ReadTrades, SnapshotLook, WatchedTrades } from '../follow.ts'
import { FOLLOWS, WATCH_CURSOR } from '../follow-tables.ts'
import { outcomeNames, traderNames } from '../names.ts'
import { noticeId } from '../notice-id.ts'
import { addNotices, keyOf } from '../notices.ts'
import { forgetKnown, knownOf, moveKnown } from '../watch-cursor.ts'

/** Seconds by which other blocks in place of those taken back may be earlier. */
const UNDONE_SECONDS = 3_600

const FILTERS = statement((from) =>
  from(FOLLOWS)
    .select('topic', 'rules', 'account_id')
    .where('kind', 'trades')
    .where('topic', 'like', 'trades:filter-%')
    .orderBy('topic')
    .orderBy('account_id'),
)
const PLACES = statement((from) =>
  from(WATCH_CURSOR).select('topic').where('topic', 'like', 'trades:filter-%').orderBy('topic'),
)

/** The followed filters by their topics. A filter's private screen is read for its owner, as long as nobody else follows the filter. */
async function followedFilters(sql: Sql): Promise<Map<string, WatchedTrades>> {
  const topics = Map.groupBy(await FILTERS.all(sql), ({ topic }) => topic)
  return new Map(
    [...topics].map(([topic, [first, ...others]]): [string, WatchedTrades] => {
      const { rules, accountId } = defined(first)
      const { where }: { where?: object } = JSON.parse(rules)
      return [topic, { where: where ?? {}, accountId: others.length === 0 ? accountId : null }]
    }),
  )
}

/** Writes notices of the whole trades that the list of trades has for each followed filter since the last snapshot that was read for it. */
export async function watchFilters({
  db,
  snapshot,
  topics,
  options,
  readTrades,
  write,
}: SnapshotLook): Promise<void> {
  if (readTrades === null) return
  const filters = await followedFilters(db)
  const known = await knownOf<PlaceBound>(db, topics)
  await forgetKnown(
    db,
    topics.filter((topic) => !filters.has(topic)),
  )
  const earliest = options.now - NEWS_SECONDS
  for (const one of known) {
    const asked = filters.get(one.topic)
    if (asked === undefined || one.state === null) continue
    // A server gets its turn.
    await setImmediate()
    const undone = await undoneCount(db)
    const after = { ...one.state, time: Math.max(one.state.time, earliest) }
    const found = await foundBy(readTrades, asked, after)
    // A day is being computed, or a newer snapshot is published: the next look goes on.
    if (found === 'LATER' || (found !== null && found.snapshot !== snapshot)) return
    const notices = await db.view((sql) => tradeNotices(sql, found?.trades ?? [], () => [keyOf(one.topic)]))
    const isWritten = await write(undone, async (tx) => {
      const isOurs = await moveKnown(tx, one, snapshot, found?.upTo ?? one.state)
      if (isOurs && notices.length > 0) await addNotices(tx, notices)
    })
    if (!isWritten) return
  }
}

/** Reads filters again from before events that are taken back, from a key on. */
export async function undoFilters(tx: Sql, key: number): Promise<void> {
  const topics = (await PLACES.all(tx)).map(({ topic }) => topic)
  for (const one of await knownOf<PlaceBound>(tx, topics)) {
    const { state, version } = one
    // A notice that is there already is not written again.
    if (state !== null && state.key >= key)
      await moveKnown(tx, one, version ?? 0, { ...state, time: state.time - UNDONE_SECONDS })
  }
}

/** Null where the filter names what is gone, as a deleted screen. */
async function foundBy(
  read: ReadTrades,
  asked: WatchedTrades,
  after: PlaceBound,
): Promise<FoundTrades | 'LATER' | null> {
  try {
    return await read(asked, after)
  } catch (error) {
    if (!(error instanceof PequodError)) throw error
    return error.code === 'SERVICE_UNAVAILABLE' ? 'LATER' : null
  }
}

type Row = Pick<
  RecordedTrade,
  'key' | 'time' | 'tokenId' | 'traderId' | 'side' | 'shares' | 'usd' | 'fills' | 'change'
>

/** @param keysIn the keys whose followers are notified of a trade in a market, by its condition */
export async function tradeNotices(
  sql: Sql,
  all: readonly Row[],
  keysIn: (condition: string | null) => readonly string[],
): Promise<Notice<TradeNotice>[]> {
  const outcomes = await outcomeNames(sql, [...new Set(all.map(({ tokenId }) => tokenId))])
  const keysOf = ({ tokenId }: Row) => keysIn(outcomes.get(tokenId)?.condition ?? null)
  const rows = all.filter((row) => keysOf(row).length > 0)
  const traders = await traderNames(sql, [...new Set(rows.map(({ traderId }) => traderId))])
  const hashes = await ledgerOf(sql).fillHashes(rows.map(({ key }) => key))
  return rows.flatMap((row) => {
    const { key, time, tokenId, side, shares, usd, fills, change } = row
    const trader = traders.get(row.traderId)
    if (trader === undefined) return []
    const { outcome, question, slug, condition, category } = { ...UNNAMED, ...outcomes.get(tokenId) }
    const { address, name } = trader
    return keysOf(row).map((of): Notice<TradeNotice> => {
      const topic = `trades:${of}`
      const news: TradeNotice = {
        id: noticeId(topic, key),
        time,
        trader: { address, name },
        side: side === 0 ? 'BUY' : 'SELL',
        change: POSITION_CHANGES[change] ?? 'OPENED',
        outcome,
        question,
        slug,
        condition,
        category,
        shares,
        usd,
        price: shares === 0 ? null : mulDivFloor(usd, MICRO, shares),
        fills,
        tx: hashText(hashes.get(key)?.tx ?? null),
      }
      return { id: news.id, topic, time, key, low: null, high: null, news }
    })
  })
}

const UNNAMED = { outcome: null, question: null, slug: null, condition: null, category: null }
