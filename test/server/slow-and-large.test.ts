import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../src/server/http/listen.ts'
import { closeServed, type Served, serveNothing } from './support/served-world.ts'

const QUICK = { headers: 300, request: 700, idle: 2_000, check: 50 }

/** The bytes that a server sent on a connection until it closed it. */
interface Said {
  text: string
}

describe('slow, large and malformed requests', () => {
  closeServed()
  let quick: number
  let port: number
  let served: Served
  beforeAll(async () => {
    const portOf = async ({ app }: Served) =>
      Number(new URL(await listen(app, { host: '127.0.0.1', port: 0 })).port)
    served = await serveNothing()
    port = await portOf(served)
    quick = await portOf(await serveNothing({ parts: { timeouts: QUICK } }))
  })

  /** Sends bytes, with pauses, on a connection of its own. */
  async function send(parts: AsyncIterable<string> | Iterable<string>, to = port): Promise<Said> {
    const socket = connect(to, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.on('error', () => undefined)
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    for await (const part of parts) {
      if (socket.destroyed) break
      socket.write(part)
    }
    await ended
    return { text }
  }
  async function* slowly(head: string, part: string): AsyncGenerator<string> {
    yield head
    for (let n = 0; n < 100; n++) {
      await sleep(40)
      yield part
    }
  }
  const bodyOf = ({ text }: Said) => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))

  test('sending headers a byte at a time time out', async () => {
    const said = await send(slowly('GET /v1/leaderboard HTTP/1.1\r\nHost: x\r\nX-A: ', 'a'), quick)
    expect(said.text).toMatch(/^HTTP\/1\.1 408 /)
    expect(bodyOf(said)).toEqual({
      detail: 'The request took too long to arrive: send it again.',
      code: 'REQUEST_TIMEOUT',
    })
  })

  test('sending a body a byte at a time time out', async () => {
    const head =
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'
    const said = await send(slowly(head, ' '), quick)
    expect(said.text).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('on an idle connection are closed', async () => {
    const said = await send([], quick)
    expect(said.text).toMatch(/^$|408/)
  })

  test.each([
    ['a body above 100 KB by its Content-Length', ['Content-Length: 200000\r\n\r\n']],
    [
      'a chunked body above 100 KB',
      ['Transfer-Encoding: chunked\r\n\r\n', ...Array(13).fill(`2000\r\n${'x'.repeat(8192)}\r\n`)],
    ],
  ])('%s is refused with 413', async (_what, parts) => {
    const head =
      'POST /graphql HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n'
    const said = await send([head, ...parts])
    expect(said.text).toMatch(/^HTTP\/1\.1 413 /)
    expect(said.text.toLowerCase()).toContain('x-ratelimit-remaining: ')
    expect(bodyOf(said).errors[0].extensions.code).toBe('PAYLOAD_TOO_LARGE')
  })

  test.each([
    [
      'headers above 16 KB',
      `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['what is not HTTP', 'hello\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    [
      'two lengths',
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'a length and chunks at once',
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'MALFORMED_REQUEST',
    ],
  ])('%s is refused in the shape of every error', async (_what, bytes, status, code) => {
    const said = await send([bytes])
    expect(said.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(bodyOf(said)).toEqual({ detail: expect.any(String), code })
  })

  test('leave the service running', async () => {
    expect((await served.app.inject('/health/live')).statusCode).toBe(200)
  })
})
