import type { Sql } from '../engine/database.ts'

/** How many markets metadata tell of. */
export interface MarketCounts {
  /** All of them where the category is null; 0 for one that no market has. */
  of(category: string | null): number
}

/** Counts the markets by category. One statement, which reads every market: for what is kept as long as a snapshot. */
export async function readMarketCounts(sql: Sql): Promise<MarketCounts> {
  const rows = await sql.all<{ category: string | null; markets: number }>(
    'SELECT category, COUNT(*) AS markets FROM markets GROUP BY category',
  )
  const all = rows.reduce((sum, { markets }) => sum + markets, 0)
  const byCategory = new Map(rows.map(({ category, markets }) => [category, markets]))
  return { of: (category) => (category === null ? all : (byCategory.get(category) ?? 0)) }
}
