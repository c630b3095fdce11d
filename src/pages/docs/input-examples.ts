import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredInputField,
  Kind,
  parse,
  print,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { isObject } from '../../checks.ts'
import { readDocument } from '../../documents.ts'
import { schema } from '../../graph/schema.ts'
import type { RestRoute } from '../../rest/route.ts'
import { CHANGES, ROUTES } from '../../rest/routes/routes.ts'
import { STREAMS } from '../../rest/routes/stream-routes.ts'
import { isServed } from './served-values.ts'

/** The text of a value or of a call, and how many of its parts show only their form: what they name is not there. */
export interface ExampleText {
  text: string
  forms: number
}

type Arguments = readonly { name: string; type: GraphQLInputType }[]

let examples: Map<string, ExampleText> | undefined
let byName: Map<string, ExampleText> | undefined

/** Names whose meaning depends on where they are. */
const AMBIGUOUS = new Set(['id', 'name', 'where', 'input', 'query'])

/** Returns the example of another place of the same name and type: one thing has one name. */
function exampleElsewhere(name: string, type: GraphQLInputType): ExampleText | undefined {
  byName ??= new Map(
    Object.values(schema.getTypeMap()).flatMap((of) => {
      const inputs = isInputObjectType(of)
        ? Object.values(of.getFields()).map((field) => ({ ...field, place: `${of.name}.${field.name}` }))
        : isObjectType(of)
          ? Object.values(of.getFields()).flatMap((field) =>
              field.args.map((arg) => ({ ...arg, place: `${of.name}.${field.name}.${arg.name}` })),
            )
          : []
      return inputs.flatMap((one): [string, ExampleText][] => {
        const known =
          AMBIGUOUS.has(one.name) || isListType(getNullableType(one.type))
            ? undefined
            : knownExample(one.place)
        return known ? [[`${one.name}: ${getNamedType(one.type)}`, known]] : []
      })
    }),
  )
  return byName.get(`${name}: ${getNamedType(type)}`)
}

/** Returns the example of an argument or of a field of an input object, by REST's parameter that sets it or by a guide. @param place `Query.trader.id`, or `TraderWhere.pnl` */
export function knownExample(place: string): ExampleText | undefined {
  examples ??= new Map([...examplesOfGuides(), ...[...ROUTES, ...STREAMS, ...CHANGES].flatMap(examplesOf)])
  return examples.get(place)
}

function examplesOf(route: RestRoute): [string, ExampleText][] {
  return route.operation.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return []
    const root = schema.getRootType(definition.operation)
    return definition.selectionSet.selections.flatMap((selection) => {
      const field = selection.kind === Kind.FIELD ? root?.getFields()[selection.name.value] : undefined
      if (selection.kind !== Kind.FIELD || field === undefined) return []
      return (selection.arguments ?? []).flatMap(({ name, value }) =>
        examplesIn(
          value,
          `${root?.name}.${field.name}.${name.value}`,
          typeAmong(field.args, name.value),
          route,
        ),
      )
    })
  })
}

/** Examples of the variables in an argument's value: those of a variable that is an input object are of its fields. */
function examplesIn(
  value: ValueNode,
  place: string,
  type: GraphQLInputType | undefined,
  route: RestRoute,
): [string, ExampleText][] {
  const named = type && getNamedType(type)
  if (type === undefined || named === undefined) return []
  if (value.kind === Kind.OBJECT && isInputObjectType(named))
    return value.fields.flatMap((field) => {
      const of = typeAmong(Object.values(named.getFields()), field.name.value)
      return examplesIn(field.value, `${named.name}.${field.name.value}`, of, route)
    })
  if (value.kind !== Kind.VARIABLE) return []
  return Object.entries(route.parameters).flatMap(([variable, { sets = [variable], ...parameter }]) => {
    if (sets[0] !== value.name.value) return []
    let own: GraphQLInputType | undefined = type
    let at = place
    for (const name of sets.slice(1)) {
      const input = own && getNamedType(own)
      if (!isInputObjectType(input)) return []
      at = `${input.name}.${name}`
      own = typeAmong(Object.values(input.getFields()), name)
    }
    return own ? examplesOfParameter(parameter, at, own) : []
  })
}

function typeAmong(given: Arguments, name: string): GraphQLInputType | undefined {
  return given.find((one) => one.name === name)?.type
}

