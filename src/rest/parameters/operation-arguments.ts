import type {
  ASTNode,
  DocumentNode,
  GraphQLArgument,
  GraphQLInputField,
  GraphQLInputType,
  GraphQLSchema,
  VariableDefinitionNode,
} from 'graphql'
import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { isObject } from '../../checks.ts'

/** The argument that a variable of an operation sets, and the type of its place in it. */
export interface GivenArgument {
  readonly argument: GraphQLArgument
  /** The field of an input object of the argument that it sets; null: it sets the argument. */
  readonly field: GraphQLInputField | null
  /** The argument's own type, or that of a field of an input object in it. */
  readonly type: GraphQLInputType
}

/** The arguments that an operation's variables are given as, by the name of the variable. */
export function operationArguments(
  schema: GraphQLSchema,
  document: DocumentNode,
): ReadonlyMap<string, GivenArgument> {
  const given = new Map<string, GivenArgument>()
  const optional = new Set<string>()
  const types = new TypeInfo(schema)
  const noting = {
    VariableDefinition({ variable, defaultValue }: VariableDefinitionNode) {
      if (defaultValue?.kind === Kind.NULL) optional.add(variable.name.value)
    },
    Variable({ name }: { name: { value: string } }, _key: unknown, parent: unknown) {
      const [argument, type] = [types.getArgument(), types.getInputType()]
      // A variable whose default is null overrides the argument's default.
      const own = argument && optional.has(name.value) ? { ...argument, defaultValue: undefined } : argument
      if (own && type) given.set(name.value, { argument: own, type, field: fieldAt(types, parent) })
    },
  }
  visit(document, visitWithTypeInfo(types, noting))
  return given
}

function fieldAt(types: TypeInfo, parent: unknown): GraphQLInputField | null {
  const object = getNullableType(types.getParentInputType())
  return isField(parent) && isInputObjectType(object) ? (object.getFields()[parent.name.value] ?? null) : null
}

function isField(node: unknown): node is ASTNode & { name: { value: string } } {
  return typeof node === 'object' && node !== null && 'kind' in node && node.kind === Kind.OBJECT_FIELD
}

/** A field of an input object, as an argument gives it. */
export function givenField({ argument }: GivenArgument, field: GraphQLInputField): GivenArgument {
  return { argument, field, type: field.type }
}

/**
 * Returns a check of an argument's values: whether answers to callers who give one differ between accounts of one tier. Undefined where
 * no value makes them differ.
 */
export function ofAccountCheck({
  argument,
  field,
  type,
}: GivenArgument): ((value: unknown) => boolean) | undefined {
  if ((field ?? argument).extensions.ofAccount === true) return () => true
  return isInputObjectType(getNamedType(type)) ? (value) => givesOfAccount(type, value) : undefined
}

function givesOfAccount(type: GraphQLInputType, value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => givesOfAccount(type, one))
  const own = getNamedType(type)
  if (!isInputObjectType(own) || !isObject(value)) return false
  return Object.values(own.getFields()).some((field) => {
    const given = value[field.name]
    if (given === undefined || given === null) return false
    return field.extensions.ofAccount === true || givesOfAccount(field.type, given)
  })
}
