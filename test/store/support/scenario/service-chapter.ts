import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { askExamples } from '../../../../bin/print/examples/ask-examples.ts'
import { EXAMPLE_DAY, plantExamples } from '../../../../bin/print/examples/plant-examples.ts'
import type { AccountTier } from '../../../../src/accounts/account-store.ts'
import { createAccountStore } from '../../../../src/accounts/accounts.ts'
import { createApiKeySecret } from '../../../../src/accounts/api-key.ts'
import { createSecretBox } from '../../../../src/accounts/secret-box.ts'
import { createSessionStore } from '../../../../src/accounts/sessions.ts'
import { loadConfig } from '../../../../src/config/config.ts'
import { sealChannels } from '../../../../src/delivery/channels.ts'
import { createDeliverer } from '../../../../src/delivery/deliverer.ts'
import { giveUp } from '../../../../src/delivery/message-queue.ts'
import { createSenders } from '../../../../src/delivery/senders/senders.ts'
import { claimExport, exportQueue, finishExport, noteProgress } from '../../../../src/exports/export-runs.ts'
import { writeExport } from '../../../../src/exports/write-export.ts'
import { watchWhales } from '../../../../src/jobs/news.ts'
import { sweepExports } from '../../../../src/jobs/run-exports.ts'
import { addExamples } from '../../../../src/jobs/run-lab.ts'
import { ruleHeads } from '../../../../src/lab/forward/record.ts'
import { recheckRules, runForward } from '../../../../src/lab/forward/run-forward.ts'
import { type Rule, readRule } from '../../../../src/lab/rule.ts'
import { claimRun, finishRun, labQueue, noteRun } from '../../../../src/lab/runs/run-claims.ts'
import { createLabRuns, type LabRuns } from '../../../../src/lab/runs/runs.ts'
import { tryRule } from '../../../../src/lab/runs/try-rule.ts'
import type { MarketInfo } from '../../../../src/ledger/event.ts'
import { dayText } from '../../../../src/ledger/quantities.ts'
import { openStore } from '../../../../src/migrations/open-store.ts'
import { PAGES } from '../../../../src/pages/register-pages.ts'
import { createApp } from '../../../../src/server/app.ts'
import { ingestRecords } from '../../../../src/sources/files/ingest.ts'
import type { Database } from '../../../../src/store/engine/database.ts'
import { exportEvents } from '../../../../src/store/export/export-events.ts'
import { createLedgerWriter } from '../../../../src/store/ingest/ledger-writer.ts'
import { appendChange } from '../../../../src/store/ledger/ledger-changes.ts'
import { readLedgerState } from '../../../../src/store/ledger/ledger-state.ts'
import { addOptOut } from '../../../../src/store/opted-out.ts'
import { hasSnapshot } from '../../../../src/store/snapshot/stored-snapshots.ts'
import { createEventFeeds } from '../../../../src/streams/event-feeds.ts'
import { activityInterest } from '../../../../src/streams/interest.ts'
import { type CategorizedTrade, firstsInCategory } from '../../../../src/tape/signs/first-in-category.ts'
import { alertHashes } from '../../../../src/whales/alerts/logged-alerts.ts'
import { readSubscribers } from '../../../../src/whales/config/alert-configs.ts'
import { createAlertFeed } from '../../../../src/whales/live/alert-feed.ts'
import { enqueueAlerts } from '../../../../src/whales/radar/enqueue-alerts.ts'
import { signingKey, signToken, startIssuer } from '../../../access/support/token-issuer.ts'
import { callPequod, rememberingScreen } from '../../../cli/support/call-pequod.ts'
import { alertOf, traderAddress } from '../../../delivery/support/deliverable-alerts.ts'
import { startReceiver } from '../../../delivery/support/webhook-receiver.ts'
import type { Chapter, ChapterContext } from './chapter.ts'

const OUTSIDER = `0x${'5b'.repeat(20)}`

