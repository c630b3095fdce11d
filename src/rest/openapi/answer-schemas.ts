import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLEnumType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLScalarType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { ANSWER_HEADERS, type AnswerHeader } from '../../answers/headers.ts'
import { limitsOf } from '../../graph/kit/limits/limit-plugin.ts'
import { type DeclaredTier, declaredTier } from '../../graph/kit/tier-rule.ts'
import { limitKeywords, type ValueLimits } from '../../value-limits.ts'
import {
  besideNode,
  besidePage,
  definitionOf,
  type Fragments,
  fieldsOf,
  isConnection,
  isTypeName,
  kindOf,
  type OperationBody,
  type ShownField,
  shownFields,
} from '../operations/wire-mapper.ts'
import { wireNames } from '../parameters/parameter-text.ts'

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  Address: { type: 'string' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  Float: { type: 'number' },
  Hash: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  String: { type: 'string' },
}

/**
 * Returns the schema of a scalar in an answer, with the limits of its field.
 * @throws Error for a scalar that REST does not know
 */
function scalarSchema(type: GraphQLScalarType, limits: ValueLimits = {}): JsonSchema {
  const schema = SCALARS[type.name]
  if (schema === undefined) throw new Error(`REST has no schema for the scalar ${type.name}.`)
  return { ...schema, ...limitKeywords(limits) }
}

function enumSchema(type: GraphQLEnumType): JsonSchema {
  const names = wireNames(type)
  const wireOf = (name: string) => names.get(name) ?? name
  const meanings = type.getValues().map(({ name, description }) => `- \`${wireOf(name)}\`: ${description}`)
  return {
    type: 'string',
    enum: type.getValues().map(({ name }) => wireOf(name)),
    description: `${type.description}\n\n${meanings.join('\n')}`,
  }
}

/** The schemas of answers, and the components that they refer to. */
export interface AnswerSchemas {
  /** Returns the schema of an operation's body and adds the components that it needs. */
  of(body: OperationBody): JsonSchema
  /** By name, in the order of their first use. */
  readonly components: Readonly<Record<string, JsonSchema>>
}

/** A field's selection, and its definition in the schema. */
interface Selected {
  type: GraphQLOutputType
  selection: SelectionSetNode | undefined
  fragments: Fragments
  description: string
  limits?: ValueLimits | undefined
}

/**
 * Derives the schemas of answers, as `compileWireMapper` shapes them, from operations' selections and the
 * schema's types. A selection of a type is a component named after the type. If the selection is one fragment
 * whose name does not end with `Fields`, the fragment names it, since two selections of one type need two
 * names.
 * @throws Error if two selections would be components of one name
 */
export function createAnswerSchemas(): AnswerSchemas {
  return new Components()
}

class Components implements AnswerSchemas {
  readonly components: Record<string, JsonSchema> = {}

  of({ field, selection, fragments, isList }: OperationBody): JsonSchema {
    const { type, description } = field
    const schema = this.#valueSchema({ type, selection, fragments, description: description ?? '' })
    if (!isList) return mayBeNull(type, description) ? orNull(schema) : schema
    const items = { ...schema, description: description ?? '' }
    return { type: 'object', required: ['items'], properties: { items } }
  }

  #define(name: string, schema: JsonSchema): JsonSchema {
    const known = this.components[name]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(
        `Two selections are called ${name}: make one of them a fragment with a name of its own.`,
      )
    this.components[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }

  #schemaOf(selected: Selected): JsonSchema {
    const { type } = selected
    return isNonNullType(type)
      ? this.#valueSchema({ ...selected, type: type.ofType })
      : orNull(this.#valueSchema(selected))
  }

  #valueSchema(selected: Selected): JsonSchema {
    const { type, selection, limits } = selected
    if (isNonNullType(type)) return this.#valueSchema({ ...selected, type: type.ofType })
    if (isListType(type))
      return { type: 'array', items: this.#schemaOf({ ...selected, type: type.ofType, limits: undefined }) }
    if (isEnumType(type)) return this.#define(type.name, enumSchema(type))
    if (isScalarType(type)) return scalarSchema(type, limits)
    if (isAbstractType(type) && selection !== undefined) {
      const name = componentName(type, selection)
      const own = selected.fragments
        .possibleTypes(type)
        .map((one) => this.#define(`${name}${one.name}`, this.#objectSchema(one, { ...selected, selection })))
      return { anyOf: own }
    }
    if (!isObjectType(type) || selection === undefined) throw new Error(`REST does not show ${type}.`)
    if (isConnection(type)) return this.#pageSchema(selected)
    return this.#define(componentName(type, selection), this.#objectSchema(type, { ...selected, selection }))
  }

  #objectSchema(
    type: GraphQLObjectType,
    { selection, fragments }: Selected & { selection: SelectionSetNode },
  ): JsonSchema {
    const fields = shownFields(type, selection, fragments)
    const properties = fields.map((field) => [
      field.key,
      isTypeName(field.definition) ? kindSchema(type) : this.#propertySchema(field, fragments),
    ])
    return {
      type: 'object',
      description: type.description ?? '',
      required: [...new Set(fields.map(({ key }) => key))],
      properties: Object.fromEntries(properties),
    }
  }

