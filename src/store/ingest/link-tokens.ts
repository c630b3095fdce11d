import { conditionOfStructuredToken, derivedTokensOf } from '../../chain/ids.ts'
import type { MarketInfo } from '../../ledger/event.ts'
import type { ConditionId, TokenId } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { keepRows } from '../ledger/history.ts'
import { CONDITIONS, TOKENS } from '../tables.ts'
import type { Dictionaries } from './dictionary.ts'

/** A token that a row names with its condition, where the outcome's place may be unknown. */
export interface TokenLink {
  token: string
  condition: string
  outcome: string | null
  outcomeIndex: number | null
}

/** A condition whose links are refused: one of the tokens belongs to another. */
export interface RefusedLink {
  condition: string
  /** A sentence that names the condition and the token. */
  reason: string
}

export interface LinksWritten {
  /** Conditions whose tokens changed. */
  relinked: Set<number>
  /** Tokens that left a condition. */
  moved: Set<number>
  /** Linked tokens that got another name. */
  renamed: number
}

/** Where a token is linked: nowhere if the condition is null. */
interface Link {
  condition: string | null
  outcome: number | null
  name: string | null
}

const LINKS_OF_TOKENS = statement((from, { tokens }: { tokens: readonly string[] }) =>
  from(as(TOKENS, 't'))
    .leftJoin(as(CONDITIONS, 'c'), 'c.id', 't.condition_id')
    .select('t.token', 'c.condition', 't.outcome', 't.outcome_name as name')
    .whereAnyOf('t.token', 'text', tokens),
)
const LINKS_OF_CONDITIONS = statement((from, { conditions }: { conditions: readonly string[] }) =>
  from(as(CONDITIONS, 'c'))
    .join(as(TOKENS, 't'), 't.condition_id', 'c.id')
    .select('t.token', 'c.condition', 't.outcome', 't.outcome_name as name')
    .whereAnyOf('c.condition', 'text', conditions),
)
const KNOWN_CONDITION = statement((from, { condition }: { condition: string }) =>
  from(CONDITIONS).select('id').where('condition', condition),
)
const CONDITIONS_WITHOUT_TOKENS = statement((from, { limit }: { limit: number }) =>
  from(as(CONDITIONS, 'c'))
    .select('c.condition')
    .whereNotExists(from(as(TOKENS, 't')).select('t.id').whereColumn('t.condition_id', 'c.id'))
    .orderBy('c.id', 'desc')
    .limit(limit),
)
const LINK_TOKEN = statement(
  (from, given: { token: number; condition: number | null; outcome: number | null; name: string | null }) =>
    from(TOKENS)
      .where('id', given.token)
      .update({ condition_id: given.condition, outcome: given.outcome, outcome_name: given.name }),
)

/** The newest conditions without tokens that an underivable token is checked against: deriving one takes 0.2 ms. */
const MOST_CHECKED = 5_000

/** Places that a token of unknown index may get. */
const PLACES = [0, 1, 2, 3, 4, 5, 6, 7]

/**
 * Links the tokens of markets, or of none of a market's where one is refused (see {@link refusalOf}).
 * @returns what is refused, and a function that writes the other links
 */
export async function linkMarkets(tx: Sql, markets: readonly MarketInfo[]) {
  const links = await openLinks(tx, markets)
  const refused: RefusedLink[] = []
  for (const { condition, tokens, outcomes } of markets) {
    const reason = await refusalOf(tx, links, condition, tokens)
    if (reason !== null) refused.push({ condition, reason })
    else
      for (const [outcome, token] of tokens.entries())
        links.link(token, { condition, outcome, name: outcomes[outcome] ?? null })
  }
  return { refused, write: (ids: Dictionaries) => writeLinks(tx, ids, links.changes) }
}

/**
 * Links single tokens to their conditions, as given by rows of the Data API. A row whose outcome index is missing
 * gives a token that derives from nothing the free place of its condition: which of the two is first does not change a PnL.
 */
