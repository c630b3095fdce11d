import { setImmediate } from 'node:timers/promises'
import { ACCOUNTS } from '../accounts/account-tables.ts'
import type { ScreenEnd } from '../delivery/notices.ts'
import { addToOutbox, type OutboxEntry } from '../delivery/outbox.ts'
import { PequodError } from '../errors.ts'
import { dayOf, type Seconds } from '../ledger/quantities.ts'
import { recordClose, UNRECORDED_SCREENS } from '../screens/screen-closes.ts'
import { SAVED_SCREENS } from '../screens/screen-tables.ts'
import { type OwnedScreen, screensAmong, tableOf } from '../screens/screens.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { as, statement } from '../store/engine/statement.ts'
import { hiddenTraders } from '../store/opted-out.ts'
import type { AnyKind, Follower, QuestionTop, ReadTop, SnapshotLook, TellOptions } from './follow.ts'
import { FOLLOWS } from './follow-tables.ts'
import { workingChannels } from './followers.ts'
import {
  changesBetween,
  type KnownPlace,
  nextPlaces,
  shownMoves,
  type TopNews,
  WATCHED_RANKS,
  writeTopMove,
} from './leaderboards.ts'
import { keyOf, noticeId } from './notices.ts'
import { entryOf } from './outbox-entry.ts'
import { forgetKnown, type Known, knownOf, passOver, withinBounds } from './watch-cursor.ts'

export interface ScreenNews extends TopNews {
  screen: string
  title: string
  path: string
}

/** The members that the followers of a screen know. */
interface KnownScreen {
  /** Names the question: after a change of it the newest members are taken as known. */
  question: string
  title: string
  /** The snapshot by which it was answered. */
  snapshot: number
  places: readonly KnownPlace[]
}

/** A followed screen that can be read. */
interface Watched {
  known: Known<KnownScreen>
  screen: OwnedScreen
}

/**
 * Answers followed screens by a snapshot, each question once, and writes notices of their changes. A follow ends whose screen was
 * deleted, or made private by another account. Screens beyond the bounds wait for the next snapshot, those that have waited longest
 * come first; their next notice has all that changed.
 */
export async function watchScreens(look: SnapshotLook, kind: Pick<AnyKind, 'group'>): Promise<void> {
  const { db, topics } = look
  const screens = await screensAmong(db, topics.map(keyOf))
  const known = await knownOf<KnownScreen>(db, topics)
  await endUnreadable(look, kind, { known, screens })
  if (look.readTop === null) return
  const followed = new Set((await FOLLOWED.all(db)).map(({ topic }) => topic))
  const watched: Watched[] = []
  const idle: Known<KnownScreen>[] = []
  for (const one of known) {
    const screen = screens.get(keyOf(one.topic))
    if (screen === undefined) continue
    if (followed.has(one.topic)) watched.push({ known: one, screen })
    else idle.push({ ...one, state: null })
  }
  const { now, later } = withinBounds(watched, ({ known: { state }, screen }) => {
    return { answered: state?.snapshot ?? 0, question: screen.question, table: tableOf(screen) }
  })
  await passOver(look, [...idle, ...later.map((one) => one.known)])
  await answerScreens(look, now)
}

const FOLLOWED = statement((from) => from(FOLLOWS).distinct('topic').where('kind', 'screen'))

interface Read {
  known: readonly Known<KnownScreen>[]
  screens: ReadonlyMap<string, OwnedScreen>
}

async function endUnreadable(
  { db, time, options }: SnapshotLook,
  kind: Pick<AnyKind, 'group'>,
  { known, screens }: Read,
): Promise<void> {
  const titles = new Map(known.map(({ topic, state }) => [topic, state?.title ?? null]))
  const endOf = ({ topic }: EndingFollow) => {
    const screen = keyOf(topic)
    const ended = screens.has(screen) ? ('PRIVATE' as const) : ('DELETED' as const)
    // A private screen's name is its owner's alone: followers read the one that they knew.
    return { time, screen, title: titles.get(topic) ?? null, trades: null, ended }
  }
  await endFollows(db, kind, endOf, options)
  await forgetKnown(
    db,
    known.map(({ topic }) => topic).filter((topic) => !screens.has(keyOf(topic))),
  )
}

async function answerScreens(look: SnapshotLook, watched: readonly Watched[]): Promise<void> {
  const answers = new Map<string, QuestionTop | null>()
  const hidden = await hiddenTraders(look.db)
  for (const one of watched) {
    const { question } = one.screen
    // Another process, a server, must get its turn.
    await setImmediate()
    const answer = answers.get(question) ?? (await answerOf(look, question))
    // The table is being computed, or a newer snapshot is published: the next look goes on.
    if (answer === 'LATER') return
    answers.set(question, answer)
    await writeAnswer(look, { ...one, answer, hidden })
  }
}

/** Null for a question that cannot be answered by this snapshot. */
async function answerOf(
  { readTop, snapshot }: SnapshotLook,
  question: string,
): Promise<QuestionTop | 'LATER' | null> {
  try {
    const answer = (await readTop?.(question, WATCHED_RANKS)) ?? null
    return answer?.snapshot === snapshot ? answer : 'LATER'
  } catch (error) {
    if (!(error instanceof PequodError)) throw error
    return error.code === 'SERVICE_UNAVAILABLE' ? 'LATER' : null
  }
}

