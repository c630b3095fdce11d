import { PequodError } from '../../errors.ts'
import type { Address } from '../../ledger/quantities.ts'
import { DAY_SECONDS, type Day, dayOf, dayText, type Seconds, weekStart } from '../../ledger/quantities.ts'
import { leaderboardById, MAX_ROWS } from '../../metrics/leaderboards.ts'
import { topsAsOf } from '../../numbers/boards/tops-as-of.ts'
import type { Sources } from '../../numbers/days/publisher-lease.ts'
import { screenCloses } from '../../screens/screen-closes.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { infrastructureIds } from '../../store/ledger/chain-knowledge.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { hiddenTraders } from '../../store/opted-out.ts'
import { TRADERS } from '../../store/tables.ts'
import type { Rule } from '../rule.ts'
import type { Selection } from '../tape.ts'

/** Days since the last trade of those from whom random traders are drawn, at most. */
export const ACTIVE_DAYS = 30
/** Choices of a rule at most. */
const MOST_CHOICES = 400

const NAMED = statement((from, { addresses }: { addresses: readonly Address[] }) =>
  from(TRADERS).select('id', 'address').whereAnyOf('address', 'text', addresses),
)

/**
 * Chooses a rule's traders on each of its days of choice: by the close of the day before, from those who had the rule's minimum record
 * then. Wallets that opted out since are still in the past that they were in.
 * @param days those of {@link daysOfChoice}, or some of them in order: each choice holds until the next of these days
 */
export async function chooseTraders(
  sources: Sources,
  rule: Rule,
  days: readonly Day[],
): Promise<Selection[]> {
  const { sql } = sources
  const fits = await readRecords(sql, rule, days)
  const ranked = await rankedOn(sources, rule, days)
  return days.map((day, i) => {
    const pool = fits(day)
    const has = new Set(pool.all)
    const known = ranked(day)
    return {
      from: Math.max(day * DAY_SECONDS, known?.from ?? 0),
      until: (days[i + 1] ?? rule.to + 1) * DAY_SECONDS,
      traders: (known?.traders ?? [])
        .filter((trader) => has.has(trader))
        .slice(0, rule.universe.traders === undefined ? rule.universe.top : undefined),
      pool: pool.active,
      ...(known === null && { isUnknown: true }),
    }
  })
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
  { universe }: Rule,
  days: readonly Day[],
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
  const first = dayOf((await firstTime(sql)) ?? Number.MAX_SAFE_INTEGER)
  const closes = days.map((day) => day - 1).filter((day) => day >= first)
  if (board === undefined || closes.length === 0) return () => ({ traders: [], from: 0 })
  const tops = await topsAsOf(sources, { days: closes, boards: [board], size: MAX_ROWS, withOptedOut: true })
  const byDay = new Map(tops.map(({ day, traders }) => [day + 1, traders]))
  return (day) => ({ traders: byDay.get(day) ?? [], from: 0 })
}

async function firstTime(sql: Sql): Promise<Seconds | null> {
  const rows = await ledgerOf(sql).events<{ first: Seconds | null }>(
    'FILLS',
    {},
    { select: 'MIN(time) AS first' },
  )
  const times = rows.flatMap(({ first }) => first ?? [])
  return times.length === 0 ? null : Math.min(...times)
}

interface DayCount {
  owner: number
  /** The first second of the day; 0 for all days that matter only as a sum. */
  start: Seconds
  fills: number
  first: Seconds
  last: Seconds
}

interface Fitting {
  /** Those with the minimum record, and of them those who traded lately. */
  all: number[]
  active: number[]
}

/** Finds who had the rule's minimum record at the start of a day; days are asked for in ascending order. */
async function readRecords(
  sql: Sql,
  { record, from, to }: Rule,
  days: readonly Day[],
): Promise<(day: Day) => Fitting> {
  const since = (from - record.days) * DAY_SECONDS
  const start = `CASE WHEN time < ${Math.max(0, since)} THEN 0 ELSE time - time % ${DAY_SECONDS} END`
  const counts = await ledgerOf(sql).events<DayCount>(
    'FILLS',
    { before: to * DAY_SECONDS },
    {
      select: `owner_id AS owner, ${start} AS start, COUNT(*) AS fills, MIN(time) AS first, MAX(time) AS last`,
      end: `GROUP BY owner_id, ${start}`,
    },
  )
  const contracts = await infrastructureIds(sql)
  const known = new Map<number, { first: Seconds; last: Seconds; fills: number }>()
  const ordered = counts
    .filter(({ owner }) => !contracts.has(owner))
    .sort((a, b) => a.start - b.start || a.owner - b.owner)
  const fitting = new Map<Day, Fitting>()
  let at = 0
  for (const day of days) {
    const open = day * DAY_SECONDS
    for (let row = ordered[at]; row !== undefined && row.start < open; row = ordered[++at]) {
      const own = known.get(row.owner)
      if (own === undefined) known.set(row.owner, { ...row })
      else {
        own.first = Math.min(own.first, row.first)
        own.last = Math.max(own.last, row.last)
        own.fills += row.fills
      }
    }
    const all: number[] = []
    const active: number[] = []
    for (const [owner, { first, last, fills }] of known) {
      if (fills < record.trades || first > open - record.days * DAY_SECONDS) continue
      all.push(owner)
      if (last >= open - ACTIVE_DAYS * DAY_SECONDS) active.push(owner)
    }
    const ascending = (a: number, b: number) => a - b
    fitting.set(day, { all: all.sort(ascending), active: active.sort(ascending) })
  }
  return (day) => fitting.get(day) ?? { all: [], active: [] }
}
