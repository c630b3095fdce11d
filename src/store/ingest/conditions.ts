import { payoutPrices } from '../../ledger/holding.ts'
import type { MicroPrice } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { known, statement, statementBy } from '../engine/statement.ts'
import type { RowOf } from '../engine/table.ts'
import { feesOf } from '../ledger/chain-knowledge.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { comparePlaces, type Place } from '../ledger/place.ts'
import { CONDITIONS, NEG_RISK_MARKETS, TOKENS } from '../tables.ts'

/** A condition as the fold knows it. */
export interface Condition {
  id: number
  /** Token ids by outcome; empty until metadata names them all. */
  tokens: readonly number[]
  negRisk: number | null
  negRiskIndex: number | null
  /** The chain's key of the log that prepared this question of a neg-risk market; null where unknown. */
  prepared: number | null
  /** Where it was resolved, or null. */
  resolved: Place | null
  /** Prices by outcome for an event at that place, or null when it was not resolved before it. */
  pricesAt(place: Place): readonly MicroPrice[] | null
}

/** Conditions, their tokens and resolutions, loaded for one transaction. */
export interface Conditions {
  /** Loads the conditions of the ids that are not loaded yet. */
  load(tx: Sql, ids: Iterable<number>): Promise<void>
  /** Loads every condition of these neg-risk markets. */
  loadNegRisk(tx: Sql, ids: Iterable<number>): Promise<void>
  /** Loads what movements name: their conditions, and every condition of their neg-risk markets. */
  loadNamed(tx: Sql, movements: readonly Partial<Pick<MovementRow, 'condition' | 'negRisk'>>[]): Promise<void>
  /** The condition of each token: null while unknown. Loads the conditions too. */
  ofTokens(tx: Sql, tokens: readonly number[]): Promise<Map<number, Condition | null>>
  get(id: number): Condition
  /** The known questions of a neg-risk market, in no order; some may be missing. */
  negRisk(id: number): readonly Condition[]
  /**
   * The questions that a neg-risk market had at a conversion, by index: those prepared at or before it. A market's
   * questions are prepared in their order, so they end before the first that is known to come later. One whose place is
   * unknown was always there, and a conversion without a block (a key below 0) has them all.
   * @returns null where one of them, or one's tokens, are unknown
   */
  questionsAt(market: number, key: number): readonly Condition[] | null
  /** The fee of a conversion in 1/10,000: its market's, or its own while that is unknown. */
  feeBipsOf(row: Pick<MovementRow, 'negRisk' | 'feeBips'>): number
  /** Forgets what changed, so that it is read again. */
  forget(ids: Iterable<number>): void
  forgetAll(): void
}

/** Whether a RESOLVE is the one that its condition keeps: the first. Any other means nothing. */
export function isResolutionOf(condition: Condition, row: { time: number; key: number }): boolean {
  return condition.resolved?.time === row.time && condition.resolved.key === row.key
}

type ConditionRow = Omit<RowOf<typeof CONDITIONS>, 'condition'>

const CONDITIONS_BY = statementBy(
  (from, { column }: { column: 'id' | 'neg_risk_id' }, { ids }: { ids: readonly number[] }) =>
    from(CONDITIONS)
      .select(
        'id',
        'neg_risk_id',
        'neg_risk_index',
        'prepared_key',
        'payouts',
        'resolved_time',
        'resolved_key',
      )
      .whereAnyOf(column, 'int', ids),
)
const QUESTIONS = statement((from, { id }: { id: number }) =>
  from(NEG_RISK_MARKETS).select('questions').where('id', id),
)
const CONDITION_OF = statement((from, { tokens }: { tokens: readonly number[] }) =>
  from(TOKENS).select('id', 'condition_id').whereAnyOf('id', 'int', tokens),
)
const TOKENS_OF = statement((from, { conditions }: { conditions: readonly number[] }) =>
  from(TOKENS)
    .select('id', known('condition_id'))
    .whereNotNull('outcome')
    .whereAnyOf('condition_id', 'int', conditions)
    .orderBy('condition_id')
    .orderBy('outcome'),
)

/** Conditions kept in memory before the cache starts again. */
const KEPT = 100_000

