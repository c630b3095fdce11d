import type { Sql } from '../store/database.ts'
import type { Basis } from './basis.ts'
import type { World } from './compute-trader.ts'
import { SENSITIVE, SENSITIVE_BY } from './figures.ts'
import type { ValueChanges } from './read-value-changes.ts'
import { rescoreCopies } from './rescore-copies.ts'
import { rescoreWeeks } from './rescore-weeks.ts'

/**
 * Works out again, in place, the scores that prices at the cutoff move in other ways than by their change, of traders of
 * whom nothing else changed: those of the cutoff alone, for no price of the day before is another. The standings have been
 * moved before, so that profits are read from them: of the ledger, little is needed.
 */
export async function rescoreTraders(
  tx: Sql,
  world: World,
  changes: ValueChanges,
  { standings, figures }: Pick<Basis, 'standings' | 'figures'>,
): Promise<void> {
  const sensitive = figures.get(SENSITIVE)?.values ?? new Map<number, number>()
  const movedBy = (flag: number) =>
    [...changes]
      .filter(([trader, { value }]) => value !== 0 && ((sensitive.get(trader) ?? 0) & flag) !== 0)
      .map(([trader]) => trader)
      .sort((a, b) => a - b)
  const known = { standings: standings.now, figures }
  await rescoreCopies(tx, world, movedBy(SENSITIVE_BY.copies), known)
  await rescoreWeeks(tx, world, movedBy(SENSITIVE_BY.weeks), known)
}
