import { describe, expect, test } from 'vitest'
import { createMemoryLimiter } from '../../src/access/limits/rate-limit.ts'
import { closeServed, serveNothing } from './support/served-world.ts'

/** A service that allows two requests of an address for ever. */
async function ask(trustProxy: string) {
  const limiter = { ...createMemoryLimiter({ clock: () => 0 }), close: () => undefined }
  const env = { TRUST_PROXY: trustProxy, RATE_LIMIT_ANONYMOUS: '2' }
  const { app } = await serveNothing({ env, parts: { limiter } })
  return async (headers: Record<string, string | string[]>, remoteAddress = '10.0.0.1') =>
    (await app.inject({ url: '/v1/nothing', headers, remoteAddress })).statusCode
}

describe('a forged address in a forwarded header', () => {
  closeServed()

  test.each([
    'x-forwarded-for',
    'x-real-ip',
    'forwarded',
    'x-client-ip',
    'cf-connecting-ip',
    'true-client-ip',
    'x-forwarded',
    'x-cluster-client-ip',
  ])('in %s is not believed without TRUST_PROXY', async (name) => {
    const status = await ask('0')
    const made = (n: number) => ({ [name]: name === 'forwarded' ? `for=1.2.3.${n}` : `1.2.3.${n}` })
    expect([await status(made(1)), await status(made(2)), await status(made(3))]).toEqual([404, 404, 429])
  })

  test('before what the trusted proxy wrote is ignored', async () => {
    const status = await ask('1')
    const made = (n: number) => ({ 'x-forwarded-for': `1.2.3.${n}, 5.5.5.5` })
    expect([await status(made(1)), await status(made(2)), await status(made(3))]).toEqual([404, 404, 429])
    expect(await status({ 'x-forwarded-for': '5.5.5.6' })).toBe(404)
  })

  test('in a repeated header is ignored', async () => {
    const status = await ask('1')
    const made = (n: number) => ({ 'x-forwarded-for': [`1.2.3.${n}`, '5.5.5.5'] })
    expect([await status(made(1)), await status(made(2)), await status(made(3))]).toEqual([404, 404, 429])
  })

  test('from a peer outside the trusted networks is ignored', async () => {
    const status = await ask('10.0.0.0/8')
    const made = (n: number) => ({ 'x-forwarded-for': `1.2.3.${n}` })
    for (const n of [1, 2, 3]) expect(await status(made(n), '10.9.9.9')).toBe(404)
    const outside = [1, 2, 3].map((n) => () => status(made(n), '11.0.0.1'))
    expect([await outside[0]?.(), await outside[1]?.(), await outside[2]?.()]).toEqual([404, 404, 429])
  })

  test('of IPv6 counts by /64, and mapped IPv4 as IPv4', async () => {
    const status = await ask('1')
    const from = (address: string) => status({ 'x-forwarded-for': address })
    expect([await from('2001:db8::1'), await from('2001:db8:0:0:ffff::2')]).toEqual([404, 404])
    expect([await from('2001:db8::3'), await from('2001:db8:0:1::1')]).toEqual([429, 404])
    expect([await from('::ffff:9.9.9.9'), await from('9.9.9.9'), await from('9.9.9.9')]).toEqual([
      404, 404, 429,
    ])
  })
})
