import type { DuckDBConnection } from '@duckdb/node-api'
import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { numbersOf } from '../engine/duckdb.ts'
import { asStored, statement } from '../engine/statement.ts'
import { type Conditions, createConditions } from '../ingest/conditions.ts'
import { UNKNOWN_ROLE } from '../ingest/fill-rows.ts'
import type { FoldFill } from '../ingest/fold-state.ts'
import { createPositionDayRows } from '../ingest/position-day-rows.ts'
import { type Close, createPriceDayRows } from '../ingest/price-day-rows.ts'
import { FILL_COLUMNS, foldFillOf, movementsOf } from '../ingest/refold.ts'
import { foldInOrder, sessionFrom } from '../ingest/replay.ts'
import { createVolumeDayRows, roleOf, type VolumeDay } from '../ingest/volume-day-rows.ts'
import { createWholeTradeRows, type TradePart } from '../ingest/whole-trade-rows.ts'
import { type UnnamedDays, writeDays } from '../ledger/bulk.ts'
import { infrastructureIds } from '../ledger/chain-knowledge.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { comparePlaces } from '../ledger/place.ts'
import type { WholeDays } from '../ledger/position-day.ts'
import { FILLS } from '../tables.ts'
import { FILLS_A_RANGE, type TokenRange } from './plan-ranges.ts'
import { createPositionRows, type LotColumns, type PositionColumns } from './position-rows.ts'

/** The folded events of a range: rows of the fact grain, as columns. */
export interface FoldedRange {
  positions: PositionColumns
  lots: LotColumns
  /** Days of positions that stay rows. */
  days: WholeDays
  /** Those that are settled, in a file. */
  sealed: UnnamedDays | null
  closes: Close[]
  volumes: VolumeDay[]
  /** Fills that may be of large whole trades, by position and place. */
  wholes: TradePart[]
  /** The rows among the events when they were read ({@link seenOf}). */
  seen: string
}

/** Where ranges are read from. */
export interface WorkFile {
  /** The sorted fills, after FROM. */
  from: string
  /** Days before this one go into files. */
  settledBefore: Day
}

/** The columns of the work file: sealed fills by range, unit and place. */
export const WORK_COLUMNS = [
  'unit',
  'token_id',
  'owner_id',
  'time',
  'key',
  'role',
  'side',
  'shares',
  'usd',
  'fee',
  'fee_in',
] as const

/** Folds every event of a range's tokens, from the first one on. Memory holds a unit's positions and what comes out. */
export async function foldRange(
  sql: Sql,
  connection: DuckDBConnection,
  work: WorkFile,
  range: TokenRange,
): Promise<FoldedRange> {
  const { conditions, movements, seen } = await surroundings(sql, range)
  const infrastructure = await infrastructureIds(sql)
  const days = createPositionDayRows(Math.min(range.fills, FILLS_A_RANGE) / 2)
  const closes = createPriceDayRows()
  const volumes = createVolumeDayRows()
  const positions = createPositionRows()
  const parts = createWholeTradeRows()
  const wholes: TradePart[] = []
  const start = { days }
  const context = {
    conditions,
    isInfrastructure: (trader: number) => infrastructure.has(trader),
    wholes: parts,
  }
  const byUnit = movementsByUnit(range, movements, conditions)
  const beginUnit = (unit: number) => {
    const session = sessionFrom(start, context)
    const fold = foldInOrder(session, byUnit.get(unit) ?? [])
    byUnit.delete(unit)
    const end = () => {
      fold.end()
      session.closeDays()
      positions.add(session)
      for (const part of parts.take()) wholes.push(part)
    }
    return { unit, fill: fold.fill, end }
  }
  const current: { unit: ReturnType<typeof beginUnit> | null } = { unit: null }
  await eachFill(sql, connection, work.from, range, (unit, fill) => {
    if (current.unit?.unit !== unit) {
      current.unit?.end()
      current.unit = beginUnit(unit)
    }
    current.unit.fill(fill)
    closes.add(fill)
    volumes.add(fill)
  })
  current.unit?.end()
  for (const unit of [...byUnit.keys()]) beginUnit(unit).end()
  const { earlier, later } = days.takeParted(work.settledBefore)
  return {
    ...positions.take(),
    days: later,
    sealed: earlier.count === 0 ? null : await writeDays(sql, earlier),
    closes: closes.take(),
    volumes: volumes.take(),
    wholes,
    seen,
  }
}

/** The state of a range besides sealed fills: it changes with any of its rows or its markets. */
export async function seenOf(sql: Sql, range: Pick<TokenRange, 'tokens'>): Promise<string> {
  return (await surroundings(sql, range)).seen
}

/** A place after every conversion, and the fee of a market whose fee is unknown. */
const LAST_KEY = Number.MAX_SAFE_INTEGER
const UNKNOWN_FEE = -1