function envOf({ address, folder }: ChapterContext): Record<string, string> {
  return {
    LOG_LEVEL: 'silent',
    DATABASE_URL: address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url,
    DATA_DIR: join(folder, 'data'),
    RATE_LIMIT_ANONYMOUS: '100000',
    RATE_LIMIT_USER: '100000',
    RATE_LIMIT_KEY: '100000',
    WEBHOOK_ALLOW_PRIVATE: 'yes',
  }
}

async function callersIn(db: Database) {
  const accounts = createAccountStore(db)
  const keyed = async (tier: AccountTier) => {
    const { key, hash, prefix } = createApiKeySecret()
    const { id: accountId } = await accounts.createAccount(`${tier} reader`, tier)
    await accounts.insertKey({ accountId, hash, prefix, name: 'examples', expiresAt: null })
    return { 'x-api-key': key }
  }
  return { ANONYMOUS: {}, FREE: await keyed('FREE'), PRO: await keyed('PRO') }
}

/** A session begins, is used after five minutes, is replaced, and ends. */
async function signInAndOut(db: Database): Promise<void> {
  const start = Date.now()
  const at = (seconds: number) => createSessionStore(db, { clock: () => start + seconds * 1_000 })
  const first = await at(0).begin({ subject: 'ishmael', tier: null }, null)
  await at(400).find(first)
  const second = await at(500).begin({ subject: 'ishmael', tier: 'PRO' }, first)
  await at(600).end(second)
}

/** The service over the small demo world: every path, page, mutation and command, alerts and their delivery. */
export const serviceChapter: Chapter = async (context) => {
  const { step } = context
  const env = envOf(context)
  const store = await openStore(loadConfig(env).database)
  const { db } = store
  const callers = await step('accounts of each tier are made', () => callersIn(db))
  await step('a person signs in and out', () => signInAndOut(db))
  await step('the world is planted', () => plantExamples(store))
  await step('the first trades of a category are found', async () => {
    const trades = await db.all<CategorizedTrade>(
      'SELECT key, time, trader_id AS "traderId", 0 AS signs, \'politics\' AS category FROM whole_trades ORDER BY time, key LIMIT 5',
    )
    await firstsInCategory(db, trades)
  })
  const signer = await signingKey('ES256', 'scenario')
  const issuer = await startIssuer([signer])
  const { issuer: iss, audience, jwksUrl } = issuer.config
  const identity = {
    JWT_ISSUER: iss,
    JWT_AUDIENCE: audience,
    JWT_JWKS_URL: String(jwksUrl),
    JWT_TIER_CLAIM: 'tier',
  }
  const config = loadConfig({ ...env, ...identity })
  const app = await createApp({ db, config, asOfPatience: 300_000 })
  const now = Math.floor(Date.now() / 1_000)
  const token = await signToken(signer, {
    iss,
    aud: audience,
    sub: 'ahab',
    tier: 'pro',
    iat: now - 60,
    exp: now + 6_000,
  })
  const user = { authorization: `Bearer ${token}` }

  if (!(await hasSnapshot(db))) throw new Error('nothing is published')
  await step('every path is asked', async () => {
    const world = { app, limited: app, empty: app, broken: app, store, callers, close: async () => undefined }
    await askExamples(world)
  })
  await step('every page is asked', () => askPages(app))
  await step('lists are narrowed', () => askLists(app, callers.PRO))
  await step('live alerts are read', () => readLive(db))
  await step('days of the past are asked', async () => {
    await askThePast(app, callers.PRO)
    const [market] = await db.all<{ condition: string }>(
      'SELECT condition FROM conditions ORDER BY id LIMIT 1',
    )
    await ingestRecords(db, [await describedAgain(db, market?.condition ?? '')])
    await askThePast(app, callers.PRO)
  })
  await step('an account is managed', () => manageAccount(app, user))
  await step('screens are saved', () => saveScreens(app, user))
  await step('exports are requested and written', () => writeExports(db, app, user))
  await step('rules are tried', () => tryRules(db))
  await step('alerts are delivered', () => deliverAlerts(db, app, user))
  await step('commands are run', () => runCommands(env, db, context))
  await step('what is sealed is asked', async () => {
    await askLists(app, callers.PRO)
    await askThePast(app, callers.PRO)
  })
  await step('large trades come while others wait for alerts', async () => {
    await watchWhales({ env, screen: rememberingScreen().screen }, db, { now })
  })
  await step('events are streamed', () => readStreams(db))
  await app.close()
  await issuer.close()
  await store.close()
}

