import { builder } from '../../kit/builder.ts'

/** Which way a fill went. */
export const TradeDirectionEnum = builder.enumType('TradeDirection', {
  description: 'Side of a fill.',
  values: {
    BUY: { description: 'The trader bought shares of the outcome.' },
    SELL: { description: 'The trader sold shares of the outcome.' },
  } as const,
})

/** On which side of the book the owner of a fill stood. */
export const FillRoleEnum = builder.enumType('FillRole', {
  description: "A trader's role in a fill.",
  values: {
    MAKER: { description: "The trader's order was resting in the order book." },
    TAKER: { description: "The trader's order crossed the order book." },
  } as const,
})
