import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../access/tier.ts'
import { createAccountStore } from '../../accounts/accounts.ts'
import { type Client, createClient, RequestError } from '../../client/entry.ts'
import { loadConfig } from '../../config/config.ts'
import { CommandError } from '../../errors.ts'
import { createApp } from '../../server/app.ts'
import { createLogger } from '../../server/http/create-logger.ts'
import type { Database } from '../../store/engine/database.ts'
import type { CommandContext } from '../command-context.ts'
import { UsageError } from '../exit-status.ts'
import type { PrintOptions } from '../options.ts'
import { unknownAccount } from '../refusals.ts'
import { openStoreWithProgress } from '../with-store.ts'

/** The choice of rows as a file in place of a table. */
export interface FileOptions {
  /** csv or ndjson; for Pro. @default a table */
  format?: string | undefined
  /** Columns of the file, separated by commas. @default all */
  columns?: string | undefined
}

export interface ReadOptions extends PrintOptions, FileOptions {
  /** The address of a running service. @default the configured store, without a server */
  server?: string | undefined
  /** The account of the configured store whose owner asks. @default the one of PEQUOD_API_KEY, else anonymously */
  account?: string | undefined
}

/**
 * Calls `work` with a client of a running service, or of the configured store. Throws a CommandError with the service's sentence for a
 * refusal, and for an account that the store does not have.
 */
export async function askService(
  context: CommandContext,
  { server, account, ...file }: ReadOptions,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const apiKey = apiKeyOf(context)
  const credential = apiKey ? { apiKey } : {}
  const clientOf = (baseUrl: string, send: Send, retries?: number) =>
    createClient({
      baseUrl,
      ...credential,
      ...(retries !== undefined && { retries }),
      ...(file.format ? asFile(send, file, context) : { fetch: send }),
    })
  try {
    if (server === undefined)
      await askStore(context, account, (send) => work(clientOf('http://store', send, 0)))
    else if (account !== undefined)
      throw new UsageError('--account is for the store itself, without --server.')
    else await work(clientOf(addressOf(server), fetch))
  } catch (error) {
    if (error instanceof RequestError) throw new CommandError(error.detail, { cause: error })
    throw error
  }
}

/**
 * Prints one answer of the service: its JSON, its rows as a file, or what `print` makes of it.
 * @throws CommandError as {@link askService} does
 */
export async function printAnswer<Answer>(
  context: CommandContext,
  options: ReadOptions,
  ask: (client: Client) => Promise<Answer>,
  print: (answer: Answer, screen: CommandContext['screen']) => void,
): Promise<void> {
  await askService(context, options, async (client) => {
    const answer = await ask(client)
    if (options.format) return
    if (options.json) context.screen.printJson(answer)
    else print(answer, context.screen)
  })
}

type Send = (url: string, init: RequestInit) => Promise<Response>

const FILE_MS = 600_000

/** Options of a client that asks for rows as a file, which it prints in place of an answer. */
function asFile(send: Send, { format = '', columns }: FileOptions, { screen }: CommandContext) {
  return {
    timeout: FILE_MS,
    async fetch(url: string, init: RequestInit): Promise<Response> {
      const file = new URL(url)
      file.searchParams.set('format', format)
      if (columns !== undefined) file.searchParams.set('columns', columns)
      const answer = await send(file.href, { ...init, headers: { ...init.headers, accept: '*/*' } })
      if (!answer.ok) return answer
      screen.print((await answer.text()).trimEnd())
      return new Response('null')
    },
  }
}

function apiKeyOf({ env }: Pick<CommandContext, 'env'>): string | undefined {
  return env.PEQUOD_API_KEY?.trim()
}

/** The headers of the caller of PEQUOD_API_KEY, none of an anonymous one. */
export function keyHeaders(env: CommandContext['env']): Record<string, string> {
  const apiKey = apiKeyOf({ env })
  return apiKey ? { 'x-api-key': apiKey } : {}
}

/** The address of a running service as given. @throws CommandError for one that is none */
export function addressOf(server: string): string {
  if (/^https?:\/\//.test(server)) return server.replace(/\/$/, '')
  throw new CommandError('--server must begin with http:// or https://.')
}

/** Runs the whole service without listening, so that limits, tiers and sentences are the same. */
async function askStore(
  context: CommandContext,
  account: string | undefined,
  work: (send: Send) => Promise<void>,
): Promise<void> {
  const config = loadConfig({ ...context.env, LOG_LEVEL: context.env.LOG_LEVEL?.trim() || 'silent' })
  const store = await openStoreWithProgress(config.database, context)
  try {
    const app = await createApp({
      db: store.db,
      ...(account !== undefined && { caller: await ownerOf(account, store.db, config.rateLimits.user) }),
      config,
      logger: createLogger(config.logLevel, process.stderr),
    })
    try {
      await work(throughApp(app))
    } finally {
      await app.close()
    }
  } finally {
    await store.close()
  }
}

/** The owner of an account, as the service knows one who is signed in. */
async function ownerOf(name: string, db: Database, limit: number): Promise<Caller> {
  const account = await createAccountStore(db).accountByName(name)
  if (account === null) throw new CommandError(unknownAccount(name))
  const { id, tier } = account
  return { kind: 'user', tier, accountId: id, subject: name, limiterKey: `account:${id}`, limit }
}

function throughApp(app: FastifyInstance): Send {
  return async (url, init) => {
    const headers = Object.fromEntries(new Headers(init.headers))
    const { method = 'GET', body } = init
    const payload = typeof body === 'string' ? { payload: body } : {}
    const answer = await app.inject({
      method: method as 'GET',
      url: url.slice('http://store'.length),
      headers,
      ...payload,
    })
    const type = String(answer.headers['content-type'] ?? '')
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': type } })
  }
}
