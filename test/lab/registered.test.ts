import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { defined } from '../../src/checks.ts'
import { sealingOf } from '../../src/cli/commands/proofs.ts'
import { retractNews } from '../../src/jobs/news.ts'
import { decisionsOf } from '../../src/lab/decisions.ts'
import type { EntryContents } from '../../src/lab/forward/entries.ts'
import { createForwardMemory, isAsRead } from '../../src/lab/forward/own-world.ts'
import { checkRules, readEntries, standing } from '../../src/lab/forward/record.ts'
import { createRegisteredRules, MOST_RULES } from '../../src/lab/forward/rules.ts'
import { runForward } from '../../src/lab/forward/run-forward.ts'
import { readLab } from '../../src/lab/read/read-lab.ts'
import { replay } from '../../src/lab/replay.ts'
import { readRule } from '../../src/lab/rule.ts'
import type { SourceRecord } from '../../src/ledger/event.ts'
import { DAY_SECONDS, dayOf, dayText } from '../../src/ledger/quantities.ts'
import { verifyRecord } from '../../src/proofs/verify-proof.ts'
import { lastClosedDay, readHead, sealDay } from '../../src/roots/day-log.ts'
import { registerDayLog } from '../../src/server/http/day-log.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { addOptOut } from '../../src/store/opted-out.ts'
import { describeEngines } from '../store/support/engines.ts'
import { recordsOf } from '../support/worlds.ts'

const timeOf = (record: SourceRecord) => ('time' in record ? record.time : null)
const RECORDS = recordsOf('small')
const LAST = Math.max(...RECORDS.map((record) => timeOf(record) ?? 0))
/** Records up to a time, those without one among them. */
const between = (after: number, upTo: number) =>
  RECORDS.filter((record) => {
    const time = timeOf(record)
    return time === null ? after === 0 : time > after && time <= upTo
  })

const RULE = readRule({
  universe: { leaderboard: 'volume-all', top: 10, chosen: 'DAY' },
  record: { days: 0, trades: 1 },
  delay: 30,
  size: { usd: 20, perMarket: 400 },
  fill: { window: 20_000, maxSlippage: 0.4 },
  from: '2026-01-01',
  to: '2026-01-02',
}).text

let now = 2_000_000_000
/** All runs read on from those before. */
const MEMORY = createForwardMemory()
/** Runs every rule that has anything to run, each time after its rest. */
async function runAll(db: Database): Promise<void> {
  now += 4_000
  while (await runForward(db, () => (now += 4_000), MEMORY));
}

async function recordOf(db: Database, id: string) {
  return standing(await readEntries(db, id)).map(({ kind, contents }) => ({
    kind,
    contents: JSON.parse(contents),
  }))
}

