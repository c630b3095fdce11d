import { meets } from '../../access/tier.ts'
import type { Follow } from '../../follows/follow.ts'
import { topicOf } from '../../follows/follows.ts'
import { FOLLOW_KINDS, givenTopic } from '../../follows/kinds.ts'
import { ensureOwnAccount, ownAccountId } from '../accounts/own-account.ts'
import { builder } from '../kit/builder.ts'
import { argumentError } from '../kit/errors.ts'
import { FollowInterface } from './follow.ts'
import { askedFollow, FollowInput, PauseFollowsInput, UnfollowInput, withFilter } from './follow-input.ts'
import { versionKnown } from './viewer-follows.ts'

const FREE = { requires: 'FREE', otherwise: 'ERROR' } as const

const FollowPayload = builder.objectRef<{ follow: Follow }>('FollowPayload').implement({
  description: 'The result of `follow`.',
  fields: (t) => ({
    follow: t.expose('follow', { type: FollowInterface, description: 'The follow as stored.' }),
  }),
})

const UnfollowPayload = builder
  .objectRef<{ topic: string; wasFollowed: boolean }>('UnfollowPayload')
  .implement({
    description: 'The result of `unfollow`.',
    fields: (t) => ({
      topic: t.exposeString('topic', { description: 'The topic as stored, such as `market:0x…`.' }),
      wasFollowed: t.exposeBoolean('wasFollowed', {
        description: 'Whether the caller followed it. False changes nothing.',
      }),
    }),
  })

const PauseFollowsPayload = builder.objectRef<{ changed: number }>('PauseFollowsPayload').implement({
  description: 'The result of `pauseFollows`.',
  fields: (t) => ({
    changed: t.count('changed', 'Follows that were paused or resumed, {limits}.'),
  }),
})

const LIMITS = FOLLOW_KINDS.map(({ plural, limits }) => `${limits.FREE} ${plural}, with Pro ${limits.PRO}`)

builder.mutationFields((t) => ({
  follow: t.field({
    type: FollowPayload,
    tier: FREE,
    description: 'Follows a topic, or replaces the rules of its follow.',
    throws: {
      NOT_FOUND: 'if it is unknown',
      FORBIDDEN: `above ${LIMITS.join('; ')}; and for a rule that needs Pro without it`,
    },
    args: {
      input: t.arg({ type: FollowInput, required: true, description: 'The kind, the name and the rules.' }),
    },
    resolve: async (_root, { input }, context) => {
      const { kind, text, rules } = await withFilter(askedFollow(input), context)
      const parsed = kind.input.safeParse(rules)
      if (!parsed.success) throw argumentError(parsed.error)
      const { follows } = context.notifications
      const by = { accountId: await ownAccountId(context), at: await versionKnown(context) }
      const key = await follows.find(kind, text, by, parsed.data)
      const { id } = await ensureOwnAccount(context)
      const account = { id, tier: meets(context.caller.tier, 'PRO') ? ('PRO' as const) : ('FREE' as const) }
      return { follow: await follows.follow(account, kind, { key, rules: parsed.data }) }
    },
  }),
  unfollow: t.field({
    type: UnfollowPayload,
    tier: FREE,
    description: 'Stops following a topic. Notifications already queued are still sent.',
    throws: { NOT_FOUND: 'if it is unknown', FORBIDDEN: 'for an API key, which is read-only' },
    args: {
      input: t.arg({ type: UnfollowInput, required: true, description: 'The topic.' }),
    },
    resolve: async (_root, { input }, context) => {
      const { kind, text } = givenTopic(input.topic)
      const id = await ownAccountId(context)
      const { follows } = context.notifications
      const { key, wasFollowed } = await follows.unfollow(id, kind, text, await versionKnown(context))
      return { topic: topicOf(kind, key), wasFollowed }
    },
  }),
  pauseFollows: t.field({
    type: PauseFollowsPayload,
    tier: FREE,
    description:
      'Pauses follows of the caller, or resumes them: a paused follow sends nothing, keeps its rules and counts for the maximum.',
    throws: { FORBIDDEN: 'for an API key, which is read-only' },
    args: {
      input: t.arg({
        type: PauseFollowsInput,
        required: true,
        description: 'The follows, and whether they are paused.',
      }),
    },
    resolve: async (_root, { input: { topics, paused } }, context) => {
      const id = await ownAccountId(context)
      const { follows } = context.notifications
      return { changed: id === null ? 0 : await follows.pause(id, topics ?? null, paused) }
    },
  }),
}))
