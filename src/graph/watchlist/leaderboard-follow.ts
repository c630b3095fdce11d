import { requireBearer } from '../../access/identity/require-bearer.ts'
import {
  type BoardFollow,
  boardFollowInput,
  DEFAULT_TOP,
  FOLLOW_LIMITS,
  TOP,
} from '../../follows/watchlists.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import { ensureOwnAccount, ownAccountId } from '../accounts/own-account.ts'
import { argumentError, givenFields } from '../kit/argument-error.ts'
import { builder } from '../kit/builder.ts'
import { LIST_LIMITS } from '../kit/list-limits.ts'
import { findLeaderboard } from '../leaderboards/find-leaderboard.ts'
import { LeaderboardType } from '../leaderboards/leaderboard.ts'
import { unknownLeaderboard } from '../leaderboards/unknown-leaderboard.ts'
import { followFields, followTier, quietHoursInput } from './follow-fields.ts'

const FREE = { requires: 'FREE', otherwise: 'ERROR' } as const
const NAMED = {
  required: true,
  limits: { minLength: 1, maxLength: LIST_LIMITS.boardId },
  description: "The leaderboard's id, such as `pnl-7d`, {limits}.",
} as const
const ID = { description: "The leaderboard's id, such as `pnl-7d`." }

/** A leaderboard that the caller follows. */
export const LeaderboardFollowType = builder.objectRef<BoardFollow>('LeaderboardFollow').implement({
  description: 'A leaderboard that the caller follows, and the places whose changes send a notification.',
  fields: (t) => ({
    leaderboardId: t.exposeString('board', ID),
    leaderboard: t.field({
      type: LeaderboardType,
      nullable: true,
      description: 'The leaderboard. Null if this version has no leaderboard with that id.',
      resolve: ({ board: name }, _args, context) =>
        findLeaderboard({ name, asOf: null, window: null, category: null }, context),
    }),
    top: t.exposeInt('top', {
      limits: TOP,
      description: 'Number of top places, {limits}: traders entering or leaving them send a notification.',
    }),
    ...followFields(t),
  }),
})

const FollowLeaderboardInput = builder.inputType('FollowLeaderboardInput', {
  description: 'A leaderboard to follow, and the places whose changes send a notification.',
  fields: (t) => ({
    leaderboard: t.string(NAMED),
    top: t.int({
      limits: TOP,
      description: `Number of top places, from {limits}. Default: ${DEFAULT_TOP}.`,
    }),
    ...quietHoursInput(t),
  }),
})

const UnfollowLeaderboardInput = builder.inputType('UnfollowLeaderboardInput', {
  description: 'A leaderboard to stop following.',
  fields: (t) => ({ leaderboard: t.string(NAMED) }),
})

const FollowLeaderboardPayload = builder
  .objectRef<{ leaderboard: BoardFollow }>('FollowLeaderboardPayload')
  .implement({
    description: 'The result of `followLeaderboard`.',
    fields: (t) => ({
      leaderboard: t.expose('leaderboard', {
        type: LeaderboardFollowType,
        description: 'The follow as stored.',
      }),
    }),
  })

const UnfollowLeaderboardPayload = builder
  .objectRef<{ board: string; wasFollowed: boolean }>('UnfollowLeaderboardPayload')
  .implement({
    description: 'The result of `unfollowLeaderboard`.',
    fields: (t) => ({
      leaderboardId: t.exposeString('board', ID),
      wasFollowed: t.exposeBoolean('wasFollowed', {
        description: 'Whether the caller followed it. False changes nothing.',
      }),
    }),
  })

builder.mutationFields((t) => ({
  followLeaderboard: t.field({
    type: FollowLeaderboardPayload,
    tier: FREE,
    description: `Follows a leaderboard, or replaces the rules of one that is followed. Error NOT_FOUND for an unknown one, FORBIDDEN above ${FOLLOW_LIMITS.FREE.leaderboards} leaderboards, with Pro ${FOLLOW_LIMITS.PRO.leaderboards}.`,
    args: {
      input: t.arg({
        type: FollowLeaderboardInput,
        required: true,
        description: 'The leaderboard and the places.',
      }),
    },
    resolve: async (_root, { input }, context) => {
      const { tier } = requireBearer(context.caller)
      const { leaderboard, ...rules } = input
      const parsed = boardFollowInput.safeParse({ ...givenFields(rules), board: boardNamed(leaderboard) })
      if (!parsed.success) throw argumentError(parsed.error)
      const { id } = await ensureOwnAccount(context)
      const account = { id, tier: followTier(tier) }
      return {
        leaderboard: await context.notifications.watchlists.followLeaderboard(account, parsed.data),
      }
    },
  }),
  unfollowLeaderboard: t.field({
    type: UnfollowLeaderboardPayload,
    tier: FREE,
    description: 'Stops following a leaderboard. Notifications already queued are still sent.',
    args: {
      input: t.arg({ type: UnfollowLeaderboardInput, required: true, description: 'The leaderboard.' }),
    },
    resolve: async (_root, { input }, context) => {
      const id = await ownAccountId(context)
      const board = boardNamed(input.leaderboard)
      const { watchlists } = context.notifications
      const wasFollowed = id !== null && (await watchlists.unfollowLeaderboard(id, board))
      return { board, wasFollowed }
    },
  }),
}))

/** @throws PequodError NOT_FOUND where there is no such leaderboard */
function boardNamed(id: string): string {
  if (leaderboardById(id) === undefined) throw unknownLeaderboard(id)
  return id
}
