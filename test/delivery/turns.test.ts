import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecretBox } from '../../src/accounts/secret-box.ts'
import { ALERT_CHANNELS } from '../../src/delivery/delivery-tables.ts'
import { addMessages, channelsDue } from '../../src/delivery/message-queue.ts'
import { describeEngines } from '../store/support/engines.ts'

const NOW = 1_000
const COUNT = 40

describeEngines('channels with messages due', (open) => {
  test('come in turn, each before any comes again, without those that are full, paused or have nothing due', async () => {
    const { db } = await open()
    const numbers = Array.from({ length: COUNT }, (_, i) => i)
    const of = <T>(value: (i: number) => T) => numbers.map(value)
    const id = (i: number) => `ch_${(i * 7) % COUNT}`
    const lane = (i: number) => `host:${i % 5}`
    const columns = {
      id: of(id),
      account_id: of((i) => i),
      place: of(() => 0),
      kind: of(() => 'WEBHOOK'),
      target: of((i) => `https://a.example/${i}`),
      lane: of(lane),
      failures: of(() => 0),
      state: of((i) => (i % 9 === 0 ? 'PAUSED' : 'ACTIVE')),
      resume_ms: of(() => 0),
    }
    await db.upsert(ALERT_CHANNELS, columns, COUNT)
    const hasDue = (i: number) => i % 3 !== 0
    for (const i of numbers)
      await addMessages(
        db,
        [{ id: `m${i}`, accountId: i, channelId: id(i), kind: 'ALERT', body: '' }],
        hasDue(i) ? NOW : NOW + 1,
      )
    const box = createSecretBox([])
    const look = async (after: string, limit: number, channels: string[], lanes: string[]) =>
      (await channelsDue(db, box, { nowMs: NOW, after, limit, channels, lanes })).map((one) => one.id)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: COUNT }),
        fc.integer({ min: 0, max: COUNT - 1 }),
        fc.subarray(of(id)),
        fc.subarray(['host:1', 'host:3']),
        async (limit, from, channels, lanes) => {
          const wanted = numbers
            .filter((i) => hasDue(i) && i % 9 !== 0 && !channels.includes(id(i)) && !lanes.includes(lane(i)))
            .map(id)
          const seen: string[] = []
          let after = id(from)
          while (seen.length < wanted.length) {
            const turn = await look(after, limit, channels, lanes)
            expect(turn.length).toBe(Math.min(limit, wanted.length))
            seen.push(...turn)
            after = turn.at(-1) ?? ''
          }
          const cycle = seen.slice(0, wanted.length)
          expect(cycle.toSorted()).toEqual(wanted.toSorted())
          expect(seen.slice(wanted.length)).toEqual(cycle.slice(0, seen.length - wanted.length))
        },
      ),
      { numRuns: 20 },
    )
    expect(
      await channelsDue(db, box, { nowMs: NOW - 1, after: '', limit: 9, channels: [], lanes: [] }),
    ).toEqual([])
  })
})
