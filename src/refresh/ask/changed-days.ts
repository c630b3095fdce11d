import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { pastOf } from '../../store/ledger/past/past-tables.ts'
import { POSITION_DAYS } from '../../store/ledger/position-day.ts'
import { isKeptSince, type SnapshotName } from '../../store/ledger/versions.ts'
import { CONDITIONS, INCOME_DAYS, MARKETS, PRICE_DAYS, TOKENS, TRADER_DAYS } from '../../store/tables.ts'
import { conditionUnit, unlinkedUnit } from '../inputs/read-token-facts.ts'

/** Who, and what, earlier days or facts changed for. */
export interface ChangedDays {
  traders: ReadonlySet<number>
  /** Units of which a price, a result, a category or what they consist of is another one. */
  units: ReadonlySet<number>
}

/** More changes than that are not looked at. */
const MOST = 50_000

interface Since {
  version: number
  before: Day
}
interface Ids {
  ids: readonly number[]
}
const CHANGED_TRADERS = [POSITION_DAYS, INCOME_DAYS, TRADER_DAYS].map((table) =>
  statement((from, { version, before }: Since) =>
    from(pastOf(table))
      .distinct('trader_id as id')
      .where('pin', '>=', version)
      .where('day', '<', before)
      .limit(MOST),
  ),
)
const CHANGED_PRICES = statement((from, { version, before }: Since) =>
  from(pastOf(PRICE_DAYS))
    .distinct('token_id as id')
    .where('pin', '>=', version)
    .where('day', '<', before)
    .limit(MOST),
)
const CHANGED_TOKENS = statement((from, { version }: { version: number }) =>
  from(pastOf(TOKENS)).select('id', 'condition_id').where('pin', '>=', version).limit(MOST),
)
const CHANGED_CONDITIONS = statement((from, { version }: { version: number }) =>
  from(pastOf(CONDITIONS)).select('id', 'neg_risk_id').where('pin', '>=', version).limit(MOST),
)
const CHANGED_MARKETS = statement((from, { version }: { version: number }) =>
  from(pastOf(MARKETS)).select('condition_id as id').where('pin', '>=', version).limit(MOST),
)
const TOKENS_BY_ID = statement((from, { ids }: Ids) =>
  from(TOKENS).select('id', 'condition_id').whereAnyOf('id', 'int', ids),
)
const CONDITIONS_BY_ID = statement((from, { ids }: Ids) =>
  from(CONDITIONS).select('id', 'neg_risk_id').whereAnyOf('id', 'int', ids),
)

/**
 * What has changed of the days before one, and of what tokens are part of, since a snapshot was published; perhaps more than
 * that. Null if that is no longer known, or too much. Relies on the indexes of the past rows by `pin`.
 */
export async function changedDays(sql: Sql, since: SnapshotName, before: Day): Promise<ChangedDays | null> {
  const traders = new Set<number>()
  for (const changed of CHANGED_TRADERS) {
    const rows = await changed.all(sql, { version: since.ledgerVersion, before })
    if (rows.length === MOST) return null
    for (const { id } of rows) traders.add(id)
  }
  const units = await changedUnits(sql, since.ledgerVersion, before)
  return units !== null && (await isKeptSince(sql, since)) ? { traders, units } : null
}

async function changedUnits(sql: Sql, version: number, before: Day): Promise<Set<number> | null> {
  const priced = await CHANGED_PRICES.all(sql, { version, before })
  const tokens = await CHANGED_TOKENS.all(sql, { version })
  const conditions = await CHANGED_CONDITIONS.all(sql, { version })
  const markets = await CHANGED_MARKETS.all(sql, { version })
  if ([priced, tokens, conditions, markets].some((rows) => rows.length === MOST)) return null
  const ofTokens = [...priced, ...tokens].map(({ id }) => id)
  const now = await TOKENS_BY_ID.all(sql, { ids: ofTokens })
  const ofConditions = new Set([...conditions, ...markets].map(({ id }) => id))
  for (const { conditionId } of [...tokens, ...now]) if (conditionId !== null) ofConditions.add(conditionId)
  const conditionsNow = await CONDITIONS_BY_ID.all(sql, { ids: [...ofConditions] })
  const units = new Set<number>(ofTokens.map(unlinkedUnit))
  for (const id of ofConditions) units.add(conditionUnit(id, null))
  for (const { id, negRiskId } of [...conditions, ...conditionsNow]) units.add(conditionUnit(id, negRiskId))
  return units
}
