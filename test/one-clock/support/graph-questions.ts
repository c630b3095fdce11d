import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  parse,
  typeFromAST,
} from 'graphql'
import { meets, type Tier } from '../../../src/access/tier.ts'
import { declaredTier } from '../../../src/graph/kit/tier-rule.ts'
import { schema } from '../../../src/graph/schema.ts'
import { BROWSER_OPERATIONS } from '../../../src/pages/browser-operations.ts'
import { ROUTES } from '../../../src/rest/routes/routes.ts'
import { persistedOperations } from '../../../src/server/graphql/persisted-operations.ts'
import { type Asked, FEW, type Given, placed, type Question, variants } from './questions.ts'

type Field = GraphQLField<unknown, unknown>

/** Fields whose values are the caller's own budget. */
const LEFT_OUT: ReadonlySet<string> = new Set(['Query.rateLimit', 'Query.node', 'Query.nodes'])

/** Operations of GraphQL for a caller's tier: each root field, each field with arguments, and every registered operation. */
export function graphQuestions(tier: Tier, given: Given): Question[] {
  return [...rootQuestions(tier, given), ...nodeQuestions(tier, given), ...registeredQuestions(given)]
}

function rootQuestions(tier: Tier, given: Given): Question[] {
  const root = schema.getQueryType()
  if (!root) throw new Error('the schema has no queries')
  return Object.values(root.getFields())
    .filter(({ name }) => !LEFT_OUT.has(`Query.${name}`))
    .flatMap((field) =>
      callsOf(`Query.${field.name}`, field, { tier, given }).map((call) =>
        query(`Query.${field.name}`, call),
      ),
    )
}

/** Every field of every type that `node` can return, with each value of each argument; and below `viewer`. */
function nodeQuestions(tier: Tier, given: Given): Question[] {
  const node = schema.getType('Node')
  if (!isInterfaceType(node)) throw new Error('the schema has no nodes')
  const types = schema.getPossibleTypes(node)
  const ids = given['node.id'] ?? []
  const whole = ids.flatMap((id) => {
    const type = types.find(({ name }) => NODE_IDS[name]?.test(id))
    if (type === undefined) throw new Error(`${id} names no node: add its form to NODE_IDS.`)
    const fields = `... on ${type.name} ${selection(type, tier, 1)}`
    return query('Query.node', `node(id: ${JSON.stringify(id)}) { __typename id ${fields} }`)
  })
  const all = query('Query.nodes', `nodes(ids: ${JSON.stringify(ids)}) { __typename id }`)
  const below = types.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      if (field.args.length === 0) return []
      const of = `${type.name}.${field.name}`
      const calls = callsOf(of, field, { tier, given })
      const own = ids.filter((id) => NODE_IDS[type.name]?.test(id))
      // Other objects than the first are asked without arguments alone.
      return calls.flatMap((call, at) =>
        own
          .slice(0, at === 0 ? 3 : 1)
          .map((id) => query(of, `node(id: ${JSON.stringify(id)}) { ... on ${type.name} { id ${call} } }`)),
      )
    }),
  )
  const missing = types.filter(({ name }) => NODE_IDS[name] === undefined)
  if (missing.length > 0)
    throw new Error(
      `node returns ${missing.join()}, of which nobody gives an id: add it to NODE_IDS and to given.ts.`,
    )
  return [...whole, all, ...below, ...elsewhere(types, { tier, given })]
}

const NODE_IDS: Readonly<Record<string, RegExp>> = {
  Trader: /^0x[0-9a-f]{40}(@|$)/,
  Market: /^0x[0-9a-f]{64}(@|$)/,
  Event: /^event:/,
  Leaderboard: /^[a-z]+-\w+$/,
  Trade: /^\d+-\d+$/,
  Position: /^0x[0-9a-f]{40}:/,
  WhaleAlert: /^[\w-]{22}$/,
}

/** Types below the root's fields that are no nodes, whose fields have arguments. */
function elsewhere(nodes: readonly GraphQLObjectType[], { tier, given }: Calls): Question[] {
  const reached = new Set(nodes.map(({ name }) => name))
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {})
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) || isIntrospectionType(type) || reached.has(type.name) || ROOTS.has(type.name))
      return []
    const fields = Object.values(type.getFields()).filter(({ args }) => args.length > 0)
    if (fields.length === 0) return []
    const own = roots.filter((one) => getNamedType(one.type) === type)
    const root = [...own, ...roots].flatMap((one) => rootTo(type, one, given))[0]
    if (root === undefined)
      throw new Error(`${type.name} has fields with arguments that no question reaches.`)
    return fields.flatMap((field) => {
      const of = `${type.name}.${field.name}`
      return callsOf(of, field, { tier, given }).map((call) => query(of, root(call)))
    })
  })
}

