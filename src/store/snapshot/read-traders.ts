import { type Address, type Day, dayOf } from '../../ledger/quantities.ts'
import { IS_NOT_OPTED_OUT } from '../accounts/opted-out.ts'
import type { Database } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { TRADER_DAYS, TRADERS } from '../engine/tables.ts'
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

const COLUMNS = [
  't.id',
  't.address',
  't.username',
  't.profile_image',
  't.x_username',
  't.verified',
  't.bio',
] as const
const BY_ID = statement((from, { ids }: { ids: readonly number[] }) =>
  from(as(TRADERS, 't'))
    .select<TraderColumns>(...COLUMNS)
    .whereAnyOf('t.id', 'int', ids),
)
const BY_ADDRESS = statement((from, { addresses }: { addresses: readonly Address[] }) =>
  from(as(TRADERS, 't'))
    .select<TraderColumns>(...COLUMNS)
    .where('t.infrastructure', 0)
    .where(from.raw(IS_NOT_OPTED_OUT))
    .whereAnyOf('t.address', 'text', addresses),
)

/** Reads of who traders are, and search. */
export function createTraderReader(
  db: Database,
): Pick<SnapshotReader, 'tradersById' | 'tradersByAddress' | 'search'> {
  return {
    async tradersById(ids) {
      const rows = await BY_ID.all(db, { ids })
      return new Map(rows.map((row) => [row.id, traderOf(row)]))
    },
    async tradersByAddress(addresses) {
      const rows = await BY_ADDRESS.all(db, { addresses })
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

interface Searched extends SearchPlace {
  folded: string
  /** Patterns of what begins with the text, and of what holds it. */
  begins: string
  holds: string
  upTo: Day
  limit: number
}
const FOUND = statement((from, given: Searched) => {
  const traded = from(as(TRADER_DAYS, 'd'))
    .select(from.raw('1'))
    .whereColumn('d.trader_id', 't.id')
    .where('d.fills', '>', 0)
    .where('d.day', '<=', given.upTo)
  const found = from(as(TRADERS, 't'))
    .select(
      ...COLUMNS,
      from.raw("COALESCE(t.search_name, '') AS name"),
      from.raw(`${MATCH_CLASS} AS class`, [given.folded, given.begins, given.begins]),
    )
    .where('t.infrastructure', 0)
    .where(from.raw(IS_NOT_OPTED_OUT))
    .whereExists(traded)
    .where(
      from.raw("(t.search_name LIKE ? ESCAPE '!' OR t.address LIKE ? ESCAPE '!')", [
        given.holds,
        given.begins,
      ]),
    )
  return from(found.as<'class' | 'name' | 'address'>('found'))
    .select<TraderColumns & { class: number; name: string }>('*')
    .where((behind) =>
      behind
        .where('class', '>', given.class)
        .orWhere((same) =>
          same
            .where('class', given.class)
            .where((rest) =>
              rest
                .where('name', '>', given.name)
                .orWhere((one) => one.where('name', given.name).where('address', '>', given.address)),
            ),
        ),
    )
    .orderBy('class')
    .orderBy('name')
    .orderBy('address')
    .limit(given.limit)
})

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
  const rows = await FOUND.all(db, {
    ...{ folded, begins: `${pattern}%`, holds: `%${pattern}%`, upTo, limit: limit + 1 },
    ...place,
  })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    traders: shown.map(traderOf),
    next: last ? { class: last.class, name: last.name, address: last.address } : null,
  }
}
