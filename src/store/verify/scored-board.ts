import type { LeaderboardDefinition } from '../../metrics/leaderboards.ts'
import type { Database } from '../database.ts'

interface Standing {
  trader_id: number
  address: string
  /** Null for who did not trade, nor hold anything, in the period. */
  volume: number | null
  sharpe: number | null
}

/**
 * True where a board that its own scores order is in their order, ties by volume and address, and holds but traders of the
 * snapshot; a Sharpe ratio is the one that the profile shows, where it shows one.
 */
export async function isScoredInOrder(
  db: Database,
  snapshot: number,
  { id, tab, period }: LeaderboardDefinition,
): Promise<boolean> {
  const stored = await db.get<{ entry_count: number; traders: Uint8Array; scores: Uint8Array | null }>(
    'SELECT entry_count, traders, scores FROM boards WHERE snapshot_id = ? AND board = ?',
    [snapshot, id],
  )
  if (!stored?.scores) return false
  const traders = new Int32Array(Uint8Array.from(stored.traders).buffer)
  const scores = new Float64Array(Uint8Array.from(stored.scores).buffer)
  const standings = await readStandings(db, snapshot, period.code, [...traders])
  const rows = Array.from(traders, (trader, i) => ({
    ...standings.get(trader),
    score: scores[i] ?? Number.NaN,
  }))
  const isSharpe = tab.metric === 'sharpeRatio'
  return (
    stored.entry_count === traders.length &&
    scores.length === traders.length &&
    rows.every(({ address, sharpe, score }) => {
      return address !== undefined && (!isSharpe || sharpe === null || sharpe === score)
    }) &&
    rows.every((row, i) => i === 0 || isBefore(rows[i - 1], row))
  )
}

type Row = Partial<Standing> & { score: number }

function isBefore(a: Row | undefined, b: Row): boolean {
  if (a === undefined) return true
  const [more, less] = [Number(a.volume ?? 0), Number(b.volume ?? 0)]
  if (a.score !== b.score) return a.score > b.score
  return more === less ? (a.address ?? '') < (b.address ?? '') : more > less
}

async function readStandings(
  db: Database,
  snapshot: number,
  period: number,
  ids: readonly number[],
): Promise<Map<number, Standing>> {
  const shown = (name: string) => `${name}.from_snapshot <= ? AND ${name}.until_snapshot > ?`
  const rows = await db.all<Standing>(
    'SELECT a.trader_id, t.address, s.volume, s.sharpe FROM trader_analytics a JOIN traders t ON t.id = a.trader_id ' +
      `LEFT JOIN trader_stats s ON s.trader_id = a.trader_id AND s.period = ? AND ${shown('s')} ` +
      `WHERE ${shown('a')} AND ${db.isIn('a.trader_id', 'int')}`,
    [period, snapshot, snapshot, snapshot, snapshot, db.list(ids)],
  )
  return new Map(rows.map((row) => [row.trader_id, row]))
}
