import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { ErrorCode } from '../../errors.ts'

/** Lets clients name a registered operation by its id instead of sending its text; any text is taken as before. */
export function useRegisteredOperations(texts: ReadonlyMap<string, string>): Plugin {
  return usePersistedOperations({
    getPersistedOperation: (id) => texts.get(id) ?? null,
    allowArbitraryOperations: true,
    customErrors: {
      keyNotFound: () =>
        refusal(
          'BAD_USER_INPUT',
          { status: 400 },
          'Send a query as a text, such as "{ service { name } }", or the id of a registered operation.',
        ),
      // Apollo's and urql's links send the text instead, then and from then on, by this code and by these very words.
      notFound: () =>
        refusal('PERSISTED_QUERY_NOT_SUPPORTED', { spec: true, status: 404 }, 'PersistedQueryNotSupported', {
          detail:
            'No operation is registered under this id: schema/persisted-operations.json lists them; send the text instead.',
        }),
    },
  })
}

function refusal(
  code: ErrorCode,
  http: { status: number; spec?: boolean },
  message: string,
  more: { detail?: string } = {},
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...more, http } })
}
