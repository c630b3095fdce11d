import { builder } from '../kit/builder.ts'

/** The orders in which markets are listed. */
export const MarketOrderEnum = builder.enumType('MarketOrder', {
  description: 'Sort orders of markets.',
  values: {
    NEWEST: { description: 'Those that the ledger saw last first.' },
    VOLUME: {
      description:
        'Those with the largest volume first, as `volume` counts it; of equal ones the newer; those whose volume is unknown last.',
    },
  } as const,
})

/** One of the orders. */
export type MarketOrder = typeof MarketOrderEnum.$inferType
