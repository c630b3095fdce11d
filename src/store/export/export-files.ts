import { sealedPart } from '../ledger/files.ts'
import { codedLike, columnsOf, type ExportedColumn, type ExportedTable } from './exported-table.ts'

const COLUMNS: readonly ExportedColumn[] = [
  { name: 'name', type: 'VARCHAR', says: 'name of the file in `DATA_DIR`' },
  { name: 'kind', type: 'VARCHAR', says: 'kind of its rows: `FILLS`, `MOVEMENTS` or `DAYS`' },
  {
    name: 'sorted_by',
    type: 'VARCHAR',
    says: 'order of its rows: `traders`, `tokens`, `markets` or `hashes`; `days` for days',
  },
  { name: 'rows', type: 'BIGINT', says: 'number of rows' },
  { name: 'first_time', type: 'BIGINT', says: 'seconds of its first row; of days, the first second' },
  { name: 'last_time', type: 'BIGINT', says: 'seconds of its last row' },
  { name: 'bytes', type: 'BIGINT', says: 'size of the file' },
  { name: 'sha256', type: 'VARCHAR', says: 'hash of its bytes, hex' },
]
const CODED = codedLike(COLUMNS)

/** Every sealed file that counts: others in the folder were replaced, and are removed later. */
export const EXPORTED_FILES: ExportedTable = {
  coded: CODED,
  order: ['kind', 'first_time', 'name'],
  names: {},
  columns: COLUMNS,
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
