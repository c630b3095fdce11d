import {
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  __Schema as SchemaType,
  type SelectionSetNode,
  __Type as TypeType,
} from 'graphql'

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
