import type { DocumentNode, GraphQLArgument, GraphQLInputType, GraphQLSchema } from 'graphql'
import { TypeInfo, visit, visitWithTypeInfo } from 'graphql'

/** Where a variable of an operation goes: the argument, and the type of its place in it. */
export interface GivenArgument {
  readonly argument: GraphQLArgument
  /** The argument's own type, or that of a field of an input object in it. */
  readonly type: GraphQLInputType
}

/** The arguments that an operation's variables are given as, by the name of the variable. */
export function operationArguments(
  schema: GraphQLSchema,
  document: DocumentNode,
): ReadonlyMap<string, GivenArgument> {
  const given = new Map<string, GivenArgument>()
  const types = new TypeInfo(schema)
  const noting = {
    Variable({ name }: { name: { value: string } }) {
      const [argument, type] = [types.getArgument(), types.getInputType()]
      if (argument && type) given.set(name.value, { argument, type })
    },
  }
  visit(document, visitWithTypeInfo(types, noting))
  return given
}
