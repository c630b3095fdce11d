import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TokenId } from '../../src/ledger/quantities.ts'
import { type OpenReads, openReads } from '../../src/server/sources.ts'
import type { SmartMoneyStore } from '../../src/smart-money/smart-money-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { MarketStore } from '../../src/store/markets/market-store.ts'
import { allRequests, askPages, differenceOf, type Request } from './support/all-answers.ts'
import { beginWorld, type CommonWorld, endWorld } from './support/common-world.ts'
import { furtherSteps, goOn, lateEvents, nowOf } from './support/further-events.ts'
import { marketLine, UNTRADED_MARKET } from './support/names.ts'
import { type Answer, serveCopy } from './support/served-copy.ts'
import { DELAY_MINUTES } from './support/work.ts'

/** A read of one of the stores that answer for a tier. */
type Read =
  | { room: 'marketStore'; part: keyof MarketStore }
  | { room: 'smartMoney'; part: keyof SmartMoneyStore }

/** Opens reads, one of which answers callers without Pro as it answers those with Pro. */
function opening({ room, part }: Read): typeof openReads {
  return async (options) => {
    const reads = await openReads(options)
    const storeOf = ({ reader, smartMoney }: ReturnType<OpenReads['pick']>) =>
      (room === 'marketStore' ? reader.marketStore : smartMoney) as unknown as Record<string, unknown>
    storeOf(reads.pick('ANONYMOUS'))[part] = storeOf(reads.pick('PRO'))[part]
    return reads
  }
}

const MARKET_READS: (keyof MarketStore)[] = [
  'markets',
  'byId',
  'events',
  'outcomes',
  'closes',
  'firstDay',
  'book',
  'holders',
  'countTraders',
  'realizedOf',
  'list',
]
const SMART_READS: (keyof SmartMoneyStore)[] = ['holdings', 'openMarkets', 'signals']

// On one engine: the bounds are the same on both, and this tests that the questions find each of them.
describe('taking away the bound', () => {
  const wanted = /^(?:reader|Query\.(?:market|smartMoney|event)|Market\.|Event\.)/
  let common: CommonWorld
  let further: CommonWorld
  let requests: Request[]
  const before = new Map<string, Answer[]>()

  const serve = (world: CommonWorld, open: typeof openReads = openReads) => {
    const now = nowOf(common.names)
    vi.setSystemTime(now * 1_000)
    return serveCopy(world, { now, delayMinutes: DELAY_MINUTES, openReads: open })
  }
  beforeAll(async () => {
    common = await endWorld(await beginWorld('sqlite'))
    const [steps = []] = fc.sample(furtherSteps, { numRuns: 1, seed: 3 })
    further = await common.continued(async (db) => {
      const tokens = [...UNTRADED_MARKET.tokens, '77007' as TokenId]
      await ingestRecords(db, [marketLine({ ...UNTRADED_MARKET, tokens }, { event: null, createdAt: 0 })], {
        simulated: true,
      })
      for (const [at, step] of [...steps, lateEvents(common.names)].entries())
        await goOn(db, step, at, common.names)
    })
    const [still, bound] = [await serve(common), await serve(further)]
    for (const request of allRequests(still, common.names)) {
      if (request.caller !== 'FREE' || !wanted.test(request.question.of)) continue
      const answers = await askPages(still, request)
      if (differenceOf(request, answers, await askPages(bound, request)).length === 0)
        before.set(request.key, answers)
    }
    // The readers first: most of the bounds are found by them.
    const isReader = ({ question }: Request) => Number(question.of.startsWith('reader'))
    requests = allRequests(still, common.names)
      .filter(({ key }) => before.has(key))
      .sort((a, b) => isReader(b) - isReader(a))
    await still.close()
    await bound.close()
  })
  afterEach(() => void vi.useRealTimers())
  afterAll(async () => {
    await further.remove()
    await common.remove()
  })

  test.each<Read>([
    ...MARKET_READS.map((part): Read => ({ room: 'marketStore', part })),
    ...SMART_READS.map((part): Read => ({ room: 'smartMoney', part })),
  ])('of $part of $room changes an answer', async (read) => {
    const copy = await serve(further, opening(read))
    let changed = 0
    for (const request of requests) {
      changed += differenceOf(request, before.get(request.key) ?? [], await askPages(copy, request)).length
      if (changed > 0) break
    }
    await copy.close()
    expect(changed).toBeGreaterThan(0)
  })
})
