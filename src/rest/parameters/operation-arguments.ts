import type { DocumentNode, GraphQLArgument, GraphQLSchema } from 'graphql'
import { TypeInfo, visit, visitWithTypeInfo } from 'graphql'

/** The arguments that an operation's variables are given as, by the name of the variable. */
export function operationArguments(
  schema: GraphQLSchema,
  document: DocumentNode,
): ReadonlyMap<string, GraphQLArgument> {
  const given = new Map<string, GraphQLArgument>()
  const types = new TypeInfo(schema)
  const noting = {
    Variable({ name }: { name: { value: string } }) {
      const argument = types.getArgument()
      if (argument) given.set(name.value, argument)
    },
  }
  visit(document, visitWithTypeInfo(types, noting))
  return given
}
