import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

const FOLDER = fileURLToPath(new URL('../../schema', import.meta.url))
const hasPython = (() => {
  try {
    execFileSync('python3', ['--version'])
    return true
  } catch {
    return false
  }
})()

/** Runs lines of Python with a client of a service, and returns what they print as JSON. */
async function python(origin: string, lines: string, options = ''): Promise<unknown> {
  const text = `import json, sys\nsys.path.insert(0, ${JSON.stringify(FOLDER)})\nfrom pequod import Pequod, PequodError, frame\nclient = Pequod(${JSON.stringify(origin)}${options})\n${lines}`
  const { stdout } = await promisify(execFile)('python3', ['-B', '-c', text])
  return JSON.parse(stdout)
}

/** Listens with answers of a test's own. */
async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe.skipIf(!hasPython)('the Python client', () => {
  closeServed()
  let served: Served
  let origin: string
  let key: string
  beforeAll(async () => {
    served = await serveWorld()
    await served.app.listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(served.app.server.address() as AddressInfo).port}`
    key = (await tierCallers(served)).PRO['x-api-key'] ?? ''
  })
  const rest = async (url: string) => (await served.app.inject({ url, headers: { 'x-api-key': key } })).json()

  test('returns what REST answers, with parameters of the path, numbers, flags and lists', async () => {
    const board = await rest('/v1/leaderboard/pnl-7d?limit=3')
    const wallets = board.entries.map(({ address }: { address: string }) => address)
    const found = await python(
      origin,
      `board = client.get_leaderboard("pnl-7d", limit=3)
wallets = [one["address"] for one in board["entries"]]
print(json.dumps([board, client.compare_traders(wallets, period="7d"), client.list_markets(include_untraded=True, limit=2), client.search("will", limit=3)]))`,
      `, api_key=${JSON.stringify(key)}`,
    )
    expect(found).toEqual([
      board,
      await rest(`/v1/compare?traders=${wallets}&period=7d`),
      await rest('/v1/markets?includeUntraded=true&limit=2'),
      await rest('/v1/search?query=will&limit=3'),
    ])
  })

  test('yields every item of a list over its pages, and a frame of them where pandas is', async () => {
    const { items } = await rest('/v1/trader?query=a&limit=30')
    const [names, frames] = (await python(
      origin,
      `rows = []
for one in client.each(client.search_traders, query="a", limit=7):
    rows.append(one)
    if len(rows) == 30:
        break
try:
    shape = list(frame(rows).shape)
except ImportError as error:
    shape = str(error)
print(json.dumps([[one["address"] for one in rows], shape]))`,
    )) as [string[], unknown]
    expect(names).toEqual(items.map(({ address }: { address: string }) => address))
    expect(Array.isArray(frames) ? frames[0] : frames).toEqual(
      Array.isArray(frames) ? 30 : "No module named 'pandas'",
    )
  })

  test('raises the service’s refusals with their code, and each refused parameter', async () => {
    const found = await python(
      origin,
      `out = []
for call in (lambda: client.get_trader("0x12"), lambda: client.get_leaderboard("nothing-7d")):
    try:
        call()
    except PequodError as error:
        out.append([error.status, error.code, [one["name"] for one in error.errors]])
print(json.dumps(out))`,
    )
    expect(found).toEqual([
      [422, 'BAD_USER_INPUT', ['address']],
      [404, 'NOT_FOUND', []],
    ])
  })

  test('retries what passes, gives up on what does not, and sends its key to nobody else', async () => {
    const seen: string[] = []
    const other = await listening((request, response) => {
      seen.push(`other ${request.headers['x-api-key'] ?? ''}`)
      response.end('{}')
    })
    const place = await listening((request, response) => {
      seen.push(String(request.url))
      const times = seen.filter((url) => url === request.url).length
      if (request.url === '/v1/whales/showcase' && times < 3) {
        response.writeHead(503, { 'retry-after': '0' }).end('{"code":"SERVICE_UNAVAILABLE","detail":"Away."}')
      } else if (request.url === '/v1/whales/record') response.writeHead(302, { location: other }).end()
      else response.end('{"items":[]}')
    })
    const found = await python(
      place,
      `first = client.get_whale_showcase()
try:
    client.get_whale_radar_record()
except PequodError as error:
    print(json.dumps([first, error.status, error.code]))`,
      ', api_key="pq_live_secret"',
    )
    expect(found).toEqual([{ items: [] }, 302, 'UNEXPECTED_ANSWER'])
    expect(seen).toEqual([
      '/v1/whales/showcase',
      '/v1/whales/showcase',
      '/v1/whales/showcase',
      '/v1/whales/record',
    ])
  })

  test('goes on with a stream after a cut, from its last cursor', async () => {
    const asked: (string | null)[] = []
    const place = await listening((request, response) => {
      const cursor = new URL(request.url ?? '', 'http://localhost').searchParams.get('cursor')
      asked.push(cursor)
      const next = Number(cursor ?? 0) + 1
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`retry: 1000\n\nid: ${next}\ndata: {"cursor":"${next}","kind":"added"}\n\n`)
    })
    const found = await python(
      place,
      `out = []
for message in client.stream_trades(min_usd=10):
    out.append(message["cursor"])
    if len(out) == 2:
        break
print(json.dumps(out))`,
    )
    expect(found).toEqual(['1', '2'])
    expect(asked).toEqual([null, '1'])
  })

  test('retries an answer that is cut, drops half a message of a stream, and raises its end', async () => {
    const seen: string[] = []
    const place = await listening((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
      const isFirst = !seen.includes(pathname)
      seen.push(pathname)
      if (pathname === '/v1/leaderboard') {
        response.writeHead(200, { 'content-length': 12 })
        response.write('{"items"')
        if (isFirst) setTimeout(() => response.destroy(), 50)
        else response.end(':[]}')
      } else {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        if (isFirst) {
          response.write('data: {"cursor":"1"}\n\ndata: {"cursor":"2",')
          setTimeout(() => response.destroy(), 50)
        } else if (searchParams.get('cursor') === '1')
          response.end(
            'data: {"cursor":"2"}\n\nevent: end\ndata: {"code":"SLOW_CONSUMER","detail":"Later."}\n\n',
          )
        else response.end('event: end\ndata: {"code":"UNAUTHENTICATED","detail":"Ended."}\n\n')
      }
    })
    const found = await python(
      place,
      `out = [client.list_leaderboards()]
try:
    for message in client.stream_trades():
        out.append(message["cursor"])
except PequodError as error:
    out.append([error.code, str(error)])
print(json.dumps(out))`,
    )
    expect(found).toEqual([{ items: [] }, '1', '2', ['UNAUTHENTICATED', 'Ended.']])
    expect(seen.filter((path) => path === '/v1/trades/stream')).toHaveLength(3)
  })
})
