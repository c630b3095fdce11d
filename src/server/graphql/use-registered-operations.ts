import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { type ErrorCode, messageStatus } from '../../errors.ts'
import { registeredId } from './registered-id.ts'
import type { TrustedDocuments } from './trusted-documents.ts'

/** Lets clients name a registered operation by its id instead of sending its text; texts are run too unless only these are. */
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
      // Apollo's and urql's links send the text instead, then and from then on, by this code and by these very words.
      notFound: () =>
        refusal('PERSISTED_QUERY_NOT_SUPPORTED', { spec: true }, 'PersistedQueryNotSupported', {
          detail:
            'No operation is registered under this id: see schema/persisted-operations.json, or send the query text.',
        }),
    },
  })
}

/** Yoga leaves out what it does not know of an address. */
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
