import {
  type DefinitionNode,
  type FieldDefinitionNode,
  type InterfaceTypeDefinitionNode,
  isInterfaceType,
  isObjectType,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  printSchema,
  specifiedDirectives,
} from 'graphql'
import { schema } from './schema.ts'

/** A text, and where it is put into another. */
interface Insertion {
  at: number
  text: string
}

/**
 * Returns the schema in GraphQL's own language, as in `schema/schema.graphql`: with the directives of types,
 * fields and arguments, which graphql's printer omits.
 */
export function schemaText(): string {
  const text = inOrder(printSchema(schema))
  let printed = ''
  let from = 0
  for (const { at, text: directives } of insertionsInto(text)) {
    printed += `${text.slice(from, at)} ${directives}`
    from = at
  }
  return `${printed}${text.slice(from)}\n`
}

const ROOTS = ['Query', 'Mutation', 'Subscription']

/** The definitions of a text in an order of their own: directives, the roots, then types by name, wherever their files are. */
function inOrder(text: string): string {
  const place = (definition: DefinitionNode) => {
    const name = 'name' in definition ? (definition.name?.value ?? '') : ''
    if (definition.kind === Kind.DIRECTIVE_DEFINITION) return `0 ${name}`
    const root = ROOTS.indexOf(name)
    return root === -1 ? `2 ${name}` : `1 ${root}`
  }
  return parse(text)
    .definitions.map((definition) => ({
      place: place(definition),
      text: text.slice(definition.loc?.start, definition.loc?.end),
    }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map((definition) => definition.text)
    .join('\n\n')
}

/**
 * Returns the directives of every type, field and argument, each after its definition, in the order of the
 * text.
 */
function insertionsInto(text: string): Insertion[] {
  const found = parse(text).definitions.flatMap((type) =>
    type.kind === Kind.OBJECT_TYPE_DEFINITION || type.kind === Kind.INTERFACE_TYPE_DEFINITION
      ? [ownInsertion(type), ...(type.fields ?? []).flatMap((field) => insertionsFor(type.name.value, field))]
      : [],
  )
  return found.filter(({ text }) => text !== '')
}

function ownInsertion({
  name,
  interfaces = [],
}: ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode): Insertion {
  const type = schema.getType(name.value)
  return { at: (interfaces.at(-1) ?? name).loc?.end ?? 0, text: directivesOf(type) }
}

function insertionsFor(typename: string, node: FieldDefinitionNode): Insertion[] {
  const type = schema.getType(typename)
  const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {}
  const field = fields[node.name.value]
  const args = (node.arguments ?? []).map(({ name, loc }) => {
    const argument = field?.args.find((one) => one.name === name.value)
    return { at: loc?.end ?? 0, text: directivesOf(argument) }
  })
  return [...args, { at: node.loc?.end ?? 0, text: directivesOf(field) }]
}

/** The names of directives that graphql's printer prints itself. */
const PRINTED = specifiedDirectives.map(({ name }) => name)

/** The directives that the builder's plugin keeps of a type, a field or an argument. */
type Defined = Pick<FieldDefinitionNode, 'directives'>

function directivesOf(defined: { readonly astNode?: Defined | null | undefined } | undefined): string {
  const own = (defined?.astNode?.directives ?? []).filter(({ name }) => !PRINTED.includes(name.value))
  return own.map(print).join(' ')
}
