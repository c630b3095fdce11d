import type { LedgerEvent } from '../../ledger/event.ts'
import type { Sql } from '../engine/database.ts'
import type { Value } from '../engine/table-types.ts'
import type { MovementDetail } from '../ledger/movement-row.ts'
import { MOVEMENT_CODES } from '../ledger/movement-row.ts'
import { chainKey } from '../ledger/place.ts'
import type { Dictionaries } from './dictionary.ts'

/** A ledger event that is not a fill. */
export type Movement = Exclude<LedgerEvent, { kind: 'FILL' }>
/** A row of `movements`, column by column. */
export type MovementColumns = Record<string, Value>

/** The rows of movements, with ids in place of names. `keyOf` places rows of the Data API. */
export async function movementRows(
  tx: Sql,
  ids: Dictionaries,
  movements: readonly Movement[],
  keyOf: (index: number) => number = (i) => chainKey(movements[i]?.block ?? 0, movements[i]?.logIndex ?? 0),
): Promise<MovementColumns[]> {
  const idOf = async (dictionary: Dictionaries['traders'], pick: (movement: Movement) => string | null) => {
    const names = movements.map(pick)
    const found = await dictionary.idsOf(
      tx,
      names.filter((name) => name !== null),
    )
    let next = 0
    return names.map((name) => (name === null ? null : (found[next++] ?? null)))
  }
  const owners = await idOf(ids.traders, (m) =>
    'owner' in m ? m.owner : m.kind === 'TRANSFER' ? m.from : null,
  )
  const others = await idOf(ids.traders, (m) => (m.kind === 'TRANSFER' ? m.to : null))
  const conditions = await idOf(ids.conditions, (m) => ('condition' in m ? m.condition : null))
  const negRisk = await idOf(ids.negRisk, (m) => (m.kind === 'CONVERT' ? m.market : null))
  const tokens = await idOf(ids.tokens, (m) => (m.kind === 'TRANSFER' ? m.token : null))
  return movements.map((movement, i) => ({
    key: keyOf(i),
    item: movement.item ?? 0,
    kind: MOVEMENT_CODES[movement.kind],
    tx: movement.tx === null ? null : Buffer.from(movement.tx.slice(2), 'hex'),
    time: movement.time,
    owner_id: owners[i] ?? null,
    other_id: others[i] ?? null,
    condition_id: conditions[i] ?? null,
    neg_risk_id: negRisk[i] ?? null,
    token_id: tokens[i] ?? null,
    amount: 'amount' in movement ? movement.amount : movement.kind === 'REDEEM' ? movement.payout : null,
    detail: detailText(movement),
  }))
}

function detailText(movement: Movement): string | null {
  const detail: MovementDetail | null =
    movement.kind === 'REDEEM'
      ? { amounts: movement.amounts }
      : movement.kind === 'RESOLVE'
        ? { payouts: movement.payouts }
        : movement.kind === 'CONVERT'
          ? { indexSet: movement.indexSet, feeBips: movement.feeBips }
          : movement.kind === 'INCOME'
            ? { reason: movement.reason }
            : null
  return detail === null ? null : JSON.stringify(detail)
}

/** Rows as columns, for a bulk statement. */
export function columnsOf(
  rows: readonly Record<string, Value>[],
  names: readonly string[],
): Record<string, Value[]> {
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] ?? null)]))
}
