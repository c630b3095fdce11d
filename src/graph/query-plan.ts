import {
  type DocumentNode,
  defaultFieldResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  TypeNameMetaFieldDef,
} from 'graphql'
import { collectFields, type SelectionPlace } from './collect-fields.ts'
import { type LeafValue, leafValue } from './leaf-value.ts'
import { type ObjectMaker, objectMaker } from './object-maker.ts'

/** A query with all that is known of it before a request. */
export interface QueryPlan extends SelectionPlace {
  readonly operation: OperationDefinitionNode
  readonly root: PlannedObject
}

/** What is asked of an object. */
export interface PlannedObject {
  /** In the order of the answer. */
  readonly fields: readonly PlannedField[]
  /** Makes what the answer shows of it, of what it shows of each field. */
  readonly make: ObjectMaker
}

/** A field as it is asked for. */
export interface PlannedField {
  /** Under which it stands in the answer. */
  readonly key: string
  /** All nodes that ask for it; its arguments are those of the first. */
  readonly nodes: readonly [FieldNode, ...FieldNode[]]
  readonly parentType: GraphQLObjectType
  readonly definition: GraphQLField<unknown, unknown>
  readonly resolve: GraphQLFieldResolver<unknown, unknown>
  readonly value: PlannedValue
}

/** What the answer shows of a field's value, or of an item of its list. */
export type PlannedValue =
  | { readonly kind: 'LEAF'; readonly isNullable: boolean; readonly show: LeafValue }
  | { readonly kind: 'LIST'; readonly isNullable: boolean; readonly item: PlannedValue }
  | { readonly kind: 'OBJECT'; readonly isNullable: boolean; readonly object: PlannedObject }

/** Plans the one query of a document that {@link isCompilable} holds for. @throws TypeError for another document */
export function planQuery(schema: GraphQLSchema, document: DocumentNode): QueryPlan {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const type = schema.getQueryType()
  if (!operation || !type) throw new TypeError('There is no query to plan.')
  const place = { schema, fragments: fragmentsOf(document) }
  const ask = { place, selections: [operation.selectionSet] }
  return { ...place, operation, root: planObject(type, ask) }
}

function fragmentsOf({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]))
}

/** What is asked of an object. */
interface Ask {
  readonly place: SelectionPlace
  readonly selections: Parameters<typeof collectFields>[1]
}

function planObject(type: GraphQLObjectType, { place, selections }: Ask): PlannedObject {
  const fields = collectFields(type, selections, place)
  return {
    fields: Array.from(fields, ([key, nodes]) => planField(type, key, nodes, place)),
    make: objectMaker([...fields.keys()]),
  }
}

function planField(
  parentType: GraphQLObjectType,
  key: string,
  nodes: readonly FieldNode[],
  place: SelectionPlace,
): PlannedField {
  const [first, ...others] = nodes
  const name = first?.name.value ?? ''
  const definition = name === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : parentType.getFields()[name]
  if (first === undefined || definition === undefined)
    throw new TypeError(`${parentType.name} has no field ${name}.`)
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  return {
    key,
    nodes: [first, ...others],
    parentType,
    definition,
    resolve: definition.resolve ?? defaultFieldResolver,
    value: planValue(definition.type, { place, selections }),
  }
}

function planValue(type: GraphQLOutputType, ask: Ask, isNullable = true): PlannedValue {
  if (isNonNullType(type)) return planValue(type.ofType, ask, false)
  if (isListType(type)) return { kind: 'LIST', isNullable, item: planValue(type.ofType, ask) }
  if (isLeafType(type)) return { kind: 'LEAF', isNullable, show: leafValue(type) }
  if (isObjectType(type)) return { kind: 'OBJECT', isNullable, object: planObject(type, ask) }
  throw new TypeError(`Which fields are asked of ${type.name} is not known before a request.`)
}
