import { type Address, dayOf } from '../ledger/quantities.ts'
import { isBot } from '../metrics/is-bot.ts'
import { ratioOf } from '../metrics/ratio-of.ts'
import type { Database } from './database.ts'
import { foldName } from './fold-name.ts'
import { IS_NOT_OPTED_OUT } from './opted-out.ts'
import { type StoredClose, shownSeries } from './shown-series.ts'
import { IS_SHOWN, SHOWN, SHOWN_STATS, shownAt } from './shown-stats.ts'
import type { SearchPage, SearchPlace, SnapshotReader, TraderRow, TraderStats } from './snapshot-reader.ts'

interface TraderColumns {
  id: number
  address: Address
  username: string | null
  profile_image: string | null
  x_username: string | null
  verified: number | null
  bio: string | null
}

type StatsColumns = Omit<TraderStats, 'maxDrawdownPct' | 'isBot'> & { peakCapital: number | null }

/** A trader's series in parts: its history, its all-time numbers, and what only a day with a point has. */
interface SeriesColumns {
  trader_id: number
  points: string | null
  pnl: number
  realized: number
  volume: number | null
  fills: number | null
}

const TRADER_COLUMNS = 't.id, t.address, t.username, t.profile_image, t.x_username, t.verified, t.bio'

/** Reads of traders: who they are, their numbers, their series, and search. */
export function createTraderReader(
  db: Database,
): Pick<SnapshotReader, 'tradersById' | 'tradersByAddress' | 'stats' | 'series' | 'search'> {
  return {
    async tradersById(ids) {
      const rows = await db.all<TraderColumns>(
        `SELECT ${TRADER_COLUMNS} FROM traders t WHERE ${db.isIn('t.id', 'int')}`,
        [db.list(ids)],
      )
      return new Map(rows.map((row) => [row.id, traderOf(row)]))
    },
    async tradersByAddress(addresses) {
      const rows = await db.all<TraderColumns>(
        `SELECT ${TRADER_COLUMNS} FROM traders t WHERE t.infrastructure = 0 AND ${IS_NOT_OPTED_OUT} ` +
          `AND ${db.isIn('t.address', 'text')}`,
        [db.list(addresses)],
      )
      return new Map(rows.map((row) => [row.address, traderOf(row)]))
    },
    async stats(snapshot, { window, category }, ids) {
      if (!('code' in window) || category !== null)
        throw new RangeError('Only numbers of a whole period are stored')
      const rows = await db.all<StatsColumns>(
        `SELECT s.trader_id AS trader, s.period, ${SHOWN.pnl} AS pnl, s.realized, ${SHOWN.unrealized} AS unrealized, ` +
          's.volume, s.share_volume AS "shareVolume", s.bought, s.fees, s.income, s.fills, s.markets, ' +
          `s.start_value AS "startValue", s.wins, s.losses, ${SHOWN.roi} AS roi, s.win_rate AS "winRate", ` +
          `s.untracked, s.first_time AS "firstTime", ${SHOWN.official} AS "pnlOfficial", ` +
          `${SHOWN.maxDrawdown} AS "maxDrawdown", s.peak_capital AS "peakCapital", s.sharpe AS "sharpeRatio", ` +
          's.sortino AS "sortinoRatio", s.profit_factor AS "profitFactor", s.bot_probability AS "botProbability" ' +
          `FROM ${SHOWN_STATS} WHERE ${db.isIn('s.trader_id', 'int')} AND s.period = ? AND ${IS_SHOWN}`,
        [...shownAt(snapshot.id), db.list(ids), window.code, ...shownAt(snapshot.id)],
      )
      return new Map(rows.map((row) => [row.trader, statsOf(row)]))
    },
    async series(snapshot, ids) {
      const rows = await db.all<SeriesColumns>(
        `SELECT s.trader_id, p.points, ${SHOWN.pnl} AS pnl, s.realized, c.volume, c.fills FROM ${SHOWN_STATS} ` +
          'LEFT JOIN trader_series p ON p.trader_id = s.trader_id AND p.from_snapshot <= ? AND p.until_snapshot > ? ' +
          `WHERE ${db.isIn('s.trader_id', 'int')} AND s.period = 0 AND ${IS_SHOWN}`,
        [...shownAt(snapshot.id), snapshot.id, snapshot.id, db.list(ids), ...shownAt(snapshot.id)],
      )
      const day = dayOf(snapshot.cutoff.time)
      const series = rows.map((row) => [row.trader_id, shownSeries(row.points, day, closeOf(row))] as const)
      return new Map(series.filter(([, points]) => points.length > 0))
    },
    search: (snapshot, query, limit, after) => search(db, snapshot.id, query, limit, after),
  }
}

function traderOf(row: TraderColumns): TraderRow {
  return {
    id: row.id,
    address: row.address,
    username: row.username,
    profileImage: row.profile_image,
    xUsername: row.x_username,
    verified: row.verified === 1,
    bio: row.bio,
  }
}

function statsOf({ peakCapital, ...stats }: StatsColumns): TraderStats {
  const { maxDrawdown, botProbability } = stats
  const isKnown = maxDrawdown !== null && peakCapital !== null
  return {
    ...stats,
    maxDrawdownPct: isKnown ? ratioOf(maxDrawdown, peakCapital) : null,
    isBot: isBot(botProbability),
  }
}

function closeOf({ pnl, realized, volume, fills }: SeriesColumns): StoredClose | null {
  return volume === null || fills === null ? null : { pnl, realized, volume, fills }
}

/** Match classes, best first: the whole name, the start of the name, the start of the address, inside the name. */
const MATCH_CLASS =
  "CASE WHEN t.search_name = ? THEN 0 WHEN t.search_name LIKE ? ESCAPE '!' THEN 1 WHEN t.address LIKE ? ESCAPE '!' THEN 2 ELSE 3 END"

async function search(
  db: Database,
  snapshot: number,
  query: string,
  limit: number,
  after: SearchPlace | null,
): Promise<SearchPage> {
  const folded = foldName(query)
  const pattern = folded.replaceAll(/[!%_]/g, (character) => `!${character}`)
  const place = after ?? { class: -1, name: '', address: '' }
  const rows = await db.all<TraderColumns & { class: number; name: string }>(
    `SELECT * FROM (SELECT ${TRADER_COLUMNS}, COALESCE(t.search_name, '') AS name, ${MATCH_CLASS} AS class ` +
      'FROM traders t JOIN trader_stats s ON s.trader_id = t.id ' +
      `WHERE s.period = 0 AND s.fills > 0 AND ${IS_SHOWN} AND ${IS_NOT_OPTED_OUT} ` +
      "AND (t.search_name LIKE ? ESCAPE '!' OR t.address LIKE ? ESCAPE '!')) found " +
      'WHERE class > ? OR (class = ? AND (name > ? OR (name = ? AND address > ?))) ORDER BY class, name, address LIMIT ?',
    [
      folded,
      `${pattern}%`,
      `${pattern}%`,
      ...shownAt(snapshot),
      `%${pattern}%`,
      `${pattern}%`,
      place.class,
      place.class,
      place.name,
      place.name,
      place.address,
      limit + 1,
    ],
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    traders: shown.map(traderOf),
    next: last ? { class: last.class, name: last.name, address: last.address } : null,
  }
}
