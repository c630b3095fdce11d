/*
 * The fields of a filter of positions. The GraphQL input and the options of the command follow this list, and the parameters of REST
 * follow the input. It imports nothing, since the command's help loads it.
 */

/** How a field's value is written and compared. */
export type PositionFieldKind =
  | 'MARKETS'
  | 'EVENTS'
  | 'CATEGORIES'
  | 'TRADERS'
  | 'BOARD'
  | 'SCREEN'
  | 'STATUS'
  | 'RESULT'
  | 'AMOUNT'
  | 'PRICE'
  | 'DAYS'

export interface PositionField {
  kind: PositionFieldKind
  /** Its description, to which its kind adds the limits. */
  says: string
}

export const POSITION_FIELDS = {
  market: { kind: 'MARKETS', says: 'Conditions of markets' },
  event: { kind: 'EVENTS', says: 'Ids of events' },
  category: { kind: 'CATEGORIES', says: 'Categories of markets' },
  trader: { kind: 'TRADERS', says: 'Addresses of traders' },
  board: { kind: 'BOARD', says: 'First traders of a leaderboard' },
  screen: {
    kind: 'SCREEN',
    says: 'Members of a screen, own or public, at the cutoff',
  },
  status: { kind: 'STATUS', says: 'Only open or only closed positions' },
  result: { kind: 'RESULT', says: 'Only closed positions that ended in this way' },
  value: { kind: 'AMOUNT', says: 'Value of the shares held, in USD' },
  cost: { kind: 'AMOUNT', says: 'Cost of the shares held, in USD' },
  pnl: { kind: 'AMOUNT', says: 'Realized plus unrealized profit, in USD' },
  averagePrice: {
    kind: 'PRICE',
    says: 'Average cost of a share held, in USD; unknown without shares',
  },
  opened: { kind: 'DAYS', says: 'UTC day of the first event' },
} as const satisfies Record<string, PositionField>
