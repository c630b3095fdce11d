import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
  parse,
  print,
} from 'graphql'
import { declaredTier, requiresTier } from '../../graph/kit/tier-rule.ts'
import { schema } from '../../graph/schema.ts'
import { type ExampleText, exampleObject, exampleValue, listed, NEEDED } from './input-examples.ts'
import { NO_ALERT, NO_MARKET, type ServedValues, withServed } from './served-values.ts'

const ROOTS = ['Query', 'Mutation', 'Subscription']

/** The types of the schema by name, the roots first. */
export const SCHEMA_TYPES: readonly string[] = [
  ...ROOTS,
  ...Object.keys(schema.getTypeMap())
    .filter((name) => !name.startsWith('__') && !ROOTS.includes(name))
    .sort(),
]

/** Returns the address of a type in the reference. @param entry the part that the page opens at */
export function schemaAddress(type: string, entry = ''): string {
  return `/docs/schema?type=${type}${entry && `#${entry.toLowerCase()}`}`
}

/** A field, a value or a member of a type, or an argument of a field. */
interface Named {
  name: string
  description?: string | null | undefined
  astNode?: Parameters<typeof declaredTier>[0]['astNode']
}

export interface SchemaEntry {
  name: string
  /** As the schema spells it: `pnl: Float!`. */
  spelled: string
  /** Its description with the tier that it requires. */
  meaning: string
  args: readonly { name: string; type: string; meaning: string }[]
}

/** Returns the entries of a type in the order of the schema; a scalar has none. @param name of the type */
export function schemaEntries(name: string): SchemaEntry[] {
  const type = schema.getType(name)
  if (isObjectType(type) || isInterfaceType(type))
    return Object.values(type.getFields()).map((field) => ({
      ...entryOf(field, `${field.name}: ${field.type}`),
      args: field.args.map((arg) => ({ name: arg.name, type: `${arg.type}`, meaning: meaningOf(arg) })),
    }))
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => entryOf(field, `${field.name}: ${field.type}`))
  if (isEnumType(type)) return type.getValues().map((value) => entryOf(value, value.name))
  return isUnionType(type) ? type.getTypes().map((member) => entryOf(member, member.name)) : []
}

function entryOf(named: Named, spelled: string): SchemaEntry {
  return { name: named.name, spelled, meaning: meaningOf(named), args: [] }
}

const OTHERWISE = {
  NULL: 'otherwise it is null',
  ROUNDED: 'otherwise it is rounded',
  FEWER: 'otherwise there are fewer rows',
  ERROR: 'otherwise it is refused',
}

function meaningOf(named: Named): string {
  const tier = declaredTier(named)
  const description = (named.description ?? '').replaceAll('\n', ' ')
  if (tier === null) return description
  return `${description} ${requiresTier(tier.requires, tier.where).slice(0, -1)}; ${OTHERWISE[tier.otherwise]}.`
}

/** Returns the reference of a type as Markdown: each entry with its meaning, tier, arguments and an example. @param served see {@link withServed}; null: forms stay */
export function schemaMarkdown(name: string, served: ServedValues | null): string {
  const type = schema.getType(name)
  return [
    `# ${name}`,
    type?.description ?? '',
    ...schemaEntries(name).map((entry) => entryMarkdown(name, entry, served)),
  ].join('\n\n')
}

function entryMarkdown(
  type: string,
  { name, spelled, meaning, args }: SchemaEntry,
  served: ServedValues | null,
): string {
  const form = exampleOf(type, name)
  const example = form && served ? withServed(form, served) : form
  const kind = spelled.slice(spelled.lastIndexOf(': ') + 2).replaceAll(/[[\]!]/g, '')
  const isLinked = kind !== name && SCHEMA_TYPES.includes(kind)
  const rows = args.map((arg) => `| ${arg.name} | \`${arg.type}\` | ${arg.meaning.replaceAll('|', '\\|')} |`)
  return [
    `## ${name}`,
    `\`${spelled}\`${isLinked ? ` · [${kind}](${schemaAddress(kind)})` : ''}`,
    meaning,
    ...(rows.length === 0 ? [] : [`| argument | type | meaning |\n| --- | --- | --- |\n${rows.join('\n')}`]),
    ...(example === null
      ? []
      : [
          `\`\`\`graphql\n${example}\n\`\`\``,
          `[Run it](/graphql?${new URLSearchParams({ query: example }).toString().replaceAll('(', '%28').replaceAll(')', '%29')})`,
        ]),
  ].join('\n\n')
}

