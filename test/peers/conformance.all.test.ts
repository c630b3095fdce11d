import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { listen } from '../../src/server/http/listen.ts'
import { closeServed, serveWorld } from '../server/support/served-world.ts'

const PEERS = fileURLToPath(new URL('./node_modules/.bin/', import.meta.url))
const PROGRAMS = fileURLToPath(new URL('../../node_modules/.bin/', import.meta.url))

closeServed()

test('MCP passes the conformance suite but for what Pequod does not offer', async () => {
  const { app } = await serveWorld()
  const origin = await listen(app, { host: '127.0.0.1', port: 0 })
  const baseline = fileURLToPath(new URL('./conformance-baseline.yml', import.meta.url))
  const args = ['server', '--url', `${origin}/mcp`, '--suite', 'all', '--expected-failures', baseline]
  const child = spawn(join(PEERS, 'conformance'), args, {
    env: { ...process.env, PATH: `${PROGRAMS}:${process.env.PATH}` },
  })
  const [stdout, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  for (const scenario of [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'completion-complete',
  ])
    expect(stdout).toContain(`✓ ${scenario}: 1 passed, 0 failed`)
  expect(stdout).toContain('✓ dns-rebinding-protection: 2 passed, 0 failed')
  expect(status, stdout).toBe(0)
})
