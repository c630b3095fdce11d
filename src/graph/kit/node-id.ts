import { PequodError, wrongArgument } from '../../errors.ts'
import { MARKET_CATEGORIES, type MarketCategory } from '../../ledger/market-category.ts'
import { type Day, dayOfText, dayText } from '../../ledger/quantities.ts'
import { leaderboardById, TABS } from '../../metrics/leaderboards.ts'

/** What an event's id begins with: its source's number of it follows. */
export const EVENT_ID = 'event:'

/** An object of the graph: what names it in its own type, and of what its numbers are. */
export interface NodeId {
  /** An address, a board's id, an alert's id; of a board of a window, its tab's id. */
  name: string
  /** The day that it is as of; null for the newest, and with a window. */
  asOf: Day | null
  /** The days that a board is of. */
  window: { readonly from: Day; readonly to: Day } | null
  /** The category that a board is of. */
  category: MarketCategory | null
}

/**
 * An object's id across all types. What names a thing in its own type (an address, a board's id) is unique among all
 * of them, so it is the id as it stands; what narrows its numbers follows behind an @: the day or the window, then the
 * category. Clients keep objects by their ids, so one id must not have the numbers of two days.
 */
export function nodeIdOf(name: string, of: Partial<Omit<NodeId, 'name'>> = {}): string {
  const { asOf = null, window = null, category = null } = of
  const day = asOf === null ? null : dayText(asOf)
  const days = window === null ? day : `${dayText(window.from)}..${dayText(window.to)}`
  const parts = [days, category].filter((part) => part !== null)
  return parts.length === 0 ? name : `${name}@${parts.join()}`
}

/** What an id says, if it is one: of a text without such parts behind an @, all is the name. */
export function readNodeId(id: string): NodeId {
  const at = id.lastIndexOf('@')
  const node: NodeId = { name: at === -1 ? id : id.slice(0, at), asOf: null, window: null, category: null }
  for (const part of at === -1 ? [] : id.slice(at + 1).split(',')) Object.assign(node, readPart(part))
  // Parts that are none, or stand in another order, make an id that is not made again as it came.
  return nodeIdOf(node.name, node) === id ? node : { name: id, asOf: null, window: null, category: null }
}

function readPart(part: string): Partial<NodeId> {
  const category = MARKET_CATEGORIES.find((one) => one === part)
  if (category) return { category }
  const [from = null, to = null] = part.split('..').map(dayOfText)
  return from !== null && to !== null ? { window: { from, to } } : { asOf: from }
}

/**
 * The type that an id belongs to, known by its form, and the id within the type (addresses in lower case).
 * @throws PequodError BAD_USER_INPUT for a text that no object can have as its id
 */
export function parseNodeId(text: string): {
  typename: 'Trader' | 'Market' | 'Event' | 'Leaderboard' | 'Position' | 'Trade' | 'WhaleAlert'
  id: string
} {
  const { name, asOf, window, category } = readNodeId(text)
  if (window === null && category === null) {
    const id = nodeIdOf(name.toLowerCase(), { asOf })
    if (/^0x[0-9a-f]{40}$/i.test(name)) return { typename: 'Trader', id }
    if (/^0x[0-9a-f]{64}$/i.test(name)) return { typename: 'Market', id }
    if (name.startsWith(EVENT_ID)) return { typename: 'Event', id: text }
  }
  const isBoard = window === null ? leaderboardById(name) : TABS.some(({ wire }) => wire === name)
  if (isBoard) return { typename: 'Leaderboard', id: text }
  if (window === null && category === null && /^(?:\d{1,10}-\d{1,7}|row-\d{1,16})$/.test(name))
    return { typename: 'Trade', id: text }
  if (window === null && category === null && /^0x[0-9a-f]{40}:\d{1,78}$/i.test(name))
    return { typename: 'Position', id: text }
  if (asOf === null && /^[\w-]{22}$/.test(name)) return { typename: 'WhaleAlert', id: text }
  throw refusedId(
    "is not an id: expected a trader's address (0x and 40 hex digits), a market's condition (0x and 64), an event's id (such as event:903), a leaderboard's id (such as pnl-7d), each also followed by a day (pnl-7d@2026-01-15), one of a window or a category (pnl@2026-01-01..2026-01-31,sports), a trade's (52000000-17), a position's (0x…:1234), or an alert's (22 characters)",
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

/** Whoever asks by an id gave no such argument. */
function refuseDay(failure: unknown): never {
  const isWrong = failure instanceof PequodError && failure.code === 'BAD_USER_INPUT'
  const [problem] = isWrong ? failure.problems : []
  const what = OF_AN_ID.get(problem?.name ?? '')
  throw problem && what ? refusedId(`is ${what}, which ${problem.message}`) : failure
}

/** What an id says in place of an argument. */
const OF_AN_ID = new Map([
  ['asOf', 'as of a day'],
  ['window', 'of a window'],
  ['category', 'of a category'],
])

function refusedId(message: string): PequodError {
  return wrongArgument('id', message)
}
