import {
  type GraphQLArgument,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql'
import type { Caller, Tier } from '../../../src/access/tier.ts'
import { createExecutor } from '../../../src/execute/executor.ts'
import { maskError } from '../../../src/graph/kit/errors.ts'
import { schema } from '../../../src/graph/schema.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { asker } from '../../graph/support/ask.ts'

/** An operation that gives a text to one argument. */
export interface Question {
  query: string
  variables: Record<string, unknown>
}

/** Every argument of the fields that an operation can begin with. */
export function argumentsOf(schema: GraphQLSchema) {
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => (type ? [type] : []))
  return roots.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) =>
      field.args.map((argument) => ({ root: type.name, field, argument, name: argument.name })),
    ),
  )
}

/** Values of inputs that need some of their fields, by type. */
const PLAIN_INPUTS: Readonly<Record<string, object>> = {
  PositionWhere: { trader: [`0x${'1'.repeat(40)}`] },
}

/** The argument as a variable, and written into the document; what else the field needs is plain. */
export function questions(
  root: string,
  field: GraphQLField<unknown, unknown>,
  argument: GraphQLArgument,
  fill = (text: string) => filled(argument.type, text),
) {
  const others = field.args.filter((other) => other !== argument && String(other.type).endsWith('!'))
  const plain = others.map(({ name, type }) => {
    const value = PLAIN_INPUTS[getNamedType(type).name] ?? filled(type, '1')
    return `${name}: ${literalOf(value)}`
  })
  const type = getNamedType(field.type)
  const selection = isLeafType(type) ? '' : '{ __typename }'
  const body = (head: string, value: string, variables: Record<string, unknown> = {}) => {
    const given = [`${argument.name}: ${value}`, ...plain].join(', ')
    return { query: `${head} { ${field.name}(${given}) ${selection} }`, variables }
  }
  const operation = root.toLowerCase()
  return {
    variable: (text: string) =>
      body(`${operation} ($value: ${argument.type})`, '$value', { value: fill(text) }),
    inline: (text: string) => body(operation, literalOf(fill(text))),
  }
}

/**
 * Each place of a text in an argument, with valid values elsewhere; empty if it takes no text. An input object within
 * itself adds no places.
 */
export function textPlaces(
  type: GraphQLInputType,
  around: readonly GraphQLInputType[] = [],
): ((text: string) => unknown)[] {
  if (isNonNullType(type)) return textPlaces(type.ofType, around)
  if (isListType(type)) return textPlaces(type.ofType, around).map((fill) => (text) => [fill(text)])
  if (!isInputObjectType(type)) return ['String', 'ID'].includes(String(type)) ? [(text) => text] : []
  if (around.includes(type)) return []
  const fields = Object.values(type.getFields())
  const needed = fields.flatMap((one) => (isNonNullType(one.type) ? [[one.name, plainOf(one.type)]] : []))
  return fields.flatMap(({ name, type: inner }) =>
    textPlaces(inner, [...around, type]).map((fill) => (text: string) => ({
      ...Object.fromEntries(needed),
      [name]: fill(text),
    })),
  )
}

function plainOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return plainOf(type.ofType)
  if (isListType(type)) return []
  return isEnumType(type) ? type.getValues()[0]?.name : '1'
}

/**
 * A value that holds the text in every place: a list of it, an object with it in each of its fields; null for an input
 * object within itself.
 */
function filled(type: GraphQLInputType, text: string, around: readonly GraphQLInputType[] = []): unknown {
  if (isNonNullType(type)) return filled(type.ofType, text, around)
  if (isListType(type)) return [filled(type.ofType, text, around)]
  if (!isInputObjectType(type)) return text
  if (around.includes(type)) return null
  const fields = Object.values(type.getFields())
  return Object.fromEntries(
    fields.map(({ name, type: inner }) => [name, filled(inner, text, [...around, type])]),
  )
}

/** The value as a document has it: names of fields without quotes. */
function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${name}: ${literalOf(part)}`)
    .join(', ')} }`
}

/** Asks the schema of a store as requests would, each by a user of the name given, without HTTP. */
export function schemaAsker(db: Database, tier: Tier) {
  const ask = asker(db, undefined, undefined, createExecutor(schema, { rest: 0 }))
  return async (subject: string, { query, variables }: Question): Promise<readonly GraphQLError[]> => {
    const caller: Caller = {
      kind: 'user',
      tier,
      accountId: null,
      subject,
      limiterKey: subject,
      limit: 1_000_000,
    }
    try {
      return (await ask(query, variables, caller)).errors ?? []
    } catch (error) {
      // The document is not GraphQL.
      if (error instanceof GraphQLError) return [maskError(error, false)]
      throw error
    }
  }
}
