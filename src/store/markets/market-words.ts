import type { Sql } from '../engine/database.ts'
import { known, statementBy } from '../engine/statement.ts'
import type { Table } from '../engine/table.ts'
import { foldName } from '../ledger/names.ts'
import { MARKETS } from '../tables.ts'

/** The searchable text of a market: its question and its event's title, folded like traders' names. */
export const MARKET_WORDS = {
  name: 'market_words',
  key: ['condition_id'],
  notNull: ['words'],
  columns: { condition_id: 'int', event_id: 'int', words: 'text' },
} as const satisfies Table

export interface WordedMarket {
  condition: number
  event: number | null
  question: string | null
  title: string | null
}

/** Writes the words of markets in the place of those that were there. */
export async function writeWords(tx: Sql, markets: readonly WordedMarket[]): Promise<void> {
  if (markets.length === 0) return
  await tx.upsert(
    MARKET_WORDS,
    {
      condition_id: markets.map(({ condition }) => condition),
      event_id: markets.map(({ event }) => event),
      words: markets.map(wordsOf),
    },
    markets.length,
  )
}

/** The text that a search matches. */
export function wordsOf({ question, title }: Pick<WordedMarket, 'question' | 'title'>): string {
  return foldName([question, title].filter((text) => text !== null).join(' '))
}

/** Words of a search that count; of more, the first. */
const MOST_WORDS = 8

const FOUND = statementBy((from, { words }: { words: number }, given: Record<string, string>) => {
  let found = from(MARKET_WORDS).select('condition_id as market', 'event_id as event')
  for (let i = 0; i < words; i++)
    found = found.where(from.raw("words LIKE ? ESCAPE '!'", [given[`word${i}`] ?? '']))
  return found
})

/**
 * The markets whose words contain every word of a query, in any order, at the start of a word or inside one, with their
 * events. One statement, which looks at the words of every market.
 */
export function searchMarkets(sql: Sql, query: string): Promise<{ market: number; event: number | null }[]> {
  const words = foldName(query).split(/\s+/).slice(0, MOST_WORDS)
  const patterns = words.map((word) => `%${escaped(word)}%`)
  const given = Object.fromEntries(patterns.map((pattern, i) => [`word${i}`, pattern]))
  return FOUND({ words: patterns.length }).all(sql, given)
}

const TAGGED = statementBy((from, { tags }: { tags: number }, given: Record<string, string>) =>
  from(MARKETS)
    .select('condition_id as market', known('tags'))
    .where(
      from.raw(
        `(${Array.from({ length: tags }, () => "tags LIKE ? ESCAPE '!'").join(' OR ')})`,
        Array.from({ length: tags }, (_, i) => given[`tag${i}`] ?? ''),
      ),
    ),
)

/** The markets with one of some tags. One statement, which looks at the tags of every market. */
export async function taggedMarkets(sql: Sql, tags: readonly string[]): Promise<number[]> {
  const texts = tags.map((tag) => JSON.stringify(tag))
  const given = Object.fromEntries(texts.map((text, i) => [`tag${i}`, `%${escaped(text)}%`]))
  const rows = await TAGGED({ tags: tags.length }).all(sql, given)
  // SQLite ignores case in LIKE.
  return rows.flatMap(({ market, tags: own }) => (texts.some((text) => own.includes(text)) ? market : []))
}

function escaped(text: string): string {
  return text.replaceAll(/[!%_]/g, (character) => `!${character}`)
}
