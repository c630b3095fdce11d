import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import type { Value } from '../../store/engine/table-types.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { MOVEMENT_CODES, type MovementKind } from '../../store/ledger/movement-kinds.ts'
import { MOVEMENT_COLUMNS, type MovementRow, movementRowOf } from '../../store/ledger/movement-row.ts'
import { firstKeySince } from './first-key.ts'

const PAGE = 20_000

type Row = Record<string, Value> & { key: number; item: number }

/** Every movement of these kinds at or after a time: rows of the Data API, then the chain's by their key. */
export async function scanMovements(
  tx: Sql,
  since: Seconds,
  kinds: readonly MovementKind[],
  use: (row: MovementRow) => void,
): Promise<void> {
  for await (const page of apiMovements(tx, since, kinds)) for (const row of page) use(movementRowOf(row))
  const afterKey = (await firstKeySince(tx, 'movements', since)) - 1
  const scan = ledgerOf(tx).scan<Row>('MOVEMENTS', MOVEMENT_COLUMNS, { afterKey, since, kinds })
  for await (const page of scan) for (const row of page) use(movementRowOf(row))
}

async function* apiMovements(tx: Sql, since: Seconds, kinds: readonly MovementKind[]): AsyncGenerator<Row[]> {
  const codes = kinds.map((kind) => MOVEMENT_CODES[kind]).join(', ')
  const text =
    `SELECT ${MOVEMENT_COLUMNS.join(', ')} FROM movements WHERE (key, item) > (?, ?) AND key < 0 AND time >= ? ` +
    `AND kind IN (${codes}) ORDER BY key, item LIMIT ${PAGE}`
  for (let last: Row | undefined; ; ) {
    const page = await tx.all<Row>(text, [last?.key ?? Number.MIN_SAFE_INTEGER, last?.item ?? 0, since])
    yield page
    if (page.length < PAGE) return
    last = page.at(-1)
  }
}
