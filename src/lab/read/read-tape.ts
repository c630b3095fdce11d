import { defined } from '../../checks.ts'
import { PequodError } from '../../errors.ts'
import { countText } from '../../formats.ts'
import { feeInUsd } from '../../ledger/fold.ts'
import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import type { EventFilter } from '../../store/ledger/event-filter.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { decisionsOf } from '../decisions.ts'
import type { Rule } from '../rule.ts'
import type { TapeWorld } from '../run-rule.ts'
import { rowOf, type Selection, type Tape, TapeBuilder, UNKNOWN_ROLE } from '../tape.ts'

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
const KEYS_A_READ = 20_000
/** Fills of a tape at most: each takes some 70 bytes of memory. */
export const MOST_FILLS = 40_000_000

/**
 * Reads the fills of a rule's days, and all before them where a trader's first fill in a market is asked for.
 * @throws PequodError BAD_USER_INPUT for more than {@link MOST_FILLS}
 */
export async function readTape(sql: Sql, { from, to, entry }: Rule): Promise<Tape> {
  const filter = { since: entry.firstOnly ? 0 : from * DAY_SECONDS, before: (to + 1) * DAY_SECONDS }
  const counts = await ledgerOf(sql).events<{ count: number }>('FILLS', filter, {
    select: 'COUNT(*) AS count',
  })
  const count = counts.reduce((sum, part) => sum + part.count, 0)
  if (count > MOST_FILLS)
    throw new PequodError(
      'BAD_USER_INPUT',
      `The rule's days have ${countText(count)} trades of all traders, and ${countText(MOST_FILLS)} is the maximum: try fewer days.`,
    )
  const builder = new TapeBuilder(count)
  await addFills(builder, sql, filter)
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
  { selections, tokens, before }: Pick<TapeWorld, 'selections' | 'tokens'> & { before: Seconds },
): Promise<Tape> {
  const since = rule.from * DAY_SECONDS
  const owners = [...new Set(selections.flatMap(({ traders }) => traders))]
  const first = new TapeBuilder()
  await addFills(first, sql, { owners, before, ...(!rule.entry.firstOnly && { since }) })
  const own = first.build()
  const copied = new Set(decisionsOf(rule, own, tokens, selections).map(({ token }) => token))
  const builder = new TapeBuilder()
  for (let row = 0; row < own.count; row++)
    if (!copied.has(defined(own.token[row])) || defined(own.time[row]) < since) builder.add(rowOf(own, row))
  await addFills(builder, sql, { tokens: [...copied], since, before })
  return builder.build()
}

async function addFills(builder: TapeBuilder, sql: Sql, filter: EventFilter): Promise<void> {
  for await (const { count, columns } of ledgerOf(sql).fillNumbers(COLUMNS, filter)) {
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
