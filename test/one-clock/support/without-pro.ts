import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { defined } from '../../../src/checks.ts'
import { MARKET } from '../../../src/follows/kinds/market.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import type { StoreAddress } from '../../../src/store/engine/database.ts'
import { followAs } from '../../follows/support/followers.ts'
import {
  allRequests,
  askPages,
  chance,
  type Difference,
  differenceOf,
  type Request,
  reportOf,
} from './all-answers.ts'
import { beginWorld, type CommonWorld, endWorld } from './common-world.ts'
import { freeMessages } from './follows.ts'
import { furtherSteps, goOn, lateEvents, lateResolution, nowOf, type Step } from './further-events.ts'
import { NEW_MARKET } from './names.ts'
import { graphQuestion } from './readers.ts'
import { watchResources } from './resource-watch.ts'
import { type Answer, LOOK_MS, type ServedCopy, serveCopy } from './served-copy.ts'
import { DELAY_MINUTES, lookAt } from './work.ts'

/** Parts that the requests are divided into: each world answers one, the first drawn, so that a few runs answer all. */
const PARTS = 8

/** A world in which nothing more is asked of what comes later, with the answers that it gave. */
interface Measure {
  world: CommonWorld
  still: ServedCopy
  answerOf(request: Request): Promise<Answer[]>
}

/** Returns where a world that takes these steps answers otherwise than the measure; the seed decides on the order of asking. */
type Judge = (measure: Measure, steps: readonly Step[], seed: number, part: number) => Promise<Difference[]>

/**
 * Two worlds that take the same events up to a cutoff answer the same until the delay has passed, however either goes on: each
 * is compared with a first one. Each engine has a file of its own, so that both run side by side.
 * @param numRuns worlds that are compared
 */
