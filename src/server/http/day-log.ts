import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PequodError } from '../../errors.ts'
import { alertFile } from '../../graph/explain/proof-query.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { shownEntries } from '../../graph/lab/registered-rules.ts'
import { headBefore } from '../../lab/forward/record.ts'
import type { RegisteredRule, RegisteredRules } from '../../lab/forward/rules.ts'
import { chunkHashes, chunkRoots, type givenKey, readHead } from '../../roots/day-log.ts'
import { noLog, proveRecord } from '../../roots/prove.ts'
import type { Database } from '../../store/engine/database.ts'
import { hashText } from '../../store/ledger/place.ts'

/** Entries of a rule's record in a file at most. */
const MOST_ENTRIES = 20_000
/** Entries change once a day. */
const CACHED = { 'Cache-Control': 'public, max-age=60' }

/** Needs of the log's paths; `key` signs the head, null for the one in the store. */
export interface DayLogOptions {
  db: Database
  rules: RegisteredRules
  key: ReturnType<typeof givenKey>
  contextOf(request: FastifyRequest): Pick<RequestContext, 'whales' | 'dayLog' | 'caller'>
}

/**
 * Adds the log of days: its signed head with every leaf, the trees of an entry for those who compare two services.
 * Nothing of it says more than the state at the close of a day.
 */
export function registerDayLog(
  app: FastifyInstance,
  { db, rules, key: given, contextOf }: DayLogOptions,
): void {
  app.get<{ Params: { alert: string } }>('/log/alert/:alert', async (request, reply) => {
    const file = await alertFile(request.params.alert, contextOf(request))
    return reply
      .headers({ 'Cache-Control': 'private, max-age=60', ...attached('alert.json') })
      .type('application/json')
      .send(file)
  })
  app.get<{ Params: { rule: string } }>('/log/rule/:rule', async ({ params }, reply) => {
    const rule = await rules.find(params.rule)
    if (rule === null) throw new PequodError('NOT_FOUND', 'No rule is registered under this id.')
    const text = await proveRecord(db, params.rule, {
      key: given,
      headBefore: async (before) => {
        const head = await headBefore(db, params.rule, before)
        return head && { seq: head.seq, hash: hashText(head.hash) ?? '' }
      },
      entriesUpTo: (seq) => entryTexts(rules, rule, seq),
    })
    return reply
      .headers({ ...CACHED, ...attached('record.json') })
      .type('application/json')
      .send(text)
  })
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

function attached(name: string) {
  return { 'Content-Disposition': `attachment; filename="${name}"` }
}

/** A record's entries as anybody may read them: the hash of one that names what it may not. @throws PequodError BAD_USER_INPUT for too long a record */
async function entryTexts(rules: RegisteredRules, rule: RegisteredRule, last: number): Promise<string[]> {
  if (last > MOST_ENTRIES)
    throw new PequodError('BAD_USER_INPUT', `A file has at most ${MOST_ENTRIES} entries of a record.`)
  const page = { upTo: Number.MAX_SAFE_INTEGER, after: 0, most: last }
  const entries = shownEntries(rule.rule, await rules.entries(rule.id, page), 'ANONYMOUS')
  return entries.map(({ kind, seq, contents, nonce, hash }) =>
    contents === null ? Buffer.from(hash).toString('hex') : JSON.stringify([kind, seq, contents, nonce]),
  )
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
