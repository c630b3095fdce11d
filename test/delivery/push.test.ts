import { createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { channelInput } from '../../src/delivery/channel-input.ts'
import { createAlertConfigs } from '../../src/whales/config/alert-configs.ts'
import { describeEngines } from '../store/support/engines.ts'
import { alertOf } from './support/deliverable-alerts.ts'
import { enqueue, startDeliverer, subscribe, until, untilConfig } from './support/delivery-world.ts'
import { startPushService } from './support/push-service.ts'

const push = { ...webPush.generateVAPIDKeys(), subject: 'mailto:operator@pequod.example' }

/** The public key of the service, as what checks its tokens takes it. */
function publicKey() {
  const point = Buffer.from(push.publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
}

describeEngines('browsers', (open) => {
  test('are pushed a code, and alerts once it is entered, encrypted and signed', async () => {
    const { db } = await open()
    const service = await startPushService()
    startDeliverer(db, { publicUrl: 'https://pequod.example', push })
    const { accountId, config } = await subscribe(db, {
      channels: [{ kind: 'PUSH', target: service.subscription }],
    })
    await until(() => service.requests.length === 1)
    const { code } = service.read(service.requests[0]) as { code: string }
    const configs = createAlertConfigs(db)
    const id = config.channels[0]?.id ?? ''
    expect(await configs.confirmChannel(accountId, id, code)).toMatchObject({ state: 'ACTIVE' })
    await enqueue(db, [alertOf('a1')])
    await until(() => service.requests.length === 2)
    const [, pushed] = service.requests
    expect(service.read(pushed)).toEqual({
      title: expect.stringContaining('$12,346'),
      body: expect.stringContaining('$12,346'),
      url: expect.stringMatching(/^https:\/\/pequod\.example\/trader\/0x[0-9a-f]{40}$/),
    })
    expect(pushed?.body.toString('latin1')).not.toContain('$12')
    expect(pushed?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(pushed?.headers.authorization ?? '') ?? []
    expect(key).toBe(push.publicKey)
    const { payload } = await jwtVerify(token, publicKey(), { audience: service.origin })
    expect(payload.sub).toBe(push.subject)
  })

  test('that ended their subscription are paused', async () => {
    const { db } = await open()
    const service = await startPushService()
    startDeliverer(db, { push })
    const { accountId, config } = await subscribe(db, {
      channels: [{ kind: 'PUSH', target: service.subscription }],
    })
    await until(() => service.requests.length === 1)
    const { code } = service.read(service.requests[0]) as { code: string }
    await createAlertConfigs(db).confirmChannel(accountId, config.channels[0]?.id ?? '', code)
    service.statuses.push(410)
    await enqueue(db, [alertOf('a1')])
    const { channels } = await untilConfig(
      createAlertConfigs(db),
      accountId,
      ({ channels: [one] }) => one?.state === 'PAUSED',
    )
    expect(channels[0]).toMatchObject({ state: 'PAUSED', reason: 'The browser has ended its subscription.' })
  })
})

describe('a subscription', () => {
  const valid = {
    endpoint: 'https://push.example/send/abc',
    keys: { p256dh: push.publicKey, auth: 'A'.repeat(22) },
  }
  const parse = (target: unknown) => channelInput().safeParse({ kind: 'PUSH', target })

  test('has one spelling', () => {
    const spelled = JSON.stringify({ expirationTime: null, ...valid, more: 1 })
    expect(parse(spelled).data).toEqual({ kind: 'PUSH', target: JSON.stringify(valid) })
  })

  test.each([
    ['no JSON', 'https://push.example'],
    ['null', 'null'],
    ['a private address', JSON.stringify({ ...valid, endpoint: 'https://127.0.0.1/x' })],
    ['plain http', JSON.stringify({ ...valid, endpoint: 'http://push.example/x' })],
    ['a short key', JSON.stringify({ ...valid, keys: { ...valid.keys, p256dh: 'AAAA' } })],
    ['no keys', JSON.stringify({ endpoint: valid.endpoint })],
  ])('is refused with %s', (_, target) => {
    expect(parse(target).success).toBe(false)
  })
})
