import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noticeMessage } from '../../src/delivery/message.ts'
import type { ScreenEnd, ScreenNotice } from '../../src/delivery/notices.ts'
import { renderMessage } from '../../src/delivery/senders/render-message.ts'
import { createFollows } from '../../src/follows/follows.ts'
import { SCREEN } from '../../src/follows/kinds/screen.ts'
import { watchSnapshots } from '../../src/follows/watch.ts'
import { recordCloses } from '../../src/follows/watch-screens.ts'
import type { Fill } from '../../src/ledger/event.ts'
import { type Hash, MICRO, type TokenId } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { createScreens, type GivenScreen } from '../../src/screens/screens.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { addOptOut, removeOptOut } from '../../src/store/opted-out.ts'
import { newestHead } from '../../src/store/snapshot/stored-snapshots.ts'
import { describeEngines } from '../store/support/engines.ts'
import { failingAfter, Killed } from '../whales/support/failing-database.ts'
import { answering } from './support/answer-screens.ts'
import { traderAddress } from './support/board-world.ts'
import { type Follower, followAs, follower, waitingFor } from './support/followers.ts'
import { movesOf, SlowTops } from './support/slow-tops.ts'
import { undo } from './support/undone-meanwhile.ts'

const START = 1_768_000_000
const NOW = START + 1_000_000
const TRADERS = 14
/** Dollars that a member of the screen has traded for at least. */
const LEAST = 300

/** A trader and the dollars of its fill. */
type Trade = readonly [trader: number, usd: number]

function fillsOf(block: number, trades: readonly Trade[]): Fill[] {
  return trades.map(([trader, usd], logIndex) => ({
    kind: 'FILL',
    block,
    logIndex,
    tx: `0x${block.toString(16).padStart(64, '0')}` as Hash,
    time: START + 60 * block,
    exchange: null,
    owner: traderAddress(trader),
    counterparty: null,
    role: 'TAKER',
    side: 'BUY',
    token: '1000' as TokenId,
    shares: 2 * usd * MICRO,
    usd: usd * MICRO,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }))
}

/** The members of the screen by its definition: traders with {@link LEAST} or more, by volume, then by address. */
function membersOf(blocks: readonly (readonly Trade[])[], most: number): number[] {
  const volume = new Map<number, number>()
  for (const [trader, usd] of blocks.flat()) volume.set(trader, (volume.get(trader) ?? 0) + usd)
  const fit = [...volume].filter(([, usd]) => usd >= LEAST)
  return fit
    .sort(([one, a], [other, b]) => b - a || one - other)
    .map(([trader]) => trader)
    .slice(0, most)
}

const question = (least = LEAST, others: object = {}) =>
  JSON.stringify({
    where: { volume: { min: least } },
    orderBy: [{ by: 'volume', direction: 'DESC' }],
    period: 'ALL',
    category: null,
    ...others,
  })
const given = (change: Partial<GivenScreen> = {}): GivenScreen => {
  return { name: 'Busy', isPublic: true, top: 12, question: question(), ...change }
}

async function noticesOf(db: Database, who: Follower) {
  return (await waitingFor(db, who)) as unknown as (ScreenNotice & ScreenEnd & { readyMs: number })[]
}

async function toldTo(db: Database, who: Follower) {
  return (await noticesOf(db, who)).map(({ top, entered, left }) => {
    return { top, entered: movesOf(entered), left: movesOf(left) }
  })
}

async function newestSnapshot(db: Database): Promise<number> {
  await refresh(db)
  return (await newestHead(db))?.id ?? 0
}

const TOPS = [1, 3, 5]
const usd = fc.constantFrom(40, 90, 150, 200, 310, 700, 1_500)
const steps = fc.array(
  fc.record({
    trades: fc.array(fc.tuple(fc.integer({ min: 1, max: TRADERS }), usd), { minLength: 1, maxLength: 6 }),
    /** Blocks that are taken back before it. */
    undone: fc.constantFrom(0, 0, 1, 2),
    follows: fc.option(fc.record({ who: fc.nat(1), top: fc.constantFrom(...TOPS) }), { nil: null, freq: 2 }),
    optsOut: fc.option(fc.integer({ min: 1, max: TRADERS }), { nil: null, freq: 3 }),
    isLooked: fc.constantFrom(true, true, false),
  }),
  { minLength: 4, maxLength: 9 },
)

