import { createHash } from 'node:crypto'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { createRegisteredRules } from '../../src/lab/forward/rules.ts'
import type { Fill } from '../../src/ledger/event.ts'
import { type Address, dayOf, dayText } from '../../src/ledger/quantities.ts'
import { chained, EMPTY_CHAIN } from '../../src/ledger/record-hash.ts'
import { periodNamed } from '../../src/metrics/leaderboards.ts'
import { createAsker, createReader } from '../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { logKeyOf } from '../../src/proofs/checkpoint.ts'
import { eventLeaf } from '../../src/proofs/leaves.ts'
import { leafHash, rootOf } from '../../src/proofs/merkle.ts'
import { refold } from '../../src/proofs/refold.ts'
import { kindOf, ProofError, verifyProof, verifyRecord } from '../../src/proofs/verify-proof.ts'
import { firstDifference } from '../../src/roots/compare-logs.ts'
import {
  chunkHashes,
  lastClosedDay,
  RULES_TREE,
  readEntries,
  readHead,
  type Sealing,
  sealDay,
  sealUpTo,
} from '../../src/roots/day-log.ts'
import { readTraderState } from '../../src/roots/day-trees.ts'
import { prove, proveRecord } from '../../src/roots/prove.ts'
import { registerDayLog } from '../../src/server/http/day-log.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { wholePeriod } from '../../src/store/snapshot/snapshot-reader.ts'
import { describeEngines } from '../store/support/engines.ts'
import { recordsOf } from '../support/worlds.ts'

const RULES = ['a', 'b', 'c'].map((rule, i) => [rule, i + 1, `0${i}`.repeat(32)] as const)
const SEALING: Sealing = {
  origin: 'test.example',
  key: null,
  now: 1_700_000_000,
  delayMinutes: 0,
  records: async () => ({ alerts: [], chains: [['signals', 0, '00'.repeat(32)]], rules: RULES }),
}
const bytesOf = (text: string) => new TextEncoder().encode(text)

