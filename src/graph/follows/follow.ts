import type { Follow } from '../../follows/follow.ts'
import { topicOf } from '../../follows/follows.ts'
import { FOLLOW_KINDS, kindNamed } from '../../follows/kinds.ts'
import type { Address, ConditionId } from '../../ledger/quantities.ts'
import { accountOf } from '../accounts/own-account.ts'
import { builder, type GraphSchemaTypes } from '../kit/builder.ts'
import { EventRef, loadMarket } from '../kit/market-page.ts'
import { RegisteredRuleType } from '../lab/registered-rules.ts'
import { findLeaderboard } from '../leaderboards/find-leaderboard.ts'
import { LeaderboardType } from '../leaderboards/leaderboard.ts'
import { findEvent } from '../markets/event.ts'
import { MarketType } from '../markets/market.ts'
import { SavedScreenType } from '../screen/saved-screens.ts'
import { TraderType } from '../traders/trader.ts'
import { findTraders } from '../traders/trader-fields.ts'
import { tradesPath } from '../trades/trade-fields.ts'
import { AlertChannelKindEnum } from '../whales/alert-channel.ts'
import { ruleOutput } from './rule-types.ts'

export const FollowKindEnum = builder.enumType('FollowKind', {
  description: 'A kind of topic to follow.',
  values: Object.fromEntries(
    FOLLOW_KINDS.map(({ name, text }) => [name.toUpperCase(), { value: name, description: text }]),
  ),
})

/** Fields that follows of every kind have. */
export const FollowInterface = builder.interfaceRef<Follow>('Follow').implement({
  description: 'A follow of the caller, with the rules by which notifications are sent.',
  resolveType: ({ kind }) => typeName(kind),
  fields: (t) => ({
    topic: t.text(({ kind, key }) => topicOf({ name: kind }, key), {
      description: 'The topic, a kind and a name such as `market:0x…`: the argument of `unfollow`.',
    }),
    kind: t.of(FollowKindEnum, 'kind', 'The kind of the topic.'),
    summary: t.text(({ kind, rules }) => kindNamed(kind).words(rules), 'The rules in a few words.'),
    followedAt: t.when('followedAt', 'Time at which the caller began to follow it.'),
    paused: t.flag('paused', 'True while it sends nothing; its rules remain.'),
    channel: t.of(AlertChannelKindEnum, 'channel', {
      nullable: true,
      description: 'The channel that gets its notifications: the first that works. Null if none does.',
    }),
    lastNoticeAt: t.when('lastNoticeAt', {
      nullable: true,
      description: 'Time of its newest notification that was sent in the last week. Null without one.',
    }),
  }),
})

type FollowFields = PothosSchemaTypes.ObjectFieldBuilder<GraphSchemaTypes, Follow>

/** Fields that lead from a follow to the followed object, by kind. */
const LINKS: Readonly<Record<string, (t: FollowFields) => object>> = {
  wallet: (t) => ({
    trader: t.of(
      TraderType,
      async ({ key }, _args, context) => (await findTraders([key as Address], context, null))[0] ?? null,
      { nullable: true, description: "The wallet's profile. Null until a snapshot includes it." },
    ),
  }),
  market: (t) => ({
    market: t.of(MarketType, ({ key }, _args, context) => loadMarket(key as ConditionId, context), {
      nullable: true,
      description: 'The market. Null until a snapshot includes it.',
    }),
  }),
  event: (t) => ({
    event: t.of(EventRef, ({ key }, _args, context) => findEvent('source_id', key, context, null), {
      nullable: true,
      description: 'The event. Null until a snapshot includes it.',
    }),
  }),
  trades: (t) => ({
    market: t.of(MarketType, ({ key }, _args, context) => loadMarket(key, context), {
      nullable: true,
      description: 'The market. Null for all markets and a filter, and until a snapshot includes it.',
    }),
    path: t.text(({ rules }) => ('where' in rules && rules.where ? tradesPath(rules.where) : null), {
      nullable: true,
      description: 'The filter as a link to the REST API. Null without a filter.',
    }),
  }),
  screen: (t) => ({
    screen: t.of(
      SavedScreenType,
      async ({ key }, _args, context) => context.screens.find((await accountOf(context))?.id ?? null, key),
      { nullable: true, description: 'The screen. Null once the caller may not read it any more.' },
    ),
  }),
  rule: (t) => ({
    rule: t.of(RegisteredRuleType, ({ key }, _args, { lab }) => lab.rules.find(key), {
      nullable: true,
      description: 'The rule. Null if this version cannot read it.',
    }),
  }),
  leaderboard: (t) => ({
    leaderboard: t.field({
      type: LeaderboardType,
      nullable: true,
      description: 'The leaderboard. Null if this version has no leaderboard with that id.',
      resolve: ({ key: name }, _args, context) =>
        findLeaderboard({ name, asOf: null, window: null, category: null }, context),
    }),
  }),
}

function typeName(kind: string): string {
  return `${kindNamed(kind).title}Follow`
}

for (const { name, text, shown, fields } of FOLLOW_KINDS)
  builder.objectRef<Follow>(typeName(name)).implement({
    description: text,
    interfaces: [FollowInterface],
    fields: (t) => ({
      [shown.name]: t.of(shown.type, ({ key }) => key as Address, shown.text),
      ...LINKS[name]?.(t),
      ...Object.fromEntries(
        Object.entries(fields).map(([rule, field]) => [rule, ruleOutput(t, rule, field)]),
      ),
    }),
  })
