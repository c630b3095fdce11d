import { isGated, meets, showsPeople, TIERS } from '../../access/tier.ts'
import { PequodError } from '../../errors.ts'
import type { MarketCategory } from '../../ledger/market-category.ts'
import { type Day, dayOf, dayText } from '../../ledger/quantities.ts'
import {
  LEADERBOARDS,
  type LeaderboardDefinition,
  leaderboardById,
  PERIODS,
  TABS,
} from '../../metrics/leaderboards.ts'
import type { BoardFilter, Snapshot, StatsScope } from '../../store/snapshot/snapshot-reader.ts'
import {
  checkedWindow,
  type DayWindow,
  type GivenDays,
  MAKES_ANOTHER_BOARD,
  ON_A_LATE_DAY,
  PRO_WINDOW,
} from '../kit/board-access.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { argumentError, quoted } from '../kit/errors.ts'
import { type NodeId, nodeIdOf } from '../kit/node-id.ts'
import { argumentRefusal } from '../kit/tier-gate.ts'

export const LeaderboardWindowType = builder.objectRef<DayWindow>('LeaderboardWindow').implement({
  description: 'The range of UTC days that a leaderboard covers.',
  fields: (t) => ({
    from: t.of('Date', 'from', 'The first day, included.'),
    to: t.of('Date', 'to', 'The last day, included.'),
  }),
})

export interface Leaderboard {
  /** The board; for a window, the tab's over all time. */
  readonly definition: LeaderboardDefinition
  readonly snapshot: Snapshot
  /** The days of a window, instead of the period; the snapshot is as of the last. */
  readonly window: DayWindow | null
  /** The category of the only units that it counts. */
  readonly category: MarketCategory | null
  /** True if its traders are withheld from anonymous callers. */
  readonly isGated: boolean
}

/** A board's id, or with a window a tab's; with the day and the scope of its numbers. */
export type AskedBoard = Omit<NodeId, 'window'> & { readonly window: GivenDays | null }

/** Arguments that a gated board refuses to anonymous callers; an id can contain them as well. */
const REFUSED_DAY = argumentRefusal('asOf', ON_A_LATE_DAY, 'ANONYMOUS')
const REFUSED_CATEGORY = argumentRefusal('category', MAKES_ANOTHER_BOARD, 'ANONYMOUS')
const NOT_PRO = new Map(TIERS.map((tier) => [tier, argumentRefusal('window', PRO_WINDOW, tier)]))

/**
 * Returns a board for a request's caller, the newest if no day is given; null if no board has the id.
 * @throws PequodError UNAUTHENTICATED for an anonymous caller of a gated board as of a day of the current month or of a category;
 * UNAUTHENTICATED or PRO_REQUIRED for a window without Pro; BAD_USER_INPUT for a window that the ledger does
 * not hold, and for a board defined over the whole record alone
 */
export async function findLeaderboard(
  asked: AskedBoard,
  context: RequestContext,
): Promise<Leaderboard | null> {
  const { asOf, category } = asked
  const definition = definitionOf(asked)
  if (definition === null) return null
  const { tier } = context.caller
  const isOpen = showsPeople(definition.tab, tier)
  if (!isOpen && category !== null) throw REFUSED_CATEGORY
  const isEarlier = asOf !== null && isGated(definition.tab) && (await isOfEarlierMonth(asOf, context))
  if (!isOpen && asOf !== null && !isEarlier) throw REFUSED_DAY
  if (asked.window !== null && !meets(tier, PRO_WINDOW.requires)) throw NOT_PRO.get(tier)
  refuseSlices(definition, asked)
  const window = asked.window && (await checkedWindow(asked.window, context))
  const snapshot = await context.snapshot(window?.to ?? asOf)
  return { definition, snapshot, window, category, isGated: isGated(definition.tab) && !isEarlier }
}

/** True for a day of a month that has ended at the newest cutoff: gated boards as of such days are public. */
async function isOfEarlierMonth(day: Day, { snapshot }: Pick<RequestContext, 'snapshot'>): Promise<boolean> {
  const { cutoff } = await snapshot()
  return monthOf(day) < monthOf(dayOf(cutoff.time))
}

function monthOf(day: Day): string {
  return dayText(day).slice(0, 7)
}

function definitionOf({ name, window }: AskedBoard): LeaderboardDefinition | null {
  const board = leaderboardById(name)
  if (window === null) return board ?? null
  const tab = board?.tab ?? TABS.find(({ wire }) => wire === name)
  return (tab && leaderboardById(`${tab.wire}-all`)) ?? null
}

function refuseSlices({ tab }: LeaderboardDefinition, { asOf, window, category }: AskedBoard): void {
  if (window !== null && asOf !== null)
    throw wrong('window', 'cannot be combined with asOf: it ends with its own last day')
  const slice = window !== null ? 'window' : category !== null ? 'category' : null
  if (slice === null || tab.isSliced) return
  const others = TABS.filter(({ isSliced }) => isSliced).map(({ wire }) => wire)
  throw wrong(
    slice,
    `cannot be used with ${tab.wire}, which is defined over whole periods and all markets; use it with ${others.join(', ')}`,
  )
}

function wrong(name: string, message: string) {
  return argumentError({ issues: [{ code: 'custom', path: [name], message, input: null }] })
}

/** A board's id among all objects: one for each content. */
export function boardNodeId({ definition, snapshot, window, category }: Leaderboard): string {
  const name = window === null ? definition.id : definition.tab.wire
  return nodeIdOf(name, { asOf: snapshot.asOf, window, category })
}

/** Returns the period, window and category of a board's numbers. */
export function scopeOf({ definition, window, category }: Leaderboard): StatsScope {
  return { window: window ?? definition.period, category }
}

/** True for a board of a window or a category, which no refresh publishes. */
export function isSlice({ window, category }: Leaderboard): boolean {
  return window !== null || category !== null
}

/** Returns the key by which the reader of boards finds a board. */
export function sliceOf({ window, category }: Leaderboard): Pick<BoardFilter, 'window' | 'category'> {
  return { ...(window && { window }), ...(category && { category }) }
}

/**
 * Returns NOT_FOUND for an unknown leaderboard. It names the tab's periods if the tab exists, else all tabs
 * and periods.
 */
export function unknownLeaderboard(id: string): PequodError {
  const tab = TABS.find(({ wire }) => id.startsWith(`${wire}-`))
  const known = LEADERBOARDS.filter((board) => board.tab === tab).map((board) => board.period.wire)
  const hint = tab
    ? `the tab ${tab.wire} has the periods ${known.join(', ')}`
    : `an id is {tab}-{period} with a tab of ${TABS.map(({ wire }) => wire).join(', ')} and a period of ` +
      PERIODS.map(({ wire }) => wire).join(', ')
  return new PequodError('NOT_FOUND', `No leaderboard has the id ${quoted(id)}: ${hint}.`)
}
