import { readFileSync, statSync } from 'node:fs'
import { parse } from 'graphql'
import { z } from 'zod'
import { CommandError } from '../../errors.ts'
import type { RestRoute } from '../../rest/route.ts'
import { persistedOperations } from './persisted-operations.ts'

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
