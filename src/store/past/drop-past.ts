import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { SNAPSHOTS } from '../snapshot/snapshot-tables.ts'
import { LEDGER_STATE } from '../tables.ts'
import { hasDays, KEPT_TABLES, pastOf } from './past-tables.ts'

const PINNED = statement((from) =>
  from(LEDGER_STATE).select('pinned', 'readable_from as from').where('id', 1),
)
const HEADS = statement((from, { since }: { since: number }) =>
  from(SNAPSHOTS)
    .count('* as count')
    .min('ledger_version as oldest')
    .whereNull('as_of')
    .where('ledger_version', '>=', since),
)

/**
 * Drops what no kept snapshot reads, whenever a snapshot was published or dropped. A head snapshot reads every day up to its
 * cutoff's, one as of a day those up to that day. Relies on the tables' indexes on `pin`: looks at rows from the dropped
 * snapshots' versions up to the oldest head's; with one head or none at all rows before it, for of those some may never have
 * been read: rows of later days than the snapshots before it have, or of a version that was pinned and not published.
 * @param dropped the lowest ledger version of the snapshots that were dropped: what was pinned before it they did not read.
 *   0 looks at all that is kept; null if none was dropped
 */
export async function dropPast(tx: Sql, dropped: number | null): Promise<void> {
  const { pinned, from } = (await PINNED.get(tx)) ?? { pinned: null, from: 0 }
  const heads = await HEADS.get(tx, { since: from })
  const lowest = pinned === null || (heads?.count ?? 0) <= 1 ? 0 : dropped
  if (lowest === null) return
  const all = Number.MAX_SAFE_INTEGER
  const oldest = pinned === null ? all : (heads?.oldest ?? all)
  // Nothing that was pinned before can be read: no snapshot of the ledger before `from` needs a row.
  const since = pinned === null ? all : from
  for (const { table } of KEPT_TABLES) {
    const { name } = pastOf(table)
    const readsDay = hasDays(table)
      ? ` AND ${name}.day <= COALESCE(s.as_of, s.cutoff_time / ${DAY_SECONDS})`
      : ''
    await tx.run(
      `DELETE FROM ${name} WHERE pin >= ? AND pin < ? AND NOT EXISTS (SELECT 1 FROM ${SNAPSHOTS.name} s ` +
        `WHERE s.ledger_version >= ? AND s.ledger_version <= ${name}.pin${readsDay})`,
      [lowest, oldest, since],
    )
  }
}
