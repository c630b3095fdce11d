import type { ExportFilter } from './exported-table.ts'

export const EXPORT_FORMATS = ['parquet', 'csv', 'ndjson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The exportable tables: their contents, and the filters of their rows. A light module, since the help loads it. */
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
  traders: { says: 'the ids of addresses in sealed files', filters: [] },
  tokens: { says: 'the ids of outcome tokens in sealed files', filters: [] },
  markets: { says: 'the ids of conditions in sealed files, with their metadata', filters: [] },
} as const satisfies Record<string, { says: string; filters: readonly (keyof ExportFilter)[] }>

/** The name of a table of {@link EXPORTS}. */
export type ExportName = keyof typeof EXPORTS
