import { type AddressInfo, createServer } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { CommandError } from '../../../src/errors.ts'
import { listen } from '../../../src/server/http/listen.ts'

describe('listen', () => {
  const apps: FastifyInstance[] = []
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close()
  })
  const open = (place: { host: string; port: number }) => {
    const app = fastify()
    apps.push(app)
    app.get('/', () => 'here')
    return listen(app, place)
  }

  test('prints a URL that works, also when listening on all addresses', async () => {
    for (const host of ['127.0.0.1', '0.0.0.0', '::1', '::']) {
      const url = await open({ host, port: 0 })
      expect(await (await fetch(url)).text(), url).toBe('here')
    }
  })

  test('a port in use fails in one sentence that says how to choose another', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const refused = open({ host: '127.0.0.1', port })
    await expect(refused).rejects.toThrow(CommandError)
    await expect(refused).rejects.toThrow(
      `port ${port} is in use. Stop the other program, or set PORT to another`,
    )
    other.close()
  })

  test.each(['192.0.2.1', 'no-such-host.invalid'])(
    'the host %s, which is not ours, is named',
    async (host) => {
      const refused = open({ host, port: 0 })
      await expect(refused).rejects.toThrow(CommandError)
      await expect(refused).rejects.toThrow(host)
    },
  )
})
