import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { relayMessages } from '../../src/cli/commands/mcp.ts'

const request = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'ping' })
const answerTo = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} })
const notification: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/initialized' }

test('every MCP message is answered once, even if another answer or the input ends first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.boolean(), { maxLength: 8 }), async (scheduler, wanted) => {
      const [client, transport] = InMemoryTransport.createLinkedPair()
      const answers: JSONRPCMessage[] = []
      client.onmessage = (message) => answers.push(message)
      await client.start()
      const ask = scheduler.scheduleFunction(async (message: JSONRPCMessage) =>
        'id' in message && typeof message.id === 'number' ? answerTo(message.id) : null,
      )
      const relayed = relayMessages({ transport, ask, ended: scheduler.schedule(Promise.resolve()) })
      for (const [id, isRequest] of wanted.entries())
        await client.send(isRequest ? request(id) : notification)
      await scheduler.waitFor(relayed)
      const expected = wanted.flatMap((isRequest, id) => (isRequest ? [answerTo(id)] : []))
      expect(answers).toHaveLength(expected.length)
      expect(answers).toEqual(expect.arrayContaining(expected))
    }),
  )
})
