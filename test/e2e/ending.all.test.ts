import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../cli/support/run-pequod.ts'
import { startService } from './support/running-service.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

test('a service that ends reports not ready first, and ends immediately at a second signal', async () => {
  const env = { DRAIN_SECONDS: '300', LOG_LEVEL: 'silent' }
  const service = await startService([], { cwd: folder.path, env })
  service.kill('SIGTERM')
  await service.until(/Shutting down after the requests in progress\./)
  const ready = await fetch(`${service.url}/health/ready`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ detail: 'This process is shutting down: use another one.' })
  expect((await fetch(`${service.url}/health/live`)).status).toBe(200)
  expect(await service.end('SIGTERM')).toBe(143)
})