  #propertySchema({ type, selection, definition }: ShownField, fragments: Fragments): JsonSchema {
    const description = definition.description ?? ''
    const schema = this.#schemaOf({ type, selection, fragments, description, limits: limitsOf(definition) })
    return { ...schema, description, ...tierExtension(declaredTier(definition)) }
  }

  /** A node, before the fields of its edge where some are selected. */
  #rowSchema(edges: Selected, node: Selected, name: string): JsonSchema {
    const edge = getNamedType(edges.type)
    const type = getNamedType(node.type)
    if (!isObjectType(edge) || !edges.selection || !isObjectType(type) || !node.selection)
      return this.#valueSchema(node)
    const beside = besideNode(edge, edges.selection, edges.fragments)
    if (beside.length === 0) return this.#valueSchema(node)
    const own = this.#objectSchema(type, { ...node, selection: node.selection })
    const keys = beside.map(({ key }) => key)
    return this.#define(name, {
      ...own,
      required: [own.required, keys].flat(),
      properties: {
        ...Object(own.properties),
        ...Object.fromEntries(
          beside.map((field) => [field.key, this.#propertySchema(field, edges.fragments)]),
        ),
      },
    })
  }

  /** REST has no edges: it shows the nodes, the cursor if there is a next page, and `truncated`. */
  #pageSchema(connection: Selected): JsonSchema {
    const own = getNamedType(connection.type)
    if (!isObjectType(own) || !connection.selection) throw new Error(`${own} needs a selection.`)
    const beside = besidePage(own, connection.selection, connection.fragments)
    const edges = step(connection, 'edges')
    const node = step(edges, 'node')
    const type = getNamedType(node.type)
    const page = isCompositeType(type) && node.selection ? componentName(type, node.selection) : type.name
    const row = this.#rowSchema(edges, node, page)
    return this.#define(`${page}Page`, {
      type: 'object',
      description: own.description ?? '',
      required: ['items', 'nextCursor', ...beside.map(({ key }) => key)],
      properties: {
        items: { type: 'array', items: row, description: edges.description },
        nextCursor: {
          type: ['string', 'null'],
          description:
            'Pass it as `cursor`, with the same other parameters, for the next page. Null on the last page.',
        },
        ...Object.fromEntries(
          beside.map((field) => [field.key, this.#propertySchema(field, connection.fragments)]),
        ),
      },
    })
  }
}

/**
 * Root fields are nullable so that the failure of one leaves a GraphQL caller the others; at REST a failure is the whole
 * answer. Null is an answer where the description says when.
 */
function mayBeNull(type: GraphQLOutputType, description: string | null | undefined): boolean {
  return !isNonNullType(type) && /\bnull\b/i.test(description ?? '')
}

/** Returns the schema of the `kind` that distinguishes objects of an interface. */
function kindSchema({ name }: GraphQLObjectType): JsonSchema {
  return { type: 'string', enum: [kindOf(name)], description: 'The kind of row.' }
}

function componentName(type: GraphQLCompositeType, { selections }: SelectionSetNode): string {
  const [only, more] = selections
  const named = only?.kind === Kind.FRAGMENT_SPREAD && more === undefined && !/Fields$/.test(only.name.value)
  return named ? only.name.value : type.name
}

function select(parent: GraphQLObjectType, node: FieldNode, fragments: Fragments): Selected {
  const { type, description } = definitionOf(parent, node)
  return { type, selection: node.selectionSet, fragments, description: description ?? '' }
}

/** The field of this name that is selected one step further in. */
function step({ type, selection, fragments }: Selected, name: string): Selected {
  const parent = getNamedType(type)
  const node = selection && fieldsOf(selection, fragments).find((field) => field.name.value === name)
  if (!isObjectType(parent) || node === undefined) throw new Error(`${type} needs a selection of ${name}.`)
  return select(parent, node, fragments)
}

function orNull(schema: JsonSchema): JsonSchema {
  return typeof schema.type === 'string'
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] }
}

/** A schema of JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * Returns the tier of a field or a parameter as `x-tier`: the required tier, and the result for lower ones.
 */
export function tierExtension(tier: DeclaredTier | null): JsonSchema {
  if (tier === null) return {}
  const { requires, otherwise, where } = tier
  return { 'x-tier': { requires: requires.toLowerCase(), otherwise: otherwise.toLowerCase(), where } }
}

/** The kinds of headers that are on all answers; others are sent when they apply. */
const CERTAIN: readonly AnswerHeader['on'][] = ['every answer', '401', '429 and 503']

/** Every header of answers as a component, by its name. */
export const HEADER_OBJECTS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  ANSWER_HEADERS.filter(({ on }) => on !== '405').map(({ name, on, description, example }) => {
    const isCount = /^\d+$/.test(example)
    const schema = isCount ? { type: 'integer', minimum: 0 } : { type: 'string' }
    const shown = isCount ? Number(example) : example
    return [name, { description, required: CERTAIN.includes(on), schema, example: shown }]
  }),
)

/** The headers of an answer of these kinds, besides those of every answer. */
export function headersOn(...kinds: readonly AnswerHeader['on'][]): JsonSchema {
  const shown = ANSWER_HEADERS.filter(({ on }) => on === 'every answer' || kinds.includes(on))
  return Object.fromEntries(shown.map(({ name }) => [name, { $ref: `#/components/headers/${name}` }]))
}
