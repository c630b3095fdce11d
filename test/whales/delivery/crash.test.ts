import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createRandom } from '../../../seeds/random.ts'
import type { StoreAddress } from '../../../src/store/engine/store-address.ts'
import { createAlertConfigs } from '../../../src/whales/config/alert-configs.ts'
import type { Message } from '../../../src/whales/delivery/message.ts'
import { type RunningProgram, startProgram } from '../../running-program.ts'
import { describeEngines, type FreshStore } from '../../store/engines.ts'
import { alertOf } from './deliverable-alerts.ts'
import { enqueue, startDeliverer, subscribe, until, untilConfig } from './delivery-world.ts'
import { type Received, startReceiver, type WebhookReceiver } from './webhook-receiver.ts'

/** Ask for more: `PEQUOD_DELIVERY_KILLS=20 vitest run test/whales/delivery/crash.test.ts`. */
const KILLS = Number(process.env.PEQUOD_DELIVERY_KILLS ?? '3')
const ALERTS = 40
const CHANNELS = 3
const DRIVER = fileURLToPath(new URL('deliver-driver.ts', import.meta.url))

/** Starts the driver, and waits until it has begun to work: Node's own start is not what is tested. */
function startDriver(address: StoreAddress): Promise<RunningProgram> {
  return startProgram(process.execPath, [DRIVER, JSON.stringify(address)], /started/)
}

/** A receiver that takes a moment, and subscribers at several paths of it whose channels are active. */
async function subscribers(store: FreshStore): Promise<WebhookReceiver> {
  const hook = await startReceiver()
  onTestFinished(() => hook.close())
  const end = startDeliverer(store.db)
  for (let i = 0; i < CHANNELS; i++) {
    const target = `${hook.url}/${i}`
    const { accountId } = await subscribe(store.db, { channels: [{ kind: 'WEBHOOK', target }] })
    await untilConfig(
      createAlertConfigs(store.db),
      accountId,
      ({ channels }) => channels[0]?.state === 'ACTIVE',
    )
  }
  await end()
  return hook
}

function alertIds({ body }: Received): string[] {
  const message: Message = JSON.parse(body)
  if (message.type === 'whale.alert') return [message.data.id]
  return message.type === 'whale.summary' ? message.data.alerts.map(({ id }) => id) : []
}

/** By path and alert, the ids of the messages in which it came. */
function idsByAlert(received: readonly Received[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>()
  for (const one of received)
    for (const alert of alertIds(one)) {
      const key = `${one.path} ${alert}`
      ids.set(key, (ids.get(key) ?? new Set()).add(one.headers['webhook-id'] ?? ''))
    }
  return ids
}

const UNDONE =
  "SELECT (SELECT COUNT(*) FROM alert_outbox WHERE waiting <> 0) + (SELECT COUNT(*) FROM alert_messages WHERE state <> 'SENT') AS n"

async function allSent({ db }: FreshStore): Promise<boolean> {
  return Number((await db.get<{ n: number }>(UNDONE))?.n) === 0
}

/** Some alerts by traders of their own, and some that are a burst of one trader's. */
function batch(round: number) {
  return Array.from({ length: ALERTS }, (_, i) =>
    alertOf(`${round}-${i}`, i < 8 ? 1_000_000 + round : round * ALERTS + i),
  )
}

describeEngines('delivery under failures', (open) => {
  test('loses nothing when killed at random moments, and repeats nothing under another id', {
    timeout: 300_000 + KILLS * 3_000,
  }, async () => {
    const store = await open()
    const hook = await subscribers(store)
    const random = createRandom(6, 'kills')
    let isEnough = () => {}
    let enough = Number.POSITIVE_INFINITY
    hook.answer = (response) => {
      if (hook.alerts().length >= enough) isEnough()
      setTimeout(() => response.writeHead(204).end(), random.below(25))
    }
    for (let kill = 0; kill < KILLS; kill++) {
      await enqueue(store.db, batch(kill))
      enough = hook.alerts().length + 1 + random.below(ALERTS)
      const isInTheMidst = new Promise<void>((resolve) => {
        isEnough = resolve
      })
      const driver = await startDriver(store.address)
      await isInTheMidst
      expect(await driver.kill('SIGKILL')).toBe('SIGKILL')
      expect(await allSent(store)).toBe(false)
    }
    enough = Number.POSITIVE_INFINITY
    const last = await startDriver(store.address)
    await until(() => allSent(store))
    await last.kill('SIGTERM')
    const ids = idsByAlert(hook.alerts())
    expect(ids.size).toBe(KILLS * ALERTS * CHANNELS)
    expect(new Set([...ids.values()].map(({ size }) => size))).toEqual(new Set([1]))
    const bodies = new Map(hook.alerts().map(({ headers, body }) => [headers['webhook-id'], body]))
    for (const { headers, body } of hook.alerts()) expect(bodies.get(headers['webhook-id'])).toBe(body)
    const repeats = hook.alerts().length - bodies.size
    console.info(`${KILLS} kills in the midst of sending, ${repeats} repeats of ${bodies.size} messages`)
  })

  test('by two processes sends each message once', async () => {
    const store = await open()
    const hook = await subscribers(store)
    const drivers = [await startDriver(store.address), await startDriver(store.address)]
    for (let round = 0; round < 5; round++) await enqueue(store.db, batch(round))
    await until(() => allSent(store))
    for (const driver of drivers) await driver.kill('SIGTERM')
    const ids = idsByAlert(hook.alerts())
    expect(ids.size).toBe(5 * ALERTS * CHANNELS)
    const messages = hook.alerts().map(({ headers }) => headers['webhook-id'])
    expect(new Set(messages).size).toBe(messages.length)
  })
})
