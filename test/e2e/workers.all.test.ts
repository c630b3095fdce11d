import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../cli/support/run-pequod.ts'
import { type RunningService, startService } from './support/running-service.ts'

/** A few requests a second fall into one window however slow the machine is. */
const LIMIT = 3

describe('pequod serve --workers 2', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let service: RunningService
  beforeAll(async () => {
    folder = await temporaryFolder()
    const env = { LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: String(LIMIT) }
    service = await startService(['--workers', '2'], { cwd: folder.path, env })
  })
  afterAll(async () => {
    await service?.end()
    await folder?.remove()
  })

  /** Each over a connection of its own, so that both processes answer. */
  const ask = async (path: string) => {
    const answer = await fetch(`${service.url}${path}`, { headers: { connection: 'close' } })
    return { status: answer.status, body: await answer.text() }
  }
  /** Asks again while the limit of requests is reached. */
  const allowed = async (send: () => Promise<Response>): Promise<Response> => {
    for (;;) {
      const answer = await send()
      if (answer.status !== 429) return answer
      await answer.arrayBuffer()
      await sleep(300)
    }
  }
  const counted = async (series: string) => {
    const { body } = await ask('/metrics')
    return Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1) ?? 0,
    )
  }
  const live = 'pequod_requests_total{operation="/health/live",status="200",tier="none"}'

  test('counts a caller once across processes, and reports the metrics of both', async () => {
    const began = performance.now()
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async () => (await ask('/v1/leaderboard')).status),
    )
    const windows = Math.floor((performance.now() - began) / 1_000) + 1
    const allowed = statuses.filter((status) => status !== 429).length
    expect(allowed).toBeGreaterThanOrEqual(LIMIT)
    expect(allowed).toBeLessThanOrEqual(LIMIT * windows)
    const before = await counted(live)
    await Promise.all(Array.from({ length: 20 }, () => ask('/health/live')))
    expect(await counted(live)).toBe(before + 20)
  })

  test('shares a session of MCP between processes', async () => {
    const clientInfo = { name: 'test', version: '1.0.0' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
    const begin = () =>
      fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers: {
          connection: 'close',
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify(initialize),
      })
    const session = (await allowed(begin)).headers.get('mcp-session-id') ?? ''
    for (let count = 0; count < 4; count++) {
      const stream = await allowed(() =>
        fetch(`${service.url}/mcp`, {
          headers: { connection: 'close', accept: 'text/event-stream', 'mcp-session-id': session },
        }),
      )
      expect(stream.status).toBe(200)
      await stream.body?.cancel()
    }
  })

  test('replaces both on SIGHUP without losing a request, and keeps counting', async () => {
    const before = await counted(live)
    let isOver = false
    const over = service.until(/All serving processes were replaced\./).then(() => {
      isOver = true
    })
    service.kill('SIGHUP')
    // Connections that are kept open, and used all the time: one that was closed under a request would show.
    const statuses = new Set<number>()
    let asked = 0
    const askOn = async () => {
      for (; !isOver; asked++) {
        const answer = await fetch(`${service.url}/health/live`)
        await answer.arrayBuffer()
        statuses.add(answer.status)
        await sleep(5)
      }
    }
    await Promise.all([askOn(), askOn(), askOn()])
    expect(statuses).toEqual(new Set([200]))
    await over
    expect(await counted(live)).toBe(before + asked)
  })

  test('replaces a worker that dies', async () => {
    const children = await readFile(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8')
    const [victim = ''] = children.trim().split(' ')
    process.kill(Number(victim), 'SIGKILL')
    await service.until(/Process \d of 2 exited unexpectedly; starting another\./)
    await expect
      .poll(
        async () =>
          (await readFile(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8')).trim().split(' ')
            .length,
      )
      .toBe(2)
    expect((await ask('/health/live')).status).toBe(200)
  })

  test('ends completely on a signal', async () => {
    expect(await service.end()).toBe(0)
    await expect(fetch(service.url)).rejects.toThrow()
  })
})
