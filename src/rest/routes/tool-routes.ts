import { defined } from '../../checks.ts'
import { fieldsOfDoor, type TradeDoor } from '../../graph/trades/trade-fields.ts'
import * as operations from '../operations/operations.generated.ts'
import { defineRoute, type GivenParameter, type RestRoute } from '../route.ts'
import { ROUTES } from './routes.ts'
import { SCREEN } from './trader-routes.ts'

/** A filter of trades as one object: assistants read the list of tools with each question, so it only names the fields. */
function tradeWhere(door: TradeDoor): GivenParameter {
  const names = fieldsOfDoor(door).map(([name]) => name)
  return {
    example: '{"side":"SELL"}',
    description: `Conditions such as {"minUsd":1000}, of ${names.join(', ')}.`,
  }
}

const TRIAL = defined(ROUTES.find(({ name }) => name === 'getBacktest'))
const NEXT: GivenParameter = { description: '`nextCursor`.' }

const START_EXPORT = defineRoute(operations.StartExportDocument, {
  method: 'POST',
  path: '/v1/exports',
  name: 'startExport',
  summary: 'Start an export',
  description: 'Starts a file; getExport returns its state, then its address. Requires Pro.',
  parameters: {
    table: { example: 'trades' },
    format: { required: false },
    columns: { required: false, description: 'Columns in order.' },
    where: { required: false, description: 'As streamTrades, with members, without change and any.' },
    positions: { required: false, description: 'As listPositions.' },
    traders: { required: false, description: 'As screenTraders.' },
    asOf: { required: false },
  },
})

/** Fields that take more room in the list of tools than their use by an assistant is worth. */
const ELSEWHERE = new Set(['orderBy', 'period', 'category', 'tag', 'status'])
const EXPORT: RestRoute = {
  ...START_EXPORT,
  parameters: Object.fromEntries(
    Object.entries(START_EXPORT.parameters).filter(([name]) => !ELSEWHERE.has(name)),
  ),
}

/**
 * The paths that assistants have as tools: those that read, a trial of a rule, the start of an export, and the streams of trades and
 * standings. Those of trades take their filter as one object.
 */
export const TOOL_ROUTES: readonly RestRoute[] = [
  // Other paths of trials take room that other tools need; a proof is a file for programs.
  ...ROUTES.filter(({ path }) => !path.startsWith('/v1/lab') && !path.startsWith('/v1/proof')),
  defineRoute(operations.StartBacktestDocument, {
    method: 'POST',
    path: '/v1/lab',
    name: 'backtestRule',
    summary: 'Try a rule on the past',
    description: 'Says whether copying traders would have paid; call it again while running. Requires Pro.',
    started: TRIAL,
    parameters: {
      universe: { description: '{"leaderboard":"pnl-all","top":20} or `traders`.' },
      record: { required: false, description: 'Least days, trades.' },
      entry: {
        required: false,
        description: 'Of minUsd, categories, minPrice, maxPrice.',
      },
      delay: { required: false, description: 'Seconds.' },
      size: { description: '{"usd":100} in dollars.' },
      fill: { required: false, description: 'Of mode, window, maxSlippage.' },
      exit: { required: false, description: 'Of days, price.' },
      from: { description: 'First day.' },
      to: { description: 'Last day.' },
    },
  }),
  EXPORT,
  defineRoute(operations.TradeStreamDocument, {
    path: '/v1/trades/stream',
    name: 'streamTrades',
    summary: 'Read the stream of trades',
    description: 'New fills after the cursor; pass nextCursor to miss none.',
    parameters: { where: tradeWhere('STREAM'), cursor: NEXT },
  }),
  defineRoute(operations.StandingStreamDocument, {
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
