import './fields.ts'
import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import DirectivesPlugin from '@pothos/plugin-directives'
import RelayPlugin from '@pothos/plugin-relay'
import ZodPlugin from '@pothos/plugin-zod'
import { GraphQLError, type GraphQLFieldResolver } from 'graphql'
import {
  type Address,
  type ConditionId,
  type Day,
  dayOfText,
  dayText,
  type Hash,
  type Seconds,
} from '../../ledger/quantities.ts'
import type { ScreenTable, Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type { SignRecord } from '../../tape/signs/sign-record.ts'
import { isPlainText } from '../../text.ts'
import type { RequestContext } from './context.ts'
import CostPlugin from './cost/cost-plugin.ts'
import { sized, sliceCost, TRADER_ROW } from './cost/query-cost.ts'
import { argumentError } from './errors.ts'
import type { Explanation } from './explanation.ts'
import FieldLimitPlugin from './field-limit.ts'
import LimitPlugin from './limits/limit-plugin.ts'
import { nodeIdOf, parseNodeId, readNodeId } from './node-id.ts'
import { recordWithheld } from './tier-gate.ts'
import TierPlugin from './tier-plugin.ts'
import type { YearOfLots } from './year-of-lots.ts'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      text: TextPlugin<Types>
      expose: ExposePlugin<Types>
    }
  }
}

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>

const RULE = 'must have no control characters and no half of a surrogate pair'

/**
 * Refuses arguments with a text that is not {@link isPlainText}, at any depth and for GraphQL, REST and MCP
 * alike, so a new argument needs no check of its own. It must come first among the plugins, so that no other
 * reads such a text.
 */
class TextPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolver: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    return this.#checked(resolver, field)
  }

  override wrapSubscribe(
    subscribe: Resolver<Types> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> | undefined {
    return subscribe && this.#checked(subscribe, field)
  }

  #checked(resolver: Resolver<Types>, { args }: PothosOutputFieldConfig<Types>): Resolver<Types> {
    if (Object.values(args).every(({ type }) => type.kind === 'Enum')) return resolver
    return (root, given, context, info) => {
      const wrong = wrongPlaces(given)
      if (wrong.length === 0) return resolver(root, given, context, info)
      throw argumentError({
        issues: wrong.map((path) => ({ code: 'custom', path, message: RULE, input: null })),
      })
    }
  }
}

/** Returns the paths of texts in arguments that are not plain; a list counts once. */
function wrongPlaces(given: object): string[][] {
  return Object.entries(given).flatMap(([name, value]) => {
    // The texts of files have lines.
    if (isPlain(name === 'files' && Array.isArray(value) ? value.map(withoutLines) : value)) return []
    return typeof value === 'object' && !Array.isArray(value)
      ? wrongPlaces(value).map((path) => [name, ...path])
      : [[name]]
  })
}

function withoutLines(text: unknown): unknown {
  return typeof text === 'string' ? text.replaceAll(/[\r\n\t]/g, ' ') : text
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return isPlainText(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isPlain)
}

SchemaBuilder.registerPlugin('text', TextPlugin)

/**
 * Leaves a field that is exposed by its own name without a resolver: GraphQL reads the property itself, and a compiled query
 * makes no call, path and description of the field for each row.
 */
class ExposePlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>) {
    if (field.extensions?.pothosExposedField !== field.name) return field
    const { resolve, ...plain } = field
    return plain
  }
}

SchemaBuilder.registerPlugin('expose', ExposePlugin)

