import { createHash } from 'node:crypto'
import fc from 'fast-check'
import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'

/** A valid query, and values for its variables, which need not fit. */
export interface RandomQuery {
  text: string
  variables: Record<string, unknown>
}

/** A value as the text of a literal, and as JSON has it. */
interface Value {
  literal: string
  json: unknown
}

/** A part of a query: its text, and the variables that it uses. */
interface Part {
  text: string
  variables: readonly { name: string; definition: string; given: readonly unknown[] }[]
}

export interface RandomQueryOptions {
  schema: GraphQLSchema
  /** Texts that mean something, by the name of an argument. */
  texts: Readonly<Record<string, readonly string[]>>
  /** Text outside `texts`, which must be taken only as text. */
  oddTexts: readonly string[]
}

/**
 * Draws valid queries over a schema: aliases, merged fields, inline and named fragments, conditions on
 * interfaces, literals and variables with and without defaults, given, null and omitted. No directives,
 * introspection or abstract fields.
 */
export function randomQueries({ schema, texts, oddTexts }: RandomQueryOptions): fc.Arbitrary<RandomQuery> {
  const root = schema.getQueryType()
  if (!root) throw new Error('The schema has no queries.')

  const scalars = (argument: string): Record<string, fc.Arbitrary<unknown>> => {
    const text = fc.constantFrom(...(texts[argument] ?? []), ...oddTexts)
    return {
      Int: fc.constantFrom(0, 1, 2, 5, 100, 101, 1_001, -1),
      Float: fc.constantFrom(0, 0.5, 10_000, -1),
      Boolean: fc.boolean(),
      String: text,
      ID: text,
      Date: fc.constantFrom('2026-02-17', '2026-02-18', '1999-01-01'),
      Address: fc.constantFrom(
        ...(texts.address ?? []).filter((one) => ADDRESS.test(one)),
        `0x${'0'.repeat(40)}`,
      ),
    }
  }

  const values = (type: GraphQLInputType, argument: string): fc.Arbitrary<Value> => {
    if (isNonNullType(type)) {
      if (isInputObjectType(type.ofType)) return fc.constant({ literal: '{}', json: {} })
      const { name } = getNamedType(type)
      // The filter would wait for ever for a value that is not null.
      if (!isEnumType(getNamedType(type)) && !(name in scalars(argument)))
        throw new Error(`Random queries need values of ${name}, which ${argument} requires.`)
      return values(type.ofType, argument).filter(({ json }) => json !== null)
    }
    // Objects within a list have no values here: the list is empty.
    if (isListType(type) && isInputObjectType(getNamedType(type))) return fc.constant(listOf([]))
    if (isListType(type)) return fc.array(values(type.ofType, argument), { maxLength: 3 }).map(listOf)
    const named = getNamedType(type)
    const given = isEnumType(named)
      ? fc.constantFrom(...named.getValues().map(({ name }) => ({ literal: name, json: name })))
      : (scalars(argument)[named.name] ?? fc.constant(null)).map((json) => ({
          literal: JSON.stringify(json),
          json,
        }))
    return fc.oneof({ weight: 6, arbitrary: given }, fc.constant({ literal: 'null', json: null }))
  }

  const argumentPart = (argument: GraphQLArgument): fc.Arbitrary<Part> =>
    fc
      .tuple(values(argument.type, argument.name), fc.constantFrom('literal', 'given', 'default', 'omitted'))
      .map(([value, how]) => {
        const isSpelt = how === 'literal' || (isNonNullType(argument.type) && how !== 'given')
        if (isSpelt) return { text: `${argument.name}: ${value.literal}`, variables: [] }
        const name = `v${digest([argument.name, argument.type, value.literal, how])}`
        const byDefault = how === 'default' ? ` = ${value.literal}` : ''
        const definition = `$${name}: ${argument.type}${byDefault}`
        const given = how === 'given' ? [value.json] : []
        return { text: `${argument.name}: $${name}`, variables: [{ name, definition, given }] }
      })

  const argumentsOf = ({ args }: GraphQLField<unknown, unknown>): fc.Arbitrary<Part> => {
    const parts = args.map((argument) =>
      isNonNullType(argument.type)
        ? argumentPart(argument)
        : fc.option(argumentPart(argument), { nil: null, freq: 2 }),
    )
    return fc.tuple(...parts).map((all) => {
      const given = all.filter((part) => part !== null)
      return joined(given, given.length === 0 ? '' : `(${given.map(({ text }) => text).join(', ')})`)
    })
  }

  const fieldPart = (field: GraphQLField<unknown, unknown>, levels: number): fc.Arbitrary<Part> => {
    const type = getNamedType(field.type)
    const inner = isCompositeType(type) ? selections(type, levels - 1) : fc.constant(NOTHING)
    return fc.tuple(argumentsOf(field), inner, fc.boolean()).map(([args, below, renamed]) => {
      // One name of an answer is always the same field with the same arguments, so that fields merge.
      const name = `${field.name}X${digest([field.name, args.text])}`
      const alias = args.text !== '' || renamed ? `${name}: ` : ''
      return joined([args, below], `${alias}${field.name}${args.text}${below.text}`)
    })
  }

  const selections = (type: GraphQLCompositeType, levels: number): fc.Arbitrary<Part> => {
    const all = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
    const fields = all.filter((field) => {
      const named = getNamedType(field.type)
      return !isAbstractType(named) && (levels > 1 || !isCompositeType(named))
    })
    if (fields.length === 0) return fc.constant({ text: ' { __typename }', variables: [] })
    const field = fc.constantFrom(...fields).chain((one) => fieldPart(one, levels))
    const typename = fc.constant<Part>({ text: '__typename', variables: [] })
    const interfaces = isObjectType(type) ? type.getInterfaces() : []
    const inline = fc
      .tuple(
        fc.constantFrom('', ` on ${type.name}`, ...interfaces.map(({ name }) => ` on ${name}`)),
        typename,
      )
      .map(([condition, part]) => joined([part], `...${condition} { ${part.text} }`))
    const own = levels > 1 ? fc.oneof(inline, selections(type, levels - 1).map(asInline)) : inline
    const part = fc.oneof({ weight: 8, arbitrary: field }, typename, own)
    return fc
      .array(part, { minLength: 1, maxLength: 4 })
      .map((parts) => joined(parts, ` { ${parts.map(({ text }) => text).join(' ')} }`))
  }

  return fc
    .tuple(selections(root, 5), fc.boolean())
    .map(([part, named]) => queryOf(part, named ? root.name : null))
}

const ADDRESS = /^0x[0-9a-f]{40}$/

const NOTHING: Part = { text: '', variables: [] }

function listOf(values: readonly Value[]): Value {
  return {
    literal: `[${values.map(({ literal }) => literal).join(', ')}]`,
    json: values.map(({ json }) => json),
  }
}

function joined(parts: readonly Part[], text: string): Part {
  return { text, variables: parts.flatMap(({ variables }) => variables) }
}

function asInline(part: Part): Part {
  return { ...part, text: `...${part.text}` }
}

/** Returns the query of a selection; with a root type its fields are in a fragment that is spread twice. */
function queryOf({ text, variables }: Part, root: string | null): RandomQuery {
  const definitions = [...new Set(variables.map(({ definition }) => definition))].join(', ')
  const head = definitions === '' ? 'query' : `query (${definitions})`
  return {
    text: root === null ? `${head}${text}` : `${head} { ...F ...F } fragment F on ${root}${text}`,
    variables: Object.fromEntries(
      variables.flatMap(({ name, given }) => given.map((value) => [name, value])),
    ),
  }
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 8)
}
