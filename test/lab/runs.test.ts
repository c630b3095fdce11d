import { expect, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { addExamples } from '../../src/jobs/run-lab.ts'
import { readLab } from '../../src/lab/read/read-lab.ts'
import { reportOf } from '../../src/lab/report.ts'
import { readRule } from '../../src/lab/rule.ts'
import { type Draws, runRule } from '../../src/lab/run-rule.ts'
import { EXAMPLE_RULES } from '../../src/lab/runs/example-rules.ts'
import { claimRun, finishRun, labQueue, noteRun } from '../../src/lab/runs/run-claims.ts'
import { createLabRuns, KEPT_SECONDS } from '../../src/lab/runs/runs.ts'
import { tryRule } from '../../src/lab/runs/try-rule.ts'
import { dayOf, dayText } from '../../src/ledger/quantities.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { newestHead } from '../../src/store/snapshot/stored-snapshots.ts'
import { describeEngines } from '../store/support/engines.ts'

async function rulesOf(db: Database) {
  const last = dayOf((await newestHead(db))?.cutoffTime ?? 0)
  return (top: number, daysBefore = 3) =>
    readRule({
      universe: { leaderboard: 'volume-all', top, chosen: 'DAY' },
      record: { days: 0, trades: 1 },
      size: { usd: 10 },
      from: dayText(last - daysBefore),
      to: dayText(last - 1),
    })
}

describeEngines('trials of rules', (open) => {
  test('run one at a time per account, count what was tried on the same days, and are read by their account alone', async () => {
    const { db } = await open('small')
    const rule = await rulesOf(db)
    const accounts = createAccountStore(db)
    const own = (await accounts.createAccount('own', 'PRO')).id
    const other = (await accounts.createAccount('other', 'PRO')).id
    let now = 1_800_000_000
    const runs = createLabRuns(db, () => now)
    const finish = async (accountId: number, top: number, daysBefore?: number) => {
      const { id } = await runs.start(accountId, rule(top, daysBefore))
      const claim = await claimRun(db, now)
      if (claim?.id !== id) throw new Error('another trial was claimed')
      await finishRun(db, claim, await tryRule(db, claim, () => undefined))
      return (await runs.report(id))?.tries
    }
    expect(await finish(own, 3)).toBe(1)
    expect(await finish(own, 4)).toBe(2)
    // The same rule again, and one of another account, are no further tries.
    expect(await finish(own, 4)).toBe(2)
    expect(await finish(other, 5)).toBe(1)
    const [newest] = await runs.list(own)
    expect(newest?.state).toBe('DONE')
    expect(await runs.find(other, newest?.id ?? '')).toBeNull()
    expect(await runs.find(null, newest?.id ?? '')).toBeNull()
    expect(await runs.cancel(other, newest?.id ?? '')).toBeNull()
    expect(await runs.report(newest?.id ?? '')).not.toBeNull()

    const waiting = await runs.start(own, rule(6))
    expect((await runs.start(own, rule(6))).id).toBe(waiting.id)
    await expect(runs.start(own, rule(7))).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    // A process that ended is followed by another, half a minute later.
    const dead = await claimRun(db, now)
    expect(dead?.id).toBe(waiting.id)
    expect(await claimRun(db, now)).toBeNull()
    now += 31
    const next = await claimRun(db, now)
    expect(next?.id).toBe(waiting.id)
    if (dead === null || next === null) throw new Error('nothing was claimed')
    expect(await noteRun(db, dead, { part: 0.5, draws: null }, now)).toBe(false)
    expect(await noteRun(db, next, { part: 0.5, draws: null }, now)).toBe(true)
    await finishRun(db, dead, { report: Buffer.from('stale'), copies: Buffer.from('stale') })
    expect((await runs.find(own, waiting.id))?.state).toBe('RUNNING')
    await labQueue.giveBack(db, next, { isOurFault: false, until: 0 })
    expect((await runs.cancel(own, waiting.id))?.state).toBe('CANCELLED')
    expect(await claimRun(db, now)).toBeNull()
    now += KEPT_SECONDS
    expect(await runs.list(own)).toEqual([])
  })

  test('continue from the draws that another process noted, unless the world changed meanwhile', async () => {
    const { db } = await open('small')
    const rule = (await rulesOf(db))(3)
    const { id: accountId } = await createAccountStore(db).createAccount('own', 'PRO')
    const runs = createLabRuns(db, () => 1_800_000_000)
    const { id } = await runs.start(accountId, rule)
    const claim = await claimRun(db, 1_800_000_000)
    if (claim === null) throw new Error('nothing was claimed')
    const { world } = await readLab(db, rule)
    let whole = 0
    const expected = await runRule(rule, world, { onProgress: async () => void whole++ })

    const draws: Draws = { times: [], traders: [], days: [] }
    const stop = new Error('the process ended')
    const onProgress = async () => {
      if (draws.traders.length === 50) throw stop
    }
    await expect(runRule(rule, world, { draws, onProgress })).rejects.toBe(stop)
    let rest = 0
    const noted: Draws = JSON.parse(JSON.stringify(draws))
    expect(await runRule(rule, world, { draws: noted, onProgress: async () => void rest++ })).toEqual(
      expected,
    )
    expect(whole - rest).toBe(250)

    // A trial that is given back keeps them, and one of another world does not use them.
    const unlike = JSON.stringify({ ...draws, world: 'another', times: draws.times.map(() => 1e9) })
    await noteRun(db, claim, { part: 0.5, draws: unlike }, 1_800_000_000)
    await labQueue.giveBack(db, claim, { isOurFault: false, until: 0 })
    const next = await claimRun(db, 1_800_000_000)
    expect(next).toMatchObject({ id, part: 0.5, draws: unlike })
    if (next === null) throw new Error('nothing was claimed')
    const known: { part: number; draws: string | null }[] = []
    await finishRun(db, next, await tryRule(db, next, (progress) => known.push(progress)))
    expect(known).toHaveLength(whole)
    expect((await runs.report(id))?.randomTimes).toEqual(reportOf(rule, expected, world).randomTimes)
  })

  test('of examples are added once a day, give way to accounts, and are read by everybody', async () => {
    const { db } = await open('small')
    const clock = () => 1_800_000_000
    await addExamples(db, 60, clock)
    await addExamples(db, 60, clock)
    const rows = await db.all<{ id: string; to_day: number }>('SELECT id, to_day FROM lab_runs')
    expect(rows.length).toBe(EXAMPLE_RULES.length)
    const cutoff = (await newestHead(db))?.cutoffTime ?? 0
    expect(rows.every(({ to_day }) => (to_day + 1) * 86_400 <= cutoff - 3_600)).toBe(true)
    const runs = createLabRuns(db, clock)
    expect(await runs.examples()).toEqual([])
    const { id: accountId } = await createAccountStore(db).createAccount('own', 'PRO')
    const { id } = await runs.start(accountId, (await rulesOf(db))(3))
    expect((await claimRun(db, clock()))?.id).toBe(id)
    const claim = await claimRun(db, clock())
    if (claim === null) throw new Error('no example was claimed')
    await finishRun(db, claim, await tryRule(db, claim, () => undefined))
    expect((await runs.examples()).map((run) => run.id)).toEqual([claim.id])
    expect((await runs.find(null, claim.id))?.title).toBeOneOf(EXAMPLE_RULES.map(({ title }) => title))
    expect(await runs.cancel(accountId, claim.id)).toBeNull()
    expect((await runs.report(claim.id))?.tries).toBe(EXAMPLE_RULES.length)
  })
})
