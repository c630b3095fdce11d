import { defined } from '../../checks.ts'
import { PequodError } from '../../errors.ts'
import type { Address } from '../../ledger/quantities.ts'
import { DAY_SECONDS, type Day, dayOf, dayText, type Seconds, weekStart } from '../../ledger/quantities.ts'
import { leaderboardById, MAX_ROWS } from '../../metrics/leaderboards.ts'
import { readCutoff } from '../../numbers/boards/cutoff.ts'
import { topsAsOf } from '../../numbers/boards/tops-as-of.ts'
import type { Sources } from '../../numbers/days/publisher-lease.ts'
import { screenCloses } from '../../screens/screen-closes.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { infrastructureIds } from '../../store/ledger/chain-knowledge.ts'
import type { EventFilter } from '../../store/ledger/event-filter.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { hiddenTraders } from '../../store/opted-out.ts'
import { TRADERS } from '../../store/tables.ts'
import type { Rule } from '../rule.ts'
import type { Selection, Tape } from '../tape.ts'

/** Days since the last trade of those from whom random traders are drawn, at most. */
export const ACTIVE_DAYS = 30
const MOST_CHOICES = 400
/** Rows of a board read for each trader that a rule takes: those without its minimum record are passed over. */
const ROWS_A_TRADER = 4

const NAMED = statement((from, { addresses }: { addresses: readonly Address[] }) =>
  from(TRADERS).select('id', 'address').whereAnyOf('address', 'text', addresses),
)

/**
 * Chooses a rule's traders on each of its days of choice: by the close of the day before, from those who had the rule's minimum record
 * then. Wallets that opted out since are still in the past that they were in.
 * @param days those of {@link daysOfChoice}, or some of them in order: each choice holds until the next of these days
 * @param tape the fills of the rule's days; null leaves out the traders from whom random ones are drawn
 * @param size rows of a board to choose from; on days on which they are too few, all of them are read
 */
export async function chooseTraders(
  sources: Sources,
  rule: Rule,
  days: readonly Day[],
  tape: Tape | null,
  size = Math.min(MAX_ROWS, ROWS_A_TRADER * rule.universe.top),
): Promise<Selection[]> {
  const { sql } = sources
  const ranked = await rankedOn(sources, rule, days, size)
  const records = await createRecords(sql, rule, tape)
  const most = rule.universe.traders === undefined ? rule.universe.top : Number.POSITIVE_INFINITY
  const selections: Selection[] = []
  const short: number[] = []
  for (const [i, day] of days.entries()) {
    const known = ranked(day)
    const all = known?.traders ?? []
    const { fits, pool } = await records(day, all)
    const traders = all.filter(fits).slice(0, most)
    const mayHaveMore = rule.universe.leaderboard !== undefined && all.length === size && size < MAX_ROWS
    if (traders.length < most && mayHaveMore) short.push(i)
    selections.push({
      from: Math.max(day * DAY_SECONDS, known?.from ?? 0),
      until: (days[i + 1] ?? rule.to + 1) * DAY_SECONDS,
      traders,
      pool,
      ...(known === null && { isUnknown: true }),
    })
  }
  if (short.length === 0) return selections
  const onDays = short.map((i) => defined(days[i]))
  const whole = await chooseTraders(sources, rule, onDays, tape, MAX_ROWS)
  for (const [place, i] of short.entries())
    selections[i] = { ...defined(selections[i]), traders: defined(whole[place]).traders }
  return selections
}

/** The days on which a rule chooses its traders. @throws PequodError BAD_USER_INPUT for too many of them */
export function daysOfChoice({
  from,
  to,
  universe: { chosen },
}: Pick<Rule, 'from' | 'to' | 'universe'>): Day[] {
  const days = [from]
  for (let day = nextChoice(from, chosen); day <= to; day = nextChoice(day, chosen)) days.push(day)
  if (days.length <= MOST_CHOICES) return days
  throw new PequodError(
    'BAD_USER_INPUT',
    `The rule's universe.chosen: ${days.length} choices are more than ${MOST_CHOICES}, the maximum; choose every WEEK or MONTH.`,
  )
}

function nextChoice(day: Day, chosen: Rule['universe']['chosen']): Day {
  if (chosen === 'DAY') return day + 1
  if (chosen === 'WEEK') return weekStart(day) + 7
  const [year = '', month = ''] = dayText(day).split('-')
  return dayOf(Date.UTC(Number(year), Number(month), 1) / 1000)
}

/** The traders of the universe on a day, best first, and when they were known. */
interface Ranked {
  traders: readonly number[]
  from: Seconds
}

