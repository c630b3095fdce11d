import { meets } from '../../access/tier.ts'
import { wrongArgument } from '../../errors.ts'
import type { AnyKind, Follow } from '../../follows/follow.ts'
import { topicOf } from '../../follows/follows.ts'
import { EVERY } from '../../follows/kinds/trades.ts'
import { FOLLOW_KINDS, GIVEN_TOPIC, givenTopic } from '../../follows/kinds.ts'
import type { RuleField } from '../../follows/rule-fields.ts'
import { filterFollow } from '../../follows/trade-rules.ts'
import { ensureOwnAccount, ownAccountId } from '../accounts/own-account.ts'
import { builder, type GraphSchemaTypes } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { argumentError, givenFields } from '../kit/errors.ts'
import { canonicalWhere } from '../kit/question-path.ts'
import { tapeFilter } from '../trades/tape-filter.ts'
import { readTradeWhere, type TradeWhere, TradeWhereInput } from '../trades/trade-where.ts'
import { FollowInterface } from './follow.ts'
import { ruleInput } from './rule-types.ts'
import { versionKnown } from './viewer-follows.ts'

type Given = Readonly<Record<string, unknown>>

const TOPIC = { limits: GIVEN_TOPIC, description: 'The topic: {limits}.' }

type InputFields = PothosSchemaTypes.InputFieldBuilder<GraphSchemaTypes, 'InputObject'>

/** The filter of kinds that take one. */
function filterInput(t: InputFields, of = '') {
  const description = `${of}A filter of whole trades as the list \`trades\` has it, without times, in place of the other rules. Default: none.`
  return { where: t.field({ type: TradeWhereInput, description }) }
}

const INPUTS = new Map(
  FOLLOW_KINDS.map(({ name, title, text, subject, fields, takesTrades }) => [
    name,
    builder.inputRef<Given>(`Follow${title}Input`).implement({
      description: `${text} Rules that are omitted have their defaults.`,
      fields: (t) => ({
        [subject.name]: t.string({ required: true, limits: subject.limits, description: subject.text }),
        ...Object.fromEntries(Object.entries(fields).map(([rule, field]) => [rule, ruleInput(t, field)])),
        ...(takesTrades && filterInput(t)),
      }),
    }),
  ]),
)

/** Rules by name, and the kinds that have them. */
function allRules(): Map<string, { field: RuleField; kinds: string[] }> {
  const rules = new Map<string, { field: RuleField; kinds: string[] }>()
  for (const { plural, fields } of FOLLOW_KINDS)
    for (const [name, field] of Object.entries(fields)) {
      const { field: first, kinds } = rules.get(name) ?? { field, kinds: [] }
      if (first.type !== field.type) throw new Error(`the rule ${name} is of two types`)
      const [usual, own] = [defaultOf(first), defaultOf(field)]
      const unset = usual === own ? first.unset : `${usual} for ${kinds.join(' and ')}, ${own} for ${plural}`
      rules.set(name, { field: { ...first, ...(unset && { unset }) }, kinds: [...kinds, plural] })
    }
  return rules
}

function defaultOf(field: RuleField): unknown {
  return 'default' in field ? field.default : null
}

const FollowTopicInput = builder.inputRef<Given>('FollowTopicInput').implement({
  description: 'Anything to follow by its topic, with the rules of its kind.',
  fields: (t) => ({
    topic: t.string({ required: true, ...TOPIC }),
    ...Object.fromEntries(
      [...allRules()].map(([name, { field, kinds }]) => [
        name,
        ruleInput(t, field, `Of ${kinds.join(' and ')}. `),
      ]),
    ),
    ...filterInput(t, 'Of trades. '),
  }),
})

