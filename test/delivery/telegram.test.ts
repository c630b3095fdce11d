import { expect, onTestFinished, test } from 'vitest'
import { verificationMessage } from '../../src/delivery/message.ts'
import { createTelegramSender } from '../../src/delivery/senders/send-telegram.ts'
import { createAlertConfigs } from '../../src/whales/config/alert-configs.ts'
import { describeEngines } from '../store/support/engines.ts'
import { startBotApi } from './support/bot-api.ts'
import { alertOf } from './support/deliverable-alerts.ts'
import { enqueue, startDeliverer, subscribe, until, untilConfig } from './support/delivery-world.ts'

const TOKEN = '123456:very-secret-token-of-the-bot_1'

async function botApi() {
  const api = await startBotApi(TOKEN)
  onTestFinished(() => api.close())
  return api
}

describeEngines('Telegram chats', (open) => {
  test('get a code, and alerts once it is entered', async () => {
    const { db } = await open()
    const api = await botApi()
    const publicUrl = 'https://pequod.example'
    startDeliverer(db, { publicUrl, telegram: { token: TOKEN, apiUrl: api.url } })
    const { accountId, config } = await subscribe(db, {
      channels: [{ kind: 'TELEGRAM', target: '-1001234' }],
    })
    const configs = createAlertConfigs(db)
    const id = config.channels[0]?.id ?? ''
    await until(() => api.requests.length === 1)
    const code = /\d{8}/.exec(api.requests[0]?.text ?? '')?.[0] ?? ''
    expect(await configs.confirmChannel(accountId, id, '00000000')).toBeNull()
    expect(await configs.confirmChannel(accountId + 1, id, code)).toBeNull()
    expect(await configs.confirmChannel(accountId, id, code)).toMatchObject({ state: 'ACTIVE' })
    api.answers.push({ status: 429, description: 'Too Many Requests: retry after 1', retryAfter: 1 })
    const began = Date.now()
    await enqueue(db, [alertOf('a1')])
    await until(() => api.requests.length === 3)
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_000)
    const text = expect.stringMatching(
      /\$12,346[\s\S]*\nhttps:\/\/pequod\.example\/trader\/0x[0-9a-f]{40}\nChange or stop: https:\/\/pequod\.example\/account$/,
    )
    expect(api.requests[2]).toMatchObject({ chat_id: '-1001234', text })
  })

  test('that block the bot are paused with Telegram’s reason, and a code can be tried five times', async () => {
    const { db } = await open()
    const api = await botApi()
    startDeliverer(db, { telegram: { token: TOKEN, apiUrl: api.url } })
    const { accountId, config } = await subscribe(db, {
      channels: [
        { kind: 'TELEGRAM', target: '1' },
        { kind: 'TELEGRAM', target: '2' },
      ],
    })
    const configs = createAlertConfigs(db)
    await until(() => api.requests.length === 2)
    const codeFor = (chat: string) =>
      /\d{8}/.exec(api.requests.find(({ chat_id }) => chat_id === chat)?.text ?? '')?.[0] ?? ''
    const [one, two] = config.channels.map(({ id }) => id)
    await configs.confirmChannel(accountId, one ?? '', codeFor('1'))
    for (let i = 0; i < 5; i++) await configs.confirmChannel(accountId, two ?? '', 'wrong')
    expect(await configs.confirmChannel(accountId, two ?? '', codeFor('2'))).toBeNull()
    api.answers.push({ status: 403, description: 'Forbidden: bot was blocked by the user' })
    await enqueue(db, [alertOf('a1')])
    const seen = await untilConfig(configs, accountId, ({ channels }) => channels[0]?.state === 'PAUSED')
    expect(seen.channels[0]?.reason).toContain('bot was blocked by the user')
    expect(await configs.resumeChannel(accountId, one ?? '')).toMatchObject({ state: 'ACTIVE' })
    await until(() => api.requests.length === 4)
  })

  test('are not blamed for an unavailable service', async () => {
    const { db } = await open()
    startDeliverer(db, { telegram: { token: TOKEN, apiUrl: 'http://127.0.0.1:1' } })
    const { accountId } = await subscribe(db, { channels: [{ kind: 'TELEGRAM', target: '1' }] })
    const reasons = () => db.all<{ reason: string }>('SELECT reason FROM alert_messages WHERE attempts > 1')
    await until(async () => (await reasons()).length > 0)
    expect(JSON.stringify(await reasons())).not.toContain('secret')
    const config = await createAlertConfigs(db).readConfig(accountId)
    expect(config?.channels[0]).toMatchObject({ state: 'PENDING', failures: 0, reason: null })
  })
})

test.each([
  ['an unknown bot', 'another:token-that-is-wrong-too', { kind: 'OURS', reason: 'Telegram answered 401.' }],
  ['no server', TOKEN, { kind: 'OURS', reason: 'Telegram did not answer: it refused the connection.' }],
])('a failure by %s does not tell the token', async (_, token, expected) => {
  const api = await botApi()
  const apiUrl = token === TOKEN ? 'http://127.0.0.1:1' : api.url
  const outcome = await createTelegramSender({ token, apiUrl, publicUrl: null })({
    id: 'msg_1',
    kind: 'VERIFY' as const,
    body: JSON.stringify(verificationMessage('1', 0)),
    channel: { id: 'ch_1', kind: 'TELEGRAM', target: '1', secrets: [] },
  })
  expect(outcome).toMatchObject(expected)
  expect(JSON.stringify(outcome)).not.toMatch(/token-that|very-secret/)
})
