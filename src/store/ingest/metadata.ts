import type { MarketInfo, NegRiskQuestion, TraderInfo } from '../../ledger/event.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { Table, Value } from '../engine/table.ts'
import { isKept, keepRows } from '../ledger/history.ts'
import { foldName } from '../ledger/names.ts'
import { chainKey } from '../ledger/place.ts'
import { writeWords } from '../markets/market-words.ts'
import { CONDITIONS, MARKET_EVENTS, MARKETS, NEG_RISK_MARKETS, TRADERS } from '../tables.ts'
import type { Dictionaries } from './dictionary.ts'
import { linkMarkets, type RefusedLink } from './link-tokens.ts'

/** Changes that writing metadata made. */
export interface MarketsWritten {
  /** Conditions whose tokens, or what is known of them as a question of a neg-risk market, changed. */
  relinked: ReadonlySet<number>
  /** Tokens that left another condition. */
  moved: ReadonlySet<number>
  /** Rows that changed; repeated metadata changes none. */
  changed: number
  /** Markets that were skipped because they name tokens of other markets. */
  refused: readonly RefusedLink[]
}

/** Writes what is known of markets; a field that is null leaves what is there. */
export async function writeMarkets(
  tx: Sql,
  ids: Dictionaries,
  markets: readonly MarketInfo[],
): Promise<MarketsWritten> {
  // A later line for the same condition replaces an earlier one; one statement may name a row only once.
  const given = latestOf(markets)
  if (given.length === 0) return { relinked: new Set(), moved: new Set(), changed: 0, refused: [] }
  const { refused, write } = await linkMarkets(tx, given)
  const refusedConditions = new Set(refused.map(({ condition }) => condition))
  const latest = given.filter(({ condition }) => !refusedConditions.has(condition))
  if (latest.length === 0) return { relinked: new Set(), moved: new Set(), changed: 0, refused }
  const conditions = await ids.conditions.idsOf(
    tx,
    latest.map((market) => market.condition),
  )
  const condition = (i: number) => conditions[i] ?? 0
  const { relinked, moved, renamed } = await write(ids)
  await writeNegRisk(tx, ids, latest, condition, relinked)
  let changed = renamed
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
  return { relinked, moved, changed: changed + relinked.size, refused }
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

const QUESTION_PLACE = statement((from, { condition }: { condition: number }) =>
  from(CONDITIONS).select('neg_risk_id', 'neg_risk_index', 'prepared_key').where('id', condition),
)
const PLACE_QUESTION = statement(
  (from, given: { condition: number; group: number | null; index: number; key: number | null }) =>
    from(CONDITIONS)
      .where('id', given.condition)
      .update({ neg_risk_id: given.group, neg_risk_index: given.index, prepared_key: given.key }),
)
const COUNT_QUESTIONS = statement((from, given: { group: number | null; questions: number }) =>
  from(NEG_RISK_MARKETS)
    .where('id', given.group)
    .where(from.raw('questions IS DISTINCT FROM ?', [given.questions]))
    .update({ questions: given.questions }),
)
/** Writes what is known of a question; answers whether it is something new. */
async function writeQuestion(
  tx: Sql,
  condition: number,
  group: number | null,
  { index, questions, prepared }: NegRiskQuestion,
): Promise<boolean> {
  const there = await QUESTION_PLACE.get(tx, { condition })
  const key = prepared ? chainKey(prepared.block, prepared.logIndex) : (there?.preparedKey ?? null)
  const isPlaced = there?.negRiskId === group && there.negRiskIndex === index && there.preparedKey === key
  if (!isPlaced) {
    await keepRows(tx, CONDITIONS, { id: [condition] }, 1)
    await PLACE_QUESTION.run(tx, { condition, group, index, key })
  }
  if (questions === null) return !isPlaced
  return (await COUNT_QUESTIONS.run(tx, { group, questions })) > 0 || !isPlaced
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
  table: Table,
  key: string,
  rows: readonly Record<string, Value>[],
  keep: readonly string[] = [],
): Promise<number> {
  if (rows.length === 0) return 0
  const given = [...new Map(rows.map((row) => [row[key], row])).values()]
  const names = Object.keys(given[0] ?? {})
  const ids = given.map((row) => row[key] ?? null)
  const there = await tx.find(table, [key], { [key]: ids }, given.length, names)
  const changed = given.flatMap((row, i) => {
    const old = there[i]
    if (old === undefined) return [row]
    const merged = names.map((name, n) => (keep.includes(name) ? old[n] : (row[name] ?? old[n])) ?? null)
    return merged.some((value, n) => value !== old[n])
      ? [Object.fromEntries(names.map((name, n) => [name, merged[n] ?? null]))]
      : []
  })
  const columns = Object.fromEntries(names.map((name) => [name, changed.map((row) => row[name] ?? null)]))
  if (isKept(table)) await keepRows(tx, table, columns, changed.length)
  if (changed.length > 0) await tx.upsert(table, columns, changed.length)
  return changed.length
}
