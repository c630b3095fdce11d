import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { ErrorCode } from '../errors.ts'

/** Lets clients name a registered operation by its id instead of sending its text; any text is taken as before. */
export function useRegisteredOperations(texts: ReadonlyMap<string, string>): Plugin {
  return usePersistedOperations({
    getPersistedOperation: (id) => texts.get(id) ?? null,
    allowArbitraryOperations: true,
    customErrors: {
      keyNotFound: () =>
        refusal(
          'BAD_USER_INPUT',
          400,
          'Send a query as a text, such as "{ service { name } }", or the id of a registered operation.',
        ),
      notFound: () =>
        refusal(
          'NOT_FOUND',
          404,
          'No operation is registered under this id: schema/persisted-operations.json lists them; send the text instead.',
        ),
    },
  })
}

function refusal(code: ErrorCode, status: number, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } })
}
