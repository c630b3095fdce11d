import type { AlertFilter } from '../../whales/config/alert-config.ts'
import type { Sql } from '../engine/database.ts'
import { upsert } from '../engine/rows.ts'
import { statement } from '../engine/statement.ts'
import type { RowOf } from '../engine/table-types.ts'
import { ALERT_CONFIGS } from './alert-delivery-tables.ts'

export type StoredFilter = RowOf<typeof ALERT_CONFIGS>

/** Parses a row's filter. Its lists were validated before they were written. */
export function filterOf(row: StoredFilter): AlertFilter {
  return {
    minUsd: row.minUsd,
    side: row.side,
    categories: JSON.parse(row.categories),
    qualifying: JSON.parse(row.qualifying),
    traders: JSON.parse(row.traders),
  }
}

const FILTER_OF = statement((from, { accountId }: { accountId: number }) =>
  from(ALERT_CONFIGS).select('*').where('account_id', accountId),
)
const DELETE_FILTER = statement((from, { accountId }: { accountId: number }) =>
  from(ALERT_CONFIGS).where('account_id', accountId).delete(),
)

export function readFilter(sql: Sql, accountId: number): Promise<StoredFilter | undefined> {
  return FILTER_OF.get(sql, { accountId })
}

/** Replaces an account's filter; concurrent writers wait until the transaction ends. */
export async function writeFilter(
  tx: Sql,
  accountId: number,
  filter: AlertFilter,
  now: number,
): Promise<void> {
  const row = {
    accountId,
    minUsd: filter.minUsd,
    side: filter.side,
    categories: JSON.stringify(filter.categories),
    qualifying: JSON.stringify(filter.qualifying),
    traders: JSON.stringify(filter.traders),
    updatedAt: now,
  }
  await upsert(tx, ALERT_CONFIGS, [row])
}

/** Removes an account's filter; returns false if there was none. */
export async function deleteFilter(tx: Sql, accountId: number): Promise<boolean> {
  return (await DELETE_FILTER.run(tx, { accountId })) > 0
}
