import { once } from 'node:events'
import type { Server } from 'node:http'

/** Puts a server on a free port of loopback; `close` ends its connections too. */
export async function listening(server: Server): Promise<{ url: string; close(): Promise<void> }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${at.port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
