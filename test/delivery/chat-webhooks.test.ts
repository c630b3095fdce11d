import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { channelInput } from '../../src/delivery/channel-input.ts'
import { alertMessage, summaryMessage, testMessage, verificationMessage } from '../../src/delivery/message.ts'
import {
  createDiscordSender,
  createSlackSender,
  discordBody,
  slackBody,
} from '../../src/delivery/senders/send-chat-webhook.ts'
import type { ConditionId } from '../../src/ledger/quantities.ts'
import { createAlertConfigs } from '../../src/whales/config/alert-configs.ts'
import { describeEngines } from '../store/support/engines.ts'
import { refusal, startChatServices } from './support/chat-services.ts'
import { alertOf } from './support/deliverable-alerts.ts'
import { enqueue, startDeliverer, subscribe, until, untilConfig } from './support/delivery-world.ts'

const TOKEN = 'secret-token-of-a-webhook_0123456789'
const TARGETS = {
  DISCORD: `https://discord.com/api/webhooks/123456789012345678/${TOKEN}`,
  SLACK: 'https://hooks.slack.com/services/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',
} as const
const KINDS = ['DISCORD', 'SLACK'] as const

async function chatServices() {
  const services = await startChatServices()
  onTestFinished(() => services.close())
  return { services, origins: { discord: services.url, slack: services.url } }
}

describeEngines('Discord and Slack channels', (open) => {
  test.each(KINDS)('get a code, alerts once it is entered, and a test when requested: %s', async (kind) => {
    const { db } = await open()
    const { services, origins } = await chatServices()
    startDeliverer(db, { origins })
    const { accountId, config } = await subscribe(db, { channels: [{ kind, target: TARGETS[kind] }] })
    const configs = createAlertConfigs(db)
    const id = config.channels[0]?.id ?? ''
    await until(() => services.requests.length === 1)
    expect(await configs.testChannel(accountId, id)).toBeNull()
    const code = /\b\d{8}\b/.exec(services.requests[0]?.text ?? '')?.[0] ?? ''
    expect(await configs.confirmChannel(accountId, id, code)).toMatchObject({ state: 'ACTIVE' })
    expect(await configs.testChannel(accountId + 1, id)).toBeNull()
    expect(await configs.testChannel(accountId, id)).toMatchObject({ id })
    await until(() => services.requests.length === 2)
    expect(services.requests[1]?.text).toContain('A test of this channel')
    const limit =
      kind === 'DISCORD'
        ? {
            status: 429,
            body: '{"message":"You are being rate limited.","retry_after":0.4,"global":false}',
          }
        : { status: 429, body: 'rate_limited', headers: { 'retry-after': '1' } }
    services.answers.push(limit)
    const began = Date.now()
    await enqueue(db, [alertOf('a1')])
    await until(() => services.requests.length === 4)
    expect(Date.now() - began).toBeGreaterThanOrEqual(kind === 'DISCORD' ? 400 : 1_000)
    expect(services.requests[3]?.text).toBe(services.requests[2]?.text)
    expect(services.requests[3]?.text).toContain('$12,346')
    await until(
      async () => (await db.all("SELECT id FROM alert_messages WHERE state <> 'SENT'")).length === 0,
    )
  })

  test.each(KINDS)(
    'that are deleted are paused with the reason, and an unavailable service does not count against them: %s',
    async (kind) => {
      const { db } = await open()
      const { services, origins } = await chatServices()
      startDeliverer(db, { origins })
      services.answers.push({ status: 503, body: 'upstream' })
      const { accountId, config } = await subscribe(db, { channels: [{ kind, target: TARGETS[kind] }] })
      const configs = createAlertConfigs(db)
      await until(() => services.requests.length === 2)
      expect((await configs.readConfig(accountId))?.channels[0]).toMatchObject({ failures: 0, reason: null })
      const code = /\b\d{8}\b/.exec(services.requests[1]?.text ?? '')?.[0] ?? ''
      await configs.confirmChannel(accountId, config.channels[0]?.id ?? '', code)
      services.answers.push(
        kind === 'DISCORD'
          ? { status: 404, body: '{"message":"Unknown Webhook","code":10015}' }
          : { status: 404, body: 'no_service' },
      )
      await enqueue(db, [alertOf('a1')])
      const seen = await untilConfig(configs, accountId, ({ channels }) => channels[0]?.state === 'PAUSED')
      expect(seen.channels[0]).toMatchObject({ failures: 1 })
      expect(seen.channels[0]?.reason).toContain(kind === 'DISCORD' ? 'Unknown Webhook' : 'no_service')
    },
  )

  test('are tested at most twenty times a day', async () => {
    const { db } = await open()
    const { services, origins } = await chatServices()
    startDeliverer(db, { origins })
    const { accountId, config } = await subscribe(db, {
      channels: [{ kind: 'SLACK', target: TARGETS.SLACK }],
    })
    let now = Date.now()
    const configs = createAlertConfigs(db, { clock: () => now })
    await until(() => services.requests.length === 1)
    const code = /\b\d{8}\b/.exec(services.requests[0]?.text ?? '')?.[0] ?? ''
    const id = config.channels[0]?.id ?? ''
    await configs.confirmChannel(accountId, id, code)
    for (let tests = 0; tests < 19; tests++) {
      now++
      await configs.testChannel(accountId, id)
    }
    await expect(configs.testChannel(accountId, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    now += 86_400_000
    expect(await configs.testChannel(accountId, id)).toMatchObject({ id })
  })
})

test('Discord and Slack accept every message, with any names and questions', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.constant('@everyone <!here> [x](https://a.example) *_~`'),
  )
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 80 }), (name, question, count) => {
      const alert = alertOf('a', 1, { question, outcome: name, trader: { ...alertOf('x').trader, name } })
      const messages = [
        alertMessage(alert),
        summaryMessage([alert, ...Array.from({ length: count }, () => alert)]),
        verificationMessage('12345678', 0),
        testMessage(0),
      ]
      for (const message of messages) {
        expect(refusal('DISCORD', discordBody(message, 'https://pequod.example'))).toBeNull()
        expect(refusal('SLACK', slackBody(message, 'https://pequod.example'))).toBeNull()
      }
    }),
    { numRuns: 60 },
  )
})