export function withoutPro(engine: StoreAddress['kind'], numRuns: number): void {
  describe(`without Pro (${engine})`, () => {
    const ends: (() => Promise<void>)[] = []
    let published: Measure
    /** Ends without a snapshot. */
    let unpublished: CommonWorld

    beforeAll(async () => {
      const begun = await beginWorld(engine)
      unpublished = await endWorld(await begun.copy(), false)
      const world = await endWorld(begun)
      ends.push(world.remove, unpublished.remove)
      published = await measureOf(world)
    })
    afterEach(() => void vi.useRealTimers())
    afterAll(async () => {
      for (const end of ends.reverse()) await end()
    })

    const serve = (world: CommonWorld, before: readonly Step[] = [], delayMinutes = DELAY_MINUTES) => {
      const now = nowOf(world.names)
      vi.setSystemTime(now * 1_000)
      return serveCopy(world, {
        now,
        delayMinutes,
        async prepare(db) {
          for (const [at, step] of before.entries()) await goOn(db, step, at, world.names)
        },
      })
    }
    const measureOf = async (world: CommonWorld, before: readonly Step[] = []): Promise<Measure> => {
      const still = await serve(world, before)
      ends.push(still.close)
      await lookAt(still.db, nowOf(world.names))
      const known = new Map<string, Answer[]>()
      return {
        world,
        still,
        async answerOf(request) {
          const answers = known.get(request.key) ?? (await askPages(still, request))
          known.set(request.key, answers)
          return answers
        },
      }
    }
    /** Asks some requests in an order of their own, some of them by Pro first, and compares. */
    const compare = async (
      { answerOf }: Measure,
      copy: ServedCopy,
      requests: readonly Request[],
      seed: number,
    ) => {
      const found: Difference[] = []
      for (const request of requests.toSorted((a, b) => chance(seed, a) - chance(seed, b))) {
        if (chance(seed + 1, request) < 0.1) await copy.ask(request.question, 'PRO')
        found.push(...differenceOf(request, await answerOf(request), await askPages(copy, request)))
      }
      return found
    }
    const compareMessages = async ({ world, still }: Measure, copy: ServedCopy): Promise<Difference[]> => {
      const now = nowOf(world.names)
      await lookAt(copy.db, now)
      const [one, other] = [
        await freeMessages(still.db, now * 1_000),
        await freeMessages(copy.db, now * 1_000),
      ]
      const odd = [...one.filter((row) => !other.includes(row)), ...other.filter((row) => !one.includes(row))]
      return odd.map((row) => ({
        of: 'outbox of a free account',
        request: row,
        at: 'a row that only one world has',
      }))
    }
    const partOf = (copy: ServedCopy, { world }: Measure, part: number) =>
      allRequests(copy, world.names).filter((one) => Math.floor(chance(0, one) * PARTS) === part)
    /** A world that goes on, asked before, between and after its steps. */
    const differencesOf: Judge = async (measure, steps, seed, part) => {
      const { world } = measure
      const copy = await serve(world)
      try {
        const requests = partOf(copy, measure, part)
        const few = (at: number) => requests.filter((one) => chance(seed + at, one) < 0.02)
        const watch = await watchResources(copy, world)
        const found = await compare(measure, copy, few(-1), seed)
        for (const [at, step] of steps.entries()) {
          await goOn(copy.db, step, at, world.names)
          found.push(...(await compare(measure, copy, few(at), seed + at)))
        }
        found.push(
          ...(await compare(measure, copy, requests, seed)),
          ...(await compareMessages(measure, copy)),
        )
        return [...found, ...(await watch.differences())]
      } finally {
        await copy.close()
      }
    }
    /** A world that is asked after its steps. */
    const differencesAfter: Judge = async (measure, steps, seed, part) => {
      const copy = await serve(measure.world, steps)
      try {
        const found = await compare(measure, copy, partOf(copy, measure, part), seed)
        return [...found, ...(await compareMessages(measure, copy))]
      } finally {
        await copy.close()
      }
    }
    const holds = async (judge: Judge, measure: Measure, runs: number) => {
      let [run = 0] = fc.sample(fc.nat(PARTS - 1), 1)
      await fc.assert(
        fc.asyncProperty(furtherSteps, fc.nat(1_000_000), async (steps, seed) => {
          const report = reportOf(await judge(measure, steps, seed, run++ % PARTS))
          if (report !== '') throw new Error(report)
        }),
        { numRuns: runs, endOnFailure: true, reporter: failBriefly },
      )
    }

    test('every answer and message is the same until the delay has passed, however a world goes on', async () => {
      await holds(differencesOf, published, numRuns)
    })

    test('before a snapshot is old enough they are of the last day that was over', async () => {
      const [first = []] = fc.sample(furtherSteps, { numRuns: 1, seed: 1 })
      await holds(differencesAfter, await measureOf(unpublished, first), 1)
    })

    test('a resolution that comes late changes no signal of the public snapshot', async () => {
      const { world, answerOf } = published
      const copy = await serve(world, [lateResolution(world.names)])
      const found: Difference[] = []
      // Lots come from events by their place in the chain, as lists of events do: a late one counts immediately.
      const requests = allRequests(copy, world.names).filter(
        ({ caller, key }) => caller === 'FREE' && /smart.?money/i.test(key) && !/\blots\b/.test(key),
      )
      for (const request of requests)
        found.push(...differenceOf(request, await answerOf(request), await askPages(copy, request)))
      await copy.close()
      expect(reportOf(found)).toBe('')
    })

    test('watchers are notified of the first snapshot that is public', async () => {
      const copy = await serve(unpublished)
      const watch = await watchResources(copy, unpublished)
      await sleep(2 * LOOK_MS)
      await refresh(copy.db, { delayMinutes: DELAY_MINUTES })
      await watch.notified('ANONYMOUS', 'pequod://leaderboards')
      await watch.notified('FREE', 'pequod://leaderboards')
      await copy.close()
    })

    test('a cursor of an alert that is not public yet is no cursor without Pro', async () => {
      const { world } = published
      const [steps = []] = fc.sample(furtherSteps, { numRuns: 1, seed: 3 })
      const copy = await serve(world, steps)
      const alerts = (first: string) => graphQuestion('alerts', `{ whaleAlerts(${first}) { nodes { id } } }`)
      const live = JSON.parse((await copy.ask(alerts('first: 50'), 'PRO')).body).data.whaleAlerts.nodes
      const young = live.find(({ id }: { id: string }) => !world.names.alerts.includes(id))
      const after = alerts(`first: 3, after: "${young.id}"`)
      expect((await copy.ask(after, 'PRO')).body).not.toContain('errors')
      expect((await copy.ask(after, 'FREE')).body).toContain('BAD_USER_INPUT')
      await copy.close()
    })

    test('an account that lost Pro ends a follow of a market that is not public yet', async () => {
      const { world } = published
      const copy = await serve(world, [lateResolution(world.names)])
      const { id } = defined(
        (await copy.db.all<{ id: number }>("SELECT id FROM accounts WHERE tier = 'FREE'"))[0],
      )
      await followAs(copy.db, id, MARKET, NEW_MARKET.condition, { tier: 'PRO', rules: {} })
      const call = `unfollow(input: { topic: "market:${NEW_MARKET.slug}" }) { topic wasFollowed }`
      const question = graphQuestion('unfollow', `mutation { ${call} }`)
      const [first, second] = [await copy.ask(question, 'USER'), await copy.ask(question, 'USER')]
      await copy.close()
      expect(JSON.parse(first.body).data.unfollow).toEqual({
        topic: `market:${NEW_MARKET.condition}`,
        wasFollowed: true,
      })
      expect(second.body).toContain('NOT_FOUND')
    })

    // It checks the worlds and the readers, and those are the same for both engines.
    if (engine === 'postgres') return
    test('with a delay of 0 every reader differs in some world', async () => {
      const { world, still, answerOf } = published
      const readers = allRequests(still, world.names).filter(
        ({ caller, question }) => caller === 'FREE' && question.of.startsWith('reader: '),
      )
      const same = new Set(readers)
      const drawn = fc.sample(furtherSteps, { numRuns: 8, seed: 3 })
      // The first world goes on by nearly everything that there is.
      drawn[0]?.push(lateEvents(world.names))
      for (const steps of drawn) {
        if (same.size === 0) break
        const copy = await serve(world, steps, 0)
        for (const request of same) {
          const differs = differenceOf(request, await answerOf(request), await askPages(copy, request))
          if (differs.length > 0) same.delete(request)
        }
        await copy.close()
      }
      expect([...same].map(({ question }) => question.of)).toEqual([])
    })
  })
}

/** The seed and the report; a whole world would fill the screen. */
function failBriefly<Drawn>(details: fc.RunDetails<Drawn>): void {
  if (!details.failed) return
  const { seed, counterexamplePath, errorInstance, interrupted } = details
  const failure = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const report = interrupted ? 'no failure was found before the time limit' : failure
  throw new Error(`seed ${seed}, path ${counterexamplePath}\n${report}`)
}
