import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientAddress } from '../../../src/access/identity/identify.ts'
import { loadConfig } from '../../../src/config/config.ts'
import type { TrustProxy } from '../../../src/config/config-values.ts'

const trust = (text: string): TrustProxy => loadConfig({ TRUST_PROXY: text }).trustProxy
const address = fc.oneof(fc.ipV4(), fc.constantFrom('10.0.0.1', '10.9.9.9', '192.0.2.1'))
const forwarded = fc.array(address, { maxLength: 6 })

describe('smuggled headers', () => {
  test('without trust, no header is believed', () => {
    fc.assert(
      fc.property(address, fc.oneof(fc.string(), forwarded.map(String)), (socket, header) => {
        expect(clientAddress(socket, header, trust('0'))).toBe(socket)
      }),
    )
  })

  test('after n trusted hops, a forged header changes nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        address,
        fc.string(),
        fc.infiniteStream(address),
        (n, client, smuggled, stream) => {
          // The first proxy writes its peer, the client; each later one writes the proxy before it.
          const proxies = [...stream.take(n)]
          const header = [smuggled.replaceAll(',', ' '), client, ...proxies.slice(0, -1)].join(', ')
          expect(clientAddress(proxies.at(-1), header, trust(String(n)))).toBe(client)
        },
      ),
    )
  })

  test('after trusted networks, the first address outside them counts', () => {
    fc.assert(
      fc.property(address, forwarded, (socket, entries) => {
        const chain = [socket, ...entries.toReversed()]
        const expected = chain.find((entry) => !entry.startsWith('10.')) ?? chain.at(-1)
        expect(clientAddress(socket, entries.join(','), trust('10.0.0.0/8'))).toBe(expected)
      }),
    )
  })

  test('a caller that goes round the proxies is itself', () => {
    expect(clientAddress('198.51.100.7', '10.0.0.1, 203.0.113.9', trust('10.0.0.0/8'))).toBe('198.51.100.7')
  })
})

describe('spellings of forwarded headers', () => {
  test.each([
    ['::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['10.0.0.1', '[2001:db8::1]:443', '2001:db8:0:0:0:0:0:1'],
    ['10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.9, , 10.0.0.2', '10.0.0.2'],
    ['10.0.0.1', '1.2.3.4, <script>', '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
  ])('%s and %j', (socket, header, expected) => {
    expect(clientAddress(socket, header, trust('10.0.0.0/8'))).toBe(expected)
  })

  test('several headers read as one, a missing one or no socket as nothing', () => {
    expect(clientAddress('10.0.0.1', ['1.1.1.1', '2.2.2.2, 10.0.0.3'], trust('10.0.0.0/8'))).toBe('2.2.2.2')
    expect(clientAddress('10.0.0.1', undefined, trust('2'))).toBe('10.0.0.1')
    expect(clientAddress(undefined, '1.1.1.1', trust('1'))).toBe('')
  })
})
