import { defined } from '../checks.ts'
import { type Day, dayOf } from '../ledger/quantities.ts'
import { pagesBehind, type Sql } from '../store/engine/database.ts'
import { as, known, statement } from '../store/engine/statement.ts'
import { ledgerOf } from '../store/ledger/ledger.ts'
import { CONDITIONS, TOKENS } from '../store/tables.ts'
import type { TokenHolding } from './smart-money-store.ts'

/**
 * Holdings of traders at the closes of several days, in one pass over those traders' days; unordered, and without the tokens that
 * were resolved by that close.
 * @param traders those of each day, days ascending
 */
export async function heldAtCloses(
  sql: Sql,
  traders: ReadonlyMap<Day, ReadonlySet<number>>,
): Promise<Map<Day, TokenHolding[]>> {
  const closes = [...traders].map(([day, own]) => ({ day, own, held: [] as TokenHolding[] }))
  const everybody = [...new Set([...traders.values()].flatMap((own) => [...own]))].sort((a, b) => a - b)
  const upTo = closes.at(-1)?.day
  if (upTo !== undefined && everybody.length > 0) {
    const resolvedOn = await readResolutions(sql)
    let [trader, token, since] = [-1, -1, 0]
    let [shares, cost] = [0, 0]
    /** The last state was true from its day up to the day before another. */
    const endAt = (end: Day) => {
      if (shares <= 0) return
      const last = Math.min(end, resolvedOn[token] ?? end)
      for (const { day, own, held } of closes)
        if (day >= since && day < last && own.has(trader)) held.push({ trader, token, shares, cost })
    }
    const asked = { traders: everybody, columns: ['shares', 'cost'] as const, upTo }
    for await (const { count, columns } of ledgerOf(sql).days(asked))
      for (let row = 0; row < count; row++) {
        const [nextTrader, nextToken] = [defined(columns.trader_id[row]), defined(columns.token_id[row])]
        const day = defined(columns.day[row])
        endAt(nextTrader === trader && nextToken === token ? day : upTo + 1)
        ;[trader, token, since] = [nextTrader, nextToken, day]
        ;[shares, cost] = [defined(columns.shares[row]), defined(columns.cost[row])]
      }
    endAt(upTo + 1)
  }
  return new Map(closes.map(({ day, held }) => [day, held]))
}

/** Tokens that are read at a time. */
const PAGE = 50_000

const RESOLVED_BEHIND = statement((from, { after }: { after: number }) =>
  from(as(TOKENS, 't'))
    .join(as(CONDITIONS, 'c'), 'c.id', 't.condition_id')
    .select('t.id as token', known('c.resolved_time'))
    .whereNotNull('c.resolved_time')
    .where('t.id', '>', after)
    .orderBy('t.id')
    .limit(PAGE),
)

/** The day on which each resolved token was resolved, by the token's id. */
async function readResolutions(sql: Sql): Promise<Day[]> {
  const days: Day[] = []
  const read = ({ token }: { token: number }) => RESOLVED_BEHIND.all(sql, { after: token })
  for await (const rows of pagesBehind(PAGE, { token: 0 }, read))
    for (const { token, resolvedTime } of rows) days[token] = dayOf(resolvedTime)
  return days
}
