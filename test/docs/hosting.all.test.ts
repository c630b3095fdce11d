import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type RedisServer, redisTests, startRedis } from '../access/support/redis-server.ts'
import { temporaryFolder } from '../cli/support/run-pequod.ts'
import { type RunningService, startService } from '../e2e/support/running-service.ts'
import { freePort } from '../support/free-port.ts'
import { type RunningProgram, startProgram } from '../support/running-program.ts'
import { administer, createDatabase, worldDatabase } from '../support/worlds.ts'
import { pageText } from './support/pages.ts'

/** The first block of a page in a language, behind a heading. */
function block(page: string, heading: string, language: string): string {
  const text = pageText(page).split(`\n## ${heading}\n`)[1] ?? ''
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(text)?.[1] ?? ''
}

const DATABASE = `hosted_${process.pid}`
const isThere = redisTests && (Boolean(process.env.CI) || spawnSync('nginx', ['-v']).status === 0)

describe.skipIf(!isThere)('a host as the guide has it, behind nginx with PostgreSQL and Redis', () => {
  let redis: RedisServer
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let service: RunningService
  let nginx: RunningProgram
  let origin: string

  beforeAll(async () => {
    folder = await temporaryFolder()
    redis = await startRedis()
    await createDatabase(DATABASE, await worldDatabase('small'))
    origin = `http://127.0.0.1:${await freePort()}`
    const own: Record<string, string> = {
      DATABASE_URL: `${inject('postgresUrl')}/${DATABASE}`,
      REDIS_URL: redis.url,
      PUBLIC_URL: origin,
    }
    const guide = block('docs/guides.md', 'Hosting behind nginx', 'ini').trim().split('\n')
    const env = Object.fromEntries(
      guide.map((line): [string, string] => {
        const [name = '', value = ''] = line.split(/=(.*)/)
        return [name, own[name] ?? value]
      }),
    )
    expect(env).toMatchObject(own)
    service = await startService([], {
      cwd: folder.path,
      env: { ...env, DATA_DIR: join(folder.path, 'data') },
    })
    nginx = await startProgram(
      'nginx',
      ['-p', folder.path, '-c', await configuration(), '-g', 'daemon off; master_process off;'],
      /event method/,
    )
  })
  afterAll(async () => {
    await nginx?.kill()
    await service?.end()
    await redis?.close()
    await administer(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
    await folder?.remove()
  })

  /** The page's servers with the ports of this test, and the files that nginx writes in its folder. */
  async function configuration(): Promise<string> {
    const servers = block('docs/operating.md', 'Reverse proxy', 'nginx')
    const own = servers
      .replace('127.0.0.1:4000', new URL(service.url).host)
      .replace('server {\n', `server {\n  listen ${new URL(origin).host};\n`)
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${name};`,
    )
    await mkdir(join(folder.path, 'logs'))
    const file = join(folder.path, 'nginx.conf')
    const log = 'error_log stderr notice;'
    await writeFile(
      file,
      `pid nginx.pid;\n${log}\nevents {}\nhttp {\naccess_log off;\n${places.join('\n')}\n${own}}\n`,
    )
    return file
  }

  test('is ready, shows pages under its address, and keeps its metrics', async () => {
    const get = (path: string) => fetch(origin + path)
    expect((await get('/health/ready')).status).toBe(200)
    const page = await get('/tape')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain(`${origin}/`)
    expect((await get('/v1/traders?limit=1')).status).toBe(200)
    expect([(await get('/metrics')).status, (await fetch(`${service.url}/metrics`)).status]).toEqual([
      403, 200,
    ])
  })

  test('begins a stream immediately', async () => {
    const stop = new AbortController()
    const { items } = await (await fetch(`${origin}/v1/markets?limit=1`)).json()
    const { signal } = stop
    const stream = await fetch(`${origin}/v1/prices/stream?market=${items[0].condition}`, { signal })
    const first = await stream.body?.getReader().read()
    expect(stream.status, Buffer.from(first?.value ?? []).toString()).toBe(200)
    expect(Buffer.from(first?.value ?? []).toString()).toMatch(/^retry: /)
    stop.abort()
  })

  test('counts callers in Redis by the address that nginx saw, regardless of what they say', async () => {
    for (const own of ['203.0.113.1', '203.0.113.2'])
      expect((await fetch(`${origin}/v1/leaderboard`, { headers: { 'X-Forwarded-For': own } })).status).toBe(
        200,
      )
    const client = new Redis(redis.url)
    const keys = await client.keys('pequod:*')
    client.disconnect()
    expect(keys.filter((key) => key.includes('127.0.0.1'))).not.toEqual([])
    expect(keys.filter((key) => key.includes('203.0.113'))).toEqual([])
  })
})
