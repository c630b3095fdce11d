import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupBursts } from '../../src/delivery/form-messages.ts'
import { alertMessage, summaryMessage } from '../../src/delivery/message.ts'
import { renderMessage } from '../../src/delivery/senders/render-message.ts'
import { alertConfigInput } from '../../src/whales/config/alert-config.ts'
import { matches } from '../../src/whales/radar/enqueue-alerts.ts'
import { alertOf, traderAddress } from './support/deliverable-alerts.ts'

const times = fc
  .array(fc.nat(400), { maxLength: 40 })
  .map((list) => list.toSorted((a, b) => a - b).map((time, i) => ({ time, i })))

describe('bursts of alerts', () => {
  test('keep every alert once and in order; each has five or more in a minute, and no five remain single', () => {
    fc.assert(
      fc.property(times, (alerts) => {
        const groups = groupBursts(alerts)
        expect(groups.flat()).toEqual(alerts)
        for (const group of groups) {
          expect(group.length === 1 || group.length >= 5).toBe(true)
          expect((group.at(-1)?.time ?? 0) - group[0].time).toBeLessThan(60)
        }
        const alone = groups.filter((group) => group.length === 1).map(([{ time }]) => time)
        for (const time of alone)
          expect(alone.filter((other) => other >= time && other < time + 60).length).toBeLessThan(5)
      }),
    )
  })
})

const listed = <Value>(values: readonly Value[]) => fc.subarray([...values])
const BOARDS = ['consistent-all', 'copyable-all', 'prescience-all'] as const

test('an alert matches a config unless a part of the filter excludes it', () => {
  const filter = fc.record({
    minUsd: fc.nat(3),
    side: fc.constantFrom('BUY' as const, 'SELL' as const, null),
    categories: listed(['weather', 'sports'] as const),
    qualifying: listed(BOARDS),
    traders: listed([traderAddress(1), traderAddress(2)]),
  })
  const alert = fc
    .record({
      usd: fc.nat(3),
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      category: fc.constantFrom('weather', 'sports', null),
      qualifying: listed(BOARDS),
    })
    .chain((changes) => fc.constantFrom(1, 2, 3).map((trader) => alertOf('a', trader, changes)))
  fc.assert(
    fc.property(filter, alert, (wanted, one) => {
      const refusals = [
        one.usd < wanted.minUsd,
        wanted.side !== null && one.side !== wanted.side,
        wanted.categories.length > 0 &&
          (one.category === null || !wanted.categories.some((name) => name === one.category)),
        wanted.qualifying.length > 0 && !one.qualifying.some((id) => wanted.qualifying.some((q) => q === id)),
        wanted.traders.length > 0 && !wanted.traders.includes(one.trader.address),
      ]
      expect(matches(wanted, one)).toBe(!refusals.includes(true))
    }),
  )
})

describe('a stored alert config', () => {
  const channel = { kind: 'EMAIL', target: 'a@b.example' }
  const read = (input: object) => alertConfigInput().safeParse({ channels: [channel], ...input })
  const wallet = `0x${'Ab'.repeat(20)}`

  test('is exact, lower-case and without repetition', () => {
    expect(read({ minUsd: 10_000.25, traders: [wallet, wallet.toLowerCase()] }).data).toEqual({
      minUsd: 10_000_250_000,
      side: null,
      categories: [],
      qualifying: [],
      traders: [wallet.toLowerCase()],
      channels: [channel],
    })
  })

  test.each([
    [{ minUsd: -1 }, 'must be from 0 to 9,007,199,254'],
    [{ minUsd: 1e12 }, 'must be from 0 to 9,007,199,254'],
    [{ side: 'UP' }, 'must be BUY or SELL'],
    [{ categories: ['astrology'] }, 'must be one of politics'],
    [{ qualifying: ['pnl-all'] }, 'must be one of consistent-all'],
    [{ traders: ['0x12'] }, 'must be an address'],
    [{ traders: Array.from({ length: 101 }, () => wallet) }, 'must have at most 100 entries'],
    [{ channels: [channel, channel] }, 'must name each channel once'],
    [
      { channels: Array.from({ length: 6 }, (_, i) => ({ kind: 'TELEGRAM', target: String(i + 1) })) },
      'must have at most 5 entries',
    ],
    [
      { channels: [{ kind: 'EMAIL', target: 'a@b.example, c@d.example' }] },
      'must be one plain e-mail address',
    ],
    [{ channels: [{ kind: 'EMAIL', target: 'a@b.example\r\nBcc: c@d.example' }] }, 'must be one plain'],
    [{ channels: [{ kind: 'TELEGRAM', target: 'me' }] }, 'must be a chat’s number'],
    [{ channels: [{ kind: 'WEBHOOK', target: 'https://10.0.0.1/' }] }, 'must be a public address'],
    [{ channels: [{ kind: 'PIGEON', target: 'x' }] }, 'Invalid'],
  ])('%j is refused: %s', (input, message) => {
    expect(JSON.stringify(read(input).error?.issues)).toContain(message)
  })
})

describe('plain messages', () => {
  test('fit their limit with any names and questions', () => {
    const text = fc.string({ unit: 'binary', maxLength: 400 })
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 80 }), (name, question, count) => {
        const alert = alertOf('a', 1, { question, outcome: name, trader: { ...alertOf('x').trader, name } })
        for (const message of [
          alertMessage(alert),
          summaryMessage([alert, ...Array.from({ length: count }, () => alert)]),
        ]) {
          const rendered = renderMessage(message, 'https://pequod.example')
          const links = [
            `https://pequod.example/trader/${alert.trader.address}`,
            'Change or stop: https://pequod.example/account',
          ]
          expect(rendered.text.endsWith(`\n${links.join('\n')}`)).toBe(true)
          expect(rendered.text.length).toBeLessThanOrEqual(4_096)
          expect(rendered.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
          expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(256 * 1024)
        }
      }),
      { numRuns: 20 },
    )
  })
})
