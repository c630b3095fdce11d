import { defined } from '../../checks.ts'
import { feeInUsd } from '../../ledger/fold.ts'
import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import type { EventFilter } from '../../store/ledger/event-filter.ts'
import { type FillRow, ledgerOf } from '../../store/ledger/ledger.ts'
import { decisionsOf } from '../decisions.ts'
import type { Rule } from '../rule.ts'
import type { LabWorld } from '../run-rule.ts'
import { type Selection, type Tape, TapeBuilder, UNKNOWN_ROLE } from '../tape.ts'

const COLUMNS = [
  'key',
  'time',
  'owner_id',
  'role',
  'side',
  'token_id',
  'shares',
  'usd',
  'fee',
  'fee_in',
] as const
/** Hashes that are read together. */
const KEYS_A_READ = 20_000

type Row = FillRow<(typeof COLUMNS)[number]>

/**
 * Reads the fills of a rule's days, and all before them where a trader's first fill in a market is asked for. Memory holds some 60 bytes a
 * fill.
 */
export async function readTape(sql: Sql, { from, to, entry }: Rule): Promise<Tape> {
  const since = entry.firstOnly ? 0 : from * DAY_SECONDS
  const before = (to + 1) * DAY_SECONDS
  const builder = new TapeBuilder()
  const pages = ledgerOf(sql).scan<Row>('FILLS', COLUMNS, { withApi: true, filter: { since, before } })
  // Pages of the Data API's rows are not filtered.
  for await (const rows of pages)
    for (const row of rows) if (row.time >= since && row.time < before) addRow(builder, row)
  return builder.build()
}

/**
 * Reads the part of a rule's tape on which some choices of traders depend: the traders' own fills, and all fills of the outcomes that they
 * copy. Decisions and copies are the same as those of the whole tape up to a time.
 * @param before the first second that is not read
 */
export async function readOwnTape(
  sql: Sql,
  rule: Rule,
  { selections, tokens, before }: Pick<LabWorld, 'selections' | 'tokens'> & { before: Seconds },
): Promise<Tape> {
  const since = rule.from * DAY_SECONDS
  const owners = [...new Set(selections.flatMap(({ traders }) => traders))]
  const read = (filter: EventFilter) => ledgerOf(sql).fills(COLUMNS, { ...filter, before })
  const own = await read({ owners, ...(!rule.entry.firstOnly && { since }) })
  const copied = new Set(decisionsOf(rule, tapeOf(own), tokens, selections).map(({ token }) => token))
  const others = await read({ tokens: [...copied], since })
  return tapeOf([...own.filter((row) => !copied.has(row.token_id) || row.time < since), ...others])
}

function tapeOf(rows: readonly Row[]): Tape {
  const builder = new TapeBuilder()
  for (const row of rows.toSorted((a, b) => a.time - b.time || a.key - b.key)) addRow(builder, row)
  return builder.build()
}

function addRow(builder: TapeBuilder, row: Row): void {
  const { key, time, shares, usd, fee, side, owner_id: owner, token_id: token } = row
  const feeUsd = feeInUsd({ shares, usd, fee, feeIn: row.fee_in === 0 ? 'USD' : 'SHARES' })
  const role = row.role ?? UNKNOWN_ROLE
  builder.add({ key, time, owner, token, side, role, shares, usd, fee: feeUsd })
}

/**
 * Numbers transactions and orders of the rows for which a copy has to know them: fills of chosen traders that another of their fills of the
 * same outcome and side follows within an order's time, and, without a delay, all fills of the outcome in the same second. Other rows of a
 * transaction share its second, which a delay leaves out.
 */
export async function nameOrders(
  sql: Sql,
  tape: Tape,
  { delays, fill }: Rule,
  selections: readonly Selection[],
): Promise<void> {
  const reach = Math.max(...delays) + fill.window
  const asked = new Set<number>()
  const traders = new Set(selections.flatMap((selection) => selection.traders))
  for (const trader of traders) {
    const last = new Map<number, number>()
    for (const row of tape.ofOwner(trader)) {
      const key = 2 * defined(tape.token[row]) + defined(tape.side[row])
      const before = last.get(key)
      last.set(key, row)
      if (before !== undefined && defined(tape.time[row]) - defined(tape.time[before]) <= reach)
        asked.add(row).add(before)
      if (delays.includes(0)) for (const other of sameSecond(tape, row)) asked.add(other)
    }
  }
  const names = { tx: new Map<string, number>(), order: new Map<string, number>() }
  const rows = [...asked]
  for (let at = 0; at < rows.length; at += KEYS_A_READ) {
    const some = rows.slice(at, at + KEYS_A_READ)
    const hashes = await ledgerOf(sql).fillHashes(some.map((row) => defined(tape.key[row])))
    for (const row of some) {
      const found = hashes.get(defined(tape.key[row]))
      tape.tx[row] = numberOf(names.tx, found?.tx)
      tape.order[row] = numberOf(names.order, found?.orderHash)
    }
  }
}

function sameSecond(tape: Tape, row: number): number[] {
  const rows: number[] = []
  const isOther = (other: number) => tape.token[other] === tape.token[row]
  for (let other = row; other >= 0 && tape.time[other] === tape.time[row]; other--)
    if (isOther(other)) rows.push(other)
  for (let other = row + 1; other < tape.count && tape.time[other] === tape.time[row]; other++)
    if (isOther(other)) rows.push(other)
  return rows
}

function numberOf(names: Map<string, number>, hash: Uint8Array | null | undefined): number {
  if (!hash) return 0
  const text = Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1')
  const number = names.get(text) ?? names.size + 1
  names.set(text, number)
  return number
}
