import { wrongArgument } from '../../errors.ts'
import type { AnyKind } from '../../follows/follow.ts'
import { EVERY } from '../../follows/kinds/trades.ts'
import { FOLLOW_KINDS, GIVEN_TOPIC, givenTopic } from '../../follows/kinds.ts'
import type { RuleField } from '../../follows/rule-fields.ts'
import { filterFollow } from '../../follows/trade-rules.ts'
import { builder, type GraphSchemaTypes } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { givenFields } from '../kit/errors.ts'
import { canonicalWhere } from '../kit/question-path.ts'
import { tapeFilter } from '../trades/tape-filter.ts'
import { readTradeWhere, type TradeWhere, TradeWhereInput } from '../trades/trade-where.ts'
import { ruleInput } from './rule-types.ts'

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

export const FollowInput = builder.inputRef<Given>('FollowInput').implement({
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

export const UnfollowInput = builder.inputType('UnfollowInput', {
  description: 'A topic to stop following.',
  fields: (t) => ({ topic: t.string({ required: true, ...TOPIC }) }),
})

/** Topics that are paused together: more than an account follows on a page. */
const MOST_PAUSED = 100

export const PauseFollowsInput = builder.inputType('PauseFollowsInput', {
  description: 'Follows to pause or to resume.',
  fields: (t) => ({
    topics: t.stringList({
      limits: { maxItems: MOST_PAUSED, items: GIVEN_TOPIC },
      description: 'Their topics as `Follow.topic` has them, {limits}; others change nothing. Default: all.',
    }),
    paused: t.boolean({ required: true, description: 'True pauses them, false resumes them.' }),
  }),
})

export interface AskedFollow {
  kind: AnyKind
  /** The topic's name within its kind, as given. */
  text: string
  rules: Given
}

/**
 * Reads the follow that an input asks for.
 * @throws PequodError BAD_USER_INPUT for a topic of unknown kind, and for a rule that the kind does not have
 */
export function askedFollow(input: Given): AskedFollow {
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
export async function withFilter(asked: AskedFollow, context: RequestContext): Promise<AskedFollow> {
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
