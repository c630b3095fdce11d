import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLObjectType,
  SelectionSetNode,
} from 'graphql'
import { Kind } from 'graphql'

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
