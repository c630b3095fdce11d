import { type DocumentNode, Kind, print, visit } from 'graphql'
import type { RestRoute } from '../../rest/route.ts'
import { STREAMS } from '../../rest/routes/stream-routes.ts'
import type { AddressParameters } from '../kit/links.ts'
import { type Shown, shownBy, shownPath, variablesOf } from '../kit/shown.ts'

/** A tab that GraphiQL opens with: the operation of a path of REST, which answers the same. */
export interface Task {
  /** Its tab's title. */
  name: string
  query: string
  /** JSON. */
  variables: string
  /** The same by REST. */
  path: string
}

/** The lines are short, because the editor does not wrap and this must be read whole. */
const SIMULATED = '# Simulated data: every trader, market and\n# trade here is invented.\n'

const TASKS: readonly { name: string; comment: string; shown: Shown }[] = [
  task('BestTraders', 'The best traders of 30 days. Ctrl-Enter runs it.', 'getLeaderboard', {
    id: 'pnl-30d',
    limit: 10,
  }),
  task('WhoIsGoodAt', 'Who is good at politics? Best lower bounds of edge.', 'screenTraders', {
    where: '{"verdict":["SKILLED"]}',
    order: 'edge_low:desc',
    category: 'politics',
    limit: 10,
  }),
  task('WhoHolds', 'Who holds more than $1,000 of an outcome?', 'listPositions', {
    where: '{"status":"OPEN","value":{"min":1000}}',
    order: 'value',
    limit: 10,
  }),
  task('LargeTrades', 'Large trades of all markets, and who made them.', 'listTrades', {
    minUsd: 1000,
    limit: 10,
  }),
  task('StreamTrades', 'Trades as they become public; live with Pro.', 'streamTrades', { minUsd: 100 }),
  task('Moving', 'Markets with the largest moves of 24 hours.', 'listMarkets', {
    order: 'move_24h',
    limit: 10,
  }),
  task('SmartMoney', 'Smart money against prices.', 'getSmartMoney', { cohort: 'top-pnl' }),
]

function task(name: string, comment: string, path: string, parameters: AddressParameters) {
  const stream = STREAMS.find((route) => route.name === path)
  return { name, comment, shown: stream ? { route: stream, parameters } : shownBy(path, parameters) }
}

/** Returns the tabs that GraphiQL opens with. The first line of each says when the data is simulated. */
export function graphiqlTasks(simulated: boolean): Task[] {
  const notice = simulated ? SIMULATED : ''
  return TASKS.map(({ name, comment, shown }) => ({
    name,
    query: `${notice}# ${comment}\n${textOf(shown.route, name)}\n`,
    variables: JSON.stringify(variablesOf(shown.route, shown.parameters), null, 2),
    path: shownPath(shown),
  }))
}

/** A tab takes its title from its operation's name. */
function textOf({ operation }: RestRoute, name: string): string {
  const named: DocumentNode = visit(operation, {
    OperationDefinition: (node) => ({ ...node, name: { kind: Kind.NAME, value: name } }),
  })
  return print(named)
}
