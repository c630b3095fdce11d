import { totalmem } from 'node:os'
import { defined } from '../../checks.ts'
import { PequodError } from '../../errors.ts'
import { countText } from '../../formats.ts'
import { feeInUsd } from '../../ledger/fold.ts'
import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { FILL_COLUMNS } from '../../store/ingest/refold.ts'
import type { EventFilter } from '../../store/ledger/event-filter.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import type { Rule } from '../rule.ts'
import { type Selection, type Tape, TapeBuilder, UNKNOWN_ROLE } from '../tape.ts'

const KEYS_A_READ = 20_000
/** Bytes of a fill at the peak of a trial, as measured with 10 M. */
const FILL_BYTES = 110

/** Fills of a tape at most: they take a third of the memory that this process may have. */
function mostFills(): number {
  // 0 and far more than the machine has stand for no limit.
  const memory = Math.min(process.constrainedMemory() || totalmem(), totalmem())
  return Math.floor(memory / 3 / FILL_BYTES / 1e6) * 1e6
}

/**
 * Reads the fills of a rule's days, and all before them where a trader's first fill in a market is asked for.
 * @throws PequodError BAD_USER_INPUT for more than the machine's memory holds
 */
export async function readTape(sql: Sql, { from, to, entry }: Rule): Promise<Tape> {
  const filter = { since: entry.firstOnly ? 0 : from * DAY_SECONDS, before: (to + 1) * DAY_SECONDS }
  const counts = await ledgerOf(sql).events<{ count: number }>('FILLS', filter, {
    select: 'COUNT(*) AS count',
  })
  const count = counts.reduce((sum, part) => sum + part.count, 0)
  const most = mostFills()
  if (count > most)
    throw new PequodError(
      'BAD_USER_INPUT',
      `The rule's days have ${countText(count)} trades of all traders, and ${countText(most)} is the maximum on this machine: try fewer days.`,
    )
  const builder = new TapeBuilder(count)
  await addFills(builder, sql, filter)
  return builder.build()
}

/** Adds the fills that meet a filter. */
export async function addFills(builder: TapeBuilder, sql: Sql, filter: EventFilter): Promise<void> {
  for await (const { count, columns } of ledgerOf(sql).fillNumbers(FILL_COLUMNS, filter)) {
    const { owner_id: owner, token_id: token, shares, usd, fee, fee_in: feeIn, ...rest } = columns
    const [role, fees] = [new Float64Array(count), new Float64Array(count)]
    for (let i = 0; i < count; i++) {
      const given = defined(columns.role[i])
      role[i] = given < 0 ? UNKNOWN_ROLE : given
      const charged = defined(fee[i])
      fees[i] =
        charged === 0 || feeIn[i] === 0
          ? charged
          : feeInUsd({ shares: defined(shares[i]), usd: defined(usd[i]), fee: charged, feeIn: 'SHARES' })
    }
    builder.addAll(count, { ...rest, owner, token, shares, usd, role, fee: fees })
  }
}

/** Numbers of transactions and orders by their hashes, and of fills by their keys. */
export interface OrderNames {
  tx: Map<string, number>
  order: Map<string, number>
  known: Map<number, { tx: number; order: number }>
}

/** Numbers of nothing. */
export function newOrderNames(): OrderNames {
  return { tx: new Map(), order: new Map(), known: new Map() }
}

/**
 * Numbers transactions and orders of the rows for which a copy has to know them: fills of chosen traders that another of their fills of the
 * same outcome and side follows within an order's time, and, without a delay, all fills of the outcome in the same second. Other rows of a
 * transaction share its second, which a delay leaves out.
 * @param names of an earlier tape of the same traders, which need not be read again. @default none
 */
export async function nameOrders(
  sql: Sql,
  tape: Tape,
  { delays, fill }: Rule,
  selections: readonly Selection[],
  names: OrderNames = newOrderNames(),
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
  const unknown = [...asked].map((row) => defined(tape.key[row])).filter((key) => !names.known.has(key))
  for (let at = 0; at < unknown.length; at += KEYS_A_READ) {
    const some = unknown.slice(at, at + KEYS_A_READ)
    const hashes = await ledgerOf(sql).fillHashes(some)
    for (const key of some) {
      const found = hashes.get(key)
      const [tx, order] = [numberOf(names.tx, found?.tx), numberOf(names.order, found?.orderHash)]
      names.known.set(key, { tx, order })
    }
  }
  for (const row of asked) {
    const found = names.known.get(defined(tape.key[row]))
    tape.tx[row] = found?.tx ?? 0
    tape.order[row] = found?.order ?? 0
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
