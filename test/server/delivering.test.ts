import { afterAll, beforeAll, expect, it } from 'vitest'
import { alertOf } from '../whales/delivery/deliverable-alerts.ts'
import { enqueue, subscribe, until } from '../whales/delivery/delivery-world.ts'
import { startReceiver, type WebhookReceiver } from '../whales/delivery/webhook-receiver.ts'
import { closeServed, serveNothing } from './served-world.ts'

closeServed()

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

it('a service delivers alerts while it serves, counts the outcomes, and ends cleanly', async () => {
  const { app, store } = await serveNothing({
    env: { WEBHOOK_ALLOW_PRIVATE: 'yes' },
    parts: { deliver: true },
  })
  const counted = async (effect: string) => {
    const { body } = await app.inject('/metrics')
    return Number(
      new RegExp(`^pequod_alert_deliveries_total\\{effect="${effect}"\\} (\\d+)$`, 'm').exec(body)?.[1],
    )
  }
  expect([await counted('sent'), await counted('paused')]).toEqual([0, 0])
  await subscribe(store.db, { channels: [{ kind: 'WEBHOOK', target: receiver.url }] })
  await until(async () => (await counted('sent')) === 1)
  await enqueue(store.db, [alertOf('one')])
  await until(() => receiver.alerts().length === 1)
  await until(async () => (await counted('sent')) === 2)
  receiver.answer = (response) => response.writeHead(410).end()
  await enqueue(store.db, [alertOf('two')])
  await until(async () => (await counted('paused')) === 1)
  expect([await counted('given_up'), await counted('retried')].toSorted()).toEqual([0, 1])
  await app.close()
})
