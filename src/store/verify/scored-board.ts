import type { LeaderboardDefinition } from '../../metrics/leaderboards.ts'
import type { Database } from '../database.ts'
import type { Numbered } from './check-boards.ts'

/**
 * True where a board that its own scores order is in their order, ties by volume and address, and holds but traders of the
 * snapshot; a Sharpe ratio is the one that the profile shows, where it shows one.
 * @param numbers of the board's period
 * @param everybody the numbers of all time: whoever is in the snapshot has some
 */
export async function isScoredInOrder(
  db: Database,
  snapshot: number,
  { id, tab }: LeaderboardDefinition,
  numbers: readonly Numbered[],
  everybody: readonly Numbered[],
): Promise<boolean> {
  const stored = await db.get<{ entry_count: number; traders: Uint8Array; scores: Uint8Array | null }>(
    'SELECT entry_count, traders, scores FROM boards WHERE snapshot_id = ? AND board = ?',
    [snapshot, id],
  )
  if (!stored?.scores) return false
  const traders = new Int32Array(Uint8Array.from(stored.traders).buffer)
  const scores = new Float64Array(Uint8Array.from(stored.scores).buffer)
  const ofPeriod = new Map(numbers.map((own) => [own.trader, own]))
  const addresses = new Map(everybody.map(({ trader, address }) => [trader, address]))
  const rows = Array.from(
    traders,
    (trader, i): Row => ({
      address: addresses.get(trader),
      volume: ofPeriod.get(trader)?.volume ?? 0,
      sharpe: ofPeriod.get(trader)?.sharpeRatio ?? null,
      score: scores[i] ?? Number.NaN,
    }),
  )
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

interface Row {
  address: string | undefined
  /** 0 for who did not trade, nor hold anything, in the period. */
  volume: number
  sharpe: number | null
  score: number
}

function isBefore(a: Row | undefined, b: Row): boolean {
  if (a === undefined) return true
  if (a.score !== b.score) return a.score > b.score
  return a.volume === b.volume ? (a.address ?? '') < (b.address ?? '') : a.volume > b.volume
}
