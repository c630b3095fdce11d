import { builder } from '../kit/builder.ts'

/** Which way a fill went. */
export const TradeDirectionEnum = builder.enumType('TradeDirection', {
  description: 'Direction of a fill.',
  values: {
    BUY: { description: 'The trader bought shares of the outcome.' },
    SELL: { description: 'The trader sold shares of the outcome.' },
  } as const,
})
