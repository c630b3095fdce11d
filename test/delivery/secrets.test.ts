import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSecretBox } from '../../src/accounts/secret-box.ts'
import { sealSecrets } from '../../src/cli/serve/serve-store.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { alertConfigInput } from '../../src/whales/config/alert-config.ts'
import { createAlertConfigs } from '../../src/whales/config/alert-configs.ts'
import { describeEngines } from '../store/support/engines.ts'
import { alertOf } from './support/deliverable-alerts.ts'
import { enqueue, startDeliverer, subscribe, until, untilConfig } from './support/delivery-world.ts'
import { startReceiver } from './support/webhook-receiver.ts'

const key = () => randomBytes(32)

describe('an encrypted text', () => {
  test('opens with its key and in its place only, and reveals nothing', () => {
    const [mine, other] = [key(), key()]
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.nat(), (text, place, at) => {
        const box = createSecretBox([mine])
        const sealed = box.seal(text, place)
        expect(box.open(sealed, place)).toBe(Buffer.from(text).toString())
        expect(box.isSealed(sealed)).toBe(true)
        expect(box.seal(text, place)).not.toBe(sealed)
        for (const [by, where] of [
          [createSecretBox([other]), place],
          [createSecretBox([]), place],
          [box, `${place}.`],
        ] as const)
          expect(() => by.open(sealed, where)).toThrow('SECRETS_KEY is not the key')
        expect(createSecretBox([other, mine]).open(sealed, place)).toBe(Buffer.from(text).toString())
        // A sealed text with one changed character no longer opens.
        const i = 'sealed:'.length + (at % (sealed.length - 'sealed:'.length - 4))
        const changed = `${sealed.slice(0, i)}${sealed[i] === 'f' ? '0' : 'f'}${sealed.slice(i + 1)}`
        expect(() => box.open(changed, place)).toThrow('SECRETS_KEY is not the key')
      }),
    )
  })
})

const TARGETS = [
  { kind: 'WEBHOOK', target: 'https://hooks.example.com/T0/very-secret-path' },
  { kind: 'TELEGRAM', target: '@pequod_test_channel' },
  { kind: 'EMAIL', target: 'ishmael@example.com' },
]
const SHOWN = ['hooks.example.com', 'very-secret-path', 'pequod_test_channel', 'ishmael@', 'whsec_']

async function storedText(db: Database): Promise<string> {
  return JSON.stringify(await db.all('SELECT * FROM alert_channels'))
}

describeEngines('channels in a store with SECRETS_KEY', (open) => {
  test('hold neither targets, hosts nor secrets in plain text, and look the same to their owner', async () => {
    const { db, address } = await open()
    const box = createSecretBox([key()])
    const configs = createAlertConfigs(db, { box })
    const plain = await subscribe(db, { channels: [] })
    const input = alertConfigInput().parse({ channels: TARGETS })
    const { config, secrets } = await configs.writeConfig(plain.accountId, input)
    expect(config.channels.map(({ kind, target }) => ({ kind, target }))).toEqual(TARGETS)
    // The same targets again are the same channels: they are compared as they are, not as they are stored.
    const again = await configs.writeConfig(plain.accountId, input)
    expect(again.config.channels.map(({ id }) => id)).toEqual(config.channels.map(({ id }) => id))
    const rotated = await configs.rotateSecret(plain.accountId, config.channels[0]?.id ?? '', 60)
    const texts = [...SHOWN, secrets[0]?.secret ?? 'none', rotated?.secret ?? 'none']
    const files =
      address.kind === 'sqlite'
        ? [address.path, `${address.path}-wal`].map((path) => readFile(path, 'latin1'))
        : []
    for (const stored of [await storedText(db), ...(await Promise.all(files))])
      for (const text of texts) expect(stored).not.toContain(text)
  })

  test('are encrypted by a start if they were not, also by a new key, and deliver afterwards', async () => {
    const { db } = await open()
    const hook = await startReceiver()
    onTestFinished(() => hook.close())
    const { accountId, secrets } = await subscribe(db, { channels: [{ kind: 'WEBHOOK', target: hook.url }] })
    const { host } = new URL(hook.url)
    expect(await storedText(db)).toContain(host)
    const [old, next] = [key(), key()]
    expect(await sealSecrets(db, [])).toBe(0)
    expect(await sealSecrets(db, [old])).toBe(1)
    expect(await sealSecrets(db, [old])).toBe(0)
    expect(await sealSecrets(db, [next, old])).toBe(1)
    for (const text of [host, secrets[0]?.secret ?? 'none']) expect(await storedText(db)).not.toContain(text)
    const before = await storedText(db)
    for (const wrong of [[], [old], [key()]])
      await expect(sealSecrets(db, wrong)).rejects.toThrow(
        'in this store are encrypted, and SECRETS_KEY is not the key: set the one they were encrypted with.',
      )
    expect(await storedText(db)).toBe(before)
    const box = createSecretBox([next])
    startDeliverer(db, { box })
    const configs = createAlertConfigs(db, { box })
    await untilConfig(configs, accountId, ({ channels }) => channels.every(({ state }) => state === 'ACTIVE'))
    await enqueue(db, [alertOf('a1')])
    await until(() => hook.alerts().length > 0)
    const [sent] = hook.alerts()
    const body = new Webhook(secrets[0]?.secret ?? '').verify(sent?.body ?? '', sent?.headers ?? {})
    expect(body).toMatchObject({ type: 'whale.alert', data: { id: 'a1' } })
  })
})