interface Answered extends Watched {
  answer: QuestionTop | null
  hidden: ReadonlySet<number>
}

async function writeAnswer(
  { db, snapshot, time }: SnapshotLook,
  { known, screen, answer, hidden }: Answered,
): Promise<void> {
  if (answer === null) return writeTopMove(db, snapshot, { known, state: known.state, news: null })
  const { id, name: title, top } = screen
  const question = noticeId(screen.question, top)
  const before = known.state?.question === question ? known.state.places : null
  const shown = before?.filter(({ trader }) => !hidden.has(trader)) ?? null
  const members = answer.traders.slice(0, top)
  const places = nextPlaces(shown ?? [], members)
  const state: KnownScreen = { question, title, snapshot, places }
  const moves = shown === null ? [] : await shownMoves(db, changesBetween(shown, places), members)
  const news: ScreenNews = { screen: id, title, path: answer.path, snapshot, changes: { time, moves } }
  await writeTopMove(db, snapshot, { known, state, news: moves.length === 0 ? null : news })
}

/** Follows that are ended in one transaction. */
export const PAGE = 500

/** Follows of screens that their accounts cannot read: a deleted one, or a private one of another account. */
const UNREADABLE = statement((from) =>
  from(as(FOLLOWS, 'f'))
    .join(as(ACCOUNTS, 'a'), 'a.id', 'f.account_id')
    .select('f.account_id', 'f.topic', 'f.since', 'a.tier')
    .where('f.kind', 'screen')
    .whereNotExists(
      from(as(SAVED_SCREENS, 's'))
        .select('s.id')
        .where(from.raw('s.id = substr(f.topic, 8)'))
        .where((rows) => rows.where('s.is_public', 1).orWhere(from.raw('s.account_id = f.account_id'))),
    )
    .orderBy('f.account_id')
    .orderBy('f.topic')
    .limit(PAGE),
)
const END = statement((from, { accountId, topic }: { accountId: number; topic: string }) =>
  from(FOLLOWS).where('account_id', accountId).where('topic', topic).delete(),
)

export interface EndingFollow extends Pick<Follower, 'accountId' | 'tier' | 'since'> {
  topic: string
}

/** Returns the known facts of the screen whose follow ends. */
type EndOf<Of> = (follow: Of) => Omit<ScreenEnd, 'id'>

/** Ends the follows of screens that cannot be read any more: each follower is notified once, in the transaction that ends the follow. */
export async function endFollows(
  db: Database,
  kind: Pick<AnyKind, 'group'>,
  endOf: EndOf<EndingFollow>,
  options: Required<TellOptions>,
): Promise<void> {
  for (let count = PAGE; count === PAGE; )
    count = await db.transaction(async (tx) => {
      const rows = await UNREADABLE.all(tx)
      await endThese(tx, kind, { rows, endOf }, options)
      return rows.length
    })
}

/** Ends some follows and notifies their accounts. */
export async function endThese<Of extends EndingFollow>(
  tx: Sql,
  kind: Pick<AnyKind, 'group'>,
  { rows, endOf }: { rows: readonly Of[]; endOf: EndOf<Of> },
  options: Required<TellOptions>,
): Promise<void> {
  const channels = await workingChannels(
    tx,
    rows.map(({ accountId }) => accountId),
  )
  const entries: OutboxEntry[] = []
  for (const row of rows) {
    const { accountId, topic, tier, since } = row
    // Another process may have been faster.
    if ((await END.run(tx, { accountId, topic })) === 0) continue
    const channel = channels.find((one) => one.accountId === accountId)
    if (channel === undefined) continue
    const message = { id: noticeId(topic, 'ended', since), ...endOf(row) }
    entries.push(entryOf(kind, topic, { tier, message, channelId: channel.channelId }, options))
  }
  await addToOutbox(tx, entries)
}

/** Screens that one snapshot records at most; the next one has the others. */
const MOST_SCREENS = 100

/**
 * Records the members of saved screens after the last close, by the first snapshot that can answer: rules of the lab choose from them. A
 * screen that cannot be answered has no record of that day.
 */
export async function recordCloses(
  db: Database,
  { id: snapshot, cutoffTime: time }: { id: number; cutoffTime: Seconds },
  readTop: ReadTop,
): Promise<void> {
  const day = dayOf(time) - 1
  const screens = await UNRECORDED_SCREENS.all(db, { day, most: MOST_SCREENS })
  const { now } = withinBounds(screens, (screen) => ({
    answered: 0,
    question: screen.question,
    table: tableOf(screen),
  }))
  for (const { id, question, top } of now)
    try {
      const answer = await readTop(question, top)
      // A newer snapshot goes on.
      if (answer.snapshot !== snapshot) return
      const traders = answer.traders.slice(0, top)
      await db.transaction((tx) => recordClose(tx, id, { day, time, traders }))
    } catch (error) {
      if (!(error instanceof PequodError)) throw error
      if (error.code === 'SERVICE_UNAVAILABLE') return
    }
}
