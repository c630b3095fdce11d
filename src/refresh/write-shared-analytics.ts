import { benjaminiHochberg } from '../metrics/benjamini-hochberg.ts'
import type { Sql } from '../store/database.ts'
import { SNAPSHOT_ANALYTICS } from '../store/snapshot-tables.ts'
import { type Baselines, baselinesText } from './baselines.ts'
import { bytesOf } from './bytes-of.ts'
import { type Figures, P_VALUE } from './figures.ts'

/** Writes what all analytics of a snapshot share: the q-values of everybody with a p-value, and the baselines. */
export async function writeSharedAnalytics(
  tx: Sql,
  snapshot: number,
  { figures, baselines }: { figures: Figures; baselines: Baselines },
): Promise<void> {
  const family = [...(figures.get(P_VALUE)?.values ?? [])].sort(([a], [b]) => a - b)
  const columns = {
    snapshot_id: [snapshot],
    traders: [bytesOf(Int32Array.from(family, ([trader]) => trader))],
    q_values: [bytesOf(benjaminiHochberg(family.map(([, pValue]) => pValue)))],
    baselines: [baselinesText(baselines)],
  }
  await tx.upsert(SNAPSHOT_ANALYTICS, columns, 1)
}