/** A question of a type's field below a root's: of the root's own type, or of an object in it. */
function rootTo(type: GraphQLObjectType, root: Field, given: Given): ((call: string) => string)[] {
  const own = getNamedType(root.type)
  const called = rootCall(root, given)
  if (called === null) return []
  if (own === type) return [(call) => `${called} { ${call} }`]
  if (!isObjectType(own)) return []
  return Object.values(own.getFields())
    .filter(
      ({ name, args, type: below }) =>
        !args.some(isRequiredArgument) && getNamedType(below) === type && name !== 'node',
    )
    .map(
      ({ name }) =>
        (call) =>
          `${called} { ${name} { ${call} } }`,
    )
}

/** A call of a root's field, with the first value of each argument that it requires; null if a value is not given. */
function rootCall({ name, args }: Field, given: Given): string | null {
  const own = ROOT_CALLS[name]
  if (own !== undefined) return own
  const required = args.filter(isRequiredArgument).map((argument) => {
    const value = given[`${name}.${argument.name}`]?.[0]
    return value === undefined ? null : `${argument.name}: ${JSON.stringify(value)}`
  })
  if (required.includes(null)) return null
  return required.length === 0 ? name : `${name}(${required.join(', ')})`
}

/** Calls that differ: a search by name has nothing in common. */
const ROOT_CALLS: Readonly<Record<string, string>> = {
  traders: 'traders(first: 2, where: { tradeCount: { min: 1 } })',
}

const ROOTS: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription'])

interface Calls {
  tier: Tier
  given: Given
}

/** Calls of a field, with each value of each argument, and all that the tier may select. */
function callsOf(of: string, field: Field, { tier, given }: Calls): string[] {
  const type = getNamedType(field.type)
  const below = isLeafType(type)
    ? ''
    : isObjectType(type)
      ? selection(type, tier, 2)
      : abstractSelection(type.name, tier)
  const own = field.args.filter((argument) => !isInputObjectType(getNamedType(argument.type)))
  const objects = field.args.filter((argument) => isInputObjectType(getNamedType(argument.type)))
  const args = new Map(field.args.map((argument) => [argument.name, argument]))
  const asked = own.map((argument) => askedOf(argument, { of, field: field.name, given }))
  const calls = variants(of, asked, placed(given, of, [field.name], asked))
  return [
    ...calls.map((values) => called(field.name, values, args, below)),
    ...objects.flatMap((argument) =>
      (given[`${of}.${argument.name}`] ?? objectValues(argument, given)).map(
        (value) =>
          `${field.name}(${[...argumentTexts(calls[0], args), `${argument.name}: ${value}`].join(', ')}) ${below}`,
      ),
    ),
  ]
}

/** Literals of an input object: each field alone, and all. */
function objectValues(argument: GraphQLArgument, given: Given): string[] {
  const type = getNamedType(argument.type)
  if (!isInputObjectType(type)) return []
  const fields = Object.values(type.getFields())
  const asked = fields.map(({ name, type: own }) => ({
    name,
    isRequired: isNonNullType(own),
    values: valuesOf(own, given),
  }))
  const types = new Map(fields.map((field) => [field.name, field]))
  return variants(type.name, asked, given).map(
    (values) =>
      `{ ${Object.entries(values)
        .map(([name, value]) => `${name}: ${literal(value, types.get(name)?.type)}`)
        .join(', ')} }`,
  )
}

function called(
  name: string,
  values: Readonly<Record<string, string>>,
  args: ReadonlyMap<string, GraphQLArgument>,
  below: string,
): string {
  const all = argumentTexts(values, args)
  return `${name}${all.length === 0 ? '' : `(${all.join(', ')})`} ${below}`
}

function argumentTexts(
  values: Readonly<Record<string, string>> | undefined,
  args: ReadonlyMap<string, GraphQLArgument>,
): string[] {
  return Object.entries(values ?? {}).map(
    ([name, value]) => `${name}: ${literal(value, args.get(name)?.type)}`,
  )
}

function askedOf(
  argument: GraphQLArgument,
  { of, field, given }: { of: string; field: string; given: Given },
): Asked {
  const { name, type } = argument
  // One of the root's fields needs an id or a slug: the readers ask by slug.
  const isNamed = of.startsWith('Query.') && name === 'id' && given[`${field}.id`] !== undefined
  const isRequired = isRequiredArgument(argument) || isNamed || SHORT.has(`${of}.${name}`)
  return { name, isRequired, values: valuesOf(type, given) }
}

/** Arguments that keep an answer within its budget. */
const SHORT: ReadonlySet<string> = new Set(['TraderConnection.inCommon.first', 'Comparison.markets.first'])

