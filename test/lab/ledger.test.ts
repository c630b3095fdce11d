import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decisionsOf } from '../../src/lab/decisions.ts'
import { daysOfChoice } from '../../src/lab/read/choose-traders.ts'
import { readLab } from '../../src/lab/read/read-lab.ts'
import { idsOfCopies, readLabNames } from '../../src/lab/read/read-names.ts'
import { replay } from '../../src/lab/replay.ts'
import { copiesOf, reportOf } from '../../src/lab/report.ts'
import { type RuleText, readRule } from '../../src/lab/rule.ts'
import { runRule } from '../../src/lab/run-rule.ts'
import type { TapeRow } from '../../src/lab/tape.ts'
import { feeInUsd } from '../../src/ledger/fold.ts'
import type { Address } from '../../src/ledger/quantities.ts'
import { DAY_SECONDS, dayOf, dayText } from '../../src/ledger/quantities.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { sealLedger } from '../../src/store/ledger/seal-ledger.ts'
import { addOptOut } from '../../src/store/opted-out.ts'
import { newestHead } from '../../src/store/snapshot/stored-snapshots.ts'
import { snapshotNamed } from '../numbers/support/shown-rows.ts'
import { describeEngines } from '../store/support/engines.ts'
import { slowReplay } from './support/slow-replay.ts'

/** A rule that copies every purchase of the traders with the most volume from a day on. */
const ruleFrom = (from: number, to: number, more: Partial<RuleText> = {}) =>
  readRule({
    universe: { leaderboard: 'volume-all', top: 10, chosen: 'DAY' },
    record: { days: 0, trades: 5 },
    delay: 0,
    size: { usd: 50, perMarket: 400 },
    from: dayText(from),
    to: dayText(to),
    ...more,
  })

async function lastDayOf(db: Database): Promise<number> {
  return dayOf((await newestHead(db))?.cutoffTime ?? 0)
}

/** The fills of some days by SQL alone, with numbers for their transactions and orders. */
async function rawRows(db: Database, from: number, to: number): Promise<TapeRow[]> {
  const rows = await db.all<
    Record<string, number> & { tx: Uint8Array | null; order_hash: Uint8Array | null }
  >(
    `SELECT * FROM fills WHERE time >= ${from * DAY_SECONDS} AND time < ${(to + 1) * DAY_SECONDS} ORDER BY time, key`,
  )
  const names: string[] = ['']
  const numberOf = (hash: Uint8Array | null) => {
    const name = hash === null ? '' : Buffer.from(hash).toString('hex')
    if (!names.includes(name)) names.push(name)
    return names.indexOf(name)
  }
  return rows.map(({ tx, order_hash, ...row }) => {
    const { time = 0, owner_id: owner = 0, token_id: token = 0, side = 0, shares = 0, usd = 0, fee = 0 } = row
    const feeUsd = feeInUsd({ shares, usd, fee, feeIn: row.fee_in === 0 ? 'USD' : 'SHARES' })
    return {
      time,
      owner,
      token,
      side,
      role: row.role ?? 2,
      shares,
      usd,
      fee: feeUsd,
      tx: numberOf(tx),
      order: numberOf(order_hash),
    }
  })
}

async function resolutions(db: Database, to: number) {
  const rows = await db.all<{ id: number; outcome: number; payouts: string; time: number }>(
    'SELECT t.id, t.outcome, c.payouts, c.resolved_time AS time FROM tokens t JOIN conditions c ON c.id = t.condition_id ' +
      `WHERE c.resolved_time < ${(to + 1) * DAY_SECONDS}`,
  )
  const resolved: ({ time: number; price: number } | null)[] = []
  for (const { id, outcome, payouts, time } of rows) {
    const shares: number[] = JSON.parse(payouts).map(Number)
    const sum = shares.reduce((total, share) => total + share, 0)
    resolved[id] = { time, price: Math.floor((1e6 * (shares[outcome] ?? 0)) / sum) }
  }
  return Array.from(resolved, (one) => one ?? null)
}

test('a rule chooses its traders on its first day, then on every day, Monday or first day of a month', () => {
  const isChoice = {
    DAY: () => true,
    WEEK: (date: Date) => date.getUTCDay() === 1,
    MONTH: (date: Date) => date.getUTCDate() === 1,
  }
  fc.assert(
    fc.property(
      fc.integer({ min: 18_000, max: 22_000 }),
      fc.nat(390),
      fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const),
      (from, more, chosen) => {
        const days = Array.from({ length: more + 1 }, (_, i) => from + i)
        const slow = days.filter((day) => day === from || isChoice[chosen](new Date(day * 86_400_000)))
        expect(daysOfChoice({ from, to: from + more, universe: { chosen, top: 1 } })).toEqual(slow)
      },
    ),
  )
})

