import { builder } from '../kit/builder.ts'

/** Which way a fill went. */
export const TradeDirectionEnum = builder.enumType('TradeDirection', {
  description: 'Which way a fill went.',
  values: {
    BUY: { description: 'Its owner bought shares of the outcome.' },
    SELL: { description: 'Its owner sold shares of the outcome.' },
  } as const,
})