async function askLists(app: FastifyInstance, headers: Record<string, string>): Promise<void> {
  const ask = async (url: string) => {
    const answer = await app.inject({ url, headers })
    if (answer.statusCode >= 400) throw new Error(`${url}: ${answer.body}`)
    return answer.json()
  }
  for (const url of ['/v1/trader?query=a', '/v1/trader?query=0x5', '/v1/trader', '/v1/markets?query=will'])
    await ask(url)
  for (const order of ['move_1h', 'move_7d', 'active_week', 'price,open_interest,price_change'])
    await ask(`/v1/markets?order=${order}`)
  for (const filter of ['category=politics,sports', 'event=1&order=largest', 'minUsd=1000'])
    await ask(`/v1/trades?limit=3&${filter}`)
  const { items } = await ask('/v1/positions?minValue=1&category=politics&limit=1')
  await ask(`/v1/positions?market=${items[0]?.market.condition ?? ''}`)
  const [alert] = (await ask('/v1/whales?limit=1')).items
  await ask(`/v1/whales/${alert.id}`)
  const { address } = (await ask('/v1/leaderboard/pnl-30d?limit=1')).entries[0]
  const unrealized = `/v1/explain/trader/${address}/unrealized-pnl`
  const [held] = (await ask(unrealized)).items
  await ask(`${unrealized}?step=${held.path}/value`)
  await ask(`/v1/explain/alert/${alert.id}/conditions`)
  const traded = `/v1/explain/market/${items[0]?.market.condition ?? ''}`
  for (const number of ['volume', 'open-interest', 'holders']) {
    const [largest] = (await ask(`${traded}/${number}`)).items
    if (largest) await ask(`${traded}/${number}?step=${largest.path}`)
  }
  const run = runner(app, headers)
  const { trader } = await run(`{ trader(address: "${address}") { positions(first: 1) { nodes { id } } } }`)
  const nodes = [alert.id, trader.positions.nodes[0].id]
  for (const id of nodes) await run(`{ node(id: "${id}") { id } }`)
  await run(`{ traders(where: { among: ["${address}", "nobody"] }, orderBy: { by: PNL }) { totalCount } }`)
  await run('{ markets(where: { tag: ["simulation"] }, first: 1) { totalCount } }')
  await run(
    `{ trader(address: "${address}") { trades(first: 3) { nodes { whole { usd } change impact } } } }`,
  )
  await run(`{ whaleAlerts(first: 1, after: "${alert.id}") { totalCount nodes { id } } }`)
}

/** Some of what answers as of a day, and what of it reads more than the snapshot of the day. */
async function askThePast(app: FastifyInstance, headers: Record<string, string>): Promise<void> {
  const run = runner(app, headers)
  const asOf = new Date(EXAMPLE_DAY * 86_400_000).toISOString().slice(0, 10)
  const { markets } = await run('{ markets(first: 3) { nodes { condition } } }')
  for (const day of ['', asOf]) {
    const of = day === '' ? '' : `&asOf=${day}`
    for (const { condition } of markets.nodes) {
      // Without a sentence about skilled money, which reads the book.
      const given = day === '' ? '' : `, asOf: "${day}"`
      await run(`{ market(id: "${condition}"${given}) { openInterest traderCount } }`)
      for (const part of ['', '/holders', '/traders', '/trades', '/prices', '/flow'])
        await app.inject({ url: `/v1/market/${condition}${part}?${of.slice(1)}`, headers })
    }
    await app.inject({ url: `/v1/leaderboard/pnl-30d?limit=5${of}`, headers })
  }
}

/** A market of the world with another category. */
async function describedAgain(db: Database, condition: string): Promise<MarketInfo> {
  for await (const record of exportEvents(db))
    if (record.kind === 'MARKET' && record.condition === condition) return { ...record, category: 'sports' }
  throw new Error('no market')
}

