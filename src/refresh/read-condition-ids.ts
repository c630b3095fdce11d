import type { ConditionId } from '../ledger/quantities.ts'
import type { Sql } from '../store/database.ts'

/**
 * Names of conditions on the chain by the numbers of `conditionNumber`: a token of unknown condition, whose number is
 * negative, has its own. They order what is equal otherwise.
 */
export async function readConditionIds(tx: Sql): Promise<(condition: number) => ConditionId> {
  const conditions = await tx.all<{ id: number; name: ConditionId }>(
    'SELECT id, condition AS name FROM conditions UNION ALL SELECT -id, token FROM tokens WHERE condition_id IS NULL',
  )
  const names = new Map(conditions.map(({ id, name }) => [id, name]))
  return (condition) => {
    const name = names.get(condition)
    if (name === undefined) throw new RangeError(`No condition has the number ${condition}`)
    return name
  }
}
