export const EXPORT_FORMATS = ['parquet', 'csv', 'ndjson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The options of the commands that narrow their rows. */
export type ExportOption = 'from' | 'to' | 'trader' | 'market' | 'event' | 'minUsd' | 'asOf'

/** The exportable tables: their contents, and the filters of their rows. A light module, since the help loads it. */
export const EXPORTS = {
  trades: {
    says: 'every fill of the ledger, sealed or not, with addresses and hashes',
    filters: ['from', 'to', 'trader', 'market', 'event', 'minUsd'],
  },
  positions: {
    says: "every position at a day's close: shares and cost, and profit, purchases and sales so far",
    filters: ['trader', 'market', 'event', 'asOf'],
  },
  days: {
    says: "the days of every position: its close, and the day's purchases, sales and realized profit",
    filters: ['from', 'to', 'trader', 'market', 'event'],
  },
  files: { says: 'the names of the sealed files in use, with their bounds and hashes', filters: [] },
  traders: { says: 'the ids of addresses in sealed files', filters: [] },
  tokens: { says: 'the ids of outcome tokens in sealed files', filters: [] },
  markets: { says: 'the ids of conditions in sealed files, with their metadata', filters: [] },
} as const satisfies Record<string, { says: string; filters: readonly ExportOption[] }>

export type ExportName = keyof typeof EXPORTS
