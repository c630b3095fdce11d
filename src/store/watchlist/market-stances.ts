import type { ConditionId, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { readStancesIn, readView } from '../smart-money/views.ts'
import { newestHead } from '../snapshot/stored-snapshots.ts'
import { CONDITIONS, MARKETS, TOKENS } from '../tables.ts'
import { addMarketFacts, type MarketFact } from './market-notices.ts'
import { MARKET_FOLLOWS, MARKET_STANCES } from './watchlist-tables.ts'

/** A side of a market of two outcomes. */
export type StanceSide = 'YES' | 'NO'

/** A market whose followers ask for its stance, and a cohort's stance in it at the newest snapshot. */
export interface StanceBehind {
  market: number
  condition: ConditionId
  question: string | null
  slug: string | null
  category: string | null
  /** Names of its outcomes, in order; null where metadata does not tell. */
  outcomes: readonly (string | null)[]
  /** The side that followers know; null: none is known. */
  side: StanceSide | null
  /** Null where too few members hold it. */
  stance: { members: number; yesValue: MicroUsd; value: MicroUsd } | null
}

/** Markets whose followers know the stance of an older snapshot than the newest. */
export interface StancesBehind {
  snapshot: number
  /** When it was published. */
  time: Seconds
  markets: StanceBehind[]
}

/** Markets that one transaction looks at: whoever else writes waits for no more. */
const PAGE = 500

const BEHIND = statement((from, { snapshot }: { snapshot: number }) =>
  from(as(MARKET_FOLLOWS, 'f'))
    .join(as(CONDITIONS, 'c'), 'c.id', 'f.condition_id')
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'f.condition_id')
    .leftJoin(as(MARKET_STANCES, 's'), 's.condition_id', 'f.condition_id')
    .distinct(
      ...(['f.condition_id as market', 'c.condition', 'm.question', 'm.slug', 'm.category'] as const),
      's.side',
    )
    .where('f.stance', 1)
    .where((any) => any.whereNull('s.snapshot_id').orWhere('s.snapshot_id', '<', snapshot))
    .limit(PAGE),
)
const NAMES = statement((from, { markets }: { markets: readonly number[] }) =>
  from(TOKENS)
    .select('condition_id as market', 'outcome_name as name')
    .whereAnyOf('condition_id', 'int', markets)
    .orderBy('outcome'),
)

/**
 * The next markets whose followers know an older stance of a cohort than the newest snapshot's. By the index of follows with
 * a stance.
 * @returns null where there are none, or the snapshot's stances are not computed yet
 */
export async function stancesBehind(sql: Sql, cohort: string): Promise<StancesBehind | null> {
  const head = await newestHead(sql)
  if (head === undefined) return null
  const rows = await BEHIND.all(sql, { snapshot: head.id })
  const view = rows.length === 0 ? null : await readView(sql, cohort, head.id)
  if (view === null) return null
  const ids = rows.map(({ market }) => market)
  const stances = new Map((await readStancesIn(sql, view, ids)).map((one) => [one.market, one]))
  const names = Map.groupBy(await NAMES.all(sql, { markets: ids }), ({ market }) => market)
  const markets = rows.map((row) => ({
    ...row,
    outcomes: (names.get(row.market) ?? []).map(({ name }) => name),
    stance: stances.get(row.market) ?? null,
  }))
  return { snapshot: head.id, time: head.generatedAt, markets }
}

/** Writes the sides that followers know by a snapshot, and what they are told of them. */
export async function moveStances(
  tx: Sql,
  snapshot: number,
  moves: readonly { market: number; side: StanceSide | null; fact: MarketFact | null }[],
): Promise<void> {
  const columns = {
    condition_id: moves.map(({ market }) => market),
    side: moves.map(({ side }) => side),
    snapshot_id: moves.map(() => snapshot),
  }
  const isNewer = 'market_stances.snapshot_id < excluded.snapshot_id'
  await tx.upsert(MARKET_STANCES, columns, moves.length, {}, isNewer)
  await addMarketFacts(
    tx,
    moves.flatMap(({ fact }) => fact ?? []),
  )
}

const DROP = statement((from, { market }: { market: number }) =>
  from(MARKET_STANCES)
    .where('condition_id', market)
    .whereNotExists(
      from(as(MARKET_FOLLOWS, 'f'))
        .select(from.raw('1'))
        .where('f.condition_id', market)
        .where('f.stance', 1),
    )
    .delete(),
)

/** Takes a market's stance as known at the next look, unless others follow it. */
export async function beginStance(tx: Sql, market: number): Promise<void> {
  await DROP.run(tx, { market })
}
