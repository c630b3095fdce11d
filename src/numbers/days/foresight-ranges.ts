import { DAY_SECONDS, type Day, dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import { unreadPositionsBefore } from '../../store/ledger/ledger-changes.ts'
import { changedSince } from '../../store/ledger/versions.ts'
import { TOKENS, VOLUME_DAYS } from '../../store/tables.ts'

/** Conditions whose facts of some days are made together; a token whose condition is unknown stands for itself. */
export interface ForesightRange {
  /** Tokens of the conditions: one of each at least. */
  tokens: readonly number[]
  /** Traders whose fills may have gone. */
  traders: readonly number[]
  /** Markets that the tokens were part of before: their facts end. */
  left: readonly number[]
  from: Day
  to: Day
  /** Fills of those days; null where they are not counted yet. */
  fills: number | null
}

/** The tokens whose facts changed, and where those that went are found. */
export interface ForesightChanges {
  /** The day from which on any fact may have changed; infinity where those that did are named. */
  everySince: Day
  tokens: ChangedToken[]
}

interface ChangedToken {
  token: number
  /** The first day whose facts may have changed. */
  from: Day
  /** The trader whose fills changed; 0 for none. */
  trader: number
  /** The condition that the token was part of until now; 0 for none. */
  left: number
}

/** Ids of conditions or tokens that a page covers, and changed tokens of a range. */
const IDS_A_PAGE = 4_000
const TOKENS_A_RANGE = 500

/**
 * Reads what changed since the publisher last published.
 * @param version that of the last publication, which must be readable
 * @param to the last day whose facts are made: what changed two days after it or later bears on none
 */
export async function readForesightChanges(sql: Sql, version: number, to: Day): Promise<ForesightChanges> {
  const { every, named } = await unreadPositionsBefore(sql, 'publisher', (to + 2) * DAY_SECONDS)
  // A fill of the 24 hours before an event may count with another price.
  const dayBefore = (time: number) => dayOf(time - DAY_SECONDS)
  const changed = named.map(({ token, trader, since }) => ({
    token,
    trader,
    from: dayBefore(since),
    left: 0,
  }))
  const linked = await readLinked(sql, version)
  return {
    everySince: every === null ? Number.POSITIVE_INFINITY : dayBefore(every),
    tokens: [...linked, ...changed],
  }
}

type Links = { tokens: readonly number[]; conditions: readonly number[] }
const LINKS = statement((from, { tokens, conditions }: Links) =>
  from(TOKENS)
    .select('id as token', 'condition_id as condition')
    .whereAnyOf('id', 'int', tokens)
    .union(from(TOKENS).select('id', 'condition_id').whereAnyOf('condition_id', 'int', conditions)),
)

/** Tokens that are part of another condition than at a version, or another outcome of it, and the tokens left in the former. */
async function readLinked(sql: Sql, version: number): Promise<ChangedToken[]> {
  const were = await changedSince<{ id: number; condition_id: number | null }>(
    sql,
    TOKENS,
    ['id', 'condition_id'],
    version,
  )
  const wasOf = new Map(were.map(({ id, condition_id: condition }) => [id, condition ?? 0]))
  const links = await LINKS.all(sql, { tokens: [...wasOf.keys()], conditions: [...new Set(wasOf.values())] })
  return links.map(({ token, condition }) => {
    const was = wasOf.get(token) ?? 0
    return { token, from: 0, trader: 0, left: was === condition ? 0 : was }
  })
}

/** The ranges of changed tokens, for days from `from` to `to`. */
export function changedRanges(tokens: readonly ChangedToken[], from: Day, to: Day): ForesightRange[] {
  // Facts of a condition that tokens left are dropped and made again together.
  const isLeft = tokens.some(({ left }) => left !== 0)
  const inOrder = tokens.filter((token) => token.from <= to).sort((a, b) => a.from - b.from)
  const size = isLeft ? inOrder.length : TOKENS_A_RANGE
  const ranges: ForesightRange[] = []
  for (let at = 0; at < inOrder.length; at += size) {
    const some = inOrder.slice(at, at + size)
    ranges.push({
      tokens: [...new Set(some.map(({ token }) => token))],
      traders: [...new Set(some.flatMap(({ trader }) => (trader === 0 ? [] : trader)))],
      left: some.flatMap(({ left }) => (left === 0 ? [] : 2 * left)),
      from: Math.max(from, some[0]?.from ?? from),
      to,
      fills: null,
    })
  }
  return ranges
}

interface Page {
  after: number
  upTo: number
  from: Day
  to: Day
}

const LAST_IDS = statement((from) => from(TOKENS).max('id as token').max('condition_id as condition'))
/** A token of each condition with fills in a page, or of no condition each token itself, with how many fills. */
const tradedBy = (id: 't.condition_id' | 't.id') =>
  statement((from, given: Page) => {
    const traded = from(as(TOKENS, 't'))
      .join(as(VOLUME_DAYS, 'v'), 'v.token_id', 't.id')
      .min('t.id as token')
      .select(from.raw<{ fills: number }>('CAST(SUM(v.fills) AS BIGINT) AS fills'))
      .where(id, '>', given.after)
      .where(id, '<=', given.upTo)
      .where('v.day', '>=', given.from)
      .where('v.day', '<=', given.to)
      .groupBy(id)
    return id === 't.id' ? traded.whereNull('t.condition_id') : traded
  })
const TRADED_CONDITIONS = tradedBy('t.condition_id')
const TRADED_TOKENS = tradedBy('t.id')

/**
 * The ranges of every condition that has fills on days from `from` to `to`.
 * @param fills of a range, about, where its conditions are small
 */
export async function* everyRange(
  sql: Sql,
  { from, to }: { from: Day; to: Day },
  fills: number,
): AsyncGenerator<ForesightRange> {
  const last = await LAST_IDS.get(sql)
  const ends = [
    { pages: TRADED_CONDITIONS, end: last?.condition ?? 0 },
    { pages: TRADED_TOKENS, end: last?.token ?? 0 },
  ]
  let tokens: number[] = []
  let held = 0
  const take = (): ForesightRange => {
    const range = { tokens, traders: [], left: [], from, to, fills: held }
    tokens = []
    held = 0
    return range
  }
  for (const { pages, end } of ends)
    for (let after = 0; after < end; after += IDS_A_PAGE)
      for (const row of await pages.all(sql, { after, upTo: after + IDS_A_PAGE, from, to })) {
        tokens.push(row.token ?? 0)
        held += row.fills
        if (held >= fills || tokens.length >= IDS_A_PAGE) yield take()
      }
  if (tokens.length > 0) yield take()
}
