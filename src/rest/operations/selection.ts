import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLAbstractType,
  GraphQLField,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  NamedTypeNode,
  SelectionSetNode,
} from 'graphql'
import { getNullableType, isObjectType, Kind, TypeNameMetaFieldDef } from 'graphql'

/** What a document's selections refer to. */
export interface Fragments {
  get(name: string): FragmentDefinitionNode | undefined
  /** The types that can stand in place of an interface. */
  possibleTypes(type: GraphQLAbstractType): readonly GraphQLObjectType[]
}

/** The fragments that a document defines. */
export function fragmentsOf(schema: GraphQLSchema, document: DocumentNode): Fragments {
  const nodes = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  const fragments = new Map(nodes.map((fragment) => [fragment.name.value, fragment]))
  return { get: (name) => fragments.get(name), possibleTypes: (type) => schema.getPossibleTypes(type) }
}

/**
 * Every field of a selection, fragments opened. The same key may come twice.
 * @param of the type whose fields are meant: those of other types are left out. @default all are taken
 */
export function fieldsOf(
  selection: SelectionSetNode,
  fragments: Fragments,
  of?: GraphQLObjectType,
): FieldNode[] {
  return selection.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node]
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)
    if (fragment === undefined) throw new Error('A selection names an unknown fragment.')
    return isOf(of, fragment.typeCondition) ? fieldsOf(fragment.selectionSet, fragments, of) : []
  })
}

function isOf(type: GraphQLObjectType | undefined, condition: NamedTypeNode | undefined): boolean {
  if (type === undefined || condition === undefined) return true
  return [type, ...type.getInterfaces()].some(({ name }) => name === condition.name.value)
}

/** True for what says which type an object is of; REST shows the type by its {@link kindOf kind}. */
export function isTypeName(field: GraphQLField<unknown, unknown>): boolean {
  return field === TypeNameMetaFieldDef
}

/** A type's name on the wire. */
export function kindOf(typename: string): string {
  return typename.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
}

/** Under which key a selected field stands in the answer. */
export function keyOf(field: FieldNode): string {
  return field.alias?.value ?? field.name.value
}

/** What the schema says of a selected field. @throws Error where the type has no such field */
export function definitionOf(parent: GraphQLObjectType, field: FieldNode): GraphQLField<unknown, unknown> {
  const name = field.name.value
  const definition = name === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : parent.getFields()[name]
  if (definition === undefined) throw new Error(`${parent.name} has no field ${name}.`)
  return definition
}

/** A field as REST shows it in an object. */
export interface ShownField {
  key: string
  /** The keys that lead to its value from the object's. */
  path: readonly string[]
  /** The field of the object's own that is selected: who may have it, and what it means. */
  definition: GraphQLField<unknown, unknown>
  /** What the value is. */
  type: GraphQLOutputType
  selection: SelectionSetNode | undefined
}

/** True for a page of a list. */
export function isConnection(type: GraphQLOutputType): boolean {
  const own = getNullableType(type)
  return isObjectType(own) && own.name.endsWith('Connection')
}

/** What is selected of a page beside its rows and its place: REST shows it behind them. */
export function besidePage(
  connection: GraphQLObjectType,
  selection: SelectionSetNode,
  fragments: Fragments,
): ShownField[] {
  const fields = fieldsOf(selection, fragments).map((node) => shownField(connection, node))
  return fields.filter(({ definition }) => definition.name !== 'edges' && definition.name !== 'pageInfo')
}

/**
 * What REST shows of the selected fields of an object, each under its key. A connection that is asked for its `nodes` is
 * the list of them; what else is asked of it stands in the object itself, behind everything else.
 * @throws Error where the type has no such field
 */
export function shownFields(
  parent: GraphQLObjectType,
  selection: SelectionSetNode,
  fragments: Fragments,
): ShownField[] {
  const own: ShownField[] = []
  const beside: ShownField[] = []
  for (const node of fieldsOf(selection, fragments, parent)) {
    const shown = shownField(parent, node)
    const inner = isConnection(shown.type) ? innerFields(shown, fragments) : []
    const nodes = inner.find(({ definition }) => definition.name === 'nodes')
    if (nodes === undefined) {
      own.push(shown)
      continue
    }
    own.push({ ...shown, path: [shown.key, nodes.key], type: nodes.type, selection: nodes.selection })
    const others = inner.filter((field) => field !== nodes)
    beside.push(...others.map((field) => ({ ...field, path: [shown.key, field.key] })))
  }
  return [...own, ...beside]
}

function shownField(parent: GraphQLObjectType, node: FieldNode): ShownField {
  const definition = definitionOf(parent, node)
  const key = keyOf(node)
  return { key, path: [key], definition, type: definition.type, selection: node.selectionSet }
}

function innerFields({ type, selection }: ShownField, fragments: Fragments): ShownField[] {
  const own = getNullableType(type)
  if (!isObjectType(own) || selection === undefined) return []
  return fieldsOf(selection, fragments).map((node) => shownField(own, node))
}
