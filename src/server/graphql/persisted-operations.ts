import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import { GraphQLError, getOperationAST, parse, print } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { z } from 'zod'
import { isObject } from '../../checks.ts'
import { CommandError, type ErrorCode, messageStatus } from '../../errors.ts'
import type { RestRoute } from '../../rest/route.ts'

/** An operation that a client may request by id only. */
export interface PersistedOperation {
  /** The SHA-256 of the text, 64 hex digits. */
  readonly id: string
  readonly name: string
  readonly type: 'query'
  /** The text, with the fragments that it uses. */
  readonly body: string
}

/**
 * The operations of REST, in the order of the routes.
 * @throws Error if one is not a named query
 */
export function persistedOperations(routes: readonly RestRoute[]): PersistedOperation[] {
  return routes.map(({ operation }) => {
    const { name, operation: type } = getOperationAST(operation) ?? {}
    if (name === undefined || type !== 'query')
      throw new Error('A persisted operation is a query with a name.')
    const body = print(operation)
    return { id: createHash('sha256').update(body).digest('hex'), name: name.value, type, body }
  })
}

/**
 * The text of `schema/persisted-operations.json`, which gives clients the ids: a manifest in the format of Apollo's
 * tools.
 */
export function persistedManifest(routes: readonly RestRoute[]): string {
  const manifest = {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: persistedOperations(routes),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

const HASHED = 'sha256:'

/**
 * The id of a registered operation in a request: from `documentId` (with or without the prefix `sha256:`), as in the
 * GraphQL-over-HTTP draft, or from the extension of Apollo's clients. Null for none. The id may be unknown.
 */
export function registeredId({ documentId, extensions }: Readonly<Record<string, unknown>>): string | null {
  if (typeof documentId === 'string')
    return documentId.startsWith(HASHED) ? documentId.slice(HASHED.length) : documentId
  const named = isObject(extensions) ? extensions.persistedQuery : null
  return isObject(named) && named.version === 1 && typeof named.sha256Hash === 'string'
    ? named.sha256Hash
    : null
}

/** The operations that clients may request by id. */
export interface TrustedDocuments {
  readonly texts: ReadonlyMap<string, string>
  /** True: other operations are refused. */
  readonly only: boolean
}

/** The id under which {@link OPENING} is registered. */
export const OPENING_ID = 'pequod:web-socket'
/** Opening a WebSocket runs this operation, so that it is admitted and counted like any other. */
const OPENING = '{ __typename }'

/** Largest manifest, in bytes. */
const LARGEST = 10_000_000

const MANIFEST = z.object({
  operations: z.array(z.object({ id: z.string().min(1).max(200), body: z.string().min(1) })).max(10_000),
})

/**
 * The operations of the routes and of the pages' scripts, and those of a manifest in the format of Apollo's tools.
 * @param pages texts by id
 * @param file the manifest, or null
 * @throws CommandError if the manifest cannot be read or holds anything but operations
 */
export function trustedDocuments(
  { routes, pages }: { routes: readonly RestRoute[]; pages: ReadonlyMap<string, string> },
  { file, only }: { file: string | null; only: boolean },
): TrustedDocuments {
  const own = persistedOperations(routes).map(({ id, body }) => [id, body] as const)
  return {
    texts: new Map([...(file === null ? [] : readManifest(file)), ...own, ...pages, [OPENING_ID, OPENING]]),
    only,
  }
}

function readManifest(file: string): [id: string, body: string][] {
  try {
    if (statSync(file).size > LARGEST) throw new Error(`it is larger than ${LARGEST} bytes`)
    const { operations } = MANIFEST.parse(JSON.parse(readFileSync(file, 'utf8')))
    for (const { body } of operations) parse(body)
    return operations.map(({ id, body }) => [id, body])
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new CommandError(`TRUSTED_DOCUMENTS_FILE is not a manifest of operations: ${reason}`)
  }
}

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