async function readLive(db: Database): Promise<void> {
  const feed = createAlertFeed({ db, notifier: { pollMs: 10, listen: () => () => undefined } })
  const stream = await feed.subscribe({ after: 0, passes: () => true })
  for await (const _ of stream) break
  await feed.close()
}

/** A stream of events goes on after its last block was taken back. */
async function readStreams(db: Database): Promise<void> {
  const streams = createEventFeeds({
    db,
    publicCutoff: async () => ({ block: null, time: 9_000_000_000 }),
    newestSnapshot: async () => null,
  })
  const interest = activityInterest({ trader: OUTSIDER, market: `0x${'5b'.repeat(32)}` })
  const events = await streams.of('PRO').subscribe({ interest, after: null, caller: null })
  const { value: place } = await events.next()
  await events.return()
  for await (const _ of await streams.signed('PRO').subscribe({ interest, after: null, caller: null })) break
  await createLedgerWriter(db).undo((await readLedgerState(db)).lastBlock ?? 0, async () => undefined)
  const { cursor: after } = place
  for (const tier of ['PRO', 'FREE'] as const)
    for await (const _ of await streams.of(tier).subscribe({ interest, after, caller: null })) break
  await streams.close()
}

/** Runs operations as a caller. */
function runner(app: FastifyInstance, headers: Record<string, string>) {
  return async (query: string) => {
    const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } })
    const { data, errors } = answer.json()
    if (errors) throw new Error(`${query} ${JSON.stringify(errors)}`)
    return data
  }
}

async function askPages(app: FastifyInstance): Promise<void> {
  for (const page of PAGES) await app.inject({ url: page.path.replace(/\{\w+\}/g, OUTSIDER) })
}

async function manageAccount(app: FastifyInstance, headers: Record<string, string>): Promise<void> {
  const run = runner(app, headers)
  const created = await run('mutation { createApiKey(input: { name: "one" }) { key apiKey { id } } }')
  const { id } = created.createApiKey.apiKey
  const rotated = await run(`mutation { rotateApiKey(input: { id: "${id}" }) { apiKey { id } } }`)
  await run(`mutation { revokeApiKey(input: { id: "${rotated.rotateApiKey.apiKey.id}" }) { apiKey { id } } }`)
  const link = await run(
    'mutation { createLink(input: { path: "/v1/leaderboard/pnl-30d", name: "one" }) { url link { id } } }',
  )
  await app.inject(new URL(link.createLink.url, 'http://localhost').href.replace(/^http:\/\/[^/]+/, ''))
  await run(`mutation { revokeLink(input: { id: "${link.createLink.link.id}" }) { link { id } } }`)
  // In the order of their topics: those of one second are listed so, and one engine may pass into the next second.
  await run('mutation { follow(input: { leaderboard: { leaderboard: "pnl-7d" } }) { follow { topic } } }')
  await run(`mutation { follow(input: { wallet: { address: "${OUTSIDER}" } }) { follow { topic } } }`)
  await run('{ viewer { follows { nodes { topic } } apiKeys { id } links { id } } }')
  for (const paused of [true, false])
    await run(`mutation { pauseFollows(input: { paused: ${paused} }) { changed } }`)
  await run(`mutation { unfollow(input: { topic: "wallet:${OUTSIDER}" }) { topic } }`)
}

/** A screen is saved, replaced, read and deleted. */
async function saveScreens(app: FastifyInstance, headers: Record<string, string>): Promise<void> {
  const run = runner(app, headers)
  const { saveScreen } = await run('mutation { saveScreen(input: { name: "one" }) { screen { id } } }')
  const { id } = saveScreen.screen
  await run(`mutation { saveScreen(input: { id: "${id}", name: "two" }) { screen { id } } }`)
  await run(`mutation { renameScreen(input: { id: "${id}", name: "three" }) { screen { id } } }`)
  await run(`{ screen(id: "${id}") { name } viewer { screens { id } } }`)
  await run(`mutation { deleteScreen(input: { id: "${id}" }) { id } }`)
}