const FollowInput = builder.inputRef<Given>('FollowInput').implement({
  isOneOf: true,
  description: 'One of the kinds with its rules, or a topic with those of its kind.',
  fields: (t) => ({
    ...Object.fromEntries(
      FOLLOW_KINDS.map(({ name, text }) => {
        const type = INPUTS.get(name)
        if (type === undefined) throw new Error(`there is no input of ${name}`)
        return [name, t.field({ type, description: text })]
      }),
    ),
    topic: t.field({ type: FollowTopicInput, description: 'Anything, by its topic.' }),
  }),
})

const UnfollowInput = builder.inputType('UnfollowInput', {
  description: 'A topic to stop following.',
  fields: (t) => ({ topic: t.string({ required: true, ...TOPIC }) }),
})

/** Topics that are paused together: more than an account follows on a page. */
const MOST_PAUSED = 100

const PauseFollowsInput = builder.inputType('PauseFollowsInput', {
  description: 'Follows to pause or to resume.',
  fields: (t) => ({
    topics: t.stringList({
      limits: { maxItems: MOST_PAUSED, items: GIVEN_TOPIC },
      description: 'Their topics as `Follow.topic` has them, {limits}; others change nothing. Default: all.',
    }),
    paused: t.boolean({ required: true, description: 'True pauses them, false resumes them.' }),
  }),
})

interface AskedFollow {
  kind: AnyKind
  /** The topic's name within its kind, as given. */
  text: string
  rules: Given
}

/**
 * Reads the follow that an input asks for.
 * @throws PequodError BAD_USER_INPUT for a topic of unknown kind, and for a rule that the kind does not have
 */
function askedFollow(input: Given): AskedFollow {
  const [[member, given] = []] = Object.entries(givenFields(input))
  const all = givenFields(given as Given)
  const own = FOLLOW_KINDS.find(({ name }) => name === member)
  if (own !== undefined) {
    const { [own.subject.name]: text, ...rules } = all
    return { kind: own, text: String(text), rules }
  }
  const { topic, ...rules } = all
  const asked = givenTopic(String(topic))
  const isRule = (name: string) =>
    name in asked.kind.fields || (name === 'where' && asked.kind.takesTrades === true)
  const wrong = Object.keys(rules).find((name) => !isRule(name))
  if (wrong !== undefined) throw wrongArgument(wrong, `is no rule of ${asked.kind.plural}`)
  return { ...asked, rules }
}

/**
 * The follow that an input asks for, with the name and the rules of its filter of trades where it has one.
 * @throws PequodError BAD_USER_INPUT for a filter beside other rules, and as the list of trades does for the filter
 */
async function withFilter(asked: AskedFollow, context: RequestContext): Promise<AskedFollow> {
  const { where: given, ...others } = asked.rules
  if (given === undefined) return asked
  const [other] = Object.keys(others)
  if (other !== undefined) throw wrongArgument(other, 'is a field of where: give the one or the other')
  const where = canonicalWhere(given as TradeWhere) ?? {}
  // Members at a trade are computed once there is one.
  const { members: _members, ...now } = readTradeWhere(where, 'FOLLOW')
  await tapeFilter(now, await context.snapshot(), context)
  const { key, rules } = filterFollow(where)
  if (asked.text !== EVERY && asked.text !== key)
    throw wrongArgument('trades', 'must be `all` with a filter, which names markets itself')
  return { kind: asked.kind, text: key, rules: { ...rules } }
}

const FREE = { requires: 'FREE', otherwise: 'ERROR' } as const

const FollowPayload = builder.objectRef<{ follow: Follow }>('FollowPayload').implement({
  description: 'The result of `follow`.',
  fields: (t) => ({
    follow: t.of(FollowInterface, 'follow', 'The follow as stored.'),
  }),
})

const UnfollowPayload = builder
  .objectRef<{ topic: string; wasFollowed: boolean }>('UnfollowPayload')
  .implement({
    description: 'The result of `unfollow`.',
    fields: (t) => ({
      topic: t.text('topic', 'The topic as stored, such as `market:0x…`.'),
      wasFollowed: t.flag('wasFollowed', 'Whether the caller followed it. False changes nothing.'),
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
