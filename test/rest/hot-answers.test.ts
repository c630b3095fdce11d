import { Readable } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import { TIERS, type Tier } from '../../src/access/tier.ts'
import { AnswerCache } from '../../src/answers/answer-cache.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestEventLines } from '../../src/sources/files/ingest.ts'
import { gateTab } from '../graph/support/gate-tab.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

const GATED = '/v1/leaderboard/roi-all'
const PUBLIC = '/v1/leaderboard/pnl-7d'
const ADDRESS = /0x[0-9a-f]{40}/
/** From the most to the least: what one was given must not come back to the next. */
const DOWNWARDS = [...TIERS].reverse()

describe('cached answers', () => {
  closeServed()
  gateTab('ROI')
  const answers = new AnswerCache({ keptFor: Number.POSITIVE_INFINITY })
  let served: Served
  let callers: Record<Tier, Record<string, string>>
  let trader: string
  beforeAll(async () => {
    served = await serveWorld({ parts: { answers } })
    callers = await tierCallers(served)
    trader = `/v1/trader/${(await ask(PUBLIC)).json().entries[0].address}`
  })
  const ask = (url: string, tier: Tier = 'ANONYMOUS', headers = {}) =>
    served.app.inject({ url, headers: { ...callers[tier], ...headers } })

  /** Adds an event after the newest and publishes; the service reads it within a second. */
  async function publish(): Promise<void> {
    const { db } = served.store
    const head = await createReader(db).current()
    const time = (head?.cutoff.time ?? 0) + 60
    const [block, owner] = [(head?.cutoff.block ?? 0) + 1, trader.slice(-40)]
    const tx = `0x${'5'.repeat(64)}`
    const event = { kind: 'INCOME', block, logIndex: 0, tx, time, owner: `0x${owner}`, amount: '1' }
    const stream = Readable.from([Buffer.from(`${JSON.stringify({ ...event, reason: 'REWARD' })}\n`)])
    await ingestEventLines(db, { stream })
    await refresh(db)
    const published = (await createReader(db).current())?.id
    expect(published).not.toBe(head?.id)
    await expect.poll(async () => (await ask('/health/ready')).json().snapshot).toBe(published)
    // The public reader has a second of its own.
    await expect.poll(async () => (await ask('/v1/leaderboard/volume-7d')).json().cutoff.block).toBe(block)
  }

  test('run an operation once after a publish for 200 simultaneous requests', async () => {
    const before = await ask(PUBLIC)
    await publish()
    const made = answers.counts.made
    const asked = await Promise.all(Array.from({ length: 200 }, () => ask(PUBLIC)))
    expect(answers.counts.made).toBe(made + 1)
    const [first] = asked
    expect(asked.every(({ statusCode, body }) => statusCode === 200 && body === first?.body)).toBe(true)
    expect(first?.json().cutoff).not.toEqual(before.json().cutoff)
    expect((await ask(PUBLIC, 'ANONYMOUS', { 'if-none-match': before.headers.etag })).statusCode).toBe(200)
    expect((await ask(PUBLIC, 'ANONYMOUS', { 'if-none-match': first?.headers.etag })).statusCode).toBe(304)
    expect(answers.counts.made).toBe(made + 1)
  })

  test('return the same bytes without running their operation', async () => {
    const first = await ask(`${PUBLIC}?limit=50`)
    const { hits } = answers.counts
    const again = await Promise.all(Array.from({ length: 50 }, () => ask(`${PUBLIC}?limit=50`)))
    expect(again.every(({ body }) => body === first.body)).toBe(true)
    expect(answers.counts.hits).toBe(hits + 50)
  })

  test('of one tier are never given to another', async () => {
    const paths = [GATED, `${GATED}?limit=150`, PUBLIC, trader, `${trader}/analytics`, '/v1/leaderboard']
    const round = async () => {
      const bodies: Record<string, string> = {}
      for (const tier of DOWNWARDS)
        for (const path of paths) bodies[`${tier} ${path}`] = (await ask(path, tier)).body
      return bodies
    }
    const [anew, { made }] = [await round(), answers.counts]
    expect(await round()).toEqual(anew)
    expect(answers.counts.made).toBe(made)
    expect(anew[`ANONYMOUS ${GATED}`]).not.toMatch(ADDRESS)
    expect(anew[`ANONYMOUS ${GATED}`]).toMatch(/"rank":5,/)
    expect(anew[`FREE ${GATED}`]).toMatch(ADDRESS)
    expect(JSON.parse(anew[`FREE ${GATED}?limit=150`] ?? '').entries.length).toBe(100)
    expect(JSON.parse(anew[`PRO ${GATED}?limit=150`] ?? '').entries.length).toBeGreaterThan(100)
    expect(JSON.parse(anew[`ANONYMOUS ${trader}`] ?? '').analytics).toBeNull()
    expect(JSON.parse(anew[`FREE ${trader}`] ?? '').analytics).not.toBeNull()
    expect(anew[`ANONYMOUS ${trader}/analytics`]).toContain('UNAUTHENTICATED')
  })

  test('exclude personal, separately limited and failed ones', async () => {
    const held = answers.counts.answers
    for (const path of [
      '/v1/whales',
      '/v1/whales/showcase',
      '/v1/whales/record',
      '/v1/whales/config',
      '/v1/trader?query=a',
      '/v1/leaderboard/nope-7d',
      '/v1/leaderboard?nope=1',
      `/v1/trader/0x${'0'.repeat(40)}`,
      `${PUBLIC}?format=csv`,
      '/v1/trader?cursor=x',
    ])
      for (const tier of DOWNWARDS) await ask(path, tier)
    expect(answers.counts.answers).toBe(held)
  })
})
