import './markets/flow.ts'
import './markets/market-totals.ts'
import './markets/market-summary.ts'
import './markets/event-summary.ts'
import './markets/holders.ts'
import './markets/top-traders.ts'
import './markets/market-query.ts'
import './markets/market-trades.ts'
import './markets/prices.ts'
import './leaderboards/metric.ts'
import './accounts/link-mutation.ts'
import './accounts/mutation.ts'
import './accounts/rate-limit.ts'
import './whales/alert-channel-mutation.ts'
import './leaderboards/leaderboard.ts'
import './positions/positions-query.ts'
import './positions/if-wins.ts'
import './screen/screen-query.ts'
import './screen/distributions.ts'
import './screen/in-common.ts'
import './traders/trader-query.ts'
import './compare/comparison.ts'
import './search/search.ts'
import './tape/trade-signs.ts'
import './service.ts'
import './smart-money/large-buys.ts'
import './smart-money/smart-money-query.ts'
import './traders/activity/trader-activity.ts'
import './traders/positions/trader-positions.ts'
import './traders/trades/trade-connection.ts'
import './trades/tape.ts'
import './markets/move.ts'
import './markets/movers.ts'
import './whales/subscription.ts'
import './streams/event-streams.ts'
import './streams/standings.ts'
import './accounts/viewer.ts'
import './explain/explain-query.ts'
import './explain/reconcile-query.ts'
import './lots/trader-lots.ts'
import './explain/proof-query.ts'
import { type GraphQLSchema, specifiedDirectives } from 'graphql'
import { builder } from './kit/builder.ts'
import { COST_DIRECTIVE, LIST_SIZE_DIRECTIVE } from './kit/cost/cost-plugin.ts'
import { AUTHENTICATED_DIRECTIVE, TIER_DIRECTIVE } from './kit/tier-rule.ts'

// Taken from here: an import of its own file before this one would move its fields in the schema.
export { findRows } from './exports/exports.ts'

import './screen/saved-screens.ts'
import './follows/follow-mutations.ts'
import './follows/viewer-follows.ts'
import './follows/outbox.ts'
import './follows/since.ts'
import './whales/whale-query.ts'
import './lab/backtests.ts'
import './lab/registered-rules.ts'

/** Features add their fields. */
builder.queryType({
  description:
    'The read API: leaderboards, traders, markets, whale alerts, smart money and the caller. A request reads one snapshot, except for fields with another `asOf`. An argument that is omitted or null takes its default.',
})

/** The order of Query's fields: by how often they are wanted. Fields that are not named come last. */
const QUERY_ORDER = [
  'leaderboards',
  'leaderboard',
  'traders',
  'trader',
  'compare',
  'search',
  'markets',
  'market',
  'events',
  'event',
  'positions',
  'trades',
  'explain',
  'reconcile',
  'proof',
  'alertProof',
  'dayLog',
  'tradeSigns',
  'whaleAlerts',
  'whaleAlert',
  'whaleShowcase',
  'whaleRadarRecord',
  'whaleAlertConfig',
  'smartMoney',
  'smartMoneyMarket',
  'smartMoneyHighlights',
  'smartMoneyHistory',
  'largeBuys',
  'metrics',
  'viewer',
  'screen',
  'export',
  'backtestExamples',
  'backtest',
  'registeredRule',
  'rateLimit',
  'service',
]

/** Said once for all fields that mention it. */
export const DELAY =
  'The delay: without Pro, every answer is of one public snapshot, whose events are all at least one hour old, or another time that the operator sets (`WHALE_DELAY_MINUTES`; 0: everybody is live). `service` returns its `cutoff` and the `delay`.'

/** The schema that GraphQL, REST and MCP serve. */
export const schema: GraphQLSchema = withQueriesInOrder(
  builder.toSchema({
    sortSchema: false,
    directives: [
      ...specifiedDirectives,
      COST_DIRECTIVE,
      LIST_SIZE_DIRECTIVE,
      TIER_DIRECTIVE,
      AUTHENTICATED_DIRECTIVE,
    ],
  }),
)

/**
 * Puts leaderboards and traders first for readers, since Pothos lists fields in the order of their modules.
 * Pothos cannot describe a schema, so this does too.
 */
function withQueriesInOrder(built: GraphQLSchema): GraphQLSchema {
  const fields = built.getQueryType()?.getFields() ?? {}
  for (const name of [...QUERY_ORDER, ...Object.keys(fields).filter((name) => !QUERY_ORDER.includes(name))]) {
    const field = fields[name]
    if (field === undefined) throw new Error(`Query has no field ${name}`)
    delete fields[name]
    fields[name] = field
  }
  built.description = DELAY
  return built
}
