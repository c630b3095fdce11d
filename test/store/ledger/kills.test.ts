import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRandom } from '../../../seeds/world/random.ts'
import type { Fill, LedgerEvent } from '../../../src/ledger/event.ts'
import { type ConditionId, DAY_SECONDS, type TokenId } from '../../../src/ledger/quantities.ts'
import { openStore } from '../../../src/migrations/open-store.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import { ledgerOf } from '../../../src/store/ledger/ledger.ts'
import { DAY_COLUMNS, type PositionDay } from '../../../src/store/ledger/position-day.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { pinNow } from '../../../src/store/ledger/versions.ts'
import { foldLoaded } from '../../../src/store/load/fold-loaded.ts'
import { describeEngines } from '../support/engines.ts'
import { MARKET_LINES, randomLedger } from '../support/random-ledger.ts'
import { loadSourceFills } from '../support/source-fills.ts'

/** `npm run test:crash` asks for 50. */
const KILLS = Number(process.env.PEQUOD_CRASH_KILLS ?? '2')
const WRITER = fileURLToPath(new URL('support/killed-writer.ts', import.meta.url))
/** After every block of the ledger. */
const BLOCK = 2_000
/** How long the works take at most, in milliseconds. */
const LONGEST = 500

const events = fc
  .sample(randomLedger, { numRuns: 50, seed: 7 })
  .reduce((longest, ledger) => (ledger.length > longest.length ? ledger : longest), [])
const fills = events.filter((event): event is Fill => event.kind === 'FILL')

/** A market that nobody has resolved. */
const OTHER_MARKET = {
  kind: 'MARKET' as const,
  condition: `0x${'9'.repeat(64)}` as ConditionId,
  tokens: ['9100', '9101'] as [TokenId, TokenId],
  outcomes: ['Yes', 'No'],
  question: null,
  slug: null,
  category: null,
  tags: [],
  event: null,
  negRisk: null,
}

/** A fill like one of the ledger's, at a place of its own. */
function another(n: number): Fill {
  const fill = fills[n % fills.length]
  if (fill === undefined) throw new Error('the ledger has no fill')
  return { ...fill, logIndex: 500 + n }
}

async function daysOf(db: Database, at: number | null = null): Promise<PositionDay[]> {
  const days: PositionDay[] = []
  for await (const part of ledgerOf(db).days({ columns: DAY_COLUMNS, at })) days.push(...part.records())
  return days
}

/** Runs work in a process that is killed at a moment, and answers what was read of the days meanwhile and after it. */
async function readWhileKilled(db: Database, path: string, work: readonly string[], delay: number) {
  const child = spawn('node', [WRITER, path, ...work])
  const ended = once(child, 'close')
  await once(child.stdout, 'data')
  const seen: PositionDay[][] = []
  for (const until = performance.now() + delay; performance.now() < until; await setTimeout(1))
    seen.push(await daysOf(db))
  child.kill('SIGKILL')
  await ended
  // The next one need not wait until the lease of the killed one is over.
  await db.run('UPDATE leases SET until = 0')
  return [...seen, await daysOf(db)]
}

describeEngines(
  'days of positions',
  (open) => {
    test('are the old ones or the new ones whenever a fold, a seal, a late event or an undo is killed', async () => {
      const { db, address } = await open()
      if (address.kind !== 'sqlite') throw new Error('the store is a file')
      const { path } = address
      const random = createRandom(KILLS, 'days')
      const late = (n: number): LedgerEvent => ({ ...another(n), logIndex: 900 + n })
      const resolution = (n: number): LedgerEvent => ({
        kind: 'RESOLVE',
        block: BLOCK + n,
        logIndex: 900 + n,
        tx: another(n).tx,
        time: another(n).time + 20 * DAY_SECONDS,
        condition: OTHER_MARKET.condition,
        payouts: ['1', '0'],
      })
      const taken = (n: number): LedgerEvent => ({ ...another(n), block: BLOCK + n })
      const nothing = async () => undefined
      const works = [
        {
          work: () => ['fold'],
          prepare: (n: number) => loadSourceFills(db, [another(n)], `part ${n}`),
          finish: nothing,
        },
        { work: () => ['seal'], prepare: nothing, finish: () => seal() },
        {
          work: (n: number) => ['event', JSON.stringify(late(n))],
          prepare: nothing,
          finish: (n: number) => ingestRecords(db, [late(n)]),
        },
        {
          work: () => ['again'],
          prepare: () => db.run('UPDATE ledger_state SET fold_version = 0'),
          finish: async () => (await openStore(address)).close(),
        },
        {
          work: (n: number) => ['many', JSON.stringify(taken(n))],
          prepare: nothing,
          finish: (n: number) => ingestRecords(db, [taken(n)], { mostPositions: 0 }),
        },
        {
          work: (n: number) => ['many', JSON.stringify(resolution(n))],
          prepare: nothing,
          finish: (n: number) => ingestRecords(db, [resolution(n)], { mostPositions: 0 }),
        },
        {
          work: (n: number) => ['undo', String(BLOCK + n)],
          prepare: nothing,
          finish: (n: number) => createLedgerWriter(db).undo(BLOCK + n, nothing),
        },
      ]
      const seal = () => sealLedger(db, { settledAfterDays: 0, partRows: 5 })
      const held = { ...another(0), side: 'BUY' as const, logIndex: 499, token: OTHER_MARKET.tokens[0] }
      await ingestRecords(db, [...MARKET_LINES, OTHER_MARKET, ...events, held])
      for (let n = 0; n < KILLS; n++)
        for (const { work, prepare, finish } of works) {
          const before = await daysOf(db)
          const version = await db.transaction((tx) => pinNow(tx, 100_000))
          await prepare(n)
          const seen = await readWhileKilled(db, path, work(n), random.fraction() * LONGEST)
          await finish(n)
          await foldLoaded(db)
          const after = await daysOf(db)
          if (/^(many|undo)/.test(work(n).join(' '))) expect(isSame(before, after)).toBe(false)
          const isEither = (days: PositionDay[]) => [before, after].some((one) => isSame(one, days))
          expect(seen.filter((days) => !isEither(days))).toEqual([])
          expect(await daysOf(db, version)).toEqual(before)
          expect(await db.all('SELECT id FROM generations WHERE version IS NULL')).toEqual([])
        }
    })
  },
  ['sqlite'],
)

function isSame(one: readonly PositionDay[], other: readonly PositionDay[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