/** Exports in every state, written here, as a service would that delivers. */
async function writeExports(
  db: Database,
  app: FastifyInstance,
  headers: Record<string, string>,
): Promise<void> {
  const run = runner(app, headers)
  const now = () => Math.floor(Date.now() / 1_000)
  const [some] = await db.all<{ condition: string; event: string; trader: string }>(
    'SELECT c.condition, e.source_id AS event, a.address AS trader FROM fills f JOIN tokens t ON t.id = f.token_id ' +
      'JOIN conditions c ON c.id = t.condition_id JOIN markets m ON m.condition_id = c.id JOIN market_events e ON e.id = m.event_id ' +
      'JOIN traders a ON a.id = f.owner_id ORDER BY f.key LIMIT 1',
  )
  const start = async (input: string) => {
    // Exports of one second are listed by id, those of two by time: each gets a second of its own.
    await setTimeout(1_000)
    const answer = await run(`mutation { startExport(input: { ${input} }) { export { id } } }`)
    return String(answer.startExport.export.id)
  }
  const claimed = async () => {
    const claim = await claimExport(db, now())
    if (claim === null) throw new Error('no export waits')
    return claim
  }
  for (const table of ['TRADES', 'POSITIONS']) {
    const id = await start(
      `table: ${table}, where: { market: "${some?.condition}", event: "${some?.event}" }`,
    )
    const first = await claimed()
    await noteProgress(db, first, { rows: 0, bytes: 0 }, now())
    await exportQueue.giveBack(db, first, { isOurFault: false, until: 0 })
    const claim = await claimed()
    await finishExport(db, claim, await writeExport(db, claim), claim.expiresAt)
    await run(`{ export(id: "${id}") { state } viewer { exports { id } } }`)
    await run(`mutation { cancelExport(input: { id: "${id}" }) { export { state } } }`)
  }
  await start(`table: TRADES, where: { trader: "${some?.trader}", category: [POLITICS] }`)
  await exportQueue.fail(db, await claimed(), 'It failed.')
  await sweepExports(db, 9_000_000_000)
}

async function deliverAlerts(
  db: Database,
  app: FastifyInstance,
  headers: Record<string, string>,
): Promise<void> {
  const run = runner(app, headers)
  const receiver = await startReceiver()
  const channels = `[{ kind: WEBHOOK, target: "${receiver.url}" }]`
  await run(
    `mutation { updateWhaleAlertConfig(input: { minUsd: 1000, channels: ${channels} }) { config { minUsd } } }`,
  )
  const senders = createSenders({
    allowPrivate: true,
    publicUrl: null,
    telegram: null,
    email: null,
    timeoutMs: 1_000,
  })
  const deliver = async (until: () => Promise<boolean>) => {
    const ending = new AbortController()
    const deliverer = createDeliverer({
      db,
      senders,
      box: createSecretBox([]),
      pollMs: 5,
      retry: { baseMs: 1, maxMs: 2, pauseAt: 3 },
    })
    const ended = deliverer.start(ending.signal)
    const began = performance.now()
    while (!(await until())) {
      if (performance.now() - began > 30_000) throw new Error(`not delivered: ${until}`)
      await setTimeout(5)
    }
    ending.abort()
    await ended
  }
  const stateOf = async () => {
    const { viewer } = await run(
      '{ viewer { alertChannels { id state failures } } whaleAlertConfig { minUsd } }',
    )
    return viewer.alertChannels[0]
  }
  const { id } = await stateOf()
  await createAccountStore(db).setTier('ahab', 'PRO')
  await deliver(async () => (await stateOf()).state === 'ACTIVE')
  await readSubscribers(db)
  await db.transaction((tx) =>
    enqueueAlerts(tx, [alertOf('a1'), alertOf('a2', 2), alertOf('a3')], { gatherMs: 0 }),
  )
  await deliver(async () => receiver.alerts().length >= 2)
  let failures = 0
  receiver.answer = (response) => response.writeHead(failures++ === 0 ? 500 : 204).end()
  await db.transaction((tx) => enqueueAlerts(tx, [alertOf('a4', 4)], { gatherMs: 0 }))
  await deliver(async () => failures === 2)
  await db.transaction((tx) => enqueueAlerts(tx, [alertOf('a5', 5)], { gatherMs: 0 }))
  await addOptOut(db, traderAddress(5))
  await deliver(
    async () => (await db.get('SELECT 1 AS waits FROM alert_outbox WHERE waiting <> 0')) === undefined,
  )
  receiver.answer = (response) => response.writeHead(500).end()
  await giveUp(db, { id: 'a message that is gone', lease: 'none' }, 'It is gone.', Date.now())
  await db.transaction((tx) => enqueueAlerts(tx, [alertOf('b1', 3)], { gatherMs: 0 }))
  await deliver(async () => (await stateOf()).state === 'PAUSED')
  receiver.answer = (response) => response.writeHead(204).end()
  await run(`mutation { resumeAlertChannel(input: { id: "${id}" }) { channel { state } } }`)
  await deliver(async () => (await stateOf()).state === 'ACTIVE')
  await run(`mutation { testAlertChannel(input: { id: "${id}" }) { channel { state } } }`)
  await run(`mutation { rotateWebhookSecret(input: { id: "${id}" }) { secret } }`)
  const other = `{ kind: WEBHOOK, target: "${receiver.url}/other" }`
  const own = `{ kind: WEBHOOK, target: "${receiver.url}" }`
  for (const list of [`[${own}, ${other}]`, `[${other}, ${own}]`, '[]'])
    await run(`mutation { updateAlertChannels(input: { channels: ${list} }) { channels { id } } }`)
  await run('mutation { deleteWhaleAlertConfig { isDeleted } }')
  await db.transaction((tx) => sealChannels(tx, createSecretBox([])))
  senders.close()
  await receiver.close()
}

