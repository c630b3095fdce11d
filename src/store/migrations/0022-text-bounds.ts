import type { Knex } from 'knex'
import { MARKET_EVENTS, MARKETS, TOKENS, TRADERS } from '../engine/tables.ts'

/** Characters that a text may have, as readers refuse more from this version on; a later change of theirs changes no past. */
const LONGEST: readonly (readonly [table: string, column: string, characters: number])[] = [
  [TRADERS.name, 'x_username', 100],
  [TRADERS.name, 'bio', 1_000],
  [TRADERS.name, 'profile_image', 2_000],
  [MARKETS.name, 'question', 500],
  [MARKETS.name, 'slug', 200],
  [MARKETS.name, 'category', 100],
  [MARKET_EVENTS.name, 'title', 500],
  [MARKET_EVENTS.name, 'slug', 200],
  [TOKENS.name, 'outcome_name', 100],
]

/**
 * Forgets texts beyond the bounds that readers refuse by now, and pictures that are not at https: what older versions
 * took in would be shown on. Metadata that is read again brings what is missing.
 */
export async function up(knex: Knex): Promise<void> {
  for (const [table, column, characters] of LONGEST)
    await knex(table)
      .whereRaw('length(??) > ?', [column, characters])
      .update({ [column]: null })
  await knex(TRADERS.name).whereRaw('length(username) > 100').update({ username: null, search_name: null })
  await knex(TRADERS.name)
    .whereRaw("profile_image IS NOT NULL AND lower(substr(profile_image, 1, 8)) <> 'https://'")
    .update({ profile_image: null })
}

/** What was forgotten cannot be brought back, and an older version needs none of it. */
export async function down(): Promise<void> {}
