import { randomInt } from 'node:crypto'
import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { LEDGER_CHANGES } from '../../store/engine/tables.ts'
import { NEVER } from './trader-starts.ts'

/**
 * The turn of whoever brings the days of behaviour up to the ledger: a row of `ledger_changes` with a version below 0. Who
 * comes next takes it over, and whoever had it writes no more.
 */
export interface Turn {
  id: number
  /** The earliest day of which anything changed since it was published. */
  since: Day
  /** Every row is made again: there is none, or the first update was not finished. */
  isFull: boolean
}

/** Runs work that writes. */
export type Write = (work: (tx: Sql) => Promise<void>) => Promise<void>

/** Thrown where another one has taken over the turn. */
export class TurnLost extends Error {}

/** Ids are drawn below this. */
const IDS = 2 ** 47
/** Before every day: noted while not every trader has rows. */
const ALL = -1

/** Takes the turn, whoever has it. It is given back by {@link endTurn}, or taken over by the next. */
export async function takeTurn(tx: Sql): Promise<Turn> {
  const changed = await changedSince(tx)
  const isFull = changed <= ALL || (await tx.get('SELECT day FROM trader_days LIMIT 1')) === undefined
  const turn = { id: -1 - randomInt(IDS), since: isFull ? ALL : changed, isFull }
  await tx.run('DELETE FROM ledger_changes WHERE version < 0')
  await tx.upsert(LEDGER_CHANGES, { version: [turn.id], since: [turn.since] }, 1)
  return turn
}

/**
 * @param lock has who takes it over wait for the end of the transaction (SQLite does anyway)
 * @throws TurnLost where another one has it
 */
export async function requireTurn(sql: Sql, { id }: Turn, lock = false): Promise<void> {
  const suffix = lock && sql.dialect === 'postgres' ? ' FOR UPDATE' : ''
  const row = await sql.get(`SELECT since FROM ledger_changes WHERE version = ?${suffix}`, [id])
  if (row === undefined) throw new TurnLost('another publisher has begun')
}

/** Notes with a turn that days from this one on are not whole until it ends. */
export async function noteSince(tx: Sql, { id }: Turn, since: Day): Promise<void> {
  await tx.run('UPDATE ledger_changes SET since = ? WHERE version = ? AND since > ?', [since, id, since])
}

/** Gives the turn back: what changed up to a version is published. Where another one has it, that one tells of it. */
export async function endTurn(tx: Sql, { id }: Turn, version: number): Promise<void> {
  await tx.run(
    'DELETE FROM ledger_changes WHERE version <= ? AND EXISTS (SELECT 1 FROM ledger_changes t WHERE t.version = ?)',
    [version, id],
  )
}

/** Gives the turn back where nothing is published. */
export async function dropTurn(tx: Sql, { id }: Turn): Promise<void> {
  await tx.run('DELETE FROM ledger_changes WHERE version = ?', [id])
}

/** The earliest day of which anything changed that is not published; {@link NEVER} where nothing did. */
export async function changedSince(sql: Sql): Promise<Day> {
  const row = await sql.get<{ since: Day | null }>('SELECT MIN(since) AS since FROM ledger_changes')
  return row?.since ?? NEVER
}
