import type { Knex } from 'knex'
import { categoryNamed } from '../../ledger/market-category.ts'
import { MARKETS } from '../engine/tables.ts'
import { SMART_STANCES } from '../smart-money/smart-money-tables.ts'

/**
 * Makes every stored category one of the list, or none: older versions kept whatever a line of a file said. Only the chain
 * of signals keeps its texts, which its hashes cover.
 */
export async function up(knex: Knex): Promise<void> {
  for (const { name } of [MARKETS, SMART_STANCES]) {
    const texts: (string | null)[] = await knex(name).distinct('category').pluck('category')
    for (const text of texts) {
      const category = categoryNamed(text)
      if (category !== text) await knex(name).where({ category: text }).update({ category })
    }
  }
}

/** What was forgotten cannot be brought back, and an older version needs none of it. */
export async function down(): Promise<void> {}
