import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isNonNullType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { documentSize } from './document-size.ts'

/** Fields of a compiled operation, fragments spread out: a whole profile has 200, and compiles in some 20 ms. */
export const MAX_FIELDS = 300

/**
 * True for a valid document of one query that graphql-jit answers exactly as graphql does. Each thing that is left out
 * is one that it gets wrong or cannot do:
 * - mutations and subscriptions, introspection, and fields whose type is abstract;
 * - directives: conditions of one spread of a fragment are taken for those of all;
 * - underscores in the names of an answer: it knows a field by the names on its path, joined by them, and
 *   `__proto__` would be the answer's prototype. A variable's name does not begin with one: those are ours;
 * - a variable that can be null where null is not allowed: its refusal has no cause that says whose fault it was.
 */
export function isCompilable(schema: GraphQLSchema, document: DocumentNode): boolean {
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
