import { setImmediate } from 'node:timers/promises'
import { ACCOUNTS } from '../../accounts/account-tables.ts'
import type { TradeNotice } from '../../delivery/notices.ts'
import { PequodError } from '../../errors.ts'
import { MICRO, mulDivFloor, type Seconds } from '../../ledger/quantities.ts'
import { type OwnedScreen, screensAmong, tableOf } from '../../screens/screens.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import { POSITION_CHANGES } from '../../store/ingest/whole-trade-rows.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { undoneCount } from '../../store/ledger/ledger-state.ts'
import { hashText, type PlaceBound } from '../../store/ledger/place.ts'
import { NEWS_SECONDS } from '../../store/ledger/undone-events.ts'
import type { RecordedTrade } from '../../store/trades/whole-trades.ts'
import type { AnyKind, FoundTrades, Notice, ReadTrades, SnapshotLook, WatchedTrades } from '../follow.ts'
import { FOLLOWS, WATCH_CURSOR } from '../follow-tables.ts'
import { outcomeNames, traderNames } from '../names.ts'
import { addNotices, keyOf, noticeId } from '../notices.ts'
import { filterWords } from '../trade-rules.ts'
import { forgetKnown, type Known, knownOf, moveKnown, passOver, withinBounds } from '../watch-cursor.ts'
import { type EndingFollow, endThese, PAGE } from '../watch-screens.ts'

/** Seconds by which other blocks in place of those taken back may be earlier. */
const UNDONE_SECONDS = 3_600

const FILTERS = statement((from) =>
  from(as(FOLLOWS, 'f'))
    .join(as(ACCOUNTS, 'a'), 'a.id', 'f.account_id')
    .select('f.topic', 'f.rules', 'f.account_id', 'f.since', 'a.tier')
    .where('f.kind', 'trades')
    .where('f.topic', 'like', 'trades:filter-%')
    .orderBy('f.topic')
    .orderBy('f.account_id'),
)
const PLACES = statement((from) =>
  from(WATCH_CURSOR).select('topic').where('topic', 'like', 'trades:filter-%').orderBy('topic'),
)

interface FilterFollow extends EndingFollow {
  where: { screen?: string }
}

/** The place up to which trades were read, and the time at which they could not be since. */
interface FilterPlace extends PlaceBound {
  tried?: Seconds
}

/** A followed filter that can be read. */
interface Watched {
  known: Known<FilterPlace>
  place: FilterPlace
  asked: WatchedTrades
  screen: OwnedScreen | null
}

/**
 * Writes notices of the whole trades that the list of trades has for each followed filter since the last snapshot that was read for it. A
 * follow ends whose screen its account cannot read any more. Filters beyond the bounds wait for the next snapshot, those that have waited
 * longest come first; their next notices have all trades of the last day since.
 */
export async function watchFilters(look: SnapshotLook, kind: Pick<AnyKind, 'group'>): Promise<void> {
  const { db, topics, readTrades } = look
  if (readTrades === null) return
  const { follows, screens } = await readableFilters(look, kind)
  const known = await knownOf<FilterPlace>(db, topics)
  await forgetKnown(
    db,
    topics.filter((topic) => !follows.has(topic)),
  )
  const watched = known.flatMap((one): Watched[] => {
    const follow = follows.get(one.topic)
    if (follow === undefined || one.state === null) return []
    const { where, accountId } = follow
    const screen = screens.get(where.screen ?? '') ?? null
    return [{ known: one, place: one.state, asked: { where, accountId }, screen }]
  })
  const { now, later } = withinBounds(watched, ({ known, place, screen }) => {
    return { answered: place.tried ?? place.time, question: known.topic, table: screen && tableOf(screen) }
  })
  await passOver(
    look,
    later.map((one) => one.known),
  )
  for (const one of now) if (!(await answerFilter(look, readTrades, one))) return
}

/** A follow of each filter whose screen can be read, by topic, and these screens; the other follows end. */
async function readableFilters(
  { db, time, options }: SnapshotLook,
  kind: Pick<AnyKind, 'group'>,
): Promise<{ follows: Map<string, FilterFollow>; screens: ReadonlyMap<string, OwnedScreen> }> {
  const follows = (await FILTERS.all(db)).map(({ rules, ...row }): FilterFollow => {
    const { where = {} }: { where?: FilterFollow['where'] } = JSON.parse(rules)
    return { ...row, where }
  })
  const screens = await screensAmong(
    db,
    follows.flatMap(({ where }) => where.screen ?? []),
  )
  const canRead = ({ where: { screen: id }, accountId }: FilterFollow) => {
    const screen = id === undefined ? undefined : screens.get(id)
    return id === undefined || screen?.isPublic === true || screen?.accountId === accountId
  }
  const { true: left = [], false: ending = [] } = Object.groupBy(follows, (one) => `${canRead(one)}`)
  const endOf = ({ where: { screen = '', ...rest } }: FilterFollow) => {
    const ended = screens.has(screen) ? ('PRIVATE' as const) : ('DELETED' as const)
    return { time, screen, title: null, trades: filterWords(rest), ended }
  }
  for (let i = 0; i < ending.length; i += PAGE) {
    const rows = ending.slice(i, i + PAGE)
    await db.transaction((tx) => endThese(tx, kind, { rows, endOf }, options))
  }
  return { follows: new Map(left.map((one) => [one.topic, one])), screens }
}

/** Returns false where the next look goes on: a day is being computed, or a newer snapshot is published. */
async function answerFilter(
  { db, snapshot, time, options, write }: SnapshotLook,
  readTrades: ReadTrades,
  { known, place, asked }: Watched,
): Promise<boolean> {
  // A server gets its turn.
  await setImmediate()
  const undone = await undoneCount(db)
  const after = { ...place, time: Math.max(place.time, options.now - NEWS_SECONDS) }
  const found = await foundBy(readTrades, asked, after)
  if (found === 'LATER' || (found !== null && found.snapshot !== snapshot)) return false
  const notices = await db.view((sql) => tradeNotices(sql, found?.trades ?? [], () => [keyOf(known.topic)]))
  return write(undone, async (tx) => {
    // A filter that cannot be answered takes its turn like the others, and goes on from its place once it can.
    const isOurs = await moveKnown(tx, known, snapshot, found?.upTo ?? { ...place, tried: time })
    if (isOurs && notices.length > 0) await addNotices(tx, notices)
  })
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

/** Null where the filter cannot be answered now, as where it names what is gone. */
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
