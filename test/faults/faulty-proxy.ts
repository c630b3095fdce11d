import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A TCP proxy before one server, which can be made to go away, to say nothing, or to be slow. */
export interface FaultyProxy {
  /** The target's address, through the proxy. */
  url: string
  /** Delays every byte in each direction, in milliseconds, from now on; 0 for no delay. */
  slow(milliseconds: number): void
  /** Ends every connection and refuses new ones. */
  refuse(): Promise<void>
  /** Takes connections and passes nothing on. */
  hang(): void
  /** Passes everything on again, what was held back too. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** Starts the proxy on a port that it keeps. @param target an address with a host and a port */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let delay = 0
  let isHung = false
  const server = createServer((caller) => {
    const other = connect(Number(port), hostname)
    join(caller, other)
    join(other, caller)
  })
  function join(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    // One after the other, so that nothing overtakes what waits still when the delay ends.
    let turn = Promise.resolve()
    from.on('data', (chunk) => {
      const due = performance.now() + delay
      turn = turn.then(async () => {
        const left = due - performance.now()
        if (left > 0) await sleep(left)
        if (to.writable) to.write(chunk)
      })
    })
    if (isHung) from.pause()
  }
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('no port')
  const url = new URL(target)
  url.host = `127.0.0.1:${at.port}`
  const refuse = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: url.href,
    refuse,
    slow(milliseconds) {
      delay = milliseconds
    },
    hang() {
      isHung = true
      for (const socket of sockets) socket.pause()
    },
    async restore() {
      delay = 0
      isHung = false
      for (const socket of sockets) socket.resume()
      if (!server.listening) await listen(at.port)
    },
    close: async () => void (server.listening && (await refuse())),
  }
}
