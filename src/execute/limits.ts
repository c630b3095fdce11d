import type { Plugin } from '@envelop/core'
import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  __Schema as SchemaType,
  type SelectionSetNode,
  __Type as TypeType,
  type ValidationContext,
} from 'graphql'
import { messageStatus } from '../errors.ts'

/** Maximum tokens of a document; the longest query of an explorer has some 300. */
export const MAX_TOKENS = 1_500
/**
 * Maximum levels of fields: a path from a leaderboard to the other traders of its traders' markets has 18, and its cost
 * bounds it.
 */
export const MAX_DEPTH = 20
/** Renamed fields, spread fragments counted each time. */
export const MAX_ALIASES = 30
/** Each counted at its place; a query that switches parts of itself on and off has a few. */
const MAX_DIRECTIVES = 20

/** Bounds a document before it runs: its tokens, depth, aliases and directives. */
export function limitPlugins(): Plugin[] {
  return [useTokenLimit(), useSizeLimit()]
}

function useTokenLimit(): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: Parameters<typeof parse>[0], options: Parameters<typeof parse>[1]) =>
        parseWithinLimit(source, options),
      )
    },
  }
}

/**
 * Parses a document of at most {@link MAX_TOKENS}; the parser stops at a longer one before that can exhaust its stack.
 * @throws GraphQLError QUERY_TOO_COSTLY for a longer one; a syntax error as graphql makes it
 */
export function parseWithinLimit(
  source: Parameters<typeof parse>[0],
  options?: Parameters<typeof parse>[1],
): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens: MAX_TOKENS })
  } catch (error) {
    if (error instanceof GraphQLError && error.message.includes(`more that ${MAX_TOKENS} tokens`)) {
      throw tooCostly(`The document exceeds ${MAX_TOKENS} tokens: split it into several requests.`)
    }
    throw error
  }
}

function useSizeLimit(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(DocumentSizeRule)
    },
  }
}

/**
 * Refuses documents deeper than {@link MAX_DEPTH}, with more than {@link MAX_ALIASES} aliases or more than
 * {@link MAX_DIRECTIVES} directives.
 */
export function DocumentSizeRule(context: ValidationContext): ASTVisitor {
  let directives = 0
  return {
    Directive() {
      directives++
      if (directives === MAX_DIRECTIVES + 1)
        context.reportError(tooCostly(`The document exceeds ${MAX_DIRECTIVES} directives: remove some.`))
    },
    Document(document) {
      const { depth, aliases } = documentSize(document)
      if (depth > MAX_DEPTH) {
        context.reportError(
          tooCostly(
            `The query is ${depth} levels deep, and the limit is ${MAX_DEPTH}: request deeper fields separately.`,
          ),
        )
      }
      if (aliases > MAX_ALIASES) {
        context.reportError(
          tooCostly(
            `The query has ${aliases} aliases, and the limit is ${MAX_ALIASES}: split it into several requests.`,
          ),
        )
      }
    },
  }
}

const TOO_COSTLY = 'QUERY_TOO_COSTLY'

function tooCostly(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: TOO_COSTLY, http: { spec: true, status: messageStatus(TOO_COSTLY) } },
  })
}

/** The size of an answer, as far as a document's text determines it. */
export interface DocumentSize {
  /** Levels of fields below the operation, without introspection: `{ service { name } }` has 2. */
  readonly depth: number
  /** Renamed fields, each counted as often as its fragment is spread. */
  readonly aliases: number
  /** Fields, each counted as often as its fragment is spread. */
  readonly fields: number
}

const NOTHING: DocumentSize = { depth: 0, aliases: 0, fields: 0 }

/**
 * The size of the largest operation of a document, with its fragments spread out. Each fragment is measured once, so
 * the time is linear in the document although the size is not. A recursive fragment counts as nothing: validation
 * refuses it.
 */
export function documentSize(document: DocumentNode): DocumentSize {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const measured = new Map<string, DocumentSize>()
  const sizes = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? measure(definition.selectionSet) : NOTHING,
  )
  return {
    depth: sizes.reduce((depth, size) => Math.max(depth, size.depth), 0),
    aliases: sizes.reduce((aliases, size) => Math.max(aliases, size.aliases), 0),
    fields: sizes.reduce((fields, size) => Math.max(fields, size.fields), 0),
  }

  function measure({ selections }: SelectionSetNode): DocumentSize {
    let depth = 0
    let aliases = 0
    let fields = 0
    for (const selection of selections) {
      const size = measureSelection(selection)
      depth = Math.max(depth, size.depth)
      aliases += size.aliases
      fields += size.fields
    }
    return { depth, aliases, fields }
  }

  function measureSelection(selection: SelectionSetNode['selections'][number]): DocumentSize {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return measureFragment(selection.name.value)
    const inner = selection.selectionSet ? measure(selection.selectionSet) : NOTHING
    if (selection.kind === Kind.INLINE_FRAGMENT) return inner
    const aliases = inner.aliases + (selection.alias ? 1 : 0)
    // A rule of its own bounds the depth of introspection, MaxIntrospectionDepthRule.
    const depth = selection.name.value.startsWith('__') ? 1 : inner.depth + 1
    return { depth, aliases, fields: inner.fields + 1 }
  }

  function measureFragment(name: string): DocumentSize {
    const known = measured.get(name)
    if (known) return known
    measured.set(name, NOTHING)
    const fragment = fragments.get(name)
    const size = fragment ? measure(fragment.selectionSet) : NOTHING
    measured.set(name, size)
    return size
  }
}

