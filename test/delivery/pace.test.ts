import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { createSecretBox } from '../../src/accounts/secret-box.ts'
import { PACE_INPUT, paceColumns, type ShownPace } from '../../src/delivery/channel-pace.ts'
import { writeChannels } from '../../src/delivery/channels.ts'
import { formMessages } from '../../src/delivery/form-messages.ts'
import { newChannel } from '../../src/delivery/new-channel.ts'
import { addToOutbox } from '../../src/delivery/outbox.ts'
import { createChannels } from '../../src/delivery/own-channels.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { describeEngines } from '../store/support/engines.ts'
import { alertOf, traderAddress } from './support/deliverable-alerts.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 1, 2)
let channels = 0

async function channelAt(db: Database, pace: Partial<ShownPace>) {
  const { id: accountId } = await createAccountStore(db).createAccount(`paced ${++channels}`, 'PRO')
  const made = newChannel(accountId, { kind: 'WEBHOOK', target: `https://a.example/${accountId}` }, 0)
  const channel = { ...made, ...paceColumns(PACE_INPUT.parse(pace)), state: 'ACTIVE' as const }
  await db.transaction((tx) => writeChannels(tx, createSecretBox([]), [channel]))
  return { accountId, id: channel.id }
}

/** Queues a notice, or a whale alert. */
async function queue(db: Database, channelId: string, n: number, atMs: number, isAlert: boolean) {
  const time = Math.floor(atMs / 1_000)
  const alert = isAlert
    ? alertOf(`a${n}`, n % 2, { time })
    : { id: `n${n}`, time, leaderboard: `b${n}`, title: 'A board', top: 10, entered: [], left: [] }
  await addToOutbox(db, [
    { channelId, group: isAlert ? traderAddress(n % 2) : `follow ${n}`, alert, readyMs: atMs },
  ])
}

async function formAt(db: Database, now: number): Promise<void> {
  while ((await formMessages(db, { now })) > 0);
}

interface Formed {
  createdMs: number
  alerts: number
}

async function messagesTo(db: Database, channelId: string): Promise<Formed[]> {
  return db.all<Formed>(
    `SELECT m.created_ms AS "createdMs", CAST(COUNT(*) AS INTEGER) AS alerts FROM alert_messages m
     JOIN alert_outbox o ON o.message_id = m.id WHERE m.channel_id = ? GROUP BY m.id, m.created_ms ORDER BY m.created_ms`,
    [channelId],
  )
}

/** Hours of the day as a clock in UTC shows them. */
const hourOf = (ms: number) => Math.floor(ms / HOUR) % 24

describeEngines('a channel', (open, engine) => {
  test('gets every message once, none in its quiet hours, and at most its daily limit in any 24 hours', async () => {
    const { db } = await open()
    const hour = fc.integer({ min: 0, max: 23 })
    await fc.assert(
      fc.asyncProperty(
        fc.option(fc.tuple(hour, hour).filter(([from, to]) => from !== to)),
        fc.option(fc.integer({ min: 1, max: 4 })),
        fc.array(fc.record({ after: fc.integer({ min: 1, max: 7 }), isAlert: fc.boolean() }), {
          minLength: 1,
          maxLength: 14,
        }),
        async (quiet, dailyLimit, news) => {
          const clock = (at: number) => `${String(at).padStart(2, '0')}:00`
          const { id } = await channelAt(db, {
            dailyLimit,
            ...(quiet && { quietFrom: clock(quiet[0]), quietTo: clock(quiet[1]), timeZone: 'UTC' }),
          })
          const times: number[] = []
          for (const { after } of news) times.push((times.at(-1) ?? START) + after * HOUR)
          // Every hour, for a while after the last news.
          for (let now = START; now <= (times.at(-1) ?? START) + 72 * HOUR; now += HOUR) {
            for (const [i, { isAlert }] of news.entries())
              if (times[i] === now) await queue(db, id, i, now, isAlert)
            await formAt(db, now)
          }
          const formed = await messagesTo(db, id)
          expect(formed.reduce((sum, { alerts }) => sum + alerts, 0)).toBe(news.length)
          for (const { createdMs } of formed) {
            const at = hourOf(createdMs)
            const [from, to] = quiet ?? [0, 0]
            expect(from <= to ? at >= from && at < to : at >= from || at < to).toBe(false)
            const within = formed.filter(
              (one) => one.createdMs > createdMs - 24 * HOUR && one.createdMs <= createdMs,
            )
            expect(within.length).toBeLessThanOrEqual(dailyLimit ?? news.length)
          }
          if (quiet === null && dailyLimit === null)
            expect(formed.map(({ createdMs }) => createdMs)).toEqual(times)
        },
      ),
      { numRuns: engine === 'sqlite' ? 25 : 6, endOnFailure: true },
    )
  })

  test('gets what it holds by its new pace as soon as that is set, and not by another account', async () => {
    const { db } = await open()
    const { id, accountId } = await channelAt(db, {
      quietFrom: '00:00',
      quietTo: '23:59',
      timeZone: 'UTC',
    })
    await queue(db, id, 1, START + HOUR, false)
    await formAt(db, START + HOUR)
    const own = createChannels(db, { clock: () => START + 2 * HOUR })
    const none = PACE_INPUT.parse({})
    expect(await own.setPace(accountId + 1, id, none)).toBeNull()
    await formAt(db, START + 2 * HOUR)
    expect(await messagesTo(db, id)).toEqual([])
    const limited = await own.setPace(accountId, id, PACE_INPUT.parse({ dailyLimit: 5 }))
    expect(limited).toMatchObject({ id, quietHours: null, dailyLimit: 5 })
    await formAt(db, START + 2 * HOUR)
    expect(await messagesTo(db, id)).toEqual([{ createdMs: START + 2 * HOUR, alerts: 1 }])
    expect(await own.readChannels(accountId)).toEqual([limited])
  })
})

test.each([
  [{ quietFrom: '22:00' }, ['quietFrom']],
  [{ quietTo: '22:00', timeZone: 'UTC' }, ['quietFrom']],
  [{ quietFrom: '22:00', quietTo: '22:00', timeZone: 'UTC' }, ['quietTo']],
  [{ quietFrom: '22:00', quietTo: '07:00', timeZone: 'Moon/Crater' }, ['timeZone']],
  [{ timeZone: 'Europe/Berlin', dailyLimit: 3 }, []],
])('the pace %j is refused for %j', (given, names) => {
  const read = PACE_INPUT.safeParse(given)
  expect(read.error?.issues.map(({ path }) => path.join()) ?? []).toEqual(names)
})
