import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql'

/** The fields on the way to a row, and those of a row that need no more than its cells and its trader. */
const WITHOUT_EXTRAS: ReadonlySet<string> = new Set([
  '__typename',
  'edges',
  'cursor',
  'node',
  'nodes',
  'pageInfo',
  'cutoff',
  'totalCount',
  'truncated',
  'truncatedReason',
  'rank',
  'previousRank',
  'address',
  'username',
  'profileImage',
  'xUsername',
  'verifiedBadge',
  'coverage',
  'value',
  'pnl',
  'volume',
  'roi',
  'tradeCount',
  'isBot',
])
/** Fields whose own fields are read by themselves. */
const READ_APART: ReadonlySet<string> = new Set(['trader', 'pageInfo', 'cutoff'])

type Selecting = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>

/**
 * Returns whether a selection of a board's entries needs a number that its standings do not have. True for a field that is
 * not known to do without, and for one that a directive leaves out.
 */
export function selectsExtras({ fieldNodes, fragments }: Selecting): boolean {
  const looked = new Set<string>()
  const selects = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return selects(selection.selectionSet)
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const { value } = selection.name
        // Once is enough, or fragments that spread each other twice would take exponential time.
        if (looked.has(value)) return false
        looked.add(value)
        const fragment = fragments[value]
        return fragment === undefined || selects(fragment.selectionSet)
      }
      const { name, selectionSet } = selection
      if (READ_APART.has(name.value)) return false
      return !WITHOUT_EXTRAS.has(name.value) || (selectionSet !== undefined && selects(selectionSet))
    })
  return fieldNodes.some(({ selectionSet }) => selectionSet !== undefined && selects(selectionSet))
}
