import type { Knex } from 'knex'
import { type Month, monthOf, partitionName } from '../engine/month-partitions.ts'
import { FILLS, POSITION_DAYS } from '../engine/tables.ts'

/** Steps run one by one: an index is built beside those who write, and a step that is done is not done again. */
export const config = { transaction: false }

/** Parts that `position_days` is kept in, by hash of the trader. */
const PARTS = 8
/** How long a step waits for those who read before it lets them pass and tries again, and how often it does. */
const LOCK_WAIT = '1s'
const TRIES = 120

/**
 * On PostgreSQL, keeps fills apart by UTC month and `position_days` by hash of the trader. Rows of the fills that are
 * there stay where they are, as the one partition of all that came before; those of `position_days` are copied, while
 * everybody reads on and ingest waits. SQLite, which has no partitions, keeps its tables.
 */
export async function up(knex: Knex): Promise<void> {
  if (knex.client.config.client !== 'pg') return
  if (!(await isPartitioned(knex, FILLS.name))) await partitionFills(knex)
  if (!(await isPartitioned(knex, POSITION_DAYS.name))) await partitionPositionDays(knex)
}

/** Copies the rows back into tables of one piece. */
export async function down(knex: Knex): Promise<void> {
  if (knex.client.config.client !== 'pg') return
  await unite(knex, FILLS.name, 'key')
  await unite(knex, POSITION_DAYS.name, POSITION_DAYS.key.join(', '))
  await knex.raw('CREATE INDEX fills_by_token_id_time ON fills (token_id, time)')
}

async function isPartitioned(knex: Knex, table: string): Promise<boolean> {
  const { rows } = await knex.raw('SELECT relkind FROM pg_class WHERE oid = ?::regclass', [table])
  return rows[0]?.relkind === 'p'
}

async function partitionFills(knex: Knex): Promise<void> {
  const { rows } = await knex.raw('SELECT MAX(time) AS last FROM fills')
  const last: string | null = rows[0]?.last ?? null
  // A month more than the newest: what comes while this runs has its place too.
  const end = last === null ? null : monthOf(monthOf(Number(last)).to)
  if (end !== null) await prepareFills(knex, monthOf(end.to))
  await withoutWaiting(knex, FILLS.name, async (trx) => {
    const before = end === null ? 'fills_empty' : partitionName(FILLS.name, monthOf(end.to), 'before')
    await trx.raw('ALTER TABLE fills RENAME TO ??', [before])
    await trx.raw('ALTER INDEX fills_by_token_id_time RENAME TO ??', [`${before}_by_token_id_time`])
    await trx.raw('ALTER TABLE ?? DROP CONSTRAINT fills_pkey', [before])
    await trx.raw('CREATE TABLE fills (LIKE ??) PARTITION BY RANGE (time)', [before])
    await trx.raw('ALTER TABLE fills ADD PRIMARY KEY (key, time)')
    await trx.raw('CREATE INDEX fills_by_token_id_time ON fills (token_id, time)')
    if (end === null) await trx.raw('DROP TABLE ??', [before])
    else await adopt(trx, before, monthOf(end.to))
  })
}

/** The unique index and the bound that make adopting the rows a matter of the catalogue alone. */
async function prepareFills(knex: Knex, end: Month): Promise<void> {
  // One that an interrupted run left behind may lack rows.
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS fills_key_time')
  await knex.raw('CREATE UNIQUE INDEX CONCURRENTLY fills_key_time ON fills (key, time)')
  await knex.raw('ALTER TABLE fills DROP CONSTRAINT IF EXISTS fills_before')
  await knex.raw(`ALTER TABLE fills ADD CONSTRAINT fills_before CHECK (time < ${end.from}) NOT VALID`)
  await knex.raw('ALTER TABLE fills VALIDATE CONSTRAINT fills_before')
}

async function adopt(trx: Knex.Transaction, before: string, end: Month): Promise<void> {
  await trx.raw('ALTER TABLE ?? ADD CONSTRAINT ?? PRIMARY KEY USING INDEX fills_key_time', [
    before,
    `${before}_pkey`,
  ])
  await trx.raw(`ALTER TABLE fills ATTACH PARTITION ?? FOR VALUES FROM (MINVALUE) TO (${end.from})`, [before])
  await trx.raw('ALTER TABLE ?? DROP CONSTRAINT fills_before', [before])
}

async function partitionPositionDays(knex: Knex): Promise<void> {
  const { name, key } = POSITION_DAYS
  await knex.transaction(async (trx) => {
    // Nobody writes until the copy stands in the table's place; everybody reads.
    await trx.raw(`LOCK TABLE ${name} IN SHARE MODE`)
    await trx.raw(`CREATE TABLE ${name}_parts (LIKE ${name}) PARTITION BY HASH (trader_id)`)
    for (let part = 0; part < PARTS; part++) {
      const bounds = `WITH (MODULUS ${PARTS}, REMAINDER ${part})`
      await trx.raw(`CREATE TABLE ${name}_${part} PARTITION OF ${name}_parts FOR VALUES ${bounds}`)
    }
    await trx.raw(`INSERT INTO ${name}_parts SELECT * FROM ${name}`)
    await trx.raw(`ALTER TABLE ${name}_parts ADD PRIMARY KEY (${key.join(', ')})`)
    await trx.raw(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`)
    await lockAlone(trx, name)
    await trx.raw(`DROP TABLE ${name}`)
    await trx.raw(`ALTER TABLE ${name}_parts RENAME TO ${name}`)
    await trx.raw(`ALTER INDEX ${name}_parts_pkey RENAME TO ${name}_pkey`)
  })
}

/** Runs `work` in a transaction that has the table to itself. */
async function withoutWaiting(
  knex: Knex,
  table: string,
  work: (trx: Knex.Transaction) => Promise<void>,
): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`)
    await lockAlone(trx, table)
    await work(trx)
  })
}

/** Waiting for long would make everybody wait who comes after: better to try again. */
async function lockAlone(trx: Knex.Transaction, table: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await trx.transaction((inner) => inner.raw(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`))
    } catch (error) {
      if (attempt === TRIES || !isLockTimeout(error)) throw error
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

async function unite(knex: Knex, table: string, key: string): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw(`CREATE TABLE ${table}_whole (LIKE ${table})`)
    await trx.raw(`INSERT INTO ${table}_whole SELECT * FROM ${table}`)
    await trx.raw(`DROP TABLE ${table}`)
    await trx.raw(`ALTER TABLE ${table}_whole RENAME TO ${table}`)
    await trx.raw(`ALTER TABLE ${table} ADD PRIMARY KEY (${key})`)
  })
}
