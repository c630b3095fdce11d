import { PequodError, wrongArgument } from '../../errors.ts'
import { MARKET_CATEGORIES, type MarketCategory } from '../../ledger/market-category.ts'
import { type Day, dayOfText, dayText } from '../../ledger/quantities.ts'
import { leaderboardById, TABS } from '../../metrics/leaderboards.ts'

/** The prefix of an event's id; the source's number follows. */
export const EVENT_ID = 'event:'

/** The source's number of an event that a caller names. */
export function eventOf(text: string): string {
  return text.startsWith(EVENT_ID) ? text.slice(EVENT_ID.length) : text
}

/** An object's identity: its name within its type, and the day, window and category of its numbers. */
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
 * Returns an object's id across all types. An object's name in its own type (an address, a board's id) is
 * unique among all of them, so it starts the id; the day or window and the category of its numbers follow
 * after an @. Clients cache objects by id, so two days' numbers must not share one.
 */
export function nodeIdOf(name: string, of: Partial<Omit<NodeId, 'name'>> = {}): string {
  const { asOf = null, window = null, category = null } = of
  const day = asOf === null ? null : dayText(asOf)
  const days = window === null ? day : `${dayText(window.from)}..${dayText(window.to)}`
  const parts = [days, category].filter((part) => part !== null)
  return parts.length === 0 ? name : `${name}@${parts.join()}`
}

/** Parses an id; a text without such parts after an @ is a name as a whole. */
export function readNodeId(id: string): NodeId {
  const at = id.lastIndexOf('@')
  const node: NodeId = { name: at === -1 ? id : id.slice(0, at), asOf: null, window: null, category: null }
  for (const part of at === -1 ? [] : id.slice(at + 1).split(',')) Object.assign(node, readPart(part))
  // Invalid parts, or parts in another order, do not print the same id again.
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
 * Loads the objects of ids, each as of its day.
 * @throws PequodError BAD_USER_INPUT if the ledger does not reach a day, UNAUTHENTICATED if the caller may
 * not read an object as of a day
 */
export function loadNodes<Node>(
  ids: readonly string[],
  read: (id: NodeId) => Promise<Node | null>,
): Promise<(Node | null)[]> {
  return Promise.all(ids.map((id) => read(readNodeId(id)).catch(refuseDay)))
}

/** A caller who fetches by id gave no such argument, so the error names the id. */
function refuseDay(failure: unknown): never {
  const isWrong = failure instanceof PequodError && failure.code === 'BAD_USER_INPUT'
  const [problem] = isWrong ? failure.problems : []
  const what = OF_AN_ID.get(problem?.name ?? '')
  throw problem && what ? refusedId(`is ${what}, which ${problem.message}`) : failure
}

/** The words for an argument that came within an id. */
const OF_AN_ID = new Map([
  ['asOf', 'as of a day'],
  ['window', 'of a window'],
  ['category', 'of a category'],
])

function refusedId(message: string): PequodError {
  return wrongArgument('id', message)
}
