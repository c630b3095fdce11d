import type { FastifyInstance } from 'fastify'
import { PequodError } from '../../errors.ts'
import { chunkHashes, chunkRoots, type givenKey, readHead } from '../../roots/day-log.ts'
import { noLog } from '../../roots/prove.ts'
import type { Database } from '../../store/engine/database.ts'

/** Entries change once a day. */
const CACHED = { 'Cache-Control': 'public, max-age=60' }

/**
 * Adds the log of days: its signed head with every leaf, the trees of an entry for those who compare two services.
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
