import { type Address, type Day, dayOf } from '../../ledger/quantities.ts'
import { IS_NOT_OPTED_OUT } from '../accounts/opted-out.ts'
import type { Database } from '../engine/database.ts'
import { foldName } from '../ledger/fold-name.ts'
import type { SearchPage, SearchPlace, SnapshotReader, TraderRow } from './snapshot-reader.ts'

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

/** Reads of who traders are, and search. */
export function createTraderReader(
  db: Database,
): Pick<SnapshotReader, 'tradersById' | 'tradersByAddress' | 'search'> {
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
    search: (snapshot, query, limit, after) => search(db, dayOf(snapshot.cutoff.time), query, limit, after),
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

/** Match classes, best first: the whole name, the start of the name, the start of the address, inside the name. */
const MATCH_CLASS =
  "CASE WHEN t.search_name = ? THEN 0 WHEN t.search_name LIKE ? ESCAPE '!' THEN 1 WHEN t.address LIKE ? ESCAPE '!' THEN 2 ELSE 3 END"

async function search(
  db: Database,
  upTo: Day,
  query: string,
  limit: number,
  after: SearchPlace | null,
): Promise<SearchPage> {
  const folded = foldName(query)
  const pattern = folded.replaceAll(/[!%_]/g, (character) => `!${character}`)
  const place = after ?? { class: -1, name: '', address: '' }
  const rows = await db.all<TraderColumns & { class: number; name: string }>(
    `SELECT * FROM (SELECT ${TRADER_COLUMNS}, COALESCE(t.search_name, '') AS name, ${MATCH_CLASS} AS class ` +
      `FROM traders t WHERE t.infrastructure = 0 AND ${IS_NOT_OPTED_OUT} AND EXISTS ` +
      '(SELECT 1 FROM trader_days d WHERE d.trader_id = t.id AND d.fills > 0 AND d.day <= ?) ' +
      "AND (t.search_name LIKE ? ESCAPE '!' OR t.address LIKE ? ESCAPE '!')) found " +
      'WHERE class > ? OR (class = ? AND (name > ? OR (name = ? AND address > ?))) ORDER BY class, name, address LIMIT ?',
    [
      folded,
      `${pattern}%`,
      `${pattern}%`,
      upTo,
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
