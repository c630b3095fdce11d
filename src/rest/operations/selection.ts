import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLObjectType,
  GraphQLOutputType,
  SelectionSetNode,
} from 'graphql'
import { getNullableType, isObjectType, Kind } from 'graphql'

/** The fragments of a document, by their names. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** The fragments that a document defines. */
export function fragmentsOf(document: DocumentNode): Fragments {
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
}

/** Every field of a selection, fragments opened. The same key may come twice. */
export function fieldsOf(selection: SelectionSetNode, fragments: Fragments): FieldNode[] {
  return selection.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node]
    if (node.kind === Kind.INLINE_FRAGMENT) return fieldsOf(node.selectionSet, fragments)
    const fragment = fragments.get(node.name.value)
    if (fragment === undefined) throw new Error(`There is no fragment ${node.name.value}.`)
    return fieldsOf(fragment.selectionSet, fragments)
  })
}

/** Under which key a selected field stands in the answer. */
export function keyOf(field: FieldNode): string {
  return field.alias?.value ?? field.name.value
}

/** What the schema says of a selected field. @throws Error where the type has no such field */
export function definitionOf(parent: GraphQLObjectType, field: FieldNode): GraphQLField<unknown, unknown> {
  const definition = parent.getFields()[field.name.value]
  if (definition === undefined) throw new Error(`${parent.name} has no field ${field.name.value}.`)
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
  for (const node of fieldsOf(selection, fragments)) {
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
