import { ACTIVE_DAYS, type MoveWindow } from '../../store/markets/moves.ts'
import { builder } from '../kit/builder.ts'

/** The orders whose lists hold only markets with a move, each with its window. */
export const MOVE_ORDERS = {
  MOVE_1H: 'HOUR_1',
  MOVE_24H: 'HOURS_24',
  MOVE_7D: 'DAYS_7',
  ACTIVE_WEEK: 'DAYS_7',
} as const satisfies Record<string, MoveWindow>

function moved(window: string): string {
  return `Only markets whose \`move\` of the last ${window} is not 0; largest product of its size and the root of its volume first.`
}

export const MarketOrderEnum = builder.enumType('MarketOrder', {
  description: 'Sort orders of markets.',
  values: {
    NEWEST: { description: 'Newest in the ledger first.' },
    VOLUME: {
      description: 'Largest volume first, as in `volume`; newer first among equals; unknown volumes last.',
    },
    ENDING: { description: 'Earliest scheduled end first; unknown ends last.' },
    MOVE_1H: { description: moved('hour') },
    MOVE_24H: { description: moved('24 hours') },
    MOVE_7D: { description: moved('7 days') },
    ACTIVE_WEEK: {
      description: `Only markets with a move of 7 days and at least $1,000 traded on each of the last ${ACTIVE_DAYS} whole UTC days; largest volume of the 7 days first.`,
    },
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