test('no outcome that names a fact is markup for Discord, and each is shown as it is', () => {
  const outcomes = fc.string({ unit: fc.constantFrom(...'*_~`|>#[]()<:@-ab'), minLength: 1, maxLength: 80 })
  fc.assert(
    fc.property(outcomes, (outcome) => {
      const told = {
        id: 'n',
        condition: `0x${'1'.repeat(64)}` as ConditionId,
        question: 'Q',
        slug: null,
        category: null,
      }
      const time = '2026-02-17T14:05:00.000Z'
      const data = {
        ...told,
        time,
        tx: null,
        outcome,
        kind: 'RESOLVED' as const,
        payouts: [{ outcome, price: 1 }],
      }
      const body = JSON.stringify(discordBody({ type: 'market.resolved', timestamp: time, data }, null))
      const [{ name }] = JSON.parse(body).embeds[0].fields
      expect(name).not.toMatch(/(?<!\\)[*_~`|>#[\]()<:@]/)
      expect(name.replaceAll(/\\(.)/g, '$1')).toBe(outcome)
    }),
  )
})

test('no third-party text is markup for Discord', () => {
  const question = '@everyone [click](https://a.example) **now** `x` # y'
  const body = JSON.stringify(discordBody(alertMessage(alertOf('a', 1, { question })), null))
  const shown: string = JSON.parse(body).embeds[0].description
  expect(shown.replaceAll(/\\(.)/g, '$1')).toBe(question)
  expect(shown).not.toMatch(/(?<!\\)[*_~`|>#[\]()<:@]/)
})

test.each([
  ['DISCORD', 'https://canary.discord.com/api/v10/webhooks/123456789012345678/', true],
  ['DISCORD', 'https://discordapp.com/api/webhooks/123456789012345678/', true],
  ['DISCORD', 'http://discord.com/api/webhooks/123456789012345678/', false],
  ['DISCORD', 'https://discord.com.a.example/api/webhooks/123456789012345678/', false],
  ['DISCORD', 'https://discord.com/api/webhooks/123456789012345678/../', false],
] as const)('a channel of %s at %s… is one: %s', (kind, start, isOne) => {
  const read = channelInput().safeParse({ kind, target: start + TOKEN })
  expect(read.data?.target ?? null).toBe(isOne ? TARGETS.DISCORD : null)
})

test('a failure does not reveal a webhook’s URL', async () => {
  const of = (kind: (typeof KINDS)[number]) => ({
    id: 'msg_1',
    kind: 'TEST' as const,
    body: JSON.stringify(testMessage(0)),
    channel: { id: 'ch_1', kind, target: TARGETS[kind], secrets: [] },
  })
  const { services, origins } = await chatServices()
  services.answers.push({ status: 400, body: JSON.stringify({ message: `bad ${'x'.repeat(500)}` }) })
  const nowhere = 'http://127.0.0.1:1'
  const outcomes = [
    await createDiscordSender({ origin: origins.discord, publicUrl: null })(of('DISCORD')),
    await createDiscordSender({ origin: nowhere, publicUrl: null })(of('DISCORD')),
    await createSlackSender({ origin: nowhere, publicUrl: null })(of('SLACK')),
  ]
  expect(outcomes.map(({ kind }) => kind)).toEqual(['REFUSED', 'OURS', 'OURS'])
  expect(JSON.stringify(outcomes)).not.toMatch(/secret/)
  expect(JSON.stringify(outcomes[0]).length).toBeLessThan(250)
})
