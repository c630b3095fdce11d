import { foldName } from '../../store/ledger/fold-name.ts'
import type { SearchPlace, TraderRow } from '../../store/snapshot/snapshot-reader.ts'

/**
 * A found trader's place in the order of a search, by the rule that the store orders with: the whole name (0), the
 * start of the name (1), the start of the address (2), inside the name (3).
 */
export function searchPlaceOf(row: Pick<TraderRow, 'username' | 'address'>, query: string): SearchPlace {
  const folded = foldName(query)
  const name = row.username === null ? '' : foldName(row.username)
  return {
    class: matchClass(row.username === null ? null : name, row.address, folded),
    name,
    address: row.address,
  }
}

function matchClass(name: string | null, address: string, folded: string): number {
  if (name === folded) return 0
  if (name?.startsWith(folded)) return 1
  return address.startsWith(folded) ? 2 : 3
}
