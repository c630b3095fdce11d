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
    ENDING: { description: 'Earliest scheduled end first; unknown ends last.' },
  } as const,
})

/** What can have become of a market. */
export const MarketStatusEnum = builder.enumType('MarketStatus', {
  description: 'Whether a market is open, past its end, or resolved.',
  values: {
    OPEN: { description: 'Not resolved, and not past its scheduled end.' },
    ENDED: { description: 'Past its scheduled end, payouts not final yet.' },
    RESOLVED: { description: 'Payouts are final.' },
  } as const,
})
