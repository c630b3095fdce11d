import type { AccountTier } from '../../accounts/account-store.ts'
import { PequodError } from '../../errors.ts'
import type { AnyKind, Follow } from '../../follows/follow.ts'
import { FOLLOW_KINDS, GIVEN_TOPIC, givenTopic } from '../../follows/kinds.ts'
import { accountOf } from '../accounts/own-account.ts'
import { ViewerType } from '../accounts/viewer.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import {
  certainTotal,
  openPageArguments,
  openPagePrice,
  type PlacedList,
  pageSlice,
} from '../kit/paging/page-slice.ts'
import { FollowInterface, FollowKindEnum } from './follow.ts'

const ROWS = 25

interface FollowLimit {
  kind: AnyKind
  tier: AccountTier
  count: number
}

const FollowLimitType = builder.objectRef<FollowLimit>('FollowLimit').implement({
  description: "The number of the caller's follows of a kind, and its maximum.",
  fields: (t) => ({
    kind: t.of(FollowKindEnum, ({ kind }) => kind.name, 'The kind of the follows.'),
    count: t.count('count', 'Follows of the kind, {limits}.'),
    limit: t.int({
      limits: { minimum: 1 },
      description:
        'Maximum number of follows of the kind, {limits}; larger with Pro. After Pro ends, only the oldest within the free maximum send notifications.',
      resolve: ({ kind, tier }) => kind.limits[tier],
    }),
  }),
})

const FollowConnectionType = builder.connectionObject(
  {
    type: FollowInterface,
    name: 'FollowConnection',
    description: 'A page of follows.',
    fields: (t) => ({
      totalCount: t.count(certainTotal, 'Follows in the list, {limits}.'),
    }),
  },
  { name: 'FollowEdge', description: 'A row of a page of follows.' },
)

/** Returns the caller's follows; an empty list for a caller without an account. */
async function followsOf({ notifications, ...context }: RequestContext): Promise<Follow[]> {
  const account = await accountOf(context)
  return account === null ? [] : notifications.follows.list(account.id)
}

builder.objectFields(ViewerType, (t) => ({
  follows: t.field({
    type: FollowConnectionType,
    nullable: true,
    tier: { requires: 'FREE', otherwise: 'NULL' },
    complexity: openPagePrice(ROWS),
    description:
      "The caller's follows, in the order in which they began. Notifications go to the account's channels: Pro accounts are notified immediately, free accounts after the delay.",
    args: {
      kind: t.arg({ type: FollowKindEnum, description: 'Only follows of this kind. Default: any.' }),
      ...openPageArguments(t.arg, ROWS),
    },
    resolve: async ({ tier }, { kind, ...args }, context) => {
      if (tier === 'ANONYMOUS') return null
      const all = await followsOf(context)
      const listed = kind == null ? all : all.filter((one) => one.kind === kind)
      return {
        ...pageSlice<Follow>(placedFollows(listed), args, { mark: `follows ${kind ?? ''}`, rows: ROWS }),
        total: async () => listed.length,
      }
    },
  }),
  followLimits: t.field({
    type: [FollowLimitType],
    nullable: true,
    tier: { requires: 'FREE', otherwise: 'NULL' },
    complexity: { field: 1, multiplier: FOLLOW_KINDS.length },
    description: "The number of the caller's follows of each kind, and its maximum.",
    resolve: async ({ tier }, _args, context) => {
      if (tier === 'ANONYMOUS') return null
      const all = await followsOf(context)
      return FOLLOW_KINDS.map((kind) => {
        return { kind, tier, count: all.filter((one) => one.kind === kind.name).length }
      })
    },
  }),
  follow: t.field({
    type: FollowInterface,
    nullable: true,
    tier: { requires: 'FREE', otherwise: 'NULL' },
    description: "The caller's follow of one topic. Null if they do not follow it.",
    args: {
      topic: t.arg.string({
        required: true,
        limits: GIVEN_TOPIC,
        description: 'Its topic: {limits}.',
      }),
    },
    resolve: async (_viewer, { topic }, context) => {
      const { kind, text } = givenTopic(topic)
      const account = await accountOf(context)
      const own = (await followsOf(context)).filter((one) => one.kind === kind.name)
      const by = { accountId: account?.id ?? null, at: null }
      const key = await context.notifications.follows.find(kind, text, by).catch(nothingUnknown)
      return own.find((one) => [key, text, text.toLowerCase()].includes(one.key)) ?? null
    },
  }),
}))

/** Returns the ledger's version that a caller may know: 0 before any is public; null where it is the present one. */
export async function versionKnown({ reader }: RequestContext): Promise<number | null> {
  return reader.delay === 0 ? null : ((await reader.current())?.ledgerVersion ?? 0)
}

/** An unknown topic has no followers, so it is null rather than an error. */
function nothingUnknown(error: unknown): null {
  if (error instanceof PequodError && error.code === 'NOT_FOUND') return null
  throw error
}

/** Follows in their order; those of one second count from its first. */
function placedFollows(follows: readonly Follow[]): PlacedList<Follow> {
  const at = (row: number) => {
    const follow = follows[row]
    if (follow === undefined) throw new RangeError(`there is no follow ${row}`)
    return follow
  }
  const firstOf = (time: number) => follows.findIndex(({ followedAt }) => followedAt === time)
  const placeOf = (follow: Follow): [number, number] => {
    const { followedAt } = follow
    return [followedAt, follows.indexOf(follow) - firstOf(followedAt)]
  }
  return { count: follows.length, at, placeOf }
}
