import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { documentSize } from './document-size.ts'

/** Fields of a compiled operation, fragments spread out: a whole profile has 200. */
export const MAX_FIELDS = 300

/** Names of introspection, and what would be the prototype of an object of the answer. */
const UNFIT: ReadonlySet<string> = new Set(['__schema', '__type', '__proto__'])

/**
 * True for a valid document of one query whose fields are known before a request: no mutation or subscription, no
 * introspection, no directive, no field whose type is abstract or asks its values whether they are of it, and none that
 * is shown as the prototype of an object.
 */
export function isCompilable(schema: GraphQLSchema, document: DocumentNode): boolean {
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  if (operation?.kind !== Kind.OPERATION_DEFINITION || operation.operation !== 'query') return false
  if (documentSize(document).fields > MAX_FIELDS) return false
  const types = new TypeInfo(schema)
  let isFit = true
  const rules = visitWithTypeInfo(types, {
    Directive() {
      isFit = false
    },
    Field({ name: { value: name }, alias }) {
      const type = getNamedType(types.getType())
      const isOpen = isAbstractType(type) || (isObjectType(type) && Boolean(type.isTypeOf))
      if (isOpen || UNFIT.has(name) || UNFIT.has(alias?.value ?? '')) isFit = false
    },
  })
  visit(document, rules)
  return isFit
}