export async function linkSingleTokens(
  tx: Sql,
  ids: Dictionaries,
  rows: readonly TokenLink[],
): Promise<LinksWritten & { refused: RefusedLink[] }> {
  const distinct = [...new Map(rows.map((row) => [`${row.token} ${row.condition}`, row])).values()]
  const links = await openLinks(
    tx,
    distinct.map(({ token, condition }) => ({
      condition: condition as ConditionId,
      tokens: [token as TokenId],
    })),
  )
  const refused: RefusedLink[] = []
  for (const row of distinct) {
    const condition = row.condition as ConditionId
    const token = row.token as TokenId
    if (links.of(token)?.condition === condition) continue
    const reason = await refusalOf(tx, links, condition, [token], row.outcomeIndex)
    if (reason !== null) {
      refused.push({ condition, reason })
      continue
    }
    const taken = new Set(links.tokensOf(condition).map(([, { outcome }]) => outcome))
    const free = [row.outcomeIndex, ...PLACES].find((place) => place !== null && !taken.has(place))
    const outcome = links.derivedOf(condition).get(token) ?? free ?? taken.size
    links.link(token, { condition, outcome, name: row.outcome })
  }
  return { ...(await writeLinks(tx, ids, links.changes)), refused }
}

/**
 * Explains why tokens may not be linked to a condition, or returns null. An id that derives from the condition proves its
 * link: it may also leave another condition. Any other may be linked while it is unlinked, unless it derives from another
 * condition, or the ledger has tokens that derive from this one.
 */
async function refusalOf(
  tx: Sql,
  links: Links,
  condition: ConditionId,
  tokens: readonly TokenId[],
  single?: number | null,
): Promise<string | null> {
  for (const [place, token] of tokens.entries()) {
    const link = links.of(token)
    const isSingle = single !== undefined
    if (link?.condition === condition && (isSingle || link.outcome === place)) continue
    const derived = links.derivedOf(condition)
    const outcome = derived.get(token)
    const named = `token ${token} of condition ${condition}`
    if (outcome !== undefined) {
      if (isSingle || outcome === place) continue
      return `${named} is its outcome ${outcome}, not ${place}`
    }
    if (link && link.condition !== null && link.condition !== condition)
      return `${named} is linked to condition ${link.condition}`
    const [own] = await LINKS_OF_TOKENS.all(tx, { tokens: [...derived.keys()] })
    if (own) return `${named} does not derive from it, as token ${own.token} does`
    const origin = await originOf(tx, links, token)
    if (origin !== null) return `${named} derives from condition ${origin}`
    const other = links
      .tokensOf(condition)
      .find(([other, { outcome }]) => outcome === place && !tokens.includes(other as TokenId))
    if (!isSingle && other) return `${named} is not its outcome ${place}: token ${other[0]} is`
  }
  return null
}

/** The condition, of those given and those known, that a token derives from. */
async function originOf(tx: Sql, links: Links, token: TokenId): Promise<ConditionId | null> {
  const structured = conditionOfStructuredToken(token)
  // Of a hashed token the condition is hardly ever known, and what derives from it takes points of a curve.
  if ((await KNOWN_CONDITION.get(tx, { condition: structured })) && links.derivedOf(structured).has(token))
    return structured
  links.origins ??= originsOf(links, await CONDITIONS_WITHOUT_TOKENS.all(tx, { limit: MOST_CHECKED }))
  return links.origins.get(token) ?? null
}

/** Each token that derives from a given or an unlinked condition, with that condition: the given ones come first. */
function originsOf(links: Links, unlinked: readonly { condition: ConditionId }[]) {
  const origins = new Map<TokenId, ConditionId>()
  for (const condition of [...links.given, ...unlinked.map((one) => one.condition)])
    for (const token of links.derivedOf(condition).keys())
      if (!origins.has(token)) origins.set(token, condition)
  return origins
}

type Links = Awaited<ReturnType<typeof openLinks>>