function valuesOf(type: GraphQLInputType, given: Given): readonly string[] | undefined {
  const named = getNamedType(type)
  if (isEnumType(named)) return named.getValues().map(({ name }) => name)
  return named.name === 'Boolean' ? ['true', 'false'] : given[named.name]
}

function literal(value: string, type: GraphQLInputType | undefined): string {
  if (type === undefined) return value
  // Texts with commas come as a list.
  if (value.startsWith('["')) return value
  if (isListType(getNullableType(type)))
    return `[${value.split(',').map((one) => literal(one, getNamedType(type)))}]`
  const named = getNamedType(type)
  if (isEnumType(named)) return enumName(value)
  if (isInputObjectType(named)) return value
  return UNQUOTED.has(named.name) ? value : JSON.stringify(value)
}

/** The name of a value that is written as in a path. */
function enumName(value: string): string {
  return value.toUpperCase().replaceAll('-', '_')
}

const UNQUOTED: ReadonlySet<string> = new Set(['Int', 'Float', 'Boolean'])

/** Every field that a tier may select, some levels deep; lists in pages of a few rows. */
function selection(type: GraphQLObjectType, tier: Tier, levels: number): string {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument) || isRefused(field, tier)) return []
    const of = getNamedType(field.type)
    if (isLeafType(of)) return field.name
    const isList = field.args.some(({ name }) => name === 'first')
    if (levels === 0 || (isList && levels < 2) || field.name === 'edges') return []
    const below = isAbstractType(of)
      ? abstractSelection(of.name, tier)
      : isObjectType(of)
        ? selection(of, tier, isListType(getNullableType(field.type)) ? 0 : levels - 1)
        : ''
    return `${field.name}${isList ? '(first: 2)' : ''} ${below}`
  })
  return `{ __typename ${fields.join(' ')} }`
}

function abstractSelection(name: string, tier: Tier): string {
  const type = schema.getType(name)
  if (!isAbstractType(type)) return ''
  // Types of a union may have fields of one name and different types; all of them are nodes, whose fields are asked there.
  const fieldsOf = (one: GraphQLObjectType) => (isInterfaceType(type) ? selection(one, tier, 0) : '{ id }')
  const all = schema.getPossibleTypes(type).map((one) => `... on ${one.name} ${fieldsOf(one)}`)
  return `{ __typename ${all.join(' ')} }`
}

function isRefused(field: Field, tier: Tier): boolean {
  const rule = declaredTier(field)
  return rule !== null && rule.otherwise === 'ERROR' && !meets(tier, rule.requires)
}

/** The persisted operations and those of the pages' scripts, with the variables that they need, and with each other alone. */
function registeredQuestions(given: Given): Question[] {
  const all = [
    ...persistedOperations(ROUTES).map(({ id, body }) => [id, body] as const),
    ...BROWSER_OPERATIONS,
  ]
  return all.flatMap(([documentId, body]) => {
    const [operation] = parse(body).definitions.flatMap((one) =>
      one.kind === 'OperationDefinition' ? one : [],
    )
    const name = operation?.name?.value ?? documentId
    // Every mutation is refused without a bearer token, before its variables are read.
    if (operation?.operation === 'mutation') return [post(`operation ${name}`, { documentId, variables: {} })]
    const types = new Map(
      (operation?.variableDefinitions ?? []).map(({ variable, type }) => [
        variable.name.value,
        typeFromAST(schema, type as never) as GraphQLInputType,
      ]),
    )
    const field = name[0]?.toLowerCase() + name.slice(1)
    const asked = [...types].map(([variable, type]): Asked => {
      // Registered operations ask by objects as the fields do, which are asked with more.
      const isObject = isInputObjectType(getNamedType(type))
      const values = isObject ? [isListType(getNullableType(type)) ? '[]' : '{}'] : valuesOf(type, given)
      return { name: variable, isRequired: isNonNullType(type), values }
    })
    const place = field.replace(/^market.*/, 'market').replace(/^smartMoneyMarket/, 'market')
    return variants(name, asked, placed(given, name, [place], asked), FEW).map((one) => {
      const variables = Object.fromEntries(
        Object.entries(one).map(([key, value]) => [key, jsonOf(value, types.get(key))]),
      )
      return post(`operation ${name}`, { documentId, variables })
    })
  })
}

function jsonOf(value: string, type: GraphQLInputType | undefined): unknown {
  const named = type && getNamedType(type)
  if (isListType(type && getNullableType(type)))
    return isInputObjectType(named) ? JSON.parse(value) : value.split(',')
  if (isEnumType(named)) return enumName(value)
  return named && (UNQUOTED.has(named.name) || isInputObjectType(named)) ? JSON.parse(value) : value
}

function query(of: string, call: string): Question {
  return post(of, { query: `{ ${call} }` })
}

function post(of: string, body: object): Question {
  return {
    of,
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  }
}
