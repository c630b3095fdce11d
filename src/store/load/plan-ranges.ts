import { type Database, pagesBehind } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { UNFOLDED_TOKENS } from '../ledger/load-state.ts'
import { CONDITIONS, TOKENS } from '../tables.ts'

/**
 * Loaded fills of a range at most, about: what one thread folds at a time. Its days make one file, and eight files of one
 * size are written again as one: a range of 100,000 fills takes a tenth more processor time a fill (bench/load/load.ts).
 */
export const FILLS_A_RANGE = 300_000
/** Tokens of a range at most, for those that were left unfolded by movements alone. */
const TOKENS_A_RANGE = 5_000
/** Tokens that are read at a time. */
const PAGE = 50_000

/** Tokens that are folded together: whole units, so that no event ties one of them to a token elsewhere. */
export interface TokenRange {
  number: number
  tokens: readonly number[]
  /** The unit of each token: a neg-risk market, a condition, or the token alone. */
  units: readonly number[]
  /** How many of its fills were loaded. */
  fills: number
}

/**
 * Cuts the tokens of loaded fills, with all that events tie to them, into ranges. Tokens are in a range by their ids, so
 * that files which are sorted by token are read in few places.
 */
export async function planRanges(db: Database): Promise<{ ranges: TokenRange[]; fills: number }> {
  const units = await unfoldedUnits(db)
  const fills = units.reduce((sum, unit) => sum + unit.fills, 0)
  const fillsARange = Math.max(1, fills / Math.ceil(Math.max(1, fills) / FILLS_A_RANGE))
  const ranges: TokenRange[] = []
  let current: { tokens: number[]; units: number[]; fills: number } | null = null
  for (const [number, unit] of units.entries()) {
    current ??= { tokens: [], units: [], fills: 0 }
    for (const token of unit.tokens) {
      current.tokens.push(token)
      current.units.push(number)
    }
    current.fills += unit.fills
    if (current.fills < fillsARange && current.tokens.length < TOKENS_A_RANGE) continue
    ranges.push({ number: ranges.length, ...current })
    current = null
  }
  if (current !== null) ranges.push({ number: ranges.length, ...current })
  return { ranges, fills }
}

interface Unit {
  tokens: number[]
  /** Of these, how many were loaded. */
  fills: number
}

const UNFOLDED_BEHIND = statement((from, { after }: { after: number }) =>
  from(UNFOLDED_TOKENS)
    .select('token_id', 'fills')
    .where('token_id', '>', after)
    .orderBy('token_id')
    .limit(PAGE),
)
const TOKENS_BEHIND = statement((from, { after }: { after: number }) =>
  from(as(TOKENS, 't'))
    .leftJoin(as(CONDITIONS, 'c'), 'c.id', 't.condition_id')
    .select('t.id', 't.condition_id as condition', 'c.neg_risk_id as market')
    .where('t.id', '>', after)
    .orderBy('t.id')
    .limit(PAGE),
)

/** The units with loaded fills, by their first token. */
async function unfoldedUnits(db: Database): Promise<Unit[]> {
  const loaded = new Map<number, number>()
  const unfolded = pagesBehind(PAGE, { tokenId: 0 }, ({ tokenId }) =>
    UNFOLDED_BEHIND.all(db, { after: tokenId }),
  )
  for await (const rows of unfolded) for (const row of rows) loaded.set(row.tokenId, row.fills)
  const units = new Map<string, Unit>()
  for await (const rows of pagesBehind(PAGE, { id: 0 }, ({ id }) => TOKENS_BEHIND.all(db, { after: id })))
    for (const { id, condition, market } of rows) {
      const name = market !== null ? `m${market}` : condition !== null ? `c${condition}` : `t${id}`
      const unit = units.get(name) ?? { tokens: [], fills: 0 }
      units.set(name, unit)
      unit.tokens.push(id)
      unit.fills += loaded.get(id) ?? 0
    }
  return [...units.values()].filter((unit) => unit.tokens.some((token) => loaded.has(token)))
}
