import { totalmem } from 'node:os'
import { defined } from '../../checks.ts'
import { PequodError } from '../../errors.ts'
import { countText } from '../../formats.ts'
import { feeInUsd } from '../../ledger/fold.ts'
import { categoryNamed } from '../../ledger/market-category.ts'
import { DAY_SECONDS, type Day, MICRO, type MicroPrice, type Seconds } from '../../ledger/quantities.ts'
import { readPriceRowsOf, type TokenFacts, UNRESOLVED } from '../../numbers/inputs/marks.ts'
import { readTokenFacts, readTokenRowsOf, tokensOf } from '../../numbers/inputs/read-token-facts.ts'
import type { Sql } from '../../store/engine/database.ts'
import { known, statement } from '../../store/engine/statement.ts'
import { fillPrice } from '../../store/ingest/price-day-rows.ts'
import { FILL_COLUMNS } from '../../store/ingest/refold.ts'
import type { EventFilter } from '../../store/ledger/event-filter.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { CONDITIONS, MARKETS } from '../../store/tables.ts'
import type { Rule } from '../rule.ts'
import {
  firstAt,
  type Selection,
  type Tape,
  TapeBuilder,
  type Tokens,
  type TokenTerms,
  UNKNOWN_ROLE,
} from '../tape.ts'

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

const RESOLVED = statement((from, { before }: { before: Seconds }) =>
  from(CONDITIONS).select('id', known('resolved_time')).where('resolved_time', '<', before),
)
const CATEGORIES = statement((from) =>
  from(MARKETS).select('condition_id', known('category'), 'created_at').whereNotNull('category'),
)
const CATEGORIES_OF = statement((from, { conditions }: { conditions: readonly number[] }) =>
  from(MARKETS)
    .select('condition_id', known('category'), 'created_at')
    .whereAnyOf('condition_id', 'int', conditions)
    .whereNotNull('category'),
)

/** Reads the facts of all outcomes up to a day's close; what is resolved later is open. */
export async function readTokens(sql: Sql, to: Day): Promise<TokenTerms & { facts: TokenFacts }> {
  const facts = await readTokenFacts(sql, to)
  const resolved = await RESOLVED.all(sql, { before: (to + 1) * DAY_SECONDS })
  const times = new Map(resolved.map(({ id, resolvedTime }) => [id, resolvedTime]))
  const conditionOf = (token: number) => facts.condition[token] ?? 0
  return {
    facts,
    ...termsOf({ facts, times, conditionOf, placeOf: (token) => token }, await CATEGORIES.all(sql)),
  }
}

/** Reads the facts of some outcomes up to a day's close. */
export async function readTokensOf(sql: Sql, tokens: readonly number[], to: Day): Promise<TokenTerms> {
  const rows = await readTokenRowsOf(sql, tokens, null)
  const { facts, numbers } = tokensOf(rows, to)
  const conditions = new Map(rows.map(({ id, conditionId }) => [id, conditionId ?? 0]))
  const times = new Map(rows.map(({ conditionId, resolvedTime }) => [conditionId ?? 0, resolvedTime ?? 0]))
  const categories = await CATEGORIES_OF.all(sql, { conditions: [...new Set(conditions.values())] })
  const conditionOf = (token: number) => conditions.get(token) ?? 0
  return termsOf({ facts, times, conditionOf, placeOf: (token) => numbers.get(token) ?? 0 }, categories)
}

interface Known {
  facts: TokenFacts
  /** When conditions were resolved, by id. */
  times: ReadonlyMap<number, Seconds>
  conditionOf(token: number): number
  /** An outcome's place in the facts. */
  placeOf(token: number): number
}

function termsOf(
  { facts, times, conditionOf, placeOf }: Known,
  markets: readonly { conditionId: number; category: string; createdAt: Seconds | null }[],
): TokenTerms {
  const categories = new Map(markets.map((row) => [row.conditionId, row]))
  const resolvedAt = (token: number) =>
    (facts.resolvedOn[placeOf(token)] ?? UNRESOLVED) === UNRESOLVED
      ? null
      : (times.get(conditionOf(token)) ?? null)
  return {
    market: (token) => conditionOf(token) || -token,
    event: (token) => facts.unit[placeOf(token)] ?? 0,
    resolvedAt,
    payout(token, at) {
      const time = resolvedAt(token)
      if (time === null || at < time)
        throw new RangeError(`The outcome of token ${token} is not known at ${at}`)
      return facts.payout[placeOf(token)] ?? 0
    },
    category(token, at) {
      const market = categories.get(conditionOf(token))
      // Metadata of a market is known from its creation on.
      return market === undefined || (market.createdAt ?? 0) > at ? null : categoryNamed(market.category)
    },
  }
}

/**
 * Adds marks to the facts of outcomes (methodology §3), by the fills of a tape: of an outcome with a fill on it, the store holds a price for
 * each of its days, and reading them all would take as long as the tape.
 * @param from the first day of the tape
 */
export async function withMarks(
  sql: Sql,
  { facts, ...terms }: TokenTerms & { facts: TokenFacts },
  tape: Tape,
  from: Day,
): Promise<Tokens> {
  const before = await closesBefore(sql, facts, tape, from)
  /** The last fill of an outcome ahead of a second that makes a price; −1 without one. */
  const lastPriced = (token: number, second: Seconds) => {
    const rows = tape.ofToken(token)
    for (let at = firstAt(tape, rows, second) - 1; at >= 0; at--)
      if (priceAt(tape, defined(rows[at])) !== null) return defined(rows[at])
    return -1
  }
  return {
    ...terms,
    mark(token, day) {
      if ((facts.resolvedOn[token] ?? UNRESOLVED) <= day) return facts.payout[token] ?? 0
      const [close, sibling] = [(day + 1) * DAY_SECONDS, facts.sibling[token] ?? 0]
      const [own, other] = [lastPriced(token, close), sibling === 0 ? -1 : lastPriced(sibling, close)]
      if (own < 0 && other < 0) return before.get(token) ?? null
      return own > other ? priceAt(tape, own) : MICRO - (priceAt(tape, other) ?? 0)
    },
  }
}

function priceAt({ shares, usd }: Tape, row: number): MicroPrice | null {
  return fillPrice({ shares: defined(shares[row]), usd: defined(usd[row]) })
}

/** The marks at the close before a tape's first day, of outcomes whose first fill on it makes no price: few have such a fill. */
async function closesBefore(
  sql: Sql,
  { sibling }: TokenFacts,
  tape: Tape,
  from: Day,
): Promise<Map<number, MicroPrice>> {
  const tokens: number[] = []
  for (let token = 0; token < sibling.length; token++) {
    const first = tape.ofToken(token)[0]
    if (first !== undefined && priceAt(tape, first) === null) tokens.push(token)
  }
  const asked = [...new Set(tokens.flatMap((token) => [token, defined(sibling[token])]))]
  const rows = asked.length === 0 ? [] : await readPriceRowsOf(sql, asked, { upTo: from - 1 }, null)
  const last = new Map<number, (typeof rows)[number]>(rows.map((row) => [row.token_id, row]))
  const marks = new Map<number, MicroPrice>()
  for (const token of tokens) {
    const [own, other] = [last.get(token), last.get(defined(sibling[token]))]
    const isOwn = own && !(other && (other.time - own.time || other.key - own.key) > 0)
    if (isOwn) marks.set(token, own.close)
    else if (other) marks.set(token, MICRO - other.close)
  }
  return marks
}
