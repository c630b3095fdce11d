import type { EffectCause } from '../../delivery/notices.ts'
import type { Position } from '../../ledger/position.ts'
import { DAY_SECONDS, dayOf, type MicroShares, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import type { Value } from '../../store/engine/table.ts'
import { type Condition, type Conditions, createConditions } from '../../store/ingest/conditions.ts'
import type { Entry, FoldFill } from '../../store/ingest/fold-state.ts'
import { FILL_COLUMNS, foldFillOf, type StoredFill } from '../../store/ingest/refold.ts'
import {
  addToScope,
  closeBefore,
  positionsOfScope,
  readScope,
  replay,
  type Scope,
  type ScopeReader,
  tiesOf,
} from '../../store/ingest/replay.ts'
import { infrastructureIds } from '../../store/ledger/chain-knowledge.ts'
import {
  MOVEMENT_CODES,
  MOVEMENT_COLUMNS,
  type MovementRow,
  movementRowOf,
} from '../../store/ledger/movement-row.ts'
import type { Place } from '../../store/ledger/place.ts'

/** The effect of one ledger event on one position of a followed wallet. */
export interface WalletEffect extends Place {
  trader: number
  token: number
  cause: EffectCause
  /** BUY: shares came in; SELL: they left, or were settled. */
  side: 'BUY' | 'SELL'
  shares: MicroShares
  /** Dollars paid or received for them, of a fill before fees; what they cost, where no dollars moved. */
  usd: MicroUsd
  /** Profit, or loss, that it fixed. */
  realized: MicroUsd
  /** Shares held before and after, of those whose cost the ledger knows. */
  before: MicroShares
  after: MicroShares
  /** Its transaction; null where the source does not name it. */
  tx: Uint8Array | null
}

type ToldFill = FoldFill & { tx: Uint8Array | null }
type ToldMovement = MovementRow & { tx: Uint8Array | null }

/**
 * Returns the effects of events from a time on, on positions of some wallets, in the ledger's order. It folds
 * their days again from the close before, so cost and profit are exact. It reads only rows of the store,
 * which the last days always are. Redemptions of resolved shares are omitted because the resolution already
 * notified. Uses indexes on (trader, time).
 */
export async function walletEffects(
  sql: Sql,
  watched: readonly number[],
  from: Seconds,
): Promise<WalletEffect[]> {
  if (watched.length === 0) return []
  const conditions = createConditions()
  const contracts = await infrastructureIds(sql)
  const since = dayOf(from) * DAY_SECONDS
  const fresh = {
    fills: await fillsOf(sql, watched, from),
    movements: await movementsOf(sql, watched, from),
  }
  const resolved = await resolvedPositions(sql, watched, from)
  if (fresh.fills.length + fresh.movements.length + resolved.length === 0) return []
  const scope: Scope = new Map()
  for (const position of resolved) addToScope(scope, position.token, position.trader)
  for (const { token, owner } of fresh.fills) addToScope(scope, token, owner)
  await conditions.loadNamed(sql, fresh.movements)
  const isContract = (trader: number) => contracts.has(trader)
  const known = { conditions, isInfrastructure: isContract }
  for (const { token, trader } of tiesOf(fresh.movements, known).flat()) addToScope(scope, token, trader)
  const isWatched = new Set(watched)
  const effects: WalletEffect[] = []
  const events = await readScope(scope, { ...known, ...readerOf(sql, conditions, since) })
  replay(await closeBefore(sql, positionsOfScope(events.scope), dayOf(from)), events, {
    ...known,
    onEvent(entry, event, before) {
      if (event.time < from || !isWatched.has(entry.trader)) return
      const effect = effectOf(event, entry, before, conditions)
      if (effect) effects.push(effect)
    },
  })
  return effects
}

/**
 * Returns the reader of a scope's events. The sender of shares to a position of the scope joins it, since their cost
 * comes from the sender; a resolution adds no trader.
 */
function readerOf(
  sql: Sql,
  conditions: Conditions,
  since: Seconds,
): Pick<ScopeReader<ToldFill, ToldMovement>, 'movements' | 'others'> {
  const tradersOf = (scope: Scope) => [...new Set(positionsOfScope(scope).map(({ trader }) => trader))]
  return {
    async movements(scope) {
      const rows = await movementsOf(sql, tradersOf(scope), since)
      await conditions.loadNamed(sql, rows)
      return rows
    },
    async others(scope) {
      const byToken = await conditions.ofTokens(sql, [...scope.keys()])
      return {
        fills: await fillsOf(sql, tradersOf(scope), since),
        movements: await resolutionsOf(sql, [...byToken.values()], since),
      }
    },
  }
}

async function fillsOf(sql: Sql, traders: readonly number[], since: Seconds): Promise<ToldFill[]> {
  const fills = await sql.all<StoredFill & { tx: Uint8Array | null }>(
    `SELECT ${FILL_COLUMNS.join(', ')}, tx FROM fills WHERE ${sql.isIn('owner_id', 'int')} AND time >= ?`,
    [sql.list(traders), since],
  )
  return fills.map((row) => ({ ...foldFillOf(row), tx: row.tx }))
}

async function movementsOf(sql: Sql, traders: readonly number[], since: Seconds): Promise<ToldMovement[]> {
  const list = sql.list(traders)
  const select = `SELECT ${MOVEMENT_COLUMNS.join(', ')}, tx FROM movements WHERE`
  const rows = await sql.all<Record<string, Value>>(
    `${select} ${sql.isIn('owner_id', 'int')} AND time >= ? UNION ALL ` +
      `${select} ${sql.isIn('other_id', 'int')} AND time >= ? AND (owner_id IS NULL OR NOT ${sql.isIn('owner_id', 'int')})`,
    [list, since, list, since, list],
  )
  return rows.map(withTx)
}

function withTx(row: Record<string, Value>) {
  return { ...movementRowOf(row), tx: row.tx instanceof Uint8Array ? row.tx : null }
}

/**
 * Returns these traders' positions in markets resolved from a time on: tokens by the time of resolution, then the holders of each. As a
 * join, SQLite went through all positions of everybody.
 */
function resolvedPositions(
  sql: Sql,
  traders: readonly number[],
  from: Seconds,
): Promise<{ token: number; trader: number }[]> {
  return sql.all(
    'SELECT token_id AS token, trader_id AS trader FROM positions WHERE token_id IN ' +
      '(SELECT k.id FROM conditions c JOIN tokens k ON k.condition_id = c.id WHERE c.resolved_time >= ?) ' +
      `AND shares > 0 AND ${sql.isIn('trader_id', 'int')}`,
    [from, sql.list(traders)],
  )
}

async function resolutionsOf(
  sql: Sql,
  known: readonly (Condition | null)[],
  since: Seconds,
): Promise<ToldMovement[]> {
  const resolved = known.filter((condition) => (condition?.resolved?.time ?? 0) >= since)
  const ids = [...new Set(resolved.flatMap((condition) => condition?.id ?? []))]
  if (ids.length === 0) return []
  const rows = await sql.all<Record<string, Value>>(
    `SELECT ${MOVEMENT_COLUMNS.join(', ')}, tx FROM movements WHERE ${sql.isIn('condition_id', 'int')} AND time >= ? AND kind = ?`,
    [sql.list(ids), since, MOVEMENT_CODES.RESOLVE],
  )
  return rows.map(withTx)
}

const CAUSES: Readonly<Record<MovementRow['kind'], EffectCause | null>> = {
  SPLIT: 'SPLIT',
  MERGE: 'MERGE',
  CONVERT: 'CONVERSION',
  RESOLVE: 'RESOLUTION',
  REDEEM: 'REDEMPTION',
  TRANSFER: 'TRANSFER',
  INCOME: null,
}

/** Null for an event without an effect, or one that does not notify. */
function effectOf(
  event: ToldFill | ToldMovement,
  { token, trader, position }: Entry,
  before: Position,
  conditions: Conditions,
): WalletEffect | null {
  const { time, key, item, tx } = event
  const common = {
    time,
    key,
    item,
    tx,
    token,
    trader,
    before: before.shares,
    after: position.shares,
    realized: position.realized - before.realized,
  }
  if ('side' in event) {
    const { side, shares, usd } = event
    return { ...common, cause: 'TRADE', side, shares, usd }
  }
  const cause = CAUSES[event.kind]
  if (cause === null) return null
  if (cause === 'RESOLUTION')
    return { ...common, cause, side: 'SELL', shares: position.shares, usd: position.cost }
  // The resolution has already notified.
  if (cause === 'REDEMPTION' && conditions.get(event.condition ?? 0).pricesAt(event) !== null) return null
  const shares = position.shares - before.shares
  if (shares === 0) return null
  const proceeds = position.sold - before.sold
  const cost = position.cost - before.cost
  return shares > 0
    ? { ...common, cause, side: 'BUY', shares, usd: Math.max(0, cost) }
    : { ...common, cause, side: 'SELL', shares: -shares, usd: Math.max(0, proceeds === 0 ? -cost : proceeds) }
}
