import { EXPORTED_DAYS } from './export-days.ts'
import { EXPORTED_MARKETS, EXPORTED_TOKENS, EXPORTED_TRADERS } from './export-dictionaries.ts'
import { EXPORTED_FILES } from './export-files.ts'
import { EXPORTED_POSITIONS } from './export-positions.ts'
import { EXPORTED_TRADES } from './export-trades.ts'
import type { ExportedTable } from './exported-table.ts'
import type { ExportName } from './exports.ts'

/** Every table that can be exported, by the name of its command. */
export const EXPORTED_TABLES: Readonly<Record<ExportName, ExportedTable>> = {
  trades: EXPORTED_TRADES,
  positions: EXPORTED_POSITIONS,
  days: EXPORTED_DAYS,
  files: EXPORTED_FILES,
  traders: EXPORTED_TRADERS,
  tokens: EXPORTED_TOKENS,
  markets: EXPORTED_MARKETS,
}
