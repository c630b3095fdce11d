import { showsPeople } from '../../access/shown-people.ts'
import type { BoardMove, BoardNotice } from '../../delivery/notices/board-notice.ts'
import { PequodError } from '../../errors.ts'
import { DAY_SECONDS } from '../../ledger/quantities.ts'
import { LEADERBOARDS, leaderboardById } from '../../metrics/leaderboards.ts'
import { statement } from '../../store/engine/statement.ts'
import { readCurrent } from '../../store/snapshot/read-boards.ts'
import { newestHead } from '../../store/snapshot/stored-snapshots.ts'
import type { FollowKind } from '../follow.ts'
import { FOLLOWS } from '../follow-tables.ts'
import { boardMoves } from '../leaderboards/board-moves.ts'
import { type BoardChanges, changesOfTop, type KnownPlace, MOST_TOP } from '../leaderboards/board-places.ts'
import { noticeId } from '../notice-id.ts'
import { addNotices, keyOf } from '../notices.ts'
import { type RuleFields, type RulesOf, rulesInput } from '../rule-fields.ts'
import { beginKnown, knownOf, moveKnown } from '../watch-cursor.ts'

const FIELDS = {
  top: {
    type: 'count',
    limits: { minimum: 1, maximum: MOST_TOP },
    default: 10,
    label: 'Places',
    text: 'Number of top places, {limits}: traders entering or leaving them send a notification.',
  },
} as const satisfies RuleFields

export type LeaderboardRules = RulesOf<typeof FIELDS>

/** The newest snapshot when a follow began, 0 without one: its owner is notified of later ones. */
export interface LeaderboardState {
  snapshot: number
}

/** A snapshot's changes of a board, for a top of any length. */
interface LeaderboardNews {
  board: string
  snapshot: number
  changes: BoardChanges
}

/** A leaderboard. It notifies of traders who enter or leave its top. */
export const LEADERBOARD: FollowKind<LeaderboardRules, LeaderboardState, LeaderboardNews> = {
  name: 'leaderboard',
  title: 'Leaderboard',
  plural: 'leaderboards',
  limits: { FREE: 2, PRO: 20 },
  keptSeconds: 7 * DAY_SECONDS,
  subject: {
    name: 'leaderboard',
    limits: { minLength: 1, maxLength: 64 },
    text: "The leaderboard's id, such as `pnl-7d`, {limits}.",
    placeholder: 'pnl-7d',
    label: 'Leaderboard',
    options: LEADERBOARDS,
  },
  shown: { name: 'leaderboardId', type: 'String', text: 'The id of the leaderboard, such as `pnl-7d`.' },
  text: 'A leaderboard, and the places whose changes send a notification.',
  fields: FIELDS,
  input: rulesInput(FIELDS),
  async find(_sql, text) {
    if (leaderboardById(text) !== undefined) return text
    throw new PequodError('NOT_FOUND', `${text} is no leaderboard: give the id of one, such as pnl-7d.`)
  },
  usual: () => ({ top: 10 }),
  words: ({ top }) => `top ${top}`,
  async begin(tx, { topic, state }) {
    await beginKnown(tx, topic, true)
    // Snapshot numbers only grow, so an existing follow keeps its earlier one.
    return state ?? { snapshot: (await newestHead(tx))?.id ?? 0 }
  },
  wants: ({ rules, tier, state }, { news }) =>
    (state?.snapshot ?? 0) < news.snapshot ? noticeOf(news, rules.top, tier) : null,
  isOfSnapshot: () => true,
  group: (board) => `board ${board}`,
  async watchSnapshot({ db, snapshot, topics }) {
    const moves = await db.view(async (sql) => {
      const current = await readCurrent(sql, null)
      if (current === null || current.id !== snapshot) return []
      const followed = new Set((await FOLLOWED.all(sql)).map(({ topic }) => topic))
      return boardMoves(sql, current, await knownOf<KnownPlace[]>(sql, topics), followed)
    })
    for (const { known, places, changes } of moves)
      await db.transaction(async (tx) => {
        if (!(await moveKnown(tx, known, snapshot, places)) || changes === null) return
        const { topic } = known
        const news: LeaderboardNews = { board: keyOf(topic), snapshot, changes }
        const { time } = changes
        const id = noticeId(topic, snapshot, time)
        // The notice depends on no event, so a reverted block retracts nothing: the next snapshot corrects
        // it.
        await addNotices(tx, [{ id, topic, time, key: Number.MIN_SAFE_INTEGER, low: null, high: null, news }])
      })
  },
}

const FOLLOWED = statement((from) => from(FOLLOWS).distinct('topic').where('kind', 'leaderboard'))

/** Null if nothing changed in the top, or nothing that the tier may read. */
function noticeOf(news: LeaderboardNews, top: number, tier: 'FREE' | 'PRO'): BoardNotice | null {
  const { board, snapshot, changes } = news
  const definition = leaderboardById(board)
  if (definition === undefined || !showsPeople(definition.tab, tier)) return null
  const { entered, left } = changesOfTop(changes.moves, top)
  if (entered.length + left.length === 0) return null
  const { time } = changes
  return {
    id: noticeId(board, top, snapshot, time),
    time,
    leaderboard: board,
    title: definition.title,
    top,
    entered: entered.map(moveOf),
    left: left.map(moveOf),
  }
}

function moveOf({ address, name, rank, previousRank }: BoardMove): BoardMove {
  return { address, name, rank, previousRank }
}
