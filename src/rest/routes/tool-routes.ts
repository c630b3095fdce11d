import { fieldsOfDoor, type TradeDoor } from '../../graph/trades/trade-fields.ts'
import {
  StandingStreamDocument,
  StartExportDocument,
  TradeStreamDocument,
} from '../operations/operations.generated.ts'
import { defineRoute, type GivenParameter, type RestRoute } from '../route.ts'
import { ROUTES } from './routes.ts'
import { SCREEN } from './trader-routes.ts'

/** A filter of trades as one object: assistants read the list of tools with each question, so it only names the fields. */
function tradeWhere(door: TradeDoor): GivenParameter {
  const names = fieldsOfDoor(door).map(([name]) => name)
  return {
    example: '{"side":"SELL"}',
    description: `Conditions such as {"side":"SELL","minUsd":1000}, of ${names.join(', ')}.`,
  }
}

const NEXT: GivenParameter = { description: 'A `nextCursor`.' }

/**
 * The paths that assistants have as tools: those that read but trials of rules, the start of an export, and the streams of trades and
 * standings. Those of trades take their filter as one object.
 */
export const TOOL_ROUTES: readonly RestRoute[] = [
  // Trials of rules take too much of the list's room.
  ...ROUTES.filter(({ path }) => !path.startsWith('/v1/lab')),
  defineRoute(StartExportDocument, {
    method: 'POST',
    path: '/v1/exports',
    name: 'startExport',
    summary: 'Start an export',
    description:
      'Starts a file of all trades or positions that match; getExport returns its state, and its address once done. Requires Pro.',
    parameters: {
      table: { example: 'trades' },
      format: { required: false },
      where: { ...tradeWhere('EXPORT'), required: false },
      asOf: { required: false },
      status: { required: false },
    },
  }),
  defineRoute(TradeStreamDocument, {
    path: '/v1/trades/stream',
    name: 'streamTrades',
    summary: 'Read the stream of trades',
    description: 'New fills after the cursor; call again with nextCursor to miss none.',
    parameters: { where: tradeWhere('STREAM'), cursor: NEXT },
  }),
  defineRoute(StandingStreamDocument, {
    path: '/v1/standings/stream',
    name: 'streamStandings',
    summary: 'Read changes of ranks',
    description: 'Changes of ranks in a leaderboard or a screen after the cursor.',
    parameters: {
      leaderboard: { example: 'pnl-7d', description: 'Its id.' },
      screen: { ...SCREEN, description: 'Its id.' },
      first: { name: 'limit', description: 'Places.' },
      cursor: NEXT,
    },
  }),
]
