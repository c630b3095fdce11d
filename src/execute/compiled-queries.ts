import {
  type ArgumentNode,
  type ConstValueNode,
  coerceInputValue,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isNonNullType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  parseType,
  type Source,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { compileQuery as compile, isCompiledQuery } from 'graphql-jit'
import { LRUCache } from 'lru-cache'
import { defined } from '../checks.ts'
import {
  createTextCache,
  documentSize,
  type Execute,
  type Operation,
  operationAlone,
  operationKey,
  type Variables,
} from './operation.ts'

export interface CompilingLimits {
  /** Cool-down after a compile of a caller's query, as a multiple of its duration. @default 20 */
  rest?: number
  /** Maximum fields of all callers' compiled queries together; the code of one takes some 4 KB. @default 10,000 */
  mostFields?: number
  /** @default compileQuery */
  compile?: typeof compileQuery
}

/**
 * Runs repeated queries in a compiled form, and all others as before. Callers choose the queries, so the time and the
 * memory for compiling are bounded; above the bounds, nothing is compiled. Our own queries are compiled when they first
 * run.
 */
export function compileQueries(
  schema: GraphQLSchema,
  execute: Execute,
  { rest = 20, mostFields = 10_000, compile = compileQuery }: CompilingLimits,
): Execute {
  const ours = new Map<string, CompiledQuery | null>()
  /** Null until a query repeats: compiling does not pay for a single run. */
  const asked = createTextCache<{ compiles: boolean | null }>()
  const compiled = new LRUCache<string, CompiledQuery>({
    maxSize: mostFields,
    sizeCalculation: (query) => Math.max(query.fields, 1),
  })
  let restsUntil = 0
  const compileAnew = (key: string, operation: Operation): CompiledQuery | null => {
    const from = performance.now()
    if (from < restsUntil) return null
    const query = compile(schema, operation)
    const until = performance.now()
    restsUntil = until + rest * (until - from)
    asked.set(key, { compiles: query !== null })
    if (query !== null) compiled.set(key, query)
    return query
  }
  const compiledOf = (operation: Operation): CompiledQuery | null => {
    const key = operationKey(operation)
    if (operation.isOurs) {
      if (!ours.has(key)) ours.set(key, compile(schema, operation))
      return ours.get(key) ?? null
    }
    const own = asked.get(key)
    if (own === undefined) asked.set(key, { compiles: null })
    if (own === undefined || own.compiles === false) return null
    return compiled.get(key) ?? compileAnew(key, operation)
  }
  return async (operation, variables, context) => {
    const result = await compiledOf(operation)?.run(variables, context)
    return result ?? execute(operation, variables, context)
  }
}

export interface CompiledQuery {
  /** Its fields, fragments spread out: its code grows with them. */
  readonly fields: number
  /**
   * Runs the query as graphql's `execute` would: same data, and errors with the same sentences, places and causes. Null
   * for variables that do not fit: nothing ran, and `execute` explains the problem.
   */
  run(variables: Variables, context: unknown): Promise<ExecutionResult | null>
}

/**
 * Compiles a query. Null if that is impossible, or would not answer as graphql does: see `isCompilable`. Only this
 * function runs graphql-jit.
 */
export function compileQuery(schema: GraphQLSchema, operation: Operation): CompiledQuery | null {
  const alone = operationAlone(operation)
  if (alone === null || !(operation.isOurs || isCompilable(schema, alone))) return null
  // The compiler modifies the nodes.
  const document: DocumentNode = visit(alone, { enter: (node) => ({ ...node }) })
  const lifted = operation.isOurs ? { document, literals: {}, defaults: {} } : liftLiterals(schema, document)
  if (lifted === null) return null
  const compiled = compile(withoutRecursion(schema, lifted.document), lifted.document)
  if (!isCompiledQuery(compiled)) return null
  const { literals, defaults } = lifted
  const source = document.loc?.source
  return {
    fields: documentSize(document).fields,
    async run(variables, context) {
      const result = await compiled.query(undefined, context, { ...defaults, ...variables, ...literals })
      if (result.errors === undefined) return result
      if (result.data === undefined) return null
      return { errors: result.errors.map((error) => located(error, source)), data: result.data }
    },
  }
}

/**
 * The schema with each variable's type that contains itself as a scalar, whose values graphql reads: graphql-jit makes
 * its code by a recursion over the type, which would not end.
 */
function withoutRecursion(schema: GraphQLSchema, document: DocumentNode): GraphQLSchema {
  const scalars = new Map<string, GraphQLScalarType>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION)
      for (const { type } of definition.variableDefinitions ?? []) {
        const named = getNamedType(typeFromAST(schema, type as NamedTypeNode))
        if (isInputObjectType(named) && isRecursive(named)) scalars.set(named.name, scalarOf(named))
      }
  if (scalars.size === 0) return schema
  const getType = (name: string) => scalars.get(name) ?? schema.getType(name)
  return Object.create(schema, { getType: { value: getType } }) as GraphQLSchema
}

function isRecursive(type: GraphQLInputObjectType, above: readonly string[] = []): boolean {
  if (above.includes(type.name)) return true
  return Object.values(type.getFields()).some((field) => {
    const own = getNamedType(field.type)
    return isInputObjectType(own) && isRecursive(own, [...above, type.name])
  })
}

function scalarOf(type: GraphQLInputObjectType): GraphQLScalarType {
  return new GraphQLScalarType({ name: type.name, parseValue: (value) => coerceInputValue(value, type) })
}

