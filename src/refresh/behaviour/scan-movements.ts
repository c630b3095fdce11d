import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql, Value } from '../../store/database.ts'
import { MOVEMENT_COLUMNS, type MovementRow, movementRowOf } from '../../store/ingest/movement-row.ts'
import { MOVEMENT_CODES, type MovementKind } from '../../store/movement-kinds.ts'
import { firstKeySince } from './first-key.ts'

const PAGE = 20_000

/** Every movement of these kinds at or after a time: rows of the Data API, then the chain's by their key. */
export async function scanMovements(
  tx: Sql,
  since: Seconds,
  kinds: readonly MovementKind[],
  use: (row: MovementRow) => void,
): Promise<void> {
  const isOfKind = `kind IN (${kinds.map((kind) => MOVEMENT_CODES[kind]).join(', ')})`
  const first = await firstKeySince(tx, 'movements', since)
  const ranges = [
    { range: 'key < 0 AND time >= ?', from: since },
    { range: 'key >= ?', from: first },
  ]
  for (const { range, from } of ranges) {
    for (let after: Value[] = [Number.MIN_SAFE_INTEGER, 0]; ; ) {
      const rows = await tx.all<Record<string, Value>>(
        `SELECT ${MOVEMENT_COLUMNS} FROM movements WHERE (key, item) > (?, ?) AND ${range} AND ${isOfKind} ` +
          'ORDER BY key, item LIMIT ?',
        [...after, from, PAGE],
      )
      for (const row of rows) use(movementRowOf(row))
      const last = rows.at(-1)
      if (rows.length < PAGE || !last) break
      after = [last.key ?? 0, last.item ?? 0]
    }
  }
}
