import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { createAccountStore } from '../../../src/accounts/accounts.ts'
import { createDeliverer, type DelivererOptions } from '../../../src/delivery/deliverer.ts'
import type { DeliverableAlert } from '../../../src/delivery/notices.ts'
import { createSenders, type SendersOptions } from '../../../src/delivery/senders/senders.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { type AlertConfig, alertConfigInput } from '../../../src/whales/config/alert-config.ts'
import {
  type AlertConfigs,
  createAlertConfigs,
  type WrittenConfig,
} from '../../../src/whales/config/alert-configs.ts'
import { enqueueAlerts } from '../../../src/whales/radar/enqueue-alerts.ts'

/** One account and its notification config in a store. */
export interface Subscription extends WrittenConfig {
  accountId: number
}

let accounts = 0

/** A new Pro account whose alerts go to these targets. */
export async function subscribe(
  db: Database,
  input: Record<string, unknown> & { channels: { kind: string; target: string }[] },
): Promise<Subscription> {
  const account = await createAccountStore(db).createAccount(`subscriber ${++accounts}`, 'PRO')
  const parsed = alertConfigInput({ allowPrivate: true }).parse(input)
  const written = await createAlertConfigs(db).writeConfig(account.id, parsed)
  return { ...written, accountId: account.id }
}

/** Puts alerts into the outbox as detection does; they are ready immediately. */
export function enqueue(db: Database, alerts: readonly DeliverableAlert[]): Promise<number> {
  return db.transaction((tx) => enqueueAlerts(tx, alerts, { gatherMs: 0 }))
}

/** Starts a deliverer with short retries; it ends with the test, or on request. */
export function startDeliverer(
  db: Database,
  options: Partial<SendersOptions> & Partial<DelivererOptions> = {},
): () => Promise<void> {
  const {
    publicUrl = null,
    telegram = null,
    email = null,
    push = null,
    allowPrivate = true,
    timeoutMs = 1_000,
    origins,
    ...more
  } = options
  const senders = createSenders({
    allowPrivate,
    publicUrl,
    telegram,
    email,
    push,
    timeoutMs,
    ...(origins && { origins }),
  })
  const ending = new AbortController()
  const retry = { baseMs: 20, maxMs: 40, pauseAt: 4 }
  const failures: unknown[] = []
  const onError = (error: unknown) => failures.push(error)
  const deliverer = createDeliverer({ db, senders, pollMs: 10, retry, onError, ...more })
  const ended = deliverer.start(ending.signal)
  const end = async () => {
    ending.abort()
    await ended
    senders.close()
    if (failures.length > 0) throw failures[0]
  }
  onTestFinished(end)
  return end
}

/** Waits until something is so, at most two minutes. */
export async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  const began = performance.now()
  while (!(await what())) {
    if (performance.now() - began > 120_000) throw new Error('it did not come to be within 2 minutes')
    await sleep(5)
  }
}

/** Waits until an account's config looks like that, and gives it. */
export async function untilConfig(
  configs: AlertConfigs,
  accountId: number,
  looks: (config: AlertConfig) => boolean,
): Promise<AlertConfig> {
  let config: AlertConfig | null = null
  await until(async () => {
    config = await configs.readConfig(accountId)
    return config !== null && looks(config)
  })
  if (config === null) throw new Error('no config')
  return config
}
