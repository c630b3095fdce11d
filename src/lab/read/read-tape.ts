import { defined } from '../../checks.ts'
import { feeInUsd } from '../../ledger/fold.ts'
import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { type FillRow, ledgerOf } from '../../store/ledger/ledger.ts'
import type { Rule } from '../rule.ts'
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

/**
 * Reads the fills of a rule's days, and all before them where a trader's first fill in a market is asked for. Memory holds some 60 bytes a
 * fill.
 */
export async function readTape(sql: Sql, { from, to, entry }: Rule): Promise<Tape> {
  const since = entry.firstOnly ? 0 : from * DAY_SECONDS
  const before = (to + 1) * DAY_SECONDS
  const builder = new TapeBuilder()
  const pages = ledgerOf(sql).scan<FillRow<(typeof COLUMNS)[number]>>('FILLS', COLUMNS, {
    withApi: true,
    filter: { since, before },
  })
  for await (const rows of pages)
    for (const row of rows) {
      // Pages of the Data API's rows are not filtered.
      if (row.time < since || row.time >= before) continue
      const { key, time, shares, usd, fee, side } = row
      const feeUsd = feeInUsd({ shares, usd, fee, feeIn: row.fee_in === 0 ? 'USD' : 'SHARES' })
      const role = row.role ?? UNKNOWN_ROLE
      builder.add({
        key,
        time,
        owner: row.owner_id,
        token: row.token_id,
        side,
        role,
        shares,
        usd,
        fee: feeUsd,
      })
    }
  return builder.build()
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
