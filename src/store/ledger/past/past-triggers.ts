import type { Knex } from 'knex'
import { DAY_SECONDS } from '../../../ledger/quantities.ts'
import { hasDays, KEPT_TABLES, type KeptTable, pastOf } from './past-tables.ts'

/**
 * Creates the triggers that keep a row's content before its first change after a pin. SQLite runs them row by row; on
 * PostgreSQL they run once a statement, over all the rows that it changed.
 */
export async function createPastTriggers(knex: Knex): Promise<void> {
  const textsOf = isPostgres(knex) ? postgresTriggers : sqliteTriggers
  for (const text of KEPT_TABLES.flatMap(textsOf)) await knex.raw(text)
}

function isPostgres(knex: Knex): boolean {
  return knex.client.config.client === 'pg'
}

/**
 * The version that a row's content is kept under; null where nothing is kept. A refresh as of a day publishes a version while
 * rows of later days are still those of the version before, so only snapshots that read the row's day count.
 */
function pinOf({ under }: KeptTable, day: string): string {
  return under === 'ledger'
    ? 'pinned'
    : `(SELECT MAX(ledger_version) FROM snapshots WHERE COALESCE(as_of, cutoff_time / ${DAY_SECONDS}) >= ${day})`
}

function sqliteTriggers(kept: KeptTable): string[] {
  const { table } = kept
  const names = Object.keys(table.columns)
  const state = 'FROM ledger_state WHERE id = 1'
  // What every write of every row evaluates, pinned or not: one look at one row.
  const isKept = (row: string) =>
    hasDays(table) ? `${row}.day <= (SELECT pinned_day ${state})` : `(SELECT pinned ${state}) IS NOT NULL`
  const keep = (row: string, columns: readonly string[], present: number) =>
    `INSERT INTO ${pastOf(table).name} (${columns.join(', ')}, pin, present) ` +
    `SELECT ${columns.map((name) => `${row}.${name}`).join(', ')}, ${pinOf(kept, `${row}.day`)}, ${present} ` +
    `FROM ledger_state WHERE id = 1 AND ${pinOf(kept, `${row}.day`)} IS NOT NULL ON CONFLICT DO NOTHING;`
  const differs = names
    .filter((name) => !table.key.includes(name))
    .map((name) => `OLD.${name} IS NOT NEW.${name}`)
    .join(' OR ')
  const trigger = (operation: string, when: string, body: string) =>
    `CREATE TRIGGER ${table.name}_past_${operation} AFTER ${operation.toUpperCase()} ON ${table.name} ` +
    `WHEN ${when} BEGIN ${body} END`
  return [
    trigger('insert', isKept('NEW'), keep('NEW', table.key, 0)),
    trigger('update', `${isKept('OLD')} AND (${differs})`, keep('OLD', names, 1)),
    trigger('delete', isKept('OLD'), keep('OLD', names, 1)),
  ]
}

function postgresTriggers(kept: KeptTable): string[] {
  const { table } = kept
  const names = Object.keys(table.columns).join(', ')
  const key = table.key.join(', ')
  const pin = kept.under === 'ledger' ? 'in_force' : pinOf(kept, 'changed.day')
  const isKept = `${hasDays(table) ? 'day <= last_day' : 'TRUE'} AND ${pin} IS NOT NULL`
  const keep = (columns: string, present: number, from: string) =>
    `INSERT INTO ${pastOf(table).name} (${columns}, pin, present) ` +
    `SELECT ${columns}, ${pin}, ${present} FROM ${from} changed WHERE ${isKept} ON CONFLICT DO NOTHING;`
  const text =
    `CREATE FUNCTION keep_${table.name}() RETURNS trigger LANGUAGE plpgsql AS $$ ` +
    'DECLARE in_force bigint; last_day bigint; BEGIN ' +
    `SELECT pinned, pinned_day INTO in_force, last_day FROM ledger_state ` +
    'WHERE id = 1 AND pinned IS NOT NULL; ' +
    'IF in_force IS NULL THEN RETURN NULL; END IF; ' +
    `IF TG_OP = 'INSERT' THEN ${keep(key, 0, 'new_rows')} ELSE ${keep(names, 1, 'old_rows')} END IF; ` +
    'RETURN NULL; END $$'
  const trigger = (operation: string, tables: string) =>
    `CREATE TRIGGER ${table.name}_past_${operation} AFTER ${operation.toUpperCase()} ON ${table.name} ` +
    `REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION keep_${table.name}()`
  return [
    text,
    trigger('insert', 'NEW TABLE AS new_rows'),
    // Hardly any update leaves a row as it was: to look for those costs more than to keep them.
    trigger('update', 'OLD TABLE AS old_rows'),
    trigger('delete', 'OLD TABLE AS old_rows'),
  ]
}
