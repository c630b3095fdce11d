import { defined } from '../../checks.ts'
import { categoryNamed } from '../../ledger/market-category.ts'
import { DAY_SECONDS, type Day, MICRO, type MicroPrice, type Seconds } from '../../ledger/quantities.ts'
import { type TokenFacts, UNRESOLVED } from '../../numbers/inputs/marks.ts'
import { readPriceRowsOf } from '../../numbers/inputs/read-price-days.ts'
import { readTokenFacts, readTokenRowsOf, tokensOf } from '../../numbers/inputs/read-token-facts.ts'
import type { Sql } from '../../store/engine/database.ts'
import { known, statement } from '../../store/engine/statement.ts'
import { fillPrice } from '../../store/ingest/price-day-rows.ts'
import { CONDITIONS, MARKETS } from '../../store/tables.ts'
import { firstAt, type Tape, type Tokens, type TokenTerms } from '../tape.ts'

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