/** The request's context and the scalars' types for resolvers; fields are non-null by default. */
interface GraphTypes {
  Context: RequestContext
  Scalars: {
    ID: { Input: string; Output: string }
    Address: { Input: Address; Output: Address }
    Hash: { Input: Hash; Output: Hash | ConditionId }
    Date: { Input: Day; Output: Day }
    DateTime: { Input: Seconds; Output: Seconds }
  }
  /**
   * A page of a list. `total` counts the whole list, null where counting costs too much. `truncatedReason`
   * says why later rows are withheld from the caller's tier, null or absent if none are. `day` is the close
   * that the rows show; only lists of positions have one. `question` is that of a page of traders or markets, `signs` the records of the signs by which trades are filtered, `explanation` that which a page of steps is of,
   * `lots` the year of a page of disposals. `cutoff` is absent where rows are the caller's own.
   */
  Connection: {
    total: () => Promise<number | null>
    truncatedReason?: string | null
    question?: {
      path: string
      unknown: () => Promise<number>
      notFound: readonly string[]
      /** The traders of all pages; absent in a search by name alone, and for markets. */
      listed?: () => { traders: readonly number[]; snapshot: Snapshot }
      /** The numbers of everybody in the window; none for a search by name alone. */
      table?: ScreenTable
    }
    signs?: () => Promise<(SignRecord & Pick<Snapshot, 'cutoff'>)[]>
    explanation?: Explanation
    lots?: YearOfLots
    day?: Day
    cutoff?: () => Promise<Snapshot['cutoff'] | null> | Snapshot['cutoff']
  }
  DefaultFieldNullability: false
  DefaultInputFieldRequiredness: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
}

type GivenId = string | { readonly id: string }

/** Ids that `nodes` takes at most. */
const MOST_IDS = 100

/** Said of the fields of every edge. */
export const OBJECT_OF_ROW = "The row's object."
export const CURSOR_OF_ROW =
  "The row's cursor: pass it as `after`, with the same other arguments, to continue after this row."

/** The one builder that every type of the schema is declared on. */
export const builder = new SchemaBuilder<GraphTypes>({
  plugins: [
    'text',
    'expose',
    RelayPlugin,
    ZodPlugin,
    DirectivesPlugin,
    LimitPlugin,
    CostPlugin,
    ComplexityPlugin,
    TierPlugin,
    FieldLimitPlugin,
  ],
  defaultFieldNullability: false,
  zod: { validationError: argumentError },
  fieldLimit: { count: (context, info) => context.limitField(info) },
  tier: { tierOf: ({ caller }) => caller.tier, onWithheld: recordWithheld },
  // The executor prices and charges every operation by the fields' `complexity` before it runs. The
  // plugin's own check, at each root resolver, would price it again.
  complexity: { disabled: true },
  relay: {
    encodeGlobalID: (_typename, id) => nodeIdOf(String(id)),
    decodeGlobalID: (id) => parseNodeId(id),
    idFieldOptions: {
      description: "The object's globally unique id, argument of `node`. Opaque: do not parse it.",
    },
    clientMutationId: 'omit',
    mutationInputArgOptions: { description: "The mutation's input." },
    nodeTypeOptions: { description: "An object that can be refetched by its id (Relay's `Node`)." },
    nodeQueryOptions: {
      complexity: ({ id }) => ({ field: 1 + idCost(id), multiplier: 1 }),
      description: 'Refetches one object by its `id`. Null if it does not exist.',
      args: {
        id: {
          description:
            'The id of a Trader (its address), a Market (its condition id), an Event (`event:` and its number), a Leaderboard (such as `pnl-7d`), a Trade (such as `52000000-17`), a Position (an address, `:` and a token) or a WhaleAlert. All but alerts also with a day, such as `pnl-7d@2026-01-15`; leaderboards also with a window or a category.',
        },
      },
    },
    nodesQueryOptions: {
      complexity: sized({ assumedSize: MOST_IDS }, ({ ids }: { ids: readonly GivenId[] }) => ({
        field: ids.reduce<number>((cost, id) => cost + idCost(id), 1),
        multiplier: ids.length,
      })),
      description:
        'Refetches several objects by their ids, in the same order; null for an id that does not exist.',
      args: {
        ids: {
          limits: { maxItems: MOST_IDS },
          description: 'Ids, {limits}, as for `node`.',
        },
      },
    },
    cursorType: 'String',
    // A connection's field says how often its rows count.
    nodesOnConnection: {
      complexity: { field: 1, multiplier: 1 },
      description: 'The rows of this page, in order, without their cursors.',
    },
    edgesFieldOptions: {
      complexity: { field: 1, multiplier: 1 },
      nullable: false,
      description: 'The rows of this page, in order.',
    },
    pageInfoFieldOptions: { description: 'Whether more rows follow, and the cursors of this page.' },
    nodeFieldOptions: { nullable: false, description: OBJECT_OF_ROW },
    cursorFieldOptions: { description: CURSOR_OF_ROW },
    pageInfoTypeOptions: { description: "A page's position in its list (Relay)." },
    hasNextPageFieldOptions: { description: 'True if more rows follow this page that the caller may read.' },
    hasPreviousPageFieldOptions: { description: 'True if rows precede this page.' },
    startCursorFieldOptions: { description: "The first row's cursor. Null on an empty page." },
    endCursorFieldOptions: {
      description: "The last row's cursor, the next page's `after`. Null on an empty page.",
    },
  },
})

