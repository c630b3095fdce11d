import { DAY_SECONDS, type Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { type FillRow, ledgerOf } from '../ledger/ledger.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { comparePlaces } from '../ledger/place.ts'
import { clearDays } from '../ledger/write-days.ts'
import { POSITIONS } from '../tables.ts'
import type { Conditions } from './conditions.ts'
import { createFoldSession, type FoldFill, type FoldSession } from './fold-session.ts'
import { heldBefore, NOTHING_HELD } from './held-state.ts'
import { createPositionDayRows } from './position-day-rows.ts'
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
  const since = options.from * DAY_SECONDS
  const movements = await closeOver(tx, scope, since, options.conditions)
  const fills = await fillsOf(tx, scope, since)
  const traders = await tradersOf(tx, scope, fills, movements)
  const days = createPositionDayRows()
  const session = createFoldSession({
    condition: (id) => options.conditions.get(id),
    questionsAt: options.conditions.questionsAt,
    feeBipsOf: options.conditions.feeBipsOf,
    isInfrastructure: options.isInfrastructure,
    days,
    inScope: (token, trader) => isInScope(scope, token, trader),
  })
  await clearDays(tx, traders, options.from)
  await loadStart(tx, session, traders, options.from)
  await clearPositions(tx, traders, options.from)
  replay(session, fills, movements)
  session.closeDays()
  await days.write(tx, 'replace')
  for (const entry of session.entries.values()) entry.changed = entry.time > 0
  const placeless = await keepUntouched(tx, session)
  await writePositions(tx, session.entries.values(), options.change)
  // A position that has nothing left has no entry, but its trader's numbers changed all the same.
  await touchTraders(
    tx,
    traders.map((pair) => pair.trader),
    options.change,
  )
  if (placeless.size > 0) await refold(tx, placeless, { ...options, from: 0 })
}

/** Widens the scope until no movement since then leads out of it; answers those movements. */
async function closeOver(
  tx: Sql,
  scope: Scope,
  since: number,
  conditions: Conditions,
): Promise<MovementRow[]> {
  for (;;) {
    const rows = await movementsOf(tx, scope, since, conditions)
    const grew = rows.map((row) => widen(scope, row, conditions)).some(Boolean)
    if (!grew) return rows
  }
}

/** Adds what a movement ties to the scope; answers whether that was new. */
function widen(scope: Scope, row: MovementRow, conditions: Conditions): boolean {
  const tokens =
    row.kind === 'TRANSFER'
      ? [row.token ?? 0]
      : row.kind === 'CONVERT'
        ? // Also of questions prepared later: before that was known, the conversion counted them.
          conditions.negRisk(row.negRisk ?? 0).flatMap((question) => question.tokens)
        : row.kind === 'RESOLVE' || row.condition === null
          ? []
          : // Splits, merges and redemptions apply to the owner's outcomes together.
            conditions.get(row.condition).tokens
  const traders = row.kind === 'TRANSFER' ? [row.owner, row.other] : [row.owner]
  const concerned = tokens.some((token) =>
    traders.some((trader) => trader !== null && isInScope(scope, token, trader)),
  )
  if (!concerned) return false
  return tokens
    .flatMap((token) => traders.map((trader) => trader !== null && addToScope(scope, token, trader)))
    .some(Boolean)
}

/** The movements since a time that tie positions of some tokens, in the ledger's order; their conditions are loaded. */
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

const HOLDERS = statement((from, { token }: { token: number }) =>
  from(POSITIONS).select('trader_id as trader').where('token_id', token),
)

/** The positions of a scope, one by one; a token's all are those that have a state, a fill or a movement. */
async function tradersOf(
  tx: Sql,
  scope: Scope,
  fills: readonly FoldFill[],
  movements: readonly MovementRow[],
): Promise<{ token: number; trader: number }[]> {
  const pairs: { token: number; trader: number }[] = []
  const ofFills = new Map<number, Set<number>>()
  for (const { token, owner } of fills) ofFills.set(token, (ofFills.get(token) ?? new Set()).add(owner))
  const owners = new Set(movements.flatMap((row) => [row.owner ?? [], row.other ?? []].flat()))
  for (const [token, known] of scope) {
    if (known !== null) {
      for (const trader of known) pairs.push({ token, trader })
      continue
    }
    const rows = await HOLDERS.all(tx, { token })
    const traders = new Set([...rows.map((row) => row.trader), ...owners])
    for (const owner of ofFills.get(token) ?? []) traders.add(owner)
    for (const trader of traders) pairs.push({ token, trader })
  }
  return pairs
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

/**
 * The state at the close before the first day. Its last event is placed at that close, which is late enough: an event
 * from before it is then folded from its own day on, whatever the position had seen.
 */
async function loadStart(
  tx: Sql,
  session: FoldSession,
  pairs: readonly { token: number; trader: number }[],
  from: Day,
): Promise<void> {
  const traders = pairs.map((pair) => pair.trader)
  const tokens = pairs.map((pair) => pair.token)
  const held = await heldBefore(tx, pairs, () => from)
  const known = await tx.find(
    POSITIONS,
    POSITIONS.key,
    { token_id: tokens, trader_id: traders },
    pairs.length,
    ['cost'],
  )
  const close = { time: from * DAY_SECONDS - 1, key: Number.MAX_SAFE_INTEGER, item: 0 }
  pairs.forEach(({ token, trader }, i) => {
    const state = held[i]
    if (!state && !(known[i] && from > 0)) return
    session.load(token, trader, { ...(state ?? NOTHING_HELD), ...close })
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

/** The fills of a scope, in the ledger's order. */
async function fillsOf(tx: Sql, scope: Scope, since: number): Promise<FoldFill[]> {
  const rows = await ledgerOf(tx).fills(FILL_COLUMNS, { tokens: [...scope.keys()], since })
  return rows
    .filter((row) => isInScope(scope, row.token_id, row.owner_id))
    .map(foldFillOf)
    .sort(comparePlaces)
}

function replay(session: FoldSession, fills: readonly FoldFill[], movements: readonly MovementRow[]): void {
  let next = 0
  for (const fill of fills) {
    for (let row = movements[next]; row && comparePlaces(row, fill) < 0; row = movements[++next])
      session.movement(row)
    session.fill(fill)
  }
  for (const row of movements.slice(next)) session.movement(row)
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