async function surroundings(
  sql: Sql,
  { tokens }: Pick<TokenRange, 'tokens'>,
): Promise<{ conditions: Conditions; movements: MovementRow[]; seen: string }> {
  const conditions = createConditions()
  // Before the rows: what comes meanwhile makes the difference.
  const rows = await SEEN_FILLS.get(sql, { tokens })
  const movements = await movementsOf(sql, new Map(tokens.map((token) => [token, null])), conditions)
  const known = await conditions.ofTokens(sql, tokens)
  const markets = [...new Set([...known.values()])].map(
    (one) => one && [one.id, one.tokens, one.resolved, one.negRiskIndex, one.prepared],
  )
  const negRisk = [...new Set([...known.values()].flatMap((one) => one?.negRisk ?? []))].map((market) => [
    market,
    conditions.questionsAt(market, LAST_KEY)?.length,
    conditions.feeBipsOf({ negRisk: market, feeBips: UNKNOWN_FEE }),
  ])
  const moved = movements.reduce((sum, { key, item }) => sum + (key % 65537) + item, movements.length)
  return { conditions, movements, seen: JSON.stringify([rows, moved, markets, negRisk]) }
}

function movementsByUnit(
  { tokens, units }: TokenRange,
  movements: readonly MovementRow[],
  conditions: Conditions,
): Map<number, MovementRow[]> {
  const unitOf = new Map(tokens.map((token, i) => [token, units[i] ?? 0]))
  const byUnit = new Map<number, MovementRow[]>()
  for (const row of movements) {
    const of =
      row.token !== null
        ? [row.token]
        : row.condition !== null
          ? conditions.get(row.condition).tokens
          : conditions.negRisk(row.negRisk ?? 0).flatMap((question) => question.tokens)
    const unit = of.map((token) => unitOf.get(token)).find((found) => found !== undefined)
    if (unit === undefined) continue
    const rows = byUnit.get(unit)
    if (rows) rows.push(row)
    else byUnit.set(unit, [row])
  }
  return byUnit
}

interface UnitFill {
  unit: number
  fill: FoldFill
}

const SEEN_FILLS = statement((from, { tokens }: { tokens: readonly number[] }) =>
  from(FILLS)
    .count('* as count')
    .select(from.raw<{ keys: number | null }>('CAST(SUM(key % 65537) AS BIGINT) AS keys'))
    .whereAnyOf('token_id', 'int', tokens),
)
const FILLS_OF = statement((from, { tokens }: { tokens: readonly number[] }) =>
  from(FILLS)
    .select(...asStored(FILL_COLUMNS))
    .whereAnyOf('token_id', 'int', tokens),
)

/** The fills of the range that are rows, by unit and place. */
async function rowsOf(sql: Sql, { tokens, units }: TokenRange): Promise<UnitFill[]> {
  const unitOf = new Map(tokens.map((token, i) => [token, units[i] ?? 0]))
  const rows = await FILLS_OF.all(sql, { tokens })
  return rows
    .map((row) => ({ unit: unitOf.get(row.token_id) ?? 0, fill: foldFillOf(row) }))
    .sort(compareUnitFills)
}

function compareUnitFills(a: UnitFill, b: UnitFill): number {
  return a.unit - b.unit || comparePlaces(a.fill, b.fill)
}

/**
 * Folds the fills of the range by unit and place, sealed ones and rows. Nothing keeps its objects: every sealed fill is the
 * same one.
 */
async function eachFill(
  sql: Sql,
  connection: DuckDBConnection,
  work: string,
  range: TokenRange,
  fold: (unit: number, fill: FoldFill) => void,
): Promise<void> {
  const rows = await rowsOf(sql, range)
  let next = 0
  const foldRowsBefore = (event: UnitFill | null) => {
    for (let row = rows[next]; row !== undefined; row = rows[++next]) {
      if (event !== null && compareUnitFills(row, event) >= 0) return
      fold(row.unit, row.fill)
    }
  }
  const event = { unit: 0, fill: emptyFill() }
  const list = WORK_COLUMNS.map((name) => `CAST(${name} AS DOUBLE)`).join(', ')
  const query = `SELECT ${list} FROM ${work} WHERE range = ${range.number} ORDER BY unit, time, key`
  for await (const { count, columns } of numbersOf(connection, query))
    for (let row = 0; row < count; row++) {
      readFill(event, columns, row)
      foldRowsBefore(event)
      fold(event.unit, event.fill)
    }
  foldRowsBefore(null)
}

function emptyFill(): FoldFill {
  return {
    token: 0,
    owner: 0,
    time: 0,
    key: 0,
    item: 0,
    role: null,
    side: 'BUY',
    shares: 0,
    usd: 0,
    fee: 0,
    feeIn: 'USD',
  }
}

function readFill(event: UnitFill, columns: readonly Float64Array[], row: number): void {
  const cell = (column: number) => defined(defined(columns[column])[row])
  const { fill } = event
  event.unit = cell(0)
  fill.token = cell(1)
  fill.owner = cell(2)
  fill.time = cell(3)
  fill.key = cell(4)
  const role = cell(5)
  fill.role = roleOf(role === UNKNOWN_ROLE ? null : role)
  fill.side = cell(6) === 0 ? 'BUY' : 'SELL'
  fill.shares = cell(7)
  fill.usd = cell(8)
  fill.fee = cell(9)
  fill.feeIn = cell(10) === 0 ? 'USD' : 'SHARES'
}
