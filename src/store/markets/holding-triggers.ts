import type { Knex } from 'knex'
import { TOKEN_HOLDINGS } from './holders.ts'

/** The columns of the table as what rows of `positions` add to them, or take from them. */
const SUMS = 'SUM(sign), SUM(sign * shares)'
const ADD = `INSERT INTO ${TOKEN_HOLDINGS.name} (token_id, holders, shares)`
const MERGE =
  'ON CONFLICT (token_id) DO UPDATE SET ' +
  `holders = ${TOKEN_HOLDINGS.name}.holders + excluded.holders, shares = ${TOKEN_HOLDINGS.name}.shares + excluded.shares;`

/**
 * Creates the triggers that maintain `token_holdings` for every write to `positions`: row by row on SQLite, once a
 * statement on PostgreSQL.
 */
export async function createHoldingTriggers(knex: Knex): Promise<void> {
  for (const text of isPostgres(knex) ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS) await knex.raw(text)
}

function isPostgres(knex: Knex): boolean {
  return knex.client.config.client === 'pg'
}

function sqliteTrigger(operation: string, when: string, row: string, values: string): string {
  return (
    `CREATE TRIGGER positions_held_${operation} AFTER ${operation.toUpperCase()} ON positions WHEN ${when} BEGIN ` +
    `${ADD} VALUES (${row}.token_id, ${values}) ${MERGE} ` +
    `DELETE FROM ${TOKEN_HOLDINGS.name} WHERE token_id = ${row}.token_id AND holders = 0; END`
  )
}

const SQLITE_TRIGGERS = [
  sqliteTrigger('insert', 'NEW.shares > 0', 'NEW', '1, NEW.shares'),
  sqliteTrigger(
    'update',
    'NEW.shares <> OLD.shares',
    'NEW',
    '(NEW.shares > 0) - (OLD.shares > 0), NEW.shares - OLD.shares',
  ),
  sqliteTrigger('delete', 'OLD.shares > 0', 'OLD', '-1, -OLD.shares'),
]

const NEW_ROWS = 'SELECT token_id, shares, 1 AS sign FROM new_rows'
const OLD_ROWS = 'SELECT token_id, shares, -1 AS sign FROM old_rows'

function postgresAdd(rows: string): string {
  return (
    `${ADD} SELECT token_id, ${SUMS} FROM (${rows}) r WHERE shares > 0 GROUP BY token_id ${MERGE} ` +
    `DELETE FROM ${TOKEN_HOLDINGS.name} h WHERE h.holders = 0 AND h.token_id IN (SELECT token_id FROM (${rows}) r);`
  )
}

const POSTGRES_TRIGGERS = [
  'CREATE FUNCTION add_token_holdings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ' +
    `IF TG_OP = 'INSERT' THEN ${postgresAdd(NEW_ROWS)} ` +
    `ELSIF TG_OP = 'DELETE' THEN ${postgresAdd(OLD_ROWS)} ` +
    `ELSE ${postgresAdd(`${NEW_ROWS} UNION ALL ${OLD_ROWS}`)} END IF; RETURN NULL; END $$`,
  ...(
    [
      ['insert', 'NEW TABLE AS new_rows'],
      ['update', 'NEW TABLE AS new_rows OLD TABLE AS old_rows'],
      ['delete', 'OLD TABLE AS old_rows'],
    ] as const
  ).map(
    ([operation, tables]) =>
      `CREATE TRIGGER positions_held_${operation} AFTER ${operation.toUpperCase()} ON positions ` +
      `REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION add_token_holdings()`,
  ),
]
