import type { Sql } from '../engine/database.ts'
import { known, statement } from '../engine/statement.ts'
import { positionKey } from '../ingest/fold-state.ts'
import { CONDITIONS, TOKENS } from '../tables.ts'
import type { Balance, MovedFill } from './signed-balances.ts'

/** One outcome's shares, in micro-shares. */
export interface OutcomeSupply {
  token: string
  /** Shares that the positions hold. */
  held: number
  /** Shares that remain by the events: bought − sold − fees in shares + split − merged − redeemed ± converted ± transferred. */
  moved: number
  /** Shares that moved without an arrival in the ledger: `held` and `moved` may differ by these. */
  untracked: number
  /** Bought − sold in fills, gross. The exchange mints and merges whole sets, so it is equal for all outcomes of a complete ledger. */
  netFills: number
}

/** Result of a condition's supply check. */
export interface UnitSupply {
  /** Null for a token of unknown condition. */
  condition: string | null
  /**
   * OK: every position holds what moved into it, and the exchange's fills make whole sets. PARTIAL: the ledger
   * lacks events (untracked shares, fills of one side only). FAILED: positions and events disagree.
   */
  status: 'OK' | 'PARTIAL' | 'FAILED'
  /** Positions whose shares their events do not explain. */
  unexplained: number
  outcomes: OutcomeSupply[]
}

/** One position as the store holds it, beside the sums of its events. */
export interface ComparedPosition {
  token: number
  trader: number
  held: number
  moved: number
  untracked: number
  /** Whether the position holds the sum of its events, except for untracked shares. */
  explained: boolean
}

/** Pairs stored positions with the sums of their events, for every position that is in either. */
export function comparePositions(
  stored: readonly { token_id: number; trader_id: number; shares: number }[],
  balances: ReadonlyMap<number, Balance>,
  untracked: ReadonlyMap<number, number>,
): ComparedPosition[] {
  const held = new Map(stored.map((row) => [positionKey(row.token_id, row.trader_id), row]))
  const compared: ComparedPosition[] = []
  const compare = (token: number, trader: number, shares: number, moved: number) => {
    const free = untracked.get(positionKey(token, trader)) ?? 0
    const explained = shares >= 0 && Math.abs(shares - moved) <= free
    compared.push({ token, trader, held: shares, moved, untracked: free, explained })
  }
  for (const [key, row] of held)
    compare(row.token_id, row.trader_id, row.shares, balances.get(key)?.shares ?? 0)
  for (const [key, balance] of balances)
    if (!held.has(key)) compare(balance.token, balance.trader, 0, balance.shares)
  return compared
}

/**
 * The supply of one unit from its positions and fills. Sums are exact while they are safe integers:
 * up to 9.0e9 shares of one outcome.
 */
export function unitSupply(
  unit: SupplyUnit,
  positions: ReadonlyMap<number, readonly ComparedPosition[]>,
  fills: readonly MovedFill[],
): UnitSupply {
  const outcomes = unit.tokens.map(({ id, token }) => {
    const ofToken = positions.get(id) ?? []
    return {
      token,
      held: sum(ofToken, ({ held }) => held),
      moved: sum(ofToken, ({ moved }) => moved),
      untracked: sum(ofToken, ({ untracked }) => untracked),
      netFills: sum(fills, (fill) => (fill.token !== id ? 0 : fill.isBuy ? fill.shares : -fill.shares)),
    }
  })
  const unexplained = sum(
    unit.tokens.flatMap(({ id }) => positions.get(id) ?? []),
    ({ explained }) => (explained ? 0 : 1),
  )
  const [first] = outcomes
  const wholeSets = unit.condition !== null && outcomes.every(({ netFills }) => netFills === first?.netFills)
  const partial = !wholeSets || outcomes.some(({ untracked }) => untracked > 0)
  const status = unexplained > 0 ? 'FAILED' : partial ? 'PARTIAL' : 'OK'
  return { condition: unit.condition, status, unexplained, outcomes }
}

function sum<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((total, item) => total + amount(item), 0)
}

/** The tokens whose shares are minted and merged together. */
export interface SupplyUnit {
  /** The condition, or null for a token of unknown condition, which is a unit of its own. */
  condition: string | null
  conditionId: number | null
  negRisk: number | null
  tokens: { id: number; token: string }[]
}

/** Conditions or tokens in a chunk: the events of one chunk are in memory together. */
const CHUNK = 50

interface ConditionRow {
  id: number
  condition: string
  negRiskId: number | null
}

const CONDITIONS_BEHIND = statement((from, { after }: { after: number }) =>
  from(CONDITIONS)
    .select('id', 'condition', 'neg_risk_id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(CHUNK),
)
const LOOSE_TOKENS_BEHIND = statement((from, { after }: { after: number }) =>
  from(TOKENS)
    .select('id', 'token')
    .where('id', '>', after)
    .where((group) => group.whereNull('condition_id').orWhereNull('outcome'))
    .orderBy('id')
    .limit(CHUNK),
)
const TOKENS_OF = statement((from, { conditions }: { conditions: readonly number[] }) =>
  from(TOKENS)
    .select('id', 'token', known('condition_id'))
    .whereNotNull('outcome')
    .whereAnyOf('condition_id', 'int', conditions)
    .orderBy('condition_id')
    .orderBy('outcome'),
)

/** Every condition whose tokens are known, then every token without a condition, in chunks. */
export async function* supplyUnits(sql: Sql): AsyncGenerator<SupplyUnit[]> {
  for (let after = 0; ; ) {
    const rows = await CONDITIONS_BEHIND.all(sql, { after })
    if (rows.length === 0) break
    yield (await withTokens(sql, rows)).filter(({ tokens }) => tokens.length > 0)
    after = rows.at(-1)?.id ?? after
  }
  for (let after = 0; ; ) {
    const rows = await LOOSE_TOKENS_BEHIND.all(sql, { after })
    if (rows.length === 0) return
    yield rows.map((token) => ({ condition: null, conditionId: null, negRisk: null, tokens: [token] }))
    after = rows.at(-1)?.id ?? after
  }
}

async function withTokens(sql: Sql, rows: readonly ConditionRow[]): Promise<SupplyUnit[]> {
  const units = rows.map((row) => ({
    condition: row.condition,
    conditionId: row.id,
    negRisk: row.negRiskId,
    tokens: [] as { id: number; token: string }[],
  }))
  const byId = new Map(units.map((unit) => [unit.conditionId, unit]))
  const tokens = await TOKENS_OF.all(sql, { conditions: rows.map((row) => row.id) })
  for (const { id, token, conditionId } of tokens) byId.get(conditionId)?.tokens.push({ id, token })
  return units
}
