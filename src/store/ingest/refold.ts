import { DAY_SECONDS, type Day, dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { type FillRow, ledgerOf } from '../ledger/ledger.ts'
import { markUnfolded } from '../ledger/load-state.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { comparePlaces } from '../ledger/place.ts'
import { type PositionId, positionColumns } from '../ledger/position-day.ts'
import { clearDays } from '../ledger/write-days.ts'
import { POSITIONS } from '../tables.ts'
import type { Conditions } from './conditions.ts'
import { type Entry, type FoldFill, positionKey, positionOf } from './fold-state.ts'
import { createPositionDayRows } from './position-day-rows.ts'
import {
  closeOver,
  copyOfScope,
  type FirstEvent,
  isInScope,
  positionsOfScope,
  readScope,
  replay,
  type Scope,
  tiesOf,
} from './replay.ts'
import { roleOf } from './volume-day-rows.ts'
import { createWholeTradeRows, dropWholeTrades } from './whole-trade-rows.ts'
import { type Change, dropLots, touchTraders, writePositions } from './write-positions.ts'

/** Inputs of a re-fold besides the scope. */
export interface RefoldOptions {
  conditions: Conditions
  isInfrastructure(trader: number): boolean
  /** The first day whose rows are written again. */
  from: Day
  /** The change that the re-fold belongs to; days before its earliest one stay the same. */
  change: Change
}

/**
 * Folds positions again, from the first event on: after an event that came late, was taken back, or got its meaning
 * later. Positions that an event since that day changed together with them (a transfer, a conversion, a split) are written
 * again too; those tied by earlier events are only folded.
 */
async function refold(tx: Sql, scope: Scope, options: RefoldOptions): Promise<void> {
  const { conditions, isInfrastructure, from, change } = options
  const known = { conditions, isInfrastructure }
  const events = await readScope(scope, {
    ...known,
    movements: (wider) => movementsOf(tx, wider, conditions),
    others: async (closed) => ({ fills: await fillsOf(tx, closed) }),
  })
  const written = copyOfScope(scope)
  const later = events.movements.filter(({ time }) => dayOf(time) >= from)
  closeOver(written, tiesOf(later, known))
  const isWritten = ({ token, trader }: PositionId) => isInScope(written, token, trader)
  const rows = createPositionDayRows()
  const days: FirstEvent['days'] = {
    add: (entry) => entry.day >= from && isWritten(entry) && rows.add(entry),
  }
  const wholes = createWholeTradeRows()
  const since = from * DAY_SECONDS
  const isRewritten = ({ token, owner, time }: FoldFill) => time >= since && isInScope(written, token, owner)
  const session = replay({ days }, events, {
    ...known,
    wholes: { ...wholes, add: (fill, ...held) => isRewritten(fill) && wholes.add(fill, ...held) },
  })
  session.closeDays()
  const entries = [...session.entries.values()].filter(isWritten)
  const positions = await knownPositions(tx, written, entries)
  await clearDays(tx, positions, from)
  await rows.write(tx, 'replace')
  await dropWholeTrades(tx, positions, since)
  await wholes.write(tx)
  const gone = positions.filter(({ token, trader }) => !session.entries.has(positionKey(token, trader)))
  await tx.deleteEach(POSITIONS, { token_id: '=', trader_id: '=' }, positionColumns(gone), gone.length)
  await dropLots(tx, positionColumns(positions), positions.length)
  await writePositions(tx, entries, change)
  // A position that has nothing left has no entry, but its trader's numbers changed all the same.
  await touchTraders(
    tx,
    positions.map((position) => position.trader),
    change,
  )
}

/** The movements of some tokens' markets, in the ledger's order; their conditions are loaded. */
export async function movementsOf(tx: Sql, scope: Scope, conditions: Conditions): Promise<MovementRow[]> {
  const tokens = [...scope.keys()]
  const known = [...(await conditions.ofTokens(tx, tokens)).values()].filter(
    (condition) => condition !== null,
  )
  const markets = [...new Set(known.flatMap((condition) => condition.negRisk ?? []))]
  await conditions.loadNegRisk(tx, markets)
  const of = { conditions: known.map((condition) => condition.id), tokens, negRisk: markets }
  return (await ledgerOf(tx).movementsOf(of)).sort(comparePlaces)
}

const COUNT = statement((from, { tokens }: { tokens: readonly number[] }) =>
  from(POSITIONS).count('* as count').whereAnyOf('token_id', 'int', tokens),
)

/** How many positions some tokens have. */
export async function countPositions(tx: Sql, tokens: readonly number[]): Promise<number> {
  return tokens.length === 0 ? 0 : ((await COUNT.get(tx, { tokens }))?.count ?? 0)
}

/** Folds positions again, or, where they are more than some, marks their tokens for the fold of loads, which works in short transactions. */
export async function refoldOrMark(
  tx: Sql,
  scope: Scope,
  options: RefoldOptions,
  mostPositions: number,
): Promise<void> {
  const whole = [...scope].flatMap(([token, traders]) => (traders === null ? token : []))
  const count = positionsOfScope(scope).length + (await countPositions(tx, whole))
  if (count > mostPositions) await markUnfolded(tx, [...scope.keys()])
  else await refold(tx, scope, options)
}

const HOLDERS = statement((from, { tokens }: { tokens: readonly number[] }) =>
  from(POSITIONS).select('token_id as token', 'trader_id as trader').whereAnyOf('token_id', 'int', tokens),
)

/** The positions of a scope that have a row or an event. */
async function knownPositions(tx: Sql, scope: Scope, entries: readonly Entry[]): Promise<PositionId[]> {
  const tokens = [...scope].flatMap(([token, traders]) => (traders === null ? token : []))
  const holders = tokens.length === 0 ? [] : await HOLDERS.all(tx, { tokens })
  const all = [...positionsOfScope(scope), ...holders, ...entries]
  return Array.from(new Set(all.map(({ token, trader }) => positionKey(token, trader))), positionOf)
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

/** The most traders that fills are asked for by; of more, all fills of their tokens are read. */
const MOST_OWNERS = 2_500

/** The fills of a scope, in any order. */
async function fillsOf(tx: Sql, scope: Scope): Promise<FoldFill[]> {
  const owners = new Set([...scope.values()].flatMap((traders) => [...(traders ?? [])]))
  const isNamed = owners.size <= MOST_OWNERS && ![...scope.values()].includes(null)
  const filter = { tokens: [...scope.keys()], ...(isNamed && { owners: [...owners] }) }
  const rows = await ledgerOf(tx).fills(FILL_COLUMNS, filter)
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
