import { payoutPrices } from '../../ledger/holding.ts'
import { type ConditionId, type Day, dayOf } from '../../ledger/quantities.ts'
import { pagesBehind, type Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import { readAt } from '../../store/ledger/history.ts'
import { CONDITIONS, TOKENS } from '../../store/tables.ts'
import { type TokenFacts, UNRESOLVED } from './marks.ts'

const PAGE = 20_000

interface TokenRow {
  id: number
  conditionId: number | null
  outcome: number | null
  negRiskId: number | null
  payouts: string | null
  resolvedTime: number | null
}

const LAST_IDS = statement((from) => from(TOKENS).max('id as id').max('condition_id as condition'))
const TOKENS_BEHIND = statement((from, { after }: { after: number }) =>
  from(as(TOKENS, 't'))
    .leftJoin(as(CONDITIONS, 'c'), 'c.id', 't.condition_id')
    .select('t.id', 't.condition_id', 't.outcome', 'c.neg_risk_id', 'c.payouts', 'c.resolved_time')
    .where('t.id', '>', after)
    .orderBy('t.id')
    .limit(PAGE),
)

/** Reads what every token is part of; a resolution after the day's close is not seen. */
export async function readTokenFacts(tx: Sql, upTo: Day): Promise<TokenFacts> {
  const last = await LAST_IDS.get(tx)
  const facts = emptyFacts((last?.id ?? 0) + 1)
  const pairs = emptyPairs((last?.condition ?? 0) + 1)
  for await (const rows of pagesBehind(PAGE, { id: 0 }, ({ id }) => TOKENS_BEHIND.all(tx, { after: id })))
    for (const row of rows) {
      addToken(facts, row.id, row, upTo)
      pair(facts, pairs, row.id, row.conditionId ?? 0, row.outcome)
    }
  partLargeConditions(facts, pairs, (token) => facts.condition[token] ?? 0)
  return facts
}

/** Some tokens under numbers of their own, from 1 on in the order of their ids: arrays by id would be as long as the market. */
export interface TokensOf {
  /** By those numbers; a token of unknown condition has its negative id for a condition. */
  facts: TokenFacts
  /** A token's number by its id. */
  numbers: ReadonlyMap<number, number>
  /** A condition's id on the chain by its number, or a token's by its negative id where the condition is unknown. */
  names: ReadonlyMap<number, ConditionId>
  /** The tokens' conditions by their number. */
  conditions: ReadonlyMap<number, { id: number; condition: ConditionId; neg_risk_id: number | null }>
  /** The neg-risk markets among them. */
  negRisks: ReadonlySet<number>
}

/** A row of one token, where only some tokens are read. */
export type NamedTokenRow = TokenRow & { name: ConditionId }

interface Token {
  id: number
  condition_id: number | null
  outcome: number | null
  token: ConditionId
}

interface Condition {
  id: number
  condition: ConditionId
  neg_risk_id: number | null
  payouts: string | null
  resolved_time: number | null
}

/**
 * Reads the rows of some tokens and of their siblings, by ascending id, as of a version of the ledger. Relies on the index
 * of `tokens` by condition.
 */
export async function readTokenRowsOf(
  sql: Sql,
  tokens: readonly number[],
  version: number | null,
): Promise<NamedTokenRow[]> {
  const read = (column: 'id' | 'condition_id', ids: readonly number[]) =>
    readAt<Token>(sql, TOKENS, {
      columns: ['token', 'condition_id', 'outcome'],
      where: sql.isIn(column, 'int'),
      values: [sql.list(ids)],
      version,
    })
  const asked = await read('id', tokens)
  const linked = [...new Set(asked.flatMap((token) => token.condition_id ?? []))]
  const rows = [
    ...asked.filter((token) => token.condition_id === null),
    ...(await read('condition_id', linked)),
  ]
  const conditions = await readAt<Condition>(sql, CONDITIONS, {
    columns: ['condition', 'neg_risk_id', 'payouts', 'resolved_time'],
    where: sql.isIn('id', 'int'),
    values: [sql.list(linked)],
    version,
  })
  const byId = new Map(conditions.map((condition) => [condition.id, condition]))
  return rows
    .sort((a, b) => a.id - b.id)
    .map(({ id, token, condition_id: conditionId, outcome }) => {
      const known = byId.get(conditionId ?? 0)
      return {
        id,
        conditionId,
        outcome,
        negRiskId: known?.neg_risk_id ?? null,
        payouts: known?.payouts ?? null,
        resolvedTime: known?.resolved_time ?? null,
        name: known?.condition ?? token,
      }
    })
}

/** Conditions and units of those tokens; a resolution after the day's close is not seen. */
export function tokensOf(rows: readonly NamedTokenRow[], upTo: Day): TokensOf {
  const facts = emptyFacts(rows.length + 1)
  const pairs = emptyPairs(rows.length + 1)
  const conditionPlaces = new Map<number, number>()
  const conditions = new Map<number, { id: number; condition: ConditionId; neg_risk_id: number | null }>()
  const places = new Int32Array(rows.length + 1)
  const numbers = new Map<number, number>()
  const [names, negRisks] = [new Map<number, ConditionId>(), new Set<number>()]
  for (const [i, row] of rows.entries()) {
    const { id, conditionId: condition, negRiskId: negRisk, name } = row
    const at = i + 1
    addToken(facts, at, row, upTo)
    if (condition !== null) {
      const place = conditionPlaces.get(condition) ?? conditionPlaces.size + 1
      conditionPlaces.set(condition, place)
      conditions.set(condition, { id: condition, condition: name, neg_risk_id: negRisk })
      places[at] = place
      pair(facts, pairs, at, place, row.outcome)
    } else facts.condition[at] = -id
    numbers.set(id, at)
    names.set(condition ?? -id, name)
    if (negRisk !== null) negRisks.add(negRisk)
  }
  partLargeConditions(facts, pairs, (token) => places[token] ?? 0)
  return { facts, numbers, names, conditions, negRisks }
}

function emptyFacts(size: number): TokenFacts {
  return {
    condition: new Int32Array(size),
    sibling: new Int32Array(size),
    unit: new Float64Array(size),
    resolvedOn: new Int32Array(size).fill(UNRESOLVED),
    payout: new Int32Array(size),
  }
}

function addToken(facts: TokenFacts, at: number, row: TokenRow, upTo: Day): void {
  facts.condition[at] = row.conditionId ?? 0
  facts.unit[at] = unitOf(row)
  if (row.payouts === null || row.resolvedTime === null || row.outcome === null) return
  const payout = payoutPrices(JSON.parse(row.payouts) as string[])[row.outcome]
  const day = dayOf(row.resolvedTime)
  if (payout === undefined || day > upTo) return
  facts.resolvedOn[at] = day
  facts.payout[at] = payout
}

function unitOf(row: TokenRow): number {
  return row.conditionId === null ? unlinkedUnit(row.id) : conditionUnit(row.conditionId, row.negRiskId)
}

/**
 * The unit of a condition's tokens. Markets, conditions and tokens each count from 1: three residues keep their numbers
 * apart.
 */
export function conditionUnit(condition: number, negRisk: number | null): number {
  return negRisk === null ? 3 * condition + 1 : 3 * negRisk
}

/** The unit of a token whose condition is not known. */
export function unlinkedUnit(token: number): number {
  return 3 * token + 2
}

/** The tokens, conditions and neg-risk markets that units stand for, by their ids. */
export interface UnitIds {
  tokens: readonly number[]
  conditions: readonly number[]
  negRisks: readonly number[]
}

/** The ids that units' numbers stand for. */
export function idsOfUnits(units: Iterable<number>): UnitIds {
  const [negRisks, conditions, tokens]: [number[], number[], number[]] = [[], [], []]
  for (const unit of units) [negRisks, conditions, tokens][unit % 3]?.push(Math.floor(unit / 3))
  return { tokens, conditions, negRisks }
}

/** By condition, its first token and how many it has with a known outcome. */
interface Pairs {
  first: Int32Array
  count: Int32Array
}

function emptyPairs(conditions: number): Pairs {
  return { first: new Int32Array(conditions), count: new Int32Array(conditions) }
}

function pair(
  facts: TokenFacts,
  pairs: Pairs,
  token: number,
  condition: number,
  outcome: number | null,
): void {
  if (condition === 0 || outcome === null) return
  const count = (pairs.count[condition] ?? 0) + 1
  pairs.count[condition] = count
  const first = pairs.first[condition] ?? 0
  if (count === 1) pairs.first[condition] = token
  if (count !== 2) return
  facts.sibling[token] = first
  facts.sibling[first] = token
}

/** A price speaks for its complement only where there are exactly two outcomes. */
function partLargeConditions(
  facts: TokenFacts,
  { count }: Pairs,
  conditionOf: (token: number) => number,
): void {
  for (let token = 0; token < facts.sibling.length; token++) {
    if ((count[conditionOf(token)] ?? 0) > 2) facts.sibling[token] = 0
  }
}
