import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { type Daemon, startDaemon } from './daemon.ts'

/** A real HAProxy. */
export interface Balancer extends Daemon {
  url: string
}

/**
 * Starts HAProxy in front of services, as in the operating guide: requests go to ready services, and a request with a
 * failed connection is retried at another.
 */
export async function startBalancer(services: readonly string[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-balancer-'))
  const port = await freePort()
  const config = join(folder, 'haproxy.cfg')
  const servers = services.map((url, i) => `  server pequod${i} ${new URL(url).host} check`)
  await writeFile(
    config,
    `defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  option forwardfor
  option redispatch
  retries 3
  retry-on conn-failure empty-response
frontend public
  bind 127.0.0.1:${port}
  default_backend pequod
backend pequod
  balance roundrobin
  option httpchk GET /health/ready
  default-server inter 500ms fall 2 rise 1
${servers.join('\n')}
`,
  )
  const daemon = await startDaemon('haproxy', ['-q', '-db', '-f', config])
  return {
    ...daemon,
    url: `http://127.0.0.1:${port}`,
    async end() {
      await daemon.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