/** Trials begin, end, fail, are taken over, cancelled and forgotten. */
async function tryRules(db: Database): Promise<void> {
  const now = Math.floor(Date.now() / 1_000)
  const account = await createAccountStore(db).createAccount('ishmael tries', 'PRO')
  const runs = createLabRuns(db, () => now)
  const days = { from: dayText(EXAMPLE_DAY - 9), to: dayText(EXAMPLE_DAY - 1) }
  const ruleOf = (usd: number) =>
    readRule({ universe: { leaderboard: 'volume-all' }, ...days, size: { usd } })
  await addExamples(db, 60)
  const next = async () => {
    const claim = await claimRun(db, now)
    if (claim === null) throw new Error('no trial waits')
    return claim
  }
  const { id } = await runs.start(account.id, ruleOf(10))
  const claim = await next()
  await noteRun(db, claim, { part: 0.5, draws: null }, now)
  await labQueue.giveBack(db, claim, { isOurFault: false, until: 0 })
  const again = await next()
  await finishRun(db, again, await tryRule(db, again, () => undefined))
  await runs.report(id)
  await runs.copies(id)
  await runs.list(account.id)
  await runs.examples()
  await runs.start(account.id, ruleOf(20))
  await labQueue.fail(db, await next(), 'It failed.')
  await runRuleForward(db, account.id, runs, ruleOf(10))
  await runs.cancel(account.id, id)
  await labQueue.forgetExpired(db, now)
}

/** The same in every run, unlike the clock. */
const END_OF_TIME = 5_000_000_000

/** A rule is registered, run with and without entries to take back, fails once, is read and ended. */
async function runRuleForward(
  db: Database,
  accountId: number,
  { rules }: LabRuns,
  rule: Rule,
): Promise<void> {
  const { id, start } = await rules.register(accountId, rule.text, null)
  const now = Math.floor(Date.now() / 1_000)
  await runForward(db, () => now)
  // As if it had been registered ten days before.
  await db.run(
    `UPDATE lab_rules SET start = ${start - 10 * 86_400}, version = -1, next_at = 0, rule = '${JSON.stringify({ ...rule.text, to: dayText(EXAMPLE_DAY + 9) })}'`,
  )
  const { lastBlock } = await readLedgerState(db)
  await db.transaction((tx) => recheckRules(tx, lastBlock ?? 0))
  await runForward(db, () => now)
  await db.run(`UPDATE lab_rules SET rule = 'unreadable', version = -1, next_at = 0`)
  await runForward(db, () => now).catch(() => undefined)
  await db.run(`UPDATE lab_rules SET rule = '${JSON.stringify(rule.text)}'`)
  await rules.list(accountId)
  await rules.find(id)
  await rules.results(id, 2 * now)
  await rules.entries(id, { upTo: 2 * now, after: 0, most: 10 })
  await ruleHeads(db, END_OF_TIME)
  await alertHashes(db, 0, { before: END_OF_TIME })
  await rules.end(accountId, id)
}

