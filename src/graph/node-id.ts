import { PequodError } from '../errors.ts'
import { leaderboardById } from '../metrics/leaderboards.ts'

/**
 * An object's id across all types. What names a thing in its own type (an address, a board's id) is unique among all
 * of them, so it is the id as it stands: one id for GraphQL, REST and people.
 */
export function nodeIdOf(id: string): string {
  return id
}

/**
 * The type that an id belongs to, told by its form, and the id within the type (addresses in lower case).
 * @throws PequodError BAD_USER_INPUT for a text that no object can have as its id
 */
export function parseNodeId(text: string): { typename: 'Trader' | 'Leaderboard' | 'WhaleAlert'; id: string } {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return { typename: 'Trader', id: text.toLowerCase() }
  if (leaderboardById(text)) return { typename: 'Leaderboard', id: text }
  if (/^[\w-]{22}$/.test(text)) return { typename: 'WhaleAlert', id: text }
  const message =
    "is not an id: expected a trader's address (0x and 40 hex digits), a leaderboard's id (such as pnl-7d) or an alert's (22 characters)"
  throw new PequodError('BAD_USER_INPUT', `The argument id ${message}.`, {
    problems: [{ in: 'argument', name: 'id', message }],
  })
}
