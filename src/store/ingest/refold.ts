import { DAY_SECONDS, type Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { type FillRow, ledgerOf } from '../ledger/ledger.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { comparePlaces } from '../ledger/place.ts'
import type { PositionId } from '../ledger/position-day.ts'
import { clearDays } from '../ledger/write-days.ts'
import { POSITIONS } from '../tables.ts'
import type { Conditions } from './conditions.ts'
import type { FoldFill, FoldSession } from './fold-session.ts'
import { type HeldState, NOTHING_HELD } from './held-state.ts'
import { createPositionDayRows } from './position-day-rows.ts'
import { closeBefore, replay } from './replay.ts'
import { addToScope, isInScope, type Scope } from './scope.ts'
import { roleOf } from './volume-day-rows.ts'
import { type Change, touchTraders, writePositions } from './write-positions.ts'

/** What a re-fold needs besides the scope. */
export interface RefoldOptions {
  conditions: Conditions
  isInfrastructure(trader: number): boolean
  /** The first day whose rows are made again; the state at the close before it is the start. */
  from: Day
  /** What the re-fold belongs to; nothing before its earliest day turns out otherwise than it was. */
  change: Change
}

/**
 * Folds positions again from a day on, from the ledger: after an event that came late, was taken back, or got its
 * meaning later. Positions that an event since that day changed together with them (a transfer, a conversion, a
 * split) are included.
 */
export async function refold(tx: Sql, scope: Scope, options: RefoldOptions): Promise<void> {
  const { conditions, isInfrastructure, from, change } = options
  const since = from * DAY_SECONDS
  const days = createPositionDayRows()
  const { session, positions } = await replay(tx, scope, from, {
    source: {
      movements: (closed) => movementsOf(tx, closed, since, conditions),
      others: async (closed) => ({ fills: await fillsOf(tx, closed, since) }),
    },
    conditions,
    isInfrastructure,
    days,
    onStart: (started, all, held) => loadUntouched(tx, started, all, held, from),
  })
  await clearDays(tx, positions, from)
  await clearPositions(tx, positions, from)
  session.closeDays()
  await days.write(tx, 'replace')
  for (const entry of session.entries.values()) entry.changed = entry.time > 0
  const placeless = await keepUntouched(tx, session)
  await writePositions(tx, session.entries.values(), change)
  // A position that has nothing left has no entry, but its trader's numbers changed all the same.
  await touchTraders(
    tx,
    positions.map((position) => position.trader),
    change,
  )
  if (placeless.size > 0) await refold(tx, placeless, { ...options, from: 0 })
}

/** The movements since a time of some tokens' markets, in the ledger's order; their conditions are loaded. */
export async function movementsOf(
  tx: Sql,
  scope: Scope,
  since: number,
  conditions: Conditions,
): Promise<MovementRow[]> {
  const tokens = [...scope.keys()]
  const known = [...(await conditions.ofTokens(tx, tokens)).values()].filter(
    (condition) => condition !== null,
  )
  const markets = [...new Set(known.flatMap((condition) => condition.negRisk ?? []))]
  await conditions.loadNegRisk(tx, markets)
  const of = { conditions: known.map((condition) => condition.id), tokens, negRisk: markets }
  return (await ledgerOf(tx).movementsOf(of, since)).sort(comparePlaces)
}

async function clearPositions(
  tx: Sql,
  pairs: readonly { token: number; trader: number }[],
  from: Day,
): Promise<void> {
  const keys = { trader_id: pairs.map((pair) => pair.trader), token_id: pairs.map((pair) => pair.token) }
  // A position whose last event is before that day keeps its row: no event of it is read again.
  await tx.deleteEach(
    POSITIONS,
    { token_id: '=', trader_id: '=', last_time: '>=' },
    { ...keys, last_time: pairs.map(() => from * DAY_SECONDS) },
    pairs.length,
  )
}

/**
 * Leaves rows as they are that are still right: what was loaded of them lacks the place of their last event.
 * Returns the positions whose row is gone and of which nothing was read again: the events since that day were taken
 * back, and which one was the last before, if any, only their whole history shows.
 */
async function keepUntouched(tx: Sql, session: FoldSession): Promise<Scope> {
  const loaded = [...session.entries.values()].filter((entry) => entry.key === Number.MAX_SAFE_INTEGER)
  const keys = {
    token_id: loaded.map((entry) => entry.token),
    trader_id: loaded.map((entry) => entry.trader),
  }
  const rows = await tx.find(POSITIONS, ['token_id', 'trader_id'], keys, loaded.length, ['last_time'])
  const placeless: Scope = new Map()
  loaded.forEach((entry, i) => {
    entry.changed = false
    if (rows[i] === undefined) addToScope(placeless, entry.token, entry.trader)
  })
  return placeless
}

/** Loads positions that have a row, but held nothing before the day: of those, too, it shows whether anything was folded. */
async function loadUntouched(
  tx: Sql,
  session: FoldSession,
  positions: readonly PositionId[],
  held: readonly (HeldState | undefined)[],
  from: Day,
): Promise<void> {
  const keys = {
    token_id: positions.map(({ token }) => token),
    trader_id: positions.map(({ trader }) => trader),
  }
  const known = await tx.find(POSITIONS, POSITIONS.key, keys, positions.length, ['cost'])
  positions.forEach(({ token, trader }, i) => {
    if (from > 0 && known[i] && !held[i])
      session.load(token, trader, { ...NOTHING_HELD, ...closeBefore(from) })
  })
}

/** The columns of a fill that the fold reads. */
export const FILL_COLUMNS = [
  'key',
  'time',
  'owner_id',
  'role',
  'side',
  'token_id',
  'shares',
  'usd',
  'fee',
  'fee_in',
] as const

/** A fill with those columns. */
export type StoredFill = FillRow<(typeof FILL_COLUMNS)[number]>

/** The fills of a scope, in any order. */
async function fillsOf(tx: Sql, scope: Scope, since: number): Promise<FoldFill[]> {
  const rows = await ledgerOf(tx).fills(FILL_COLUMNS, { tokens: [...scope.keys()], since })
  return rows.filter((row) => isInScope(scope, row.token_id, row.owner_id)).map(foldFillOf)
}

/** A stored fill as the fold reads it. */
export function foldFillOf(row: StoredFill): FoldFill {
  return {
    key: row.key,
    item: 0,
    time: row.time,
    owner: row.owner_id,
    token: row.token_id,
    role: roleOf(row.role),
    side: row.side === 0 ? 'BUY' : 'SELL',
    shares: row.shares,
    usd: row.usd,
    fee: row.fee,
    feeIn: row.fee_in === 0 ? 'USD' : 'SHARES',
  }
}
