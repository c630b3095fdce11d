import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql'

/** The size of an answer, as far as a document's text determines it. */
export interface DocumentSize {
  /** Levels of fields below the operation, without introspection: `{ service { name } }` has 2. */
  readonly depth: number
  /** Renamed fields, each counted as often as its fragment is spread. */
  readonly aliases: number
  /** Fields, each counted as often as its fragment is spread. */
  readonly fields: number
}

const NOTHING: DocumentSize = { depth: 0, aliases: 0, fields: 0 }

/**
 * The size of the largest operation of a document, with its fragments spread out. Each fragment is measured once, so
 * the time is linear in the document although the size is not. A recursive fragment counts as nothing: validation
 * refuses it.
 */
export function documentSize(document: DocumentNode): DocumentSize {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const measured = new Map<string, DocumentSize>()
  const sizes = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? measure(definition.selectionSet) : NOTHING,
  )
  return {
    depth: sizes.reduce((depth, size) => Math.max(depth, size.depth), 0),
    aliases: sizes.reduce((aliases, size) => Math.max(aliases, size.aliases), 0),
    fields: sizes.reduce((fields, size) => Math.max(fields, size.fields), 0),
  }

  function measure({ selections }: SelectionSetNode): DocumentSize {
    let depth = 0
    let aliases = 0
    let fields = 0
    for (const selection of selections) {
      const size = measureSelection(selection)
      depth = Math.max(depth, size.depth)
      aliases += size.aliases
      fields += size.fields
    }
    return { depth, aliases, fields }
  }

  function measureSelection(selection: SelectionSetNode['selections'][number]): DocumentSize {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return measureFragment(selection.name.value)
    const inner = selection.selectionSet ? measure(selection.selectionSet) : NOTHING
    if (selection.kind === Kind.INLINE_FRAGMENT) return inner
    const aliases = inner.aliases + (selection.alias ? 1 : 0)
    // A rule of its own bounds the depth of introspection, MaxIntrospectionDepthRule.
    const depth = selection.name.value.startsWith('__') ? 1 : inner.depth + 1
    return { depth, aliases, fields: inner.fields + 1 }
  }

  function measureFragment(name: string): DocumentSize {
    const known = measured.get(name)
    if (known) return known
    measured.set(name, NOTHING)
    const fragment = fragments.get(name)
    const size = fragment ? measure(fragment.selectionSet) : NOTHING
    measured.set(name, size)
    return size
  }
}
