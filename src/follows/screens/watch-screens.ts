import { setImmediate } from 'node:timers/promises'
import { PequodError } from '../../errors.ts'
import { type OwnedScreen, screensAmong, tableOf } from '../../screens/screens.ts'
import { statement } from '../../store/engine/statement.ts'
import { hiddenTraders } from '../../store/opted-out.ts'
import type { AnyKind, QuestionTop, SnapshotLook } from '../follow.ts'
import { FOLLOWS } from '../follow-tables.ts'
import { shownMoves } from '../leaderboards/board-moves.ts'
import { changesBetween, type KnownPlace, nextPlaces, WATCHED_RANKS } from '../leaderboards/board-places.ts'
import { type TopNews, writeTopMove } from '../leaderboards/top-follow.ts'
import { noticeId } from '../notice-id.ts'
import { keyOf } from '../notices.ts'
import { forgetKnown, type Known, knownOf, passOver, withinBounds } from '../watch-cursor.ts'
import { type EndingFollow, endFollows } from './end-follows.ts'

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
