import { builder } from '../kit/builder.ts'

export const MarketOrderEnum = builder.enumType('MarketOrder', {
  description: 'Sort orders of markets.',
  values: {
    NEWEST: { description: 'Newest in the ledger first.' },
    VOLUME: {
      description: 'Largest volume first, as in `volume`; newer first among equals; unknown volumes last.',
    },
    ENDING: { description: 'Earliest scheduled end first; unknown ends last.' },
  } as const,
})

export const MarketStatusEnum = builder.enumType('MarketStatus', {
  description: 'Whether a market is open, past its end, or resolved, as far as that is known.',
  values: {
    OPEN: { description: 'Not resolved, and its scheduled end is to come.' },
    ENDED: { description: 'Past its scheduled end, payouts not final yet.' },
    RESOLVED: { description: 'Payouts are final.' },
    UNKNOWN: { description: 'Not resolved, and no scheduled end is known.' },
  } as const,
})