/** An argument or a field of an input object, with its value. */
interface Given {
  name: string
  value: ExampleText
}

/** Returns the text that asks for a field; null if a required argument has no example. @param own an argument besides the required ones */
function callOf(type: string, field: GraphQLField<unknown, unknown>, own?: Given): ExampleText | null {
  const needed = [own?.name, NEEDED[`${type}.${field.name}`]]
  const given = field.args
    .filter((arg) => isRequiredArgument(arg) || needed.includes(arg.name))
    .map((arg) => ({
      name: arg.name,
      value: arg.name === own?.name ? own.value : exampleValue(`${type}.${field.name}.${arg.name}`, arg.type),
    }))
  if (given.some(({ value }) => value === null)) return null
  const args = given.map(({ name, value }) => `${name}: ${value?.text}`)
  const forms = given.reduce((sum, { value }) => sum + (value?.forms ?? 0), 0)
  return { text: `${field.name}${args.length === 0 ? '' : `(${args.join(', ')})`}`, forms }
}

/** A way from a root to a type: the calls of its fields, and fragments. */
interface Way {
  root: string
  steps: readonly string[]
  cost: number
}

/** A call whose argument leads nowhere is a last resort. */
const FORM_COST = 100
/** Mutations show what no query reaches. */
const ROOT_COST: Readonly<Record<string, number>> = { Subscription: FORM_COST, Mutation: 100 * FORM_COST }

let ways: Map<string, Way> | undefined

/** Returns the cheapest way to each type that a root reaches. */
function waysTo(): Map<string, Way> {
  if (ways !== undefined) return ways
  ways = new Map()
  const open: [string, Way][] = ROOTS.map((root) => [root, { root, steps: [], cost: ROOT_COST[root] ?? 0 }])
  for (;;) {
    const next = cheapestOf(open, ways)
    if (next === undefined) return ways
    const [name, way] = next
    ways.set(name, way)
    for (const { text, type, cost } of stepsFrom(name))
      if (!ways.has(type)) open.push([type, { ...way, steps: [...way.steps, text], cost: way.cost + cost }])
  }
}

function cheapestOf(open: readonly [string, Way][], closed: ReadonlyMap<string, Way>) {
  let found: [string, Way] | undefined
  for (const one of open) {
    if (!closed.has(one[0]) && (found === undefined || one[1].cost < found[1].cost)) found = one
  }
  return found
}

/** Returns the steps that a type leads to: its fields of other types, and the types of an interface or a union. */
function stepsFrom(name: string): { text: string; type: string; cost: number }[] {
  const type = schema.getType(name)
  const members = isAbstractType(type) ? schema.getPossibleTypes(type) : []
  const fragments = members.map((member) => ({ text: `... on ${member}`, type: member.name, cost: 1 }))
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
  return fields
    .flatMap((field) => {
      const to = getNamedType(field.type)
      const call = callOf(name, field)
      if (call === null || isLeafType(to)) return []
      return [{ text: call.text, type: to.name, cost: 1 + FORM_COST * call.forms }]
    })
    .concat(fragments)
}

/**
 * Returns an operation that asks for a field, with the first leaf below it, or gives a field of an input object or a value of an enum; of an
 * interface that no field has as its type, by the first type that has it. Null where none is known.
 */
export function exampleOf(type: string, name: string): string | null {
  const of = schema.getType(type)
  const together = TOGETHER[`${type}.${name}`]
  if (together !== undefined) return print(parse(together))
  if (isInputObjectType(of)) {
    const field = of.getFields()[name]
    const value = field && exampleValue(`${type}.${name}`, field.type)
    return value ? exampleOfGiven(of, { name, value }) : null
  }
  if (!waysTo().has(type) && isInterfaceType(of)) {
    const found = schema.getPossibleTypes(of).map((member) => exampleOf(member.name, name))
    return found.find((example) => example !== null) ?? null
  }
  if (isEnumType(of)) return exampleOfValue(of, name)
  if (isUnionType(of)) return throughWay(type, `... on ${name} { __typename }`)
  const field = isObjectType(of) || isInterfaceType(of) ? of.getFields()[name] : undefined
  return field === undefined ? null : operationOf(type, field)
}

