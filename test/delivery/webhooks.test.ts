import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/store/engine/database.ts'
import { createAlertConfigs } from '../../src/whales/config/alert-configs.ts'
import { describeEngines } from '../store/support/engines.ts'
import { alertOf } from './support/deliverable-alerts.ts'
import { enqueue, startDeliverer, subscribe, until, untilConfig } from './support/delivery-world.ts'
import { startReceiver } from './support/webhook-receiver.ts'

async function receiver(options: { echo?: boolean } = {}) {
  const started = await startReceiver(options)
  onTestFinished(() => started.close())
  return started
}

function active(config: { channels: readonly { state: string }[] }): boolean {
  return config.channels.every(({ state }) => state === 'ACTIVE')
}

async function subscribed(db: Database, url: string) {
  const configs = createAlertConfigs(db)
  const subscription = await subscribe(db, { channels: [{ kind: 'WEBHOOK', target: url }] })
  await untilConfig(configs, subscription.accountId, active)
  const [channel] = subscription.config.channels
  const [secret] = subscription.secrets
  if (channel === undefined || secret === undefined) throw new Error('no webhook')
  return { configs, ...subscription, channel, secret: secret.secret }
}

describeEngines('webhooks', (open) => {
  test('are verified, then get an alert once, signed as standardwebhooks accepts', async () => {
    const { db } = await open()
    const hook = await receiver()
    startDeliverer(db)
    const { secret, channel } = await subscribed(db, hook.url)
    expect(channel).toMatchObject({ state: 'PENDING', reason: null })
    expect(await enqueue(db, [alertOf('a1')])).toBe(1)
    expect(await enqueue(db, [alertOf('a1')])).toBe(0)
    await until(() => hook.alerts().length > 0)
    const [sent] = hook.alerts()
    const body = new Webhook(secret).verify(sent?.body ?? '', sent?.headers ?? {})
    expect(body).toMatchObject({
      type: 'whale.alert',
      data: { id: 'a1', usd: 12345.6789, price: 0.42, trader: { name: 'whale 1' } },
    })
    expect(() => new Webhook(secret).verify(`${sent?.body} `, sent?.headers ?? {})).toThrow()
  })

  test('are signed by both secrets during a rotation', async () => {
    const { db } = await open()
    const hook = await receiver()
    startDeliverer(db)
    const { configs, accountId, channel, secret } = await subscribed(db, hook.url)
    const rotated = await configs.rotateSecret(accountId, channel.id, 3_600)
    await enqueue(db, [alertOf('a1')])
    await until(() => hook.alerts().length === 1)
    await configs.rotateSecret(accountId, channel.id, 0)
    await enqueue(db, [alertOf('a2', 2)])
    await until(() => hook.alerts().length === 2)
    const [both, neither] = hook.alerts()
    for (const one of [secret, rotated?.secret ?? ''])
      expect(new Webhook(one).verify(both?.body ?? '', both?.headers ?? {})).toBeTruthy()
    for (const one of [secret, rotated?.secret ?? ''])
      expect(() => new Webhook(one).verify(neither?.body ?? '', neither?.headers ?? {})).toThrow()
    expect(await configs.rotateSecret(accountId + 1, channel.id, 0)).toBeNull()
  })

  test('that do not echo the challenge get nothing', async () => {
    const { db } = await open()
    const hook = await receiver({ echo: false })
    startDeliverer(db)
    const { accountId, config } = await subscribe(db, {
      channels: [{ kind: 'WEBHOOK', target: hook.url }],
    })
    const configs = createAlertConfigs(db)
    const seen = await untilConfig(configs, accountId, ({ channels }) => channels[0]?.reason !== null)
    expect(seen.channels[0]).toMatchObject({
      state: 'PENDING',
      reason: 'The webhook did not return the challenge.',
    })
    expect(await configs.confirmChannel(accountId, config.channels[0]?.id ?? '', 'x')).toBeNull()
    expect(await enqueue(db, [alertOf('a1')])).toBe(0)
  })

  test('that fail are retried under one id, and with the same body', async () => {
    const { db } = await open()
    const hook = await receiver()
    startDeliverer(db)
    const { configs, accountId } = await subscribed(db, hook.url)
    hook.answer = (response) => response.writeHead(hook.alerts().length < 3 ? 500 : 200).end()
    await enqueue(db, [alertOf('a1')])
    await until(() => hook.alerts().length === 3)
    expect(new Set(hook.alerts().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(hook.alerts().map(({ body }) => body)).size).toBe(1)
    const { channels } = await untilConfig(configs, accountId, (config) => config.channels[0]?.failures === 0)
    expect(channels[0]).toMatchObject({ state: 'ACTIVE', reason: null })
  })

  test('that keep failing are paused with the reason, and continue when resumed', async () => {
    const { db } = await open()
    const hook = await receiver()
    startDeliverer(db)
    const { configs, accountId, channel } = await subscribed(db, hook.url)
    hook.answer = (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    await enqueue(db, [alertOf('a1')])
    const paused = await untilConfig(configs, accountId, ({ channels }) => channels[0]?.state === 'PAUSED')
    expect(paused.channels[0]).toMatchObject({ failures: 4, reason: expect.stringContaining('redirects') })
    expect(await enqueue(db, [alertOf('a2')])).toBe(0)
    hook.answer = (response) => response.writeHead(200).end()
    expect(await configs.resumeChannel(accountId, channel.id)).toMatchObject({ state: 'PENDING' })
    await until(() => hook.alerts().length === 5)
    expect(await configs.resumeChannel(accountId, channel.id)).toBeNull()
  })

  test('that answer 410 are paused immediately', async () => {
    const { db } = await open()
    const hook = await receiver()
    startDeliverer(db)
    const { configs, accountId } = await subscribed(db, hook.url)
    hook.answer = (response) => response.writeHead(410).end()
    await enqueue(db, [alertOf('a1')])
    await untilConfig(configs, accountId, ({ channels }) => channels[0]?.state === 'PAUSED')
    expect(hook.alerts()).toHaveLength(1)
  })

  test('that never answer do not delay another subscriber', async () => {
    const { db } = await open()
    const [silent, quick] = [await receiver(), await receiver()]
    startDeliverer(db, { timeoutMs: 600_000, limits: { total: 6, channel: 2, lane: 2 } })
    await subscribed(db, silent.url)
    await subscribed(db, quick.url)
    const held: ServerResponse[] = []
    silent.answer = (response) => held.push(response)
    await enqueue(
      db,
      Array.from({ length: 40 }, (_, i) => alertOf(`a${i}`, i)),
    )
    await until(() => quick.alerts().length === 40)
    expect(silent.alerts().length).toBeLessThanOrEqual(2)
    // The deliverer ends once its requests have: not after ten minutes.
    silent.answer = (response) => response.writeHead(204).end()
    for (const response of held) response.writeHead(204).end()
  })

  test('get five alerts by one trader in a minute in one message, and later ones in another', async () => {
    const { db } = await open()
    const hook = await receiver()
    startDeliverer(db)
    await subscribed(db, hook.url)
    const time = Math.floor(Date.now() / 1_000) - 30
    await enqueue(
      db,
      Array.from({ length: 7 }, (_, i) => alertOf(`a${i}`, 1, { time: time + i })),
    )
    await enqueue(db, [alertOf('other', 2), alertOf('old', 1, { time: time - 3_600 })])
    await until(() => hook.alerts().length === 3)
    const summary = hook.alerts().find(({ type }) => type === 'whale.summary')
    expect(JSON.parse(summary?.body ?? '{}').data).toMatchObject({ count: 7, usd: 86419.7523 })
    await enqueue(db, [alertOf('a8', 1, { time: time + 8 }), alertOf('a9', 1, { time: time + 9 })])
    await until(
      async () =>
        (await db.get<{ n: number }>('SELECT COUNT(*) AS n FROM alert_outbox WHERE waiting = 2'))?.n === 2,
    )
    await db.run('UPDATE alert_outbox SET ready_ms = 0 WHERE waiting = 2')
    await until(() => hook.alerts().length === 4)
    expect(JSON.parse(hook.alerts().at(-1)?.body ?? '{}').data).toMatchObject({ count: 2 })
  })
})
