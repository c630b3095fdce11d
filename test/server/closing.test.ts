import { expect, test } from 'vitest'
import { listen } from '../../src/server/http/listen.ts'
import { until } from '../delivery/support/delivery-world.ts'
import { subscribeToAlerts } from './support/alert-subscriber.ts'
import { closeServed, serveNothing, serveWorld } from './support/served-world.ts'
import { tierCallers } from './support/tier-callers.ts'

closeServed()

test('a closing service completes open requests and takes no new one', async () => {
  const { app } = await serveWorld()
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  app.addHook('onSend', async () => {
    reached.resolve()
    await released.promise
  })
  const origin = await listen(app, { host: '127.0.0.1', port: 0 })
  const asked = fetch(`${origin}/v1/leaderboard`)
  await reached.promise
  const closed = app.close()
  released.resolve()
  expect((await asked).status).toBe(200)
  await closed
  await expect(fetch(origin)).rejects.toThrow()
})

test('a closing service informs its load balancer first, and answers until it closes', async () => {
  const ending = new AbortController()
  const { app } = await serveNothing({ parts: { ending: ending.signal } })
  ending.abort()
  const ready = await app.inject('/health/ready')
  expect(ready.statusCode).toBe(503)
  expect(ready.headers['retry-after']).toBe('5')
  expect(ready.json()).toEqual({
    detail: 'This process is shutting down: use another one.',
    code: 'SERVICE_UNAVAILABLE',
  })
  expect((await app.inject('/health/live')).statusCode).toBe(200)
  const origin = await listen(app, { host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${origin}/docs`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
})

test('a stream of alerts ends with an event that says why when the service closes', async () => {
  const served = await serveNothing()
  const url = await listen(served.app, { host: '127.0.0.1', port: 0 })
  const { PRO } = await tierCallers(served)
  const { events, ended } = subscribeToAlerts(url, { headers: PRO })
  await until(async () => /^pequod_alert_streams 1$/m.test((await served.app.inject('/metrics')).body))
  await served.app.close()
  await ended
  expect(events).toEqual([{ id: null, code: 'SERVICE_UNAVAILABLE' }])
})
