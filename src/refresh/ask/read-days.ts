import { defined } from '../../checks.ts'
import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { readAt } from '../../store/ledger/read-at.ts'
import { INCOME_DAYS } from '../../store/tables.ts'
import type { BehaviourDay } from '../analytics/trader-facts.ts'
import { readBehaviour } from '../days/read-behaviour.ts'
import type { LastTrade } from '../inputs/build-marks.ts'
import type { DaySpan } from '../inputs/day-span.ts'
import { readPriceRowsOf } from '../inputs/read-price-days.ts'
import {
  copyDays,
  eachTrader,
  emptyColumns,
  PROFILE_COLUMNS,
  type ProfileDays,
} from '../windows/trader-days.ts'

/** A day's rewards and rebates. */
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
  let behaviour: ReadonlyMap<number, BehaviourDay[]> = new Map()
  if (ids.length > 0) {
    const traders = [...ids].sort((a, b) => a - b)
    const [, ofIncome, ofBehaviour] = await Promise.all([
      readSplitDays(sql, traders, span, version, read.days),
      readIncome(sql, traders, span, version),
      readBehaviour(sql, ids, span, version),
    ])
    read.income = ofIncome
    behaviour = ofBehaviour
  }
  return (trader) => {
    const [income, days] = [read.income.get(trader) ?? [], behaviour.get(trader) ?? []]
    const { before, last } = read.days.get(trader) ?? { before: noDays(trader), last: noDays(trader) }
    const isBefore = ({ day }: { day: Day }) => day < span.upTo
    return {
      before,
      income: income.filter(isBefore),
      behaviour: days.filter(isBefore),
      last: {
        days: last,
        rowOf: rowsByToken(last),
        income: income.find(({ day }) => day === span.upTo)?.amount ?? null,
        behaviour: days.find(({ day }) => day === span.upTo) ?? null,
      },
    }
  }
}

interface SplitDays {
  before: ProfileDays
  last: ProfileDays
}

async function readSplitDays(
  sql: Sql,
  traders: readonly number[],
  { since, upTo }: DaySpan,
  version: number,
  into: Map<number, SplitDays>,
): Promise<void> {
  const asked = { traders, from: since, upTo, at: version, tradersAtOnce: traders.length }
  const parts = ledgerOf(sql).days({ columns: PROFILE_COLUMNS, ...asked })
  await eachTrader(PROFILE_COLUMNS, parts, (days) => {
    const { day } = days.columns
    into.set(days.trader, {
      before: copyDays(PROFILE_COLUMNS, days, (row) => defined(day[row]) < upTo),
      last: copyDays(PROFILE_COLUMNS, days, (row) => day[row] === upTo),
    })
  })
}

function noDays(trader: number): ProfileDays {
  return { trader, count: 0, columns: emptyColumns(PROFILE_COLUMNS, 0) }
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