builder.globalConnectionFields((t) => ({
  truncated: t.flag(({ truncatedReason }) => Boolean(truncatedReason), {
    description: "True if more rows follow that the caller's tier may not read.",
  }),
  truncatedReason: t.text(({ truncatedReason }) => truncatedReason ?? null, {
    nullable: true,
    description:
      'The reason for truncated rows and how to get them, in one sentence. Null if none were truncated.',
  }),
}))

/**
 * Returns the cost of an object fetched by id, beside its fields. The plugin has parsed the argument by then.
 */
export function idCost(id: GivenId): number {
  return TRADER_ROW + sliceCost(readNodeId(typeof id === 'string' ? id : id.id))
}

/** Pothos' own view of {@link builder}, for functions that add fields to several types. */
export type GraphSchemaTypes =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never

/** A UTC day, `2026-02-17`; in our rooms a {@link Day}. */
builder.scalarType('Date', {
  description: 'A UTC day in ISO 8601 format, such as `2026-02-17`.',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc3339#section-5.6',
  serialize: (day) => dayText(day),
  parseValue: parseDay,
})

/** The day of a text such as `2026-02-17`. Throws a GraphQLError where it is not a day of the calendar. */
function parseDay(value: unknown): Day {
  const day = typeof value === 'string' ? dayOfText(value) : null
  if (day !== null) return day
  throw new GraphQLError('A Date must be a day of the calendar such as "2026-02-17".')
}

/** A moment in UTC, `2026-02-17T12:00:05Z`; in our rooms {@link Seconds}. */
builder.scalarType('DateTime', {
  description: 'A time in UTC to the second in ISO 8601 format, such as `2026-02-17T12:00:05Z`.',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc3339#section-5.6',
  serialize: (seconds) => timeText(seconds),
  parseValue: parseTime,
})

/** Joined, not concatenated: JSON.stringify takes half as long again over an answer that holds one concatenated text. */
function timeText(seconds: Seconds): string {
  return [new Date(seconds * 1000).toISOString().slice(0, 19), 'Z'].join('')
}

/** The seconds of a text such as `2026-02-17T12:00:05Z`. Throws a GraphQLError where it is not such a moment. */
function parseTime(value: unknown): Seconds {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value)) {
    const seconds = Date.parse(value) / 1000
    if (Number.isInteger(seconds) && timeText(seconds) === value) return seconds
  }
  throw new GraphQLError('A DateTime must be a moment in UTC such as "2026-02-17T12:00:05Z".')
}

/** A wallet or contract of the chain. */
builder.scalarType('Address', {
  description: 'An address on the chain: 0x and 40 lower-case hex digits; as input in any case.',
  serialize: (address) => address,
  parseValue: (value) => hexOf(value, 40) as Address,
})

builder.scalarType('Hash', {
  description:
    'A 32-byte hash, such as a transaction or a condition id: 0x and 64 lower-case hex digits; as input in any case.',
  serialize: (hash) => hash,
  parseValue: (value) => hexOf(value, 64) as Hash,
})

function hexOf(value: unknown, digits: number): string {
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (text.length === digits + 2 && /^0x[0-9a-f]+$/.test(text)) return text
  throw new GraphQLError(`must be 0x and ${digits} hexadecimal digits, in any case`)
}