/** The error as graphql makes it, with its place in the document as a position instead of a line. */
function located(error: GraphQLError, source: Source | undefined): GraphQLError {
  const { message, locations = [], path = [], originalError = null } = error
  if (source === undefined) return error
  const ends = Array.from(source.body.matchAll(/\r\n|[\n\r]/g), ({ 0: end, index }) => index + end.length)
  const lines = [0, ...ends]
  const positions = locations.map(({ line, column }) => defined(lines[line - 1]) + column - 1)
  return new GraphQLError(message, { source, positions, path, originalError })
}

/** Fields of a compiled operation, fragments spread out: a whole profile has 200, and compiles in some 20 ms. */
export const MAX_FIELDS = 300

/**
 * True for a valid document of one query that graphql-jit answers exactly as graphql does. graphql-jit gets each
 * excluded thing wrong or cannot do it:
 * - mutations and subscriptions, introspection, and fields whose type is abstract;
 * - directives: conditions of one spread of a fragment are taken for those of all;
 * - underscores in the names of an answer: it knows a field by the names on its path, joined by them, and
 *   `__proto__` would be the answer's prototype. A variable's name does not begin with one: those are ours;
 * - a variable that can be null where null is not allowed: its refusal has no cause that says whose fault it was.
 */
function isCompilable(schema: GraphQLSchema, document: DocumentNode): boolean {
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  if (operation?.kind !== Kind.OPERATION_DEFINITION || operation.operation !== 'query') return false
  if (documentSize(document).fields > MAX_FIELDS) return false
  const nullable = new Set<string>()
  for (const { type, variable } of operation.variableDefinitions ?? []) {
    if (variable.name.value.startsWith('_')) return false
    if (type.kind !== Kind.NON_NULL_TYPE) nullable.add(variable.name.value)
  }
  const types = new TypeInfo(schema)
  let isFit = true
  const refuse = () => {
    isFit = false
  }
  const rules = visitWithTypeInfo(types, {
    Directive: refuse,
    Field(node) {
      if (!hasFitName(node) || isAbstractType(getNamedType(types.getType()))) isFit = false
    },
    Variable({ name }) {
      if (nullable.has(name.value) && isNonNullType(types.getInputType())) isFit = false
    },
  })
  visit(document, rules)
  return isFit
}

function hasFitName({ name, alias }: FieldNode): boolean {
  const [field, shown] = [name.value, (alias ?? name).value]
  return shown === '__typename' ? field === shown : !field.startsWith('__') && !shown.includes('_')
}

/** A document without its literals, and their values. */
export interface LiftedDocument {
  document: DocumentNode
  /** The values of the variables that replace literals, as JSON; callers cannot set them. */
  literals: Readonly<Record<string, unknown>>
  /** The default values of variables that a caller does not give, as JSON. */
  defaults: Readonly<Record<string, unknown>>
}

/**
 * Turns each literal argument of a valid document of one operation into a variable, and removes the defaults of
 * variables. The compiled code then contains only names, never a caller's text: graphql-jit copies literals into its
 * code, and would execute one that spells its mark for dates. Null if a literal cannot be lifted: one around a
 * variable, or a number that JSON cannot represent exactly.
 */
function liftLiterals(schema: GraphQLSchema, document: DocumentNode): LiftedDocument | null {
  const types = new TypeInfo(schema)
  const literals: Record<string, unknown> = {}
  const defaults: Record<string, unknown> = {}
  const added: VariableDefinitionNode[] = []
  let isWhole = true
  const untyped = (node: ValueNode): unknown => {
    isWhole &&= isPlain(node)
    return isWhole ? valueFromASTUntyped(node) : null
  }
  const liftArgument = (node: ArgumentNode): ArgumentNode | undefined => {
    if (node.value.kind === Kind.VARIABLE) return undefined
    const type = types.getInputType()
    // A literal that cannot be lifted must not remain.
    isWhole &&= Boolean(type)
    if (!type) return undefined
    const definition = definitionOf(`_${added.length}`, type)
    added.push(definition)
    literals[definition.variable.name.value] = untyped(node.value)
    return { ...node, value: definition.variable }
  }
  const liftDefault = ({ defaultValue, ...node }: VariableDefinitionNode): VariableDefinitionNode => {
    if (defaultValue !== undefined) defaults[node.variable.name.value] = untyped(defaultValue)
    return node
  }
  const lifted = visit(
    document,
    visitWithTypeInfo(types, { Argument: liftArgument, VariableDefinition: liftDefault }),
  )
  return isWhole ? { document: declaring(lifted, added), literals, defaults } : null
}

/** No caller's variable has such a name: see `isCompilable`. */
function definitionOf(name: string, type: GraphQLInputType): VariableDefinitionNode {
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
    type: parseType(String(type)),
  }
}

/** True for a value without variables that JSON represents exactly: it would round an id that is a long number. */
function isPlain(value: ValueNode | ConstValueNode): boolean {
  switch (value.kind) {
    case Kind.VARIABLE:
      return false
    case Kind.INT:
      return String(Number(value.value)) === value.value
    case Kind.LIST:
      return value.values.every(isPlain)
    case Kind.OBJECT:
      return value.fields.every((field) => isPlain(field.value))
    default:
      return true
  }
}

function declaring(document: DocumentNode, added: readonly VariableDefinitionNode[]): DocumentNode {
  const declare = (operation: OperationDefinitionNode): OperationDefinitionNode => ({
    ...operation,
    variableDefinitions: [...(operation.variableDefinitions ?? []), ...added],
  })
  const definitions = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? declare(definition) : definition,
  )
  return { ...document, definitions }
}