/** Links of the given tokens and conditions: those stored, and over them those made since. */
async function openLinks(tx: Sql, given: readonly { condition: ConditionId; tokens: readonly TokenId[] }[]) {
  const conditions = [...new Set(given.map(({ condition }) => condition))]
  const byToken = new Map<string, Link>()
  const byCondition = new Map<string, Map<string, Link>>()
  const derived = new Map<ConditionId, ReadonlyMap<TokenId, number>>()
  const changes = new Map<string, { before: Link | null; after: Link }>()
  const put = (token: string, link: Link) => {
    const before = byToken.get(token)?.condition ?? null
    if (before !== null) byCondition.get(before)?.delete(token)
    byToken.set(token, link)
    if (link.condition === null) return
    const tokens = byCondition.get(link.condition) ?? new Map<string, Link>()
    byCondition.set(link.condition, tokens.set(token, link))
  }
  const change = (token: string, after: Link) => {
    const before = changes.get(token)?.before ?? byToken.get(token) ?? null
    changes.set(token, { before, after })
    put(token, after)
  }
  const derivedOf = (condition: ConditionId) => {
    const tokens = derived.get(condition) ?? derivedTokensOf(condition)
    derived.set(condition, tokens)
    return tokens
  }
  const tokensOf = (condition: string) => [...(byCondition.get(condition) ?? [])]
  const tokens = [...new Set(given.flatMap((one) => one.tokens))]
  for (const { token, ...link } of [
    ...(await LINKS_OF_TOKENS.all(tx, { tokens })),
    ...(await LINKS_OF_CONDITIONS.all(tx, { conditions })),
  ])
    put(token, link)
  return {
    given: conditions,
    /** As {@link originsOf}; null until somebody asks. */
    origins: null as ReadonlyMap<TokenId, ConditionId> | null,
    changes,
    of: (token: string) => byToken.get(token),
    tokensOf,
    derivedOf,
    /** Links a token; one that derives from the condition takes the place of those that do not. */
    link(token: TokenId, link: Link & { condition: ConditionId }) {
      const { condition, outcome } = byToken.get(token) ?? {}
      const isNew = condition !== link.condition || outcome !== link.outcome
      if (isNew && derivedOf(link.condition).has(token))
        for (const [other] of tokensOf(link.condition))
          if (!derivedOf(link.condition).has(other as TokenId))
            change(other, { condition: null, outcome: null, name: null })
      change(token, link)
    },
  }
}

async function writeLinks(
  tx: Sql,
  ids: Dictionaries,
  changes: ReadonlyMap<string, { before: Link | null; after: Link }>,
): Promise<LinksWritten> {
  const written: LinksWritten = { relinked: new Set(), moved: new Set(), renamed: 0 }
  const tokens = await ids.tokens.idsOf(tx, [...changes.keys()])
  const named = [...changes.values()].flatMap(({ before, after }) => [before?.condition, after.condition])
  const conditions = [...new Set(named.filter((name) => typeof name === 'string'))]
  const numbers = await ids.conditions.idsOf(tx, conditions)
  const idOf = new Map(conditions.map((name, i) => [name, numbers[i] ?? 0]))
  const links: { token: number; condition: number | null; outcome: number | null; name: string | null }[] = []
  for (const [i, { before, after }] of [...changes.values()].entries()) {
    const token = tokens[i] ?? 0
    const isLinked = before?.condition === after.condition && before?.outcome === after.outcome
    // The chain links tokens without names; metadata that names them comes later.
    if (isLinked && (after.name === null || after.name === before?.name)) continue
    const left = before?.condition ?? null
    if (isLinked) written.renamed++
    else if (after.condition !== null) written.relinked.add(idOf.get(after.condition) ?? 0)
    if (left !== null && left !== after.condition) {
      written.relinked.add(idOf.get(left) ?? 0)
      written.moved.add(token)
    }
    const condition = after.condition === null ? null : (idOf.get(after.condition) ?? 0)
    links.push({ token, condition, outcome: after.outcome, name: after.name })
  }
  await keepRows(tx, TOKENS, { id: links.map(({ token }) => token) }, links.length)
  for (const link of links) await LINK_TOKEN.run(tx, link)
  return written
}
