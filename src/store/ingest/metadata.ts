import type { MarketInfo, NegRiskQuestion, TraderInfo } from '../../ledger/event.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { Value } from '../engine/table-types.ts'
import { CONDITIONS, MARKET_EVENTS, MARKETS, NEG_RISK_MARKETS, TOKENS, TRADERS } from '../engine/tables.ts'
import { foldName } from '../ledger/fold-name.ts'
import { chainKey } from '../ledger/place.ts'
import { writeWords } from '../markets/market-words.ts'
import type { Dictionaries } from './dictionaries.ts'

/** A token that a row names with its condition, where the outcome's place may be unknown. */
export interface TokenLink {
  token: string
  condition: string
  outcome: string | null
  outcomeIndex: number | null
}

/** What writing metadata changed. */
export interface MarketsWritten {
  /** Conditions whose tokens, or what is known of them as a question of a neg-risk market, changed. */
  relinked: ReadonlySet<number>
  /** Rows that changed; repeated metadata changes none. */
  changed: number
}

/** Writes what is known of markets; a field that is null leaves what is there. */
export async function writeMarkets(
  tx: Sql,
  ids: Dictionaries,
  markets: readonly MarketInfo[],
): Promise<MarketsWritten> {
  const relinked = new Set<number>()
  // A later line for the same condition replaces an earlier one; one statement may name a row only once.
  const latest = latestOf(markets)
  if (latest.length === 0) return { relinked, changed: 0 }
  const conditions = await ids.conditions.idsOf(
    tx,
    latest.map((market) => market.condition),
  )
  const condition = (i: number) => conditions[i] ?? 0
  await writeNegRisk(tx, ids, latest, condition, relinked)
  let changed = await linkTokens(tx, ids, latest, condition, relinked)
  const events = await ids.marketEvents.idsOf(
    tx,
    latest.flatMap((market) => market.event?.id ?? []),
  )
  let next = 0
  const eventIds = latest.map((market) => (market.event ? (events[next++] ?? null) : null))
  changed += await mergeRows(
    tx,
    MARKETS,
    'condition_id',
    latest.map((market, i) => ({
      condition_id: condition(i),
      question: market.question,
      slug: market.slug,
      category: market.category,
      tags: market.tags.length > 0 ? JSON.stringify(market.tags) : null,
      outcomes: market.outcomes.length > 0 ? JSON.stringify(market.outcomes) : null,
      event_id: eventIds[i] ?? null,
      ends_at: market.endsAt ?? null,
      created_at: market.createdAt ?? null,
    })),
  )
  changed += await mergeRows(
    tx,
    MARKET_EVENTS,
    'id',
    latest.flatMap((market, i) =>
      market.event
        ? [
            {
              id: eventIds[i] ?? 0,
              source_id: market.event.id,
              title: market.event.title,
              slug: market.event.slug,
            },
          ]
        : [],
    ),
  )
  await writeWords(
    tx,
    latest.flatMap(({ question, event }, i) =>
      question === null
        ? []
        : [
            {
              condition: condition(i),
              event: eventIds[i] ?? null,
              question,
              title: event?.title ?? null,
            },
          ],
    ),
  )
  return { relinked, changed: changed + relinked.size }
}

/** The last line of each condition, with what only an earlier one says of its neg-risk market. */
function latestOf(markets: readonly MarketInfo[]): MarketInfo[] {
  const latest = new Map<string, MarketInfo>()
  for (const market of markets) {
    const before = latest.get(market.condition)?.negRisk ?? null
    const prepared = before?.prepared && { prepared: before.prepared }
    const negRisk = market.negRisk === null ? before : { ...prepared, ...market.negRisk }
    latest.set(market.condition, { ...market, negRisk })
  }
  return [...latest.values()]
}

async function writeNegRisk(
  tx: Sql,
  ids: Dictionaries,
  markets: readonly MarketInfo[],
  condition: (i: number) => number,
  relinked: Set<number>,
): Promise<void> {
  for (const [i, market] of markets.entries()) {
    if (!market.negRisk) continue
    const [group = null] = await ids.negRisk.idsOf(tx, [market.negRisk.market])
    if (await writeQuestion(tx, condition(i), group, market.negRisk)) relinked.add(condition(i))
  }
}

const PLACE_QUESTION = statement(
  (from, given: { condition: number; group: number | null; index: number; key: number | null }) => {
    const prepared = from.raw('COALESCE(?, prepared_key)', [given.key])
    return from(CONDITIONS)
      .where('id', given.condition)
      .where((changed) =>
        changed
          .where(from.raw('neg_risk_id IS DISTINCT FROM ?', [given.group]))
          .orWhere(from.raw('neg_risk_index IS DISTINCT FROM ?', [given.index]))
          .orWhere(from.raw('prepared_key IS DISTINCT FROM COALESCE(?, prepared_key)', [given.key])),
      )
      .update({ neg_risk_id: given.group, neg_risk_index: given.index, prepared_key: prepared })
  },
)
const COUNT_QUESTIONS = statement((from, given: { group: number | null; questions: number }) =>
  from(NEG_RISK_MARKETS)
    .where('id', given.group)
    .where(from.raw('questions IS DISTINCT FROM ?', [given.questions]))
    .update({ questions: given.questions }),
)
const LINK_TOKEN = statement(
  (from, given: { token: number; condition: number; outcome: number; name: string | null }) =>
    from(TOKENS)
      .where('id', given.token)
      .update({ condition_id: given.condition, outcome: given.outcome, outcome_name: given.name }),
)
const CONDITION_OF = statement((from, { token }: { token: number }) =>
  from(TOKENS).select<{ condition_id: number | null }>('condition_id').where('id', token),
)
const OUTCOMES_OF = statement((from, { condition }: { condition: number }) =>
  from(TOKENS).select<{ outcome: number }>('outcome').where('condition_id', condition),
)

