import { type Day, MICRO } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { CONDITIONS, FORESIGHT_DAYS } from '../../store/tables.ts'
import type { Cutoff } from '../boards/cutoff.ts'
import { type TokenFacts, UNRESOLVED } from '../inputs/marks.ts'
import { createForesightRows } from './foresight-rows.ts'
import { createForesightWindow, type ForesightTokens } from './foresight-window.ts'
import type { Write } from './publisher-lease.ts'
import type { FillUse } from './scan-fills.ts'

/** Rows held at a time: they come day by day and lie trader by trader, so each time nearly every page is touched. */
const ROWS_AT_ONCE = 1_000_000

/** Days whose rows of `foresight_days` are made; none where `from` is after `to`. */
export interface ForesightDays {
  /** Rows of this day and of all after it are dropped before. */
  dropFrom: Day
  from: Day
  to: Day
}

const NEWEST_DAY = statement((from) => from(FORESIGHT_DAYS).max('day as day'))
const DAY_SINCE = statement((from, { day }: { day: Day }) =>
  from(FORESIGHT_DAYS).select('day').where('day', '>=', day).limit(1),
)
const DROP_SINCE = statement((from, { day }: { day: Day }) =>
  from(FORESIGHT_DAYS).where('day', '>=', day).delete(),
)
const RESOLVED = statement((from) =>
  from(CONDITIONS).select('id', 'resolved_time as time').whereNotNull('resolved_time'),
)

/**
 * Which days' rows must be made: those that are complete, and not made yet or since then changed. A day is complete on
 * the second day after it; a change of a day can change the price that fills of the day before came to.
 * @param changedSince the earliest day of which anything changed
 */
export async function foresightDaysToMake(
  tx: Sql,
  cutoff: Pick<Cutoff, 'lastDay' | 'firstDay'>,
  changedSince: Day,
  isFull: boolean,
): Promise<ForesightDays> {
  const newest = await NEWEST_DAY.get(tx)
  const fresh = isFull ? 0 : (newest?.day ?? -1) + 1
  const from = Math.min(fresh, changedSince - 1)
  const to = cutoff.lastDay - 2
  // Rows before the first event are of events that were undone.
  return { dropFrom: Math.min(from, to + 1), from: Math.max(cutoff.firstDay, from), to }
}

/** Whether there are rows of a day or of one after it. Relies on the index of `foresight_days` by day. */
export async function hasForesightSince(sql: Sql, day: Day): Promise<boolean> {
  return (await DAY_SINCE.get(sql, { day })) !== undefined
}

/** Drops the rows that are made again, and those of days that are not complete any more. */
export async function dropForesightDays(tx: Sql, { dropFrom }: ForesightDays): Promise<void> {
  await DROP_SINCE.run(tx, { day: dropFrom })
}

/** Makes rows of `foresight_days` of the fills that it is shown. */
export interface ForesightMaker extends FillUse {
  afterPage(): Promise<void>
  /** After the last fill; answers how many rows were made in all. */
  end(): Promise<number>
}

/** Options of the maker. */
interface MakerOptions {
  /** The first day whose fills are passed, in the ledger's order. */
  since: Day
  write: Write
}

/** A maker of these days' rows. */
export async function createForesightMaker(
  sql: Sql,
  facts: TokenFacts,
  days: ForesightDays,
  { since, write }: MakerOptions,
): Promise<ForesightMaker> {
  const rows = createForesightRows()
  const window = createForesightWindow(await readTokens(sql, facts, since), days, rows)
  return {
    use: window.show,
    afterPage: async () => (rows.size < ROWS_AT_ONCE ? undefined : rows.write(write)),
    async end() {
      window.end()
      await rows.write(write)
      return rows.written
    },
  }
}

async function readTokens(tx: Sql, facts: TokenFacts, from: Day): Promise<ForesightTokens> {
  const resolvedAt = new Float64Array(facts.condition.length).fill(Number.POSITIVE_INFINITY)
  const times = await RESOLVED.all(tx)
  const timeOf = new Map(times.map(({ id, time }) => [id, time]))
  for (let token = 0; token < resolvedAt.length; token++) {
    if (facts.resolvedOn[token] === UNRESOLVED) continue
    resolvedAt[token] = timeOf.get(facts.condition[token] ?? 0) ?? Number.POSITIVE_INFINITY
  }
  const { condition, sibling, payout } = facts
  return { condition, sibling, payout, resolvedAt, mark: await marksBefore(tx, facts, from) }
}

/** Each token's last price before a day, its sibling's complement where that is later; −1 where there is none. */
async function marksBefore(tx: Sql, { sibling }: TokenFacts, day: Day): Promise<Int32Array> {
  const mark = new Int32Array(sibling.length).fill(-1)
  const rows = await tx.all<{ token: number; close: number }>(
    // A search for each token: grouping looks at every day of every token. CROSS has SQLite begin with the tokens.
    'SELECT p.token_id AS token, p.close FROM tokens t CROSS JOIN price_days p WHERE p.token_id = t.id AND p.day = ' +
      '(SELECT MAX(l.day) FROM price_days l WHERE l.token_id = t.id AND l.day < ?) ORDER BY p.time, p.key',
    [day],
  )
  for (const { token, close } of rows) {
    mark[token] = close
    const other = sibling[token] ?? 0
    if (other !== 0) mark[other] = MICRO - close
  }
  return mark
}
