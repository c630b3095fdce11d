import { once } from 'node:events'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { loadConfig } from '../../config/config.ts'
import { askEndpoint } from '../../mcp/ask-endpoint.ts'
import { createApp } from '../../server/app.ts'
import { createLogger } from '../../server/http/create-logger.ts'
import type { CommandContext } from '../command-context.ts'
import { terminationSignal } from '../exit-status.ts'
import { openStoreWithProgress } from '../with-store.ts'

/** Printed when a person starts it in a terminal, where nothing would seem to happen. */
const WAITING =
  'Waiting for Model Context Protocol messages, one per line: AI assistants start this command themselves. Ctrl-D ends it.'

/**
 * `pequod mcp`: serves MCP tools over standard input and output from the store, to the caller of PEQUOD_API_KEY, else
 * anonymously. Ends with its input. Throws a CommandError if the store cannot be opened.
 */
export async function serveMcp(context: CommandContext): Promise<void> {
  const { env } = context
  const config = loadConfig({ ...env, LOG_LEVEL: env.LOG_LEVEL?.trim() || 'warn' })
  if (process.stdin.isTTY) context.screen.note(WAITING)
  const ended = Promise.race([terminationSignal(), once(process.stdin, 'end')])
  const store = await openStoreWithProgress(config.database, context)
  try {
    // Standard output belongs to the protocol.
    const logger = createLogger(config.logLevel, process.stderr)
    const app = await createApp({ db: store.db, config, logger })
    try {
      const transport = new StdioServerTransport()
      const ask = askEndpoint({
        app,
        headers: callerHeaders(env.PEQUOD_API_KEY?.trim()),
        onMessage: (message) => void transport.send(message),
      })
      await relayMessages({ transport, ask, ended })
    } finally {
      await app.close()
    }
  } finally {
    await store.close()
  }
}

function callerHeaders(key: string | undefined): Record<string, string> {
  return key ? { 'x-api-key': key } : {}
}

interface Relay {
  /** The source of the messages and the target of the answers; not started yet. */
  transport: Transport
  /** Answers a message, null where it wants no answer. Never rejects. */
  ask(message: JSONRPCMessage): Promise<JSONRPCMessage | null>
  /** Resolves when no more messages come. */
  ended: Promise<unknown>
}

/** Forwards each message as it arrives and returns its answer, until the input ends and all are answered. */
export async function relayMessages({ transport, ask, ended }: Relay): Promise<void> {
  const running = new Set<Promise<void>>()
  const answer = async (message: JSONRPCMessage) => {
    const answered = await ask(message)
    if (answered !== null) await transport.send(answered)
  }
  transport.onmessage = (message) => {
    const run = answer(message).finally(() => running.delete(run))
    running.add(run)
  }
  await transport.start()
  await ended
  await Promise.all(running)
  await transport.close()
}
