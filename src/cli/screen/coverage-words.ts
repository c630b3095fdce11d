import { countText } from '../../formats.ts'
import type { Database } from '../../store/engine/database.ts'
import { createGapReader } from '../../store/snapshot/snapshot-tables.ts'
import { newestHead } from '../../store/snapshot/stored-snapshots.ts'

/** The coverage of the ledger's traders, in words. */
export interface CoverageWords {
  found: string
  mend: string
}

/** The newest snapshot's coverage of traders, with the remedy; null if all of them are OK, or none is published. */
export async function coverageWords(db: Database): Promise<CoverageWords | null> {
  const head = await newestHead(db)
  if (!head) return null
  const { traders: gaps, partialToo } = await createGapReader(db)(head)
  const partial = head.partialTraders - partialToo
  if (partial + gaps.size === 0) return null
  const count = (number: number) => countText(number)
  const parts = [
    ...(partial > 0 ? [`${count(partial)} PARTIAL (shares of unknown origin left)`] : []),
    ...(gaps.size > 0 ? [`${count(gaps.size)} GAP (events of markets whose tokens are unknown)`] : []),
  ]
  const mends = [
    ...(partial > 0
      ? ['For PARTIAL, import earlier blocks, or the complete activity of their wallets.']
      : []),
    ...(gaps.size > 0 ? ['For GAP, run `pequod ingest gamma --missing`.'] : []),
    '`pequod verify` names them; `coverage=ok` excludes them from a board.',
  ]
  return { found: `of ${count(head.traders)} traders ${parts.join(' and ')}`, mend: mends.join(' ') }
}
