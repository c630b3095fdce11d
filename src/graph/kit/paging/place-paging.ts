import type { ArgBuilder } from '@pothos/core'
import { meets, type Tier } from '../../../access/tier.ts'
import { wrongArgument } from '../../../errors.ts'
import type { Place, PlaceBound } from '../../../store/ledger/place.ts'
import type { GraphSchemaTypes } from '../builder.ts'
import { PAGE_READ, PAGE_ROWS, type Price, sliced } from '../cost/query-cost.ts'
import { AFTER, BEFORE, LAST, LIST_LIMITS, PAGE, rowsPerPage } from '../limits/known-limits.ts'
import type { ArgumentTier } from '../tier-rule.ts'
import { edgesOf, FIRST_AND_LAST, NO_CURSOR, type PageArguments } from './page-slice.ts'

/** The default number of rows, which is all that an anonymous caller sees of a list. */
export const FIRST_ROWS = 25

/** The tier needed beyond the first rows of a list. */
export const BEYOND_FIRST: ArgumentTier<unknown> = { requires: 'PRO', otherwise: 'ERROR' }
/** Above it the argument counts as null, which is the most that an anonymous caller gets. */
const MORE_ROWS: ArgumentTier<number> = {
  requires: 'FREE',
  otherwise: 'NULL',
  where: { says: `it is above ${FIRST_ROWS}`, holds: (first) => first > FIRST_ROWS },
}

/** Said of every list that is paged so. */
export const FIRST_ROWS_ALONE = `Anonymous callers get the first ${FIRST_ROWS} rows, free accounts the first ${LIST_LIMITS.rows}, Pro all of them.`

/** Why a list ends with its first page, by tier; null if it continues. */
const ENDS: Readonly<Record<Tier, string | null>> = {
  ANONYMOUS: `Anonymous callers get one page of up to ${FIRST_ROWS} rows: sign in for up to ${LIST_LIMITS.rows}, or with a Pro account for every page.`,
  FREE: `Free accounts get one page of up to ${LIST_LIMITS.rows} rows: sign in with a Pro account for every page.`,
  PRO: null,
}

type Arguments = ArgBuilder<GraphSchemaTypes>

/** The arguments of a list in both directions. Cursors and the end of the list are for Pro: they lead beyond the first rows. */
export function pageArguments(arg: Arguments) {
  const cursor = { tier: BEYOND_FIRST, limits: { minLength: 1, maxLength: LIST_LIMITS.entryCursor } }
  return {
    first: arg.int({
      tier: MORE_ROWS,
      description: rowsPerPage(FIRST_ROWS, `at most ${FIRST_ROWS} without an account`),
      limits: PAGE,
    }),
    after: arg.string({ ...cursor, description: AFTER }),
    last: arg.int({ tier: BEYOND_FIRST, description: LAST, limits: PAGE }),
    before: arg.string({ ...cursor, description: BEFORE }),
  }
}

/** Returns the price of such a list. @param pages the number of pages that it is merged from */
export function placePrice(pages = 1): Price {
  return sliced(
    {
      own: pages * PAGE_READ,
      assumedSize: FIRST_ROWS,
      slicingArguments: ['last', 'first'],
      sizedFields: PAGE_ROWS,
    },
    (tier) => (meets(tier, 'FREE') ? LIST_LIMITS.rows : FIRST_ROWS),
  )
}

/** A page as its arguments request it; `After` is the decoded cursor. */
export interface AskedPage<At> {
  rows: number
  /** True for the last rows between the cursors rather than the first. */
  isBackward: boolean
  after: At | null
  before: At | null
  /** The caller's tier: without Pro a list ends with its first page. */
  tier: Tier
}

/**
 * Reads the page that arguments request.
 * @param decode returns the cursor's place, null if it is invalid
 * @throws PequodError BAD_USER_INPUT for an invalid cursor, and for `first` with `last`
 */
export function askedPage<At>(
  args: PageArguments,
  { caller: { tier } }: { caller: { tier: Tier } },
  decode: (cursor: string, name: 'after' | 'before') => At | null,
): AskedPage<At> {
  const { first, last } = args
  if (typeof first === 'number' && typeof last === 'number') throw wrongArgument('last', FIRST_AND_LAST)
  const place = (name: 'after' | 'before') => {
    const cursor = args[name] ?? null
    const at = cursor === null ? null : decode(cursor, name)
    if (cursor !== null && at === null) throw wrongArgument(name, NO_CURSOR)
    return at
  }
  return {
    rows: last ?? first ?? FIRST_ROWS,
    isBackward: typeof last === 'number',
    after: place('after'),
    before: place('before'),
    tier,
  }
}

/** A page of a list that ends, for callers without Pro, with its first page. */
export function endingFor<Page extends { pageInfo: { hasNextPage: boolean } }>(
  tier: Tier,
  page: Page,
): Page & { truncatedReason: string | null } {
  const { pageInfo } = page
  const truncatedReason = pageInfo.hasNextPage ? ENDS[tier] : null
  pageInfo.hasNextPage &&= truncatedReason === null
  return { ...page, truncatedReason }
}

/**
 * Returns a page as a connection.
 * @param found its rows in the list's order, and one more at the far end if the list continues
 */
export function pageOf<Row, Node, At>(
  { rows, isBackward, after, before, tier }: AskedPage<At>,
  found: readonly Row[],
  nodesOf: (rows: readonly Row[]) => readonly (Node | undefined)[],
  cursorOf: (row: Row) => string,
) {
  const shown = isBackward ? found.slice(-rows) : found.slice(0, rows)
  const hasMore = found.length > rows
  const edges = edgesOf(nodesOf(shown), (place) => cursorOf(shown[place] as Row))
  return endingFor(tier, {
    edges,
    pageInfo: {
      hasNextPage: isBackward ? before !== null : hasMore,
      hasPreviousPage: isBackward ? hasMore : after !== null,
      get startCursor() {
        return edges[0]?.cursor ?? null
      },
      get endCursor() {
        return edges.at(-1)?.cursor ?? null
      },
    },
  })
}

const CURSOR_BYTES = 20

/** A place of the ledger as an opaque text: base64url of its time, its key and its item. */
export function encodePlace({ time, key, item }: Place): string {
  const bytes = Buffer.alloc(CURSOR_BYTES)
  bytes.writeBigInt64BE(BigInt(time))
  bytes.writeBigInt64BE(BigInt(key), 8)
  bytes.writeInt32BE(item, 16)
  return bytes.toString('base64url')
}

/** Decodes a cursor to its place, null if it is invalid. */
export function decodePlace(cursor: string): Place | null {
  const bytes = Buffer.from(cursor, 'base64url')
  // Decoding skips characters outside base64url, so a cursor is ours only if it is encoded to the same text
  // again.
  if (bytes.length !== CURSOR_BYTES || bytes.toString('base64url') !== cursor) return null
  const place = {
    time: Number(bytes.readBigInt64BE()),
    key: Number(bytes.readBigInt64BE(8)),
    item: bytes.readInt32BE(16),
  }
  return Object.values(place).every(Number.isSafeInteger) ? place : null
}

/** Returns the bounds of a page of a list from the newest event to the oldest. */
export function newestFirstPage({ rows, isBackward, after, before }: AskedPage<Place>): {
  bounds: { ahead?: PlaceBound; behind?: PlaceBound }
  newestFirst: boolean
  limit: number
} {
  return {
    bounds: { ...(after && { ahead: after }), ...(before && { behind: before }) },
    newestFirst: !isBackward,
    limit: rows + 1,
  }
}