describeEngines('followers of a screen', (open, engine) => {
  test('are notified of the traders that its definition finds entering and leaving, of blocks taken back, killed or not', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.array(fc.nat(14), { minLength: 4 }), async (list, counts) => {
        const { db, close } = await open()
        const { ask } = await answering(db)
        const people = [await follower(db, []), await follower(db, [])]
        const { id } = await createScreens(db).add(people[0]?.accountId ?? 0, given())
        const blocks: (readonly Trade[])[] = [[[1, 400]]]
        await ingestRecords(db, fillsOf(0, blocks.flat()))
        let snapshot = await newestSnapshot(db)
        const follows = new Map<number, { top: number; since: number }>()
        const expected = people.map((): ReturnType<SlowTops['look']> => [])
        const hidden = new Set<number>()
        const slow = new SlowTops(TOPS)
        const look = (of: Database) => watchSnapshots(of, { now: NOW, delayMinutes: 60, readTop: ask })
        const slowLook = () => {
          if (follows.size === 0 || snapshot === slow.snapshot) return
          const shown = blocks.map((trades) => trades.filter(([trader]) => !hidden.has(trader)))
          for (const change of slow.look(snapshot, membersOf(shown, 12), hidden))
            for (const [who, { top, since }] of follows)
              if (top === change.top && since < snapshot) expected[who]?.push(change)
        }
        for (const [i, { trades, undone, follows: begun, optsOut, isLooked }] of list.entries()) {
          if (begun !== null) {
            const { who, top } = begun
            await followAs(db, people[who]?.accountId ?? 0, SCREEN, id, { rules: { top } })
            follows.set(who, { top, since: follows.get(who)?.since ?? snapshot })
            await look(db)
            slowLook()
          }
          const kept = Math.max(1, blocks.length - undone)
          if (kept < blocks.length) await undo(db, kept)
          blocks.length = kept
          blocks.push(trades)
          await ingestRecords(db, fillsOf(kept, trades))
          if (optsOut !== null) {
            await (hidden.has(optsOut) ? removeOptOut : addOptOut)(db, traderAddress(optsOut))
            if (!hidden.delete(optsOut)) hidden.add(optsOut)
          }
          snapshot = await newestSnapshot(db)
          if (!isLooked) continue
          const failing = failingAfter(db, counts[i % counts.length] ?? 0)
          await look(failing).catch((error: unknown) => expect(error).toBeInstanceOf(Killed))
          await Promise.all([look(db), look(db)])
          slowLook()
        }
        // A block that was taken back repeats times, so that messages have no order by them.
        const inAnyOrder = (some: readonly object[]) => some.map((one) => JSON.stringify(one)).sort()
        for (const [i, who] of people.entries())
          expect(inAnyOrder(await toldTo(db, who))).toEqual(inAnyOrder(expected[i] ?? []))
        await close()
      }),
      { numRuns: engine === 'sqlite' ? 15 : 3, endOnFailure: true },
    )
  })

  test('are notified after the delay without Pro, with a link to the question', async () => {
    const { db } = await open()
    const { ask } = await answering(db)
    const [pro, free] = [await follower(db, []), await follower(db, [], { tier: 'FREE' })]
    const { id } = await createScreens(db).add(pro.accountId, given())
    await ingestRecords(db, fillsOf(0, [[1, 400]]))
    await newestSnapshot(db)
    await followAs(db, pro.accountId, SCREEN, id, {})
    await followAs(db, free.accountId, SCREEN, id, { tier: 'FREE' })
    const [now, nowMs] = [START + 600, 1_000_000]
    const look = () => watchSnapshots(db, { now, nowMs, delayMinutes: 60, readTop: ask })
    await look()
    await ingestRecords(db, fillsOf(1, [[2, 500]]))
    await newestSnapshot(db)
    await look()
    const [own] = await noticesOf(db, pro)
    if (own === undefined) throw new Error('nobody is notified')
    const later = (await noticesOf(db, free)).map(({ readyMs }) => readyMs - own.readyMs)
    expect(later).toHaveLength(1)
    // The cutoff's ten minutes end first, then the delay begins.
    expect(later[0]).toBeGreaterThanOrEqual(3_600_000 - 540_000)
    const { readyMs: _ready, ...notice } = own
    const { subject, text } = renderMessage(noticeMessage(notice), 'https://pequod.example')
    expect(subject).toMatch(/entered the top 20 of Busy$/)
    expect(text).toContain(`https://pequod.example/traders?order=volume%3Adesc&where=`)
  })

  test('cost one answer a question, also of several screens, and wait beyond the bounds without a loss', async () => {
    const { db } = await open()
    const { ask, asked } = await answering(db)
    const who = await follower(db, [])
    const screens = createScreens(db)
    await ingestRecords(db, fillsOf(0, [[1, 400]]))
    await newestSnapshot(db)
    const same = [
      await screens.add(who.accountId, given()),
      await screens.add(who.accountId, given({ top: 5 })),
    ]
    const categories = ['POLITICS', 'SPORTS', 'CRYPTO', 'ECONOMICS', 'CULTURE', 'TECH']
    const others = []
    for (const category of categories)
      others.push(await screens.add(who.accountId, given({ question: question(1, { category }) })))
    for (const { id } of [...same, ...others]) await followAs(db, who.accountId, SCREEN, id, {})
    // The members of the day are recorded already, six tables at a time.
    const head = await newestHead(db)
    const { ask: record } = await answering(db)
    for (let round = 0; round < 2; round++) if (head) await recordCloses(db, head, record)
    const look = () => watchSnapshots(db, { now: NOW, delayMinutes: 60, readTop: ask })
    await look()
    // Two screens have one question; six tables are computed at a snapshot.
    expect(asked).toHaveLength(6)
    await look()
    expect(asked).toHaveLength(6)
    // One of the seven tables waits at each look, by its id: a look before and one after change no member.
    const trades: readonly Trade[] = [
      [13, 1],
      [2, 500],
      [3, 500],
      [4, 500],
      [13, 1],
    ]
    for (const [i, trade] of trades.entries()) {
      await ingestRecords(db, fillsOf(i + 1, [trade]))
      await newestSnapshot(db)
      await look()
    }
    expect(asked).toHaveLength(36)
    const told = await noticesOf(db, who)
    for (const { id } of same)
      expect(
        told
          .filter(({ screen }) => screen === id)
          .flatMap(({ entered }) => movesOf(entered).map(([trader]) => trader)),
      ).toEqual([2, 3, 4])
  })

  test('of a deleted screen, or one that was made private, are notified once that the follow has ended', async () => {
    const { db } = await open()
    const { ask } = await answering(db)
    const [owner, other] = [await follower(db, []), await follower(db, [])]
    const screens = createScreens(db)
    await ingestRecords(db, fillsOf(0, [[1, 400]]))
    await newestSnapshot(db)
    const saved = [await screens.add(owner.accountId, given()), await screens.add(owner.accountId, given())]
    const [gone, hidden] = saved.map(({ id }) => id)
    for (const { accountId } of [owner, other])
      for (const { id } of saved) await followAs(db, accountId, SCREEN, id, {})
    const look = () => watchSnapshots(db, { now: NOW, delayMinutes: 60, readTop: ask })
    await look()
    await screens.remove(owner.accountId, gone ?? '')
    await screens.replace(owner.accountId, hidden ?? '', given({ isPublic: false, name: 'Mine' }))
    await ingestRecords(db, fillsOf(1, [[2, 500]]))
    await newestSnapshot(db)
    await Promise.all([look(), look()])
    await look()
    const ends = async (who: Follower) =>
      (await noticesOf(db, who))
        .filter(({ ended }) => ended !== undefined)
        .map(({ readyMs: _ready, ...one }) => renderMessage(noticeMessage(one), null).subject)
        .toSorted()
    expect(await ends(owner)).toEqual(['The screen Busy was deleted: your follow of it has ended'])
    // The name that it has since is its owner's alone.
    expect(await ends(other)).toEqual([
      'The screen Busy was deleted: your follow of it has ended',
      'The screen Busy was made private by its owner: your follow of it has ended',
    ])
    const changes = (await noticesOf(db, other)).filter(({ entered }) => entered !== undefined)
    expect(changes).toEqual([])
    const followed = async ({ accountId }: Follower) =>
      (await createFollows(db).list(accountId)).map(({ key }) => key)
    expect([await followed(owner), await followed(other)]).toEqual([[hidden], []])
    const cursors = await db.all<{ topic: string }>('SELECT topic FROM watch_cursor')
    expect(cursors).toEqual([{ topic: `screen:${hidden}` }])
  })
})
