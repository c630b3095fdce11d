import { dayOf } from '../ledger/quantities.ts'
import { PERIODS } from '../metrics/periods.ts'
import type { Sql } from '../store/database.ts'
import { REFRESH_BASIS } from '../store/refresh-basis-table.ts'
import type { Cutoff } from './cutoff.ts'
import type { IncomePrints } from './income-prints.ts'
import { RULES } from './rules.ts'
import { packStandings, type Standings, unpackStandings } from './standings.ts'
import type { TokenPrints } from './token-prints.ts'

/** What traders' numbers depend on besides their own positions. */
export interface Prints {
  tokens: TokenPrints
  income: IncomePrints
}

/** Standings of everybody by period code: at the cutoff, and at the close of the day before. */
export interface AllStandings {
  now: ReadonlyMap<number, Standings>
  dayBefore: ReadonlyMap<number, Standings>
}

/** What the newest head snapshot was computed from, and what it told. */
export interface Basis {
  prints: Prints
  standings: AllStandings
  traders: number
  partialTraders: number
}

interface Head {
  id: number
  cutoff_time: number
  traders: number
  partial_traders: number
}

interface Part {
  part: string
  bytes: Uint8Array
}

/**
 * The basis of the newest head snapshot, or null where nothing can be taken over from it: there is none, its cutoff is
 * on another day (every window has moved), or it was computed by other rules.
 */
export async function readBasis(tx: Sql, cutoff: Cutoff): Promise<Basis | null> {
  const head = await tx.get<Head>(
    'SELECT id, cutoff_time, traders, partial_traders FROM snapshots WHERE as_of IS NULL ORDER BY id DESC LIMIT 1',
  )
  if (!head || dayOf(head.cutoff_time) !== cutoff.day) return null
  const rows = await tx.all<Part>(
    'SELECT part, bytes FROM refresh_basis WHERE snapshot_id = ? AND rules = ?',
    [head.id, RULES],
  )
  if (rows.length !== PART_NAMES.length) return null
  const parts = new Map(rows.map(({ part, bytes }) => [part, Uint8Array.from(bytes).buffer]))
  const bytesOf = (part: string) => parts.get(part) ?? new ArrayBuffer(0)
  const standingsOf = (moment: Moment) =>
    new Map(
      PERIODS.map(({ code }) => [code, unpackStandings(new Float64Array(bytesOf(partName(moment, code))))]),
    )
  return {
    prints: { tokens: new Int32Array(bytesOf('tokens')), income: new Int32Array(bytesOf('income')) },
    standings: { now: standingsOf('now'), dayBefore: standingsOf('dayBefore') },
    traders: head.traders,
    partialTraders: head.partial_traders,
  }
}

/** Writes the basis of a head snapshot in place of the one before. */
export async function writeBasis(
  tx: Sql,
  snapshot: number,
  prints: Prints,
  standings: AllStandings,
): Promise<void> {
  await writePart(tx, snapshot, 'tokens', prints.tokens)
  await writePart(tx, snapshot, 'income', prints.income)
  for (const moment of MOMENTS) {
    for (const [code, ofPeriod] of standings[moment])
      await writePart(tx, snapshot, partName(moment, code), packStandings(ofPeriod))
  }
}

type Moment = keyof AllStandings
const MOMENTS = ['now', 'dayBefore'] as const satisfies readonly Moment[]
const PART_NAMES = [
  'tokens',
  'income',
  ...MOMENTS.flatMap((moment) => PERIODS.map(({ code }) => partName(moment, code))),
]

function partName(moment: Moment, period: number): string {
  return `${moment} ${period}`
}

async function writePart(
  tx: Sql,
  snapshot: number,
  part: string,
  numbers: Int32Array | Float64Array,
): Promise<void> {
  // A Buffer: pg takes no other bytes.
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)
  await tx.upsert(REFRESH_BASIS, { part: [part], snapshot_id: [snapshot], rules: [RULES], bytes: [bytes] }, 1)
}