describeEngines('a registered rule', (open) => {
  test('has the record of the backtest over the same days, after any steps and blocks taken back', async () => {
    const { db } = await open()
    const start = LAST - 4 * DAY_SECONDS
    await ingestRecords(db, between(0, start))
    const { id: account } = await createAccountStore(db).createAccount('own', 'PRO')
    const rules = createRegisteredRules(db)
    const rule = await rules.register(account, RULE, null)
    await runAll(db)
    let done = start
    // Fills that come late: what was read before is not enough then.
    const isLate = (record: SourceRecord) =>
      record.kind === 'FILL' &&
      record.time > start &&
      record.time < start + DAY_SECONDS &&
      record.logIndex === 0
    const late = RECORDS.filter(isLate)
    expect(late.length).toBeGreaterThan(0)
    for (const part of [0.1, 0.45, 0.8]) {
      const upTo = Math.floor(start + part * (LAST - start))
      const read = MEMORY.get(rule.id)
      await ingestRecords(
        db,
        between(done, upTo).filter((record) => !isLate(record)),
      )
      if (read !== undefined) expect(await isAsRead(db, read)).toBe(true)
      await runAll(db)
      done = upTo
    }
    const read = defined(MEMORY.get(rule.id))
    await ingestRecords(db, late)
    expect(await isAsRead(db, read)).toBe(false)
    await runAll(db)
    // The chain takes a day back, then continues as before: what was chosen and copied meanwhile is checked.
    const before = await recordOf(db, rule.id)
    const head = (await readEntries(db, rule.id)).length
    const gone = between(done - DAY_SECONDS, done)
    const block = Math.min(
      ...gone.map((record) => ('block' in record ? (record.block ?? Infinity) : Infinity)),
    )
    await createLedgerWriter(db).undo(block, (tx, from) => retractNews(tx, from))
    await runAll(db)
    const cut = await recordOf(db, rule.id)
    expect(cut.length).toBeLessThan(before.length)
    const rows = await readEntries(db, rule.id, { after: head })
    const taken = rows.filter(({ kind }) => kind === 'TAKEN_BACK')
    expect(taken.length).toBeGreaterThan(0)
    expect(taken.every(({ contents }) => contents.includes('"BLOCKS"'))).toBe(true)
    await ingestRecords(db, [...gone, ...between(done, LAST)])
    await runAll(db)

    const own = readRule({ ...rule.rule, to: dayText(dayOf(LAST)) })
    const { world } = await readLab(db, own)
    const selections = world.selections.map((one) => ({ ...one, from: Math.max(one.from, rule.start) }))
    const decisions = decisionsOf(own, world.tape, world.tokens, selections)
    const copies = replay(own, { ...world, decisions, delay: 30, end: LAST, friction: 'LIMITS' })
    const final = copies.filter(({ ended }) => ended < LAST)
    expect(final.filter(({ entries }) => entries.length > 0).length).toBeGreaterThan(20)
    const record = await recordOf(db, rule.id)
    const of = <Kind extends keyof EntryContents>(kind: Kind): EntryContents[Kind][] =>
      record.filter((row) => row.kind === kind).map(({ contents }) => contents)
    const said = (time: number, fate: string, usd: number) => `${time} ${fate} ${usd}`
    expect(
      of('COPIED')
        .map(({ time, fate, fills }) => said(time, fate, sum(fills)))
        .sort(),
    ).toEqual(final.map(({ decision, fate, entries }) => said(decision.time, fate, sum(entries))).sort())
    expect(sum(of('SOLD'))).toBe(sum(final.flatMap(({ exits }) => exits)))
    expect(sum(of('PAID'))).toBe(sum(final.flatMap(({ settled }) => settled ?? [])))
    expect(of('CHOSEN').length).toBe(selections.length)
    const fresh = (await readEntries(db, rule.id)).length
    await runAll(db)
    expect((await readEntries(db, rule.id)).length).toBe(fresh)
    expect(await checkRules(db)).toMatchObject({ rules: 1, entries: fresh, wrong: [] })
    const sealing = sealingOf({ env: {} })
    await sealDay(db, await lastClosedDay(db, sealing.delayMinutes), sealing)
    const app = fastify()
    const contextOf = () => {
      throw new Error('no alert is asked for')
    }
    registerDayLog(app, { db, rules, key: null, contextOf })
    const { rawPayload } = await app.inject(`/log/rule/${rule.id}`)
    const proven = await verifyRecord(rawPayload, (await readHead(db, null))?.key)
    expect(proven).toMatchObject({ rule: rule.id, from: 1 })
    expect(proven.entries).toBeGreaterThan(fresh / 2)
    expect((await app.inject('/log/rule/none')).statusCode).not.toBe(200)
  })

  test('keeps a record that shows a change, ends but stays, and hides a wallet that opted out', async () => {
    const { db } = await open('small')
    const accounts = createAccountStore(db)
    const [own, other] = [
      (await accounts.createAccount('own', 'PRO')).id,
      (await accounts.createAccount('other', 'PRO')).id,
    ]
    const rules = createRegisteredRules(db)
    const rule = await rules.register(own, RULE, null)
    for (let i = 1; i < MOST_RULES; i++) await rules.register(own, RULE, null)
    await expect(rules.register(own, RULE, null)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await rules.find(rule.id))?.state).toBe('RUNNING')
    expect(await rules.list(other)).toEqual([])
    expect(await rules.end(other, rule.id)).toBeNull()
    // A block that adds nothing but a day: the next choice is made.
    const trade = RECORDS.findLast((record) => record.kind === 'FILL')
    if (trade === undefined) throw new Error('the world has no fill')
    await ingestRecords(db, [
      { ...trade, time: LAST + DAY_SECONDS, block: (trade.block ?? 0) + 100_000, tx: `0x${'e'.repeat(64)}` },
    ] as SourceRecord[])
    await runAll(db)
    const page = { upTo: LAST + DAY_SECONDS, after: 0, most: 100 }
    const [, choice] = await rules.entries(rule.id, page)
    const { traders } = JSON.parse(choice?.contents ?? '{}')
    expect(traders.length).toBeGreaterThan(0)
    // A registration is public immediately, and nothing else before its time.
    expect(await rules.entries(rule.id, { ...page, upTo: LAST - 1 })).toMatchObject([{ kind: 'REGISTERED' }])
    await db.transaction((tx) => addOptOut(tx, traders[0]))
    const hidden = await rules.entries(rule.id, page)
    expect(hidden.find(({ kind }) => kind === 'CHOSEN')?.contents).toBeNull()
    expect(JSON.stringify(hidden)).not.toContain(traders[0])
    const nonces = await db.all<{ nonce: string }>('SELECT nonce FROM lab_entries')
    expect(new Set(nonces.map(({ nonce }) => nonce)).size).toBe(nonces.length)
    for (const one of hidden) expect(one.nonce === null).toBe(one.contents === null)

    expect((await rules.end(own, rule.id))?.state).toBe('ENDED')
    expect((await rules.entries(rule.id, page)).at(-1)?.kind).toBe('ENDED')
    expect((await rules.results(rule.id, page.upTo)).sentence).toMatch(/^Too early to tell: 0 of/)
    expect(await checkRules(db)).toMatchObject({ rules: MOST_RULES, wrong: [] })
    await db.run(`UPDATE lab_entries SET contents = '{"reason":"other"}' WHERE kind = 'ENDED'`)
    expect((await checkRules(db)).wrong).toEqual([
      expect.stringMatching(/^rule .*: entry \d+ has another hash$/),
    ])
  })
})

function sum(fills: readonly { usd: number }[]): number {
  return fills.reduce((total, { usd }) => total + usd, 0)
}
