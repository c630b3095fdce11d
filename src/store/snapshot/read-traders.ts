import type { Address } from '../../ledger/quantities.ts'
import type { Database } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { foldName } from '../ledger/fold-name.ts'
import { IS_SHOWN } from '../opted-out.ts'
import { TRADERS } from '../tables.ts'
import { createTraderSearch } from './search-traders.ts'
import type { SnapshotReader, TraderRow } from './snapshot-reader.ts'

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
    .select(...COLUMNS)
    .whereAnyOf('t.id', 'int', ids),
)
const BY_ADDRESS = statement((from, { addresses }: { addresses: readonly Address[] }) =>
  from(as(TRADERS, 't'))
    .select(...COLUMNS)
    .where('t.infrastructure', 0)
    .where(from.raw(IS_SHOWN))
    .whereAnyOf('t.address', 'text', addresses),
)

const BY_NAME = statement((from, { names }: { names: readonly string[] }) =>
  from(as(TRADERS, 't'))
    .select(...COLUMNS, 't.search_name')
    .where('t.infrastructure', 0)
    .where(from.raw(IS_SHOWN))
    .whereAnyOf('t.search_name', 'text', names),
)

/** Reads of traders' profiles, and search. */
export function createTraderReader(
  db: Database,
  order: SnapshotReader['order'],
): Pick<SnapshotReader, 'tradersById' | 'tradersByAddress' | 'tradersByName' | 'search'> {
  const search = createTraderSearch(db, order)
  return {
    async tradersById(ids) {
      const rows = await BY_ID.all(db, { ids })
      return new Map(rows.map((row) => [row.id, traderOf(row)]))
    },
    async tradersByAddress(addresses) {
      const rows = await BY_ADDRESS.all(db, { addresses })
      return new Map(rows.map((row) => [row.address, traderOf(row)]))
    },
    async tradersByName(names) {
      const rows = await BY_NAME.all(db, { names: [...new Set(names.map(foldName))] })
      const byName = Map.groupBy(rows, ({ searchName }) => searchName)
      return new Map(
        names.flatMap((name) => {
          const [row, ...others] = byName.get(foldName(name)) ?? []
          return row === undefined || others.length > 0 ? [] : [[name, traderOf(row)]]
        }),
      )
    },
    async search(snapshot, query, limit, after) {
      const { ids, ...page } = await search(snapshot, query, limit, after)
      const rows = new Map((await BY_ID.all(db, { ids })).map((row) => [row.id, traderOf(row)]))
      return { ...page, traders: ids.map((id) => rows.get(id) ?? null) }
    },
  }
}

function traderOf({
  verified,
  ...row
}: Omit<TraderRow, 'verified'> & { verified: number | null }): TraderRow {
  return { ...row, verified: verified === 1 }
}