async function runCommands(
  env: Record<string, string>,
  db: Database,
  { folder, address: { kind } }: ChapterContext,
): Promise<void> {
  const run = async (...args: string[]) => {
    const ended = await callPequod(args, env)
    if (ended.status !== 0) throw new Error(`${args.join(' ')}: ${ended.stdout}${ended.stderr}`)
    return ended.stdout
  }
  await run('accounts', 'create', 'starbuck', '--tier', 'free')
  await run('accounts', 'set-tier', 'starbuck', 'pro')
  await run('accounts', 'list')
  await run('accounts', 'opt-out', OUTSIDER)
  await run('accounts', 'opted-out')
  await run('accounts', 'opt-out', OUTSIDER, '--undo')
  const made = JSON.parse(await run('keys', 'create', '--account', 'starbuck', '--name', 'one', '--json'))
  await run('keys', 'list', '--account', 'starbuck')
  await run('keys', 'revoke', String(made.id), '--account', 'starbuck')
  await run('watchlist', 'add', OUTSIDER, '--account', 'starbuck')
  await run('watchlist', 'list', '--account', 'starbuck')
  await run('watchlist', 'remove', OUTSIDER, '--account', 'starbuck')
  await run('seal')
  await run('refresh')
  await run('refresh', '--signs')
  await run('verify')
  // The scenario's clock is not the server's: the doctor finds that.
  await callPequod(['doctor'], {
    ...env,
    ...(kind === 'postgres' && { DATABASE_REPLICA_URL: env.DATABASE_URL }),
  })
  await run('export', 'events', join(folder, 'events.jsonl'))
  for (const table of ['trades', 'positions'])
    await run('export', table, '--format', 'csv', '--out', join(folder, `${table}.csv`))
  await run('export', 'trades', '--format', 'parquet', '--out', join(folder, 'trades.parquet'))
  const some = await db.get<{ address: string; condition: string }>(
    'SELECT t.address, c.condition FROM fills f JOIN traders t ON t.id = f.owner_id JOIN tokens k ON k.id = f.token_id ' +
      'JOIN conditions c ON c.id = k.condition_id ORDER BY f.key LIMIT 1',
  )
  const of = ['--trader', some?.address ?? '', '--market', some?.condition ?? '']
  await run('export', 'trades', '--format', 'csv', ...of, '--out', join(folder, 'some.csv'))
  const rule = join(folder, 'rule.json')
  const days = { from: dayText(EXAMPLE_DAY - 9), to: dayText(EXAMPLE_DAY), record: { days: 0, trades: 1 } }
  for (const universe of [{ leaderboard: 'volume-all' }, { traders: [some?.address] }]) {
    await writeFile(rule, JSON.stringify({ universe, ...days, size: { usd: 10 }, delay: 0 }))
    await run('backtest', rule, '--json')
  }
  await run('record', 'seal')
  await run('prove', some?.address ?? '', '--full', '--out', join(folder, 'proof.json'))
  await run('verify-proof', join(folder, 'proof.json'))
  // Something changed, but not of that day.
  await db.transaction(async (tx) => appendChange(tx, (await readLedgerState(tx)).version + 1, 0))
  await run('record', 'seal', '--json')
  await run('record', 'stamp', join(folder, 'checkpoint.txt'))
  if (kind === 'sqlite') await run('backup', join(folder, 'backup.db'))
  await rm(join(folder, 'backup.db'), { force: true })
}
