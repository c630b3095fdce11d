import { type Day, dayOf } from '../ledger/quantities.ts'
import { LEADERBOARDS } from '../metrics/leaderboards.ts'
import { PERIODS } from '../metrics/periods.ts'
import type { Sql } from '../store/database.ts'
import { REFRESH_BASIS } from '../store/refresh-basis-table.ts'
import { type Baselines, baselinesFrom } from './baselines.ts'
import { bytesOf } from './bytes-of.ts'
import { FIGURE_NAMES, type Figures, MOMENTS, type Moment, packFigure, unpackFigure } from './figures.ts'
import type { IncomePrints } from './income-prints.ts'
import { RULES } from './rules.ts'
import { packStandings, type Standings, unpackStandings } from './standings.ts'
import type { TokenPrints } from './token-prints.ts'

/** What traders' numbers depend on besides their own positions. */
export interface Prints {
  tokens: TokenPrints
  income: IncomePrints
}

/** Standings of everybody by period code. */
export type AllStandings = Record<Moment, ReadonlyMap<number, Standings>>

/** Trader ids by board, best first. */
export type AllOrders = Record<Moment, ReadonlyMap<string, Int32Array>>

/** What the newest head snapshot was computed from, and what it told. */
export interface Basis {
  /** The day of its cutoff. */
  day: Day
  prints: Prints
  standings: AllStandings
  orders: AllOrders
  figures: Figures
  baselines: Baselines
  traders: number
  partialTraders: number
}

interface Head {
  id: number
  cutoff_time: number
  traders: number
  partial_traders: number
}

/**
 * The basis of the newest head snapshot, or null where nothing can be taken over from it: there is none, it lacks a
 * part, or it was computed by other rules.
 */
export async function readBasis(tx: Sql): Promise<Basis | null> {
  const head = await tx.get<Head>(
    'SELECT id, cutoff_time, traders, partial_traders FROM snapshots WHERE as_of IS NULL ORDER BY id DESC LIMIT 1',
  )
  if (!head) return null
  const parts = await readParts(tx)
  const boards = await readBoards(tx, head.id)
  if (parts.size !== PART_NAMES.length || boards.size !== LEADERBOARDS.length) return null
  if (parts.get(HEAD)?.snapshot !== head.id) return null
  const shared = await tx.get<{ baselines: string }>(
    'SELECT baselines FROM snapshot_analytics WHERE snapshot_id = ?',
    [head.id],
  )
  if (!shared) return null
  const partBytes = (part: string) => parts.get(part)?.bytes ?? new ArrayBuffer(0)
  const standingsOf = (moment: Moment) =>
    new Map(
      PERIODS.map(({ code }) => [code, unpackStandings(new Float64Array(partBytes(partName(moment, code))))]),
    )
  const ordersBefore = LEADERBOARDS.map(({ id }) => [id, new Int32Array(partBytes(orderName(id)))] as const)
  return {
    day: dayOf(head.cutoff_time),
    prints: { tokens: new Int32Array(partBytes('tokens')), income: new Int32Array(partBytes('income')) },
    standings: { now: standingsOf('now'), dayBefore: standingsOf('dayBefore') },
    orders: { now: boards, dayBefore: new Map(ordersBefore) },
    figures: new Map(FIGURE_NAMES.map((name) => [name, unpackFigure(new Float64Array(partBytes(name)))])),
    baselines: baselinesFrom(shared.baselines),
    traders: head.traders,
    partialTraders: head.partial_traders,
  }
}

/** True where the newest head snapshot was computed by these rules. */
export async function isByTheseRules(tx: Sql): Promise<boolean> {
  return (
    (await tx.get('SELECT part FROM refresh_basis WHERE part = ? AND rules = ?', [HEAD, RULES])) !== undefined
  )
}

/** What the next refresh starts from. */
export type NewBasis = Pick<Basis, 'prints' | 'standings' | 'orders' | 'figures'>

/**
 * Writes the basis of a head snapshot in place of the one before: the parts that are not what they were.
 * @param before as it was read, its standings changed in place; null where all is new
 */
export async function writeBasis(
  tx: Sql,
  snapshot: number,
  { prints, standings, orders, figures }: NewBasis,
  before: Basis | null,
): Promise<void> {
  const put = (part: string, numbers: Int32Array | Float64Array) => writePart(tx, snapshot, part, numbers)
  await put(HEAD, new Int32Array(0))
  for (const part of ['tokens', 'income'] as const) {
    if (!isEqual(prints[part], before?.prints[part])) await put(part, prints[part])
  }
  for (const moment of MOMENTS) {
    for (const [code, ofPeriod] of standings[moment]) {
      if (before === null || ofPeriod.isChanged) await put(partName(moment, code), packStandings(ofPeriod))
    }
  }
  for (const [name, figure] of figures) {
    if (before === null || figure.isChanged) await put(name, packFigure(figure))
  }
  for (const [board, order] of orders.dayBefore) {
    if (!isEqual(order, before?.orders.dayBefore.get(board))) await put(orderName(board), order)
  }
}

/** The part that every head refresh writes: it tells which snapshot the others, whenever they were written, are of. */
const HEAD = 'head'
const PART_NAMES = [
  HEAD,
  'tokens',
  'income',
  ...MOMENTS.flatMap((moment) => PERIODS.map(({ code }) => partName(moment, code))),
  ...LEADERBOARDS.map(({ id }) => orderName(id)),
  ...FIGURE_NAMES,
]

function partName(moment: Moment, period: number): string {
  return `${moment} ${period}`
}

function orderName(board: string): string {
  return `order ${board}`
}

async function readParts(tx: Sql): Promise<Map<string, { snapshot: number; bytes: ArrayBuffer }>> {
  const rows = await tx.all<{ part: string; snapshot_id: number; bytes: Uint8Array }>(
    'SELECT part, snapshot_id, bytes FROM refresh_basis WHERE rules = ?',
    [RULES],
  )
  return new Map(
    rows.map(({ part, snapshot_id, bytes }) => [part, { snapshot: snapshot_id, bytes: copyOf(bytes) }]),
  )
}

async function readBoards(tx: Sql, snapshot: number): Promise<Map<string, Int32Array>> {
  const rows = await tx.all<{ board: string; traders: Uint8Array }>(
    'SELECT board, traders FROM boards WHERE snapshot_id = ?',
    [snapshot],
  )
  return new Map(rows.map(({ board, traders }) => [board, new Int32Array(copyOf(traders))]))
}

/** A driver's buffer need not be aligned. */
function copyOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer
}

function isEqual(a: Int32Array, b: Int32Array | undefined): boolean {
  return b !== undefined && bytesOf(a).equals(bytesOf(b))
}

async function writePart(
  tx: Sql,
  snapshot: number,
  part: string,
  numbers: Int32Array | Float64Array,
): Promise<void> {
  const columns = { part: [part], snapshot_id: [snapshot], rules: [RULES], bytes: [bytesOf(numbers)] }
  await tx.upsert(REFRESH_BASIS, columns, 1)
}
