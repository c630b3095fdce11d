import { plural } from '../../formats.ts'
import { type Html, html, type Part } from './html.ts'

/** Filters that are tried one by one. */
const MOST_TRIED = 6

/** A filter of a list, which may be removed alone. */
export interface OwnFilter {
  words: Part
  /** The address of the list without it. */
  without: string
  /** Counts the rows without it. */
  count(): Promise<Found>
}

interface Found {
  found: number
  /** True: there are more. @default false */
  isMore?: boolean
}

interface EmptyList {
  /** Says that nothing fits. @default `No trader fits these filters.`, by its row */
  none?: string
  /** The name of one row: `trader`. */
  row: string
  filters: readonly OwnFilter[]
  /** The address of the list without any filter. */
  all: string
}

/** Shows what a list without rows says of its filters: the one that excludes most, the number of rows without it, and a link that removes it. */
export async function emptyByFilter({
  row,
  none = `No ${row} fits these filters.`,
  filters,
  all,
}: EmptyList): Promise<Html> {
  const tried = filters.slice(0, MOST_TRIED)
  const counts = await Promise.all(tried.map(async (filter) => ({ filter, ...(await filter.count()) })))
  const [best] = counts.toSorted((one, other) => other.found - one.found)
  const clear = filters.length > 0 && html`<a href="${all}">Remove all filters</a>`
  if (best === undefined || best.found === 0) return html`<p class="calm">${none} ${clear}</p>`
  const { filter, found, isMore = false } = best
  return html`<p class="calm">${none} Without “<bdi>${filter.words}</bdi>” there ${found === 1 && !isMore ? 'is' : 'are'} ${isMore && 'more than '}${plural(found, row)}. <a href="${filter.without}">Remove this filter</a>${filters.length > 1 && html` · ${clear}`}</p>`
}
