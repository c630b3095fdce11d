import { TEXT_BOUNDS } from '../../../ledger/bounds.ts'
import { builder } from '../../kit/builder.ts'
import { textCost } from '../../kit/cost/query-cost.ts'
import { TOKEN } from '../../kit/limits/known-limits.ts'

/** The options of a field with an outcome's token. */
export const OUTCOME_TOKEN = {
  complexity: textCost(78),
  limits: TOKEN,
  description: 'Token id of the outcome: {limits}.',
} as const

/** The options of a field with an outcome's name. */
export const OUTCOME_NAME = {
  complexity: textCost(TEXT_BOUNDS.name),
  nullable: true,
  description: 'Name of the outcome. Null if unknown.',
} as const

export const TradeSideEnum = builder.enumType('TradeSide', {
  description: 'Side of a fill.',
  values: {
    BUY: { description: 'The trader bought shares of the outcome.' },
    SELL: { description: 'The trader sold shares of the outcome.' },
  } as const,
})

/** The side of the book that the owner of a fill took. */
export const FillRoleEnum = builder.enumType('FillRole', {
  description: "A trader's role in a fill.",
  values: {
    MAKER: { description: "The trader's order was resting in the order book." },
    TAKER: { description: "The trader's order crossed the order book." },
  } as const,
})
