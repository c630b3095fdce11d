import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { loadConfig } from '../../src/config/config.ts'
import { listen } from '../../src/server/http/listen.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { exportEvents } from '../../src/store/export/export-events.ts'
import { callPequod } from '../cli/support/call-pequod.ts'
import { temporaryFolder } from '../cli/support/run-pequod.ts'
import { serveUsers } from '../server/support/served-users.ts'
import { closeServed, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'
import { worldFile } from '../support/worlds.ts'
import { pageText } from './support/pages.ts'

const GUIDES = pageText('docs/guides.md')
const ENTRY = new URL('../../src/client/entry.ts', import.meta.url).href

/** The blocks of a guide in a language. */
function blocks(title: string, language: string): string[] {
  const guide = GUIDES.split(/^## /m).find((text) => text.startsWith(title)) ?? ''
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  )
}

describe('the guides', () => {
  closeServed()
  const users = serveUsers(serveWorld)
  let origin: string
  let token: string
  let proKey: string
  beforeAll(async () => {
    const { served } = users
    origin = await listen(served.app, { host: '127.0.0.1', port: 0 })
    await createAccountStore(served.store.db).createAccount('reader', 'PRO')
    token = await users.tokenOf('reader', 'pro')
    proKey = (await tierCallers(served)).PRO['x-api-key'] ?? ''
  })

  async function mutate(query: string) {
    const answer = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    })
    return answer.json()
  }

  test('the bot prints the newest and the new trades of a trader whom it follows, and of nobody else, each once', async () => {
    const folder = await temporaryFolder()
    onTestFinished(() => folder.remove())
    const [program = ''] = blocks('A bot', 'js')
    expect(program.split('\n').length).toBeLessThanOrEqual(20)
    // The simulated traders have no test of skill: the bot follows those with a profit.
    const text = program.replace("'pequod/client'", `'${ENTRY}'`).replace(/'\{"verdict".*?\}'/, "'{}'")
    const file = join(folder.path, 'bot.mjs')
    await writeFile(file, text)
    const url = new URL(`${origin}/v1/traders?order=trade_count:desc&limit=12`)
    const { items } = await (await fetch(url, { headers: { 'x-api-key': proKey } })).json()
    const [followed, other] = [items[3].address, items[11].address]
    const { db } = users.served.store
    const fills = []
    for await (const event of exportEvents(db)) if (event.kind === 'FILL') fills.push(event)
    const newest = fills.at(-1)
    if (newest === undefined) throw new Error('The world has no fills.')
    let usd = 1_000_000
    const write = () => {
      usd += 1_000_000
      const place = {
        block: (newest.block ?? 0) + usd / 1_000_000,
        time: newest.time + 2 * (usd / 1_000_000),
      }
      const fill = (owner: string, logIndex: number) => ({
        ...newest,
        ...place,
        logIndex,
        owner,
        usd,
        shares: 2 * usd,
      })
      return ingestRecords(db, [fill(followed, 1), fill(other, 2)] as never)
    }
    // These are behind the snapshot that the list shows, and before the stream.
    for (let i = 0; i < 3; i++) await write()
    const bot = spawn(process.execPath, [file], {
      env: { ...process.env, PEQUOD_URL: origin, PRO_KEY: proKey },
    })
    onTestFinished(() => void bot.kill())
    const writing = setInterval(write, 100)
    onTestFinished(() => clearInterval(writing))
    const lines: string[] = []
    for await (const line of createInterface({ input: bot.stdout })) if (lines.push(line) === 12) break
    const addresses = new Set(items.slice(0, 10).map((one: { address: string }) => one.address))
    for (const line of lines.slice(0, 5)) {
      const [kind, , address] = line.split(' ')
      expect([kind, addresses.has(address), line]).toEqual([
        'earlier',
        true,
        expect.stringMatching(/ at \$0\.\d{3}, \$\d+: /),
      ])
    }
    const time = String.raw`\d{4}-\d\d-\d\dT[\d:]+Z`
    const added = new RegExp(String.raw`^added ${time} ${followed} \w+ .* at \$0.500, \$(\d+):`)
    // Each new trade is a dollar larger than the one before it.
    expect(lines.slice(5).map((line) => Number(added.exec(line)?.[1]))).toEqual([2, 3, 4, 5, 6, 7, 8])
  })

  test('the spreadsheet’s link reads the CSV without a header, and no other path', async () => {
    const { data, errors } = await mutate(blocks('A spreadsheet', 'graphql')[0] ?? '')
    expect(errors).toBeUndefined()
    const url = new URL(data.createLink.url, origin).href
    const sheet = await fetch(url)
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
    ])
    expect((await sheet.text()).split('\n').length).toBeGreaterThan(50)
    expect((await fetch(url.replace('pnl-30d', 'pnl-7d'))).status).toBe(403)
  })

  test('the notebook’s file and query give the volumes that the ledger has', async () => {
    const folder = await temporaryFolder()
    onTestFinished(() => folder.remove())
    const file = join(folder.path, 'trades.parquet')
    const [command = ''] = blocks('A notebook', 'sh')
    const args = command.trim().split(' ').slice(2)
    expect(args.splice(-1)).toEqual(['trades.parquet'])
    const env = { DATABASE_URL: `sqlite:${await worldFile('small')}` }
    expect(await callPequod([...args, file], env)).toMatchObject({ status: 0 })
    const { db } = users.served.store
    const connection = await db.duckdb.connect()
    const [query = ''] = blocks('A notebook', 'sql')
    const read = async (text: string) =>
      (await connection.runAndReadAll(text.replace('trades.parquet', file))).getRowObjectsJson()
    const rows = await read(query)
    const all = await read("SELECT condition, usd_micro FROM read_parquet('trades.parquet')")
    const sums = Map.groupBy(all, ({ condition }) => condition)
    const largest = [...sums.values()]
      .map((fills) => fills.reduce((sum, { usd_micro }) => sum + Number(usd_micro), 0))
      .sort((a, b) => b - a)
    expect(rows.map(({ usd }) => Math.round(Number(usd) * 1e6))).toEqual(largest.slice(0, 10))
    connection.closeSync()
  })

  test('the Discord channel waits for its code, and the leaderboard is followed', async () => {
    const [channel = '', follow = ''] = blocks('A Discord', 'graphql')
    const set = await mutate(channel)
    expect(set.data?.updateAlertChannels.channels, JSON.stringify(set.errors)).toEqual([
      { id: expect.stringMatching(/^ch_/), state: 'PENDING' },
    ])
    const followed = await mutate(follow)
    expect(followed.data?.follow.follow.topic, JSON.stringify(followed.errors)).toBe('leaderboard:pnl-7d')
  })

  test('the environment of a host is read as it is meant', () => {
    const [text = ''] = blocks('Hosting', 'ini')
    const env = Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/).slice(0, 2)),
    )
    expect(loadConfig(env)).toMatchObject({
      database: { kind: 'postgres' },
      redisUrl: env.REDIS_URL,
      publicUrl: env.PUBLIC_URL,
      trustProxy: { kind: 'hops', hops: 1 },
    })
  })
})
