import fc from 'fast-check'
import { blockAt } from '../../../seeds/world/calendar.ts'
import { defined } from '../../../src/checks.ts'
import { retractNews } from '../../../src/jobs/news.ts'
import type { LedgerEvent, SourceRecord } from '../../../src/ledger/event.ts'
import { type Address, DAY_SECONDS, type Hash, MICRO, type Seconds } from '../../../src/ledger/quantities.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import {
  LATE_EVENT_MARKET,
  marketLine,
  type Names,
  NEW_MARKET,
  NEWCOMER,
  NEWCOMER_NAME,
  UNTRADED_MARKET,
} from './names.ts'
import { DELAY_MINUTES, lookAt, publishAll } from './work.ts'

/** How a world goes on: events after the common cutoff, late ones among them, undone blocks, and publications. */
export interface Step {
  events: readonly DrawnEvent[]
  /** Seconds after the cutoff from which blocks are taken back first; null: none. */
  undo: number | null
  isPublished: boolean
}

interface DrawnEvent {
  kind: 'FILL' | 'TRANSFER' | 'SPLIT' | 'MERGE' | 'RESOLVE' | 'REDEEM' | 'INCOME'
  /** Seconds after the cutoff. */
  after: number
  trader: number
  other: number
  market: number
  outcome: 0 | 1
  isBuy: boolean
  cents: number
  dollars: number
}

/** Events reach past Monday's midnight, and none is old enough to be public. */
export const LATEST = DELAY_MINUTES * 60 - 1
const event: fc.Arbitrary<DrawnEvent> = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant('FILL' as const) },
    { weight: 4, arbitrary: fc.constantFrom('TRANSFER', 'SPLIT', 'MERGE', 'RESOLVE', 'REDEEM', 'INCOME') },
  ),
  after: fc.integer({ min: 1, max: LATEST }),
  trader: fc.nat(4),
  other: fc.nat(4),
  market: fc.nat(3),
  outcome: fc.constantFrom(0, 1),
  isBuy: fc.boolean(),
  cents: fc.integer({ min: 2, max: 98 }),
  dollars: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1_000, max: 50_000 })),
})

