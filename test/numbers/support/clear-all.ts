import type { Database } from '../../../src/store/engine/database.ts'
import { collect } from '../../../src/store/ledger/collect.ts'

const TABLES = [
  'fills',
  'movements',
  'api_rows',
  'traders',
  'tokens',
  'conditions',
  'neg_risk_markets',
  'markets',
  'market_events',
  'positions',
  'position_lots',
  'position_days',
  'generations',
  'unfolded_tokens',
  'unsettled_conditions',
  'segments',
  'sealed_day_masks',
  'price_days',
  'volume_days',
  'whole_trades',
  'income_days',
  'touched_traders',
  'ledger_changes',
  'changed_days',
  'standings',
  'board_scores',
  'column_parts',
  'foresight_days',
  'snapshots',
  'snapshot_gaps',
  'snapshot_analytics',
  'trader_skill',
  'labels',
  'opted_out',
]

/** Empties the store, as if it had just been made. */
export async function clearAll(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const name of TABLES) await tx.run(`DELETE FROM ${name}`)
    await tx.run('UPDATE ledger_cursors SET version = 0')
    await tx.run(
      'UPDATE ledger_state SET version = 0, pinned = NULL, pinned_day = NULL, readable_from = 0, first_time = NULL, last_time = NULL, last_block = NULL, fills = 0, movements = 0',
    )
  })
  await collect(db)
}