/** Returns an operation with a field. @param given an argument besides the required ones */
function operationOf(type: string, field: GraphQLField<unknown, unknown>, given?: Given): string | null {
  const call = callOf(type, field, given)
  return call && throughWay(type, `${call.text}${leafBelow(getNamedType(field.type))}`)
}

/** Returns an operation by the cheapest way to a type. @param selected of that type */
function throughWay(type: string, selected: string): string | null {
  const way = waysTo().get(type)
  if (way === undefined) return null
  const text = way.steps.reduceRight((inner, step) => `${step} { ${inner} }`, selected)
  return print(parse(`${way.root.toLowerCase()} { ${text} }`))
}

const explained = (subject: string, id: string, metric: string) =>
  `{ explain(subject: ${subject}, id: "${id}", metric: ${metric}) { metric } }`

/** Operations that give a value with another argument, by the place of the value. */
const TOGETHER: Readonly<Record<string, string>> = {
  'ExplainedSubject.MARKET': explained('MARKET', NO_MARKET, 'VOLUME'),
  'ExplainedSubject.ALERT': explained('ALERT', NO_ALERT, 'CONDITIONS'),
  'ExplainedMetric.OPEN_INTEREST': explained('MARKET', NO_MARKET, 'OPEN_INTEREST'),
  'ExplainedMetric.HOLDERS': explained('MARKET', NO_MARKET, 'HOLDERS'),
  'ExplainedMetric.CONDITIONS': explained('ALERT', NO_ALERT, 'CONDITIONS'),
  'TraderOrder.change':
    '{ traders(orderBy: [{ by: PNL, change: true }], compareTo: "2026-02-01") { totalCount } }',
}

/** Returns an operation that gives a value of an enum, else one that asks for a field of it. */
function exampleOfValue(of: GraphQLEnumType, name: string): string | null {
  return operationGiving(of, { text: name, forms: 0 }) ?? operationWith(of)
}

/** Returns the operation by the cheapest way to a field of a type. */
function operationWith(of: GraphQLEnumType): string | null {
  for (const name of typesByCost()) {
    const type = schema.getType(name)
    for (const field of isObjectType(type) ? Object.values(type.getFields()) : []) {
      const found = getNamedType(field.type) === of ? operationOf(name, field) : null
      if (found !== null) return found
    }
  }
  return null
}

/** Returns an operation that gives a field of an input object. */
function exampleOfGiven(input: GraphQLInputObjectType, given: Given): string | null {
  const field = input.getFields()[given.name]
  return operationGiving(input, field ? exampleObject(input, { field, value: given.value }) : null)
}

/** Returns an operation that gives a value, by the nearest argument that takes it or an input object with it. */
function operationGiving(
  input: GraphQLInputObjectType | GraphQLEnumType,
  object: ExampleText | null,
): string | null {
  const open: { input: typeof input; object: ExampleText | null }[] = [{ input, object }]
  const seen = new Set<string>()
  for (const { input: own, object: value } of open) {
    if (value === null || seen.has(own.name)) continue
    seen.add(own.name)
    const found = operationTaking(own, value)
    if (found !== null) return found
    for (const outer of Object.values(schema.getTypeMap()).filter(isInputObjectType))
      for (const place of Object.values(outer.getFields()))
        if (getNamedType(place.type) === own)
          open.push({
            input: outer,
            object: exampleObject(outer, { field: place, value: listed(value, place.type) }),
          })
  }
  return null
}

/** Returns the types that a root reaches, the cheapest first. */
function typesByCost(): string[] {
  return [...waysTo()].sort(([, a], [, b]) => a.cost - b.cost).map(([name]) => name)
}

/** Returns the operation by the cheapest way to an argument of a type. */
function operationTaking(
  input: GraphQLInputObjectType | GraphQLEnumType,
  object: ExampleText,
): string | null {
  for (const name of typesByCost()) {
    const type = schema.getType(name)
    for (const field of isObjectType(type) ? Object.values(type.getFields()) : []) {
      const arg = field.args.find((one) => getNamedType(one.type) === input)
      const found = arg && operationOf(name, field, { name: arg.name, value: listed(object, arg.type) })
      if (found) return found
    }
  }
  return null
}

function leafBelow(type: GraphQLNamedType): string {
  if (isLeafType(type)) return ''
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
  const leaf = fields.find((one) => isLeafType(getNamedType(one.type)) && !one.args.some(isRequiredArgument))
  return ` { ${leaf?.name ?? '__typename'} }`
}
