import { showsPeople } from '../../access/tier.ts'
import { PequodError, wrongArgument } from '../../errors.ts'
import { addressOf, leastMicro, mostMicro } from '../../ledger/quantities.ts'
import { leaderboardById, MAX_ROWS } from '../../metrics/leaderboards.ts'
import { SCREEN_COLUMNS, type ScreenColumnId } from '../../metrics/screen-columns.ts'
import type { Condition } from '../../numbers/screen/evaluate.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { firstTraders } from '../kit/board-access.ts'
import type { RequestContext } from '../kit/context.ts'
import { positionsInMarkets } from '../kit/market-positions.ts'
import { eventOf } from '../kit/node-id.ts'
import { type ConditionCount, readConditions, refuseGated } from '../kit/question.ts'
import { BOARD_TOP, type GivenBoard } from '../kit/where-inputs.ts'
import { tokensNamed } from '../traders/market-links.ts'
import { type GivenHolds, type GivenWhere, SCREEN_LIMITS } from './trader-where.ts'

/** A question's conditions, with the traders that it names. */
export interface ReadWhere {
  condition: Condition
  /** The traders of `among` at the top, in their order; null without. */
  given: number[] | null
  /** Addresses and names of `among` without a known trader. */
  notFound: string[]
}

/**
 * Reads conditions in the units of columns, and finds the traders that they name.
 * @throws PequodError BAD_USER_INPUT beyond the limits, UNAUTHENTICATED for a gated metric or board without sign-in
 */
export async function readWhere(
  where: GivenWhere | null,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<ReadWhere> {
  const known: Known = { conditions: 0, holds: 0, given: null, notFound: [] }
  const reading: Reading = { snapshot, context, known }
  const condition = await readConditions<ScreenColumnId>(where ?? {}, {
    columns: SCREEN_COLUMNS,
    context,
    count: known,
    own: (one, depth) => ownConditions(one, depth, reading),
  })
  return { condition, given: known.given, notFound: known.notFound }
}

interface Known extends ConditionCount {
  holds: number
  given: number[] | null
  notFound: string[]
}

interface Reading {
  snapshot: Snapshot
  context: RequestContext
  known: Known
}

async function* ownConditions(
  { query, among, board, holds }: GivenWhere,
  depth: number,
  reading: Reading,
): AsyncGenerator<Condition> {
  if (query) yield matching(query, reading)
  if (among) yield listed(among, depth, reading)
  if (board) yield members(board, reading)
  if (holds) yield holdersOf(holds, reading)
}

async function matching(query: string, { snapshot, context }: Reading): Promise<Condition> {
  const { traders } = await context.reader.search(snapshot, query, MAX_ROWS, null)
  return { kind: 'AMONG', ids: new Set(traders.flatMap((row) => (row === null ? [] : [row.id]))) }
}

async function listed(
  among: readonly string[],
  depth: number,
  { snapshot, context: { reader, loaders }, known }: Reading,
): Promise<Condition> {
  const addresses = among.flatMap((text) => addressOf(text) ?? [])
  const names = among.filter((text) => addressOf(text) === null)
  const byAddress = await reader.tradersByAddress(addresses)
  const byName = names.length === 0 ? new Map() : await reader.tradersByName(names)
  const { profiles } = loaders(snapshot)
  const found = await Promise.all(
    among.map(async (text) => {
      const address = addressOf(text)
      const row = address === null ? byName.get(text) : byAddress.get(address)
      // The ledger may know traders that the snapshot does not count yet.
      return row === undefined ? null : profiles.load(row.id)
    }),
  )
  known.notFound.push(...among.filter((_text, i) => found[i] === null))
  const ids = [...new Set(found.flatMap((profile) => (profile === null ? [] : [profile.row.id])))]
  if (depth === 0) known.given = ids
  return { kind: 'AMONG', ids: new Set(ids) }
}

async function members({ id, top }: GivenBoard, { snapshot, context }: Reading): Promise<Condition> {
  const board = leaderboardById(id)
  if (board === undefined) throw wrong('names a leaderboard that does not exist: `leaderboards` lists them')
  if (!showsPeople(board.tab, context.caller.tier)) refuseGated('where', context)
  return { kind: 'AMONG', ids: new Set(await firstTraders(id, top ?? BOARD_TOP, snapshot, context)) }
}

/** The traders who hold shares, by the books that lists of holders read. */
async function holdersOf(
  { market, event, outcome, value }: GivenHolds,
  { snapshot, context, known }: Reading,
): Promise<Condition> {
  if (++known.holds > SCREEN_LIMITS.holds)
    throw wrong(`must not have more than ${SCREEN_LIMITS.holds} conditions on shares held`)
  const scope = {
    ...(market && { markets: [String(market).toLowerCase()] }),
    ...(event && { events: [eventOf(String(event))] }),
  }
  const tokens = await tokensNamed(scope, context).catch((error: unknown) => {
    if (!(error instanceof PequodError) || error.code !== 'NOT_FOUND') throw error
    throw wrong('names a market in holds that the ledger does not know')
  })
  if (tokens === null) throw wrong('must name a market or an event in holds')
  const names = await context.reader.trades.tokens([...tokens])
  const isAsked = (token: number) => typeof outcome !== 'number' || names.get(token)?.outcome === outcome
  const { min, max, known: isKnown } = value ?? {}
  const [least, most] = [
    typeof min === 'number' ? leastMicro(min) : Number.NEGATIVE_INFINITY,
    typeof max === 'number' ? mostMicro(max) : Number.POSITIVE_INFINITY,
  ]
  const held = await positionsInMarkets([...tokens].filter(isAsked), snapshot, context)
  const traders = held.flatMap((one) =>
    one.shares > 0 && one.value >= least && one.value <= most && isKnown !== false ? [one.trader] : [],
  )
  return { kind: 'AMONG', ids: new Set(traders) }
}

function wrong(message: string): PequodError {
  return wrongArgument('where', message)
}
