import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

export interface Relay {
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
