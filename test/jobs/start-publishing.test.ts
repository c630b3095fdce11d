import { expect, test } from 'vitest'
import { WALL_CLOCK } from '../../src/clock.ts'
import { startPublishing } from '../../src/jobs/start-publishing.ts'
import { MICRO } from '../../src/ledger/quantities.ts'
import { createLogger } from '../../src/server/http/create-logger.ts'
import { keepRadar } from '../../src/whales/radar/keep-radar.ts'
import { closeServed, serveWorld } from '../server/served-world.ts'
import { plantMembers } from '../whales/plant-members.ts'

closeServed()

test('a service releases alerts when their delay passes, without new events', async () => {
  const { app, store } = await serveWorld()
  const { db } = store
  await plantMembers(db)
  // So far in the past that nothing is public yet.
  await keepRadar(db, { minUsd: 100 * MICRO, delayMinutes: 60, now: 0 })
  const publicCount = async () => (await app.inject('/v1/whales')).json().items.length
  expect(await publicCount()).toBe(0)
  const options = { db, clock: WALL_CLOCK, delayMinutes: 60, log: createLogger('silent'), everyMs: 20 }
  const ends = [startPublishing(options), startPublishing(options)]
  await expect.poll(publicCount).toBe(25)
  await Promise.all(ends.map((end) => end()))
  const undecided =
    'SELECT COUNT(*) AS n FROM alerts a LEFT JOIN public_alerts p ON p.seq = a.seq WHERE p.seq IS NULL'
  expect(await db.get(undecided)).toEqual({ n: 0 })
})
