import { dayOf, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, known, statement } from '../engine/statement.ts'
import { MOVEMENT_CODES, type MovementRow } from '../ledger/movement-row.ts'
import { API_ROWS, FILLS, MOVEMENTS, TOKENS } from '../tables.ts'
import type { LatePositions } from './fold-batch.ts'
import type { FoldFill } from './fold-state.ts'
import { HISTORY_MARK, holdsHistory, isHistory, isHistorySql } from './history-rows.ts'
import { addToScope } from './replay.ts'
import { roleOf, type VolumeDayRows } from './volume-day-rows.ts'

/** An event that was just appended, and came from no History CSV. */
type FreshEvent = (FoldFill | MovementRow) & { tx: Uint8Array | null }

/** Side effects of dropped rows. */
export interface DropOptions {
  /** The positions that must be folded again are added here. */
  late: LatePositions
  volumes: Pick<VolumeDayRows, 'remove'>
  /** Called with each dropped row of a History CSV. */
  onHistory(row: GoneHistoryRow): void
}

/** A dropped row of a History CSV. */
export interface GoneHistoryRow {
  event: FoldFill | MovementRow
  /** Its key in `fills` or `movements`. */
  key: number
  time: Seconds
  /** A fill's shares, or the amount of a movement. */
  amount: number
}

/** A row without a block that an event replaces. */
interface ToldRow {
  identity: Uint8Array
  key: number
  time: Seconds
  /** A fill's dollars, and 1 for a TAKER's, 0 for a MAKER's, null where that is not known. */
  usd: MicroUsd
  role: number | null
  amount: number
}

/**
 * Drops rows that new events of this batch replace: a chain log replaces the Data API's row of its terms, and any event but
 * a History CSV's replaces a History CSV's rows of its transaction, owner, token and side, or condition and kind, regardless
 * of amounts.
 * @returns how many rows were dropped
 */
export async function dropSuperseded(
  tx: Sql,
  fresh: readonly FreshEvent[],
  options: DropOptions,
): Promise<{ fills: number; movements: number }> {
  const dropped = { fills: 0, movements: 0 }
  const logs = fresh.filter(({ key }) => key >= 0)
  const rows = fresh.filter(({ key }) => key < 0)
  const events = [
    ...(logs.length > 0 && (await holdsUnplaced(tx)) ? logs : []),
    ...(rows.length > 0 && (await holdsHistory(tx)) ? rows : []),
  ]
  for (const event of events) {
    if (event.tx === null) continue
    const table = isFoldFill(event) ? 'fills' : 'movements'
    const twins = await unplacedTwins(tx, event)
    for (const row of twins) {
      dropped[table] += await DROP_EVENT[table].run(tx, { key: row.key })
      if (isFoldFill(event)) options.volumes.remove({ ...row, token: event.token, role: roleOf(row.role) })
      if (isHistory(row.identity)) {
        // Not cached: whether it counts is checked each time it is imported.
        await FORGET_ROW.run(tx, { identity: row.identity })
        options.onHistory({ event, key: row.key, time: row.time, amount: row.amount })
      } else await POINT_ROW.run(tx, { key: event.key, identity: row.identity })
    }
    if (twins.length > 0) await refoldDropped(tx, event, options.late)
  }
  return dropped
}

const DROP_EVENT = {
  fills: statement((from, { key }: { key: number }) => from(FILLS).where('key', key).delete()),
  movements: statement((from, { key }: { key: number }) => from(MOVEMENTS).where('key', key).delete()),
}
const FORGET_ROW = statement((from, { identity }: { identity: Uint8Array }) =>
  from(API_ROWS).where('identity', identity).delete(),
)
const POINT_ROW = statement((from, { key, identity }: { key: number; identity: Uint8Array }) =>
  from(API_ROWS).where('identity', identity).update({ key }),
)
const UNPLACED = statement((from) =>
  from(API_ROWS).select('key').where('key', '<', 0).whereNotNull('tx').limit(1),
)
interface Twin {
  hash: Uint8Array | null
  owner: number | null
  /** {@link HISTORY_MARK} */
  mark: Uint8Array
}
const FILL_TWINS = statement((from, given: Twin & { token: number; side: number; shares: number | null }) =>
  from(as(API_ROWS, 'a'))
    .join(as(FILLS, 'f'), 'f.key', 'a.key')
    .select('a.identity', 'a.key', 'f.time', 'f.usd', 'f.role', 'f.shares as amount')
    .where('a.tx', given.hash)
    .where('a.key', '<', 0)
    .where('a.fill', 1)
    .where('f.owner_id', given.owner)
    .where('f.token_id', given.token)
    .where('f.side', given.side)
    .where((group) =>
      group.where(from.raw(isHistorySql('a.identity'), [given.mark])).orWhere('f.shares', given.shares),
    ),
)
const MOVEMENT_TWINS = statement(
  (from, given: Twin & { condition: number | null; kind: number; amount: number | null }) => {
    const isOfHistory = from.raw(isHistorySql('a.identity'), [given.mark])
    return from(as(API_ROWS, 'a'))
      .join(as(MOVEMENTS, 'm'), 'm.key', 'a.key')
      .select(
        'a.identity',
        'a.key',
        'm.time',
        known('m.amount'),
        from.raw<{ usd: number; role: number }>('0 AS usd, 0 AS role'),
      )
      .where('a.tx', given.hash)
      .where('a.key', '<', 0)
      .where('a.fill', 0)
      .where('m.owner_id', given.owner)
      .where('m.kind', given.kind)
      .where((group) =>
        group
          .where((same) =>
            same
              .where('m.condition_id', given.condition)
              .where((amount) => amount.where(isOfHistory).orWhere('m.amount', given.amount)),
          )
          .orWhere((income) => income.where('m.kind', MOVEMENT_CODES.INCOME).where(isOfHistory)),
      )
  },
)
const TOKENS_OF = statement((from, { condition }: { condition: number | null }) =>
  from(TOKENS).select('id').where('condition_id', condition),
)

async function holdsUnplaced(tx: Sql): Promise<boolean> {
  return (await UNPLACED.get(tx)) !== undefined
}

function isFoldFill(event: FoldFill | MovementRow): event is FoldFill & { tx: Uint8Array | null } {
  return 'side' in event
}

/** A row without a block never replaces one of its own source. */
async function unplacedTwins(tx: Sql, event: FreshEvent): Promise<ToldRow[]> {
  const { tx: hash, owner, key } = event
  const of = { hash, owner, mark: HISTORY_MARK }
  if (isFoldFill(event)) {
    const { token, side, shares } = event
    return FILL_TWINS.all(tx, {
      ...of,
      token,
      side: side === 'BUY' ? 0 : 1,
      shares: key >= 0 ? shares : null,
    })
  }
  const { condition, kind, amount } = event
  return MOVEMENT_TWINS.all(tx, {
    ...of,
    condition,
    kind: MOVEMENT_CODES[kind],
    amount: key >= 0 ? amount : null,
  })
}

/** The positions that counted the row are folded again; a day's price that the row set is set by the log instead. */
async function refoldDropped(tx: Sql, event: FreshEvent, late: LatePositions): Promise<void> {
  late.from = Math.min(late.from, dayOf(event.time))
  if (isFoldFill(event)) {
    addToScope(late.scope, event.token, event.owner)
    return
  }
  const tokens = await TOKENS_OF.all(tx, { condition: event.condition })
  for (const { id } of tokens) if (event.owner !== null) addToScope(late.scope, id, event.owner)
}