/** Writes what is known of a question; answers whether it is something new. */
async function writeQuestion(
  tx: Sql,
  condition: number,
  group: number | null,
  { index, questions, prepared }: NegRiskQuestion,
): Promise<boolean> {
  const key = prepared ? chainKey(prepared.block, prepared.logIndex) : null
  const placed = await PLACE_QUESTION.run(tx, { condition, group, index, key })
  if (questions === null) return placed > 0
  const counted = await COUNT_QUESTIONS.run(tx, { group, questions })
  return placed + counted > 0
}

/** Links tokens and names them; answers how many that were linked so already got another name. */
async function linkTokens(
  tx: Sql,
  ids: Dictionaries,
  markets: readonly MarketInfo[],
  condition: (i: number) => number,
  relinked: Set<number>,
): Promise<number> {
  const links = markets.flatMap((market, i) =>
    market.tokens.map((token, outcome) => ({
      token,
      condition: condition(i),
      outcome,
      name: market.outcomes[outcome] ?? null,
    })),
  )
  const tokens = await ids.tokens.idsOf(
    tx,
    links.map((link) => link.token),
  )
  const known = ['condition_id', 'outcome', 'outcome_name'] as const
  const before = await tx.find(TOKENS, ['id'], { id: tokens }, tokens.length, known)
  let renamed = 0
  for (const [i, link] of links.entries()) {
    const [linked, outcome, name] = before[i] ?? []
    const isLinked = linked === link.condition && outcome === link.outcome
    // The chain links tokens without names; metadata that names them comes later.
    if (isLinked && (link.name === null || link.name === name)) continue
    if (isLinked) renamed++
    else relinked.add(link.condition)
    await LINK_TOKEN.run(tx, { ...link, token: tokens[i] ?? 0 })
  }
  return renamed
}

/**
 * Links single tokens to their conditions, as given by rows of the Data API. A row whose outcome index is missing
 * gives a token the free place of its condition: which of the two is first does not change a PnL.
 */
export async function linkSingleTokens(
  tx: Sql,
  ids: Dictionaries,
  links: readonly TokenLink[],
): Promise<Set<number>> {
  const relinked = new Set<number>()
  const distinct = [...new Map(links.map((link) => [link.token, link])).values()]
  const tokens = await ids.tokens.idsOf(
    tx,
    distinct.map((link) => link.token),
  )
  const conditions = await ids.conditions.idsOf(
    tx,
    distinct.map((link) => link.condition),
  )
  for (const [i, link] of distinct.entries()) {
    const token = tokens[i] ?? 0
    const condition = conditions[i] ?? 0
    const known = await CONDITION_OF.get(tx, { token })
    if (known?.condition_id === condition) continue
    const taken = await OUTCOMES_OF.all(tx, { condition })
    const free = [link.outcomeIndex, 0, 1, 2, 3, 4, 5, 6, 7].find(
      (n) => n !== null && !taken.some((t) => t.outcome === n),
    )
    await LINK_TOKEN.run(tx, { token, condition, outcome: free ?? taken.length, name: link.outcome })
    relinked.add(condition)
  }
  return relinked
}

/** Writes who traders are; a field that is null leaves what is there. Answers how many rows changed. */
export async function writeTraders(
  tx: Sql,
  ids: Dictionaries,
  traders: readonly TraderInfo[],
): Promise<number> {
  const latest = [...new Map(traders.map((trader) => [trader.address, trader])).values()]
  if (latest.length === 0) return 0
  const rows = await ids.traders.idsOf(
    tx,
    latest.map((trader) => trader.address),
  )
  return mergeRows(
    tx,
    TRADERS,
    'id',
    latest.map((trader, i) => ({
      id: rows[i] ?? 0,
      address: trader.address,
      infrastructure: 0,
      username: trader.username,
      profile_image: trader.profileImage,
      x_username: trader.xUsername,
      verified: trader.verified === null ? null : Number(trader.verified),
      bio: trader.bio,
      search_name: trader.username === null ? null : foldName(trader.username),
    })),
    ['infrastructure'],
  )
}

/** Upserts rows; a null leaves the column as it is, and so does every column named in `keep`. Answers how many changed. */
async function mergeRows(
  tx: Sql,
  table: { name: string },
  key: string,
  rows: readonly Record<string, Value>[],
  keep: readonly string[] = [],
): Promise<number> {
  let changed = 0
  for (const row of new Map(rows.map((row) => [row[key], row])).values()) {
    const names = Object.keys(row)
    const merged = names.filter((name) => name !== key && !keep.includes(name))
    const sets = merged.map((name) => `${name} = COALESCE(excluded.${name}, ${table.name}.${name})`)
    const news = merged.map(
      (name) => `COALESCE(excluded.${name}, ${table.name}.${name}) IS DISTINCT FROM ${table.name}.${name}`,
    )
    changed += await tx.run(
      `INSERT INTO ${table.name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ` +
        `ON CONFLICT (${key}) DO UPDATE SET ${sets.join(', ')} WHERE ${news.join(' OR ')}`,
      names.map((name) => row[name] ?? null),
    )
  }
  return changed
}
