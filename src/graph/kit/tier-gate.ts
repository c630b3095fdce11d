import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql'
import { meets, TIERS, type Tier, tierRefusal } from '../../access/tier.ts'
import type { AccountTier } from '../../accounts/account-store.ts'
import { type PequodError, wrongArgument } from '../../errors.ts'
import { type ArgumentTier, ROUNDED_DIGITS, type TierRule } from './tier-rule.ts'

type Resolver<Context> = GraphQLFieldResolver<unknown, Context, object>

/** Hears of a field whose value is null, rounded or shorter for the caller's tier, or of its arguments that count as null. */
export type OnWithheld<Context> = (
  context: Context,
  info: GraphQLResolveInfo,
  what: readonly { requires: AccountTier; argument?: string }[],
) => void

/** The context's parts that tier rules read the tier from and report withheld values to. */
export interface TierOptions<Context> {
  tierOf(context: Context): Tier
  onWithheld?: OnWithheld<Context>
}

/** An argument's name, the value that counts as not giving it, and its rule. */
export interface ArgumentRule {
  name: string
  default: unknown
  rule: ArgumentTier<unknown>
}

/**
 * A resolver that is asked only for callers who may have its value. Everybody else gets null, a rounded number, the rows that the
 * resolver leaves in, or an error that was made beforehand: one with a stack for each row of a list would cost many times the answer.
 */
export function gateField<Context>(
  resolver: Resolver<Context>,
  { requires, otherwise, where, round = toRoundedDigits }: TierRule<unknown>,
  { tierOf, onWithheld = () => undefined }: TierOptions<Context>,
): Resolver<Context> {
  const rounded = (exact: unknown) => (typeof exact === 'number' ? round(exact) : exact)
  const refusals = new Map(TIERS.map((tier) => [tier, withoutStack(tierRefusal(tier, requires))]))
  const value = [{ requires }]
  return (parent, args, context, info) => {
    const tier = tierOf(context)
    const open = meets(tier, requires) || where?.holds(parent, args) === false
    if (open) return resolver(parent, args, context, info)
    if (otherwise === 'ERROR') return refusals.get(tier)
    onWithheld(context, info, value)
    if (otherwise === 'NULL') return null
    const exact: unknown = resolver(parent, args, context, info)
    if (otherwise === 'FEWER') return exact
    return exact instanceof Promise ? exact.then(rounded) : rounded(exact)
  }
}

function toRoundedDigits(value: number): number {
  return Number(value.toPrecision(ROUNDED_DIGITS))
}

/** A resolver that gets only those arguments that its caller may give. */
export function gateArguments<Context>(
  resolver: Resolver<Context>,
  rules: readonly ArgumentRule[],
  { tierOf, onWithheld = () => undefined }: TierOptions<Context>,
): Resolver<Context> {
  const refusals = new Map(
    TIERS.map((tier) => [
      tier,
      new Map(rules.map(({ name, rule }) => [name, argumentRefusal(name, rule, tier)])),
    ]),
  )
  return (parent, args, context, info) => {
    const tier = tierOf(context)
    const beyond = rules.filter((rule) => isBeyond(rule, tier, parent, args))
    if (beyond.length === 0) return resolver(parent, args, context, info)
    const refused = beyond.find(({ rule }) => rule.otherwise === 'ERROR')
    if (refused) return refusals.get(tier)?.get(refused.name)
    const names = beyond.map(({ name }) => name)
    onWithheld(
      context,
      info,
      beyond.map(({ name, rule }) => ({ argument: name, requires: rule.requires })),
    )
    const nothing = Object.fromEntries(names.map((name) => [name, null]))
    return resolver(parent, { ...args, ...nothing }, context, info)
  }
}

function isBeyond(
  { name, default: byDefault, rule }: ArgumentRule,
  tier: Tier,
  parent: unknown,
  args: object,
): boolean {
  const value: unknown = Reflect.get(args, name)
  if (value === null || value === undefined || value === byDefault) return false
  return !meets(tier, rule.requires) && rule.where?.holds(value, parent, args) !== false
}

/**
 * Returns the refusal of an argument that a tier may not give. The field is open without the argument, so the
 * sentence offers an anonymous caller to omit it.
 */
export function argumentRefusal(
  name: string,
  { requires, where }: Pick<ArgumentTier<never>, 'requires' | 'where'>,
  tier: Tier,
): PequodError {
  const [account, its] = requires === 'PRO' ? ['a Pro account', 'its'] : ['an account', 'an']
  const when = where === undefined ? '' : ` where ${where.says}`
  const message = `requires ${account}${when}: send ${its} API key as “X-API-Key: <key>”, or omit it`
  const code = tier === 'ANONYMOUS' ? 'UNAUTHENTICATED' : 'PRO_REQUIRED'
  return withoutStack(wrongArgument(name, message, { code, requires }))
}

/** The refusal is made with the schema, so its stack says nothing about the request. */
function withoutStack(error: PequodError): PequodError {
  error.stack = `${error.name}: ${error.message}`
  return error
}

/** A place of an answer at which, or below which, something was withheld from the caller, and who would have got it. */
export interface Withheld {
  /** The keys that lead there, without the positions in lists: one place for all rows. */
  readonly path: readonly string[]
  /** The lowest tier that gets it. */
  readonly requires: AccountTier
  /** The argument that counted as null, where it was not the value that was withheld. */
  readonly argument?: string
}

/** Values withheld during a request, by the nodes of their fields, which all rows share. */
export type WithheldPlaces = Map<object, readonly Withheld[]>

interface Noting {
  withheld: WithheldPlaces | null
}

/** Places that an answer names at most. */
const MOST = 50
/**
 * The most places noted: the number of fields of a compiled query, so that both executors name the same ones.
 */
const MOST_NOTED = 300

/** Notes a withheld field value, or arguments that were ignored. A request without any sets up nothing. */
export function recordWithheld(
  context: Noting,
  { fieldNodes, path }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'path'>,
  what: readonly Omit<Withheld, 'path'>[],
): void {
  context.withheld ??= new Map()
  const { withheld } = context
  const known = withheld.get(fieldNodes) ?? []
  const fresh = what.filter(({ argument }) => !known.some((one) => one.argument === argument))
  if (fresh.length === 0 || withheld.size >= MOST_NOTED) return
  const keys = keysOf(path)
  withheld.set(fieldNodes, [...known, ...fresh.map((one) => ({ path: keys, ...one }))])
}

function keysOf(path: GraphQLResolveInfo['path'] | undefined): string[] {
  if (path === undefined) return []
  const above = keysOf(path.prev)
  return typeof path.key === 'string' ? [...above, path.key] : above
}

/**
 * Returns the part of an answer's extensions that lists withheld values: up to 50 places in the order of
 * their keys, empty if none.
 */
export function withheldIn({ withheld }: Readonly<Noting>): { withheld?: Withheld[] } {
  if (withheld === null) return {}
  const byPlace = new Map([...withheld.values()].flat().map((one) => [JSON.stringify(one), one]))
  const places = [...byPlace].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  return { withheld: places.slice(0, MOST) }
}
