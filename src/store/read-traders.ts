import type { Address } from '../ledger/quantities.ts'
import type { Database } from './database.ts'
import { foldName } from './fold-name.ts'
import type {
  SearchPage,
  SearchPlace,
  SeriesPoint,
  SnapshotReader,
  TraderRow,
  TraderStats,
} from './snapshot-reader.ts'

interface TraderColumns {
  id: number
  address: Address
  username: string | null
  profile_image: string | null
  x_username: string | null
  verified: number | null
  bio: string | null
}

const TRADER_COLUMNS = 't.id, t.address, t.username, t.profile_image, t.x_username, t.verified, t.bio'
const VALID = 'from_snapshot <= ? AND until_snapshot > ?'

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
        `SELECT ${TRADER_COLUMNS} FROM traders t WHERE t.infrastructure = 0 AND ${db.isIn('t.address', 'text')}`,
        [db.list(addresses)],
      )
      return new Map(rows.map((row) => [row.address, traderOf(row)]))
    },
    async stats(snapshot, period, ids) {
      const rows = await db.all<TraderStats>(
        'SELECT trader_id AS trader, period, pnl, realized, unrealized, volume, share_volume AS "shareVolume", bought, ' +
          'fees, income, fills, markets, start_value AS "startValue", wins, losses, roi, win_rate AS "winRate", ' +
          'untracked, first_time AS "firstTime" ' +
          `FROM trader_stats WHERE ${db.isIn('trader_id', 'int')} AND period = ? AND ${VALID}`,
        [db.list(ids), period.code, snapshot.id, snapshot.id],
      )
      return new Map(rows.map((row) => [row.trader, row]))
    },
    async series(snapshot, ids) {
      const rows = await db.all<{ trader_id: number; points: string }>(
        `SELECT trader_id, points FROM trader_series WHERE ${db.isIn('trader_id', 'int')} AND ${VALID}`,
        [db.list(ids), snapshot.id, snapshot.id],
      )
      return new Map(rows.map((row) => [row.trader_id, pointsOf(row.points)]))
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

/** Points are stored as arrays of four numbers, which is a third of their size as objects. */
function pointsOf(text: string): SeriesPoint[] {
  const points = JSON.parse(text) as [number, number, number, number][]
  return points.map(([day, pnl, realized, volume]) => ({ day, pnl, realized, volume }))
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
      `WHERE s.period = 0 AND s.fills > 0 AND s.${VALID.replace(' AND ', ' AND s.')} ` +
      "AND (t.search_name LIKE ? ESCAPE '!' OR t.address LIKE ? ESCAPE '!')) found " +
      'WHERE class > ? OR (class = ? AND (name > ? OR (name = ? AND address > ?))) ORDER BY class, name, address LIMIT ?',
    [
      folded,
      `${pattern}%`,
      `${pattern}%`,
      snapshot,
      snapshot,
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
