import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { createDeliverer } from '../../src/delivery/deliverer.ts'
import { postText } from '../../src/delivery/senders/delivery.ts'
import { createSenders, webhookAgents } from '../../src/delivery/senders/senders.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import type { Database, StoreAddress } from '../../src/store/engine/database.ts'
import { alertConfigInput } from '../../src/whales/config/alert-config.ts'
import { createAlertConfigs } from '../../src/whales/config/alert-configs.ts'
import { enqueueAlerts } from '../../src/whales/radar/enqueue-alerts.ts'
import { alertOf } from '../../test/delivery/support/deliverable-alerts.ts'

/*
 * Webhooks a second on loopback, from the outbox to the answer, beside the same posts without a store. The receiver is
 * a thread of its own. A store at DATABASE_URL=postgres://… is measured instead of a SQLite file.
 */

const SUBSCRIBERS = 50
const ALERTS = 200
const MESSAGES = SUBSCRIBERS * ALERTS

function receive(): void {
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => response.end(body.includes('challenge') ? JSON.parse(body).data.challenge : ''))
  })
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    parentPort?.postMessage(`http://127.0.0.1:${port}`)
  })
}

async function startReceiver(): Promise<{ url: string; end(): Promise<unknown> }> {
  const worker = new Worker(new URL(import.meta.url))
  const url = await new Promise<string>((resolve) => worker.once('message', resolve))
  return { url, end: () => worker.terminate() }
}

async function subscribeAll(db: Database, url: string): Promise<void> {
  const [accounts, configs] = [createAccountStore(db), createAlertConfigs(db)]
  for (let i = 0; i < SUBSCRIBERS; i++) {
    const { id } = await accounts.createAccount(`bench ${Date.now()} ${i}`, 'PRO')
    const channels = [{ kind: 'WEBHOOK', target: `${url}/${i}` }]
    await configs.writeConfig(id, alertConfigInput({ allowPrivate: true }).parse({ channels }))
  }
}

async function untilNone(db: Database, query: string): Promise<void> {
  while ((await db.get(`${query} LIMIT 1`)) !== undefined) await sleep(10)
}

async function measureDelivery(db: Database, url: string): Promise<number> {
  const senders = createSenders({ allowPrivate: true, telegram: null, email: null })
  const ending = new AbortController()
  await subscribeAll(db, url)
  const onError = (error: unknown) => console.error(error)
  const ended = createDeliverer({ db, senders, pollMs: 10, onError }).start(ending.signal)
  await untilNone(db, "SELECT id FROM alert_channels WHERE state <> 'ACTIVE'")
  const alerts = Array.from({ length: ALERTS }, (_, i) => alertOf(`bench-${Date.now()}-${i}`, i))
  const began = performance.now()
  await db.transaction((tx) => enqueueAlerts(tx, alerts, { gatherMs: 0 }))
  await untilNone(db, 'SELECT alert_id FROM alert_outbox WHERE waiting <> 0')
  await untilNone(db, "SELECT id FROM alert_messages WHERE state = 'PENDING'")
  const seconds = (performance.now() - began) / 1_000
  ending.abort()
  await ended
  senders.close()
  return MESSAGES / seconds
}

/** The same number of posts, 64 at a time, with nothing around them. */
async function measurePosts(url: string): Promise<number> {
  const agents = webhookAgents({ allowPrivate: true })
  const body = JSON.stringify(alertOf('bench'))
  const headers = { 'content-type': 'application/json' }
  const began = performance.now()
  let left = MESSAGES
  const lane = async () => {
    while (left-- > 0) await postText({ url: new URL(url), headers, body, timeoutMs: 10_000, agents })
  }
  await Promise.all(Array.from({ length: 64 }, lane))
  agents.http.destroy()
  return MESSAGES / ((performance.now() - began) / 1_000)
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-delivery-'))
  const given = process.env.DATABASE_URL
  const address: StoreAddress = given?.startsWith('postgres')
    ? { kind: 'postgres', url: given }
    : { kind: 'sqlite', path: join(folder, 'bench.db') }
  const store = await openStore(address)
  const receiver = await startReceiver()
  try {
    await measurePosts(receiver.url)
    const posts = await measurePosts(receiver.url)
    const rate = await measureDelivery(store.db, receiver.url)
    console.log(`${MESSAGES} webhooks to ${SUBSCRIBERS} subscribers, ${address.kind}`)
    console.log(`delivered from the outbox  ${Math.round(rate)} webhooks/s`)
    console.log(`posted without a store     ${Math.round(posts)} webhooks/s`)
    console.log(`ratio                      ${(rate / posts).toFixed(2)}`)
  } finally {
    await receiver.end()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

if (isMainThread) await main()
else receive()