/** Returns the universe on each day; null for a day without a record of the screen. */
async function rankedOn(
  sources: Sources,
  { universe, record }: Rule,
  days: readonly Day[],
  size: number,
): Promise<(day: Day) => Ranked | null> {
  const { sql } = sources
  if (universe.traders !== undefined) {
    const rows = await NAMED.all(sql, { addresses: universe.traders as Address[] })
    const hidden = await hiddenTraders(sql)
    const ids = rows.map(({ id }) => id).filter((id) => !hidden.has(id))
    return () => ({ traders: ids, from: 0 })
  }
  if (universe.screen !== undefined) {
    const [since, upTo] = [Math.min(...days) - 1, Math.max(...days) - 1]
    const closes = await screenCloses(sql, universe.screen, since, upTo)
    const byDay = new Map(closes.map(({ day, time, traders }) => [day + 1, { traders, from: time }]))
    return (day) => byDay.get(day) ?? null
  }
  const board = leaderboardById(universe.leaderboard ?? '')
  const { firstDay: first } = await readCutoff(sql, null)
  const closes = days.map((day) => day - 1).filter((day) => day >= first)
  if (board === undefined || closes.length === 0) return () => ({ traders: [], from: 0 })
  const tops = await topsAsOf(sources, {
    days: closes,
    boards: [board],
    size,
    leastFills: record.trades,
    withOptedOut: true,
  })
  const byDay = new Map(tops.map(({ day, traders }) => [day + 1, traders]))
  return (day) => ({ traders: byDay.get(day) ?? [], from: 0 })
}

/** Traders with a rule's minimum record at the start of a day, and of them those who traded lately. */
interface Fitting {
  fits(trader: number): boolean
  pool: ArrayLike<number>
}

/**
 * Returns what finds the traders with a rule's minimum record at the start of days, which are asked for in ascending order; an answer
 * holds until the next one.
 */
async function createRecords(
  sql: Sql,
  { record, from, entry }: Rule,
  tape: Tape | null,
): Promise<(day: Day, traders: readonly number[]) => Promise<Fitting>> {
  const contracts = await infrastructureIds(sql)
  const isFitting = (fills: number, first: Seconds, open: Seconds) =>
    fills >= record.trades && first <= open - record.days * DAY_SECONDS
  if (tape === null)
    return async (day, owners) => {
      const open = day * DAY_SECONDS
      const counts = await countFills(sql, { owners, before: open })
      const fitting = counts.filter(({ fills, first }) => isFitting(fills, first, open))
      const ids = new Set(fitting.map(({ owner }) => owner).filter((owner) => !contracts.has(owner)))
      return { fits: (trader) => ids.has(trader), pool: [] }
    }
  // The store counts the fills ahead of the tape's.
  const before = entry.firstOnly ? [] : await countFills(sql, { before: from * DAY_SECONDS })
  const most = before.reduce((id, { owner }) => Math.max(id, owner), maximum(tape.owner))
  const [fills, firsts, lasts] = [0, 1, 2].map(() => new Int32Array(most + 1)) as ThreeColumns
  for (const { owner, ...own } of before) {
    fills[owner] = own.fills
    firsts[owner] = own.first
    lasts[owner] = own.last
  }
  const fitsAt = (owner: number, open: Seconds) =>
    isFitting(fills[owner] ?? 0, firsts[owner] ?? 0, open) && !contracts.has(owner)
  let row = 0
  return async (day) => {
    const open = day * DAY_SECONDS
    for (; row < tape.count && defined(tape.time[row]) < open; row++) {
      const [owner, time] = [defined(tape.owner[row]), defined(tape.time[row])]
      if (fills[owner] === 0) firsts[owner] = time
      fills[owner] = defined(fills[owner]) + 1
      lasts[owner] = time
    }
    const [pool, lately] = [new Int32Array(most + 1), open - ACTIVE_DAYS * DAY_SECONDS]
    let size = 0
    for (let owner = 0; owner <= most; owner++)
      if (defined(lasts[owner]) >= lately && fitsAt(owner, open)) pool[size++] = owner
    return { fits: (trader) => fitsAt(trader, open), pool: pool.slice(0, size) }
  }
}

type ThreeColumns = [Int32Array, Int32Array, Int32Array]

function maximum(ids: Int32Array): number {
  let most = 0
  for (let i = 0; i < ids.length; i++) if (defined(ids[i]) > most) most = defined(ids[i])
  return most
}

interface FillCount {
  owner: number
  fills: number
  first: Seconds
  last: Seconds
}

async function countFills(sql: Sql, filter: EventFilter): Promise<FillCount[]> {
  const parts = await ledgerOf(sql).events<FillCount>('FILLS', filter, {
    select: 'owner_id AS owner, COUNT(*) AS fills, MIN(time) AS first, MAX(time) AS last',
    end: 'GROUP BY owner_id',
  })
  // Rows and sealed fills are counted apart.
  return [...Map.groupBy(parts, ({ owner }) => owner)].map(([owner, own]) => ({
    owner,
    fills: own.reduce((sum, part) => sum + part.fills, 0),
    first: Math.min(...own.map(({ first }) => first)),
    last: Math.max(...own.map(({ last }) => last)),
  }))
}
