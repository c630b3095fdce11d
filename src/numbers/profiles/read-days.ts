import { defined } from '../../checks.ts'
import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import { addTo, emptySum, type RunningSum } from '../../metrics/running-sum.ts'
import type { Sql } from '../../store/engine/database.ts'
import { readAt } from '../../store/ledger/history.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { INCOME_DAYS } from '../../store/tables.ts'
import { BEHAVIOUR_COLUMNS, behaviourOf } from '../analytics/behaviour-sums.ts'
import type { BehaviourDay } from '../analytics/trader-facts.ts'
import { type DaySpan, type LastTrade, readPriceRowsOf } from '../inputs/marks.ts'
import {
  copyDays,
  eachTrader,
  emptyColumns,
  PROFILE_COLUMNS,
  type ProfileDays,
} from '../windows/trader-days.ts'
import type { ProfileView } from './profile-view.ts'

export interface IncomeDay {
  day: Day
  amount: MicroUsd
}

/** A trader's rows of a view's last day. */
export interface LastDay {
  days: ProfileDays
  /** The row of each token by its id; the closed trader has a position of each. */
  rowOf: ReadonlyMap<number, number>
  /** Null if there was none. */
  income: MicroUsd | null
  behaviour: BehaviourDay | null
}

/** A trader's days, that which a view ends with apart. */
export interface ReadDays {
  before: ProfileDays
  /** Of the days before, ascending, as the next. */
  income: readonly IncomeDay[]
  behaviour: readonly BehaviourDay[]
  last: LastDay
}

/** Reads days of some traders as of a version of the ledger, up to the last of a view: as many statements for one as for all. */
export async function readDays(
  sql: Sql,
  ids: readonly number[],
  span: DaySpan,
  version: number,
): Promise<(trader: number) => ReadDays> {
  const read = { days: new Map<number, SplitDays>(), income: new Map<number, IncomeDay[]>() }
  if (ids.length > 0) {
    const traders = [...ids].sort((a, b) => a - b)
    const [, ofIncome] = await Promise.all([
      readSplitDays(sql, traders, span, version, read.days),
      readIncome(sql, traders, span, version),
    ])
    read.income = ofIncome
  }
  return (trader) => {
    const income = read.income.get(trader) ?? []
    const { before, last, behaviour } = read.days.get(trader) ?? noDays(trader)
    const isBefore = ({ day }: { day: Day }) => day < span.upTo
    return {
      before,
      income: income.filter(isBefore),
      behaviour: behaviour.filter(isBefore),
      last: {
        days: last,
        rowOf: rowsByToken(last),
        income: income.find(({ day }) => day === span.upTo)?.amount ?? null,
        behaviour: behaviour.find(({ day }) => day === span.upTo) ?? null,
      },
    }
  }
}

/** A trader's days, those of positions split at the last one. */
interface SplitDays {
  before: ProfileDays
  last: ProfileDays
  behaviour: readonly BehaviourDay[]
}

const READ_COLUMNS = [...PROFILE_COLUMNS, ...BEHAVIOUR_COLUMNS] as const

async function readSplitDays(
  sql: Sql,
  traders: readonly number[],
  { since, upTo }: DaySpan,
  version: number,
  into: Map<number, SplitDays>,
): Promise<void> {
  const asked = { traders, lists: true, from: since, upTo, at: version, tradersAtOnce: traders.length }
  const parts = ledgerOf(sql).days({ columns: READ_COLUMNS, ...asked })
  await eachTrader(READ_COLUMNS, parts, (days) => {
    const { day } = days.columns
    into.set(days.trader, {
      before: copyDays(PROFILE_COLUMNS, days, (row) => defined(day[row]) < upTo),
      last: copyDays(PROFILE_COLUMNS, days, (row) => day[row] === upTo),
      behaviour: behaviourOf(days),
    })
  })
}

function noDays(trader: number): SplitDays {
  const days = { trader, count: 0, columns: emptyColumns(PROFILE_COLUMNS, 0), lists: [] }
  return { before: days, last: days, behaviour: [] }
}

function rowsByToken({ count, columns }: ProfileDays): Map<number, number> {
  const rows = new Map<number, number>()
  for (let row = 0; row < count; row++) rows.set(defined(columns.token_id[row]), row)
  return rows
}

async function readIncome(
  sql: Sql,
  traders: readonly number[],
  { since = 0, upTo }: DaySpan,
  version: number,
): Promise<Map<number, IncomeDay[]>> {
  const rows = await readAt<IncomeDay & { trader_id: number }>(sql, INCOME_DAYS, {
    columns: ['amount'],
    where: `${sql.isIn('trader_id', 'int')} AND day >= ? AND day <= ?`,
    values: [sql.list(traders), since, upTo],
    orderBy: ['trader_id', 'day'],
    version,
  })
  return Map.groupBy(rows, (row) => row.trader_id)
}

/** Reads the trades of tokens on a day: the last one of each. */
export async function readLastTrades(
  sql: Sql,
  tokens: ReadonlySet<number>,
  day: Day,
  version: number,
): Promise<ReadonlyMap<number, LastTrade>> {
  if (tokens.size === 0) return new Map()
  const prices = await readPriceRowsOf(sql, [...tokens], { since: day, upTo: day }, version)
  return new Map(prices.map((price) => [price.token_id, price]))
}

/** The fields of a trader that do not depend on window and category. */
export interface Lifetime {
  /** The day of the first event; infinite for none. */
  firstDay: Day
  volume: RunningSum
  /** Micro-shares. */
  untracked: number
}

/** The lifetime up to the day before a view's last. */
export function closedLifetime({ before: { count, columns }, income }: ReadDays): Lifetime {
  const life = { firstDay: income[0]?.day ?? Number.POSITIVE_INFINITY, volume: emptySum(), untracked: 0 }
  for (let row = 0; row < count; row++) {
    life.firstDay = Math.min(life.firstDay, defined(columns.day[row]))
    addTo(life.volume, defined(columns.volume[row]))
    life.untracked += defined(columns.untracked[row])
  }
  return life
}

/** The lifetime with a view's last day. */
export function lifetimeAfter(
  life: Readonly<Lifetime>,
  { days, income }: LastDay,
  { day }: ProfileView,
): Lifetime {
  const after = { ...life, volume: { ...life.volume } }
  for (let row = 0; row < days.count; row++) {
    addTo(after.volume, defined(days.columns.volume[row]))
    after.untracked += defined(days.columns.untracked[row])
  }
  if (income !== null || days.count > 0) after.firstDay = Math.min(after.firstDay, day)
  return after
}
