import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { type ErrorCode, messageStatus } from '../../errors.ts'
import { registeredId } from './persisted-operations.ts'
import type { TrustedDocuments } from './trusted-documents.ts'

/** Lets clients send a registered operation's id instead of its text; texts also run unless `only` is set. */
export function useRegisteredOperations({ texts, only }: TrustedDocuments): Plugin {
  return usePersistedOperations({
    getPersistedOperation: (id) => texts.get(id) ?? null,
    extractPersistedOperationId: (params, request) =>
      registeredId({ ...params, documentId: givenId(params, request.url) }),
    allowArbitraryOperations: !only,
    customErrors: {
      persistedQueryOnly: () =>
        refusal(
          'FORBIDDEN',
          {},
          'This service runs registered operations only: send the id of one as documentId instead of a query text.',
        ),
      keyNotFound: () =>
        refusal(
          'BAD_USER_INPUT',
          {},
          'Send a query text, such as "{ service { name } }", or the id of a registered operation.',
        ),
      // By this code and exact message, Apollo's and urql's links send the text from then on.
      notFound: () =>
        refusal('PERSISTED_QUERY_NOT_SUPPORTED', { spec: true }, 'PersistedQueryNotSupported', {
          detail:
            'No operation is registered under this id: see schema/persisted-operations.json, or send the query text.',
        }),
    },
  })
}

/** Yoga drops unknown parameters of an address. */
function givenId(params: object, url: string): unknown {
  if ('documentId' in params) return params.documentId
  return new URL(url).searchParams.get('documentId')
}

function refusal(
  code: ErrorCode,
  http: { spec?: boolean },
  message: string,
  more: { detail?: string } = {},
): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code, ...more, http: { ...http, status: messageStatus(code) } },
  })
}
