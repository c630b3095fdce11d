import type { ValueLimits } from '../../value-limits.ts'

/** How much of a list may be asked for at once, and how long what it is asked by may be: at both doors alike. */
export const LIST_LIMITS = {
  /** Rows of a page at most. */
  rows: 100,
  /** Rows of a search's page, unless more or fewer are asked for. */
  searchRows: 20,
  /** Characters of a search: an address is 42 of them. */
  query: 100,
  /** Characters of a search's cursor: one of ours holds the mark of a query, a name and an address. */
  searchCursor: 2_000,
  /** Characters of a cursor of a board's rows, which holds the board's id and the filter. */
  entryCursor: 300,
  /** Characters of a board's id: the longest of ours has 19. */
  boardId: 64,
  /** Characters of an alert's id, which is its cursor too: ours have 22. */
  alertId: 100,
} as const

/** Rows of a page. */
export const PAGE: ValueLimits = { minimum: 1, maximum: LIST_LIMITS.rows }
/** An alert's id or cursor. */
export const ALERT_ID: ValueLimits = { minLength: 1, maxLength: LIST_LIMITS.alertId }

/** Said of `after` wherever it is an argument. */
export const AFTER =
  'A cursor from the same list; the page starts after its row. Default: the start of the list.'
/** Said of `before`. */
export const BEFORE =
  'A cursor from the same list; the page ends before its row. Default: the end of the list.'
/** Said of `last`. */
export const LAST = 'Rows per page counted from the end of the list, from {limits}, instead of `first`.'

/** The description of `first`. @param usual rows of a page that is asked for without a number @param terms who may ask for more */
export function rowsPerPage(usual: number, terms?: string): string {
  return `Rows per page, from {limits}${terms === undefined ? '' : `; ${terms}`}. Default: ${usual}.`
}

/** The description of `orderBy` of a list whose cursors hold the order. @param usual the default */
export function inOrder(usual: string): string {
  return `Sort order. A cursor is valid only in its own order. Default: ${usual}.`
}