/** Rows of the lists of introspection, by type and field. */
type Rows = Readonly<Record<string, number>>

/** Rows of lists: on average over all types, as a list of all types has them, and the most that any type has. */
interface SchemaRows {
  average: Rows
  most: Rows
}

/** A schema does not change once it is built. */
const known = new WeakMap<GraphQLSchema, SchemaRows>()

const ROOTS: Readonly<Record<string, GraphQLObjectType>> = { __schema: SchemaType, __type: TypeType }
/** Fields that lead from a type to any other, so that the longest lists are assumed. */
const ONWARD: ReadonlySet<string> = new Set([
  '__Field.type',
  '__InputValue.type',
  '__Type.ofType',
  '__Type.interfaces',
  '__Type.possibleTypes',
  '__Schema.queryType',
  '__Schema.mutationType',
  '__Schema.subscriptionType',
])

/**
 * The number of values of the schema itself in a valid document's answer, 0 or more, which a query's cost lacks: that
 * knows only our own fields. Fragments are measured once for each type of lists, so the time is linear in the document.
 */
export function introspectionCost(schema: GraphQLSchema, document: DocumentNode): number {
  const selectionSets = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [],
    ),
  )
  const rows = known.get(schema) ?? schemaRows(schema)
  known.set(schema, rows)
  const measured = new Map<Rows, Map<SelectionSetNode, number>>([
    [rows.average, new Map()],
    [rows.most, new Map()],
  ])
  const atRoot = new Map<SelectionSetNode, number>()
  return document.definitions.reduce(
    (sum, one) => sum + (one.kind === Kind.OPERATION_DEFINITION ? rootCost(one.selectionSet) : 0),
    0,
  )

  function rootCost(set: SelectionSetNode): number {
    return summed(set, atRoot, rootCost, ({ name, selectionSet }) => {
      const type = ROOTS[name.value]
      return type && selectionSet ? costOf(selectionSet, type, rows.most) : 0
    })
  }

  function costOf(set: SelectionSetNode, type: GraphQLObjectType, lists: Rows): number {
    const again = (inner: SelectionSetNode) => costOf(inner, type, lists)
    return summed(set, measured.get(lists) ?? new Map(), again, ({ name, selectionSet }) => {
      const place = `${type.name}.${name.value}`
      const inner = getNamedType(type.getFields()[name.value]?.type)
      const next = place === '__Schema.types' ? rows.average : ONWARD.has(place) ? rows.most : lists
      const below = selectionSet && isObjectType(inner) ? costOf(selectionSet, inner, next) : 0
      return (1 + below) * (lists[place] ?? 1)
    })
  }

  function summed(
    { selections }: SelectionSetNode,
    sums: Map<SelectionSetNode, number>,
    inside: (set: SelectionSetNode) => number,
    ofField: (field: Extract<SelectionSetNode['selections'][number], { kind: Kind.FIELD }>) => number,
  ): number {
    let sum = 0
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        sum += ofField(selection)
        continue
      }
      const spread =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? selectionSets.get(selection.name.value)
          : selection.selectionSet
      if (spread === undefined) continue
      const before = sums.get(spread) ?? inside(spread)
      sums.set(spread, before)
      sum += before
    }
    return sum
  }
}

function schemaRows(schema: GraphQLSchema): SchemaRows {
  const types = Object.values(schema.getTypeMap())
  const directives = schema.getDirectives()
  const fields = types.flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? [Object.values(type.getFields())] : [[]],
  )
  const counts: Record<string, number[]> = {
    '__Schema.types': [types.length],
    '__Schema.directives': [directives.length],
    '__Type.fields': fields.map((own) => own.length),
    '__Type.interfaces': types.map((type) => ('getInterfaces' in type ? type.getInterfaces().length : 0)),
    '__Type.possibleTypes': types.map((type) =>
      isAbstractType(type) ? schema.getPossibleTypes(type).length : 0,
    ),
    '__Type.enumValues': types.map((type) => (isEnumType(type) ? type.getValues().length : 0)),
    '__Type.inputFields': types.map((type) =>
      isInputObjectType(type) ? Object.keys(type.getFields()).length : 0,
    ),
    '__Field.args': fields.flat().map(({ args }) => args.length),
    '__Directive.args': directives.map(({ args }) => args.length),
    '__Directive.locations': directives.map(({ locations }) => locations.length),
  }
  const by = (of: (rows: readonly number[]) => number) =>
    Object.fromEntries(Object.entries(counts).map(([place, rows]) => [place, of(rows)]))
  return {
    average: by((rows) => rows.reduce((sum, one) => sum + one, 0) / rows.length),
    most: by((rows) => Math.max(...rows)),
  }
}
