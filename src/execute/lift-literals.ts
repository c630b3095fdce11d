import {
  type ArgumentNode,
  type ConstValueNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parseType,
  TypeInfo,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql'

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
export function liftLiterals(schema: GraphQLSchema, document: DocumentNode): LiftedDocument | null {
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