describeEngines('the log of days', (open) => {
  test('proves every trader of a world, and the events of each fold to the proven state', async () => {
    const { db } = await open('small')
    const day = await lastClosedDay(db, 0)
    const entry = await sealDay(db, day, SEALING)
    const traders = await db.all<{ address: Address }>('SELECT address FROM traders ORDER BY address')
    const leaves: string[] = []
    let folded = 0
    for (const { address } of traders) {
      const text = await prove(db, { address, day, full: true }, null).catch(() => null)
      if (text === null) continue
      const verified = await verifyProof(bytesOf(text), (await readHead(db, null))?.key)
      if (verified.full === null) throw new Error('no full proof')
      folded += refold(verified.full)
      leaves.push(verified.full.trader.leaf)
      const short = await prove(db, { address, day, full: false }, null)
      expect(short.length).toBeLessThan(10_000)
      expect(await verifyProof(bytesOf(short))).toEqual({ ...verified, full: null })
    }
    // Proofs of all traders are the whole tree.
    expect(leaves.length).toBeGreaterThan(20)
    expect(JSON.parse(entry.leaf).slice(0, 6)).toEqual([
      'DAY',
      expect.anything(),
      expect.anything(),
      expect.anything(),
      leaves.length,
      rootOf(leaves.map(leafHash)).toString('hex'),
    ])
    expect(folded).toBeGreaterThan(300)
  })

  test('has the profit, volume and fills of the published numbers of that day', async () => {
    const { db } = await open('small')
    const day = await lastClosedDay(db, 0)
    await refresh(db, { asOf: day })
    const snapshot = await createReader(db).asOf(day, 'test')
    const traders = await db.all<{ id: number; address: Address }>('SELECT id, address FROM traders')
    const ids = traders.map(({ id }) => id)
    const stats = await createAsker(db).stats(snapshot, wholePeriod(periodNamed('ALL')), ids)
    let compared = 0
    for (const { id, address } of traders) {
      const state = await readTraderState(db, { trader: id, address, day })
      const own = stats.get(id)
      if (state === null || own === undefined) continue
      const [, , pnl, unrealized, realized, , , fees, volume, fills] = JSON.parse(state.leaf)
      const { pnl: shown } = own
      expect({ pnl, unrealized, realized, fees, volume, fills }).toEqual({
        pnl: shown,
        unrealized: own.unrealized,
        realized: own.realized,
        fees: own.fees,
        volume: own.volume,
        fills: own.fills,
      })
      compared++
    }
    expect(compared).toBeGreaterThan(20)
  })

  test('has the heads of all records of rules, which a record alone leads to', async () => {
    const { db } = await open('small')
    const { number, leaf } = await sealDay(db, await lastClosedDay(db, 0), SEALING)
    const records = JSON.parse(leaf)[8] as [string, number, string][]
    expect(records.map(([name]) => name)).toEqual(['alerts', 'signals', 'rules'])
    const hashes = await chunkHashes(db, { number, tree: RULES_TREE, chunk: 0 })
    // By plain SHA-256 of the texts that docs/proofs.md names.
    const own = RULES.map(([rule, seq, hash]) =>
      createHash('sha256').update(`\0["RULE","${rule}",${seq},"${hash}"]`).digest(),
    )
    expect(hashes).toEqual(own.map((hash) => hash.toString('hex')))
    expect(records[2]?.slice(1)).toEqual([3, rootOf(own).toString('hex')])
  })

  test('leads from the record of a rule to the signed head, and refuses a changed or missing entry', async () => {
    const { db } = await open('small')
    const texts = ['REGISTERED', 'CHOSEN', 'COPIED'].map((kind, i) =>
      JSON.stringify([kind, i + 1, `{"text":"“${kind}”, and more"}`, 'nonce']),
    )
    const hashes = chained(
      EMPTY_CHAIN,
      texts.map((text) => ({ text })),
      (before, _seq, { text }) => createHash('sha256').update(before).update(text).digest(),
    ).map(({ hash }) => Buffer.from(hash).toString('hex'))
    const last = { seq: 3, hash: `0x${hashes[2]}` }
    const rules = [...RULES, ['own', last.seq, last.hash] as const]
    await sealDay(db, await lastClosedDay(db, 0), {
      ...SEALING,
      records: async () => ({ alerts: [], chains: [], rules }),
    })
    const fileOf = (entries: readonly string[]) =>
      proveRecord(db, 'own', {
        key: null,
        headBefore: async () => last,
        entriesUpTo: async (seq) => entries.slice(0, seq),
      })
    const whole = bytesOf(await fileOf(texts))
    expect(kindOf(whole)).toBe('record')
    const key = (await readHead(db, null))?.key
    expect(await verifyRecord(whole, key)).toMatchObject({ rule: 'own', entries: 3, from: 1, days: 1 })
    const hidden = texts.with(1, hashes[1] ?? '')
    expect(await verifyRecord(bytesOf(await fileOf(hidden)))).toMatchObject({ entries: 3, from: 3 })
    const broken = [
      texts.slice(0, 2),
      texts.with(2, hashes[1] ?? ''),
      ...texts.map((text, i) => texts.with(i, text.replace('more', 'less'))),
      texts.with(2, texts[1] ?? ''),
    ]
    for (const entries of broken)
      await expect(verifyRecord(bytesOf(await fileOf(entries)))).rejects.toThrow(ProofError)
    await expect(verifyProof(whole)).rejects.toThrow(ProofError)
    for (let flip = 0; flip < 500; flip++) {
      const changed = whole.slice()
      const bit = Math.floor(Math.random() * whole.length * 8)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await expect(verifyRecord(changed)).rejects.toThrow(ProofError)
    }
    const nobody = { key: null, headBefore: async () => null, entriesUpTo: async () => [] }
    await expect(proveRecord(db, 'own', nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('enters a day once, and again with the reason after a late event', async () => {
    const { db } = await open('small')
    const day = await lastClosedDay(db, 0)
    const [early, late] = [await sealDay(db, day - 1, SEALING), await sealDay(db, day, SEALING)]
    expect(await sealDay(db, day, SEALING)).toEqual(late)
    expect(await sealUpTo(db, day, SEALING)).toEqual([])
    await ingestRecords(db, [lateFill(day - 1)])
    const again = await sealUpTo(db, day, SEALING)
    expect(again.map((entry) => entry.day)).toEqual([day - 1, day])
    expect(again.map(({ leaf }) => JSON.parse(leaf).slice(6, 8))).toEqual([
      [early.number, 'EVENTS'],
      [late.number, 'EARLIER'],
    ])
    expect((await readEntries(db)).slice(0, 2)).toEqual([early, late])
  })

  test('is signed by the key of the environment where there is one, which the store does not hold', async () => {
    const { db } = await open('small')
    const day = await lastClosedDay(db, 0)
    const key = logKeyOf('host.example', new Uint8Array(32).fill(7))
    await sealDay(db, day, { ...SEALING, key })
    expect(await db.all('SELECT * FROM log_key')).toEqual([])
    expect(await readHead(db, null)).toBeNull()
    const [first] = await db.all<{ address: Address }>('SELECT address FROM traders ORDER BY address')
    const text = await prove(db, { address: first?.address ?? ('' as Address), day, full: false }, key)
    const head = await readHead(db, key)
    expect((await verifyProof(bytesOf(text), head?.key)).origin).toBe('host.example')
  })

  test('is refused where the other service lists other days than it signed, or its signature is another', async () => {
    const { db } = await open('small')
    const day = await lastClosedDay(db, 0)
    await sealDay(db, day, SEALING)
    const head = await readHead(db, null)
    const days = head?.entries.map(({ leaf }) => leaf) ?? []
    const forged = { ...head, days: days.map((leaf) => leaf.replace(/[0-9a-f]{8}/, '00000000')) }
    const resigned = { ...head, days, checkpoint: head?.checkpoint.replace('\n1\n', '\n2\n') }
    let answer: object = forged
    const app = fastify()
    app.get('/.well-known/pequod.json', () => answer)
    const url = await app.listen({ port: 0 })
    try {
      await expect(firstDifference(db, url, null)).rejects.toThrow('signed another log')
      answer = resigned
      await expect(firstDifference(db, url, null)).rejects.toThrow('signature')
    } finally {
      await app.close()
    }
  })

  test('of two services names the first day, trader and event that differ', async () => {
    const [ours, theirs] = [await open('small'), await open('small')]
    const day = await lastClosedDay(ours.db, 0)
    for (const { db } of [ours, theirs]) {
      await sealDay(db, day - 2, SEALING)
      await sealDay(db, day - 1, SEALING)
    }
    const app = fastify()
    registerDayLog(app, { db: theirs.db, rules: createRegisteredRules(theirs.db), key: null, contextOf })
    const url = await app.listen({ port: 0 })
    try {
      const { key = '' } = (await readHead(theirs.db, null)) ?? {}
      expect(await firstDifference(ours.db, url, key)).toEqual({ compared: 2, difference: null, key })
      await expect(firstDifference(ours.db, url, `${key}x`)).rejects.toThrow('not by the key that you trust')
      const fill = lateFill(day - 1)
      await ingestRecords(ours.db, [fill])
      await sealUpTo(ours.db, day - 1, SEALING)
      expect(await firstDifference(ours.db, url, null)).toEqual({
        key,
        compared: 2,
        difference: { day: dayText(day - 1), trader: fill.owner, event: eventLeaf(fill), isOurs: true },
      })
    } finally {
      await app.close()
    }
  })
})

function contextOf(): never {
  throw new Error('no alert is asked for')
}

/** A fill of the world once more, in a log of its own. */
function lateFill(day: number) {
  const fill = recordsOf('small').find(
    (record): record is Fill => record.kind === 'FILL' && dayOf(record.time) === day && record.block !== null,
  )
  if (fill === undefined) throw new Error('no fill on the day')
  return { ...fill, logIndex: 9_999 }
}