function examplesOfParameter(
  {
    type: { schema: parser },
    example,
    isFormOnly,
  }: Pick<RestRoute['parameters'][string], 'type' | 'example' | 'isFormOnly'>,
  place: string,
  type: GraphQLInputType,
): [string, ExampleText][] {
  // A body has objects, where a query has their JSON.
  const given = [example, parsed(example)].map((one) => parser.safeParse(one))
  const read = given.find(({ success }) => success)
  return read?.data !== undefined ? valueExamples(read.data, place, type, isFormOnly === true) : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A value with those of the fields in it. */
function valueExamples(
  value: unknown,
  place: string,
  type: GraphQLInputType,
  isForm: boolean,
): [string, ExampleText][] {
  const named = getNamedType(type)
  const fields = isObject(value) && isInputObjectType(named) ? named.getFields() : {}
  const inside = Object.entries(fields).flatMap(([name, field]) => {
    const own = isObject(value) ? value[name] : undefined
    return own === undefined ? [] : valueExamples(own, `${named.name}.${name}`, field.type, isForm)
  })
  const text = literal(value, type)
  return [[place, { text, forms: isForm && !isServed(text) ? 1 : 0 }], ...inside]
}

/** Examples of the arguments in the queries of the guides, which tests run. */
function examplesOfGuides(): [string, ExampleText][] {
  const found: [string, ExampleText][] = []
  const info = new TypeInfo(schema)
  const add = (place: string, value: ValueNode) => {
    const text = print(value)
    if (!text.includes('$')) found.push([place, { text, forms: 0 }])
  }
  const texts = ['guides', 'proofs'].map(readDocument).join('\n')
  for (const [, text = ''] of texts.matchAll(/^```graphql\n(.*?)^```/gms))
    visit(
      parse(text),
      visitWithTypeInfo(info, {
        Argument: ({ name, value }) =>
          add(`${info.getParentType()}.${info.getFieldDef()?.name}.${name.value}`, value),
        ObjectField: ({ name, value }) =>
          add(`${getNamedType(info.getParentInputType())}.${name.value}`, value),
      }),
    )
  return found
}

/** A value of a variable as GraphQL spells it in a document. */
function literal(value: unknown, type: GraphQLInputType): string {
  const named = getNamedType(type)
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, type)).join(', ')}]`
  if (isObject(value) && isInputObjectType(named)) {
    const fields = named.getFields()
    const texts = Object.entries(value).flatMap(([name, own]) =>
      fields[name] && own !== undefined ? [`${name}: ${literal(own, fields[name].type)}`] : [],
    )
    return `{ ${texts.join(', ')} }`
  }
  const isName = isEnumType(named) && typeof value === 'string'
  const isText = named.name === 'ID' || named.name === 'String'
  return isName ? value : JSON.stringify(isText ? `${value}` : value)
}

/** Values of scalars where neither REST nor a guide has one, or null for words of the caller's own. */
const SCALARS: Readonly<Record<string, string | null>> = {
  Int: '1',
  Float: '0.5',
  Boolean: 'true',
  Date: '"2026-02-01"',
  DateTime: '"2026-02-01T00:00:00Z"',
  Address: `"0x${'0'.repeat(40)}"`,
  Hash: `"0x${'0'.repeat(64)}"`,
  String: null,
  ID: null,
}

/** Values of names whose texts have a form of their own. */
const TEXTS: Readonly<Record<string, string>> = {
  quietFrom: '"22:00"',
  quietTo: '"07:00"',
  timeZone: '"Europe/Berlin"',
  topics: '"leaderboard:pnl-7d"',
  query: '"will"',
  tag: '"simulation"',
}

/** Returns the form of a scalar: a number or a time, or a name to put one's own in place of. */
function formOf(name: string, scalar: string): ExampleText | null {
  const text = TEXTS[name] ?? SCALARS[scalar]
  if (text === undefined) return null
  const words = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  return { text: text ?? `"YOUR_${words}"`, forms: text === null ? 1 : 0 }
}

/** Returns an example of a value of a type, from REST, an enum's first value, an object's fields or its scalar; null if there is none. @param place see {@link knownExample} */
export function exampleValue(
  place: string,
  type: GraphQLInputType,
  above: readonly string[] = [],
): ExampleText | null {
  const known = knownExample(place)
  if (known !== undefined) return known
  const one = exampleOne(place, type, above)
  return one ? listed(one, type) : null
}

function exampleOne(place: string, type: GraphQLInputType, above: readonly string[]): ExampleText | null {
  const named = getNamedType(type)
  if (isInputObjectType(named)) return above.includes(named.name) ? null : exampleObject(named, null, above)
  if (isEnumType(named)) return { text: named.getValues()[0]?.name ?? '', forms: 0 }
  const [parent, name] = [place.slice(0, place.lastIndexOf('.')), place.slice(place.lastIndexOf('.') + 1)]
  // Both ends of a range have one unit.
  const least = name.replace(/^max/, 'min')
  return exampleElsewhere(name, type) ?? knownExample(`${parent}.${least}`) ?? formOf(name, named.name)
}

/** Fields and arguments that are required beside the others, though their types are nullable. */
export const NEEDED: Readonly<Record<string, string>> = {
  PositionWhere: 'trader',
  HoldsWhere: 'market',
  'Query.market': 'id',
  'Query.event': 'id',
  'Query.reconcile': 'trader',
}

/** Returns the value as an element of a list where the type is one. */
export function listed({ text, forms }: ExampleText, type: GraphQLInputType): ExampleText {
  return { text: isListType(getNullableType(type)) ? `[${text}]` : text, forms }
}

/**
 * Returns an example of an input object: its required fields with one that is asked for and those that this one's description requires, else the first that has an example. Null if a
 * required one has none.
 */
export function exampleObject(
  input: GraphQLInputObjectType,
  asked: { field: GraphQLInputField; value: ExampleText } | null,
  above: readonly string[] = [],
): ExampleText | null {
  const inside = [...above, input.name]
  const exampleOfField = (field: GraphQLInputField) =>
    field.name === asked?.field.name
      ? asked.value
      : exampleValue(`${input.name}.${field.name}`, field.type, inside)
  const all = Object.values(input.getFields())
  const [, named = ''] = /\brequires ([^.;]*)/.exec(asked?.field.description ?? '') ?? []
  const required = all.filter(
    (field) =>
      isRequiredInputField(field) ||
      [asked?.field.name, NEEDED[input.name]].includes(field.name) ||
      named.includes(`\`${field.name}\``),
  )
  const shown =
    required.length > 0 ? required : all.filter((field) => exampleOfField(field) !== null).slice(0, 1)
  const values = shown.map((field) => ({ name: field.name, value: exampleOfField(field) }))
  if (values.length === 0 || values.some(({ value }) => value === null)) return null
  return {
    text: `{ ${values.map(({ name, value }) => `${name}: ${value?.text}`).join(', ')} }`,
    forms: values.reduce((sum, { value }) => sum + (value?.forms ?? 0), 0),
  }
}
