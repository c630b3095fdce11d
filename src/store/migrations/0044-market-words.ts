import type { Knex } from 'knex'
import { MARKET_WORDS, wordsOf } from '../markets/market-words.ts'
import { createTable } from './create-table.ts'

/** Markets that are read at a time. */
const PAGE = 2_000

interface Row {
  condition_id: number
  event_id: number | null
  question: string | null
  title: string | null
}

/** Markets and events are found by words and by their slugs. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, MARKET_WORDS, { notNull: ['words'] })
  for (let after = 0; ; ) {
    const rows: Row[] = await knex('markets as m')
      .leftJoin('market_events as e', 'e.id', 'm.event_id')
      .where('m.condition_id', '>', after)
      .orderBy('m.condition_id')
      .limit(PAGE)
      .select('m.condition_id', 'm.event_id', 'm.question', 'e.title')
    const last = rows.at(-1)
    if (last === undefined) break
    const words = rows.map(({ question, title, ...ids }) => ({ ...ids, words: wordsOf({ question, title }) }))
    await knex.batchInsert(MARKET_WORDS.name, words, 200)
    after = Number(last.condition_id)
  }
  for (const table of ['markets', 'market_events'])
    await knex.raw(`CREATE INDEX ${table}_by_slug ON ${table} (slug) WHERE slug IS NOT NULL`)
}

/** The version before looks for no market. */
export async function down(knex: Knex): Promise<void> {
  for (const table of ['markets', 'market_events']) await knex.raw(`DROP INDEX ${table}_by_slug`)
  await knex.schema.dropTable(MARKET_WORDS.name)
}
