import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type SelectionSetNode,
} from 'graphql'

/** The fragments of a document, by their names. */
export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>

/** What a selection stands in. */
export interface SelectionPlace {
  readonly schema: GraphQLSchema
  readonly fragments: Fragments
}

/**
 * The fields that selections without directives ask of an object: by the key under which they stand in the answer, in
 * its order, each with all nodes that ask for it.
 */
export function collectFields(
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
  { schema, fragments }: SelectionPlace,
): ReadonlyMap<string, readonly FieldNode[]> {
  const fields = new Map<string, FieldNode[]>()
  const spread = new Set<string>()
  for (const selection of selections) collect(selection)
  return fields

  function collect({ selections: nodes }: SelectionSetNode): void {
    for (const node of nodes) {
      if (node.kind === Kind.FIELD) collectField(node)
      else if (node.kind === Kind.FRAGMENT_SPREAD) collectFragment(node.name.value)
      else if (isOf(node.typeCondition)) collect(node.selectionSet)
    }
  }

  function collectField(node: FieldNode): void {
    const key = (node.alias ?? node.name).value
    const known = fields.get(key)
    if (known) known.push(node)
    else fields.set(key, [node])
  }

  function collectFragment(name: string): void {
    if (spread.has(name)) return
    spread.add(name)
    const fragment = fragments[name]
    if (fragment && isOf(fragment.typeCondition)) collect(fragment.selectionSet)
  }

  function isOf(condition: NamedTypeNode | undefined): boolean {
    if (condition === undefined) return true
    const named = schema.getType(condition.name.value)
    return named === type || (isAbstractType(named) && schema.isSubType(named, type))
  }
}
