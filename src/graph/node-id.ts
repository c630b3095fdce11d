import { PequodError } from '../errors.ts'
import { type Day, dayOfText, dayText } from '../ledger/quantities.ts'
import { leaderboardById } from '../metrics/leaderboards.ts'

/** An object of the graph: what names it in its own type, and the day that it is as of. */
export interface NodeId {
  /** An address, a board's id, an alert's id. */
  name: string
  /** Null for the newest. */
  asOf: Day | null
}

/**
 * An object's id across all types. What names a thing in its own type (an address, a board's id) is unique among all
 * of them, so it is the id as it stands; as of a day, the day follows behind an @: clients keep objects by their ids,
 * so one id must not have the numbers of two days.
 */
export function nodeIdOf(name: string, asOf: Day | null = null): string {
  return asOf === null ? name : `${name}@${dayText(asOf)}`
}

/** What an id says, if it is one: of a text without a day behind an @, all is the name. */
export function readNodeId(id: string): NodeId {
  const at = id.lastIndexOf('@')
  const asOf = at === -1 ? null : dayOfText(id.slice(at + 1))
  return asOf === null ? { name: id, asOf } : { name: id.slice(0, at), asOf }
}

/**
 * The type that an id belongs to, known by its form, and the id within the type (addresses in lower case).
 * @throws PequodError BAD_USER_INPUT for a text that no object can have as its id
 */
export function parseNodeId(text: string): { typename: 'Trader' | 'Leaderboard' | 'WhaleAlert'; id: string } {
  const { name, asOf } = readNodeId(text)
  if (/^0x[0-9a-f]{40}$/i.test(name)) return { typename: 'Trader', id: nodeIdOf(name.toLowerCase(), asOf) }
  if (leaderboardById(name)) return { typename: 'Leaderboard', id: text }
  if (asOf === null && /^[\w-]{22}$/.test(name)) return { typename: 'WhaleAlert', id: text }
  throw refusedId(
    "is not an id: expected a trader's address (0x and 40 hex digits), a leaderboard's id (such as pnl-7d), either with a day behind it (pnl-7d@2026-01-15), or an alert's (22 characters)",
  )
}

/**
 * The objects of ids, each read as of its day.
 * @throws PequodError BAD_USER_INPUT where a day is one that the ledger does not reach, UNAUTHENTICATED where the caller may not
 *   have an object as of a day
 */
export function loadNodes<Node>(
  ids: readonly string[],
  read: (id: NodeId) => Promise<Node | null>,
): Promise<(Node | null)[]> {
  return Promise.all(ids.map((id) => read(readNodeId(id)).catch(refuseDay)))
}

/** Whoever asks by an id gave no argument asOf. */
function refuseDay(failure: unknown): never {
  const isWrong = failure instanceof PequodError && failure.code === 'BAD_USER_INPUT'
  const [problem] = isWrong ? failure.problems : []
  throw problem?.name === 'asOf' ? refusedId(`is as of a day, which ${problem.message}`) : failure
}

function refusedId(message: string): PequodError {
  return new PequodError('BAD_USER_INPUT', `The argument id ${message}.`, {
    problems: [{ in: 'argument', name: 'id', message }],
  })
}
