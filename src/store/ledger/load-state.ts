import type { Database, Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { Table } from '../engine/table.ts'
import { TOKENS, VOLUME_DAYS } from '../tables.ts'

/** Tokens whose loaded events no position counts yet, and how many of these are fills; nothing while no load is under way. */
export const UNFOLDED_TOKENS = {
  name: 'unfolded_tokens',
  key: ['token_id'],
  notNull: 'all',
  columns: { token_id: 'int', fills: 'int' },
} as const satisfies Table

/** Resolved conditions with holders whose positions do not count the resolution yet: it had too many for one transaction. */
export const UNSETTLED_CONDITIONS = {
  name: 'unsettled_conditions',
  key: ['condition_id'],
  notNull: 'all',
  columns: { condition_id: 'int' },
} as const satisfies Table

/** Parts of downloaded history that were loaded whole, each by its unique name, with its number of fills. */
export const LOADED_PARTS = {
  name: 'loaded_parts',
  key: ['part'],
  notNull: 'all',
  columns: { part: 'text', fills: 'int' },
} as const satisfies Table

const ANY = statement((from) => from(UNFOLDED_TOKENS).select('token_id').limit(1))
const COUNT = statement((from) => from(UNFOLDED_TOKENS).count('* as tokens'))

/** Whether loaded events or resolutions are not in positions yet: a load was stopped or is under way, or a resolution is. */
export async function isUnfolded(sql: Sql): Promise<boolean> {
  return (await ANY.get(sql)) !== undefined || (await firstUnsettled(sql)) !== null
}

/** Of how many tokens loaded events are not in positions yet. */
export async function unfoldedTokens(sql: Sql): Promise<number> {
  return (await COUNT.get(sql))?.tokens ?? 0
}

/** Tokens that one transaction marks. */
const MARKED = 5_000

const TOKENS_AFTER = statement((from, { after }: { after: number }) =>
  from(TOKENS).select('id').where('id', '>', after).orderBy('id').limit(MARKED),
)

/** Marks every token as one whose events positions do not count yet, in short transactions. */
export async function markEveryToken(db: Database): Promise<void> {
  for (let after = 0; ; ) {
    const tokens = await TOKENS_AFTER.all(db, { after })
    const last = tokens.at(-1)
    if (last === undefined) return
    await db.transaction((tx) =>
      markUnfolded(
        tx,
        tokens.map(({ id }) => id),
      ),
    )
    after = last.id
  }
}

/** Marks some tokens. Their positions stay as they are until a fold names what it makes of all their events. */
export async function markUnfolded(tx: Sql, tokens: readonly number[]): Promise<void> {
  const fills = `COALESCE((SELECT SUM(fills) FROM ${VOLUME_DAYS.name} v WHERE v.token_id = t.id), 0)`
  await tx.run(
    `INSERT INTO ${UNFOLDED_TOKENS.name} (token_id, fills) SELECT t.id, ${fills} FROM ${TOKENS.name} t ` +
      `WHERE ${tx.isIn('t.id', 'int')} ON CONFLICT DO NOTHING`,
    [tx.list([...tokens])],
  )
}

const FIRST_UNSETTLED = statement((from) =>
  from(UNSETTLED_CONDITIONS).select('condition_id').orderBy('condition_id').limit(1),
)
const DROP_UNSETTLED = statement((from, { condition }: { condition: number }) =>
  from(UNSETTLED_CONDITIONS).where('condition_id', condition).delete(),
)

/** A condition whose resolution some positions do not count yet, or null. */
export async function firstUnsettled(sql: Sql): Promise<number | null> {
  return (await FIRST_UNSETTLED.get(sql))?.conditionId ?? null
}

/** Leaves the resolution of a condition to later transactions. */
export async function markUnsettled(tx: Sql, condition: number): Promise<void> {
  await tx.insertNew(UNSETTLED_CONDITIONS, { condition_id: [condition] }, 1)
}

/** Notes that every position counts a condition's resolution. */
export async function dropUnsettled(tx: Sql, condition: number): Promise<void> {
  await DROP_UNSETTLED.run(tx, { condition })
}
