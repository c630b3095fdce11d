import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import DirectivesPlugin from '@pothos/plugin-directives'
import RelayPlugin from '@pothos/plugin-relay'
import ZodPlugin from '@pothos/plugin-zod'
import type { Day, Seconds } from '../../ledger/quantities.ts'
import { argumentError } from './argument-error.ts'
import type { RequestContext } from './context.ts'
import { nodeIdOf, parseNodeId, readNodeId } from './node-id.ts'
import { costBudget, sliceCost, tooCostly } from './query-cost.ts'
import TextPlugin from './text-plugin.ts'
import TierPlugin from './tier-plugin.ts'
import { noteWithheld } from './withheld.ts'

/** What resolvers see: the request's context, the scalars' values in our rooms, and non-null unless said otherwise. */
interface GraphTypes {
  Context: RequestContext
  Scalars: {
    ID: { Input: string; Output: string }
    Date: { Input: Day; Output: Day }
    DateTime: { Input: Seconds; Output: Seconds }
  }
  /**
   * A page of a list; `total` counts the whole list, null where that costs too much. `truncatedReason`: see
   * `row-limit.ts`; only boards have one.
   */
  Connection: { total: () => Promise<number | null>; truncatedReason?: string | null }
  DefaultFieldNullability: false
  DefaultInputFieldRequiredness: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
}

/** The one builder that every type of the schema is declared on. */
export const builder = new SchemaBuilder<GraphTypes>({
  plugins: [TextPlugin, RelayPlugin, ZodPlugin, ComplexityPlugin, DirectivesPlugin, TierPlugin],
  defaultFieldNullability: false,
  zod: { validationError: argumentError },
  tier: { tierOf: ({ caller }) => caller.tier, onWithheld: noteWithheld },
  complexity: {
    limit: ({ caller, isWithinBudget }) => (isWithinBudget ? {} : { complexity: costBudget(caller.tier) }),
    complexityError: (_kind, { complexity, maxComplexity = 0 }) => tooCostly(complexity, maxComplexity),
  },
  relay: {
    encodeGlobalID: (_typename, id) => nodeIdOf(String(id)),
    decodeGlobalID: (id) => parseNodeId(id),
    idFieldOptions: {
      description:
        'The id of the object, unique among all objects; `node` takes it. Opaque: compare it, parse it not.',
    },
    nodeTypeOptions: { description: 'An object that can be fetched again by its id.' },
    nodeQueryOptions: {
      complexity: ({ id }) => ({ field: 1 + idCost(id), multiplier: 1 }),
      description:
        'The object of an id, as its `id` field gave it. Null when there is no such object (any more).',
      args: {
        id: {
          description:
            'An id of a Trader (its address), of a Leaderboard (such as `pnl-7d`) or of a WhaleAlert; of the first two also with a day, such as `pnl-7d@2026-01-15`; of a Leaderboard also with a window or a category.',
        },
      },
    },
    nodesQueryOptions: {
      complexity: ({ ids }) => ({
        field: ids.reduce<number>((cost, id) => cost + idCost(id), 1),
        multiplier: ids.length,
      }),
      description:
        'The objects of several ids, in their order; null in the place of an id that stands for nothing.',
      args: {
        ids: {
          description: 'Up to 100 ids, as for `node`.',
          validate: { maxLength: [100, { message: 'takes at most 100 ids' }] },
        },
      },
    },
    cursorType: 'String',
    // A connection's field counts the rows of its page.
    nodesOnConnection: {
      complexity: { field: 1, multiplier: 1 },
      description: 'The rows of this page, in order, without their cursors.',
    },
    edgesFieldOptions: {
      complexity: { field: 1, multiplier: 1 },
      nullable: false,
      description: 'The rows of this page, in order.',
    },
    pageInfoFieldOptions: { description: 'Whether there is more, and where it goes on.' },
    nodeFieldOptions: { nullable: false, description: 'The row itself.' },
    cursorFieldOptions: {
      description:
        'The place of this row: give it as `after`, with the same other arguments, to go on behind it.',
    },
    pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
    hasNextPageFieldOptions: { description: 'True when rows follow behind this page.' },
    hasPreviousPageFieldOptions: { description: 'True when the page was asked for with `after`.' },
    startCursorFieldOptions: { description: "The first row's cursor. Null on an empty page." },
    endCursorFieldOptions: {
      description: "The last row's cursor: `after` of the next page. Null on an empty page.",
    },
  },
})

/** What the object of an id costs beside its fields. The argument is priced after the plugin has read it. */
function idCost(id: string | { readonly id: string }): number {
  return sliceCost(readNodeId(typeof id === 'string' ? id : id.id))
}

/** Pothos' own view of {@link builder}, for functions that add fields to several types. */
export type GraphSchemaTypes =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never
