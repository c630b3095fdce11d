import { extendSchema, type GraphQLSchema, parse } from 'graphql'
import { z } from 'zod'
import { type PequodError, wrongArgument } from '../errors.ts'
import { idCost } from './kit/builder.ts'
import type { RequestContext } from './kit/context.ts'
import { parseNodeId } from './kit/node-id.ts'
import { schemaText } from './print-schema.ts'
import { schema } from './schema.ts'

/** Types that other subgraphs may refer to and add to, each by its `id`. */
const ENTITIES = ['Trader', 'Market', 'Event', 'Leaderboard'] as const
/** The most objects in a request, as for `nodes`. */
const MOST = 100

const FIELDS = parse(`
  "A reference to an object: its \`__typename\` and \`id\`."
  scalar _Any
  "The subgraph's schema."
  type _Service { "The schema with the directives of federation." sdl: String! }
  "Objects that other subgraphs refer to by id."
  union _Entity = ${ENTITIES.join(' | ')}
  extend type Query {
    "For federation gateways: objects by references to them, up to ${MOST}; null for one that does not exist."
    _entities(representations: [_Any!]!): [_Entity]!
    "For federation gateways: the schema of this subgraph."
    _service: _Service!
  }
`)

/** Returns the price of given ids, as of `nodes`; an invalid reference is refused later. */
function priceOf(given: unknown): number {
  const { success, data } = REFERENCE.safeParse(given)
  return success ? idCost(data.id) : 0
}

const REFERENCE = z.object({ __typename: z.enum(ENTITIES), id: z.string().max(200) })

/**
 * The schema as a subgraph of Apollo Federation 2, composed by the text that \`_service\` returns. By hand, for the plugin
 * brings along a library that takes longer to load than all of the service.
 */
export function subgraphSchema(): GraphQLSchema {
  const extended = extendSchema(schema, FIELDS)
  const fields = extended.getQueryType()?.getFields()
  const [entities, service] = [fields?._entities, fields?._service]
  const node = fields?.node?.resolve
  if (!entities || !service || !node) throw new Error('The schema has no nodes to refer to.')
  const sdl = subgraphText()
  service.resolve = () => ({ sdl })
  entities.extensions = {
    complexity: ({ representations }: { representations: readonly unknown[] }) => ({
      field: representations.reduce<number>((cost, given) => cost + priceOf(given), 1),
      multiplier: representations.length,
    }),
  }
  entities.resolve = (_root, { representations }: { representations: readonly unknown[] }, context, info) => {
    if (representations.length > MOST) throw refused(`has more than ${MOST} references: request fewer`)
    return representations.map(async (given) => {
      const reference = REFERENCE.safeParse(given)
      if (!reference.success) throw refused(`must be references to ${ENTITIES.join(', ')} by their id`)
      const { __typename, id } = reference.data
      if (parseNodeId(id).typename !== __typename) throw refused(`names no ${__typename} by ${id}`)
      const found: unknown = await node({}, { id }, context as RequestContext, info)
      return found === null || found === undefined
        ? null
        : Object.assign(Object.create(Object(found)), { __typename })
    })
  }
  return extended
}

/** The schema's text as gateways compose it. It declares `@oneOf`, which composition refuses as unknown otherwise. */
function subgraphText(): string {
  const isEntity = (name: string) => ENTITIES.some((entity) => entity === name)
  const text = schemaText().replaceAll(/^type (\w+)[^{]*/gm, (head, name: string) =>
    isEntity(name) ? `${head}@key(fields: "id") ` : head,
  )
  const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])'
  return [link, 'directive @oneOf on INPUT_OBJECT', text].join('\n\n')
}

function refused(message: string): PequodError {
  return wrongArgument('representations', message)
}
