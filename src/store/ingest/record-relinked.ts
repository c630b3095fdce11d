import { type Day, dayOf, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, known, statement } from '../engine/statement.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { CONDITIONS, TOKENS } from '../tables.ts'
import type { LatePositions } from './fold-batch.ts'
import { addToScope } from './replay.ts'

const TOKENS_OF = statement((from, { conditions }: { conditions: readonly number[] }) =>
  from(as(TOKENS, 't'))
    .join(as(CONDITIONS, 'c'), 'c.id', 't.condition_id')
    .select('t.id', 'c.id as condition', 'c.neg_risk_id as negRisk')
    .whereAnyOf('c.id', 'int', conditions),
)
const NEG_RISK_OF = statement((from, { conditions }: { conditions: readonly number[] }) =>
  from(CONDITIONS)
    .distinct(known('neg_risk_id as id'))
    .whereAnyOf('id', 'int', conditions)
    .whereNotNull('neg_risk_id'),
)
const QUESTIONS_OF = statement((from, { markets }: { markets: readonly number[] }) =>
  from(as(CONDITIONS, 'q'))
    .join(as(TOKENS, 't'), 't.condition_id', 'q.id')
    .select('t.id as token', known('q.neg_risk_id as market'))
    .whereAnyOf('q.neg_risk_id', 'int', markets),
)

/**
 * Records conditions whose tokens, or whose neg-risk market, became known: their movements had no effect until then, so
 * the positions are folded from the start. So are those of `moved` tokens, which had the effect of another condition's.
 * @returns the day of the first event that they have, by their tokens, themselves or their neg-risk market, or null
 */
export async function recordRelinked(
  tx: Sql,
  relinked: ReadonlySet<number>,
  moved: ReadonlySet<number>,
  late: LatePositions,
): Promise<Day | null> {
  if (relinked.size === 0) return null
  for (const token of moved) touchFromStart(late, token, null)
  const tokens = await TOKENS_OF.all(tx, { conditions: [...relinked] })
  const markets = await NEG_RISK_OF.all(tx, { conditions: [...relinked] })
  const first = await firstMoves(tx, [...relinked])
  const converted = await firstConversions(
    tx,
    markets.map(({ id }) => id),
  )
  for (const { id, condition, negRisk } of tokens)
    if (first.has(condition) || converted.has(negRisk ?? 0)) touchFromStart(late, id, null)
  // A question without known tokens can change the effect of a conversion.
  const conversions = await touchConverters(tx, converted, late)
  return firstDay([
    ...(await firstFill(tx, [...tokens.map(({ id }) => id), ...moved])),
    ...first.values(),
    ...conversions,
  ])
}

/**
 * Records neg-risk markets whose fee became known: their conversions had another effect until then, so the positions of
 * those who converted are folded from the start.
 * @returns the day of the first of these conversions, or null
 */
export async function recordCharged(
  tx: Sql,
  markets: readonly number[],
  late: LatePositions,
): Promise<Day | null> {
  return firstDay(await touchConverters(tx, await firstConversions(tx, markets), late))
}

/** Has positions of those who converted in markets folded from the start; returns the times of their first conversions. */
async function touchConverters(
  tx: Sql,
  converted: ReadonlyMap<number, ReadonlyMap<number, Seconds>>,
  late: LatePositions,
): Promise<Seconds[]> {
  for (const { token, market } of await QUESTIONS_OF.all(tx, { markets: [...converted.keys()] }))
    for (const owner of converted.get(market)?.keys() ?? []) touchFromStart(late, token, owner)
  return [...converted.values()].flatMap((owners) => [...owners.values()])
}

function firstDay(times: readonly Seconds[]): Day | null {
  return times.length === 0 ? null : dayOf(times.reduce((least, time) => Math.min(least, time)))
}

function touchFromStart(late: LatePositions, token: number, trader: number | null): void {
  addToScope(late.scope, token, trader)
  late.from = 0
}

/** The times of conditions' first movements; those without one are omitted. */
async function firstMoves(tx: Sql, conditions: readonly number[]): Promise<Map<number, Seconds>> {
  const rows = await ledgerOf(tx).events<{ condition: number; time: Seconds }>(
    'MOVEMENTS',
    { conditions },
    { select: 'condition_id AS condition, MIN(time) AS time', end: 'GROUP BY condition_id' },
  )
  const first = new Map<number, Seconds>()
  for (const { condition, time } of rows) first.set(condition, Math.min(first.get(condition) ?? time, time))
  return first
}

/** By neg-risk market, when each of those who converted there did so first. */
async function firstConversions(
  tx: Sql,
  negRisk: readonly number[],
): Promise<Map<number, Map<number, Seconds>>> {
  const first = new Map<number, Map<number, Seconds>>()
  if (negRisk.length === 0) return first
  const rows = await ledgerOf(tx).events<{ market: number; owner: number; time: Seconds }>(
    'MOVEMENTS',
    { negRisk },
    {
      select: 'neg_risk_id AS market, owner_id AS owner, MIN(time) AS time',
      end: 'GROUP BY neg_risk_id, owner_id',
    },
  )
  for (const { market, owner, time } of rows) {
    const owners = first.get(market) ?? new Map<number, Seconds>()
    first.set(market, owners.set(owner, Math.min(owners.get(owner) ?? time, time)))
  }
  return first
}

/** The time of the first fill in any of some tokens; of each age of the ledger. */
async function firstFill(tx: Sql, tokens: readonly number[]): Promise<Seconds[]> {
  const rows = await ledgerOf(tx).events<{ time: Seconds | null }>(
    'FILLS',
    { tokens },
    { select: 'MIN(time) AS time' },
  )
  return rows.flatMap(({ time }) => time ?? [])
}
