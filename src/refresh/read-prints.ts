import type { Sql } from '../store/database.ts'
import type { Prints } from './basis.ts'
import type { World } from './compute-trader.ts'
import type { Cutoff } from './cutoff.ts'
import { readIncomePrints } from './income-prints.ts'
import { tokenPrints } from './token-prints.ts'

/** Takes the prints of everything that a refresh at this cutoff reads besides positions. */
export async function readPrints(tx: Sql, world: World, cutoff: Cutoff): Promise<Prints> {
  return { tokens: tokenPrints(world.marks, world.labels, cutoff.day), income: await readIncomePrints(tx) }
}
