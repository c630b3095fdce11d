import type { ColumnTypes } from '../engine/duckdb.ts'
import { sealedPart } from '../ledger/files.ts'
import { columnsOf, type ExportedTable } from './exported-table.ts'

const CODED: ColumnTypes = {
  name: 'text',
  kind: 'text',
  sorted_by: 'text',
  rows: 'big',
  first_time: 'big',
  last_time: 'big',
  bytes: 'big',
  sha256: 'text',
}

/** Every sealed file that counts: others in the folder were replaced, and are removed later. */
export const EXPORTED_FILES: ExportedTable = {
  coded: CODED,
  order: ['kind', 'first_time', 'name'],
  names: {},
  columns: [
    { name: 'name', type: 'VARCHAR', sql: 'p.name', says: 'name of the file in `DATA_DIR`' },
    {
      name: 'kind',
      type: 'VARCHAR',
      sql: 'p.kind',
      says: 'kind of its rows: `FILLS`, `MOVEMENTS` or `DAYS`',
    },
    {
      name: 'sorted_by',
      type: 'VARCHAR',
      sql: 'p.sorted_by',
      says: 'order of its rows: `traders`, `tokens`, `markets` or `hashes`; `days` for days',
    },
    { name: 'rows', type: 'BIGINT', sql: 'p.rows', says: 'number of rows' },
    {
      name: 'first_time',
      type: 'BIGINT',
      sql: 'p.first_time',
      says: 'seconds of its first row; of days, the first second',
    },
    { name: 'last_time', type: 'BIGINT', sql: 'p.last_time', says: 'seconds of its last row' },
    { name: 'bytes', type: 'BIGINT', sql: 'p.bytes', says: 'size of the file' },
    { name: 'sha256', type: 'VARCHAR', sql: 'p.sha256', says: 'hash of its bytes, hex' },
  ],
  async *pieces(db) {
    const { files } = await sealedPart(db)
    const rows = files.map(({ sortedBy, firstTime, lastTime, ...file }) => ({
      ...file,
      sorted_by: sortedBy,
      first_time: firstTime,
      last_time: lastTime,
    }))
    yield { rows: columnsOf(CODED, rows), sealed: null }
  },
}
