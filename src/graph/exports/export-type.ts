import { RUN_ID, type RunState } from '../../accounts/run-queue.ts'
import type { AccountTable } from '../../exports/export-tables.ts'
import { type AccountExport, exportSummary, KEPT_SECONDS } from '../../exports/exports.ts'
import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { ExportFormat } from '../../store/export/exports.ts'
import type { ValueLimits } from '../../value-limits.ts'
import { builder } from '../kit/builder.ts'
import { CutoffType } from '../kit/cutoff.ts'
import { valuesOf, wireEnum } from '../kit/enums.ts'

/** The id of an export as a caller gives it. */
export const GIVEN_EXPORT: ValueLimits = {
  pattern: RUN_ID.source,
  form: '22 characters: letters, digits, hyphens and underscores',
}
const KEPT_DAYS = KEPT_SECONDS / DAY_SECONDS

const STATES: Readonly<Record<RunState, string>> = {
  WAITING: 'It waits for its turn.',
  RUNNING: 'Its file is being written.',
  DONE: 'Its file is whole.',
  FAILED: 'It ended without a file; `problem` says why.',
  CANCELLED: 'It was cancelled, and its file removed.',
}

const ExportStateEnum = builder.enumType('ExportState', {
  description: 'State of an export.',
  values: valuesOf(STATES),
})

const TABLES: Readonly<Record<AccountTable, string>> = {
  trades: 'Fills, one row for each order of a match: rows whose role is TAKER count each dollar once.',
  positions: "Positions of traders in outcomes at a day's close.",
  traders: 'Traders who fit a question, in its order, with every number of a screen.',
}

export const ExportTableEnum = wireEnum<AccountTable>('ExportTable', {
  description: 'Content of an export: its [columns](/docs/files#exports).',
  wires: ['trades', 'positions', 'traders'],
  says: (table) => TABLES[table],
})

const FORMATS: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'One JSON object per line. Amounts are decimal numbers of dollars or shares.',
  csv: 'Comma-separated values with a header. Amounts are decimal numbers of dollars or shares.',
  parquet:
    'Apache Parquet with typed columns. Amounts are whole millionths, in columns that end in `_micro`.',
}

export const ExportFormatEnum = wireEnum<ExportFormat>('ExportFormat', {
  description: 'Format of a file.',
  wires: ['ndjson', 'csv', 'parquet'],
  says: (format) => FORMATS[format],
})

export const ExportType = builder.objectRef<AccountExport>('Export').implement({
  description: 'A file of many rows as of one cutoff. Only the account that requested it can read it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id, argument of `export` and `cancelExport`.' }),
    table: t.of(ExportTableEnum, 'table', 'The table that it contains.'),
    format: t.of(ExportFormatEnum, 'format', 'The format of the file.'),
    summary: t.text(exportSummary, 'The requested rows, in words.'),
    state: t.of(ExportStateEnum, 'state', 'Whether it waits, is being written, or has ended.'),
    rows: t.number('rowCount', {
      limits: { minimum: 0 },
      description: 'Rows written so far, {limits}. An attempt that ended with its process begins again at 0.',
    }),
    bytes: t.number('byteCount', {
      limits: { minimum: 0 },
      description: 'Bytes written so far, {limits}; the size of the file once it is DONE.',
    }),
    cutoff: t.field({
      type: CutoffType,
      nullable: true,
      description:
        'The last event that the file can contain: the cutoff of the snapshot that was the newest when writing began. Null until DONE.',
      resolve: ({ cutoffTime: time, cutoffBlock: block }) => (time === null ? null : { time, block }),
    }),
    path: t.text(({ id, state }) => (state === 'DONE' ? filePathOf(id) : null), {
      nullable: true,
      description:
        'REST path of the file, which takes Range requests, so that a cut download can be resumed. Null unless DONE.',
    }),
    sha256: t.text('sha256', {
      nullable: true,
      description: "SHA-256 of the file's bytes, in hex. Null until DONE.",
    }),
    createdAt: t.when('createdAt', 'Time of the request.'),
    expiresAt: t.when(
      'expiresAt',
      `When the export and its file are removed: ${KEPT_DAYS} days after its end.`,
    ),
    problem: t.text('problem', {
      nullable: true,
      description: 'The reason of the failure and what to do, in one sentence. Null unless FAILED.',
    }),
  }),
})

/** The path of REST that returns an export's file. */
export function filePathOf(id: string): string {
  return `/v1/exports/${id}/file`
}
