import { dayOf, weekStart } from '../../../src/ledger/quantities.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { ALERT_GRADES, ALERTS } from '../../../src/whales/alerts/alert-row.ts'
import type { PlantedWorld } from './planted-world.ts'

/** Plants graded alerts of a planted world's traders, all in one token, within seven days before its end. */
export async function plantAlerts(
  db: Database,
  { traders, snapshot }: PlantedWorld,
  token: number,
  count = 30,
): Promise<void> {
  const seqs = Array.from({ length: count }, (_, i) => i + 1)
  const same = <Value>(value: Value) => seqs.map(() => value)
  const hash = (n: number) => new Uint8Array(32).fill(n)
  const lastTime = snapshot.cutoff_time
  await db.run('UPDATE ledger_state SET last_time = ?, last_block = ? WHERE id = 1', [
    lastTime,
    snapshot.cutoff_block,
  ])
  const chain = { seq: seqs, kind: same(0), fill_key: seqs, hash: seqs.map(hash) }
  const fill = {
    tx: seqs.map(hash),
    time: seqs.map((n) => lastTime - 3_601 * n),
    week: same(weekStart(dayOf(lastTime))),
    trader_id: seqs.map((n) => traders[n % 7]?.id ?? 0),
    token_id: same(token),
    side: seqs.map((n) => n % 2),
    role: same(1),
    shares: seqs.map((n) => 40_123_456_789 + n),
    usd: seqs.map((n) => 12_987_654_321 + 1_234_567_891 * n),
    order_hash: seqs.map(hash),
    boards: same('consistent-all copyable-all'),
  }
  await db.insertNew(ALERTS, { ...chain, ...fill }, count)
  const grades = {
    after_hour: same(410_000),
    after_day: same(420_000),
    payout: same(1_000_000),
    block: same(1),
  }
  await db.insertNew(ALERT_GRADES, { seq: seqs, ...grades }, count)
}
