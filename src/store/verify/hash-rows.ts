import { createHash } from 'node:crypto'
import type { Database } from '../engine/database.ts'
import type { Value } from '../engine/table-types.ts'
import type { NamedRows, SelectedRows } from './named-rows.ts'

/** Rows read at a time. */
const PAGE = 20_000

/** The hash of a set of rows. */
export interface RowsHash {
  rows: number
  /** 64 hex digits; equal for equal rows in any order. */
  hash: string
}

/** Returns the values of a row that are hashed. */
export type Spell = (values: readonly Value[]) => readonly Value[]

/**
 * Hashes a table's rows: the sum of their SHA-256s, in four lanes of 64 bits. A sum does not depend on
 * the order, so neither engine sorts by name, and a table of any size is read page by page along its key.
 */
export async function hashRows(
  db: Database,
  rows: NamedRows,
  spell: Spell = (values) => values,
): Promise<RowsHash> {
  const lanes = new BigUint64Array(4)
  let count = 0
  for await (const values of 'read' in rows ? rows.read(db) : selectRows(db, rows)) {
    const digest = createHash('sha256')
      .update(JSON.stringify(spell(values).map(valueText)))
      .digest()
    for (let i = 0; i < 4; i++) lanes[i] = (lanes[i] ?? 0n) + digest.readBigUInt64LE(8 * i)
    count++
  }
  return { rows: count, hash: Buffer.from(lanes.buffer).toString('hex') }
}

async function* selectRows(
  db: Database,
  { select, from, key }: SelectedRows,
): AsyncGenerator<readonly Value[]> {
  const columns = [...select, ...key].map((column, i) => `${column} AS v${i}`)
  const onwards = `WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')})`
  let after: Value[] | null = null
  for (;;) {
    const page: Record<string, Value>[] = await db.all(
      `SELECT ${columns.join(', ')} FROM ${from} ${after === null ? '' : onwards} ORDER BY ${key.join(', ')} LIMIT ${PAGE}`,
      after ?? [],
    )
    for (const row of page) yield select.map((_, i) => row[`v${i}`] ?? null)
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = key.map((_, i) => last[`v${select.length + i}`] ?? null)
  }
}

function valueText(value: Value): string | number | null {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'bigint' ? String(value) : value
}
