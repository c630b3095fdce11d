import { showsPeople } from '../../access/tier.ts'
import type { BoardNotice } from '../../delivery/notices.ts'
import { PequodError } from '../../errors.ts'
import { DAY_SECONDS } from '../../ledger/quantities.ts'
import { LEADERBOARDS, leaderboardById } from '../../metrics/leaderboards.ts'
import { statement } from '../../store/engine/statement.ts'
import { readCurrent } from '../../store/snapshot/read-boards.ts'
import type { FollowKind } from '../follow.ts'
import { FOLLOWS } from '../follow-tables.ts'
import {
  beginTop,
  boardMoves,
  type KnownPlace,
  type TopNews,
  type TopState,
  topField,
  topNotice,
  writeTopMove,
} from '../leaderboards.ts'
import { keyOf } from '../notices.ts'
import { type RuleFields, type RulesOf, rulesInput } from '../rule-fields.ts'
import { knownOf } from '../watch-cursor.ts'

const FIELDS = { top: topField(10, 'Places') } as const satisfies RuleFields

type LeaderboardRules = RulesOf<typeof FIELDS>

interface LeaderboardNews extends TopNews {
  board: string
}

/** A leaderboard. It notifies of traders who enter or leave its top. */
export const LEADERBOARD: FollowKind<LeaderboardRules, TopState, LeaderboardNews> = {
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
  words: ({ top }) => `traders entering or leaving the top ${top}`,
  begin: beginTop,
  wants(follower, { news }): BoardNotice | null {
    const { board } = news
    const definition = leaderboardById(board)
    if (definition === undefined || !showsPeople(definition.tab, follower.tier)) return null
    const notice = topNotice(follower, news, board)
    return notice && { ...notice, leaderboard: board, title: definition.title }
  },
  isOfSnapshot: () => true,
  group: (board) => `board ${board}`,
  async watchSnapshot({ db, snapshot, topics }) {
    const moves = await db.view(async (sql) => {
      const current = await readCurrent(sql, null)
      if (current === null || current.id !== snapshot) return []
      const followed = new Set((await FOLLOWED.all(sql)).map(({ topic }) => topic))
      return boardMoves(sql, current, await knownOf<KnownPlace[]>(sql, topics), followed)
    })
    for (const { known, places, changes } of moves) {
      const news: LeaderboardNews | null = changes && { board: keyOf(known.topic), snapshot, changes }
      await writeTopMove(db, snapshot, { known, state: places, news })
    }
  },
}

const FOLLOWED = statement((from) => from(FOLLOWS).distinct('topic').where('kind', 'leaderboard'))
