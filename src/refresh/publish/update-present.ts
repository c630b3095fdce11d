import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { type LastTrade, setLastMark } from '../inputs/build-marks.ts'
import { readTokenFacts } from '../inputs/read-token-facts.ts'
import { extendAddressOrder } from './address-order.ts'
import { baselinesOf } from './baselines-of.ts'
import { countTraders } from './count-traders.ts'
import { extendMarks } from './extend-marks.ts'
import { growPresent, type Present } from './present.ts'

/**
 * Brings the present up to a later cutoff on the same day: counts the traders of whom something came on that day, and those
 * whose scores the prices that moved change in other ways than by their profit.
 * @returns the present, changed in place, and how many were counted; null where the past is not what it was
 */
export async function updatePresent(
  sql: Sql,
  present: Present,
  {
    cutoff,
    labels,
    meanings,
    touched,
  }: Pick<Present, 'cutoff' | 'labels' | 'meanings'> & {
    touched: readonly number[]
  },
): Promise<{ present: Present; counted: number } | null> {
  const isSame = meanings === present.meanings && (await lastToken(sql)) < present.marks.condition.length
  const marks = isSame
    ? present.marks
    : extendMarks(present.marks, await readTokenFacts(sql, cutoff.day), cutoff.day)
  if (marks === null) return null
  const order = await extendAddressOrder(sql, present.order)
  if (present.order.hidden.some((isHidden, trader) => isHidden !== order.hidden[trader])) return null
  // Other labels group the units of long ago anew.
  const baselines =
    labels === present.labels ? present.baselines : baselinesOf(present.units, labels, cutoff.day)
  const grown = growPresent({ ...present, cutoff, marks, order, labels, meanings, baselines })
  // Where anything means something else, a trade may be gone, too: every token is looked at.
  const trades = await readLastTrades(
    sql,
    cutoff.day,
    isSame ? await tradedBy(sql, touched, cutoff.day) : null,
  )
  const tokens = isSame ? [...trades.keys()] : marks.condition.keys()
  const moved = new Set<number>()
  for (const token of tokens)
    for (const either of isSame ? [token, marks.sibling[token] || token] : [token])
      if (setLastMark(marks, either, cutoff.day, trades)) moved.add(either)
  const counted = new Set(touched)
  for (const trader of grown.sensitive) if (holdsAny(grown, trader, moved)) counted.add(trader)
  const traders = [...counted].sort((a, b) => a - b)
  await countTraders(sql, grown, { traders })
  return { present: grown, counted: traders.length }
}

async function lastToken(sql: Sql): Promise<number> {
  return (await sql.get<{ id: number | null }>('SELECT MAX(id) AS id FROM tokens'))?.id ?? 0
}

/** The tokens that some traders traded on a day: a price moves by somebody's fill alone. */
async function tradedBy(sql: Sql, traders: readonly number[], day: Day): Promise<number[]> {
  const rows = await sql.all<{ token: number }>(
    `SELECT DISTINCT token_id AS token FROM position_days WHERE ${sql.isIn('trader_id', 'int')} AND day = ? AND fills > 0`,
    [sql.list(traders), day],
  )
  return rows.map(({ token }) => token)
}

/** The day's last trades of some tokens, and of their siblings; of all where null is asked for. */
async function readLastTrades(
  sql: Sql,
  day: Day,
  tokens: readonly number[] | null,
): Promise<Map<number, LastTrade>> {
  const select = 'SELECT token_id AS token, close, time, key FROM price_days WHERE day = ?'
  const isAsked = sql.isIn('t.id', 'int')
  const rows =
    tokens === null
      ? await sql.all<LastTrade & { token: number }>(select, [day])
      : await sql.all<LastTrade & { token: number }>(
          `${select} AND token_id IN (SELECT t.id FROM tokens t WHERE ${isAsked} UNION ` +
            `SELECT s.id FROM tokens t JOIN tokens s ON s.condition_id = t.condition_id WHERE ${isAsked})`,
          [day, sql.list(tokens), sql.list(tokens)],
        )
  return new Map(rows.map(({ token, ...trade }) => [token, trade]))
}

function holdsAny({ positions }: Present, trader: number, tokens: ReadonlySet<number>): boolean {
  let holds = false
  positions.each(trader, (slot) => {
    holds ||= tokens.has(positions.column('token')[slot] ?? -1)
  })
  return holds
}