/** A few steps, each of some events, most with a snapshot: more than are kept for requests that began before. */
export const furtherSteps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.record({
      events: fc.array(event, { minLength: 2, maxLength: 10 }),
      undo: fc.option(fc.integer({ min: 1, max: LATEST }), { freq: 2 }),
      isPublished: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((steps) =>
    steps.map((step, i) => ({ ...step, isPublished: step.isPublished || i === steps.length - 1 })),
  )

const LATE: Omit<DrawnEvent, 'kind' | 'market'> = {
  after: -3_600,
  trader: 0,
  other: 1,
  outcome: 0,
  isBuy: true,
  cents: 50,
  dollars: 1,
}

/** The resolution of a market that a signal names, an hour before the cutoff: it comes late. */
export function lateResolution({ highlighted, markets }: Names): Step {
  defined(highlighted ?? undefined)
  const market = openMarkets({ markets }).length
  return { events: [{ ...LATE, kind: 'RESOLVE', market }], undo: null, isPublished: true }
}

/**
 * Purchases and a resolution of days before the cutoff that come late, and later ones: a newcomer's, and the first of a market.
 */
export function lateEvents(names: Names): Step {
  const [resolution] = lateResolution(names).events
  const after = -2 * DAY_SECONDS
  const purchase = { ...LATE, kind: 'FILL' as const, after, dollars: 20_000 }
  const purchases = [0, 1, 2].map((market) => ({ ...purchase, trader: market, market }))
  const first = { ...purchase, after: 60, trader: 4, market: 0 }
  const last = openMarkets(names).length + 1
  return {
    events: [...purchases, { ...defined(resolution), after }, first, { ...first, market: last }],
    undo: null,
    isPublished: true,
  }
}

/** The markets that events concern;. */
function openMarkets({ markets }: Pick<Names, 'markets'>) {
  return [...markets.filter(({ isOpen }) => isOpen).slice(0, 3), NEW_MARKET]
}

/** The moment from which the common snapshot, and nothing later, is old enough. */
export function nowOf({ cutoff }: Names): Seconds {
  return cutoff + DELAY_MINUTES * 60
}

/** Takes a world on by a step. */
export async function goOn(db: Database, step: Step, at: number, names: Names): Promise<void> {
  const now = names.cutoff + LATEST
  if (step.undo !== null) {
    const block = blockAt(names.cutoff + step.undo) + 1
    await createLedgerWriter(db).undo(block, (tx) => retractNews(tx, block))
  }
  await ingestRecords(
    db,
    [...newcomers(names), ...step.events.map((one, i) => eventOf(one, names, 100 * at + i))],
    {
      simulated: true,
    },
  )
  if (step.isPublished) await publishAll(db, now)
  else await lookAt(db, now)
}

/** The trader and the market that only come afterwards; the market is one of a known event. */
function newcomers({ cutoff, events }: Names): SourceRecord[] {
  const { id, slug } = defined(events[0])
  const createdAt = cutoff + 1
  return [
    marketLine(NEW_MARKET, { event: { id, title: null, slug }, createdAt }),
    marketLine(LATE_EVENT_MARKET, {
      event: { id: 'late-event', title: null, slug: 'late-event' },
      createdAt,
    }),
    {
      kind: 'TRADER',
      address: NEWCOMER,
      username: NEWCOMER_NAME,
      profileImage: null,
      xUsername: null,
      verified: null,
      bio: null,
    },
  ]
}

function eventOf(
  drawn: DrawnEvent,
  { cutoff, traders, markets, highlighted }: Names,
  number: number,
): LedgerEvent {
  const all = [...traders.slice(0, 4), NEWCOMER]
  const wallets = [defined(all[drawn.trader]), defined(all[drawn.other])] as const
  const open = openMarkets({ markets })
  const { condition, tokens } = defined([...open, highlighted ?? NEW_MARKET, UNTRADED_MARKET][drawn.market])
  const token = defined(tokens[drawn.outcome])
  const usd = drawn.dollars * MICRO
  const shares = Math.floor((usd * 100) / drawn.cents)
  return { ...placeOf(cutoff + drawn.after, number), ...termsOf() }

  function termsOf() {
    const [owner, other] = wallets
    switch (drawn.kind) {
      case 'FILL': {
        const side = drawn.isBuy ? ('BUY' as const) : ('SELL' as const)
        const terms = {
          exchange: null,
          counterparty: null,
          role: 'TAKER' as const,
          fee: 0,
          feeIn: 'USD' as const,
          orderHash: null,
        }
        return { kind: drawn.kind, owner, side, token, shares, usd, ...terms }
      }
      case 'TRANSFER':
        return {
          kind: drawn.kind,
          from: owner,
          to: (owner === other ? EXCHANGE : other) as Address,
          token,
          amount: shares,
        }
      case 'RESOLVE':
        return { kind: drawn.kind, condition, payouts: drawn.outcome === 0 ? ['1', '0'] : ['0', '1'] }
      case 'REDEEM':
        return { kind: drawn.kind, owner, condition, amounts: null, payout: usd }
      case 'INCOME':
        return { kind: drawn.kind, owner, amount: usd, reason: 'REWARD' }
      default:
        return { kind: drawn.kind, owner, condition, amount: shares }
    }
  }
}

const EXCHANGE = '0xe111180000d2663c0091e4f400237545b87b996b'

/** Log indexes are above those of the simulated world's blocks. */
function placeOf(time: Seconds, number: number) {
  const tx = `0x${(number + 1).toString(16).padStart(64, '7')}` as Hash
  return { block: blockAt(time), logIndex: 5_000 + number, tx, time }
}