describeEngines('a rule on a ledger', (open) => {
  test('fills its copies as a slow calculation from the raw fills does', async () => {
    const { db } = await open('boards')
    const to = (await lastDayOf(db)) - 1
    const from = to - 40
    const rule = ruleFrom(from, to, {
      universe: { leaderboard: 'volume-all', top: 40 },
      size: { usd: 5, perMarket: 400 },
      fill: { maxSlippage: 0.3, window: 200_000 },
      exit: { days: 6 },
    })
    const { world } = await readLab(db, rule)
    const decisions = decisionsOf(rule, world.tape, world.tokens, world.selections)
    const end = (to + 1) * DAY_SECONDS
    const copies = replay(rule, { ...world, decisions, delay: 0, end, friction: 'LIMITS' })
    expect(copies.filter(({ entries }) => entries.length > 0).length).toBeGreaterThanOrEqual(50)
    const soldByAge = copies.filter(({ decision, exits }) =>
      exits.some(({ time }) => time >= decision.time + 6 * DAY_SECONDS),
    )
    expect(soldByAge.length).toBeGreaterThan(0)
    const raw = { rows: await rawRows(db, from, to), resolved: await resolutions(db, to), leaders: [] }
    const market = (token: number) => world.tokens.market(token)
    const slow = slowReplay(rule, raw, decisions, end, market)
    expect(
      copies.map(({ decision, entries, exits, settled }) => ({
        row: decision.row,
        entries: entries.map((fill) => `${fill.row} ${fill.shares} ${fill.usd} ${fill.fee}`),
        exits: exits.map((fill) => `${fill.row} ${fill.shares} ${fill.usd} ${fill.fee}`),
        payout: settled === null ? null : BigInt(settled.usd),
      })),
    ).toEqual(slow)
  })

  test('chooses traders by the board as it was published at the close before, and is the same of a sealed ledger', async () => {
    const { db } = await open('small')
    const last = await lastDayOf(db)
    const rule = ruleFrom(last - 3, last, { record: { days: 5, trades: 5 } })
    const { world } = await readLab(db, rule)
    const run = await runRule(rule, world)
    const universe = { leaderboard: 'pnl-all', top: 3, chosen: 'DAY' } as const
    const byProfit = (
      await readLab(db, ruleFrom(last - 3, last, { record: { days: 5, trades: 5 }, universe }))
    ).world
    let passedOver = 0
    for (const [i, { from, traders }] of world.selections.entries()) {
      const day = dayOf(from)
      const { snapshot } = await refresh(db, { asOf: day - 1, full: true })
      const published = await snapshotNamed(db, snapshot ?? 0)
      const board = await createReader(db).order(published, 'volume-all')
      const profits = await createReader(db).order(published, 'pnl-all')
      const counts = await db.all<{ id: number }>(
        `SELECT owner_id AS id FROM fills WHERE time < ${from} GROUP BY owner_id HAVING COUNT(*) >= 5 AND MIN(time) <= ${from - 5 * DAY_SECONDS}`,
      )
      const fits = new Set(counts.map(({ id }) => id))
      expect(board?.traders.some((id) => !fits.has(id))).toBe(true)
      expect(traders).toEqual([...(board?.traders ?? [])].filter((id) => fits.has(id)).slice(0, 10))
      const three = [...(profits?.traders ?? [])].filter((id) => fits.has(id)).slice(0, 3)
      expect(byProfit.selections[i]?.traders).toEqual(three)
      passedOver = Math.max(passedOver, profits?.traders.indexOf(three[2] ?? 0) ?? 0)
    }
    // More rows than are read the first time for three traders.
    expect(passedOver).toBeGreaterThan(12)
    await sealLedger(db, { partRows: 400 })
    const sealed = (await readLab(db, rule)).world
    expect(sealed.selections).toEqual(world.selections)
    expect(reportOf(rule, await runRule(rule, sealed), sealed)).toEqual(reportOf(rule, run, world))
  })

  test('keeps a wallet that opted out since in the past that it was in, and does not name it', async () => {
    const { db } = await open('small')
    const last = await lastDayOf(db)
    const rule = ruleFrom(last - 3, last)
    const before = await readLab(db, rule)
    const run = await runRule(rule, before.world)
    const id = run.copies.find(({ entries }) => entries.length > 0)?.decision.trader ?? 0
    const [trader] = await db.all<{ address: Address }>(`SELECT address FROM traders WHERE id = ${id}`)
    await db.transaction((tx) => addOptOut(tx, trader?.address ?? ('' as Address)))
    await refresh(db)
    const { world } = await readLab(db, rule)
    const again = await runRule(rule, world)
    expect(reportOf(rule, again, world)).toEqual(reportOf(rule, run, before.world))
    const named = copiesOf(rule, again, world, await readLabNames(db, idsOfCopies(again.copies)))
    const hidden = named.filter((_, i) => again.copies[i]?.decision.trader === id)
    expect(hidden.length).toBeGreaterThan(0)
    expect(hidden.every((copy) => copy.trader === null && copy.username === null)).toBe(true)
    expect(JSON.stringify(named)).not.toContain(trader?.address)
    const own = ruleFrom(last - 3, last, { universe: { traders: [trader?.address ?? ''] } })
    expect((await readLab(db, own)).world.selections.every(({ traders }) => traders.length === 0)).toBe(true)
  })

  test('is refused for days that the ledger does not have', async () => {
    const { db } = await open('small')
    const last = await lastDayOf(db)
    await expect(readLab(db, ruleFrom(last - 1, last + 1))).rejects.toThrow(
      /^The rule's to: must be a day from .* the ledger's days/,
    )
  })
})
