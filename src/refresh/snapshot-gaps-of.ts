import type { Sql } from '../store/database.ts'
import type { SnapshotGaps } from '../store/snapshot-gaps.ts'
import type { TradersComputed } from './compute-traders.ts'
import { PARTIAL_FROM } from './figures.ts'
import { tradersWithSums } from './trader-sums.ts'

/**
 * Which of the traders with a gap have numbers in the snapshot that is being made, and how many of them are PARTIAL too.
 * @param isHead false for a snapshot as of a day, for which everybody is computed
 */
export async function snapshotGapsOf(
  tx: Sql,
  gaps: ReadonlySet<number>,
  { figures, seen }: Pick<TradersComputed, 'figures' | 'seen'>,
  isHead: boolean,
): Promise<SnapshotGaps> {
  if (gaps.size === 0) return { traders: gaps, partialToo: 0 }
  const shown = isHead ? await tradersWithSums(tx, [...gaps]) : [...gaps].filter((trader) => seen.has(trader))
  const partial = figures.get(PARTIAL_FROM)?.values
  return { traders: new Set(shown), partialToo: shown.filter((trader) => partial?.has(trader)).length }
}
