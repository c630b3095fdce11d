import type { ExportFilter } from './exported-table.ts'

/** What a table can be written as. */
export const EXPORT_FORMATS = ['parquet', 'csv', 'ndjson'] as const
/** A format of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** What can be exported as a table: what it holds, and what narrows its rows. Light, for it is loaded with the help. */
export const EXPORTS = {
  fills: {
    says: 'every fill of the ledger, sealed or not, with addresses and hashes',
    filters: ['since', 'before', 'traders', 'tokens'],
  },
  positions: {
    says: 'every position after its last event: shares and cost, and both by the official rule',
    filters: ['traders', 'tokens'],
  },
  days: {
    says: "the days of every position: its close, and the day's purchases, sales and realized profit",
    filters: ['since', 'before', 'traders', 'tokens'],
  },
  files: { says: 'the names of the sealed files in use, with their bounds and hashes', filters: [] },
  traders: { says: 'the ids by which sealed files name addresses', filters: [] },
  tokens: { says: 'the ids by which sealed files name outcome tokens', filters: [] },
  markets: { says: 'the ids by which sealed files name conditions, with their metadata', filters: [] },
} as const satisfies Record<string, { says: string; filters: readonly (keyof ExportFilter)[] }>

/** The name of a table of {@link EXPORTS}. */
export type ExportName = keyof typeof EXPORTS
