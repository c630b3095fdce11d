import type { GivenParameter } from '../routes/route.ts'

/**
 * The parameters `limit` and `cursor` of a path with pages.
 * @param limit what a page holds, as a sentence
 * @param terms what else must hold for a cursor, and where reading begins without one
 */
export function pageOf(
  limit: string,
  { terms = '. Default: the first page.', example = '5' } = {},
): { limit: GivenParameter; cursor: GivenParameter } {
  const given = { in: 'query', required: false } as const
  const cursor = `nextCursor of the previous page${terms}`
  return {
    limit: { ...given, name: 'limit', description: limit, example },
    cursor: { ...given, name: 'cursor', description: cursor, example: '' },
  }
}
