import { z } from 'zod'
import { MARKET_CATEGORIES } from '../sources/market-category.ts'
import { QUALIFYING_BOARDS } from '../whales/config/qualifying-board.ts'

/** A market's category as a caller names it. */
export const categoryArgument = oneOf(MARKET_CATEGORIES)

/** A board of the radar as a caller names it. */
export const qualifyingArgument = oneOf(QUALIFYING_BOARDS)

function oneOf<Name extends string>(names: readonly Name[]) {
  return z.enum(names, { error: `must be one of ${names.join(', ')}` })
}
