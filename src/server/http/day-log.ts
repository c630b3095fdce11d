import type { FastifyInstance } from 'fastify'
import { PequodError } from '../../errors.ts'
import { addressOf, type Day, dayOfText } from '../../ledger/quantities.ts'
import { chunkHashes, chunkRoots, type givenKey, readEntries, readHead } from '../../roots/day-log.ts'
import { prove } from '../../roots/prove.ts'
import type { Database } from '../../store/engine/database.ts'

/** Entries change once a day. */
const CACHED = { 'Cache-Control': 'public, max-age=60' }

/**
 * Adds the log of days: its signed head with every leaf, the trees of an entry for those who compare two services, and proofs of traders.
 * Nothing of it says more than the state at the close of a day.
 */
export function registerDayLog(app: FastifyInstance, db: Database, given: ReturnType<typeof givenKey>): void {
  app.get('/.well-known/pequod.json', async (_request, reply) => {
    const head = await readHead(db, given)
    if (head === null) throw noLog()
    const { key, checkpoint, entries } = head
    return reply.headers(CACHED).send({ key, checkpoint, days: entries.map(({ leaf }) => leaf) })
  })
  app.get<{ Params: Numbers }>('/log/entry/:entry/tree/:tree', async ({ params }, reply) => {
    const [number, tree] = numbersOf(params.entry, params.tree)
    return reply.headers(CACHED).send({ roots: await chunkRoots(db, number, tree) })
  })
  app.get<{ Params: Numbers }>('/log/entry/:entry/tree/:tree/chunk/:chunk', async ({ params }, reply) => {
    const [number, tree, chunk] = numbersOf(params.entry, params.tree, params.chunk)
    return reply.headers(CACHED).send({ hashes: await chunkHashes(db, { number, tree, chunk }) })
  })
  app.get<{ Params: { address: string }; Querystring: { day?: unknown } }>(
    '/proof/:address',
    async ({ params, query }, reply) => {
      const address = addressOf(params.address.toLowerCase())
      const day = query.day === undefined ? await newestDay(db) : dayOfText(String(query.day))
      if (address === null || day === null)
        throw new PequodError('BAD_USER_INPUT', 'A proof needs an address and a UTC day, such as 2026-02-17.')
      const text = await prove(db, { address, day, full: false }, given)
      return reply.headers({ ...CACHED, 'Content-Type': 'application/json; charset=utf-8' }).send(text)
    },
  )
}

/** The last day of the log. @throws PequodError NOT_FOUND for an empty log */
async function newestDay(db: Database): Promise<Day> {
  const days = (await readEntries(db)).map(({ day }) => day)
  if (days.length === 0) throw noLog()
  return days.reduce((last, day) => Math.max(last, day))
}

function noLog(): PequodError {
  return new PequodError('NOT_FOUND', 'This service keeps no log of days.')
}

interface Numbers {
  entry: string
  tree: string
  chunk: string
}

function numbersOf(...texts: [string, string]): [number, number]
function numbersOf(...texts: [string, string, string]): [number, number, number]
function numbersOf(...texts: string[]): number[] {
  if (texts.some((text) => !/^\d{1,9}$/.test(text)))
    throw new PequodError('BAD_USER_INPUT', 'The places of a tree are whole numbers.')
  return texts.map(Number)
}
