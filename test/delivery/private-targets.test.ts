import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { verificationMessage } from '../../src/delivery/message.ts'
import type { ResolveAll } from '../../src/delivery/senders/delivery.ts'
import { createWebhookSender } from '../../src/delivery/senders/send-webhook.ts'
import { webhookAgents } from '../../src/delivery/senders/senders.ts'
import { createWebhookSecret, isPublicAddress, webhookUrlProblem } from '../../src/delivery/webhook.ts'
import { startReceiver } from './support/webhook-receiver.ts'

/** From IANA's special-purpose registry, written independently of the code's list. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
const blocked = new BlockList()
for (const network of NOT_PUBLIC_4) {
  const [address = '', bits] = network.split('/')
  blocked.addSubnet(address, Number(bits), 'ipv4')
}

function dotted(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
}

const ipv4 = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  // A random address is seldom a special one.
  fc.constantFrom(...NOT_PUBLIC_4).chain((network) => {
    const [base = '', bits] = network.split('/')
    const start = base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    return fc.nat(2 ** (32 - Number(bits)) - 1).map((offset) => start + offset)
  }),
)

describe('public addresses for webhooks', () => {
  test('are no private, shared, loopback, link-local, test or multicast IPv4 addresses', () => {
    fc.assert(
      fc.property(ipv4, (value) => {
        if (blocked.check(dotted(value))) expect(isPublicAddress(dotted(value)), dotted(value)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  test('are no IPv6 addresses that carry an IPv4 address', () => {
    fc.assert(
      fc.property(
        ipv4,
        fc.constantFrom('::ffff:', '::ffff:0:', '::', '64:ff9b::', '64:ff9b:1::'),
        (value, prefix) => {
          expect(isPublicAddress(`${prefix}${dotted(value)}`)).toBe(false)
        },
      ),
    )
  })

  test.each([
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '100::1',
    '5f00::1',
    '',
    'localhost',
  ])('%s is not', (text) => {
    expect(isPublicAddress(text)).toBe(false)
  })

  test.each(['1.1.1.1', '8.8.8.8', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
    '%s is',
    (text) => {
      expect(isPublicAddress(text)).toBe(true)
    },
  )
})

describe('a webhook’s URL', () => {
  test.each([
    ['http://example.com/', 'must be an https:// address'],
    ['ftp://example.com/', 'must be an https:// address'],
    ['example.com', 'must be an https:// address'],
    ['https://user:pass@example.com/', 'must not hold a user name or password'],
    ['https://example.com/#x', 'must not have a part after #'],
    ['https://127.0.0.1/', 'must be a public address'],
    ['https://127.1/', 'must be a public address'],
    ['https://0x7f000001/', 'must be a public address'],
    ['https://2130706433/', 'must be a public address'],
    ['https://017700000001/', 'must be a public address'],
    ['https://[::1]/', 'must be a public address'],
    ['https://[::ffff:10.0.0.1]/', 'must be a public address'],
    ['https://169.254.169.254/latest/meta-data', 'must be a public address'],
  ])('%s %s', (url, problem) => {
    expect(webhookUrlProblem(url, { allowPrivate: false })).toBe(problem)
  })

  test('may be http and private where that is allowed', () => {
    expect(webhookUrlProblem('http://127.0.0.1:8080/', { allowPrivate: true })).toBeNull()
    expect(webhookUrlProblem('https://hooks.example.com/x?y=1', { allowPrivate: false })).toBeNull()
  })
})

async function sendTo(target: string, resolve?: ResolveAll) {
  const agents = webhookAgents(resolve === undefined ? {} : { resolve })
  const send = createWebhookSender({ agents, timeoutMs: 1_000 })
  const body = JSON.stringify(verificationMessage('challenge', 0))
  const channel = { id: 'ch_1', kind: 'WEBHOOK' as const, target, secrets: [createWebhookSecret()] }
  return send({ id: 'msg_1', kind: 'VERIFY', body, channel })
}

const REFUSED = {
  kind: 'FAILED',
  reason: 'The webhook did not answer: its name resolves to no public address.',
}

describe('a webhook’s host name', () => {
  test('of the machine itself is refused after it is resolved', async () => {
    expect(await sendTo('https://localhost/hook')).toEqual({ ...REFUSED, retryAfterMs: null })
  })

  test('with a private address beside a public one is refused', async () => {
    const both: ResolveAll = (_name, done) =>
      done(null, [
        { address: '1.1.1.1', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ])
    expect(await sendTo('https://hooks.example.com/', both)).toMatchObject(REFUSED)
  })

  test('is refused for the same reason whether it resolves, does not, or the resolver fails', async () => {
    const failing =
      (code: string): ResolveAll =>
      (_name, done) =>
        done(Object.assign(new Error(code), { code }), [])
    const none: ResolveAll = (_name, done) => done(null, [])
    const inside: ResolveAll = (_name, done) => done(null, [{ address: '10.1.2.3', family: 4 }])
    for (const resolve of [failing('ENOTFOUND'), failing('EAI_AGAIN'), none, inside])
      expect(await sendTo('https://vault.internal.example.com/', resolve)).toEqual({
        ...REFUSED,
        retryAfterMs: null,
      })
  })

  test('is resolved once a connection, so that a second answer cannot lead elsewhere', async () => {
    const hook = await startReceiver()
    onTestFinished(() => hook.close())
    const resolve = vi.fn<ResolveAll>((_name, done) =>
      // Public when it is checked, loopback whenever it is asked again.
      done(null, [{ address: resolve.mock.calls.length === 1 ? '192.88.98.1' : '127.0.0.1', family: 4 }]),
    )
    const port = new URL(hook.url).port
    await sendTo(`https://rebinding.example.com:${port}/`, resolve)
    expect(resolve).toHaveBeenCalledTimes(1)
    expect(await sendTo(`https://rebinding.example.com:${port}/`, resolve)).toMatchObject(REFUSED)
    expect(hook.received).toHaveLength(0)
  })
})

test('a webhook whose address became forbidden is given up, not called', async () => {
  const hook = await startReceiver()
  onTestFinished(() => hook.close())
  expect(await sendTo(hook.url)).toMatchObject({ kind: 'GONE' })
  expect(await sendTo(hook.url.replace('http:', 'https:'))).toMatchObject({ kind: 'GONE' })
  expect(hook.received).toHaveLength(0)
})

test('a webhook’s redirect is never followed', async () => {
  const [first, second] = [await startReceiver({ echo: false }), await startReceiver()]
  onTestFinished(async () => {
    await first.close()
    await second.close()
  })
  first.answer = (response) => response.writeHead(307, { location: second.url }).end()
  const send = createWebhookSender({ agents: webhookAgents({ allowPrivate: true }), allowPrivate: true })
  const body = JSON.stringify(verificationMessage('challenge', 0))
  const channel = {
    id: 'ch_1',
    kind: 'WEBHOOK' as const,
    target: first.url,
    secrets: [createWebhookSecret()],
  }
  expect(await send({ id: 'msg_1', kind: 'VERIFY', body, channel })).toMatchObject({
    kind: 'FAILED',
    reason: expect.stringContaining('redirects are not followed'),
  })
  expect(second.received).toHaveLength(0)
})