/** An empty cache of conditions. */
export function createConditions(): Conditions {
  const known = new Map<number, Condition>()
  const tokenCondition = new Map<number, number | null>()
  const negRiskMarkets = new Map<number, NegRiskMarket>()

  const read = async (tx: Sql, column: 'id' | 'neg_risk_id', ids: readonly number[]) => {
    const rows = await CONDITIONS_BY({ column }).all(tx, { ids })
    const tokens = await tokensOf(
      tx,
      rows.map((row) => row.id),
    )
    return rows.map((row) => {
      const condition = conditionOf(row, tokens.get(row.id) ?? [])
      known.set(row.id, condition)
      for (const token of condition.tokens) tokenCondition.set(token, row.id)
      return condition
    })
  }
  const load = async (tx: Sql, ids: Iterable<number>) => {
    if (known.size > KEPT) known.clear()
    const missing = [...new Set(ids)].filter((id) => !known.has(id))
    if (missing.length > 0) await read(tx, 'id', missing)
  }

  const loadNegRisk: Conditions['loadNegRisk'] = async (tx, ids) => {
    for (const id of new Set(ids)) {
      if (negRiskMarkets.has(id)) continue
      const market = await QUESTIONS.get(tx, { id })
      const feeBips = (await feesOf(tx, [id])).get(id) ?? null
      const known = await read(tx, 'neg_risk_id', [id])
      negRiskMarkets.set(id, { ...marketOf(known, market?.questions ?? null), feeBips })
    }
  }

  return {
    load,
    loadNegRisk,
    async loadNamed(tx, movements) {
      await load(
        tx,
        movements.flatMap(({ condition }) => condition ?? []),
      )
      await loadNegRisk(
        tx,
        movements.flatMap(({ negRisk }) => negRisk ?? []),
      )
    },
    async ofTokens(tx, tokens) {
      if (tokenCondition.size > 2 * KEPT) tokenCondition.clear()
      const missing = tokens.filter((token) => !tokenCondition.has(token))
      if (missing.length > 0) {
        const rows = await CONDITION_OF.all(tx, { tokens: missing })
        for (const row of rows) tokenCondition.set(row.id, row.conditionId)
      }
      const ids = tokens.map((token) => tokenCondition.get(token) ?? null)
      await load(
        tx,
        ids.filter((id) => id !== null),
      )
      return new Map(tokens.map((token, i) => [token, known.get(ids[i] ?? 0) ?? null]))
    },
    get: (id) => known.get(id) ?? missingCondition(id),
    negRisk: (id) => negRiskMarkets.get(id)?.known ?? [],
    questionsAt(market, key) {
      const { questions = [] } = negRiskMarkets.get(market) ?? {}
      const later = questions.findIndex((question) => key >= 0 && (question?.prepared ?? key) > key)
      const seen = later < 0 ? questions : questions.slice(0, later)
      return seen.length > 0 && isComplete(seen) ? seen : null
    },
    feeBipsOf: ({ negRisk, feeBips }) => negRiskMarkets.get(negRisk ?? 0)?.feeBips ?? feeBips ?? 0,
    forget(ids) {
      for (const id of ids) known.delete(id)
      tokenCondition.clear()
      negRiskMarkets.clear()
    },
    forgetAll() {
      known.clear()
      tokenCondition.clear()
      negRiskMarkets.clear()
    },
  }
}

async function tokensOf(tx: Sql, conditions: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await TOKENS_OF.all(tx, { conditions })
  const tokens = new Map<number, number[]>()
  for (const row of rows) {
    const list = tokens.get(row.conditionId)
    if (list) list.push(row.id)
    else tokens.set(row.conditionId, [row.id])
  }
  return tokens
}

function conditionOf(row: ConditionRow, tokens: readonly number[]): Condition {
  const prices = row.payouts === null ? null : payoutPrices(JSON.parse(row.payouts) as string[])
  const resolved =
    row.resolvedTime === null ? null : { time: row.resolvedTime, key: row.resolvedKey ?? 0, item: 0 }
  return {
    id: row.id,
    tokens,
    negRisk: row.negRiskId,
    negRiskIndex: row.negRiskIndex,
    prepared: row.preparedKey,
    resolved,
    pricesAt: (place) => (resolved !== null && comparePlaces(resolved, place) <= 0 ? prices : null),
  }
}

interface NegRiskMarket {
  known: readonly Condition[]
  /** By index; undefined where unknown. */
  questions: readonly (Condition | undefined)[]
  /** Null while unknown. */
  feeBips: number | null
}

function marketOf(
  known: readonly Condition[],
  count: number | null,
): Pick<NegRiskMarket, 'known' | 'questions'> {
  const byIndex = new Map(known.map((condition) => [condition.negRiskIndex, condition]))
  const total = count ?? Math.max(-1, ...known.map((condition) => condition.negRiskIndex ?? -1)) + 1
  return { known, questions: Array.from({ length: total }, (_, i) => byIndex.get(i)) }
}

function isComplete(questions: readonly (Condition | undefined)[]): questions is readonly Condition[] {
  return questions.every((question) => question?.tokens.length === 2)
}

function missingCondition(id: number): never {
  throw new Error(`condition ${id} was not loaded`)
}
