import type { LotLeg, LotStep } from '../../ledger/lots.ts'
import type { Sql } from '../engine/database.ts'
import { createConditions } from '../ingest/conditions.ts'
import type { Entry } from '../ingest/fold-state.ts'
import {
  addToScope,
  type DayClose,
  foldInOrder,
  isInScope,
  positionsOfScope,
  readScope,
  type Scope,
  type ScopeEvents,
  sessionFrom,
  tiesOf,
} from '../ingest/replay.ts'
import { infrastructureIds } from '../ledger/chain-knowledge.ts'
import type { EventFilter } from '../ledger/event-filter.ts'
import { comparePlaces, type PlaceBound, placeName } from '../ledger/place.ts'
import type { StoredMovement, StoredTrade } from './trade-filter.ts'
import { type KeptFill, TooMany, wholeReads } from './whole-reads.ts'

// The whole record of some wallets, replayed: every event with what it did to their positions.

export type StoredEvent = StoredTrade | StoredMovement
/** An event's step; of an INCOME, which changes no position, its dollars are the amount. */
export type WalletStep = Omit<LotStep<StoredEvent>, 'kind'> & {
  kind: LotStep<StoredEvent>['kind'] | 'INCOME'
}

/** Wallets whose record is replayed up to a place. */
export interface WalletsAsked {
  wallets: readonly number[]
  upTo: PlaceBound
  /** Events of the wallets, and of those that sent them shares, that are replayed at most. */
  most: number
}

/** Other wallets whose shares came to them, directly or not, at most. */
export const MOST_SENDERS = 100
/** Events that are folded before other work gets its turn. */
const FOLDED_AT_ONCE = 5_000

/** Before the first event; a start without days keeps no lots of its own. */
const NOTHING_HELD: DayClose = { day: 0, held: [] }

type KeptMovement = StoredMovement & { stored: StoredMovement }
type Reading = WalletsAsked & { conditions: ReturnType<typeof createConditions> }

/**
 * Replays the record of wallets from their first event on, with the senders of shares that came to them, since their cost
 * comes from there. @param onStep takes each event in the ledger's order
 * @returns false where more events than asked for or {@link MOST_SENDERS} other wallets belong to it
 */
export async function walkWallets(
  sql: Sql,
  asked: WalletsAsked,
  onStep: (step: WalletStep) => void,
): Promise<boolean> {
  const infrastructure = await infrastructureIds(sql)
  const conditions = createConditions()
  const known = { conditions, isInfrastructure: (id: number) => infrastructure.has(id) }
  try {
    const events = await readWallets(sql, { ...asked, conditions }, known.isInfrastructure)
    await foldSteps(events, known, onStep)
    return true
  } catch (error) {
    if (error instanceof TooMany) return false
    throw error
  }
}

type Known = Pick<Reading, 'conditions'> & { isInfrastructure(id: number): boolean }

/** Folds the events, and hands each over with the positions that it changed. */
async function foldSteps(
  { scope, fills, movements }: ScopeEvents<KeptFill, KeptMovement>,
  { conditions, isInfrastructure }: Known,
  onStep: (step: WalletStep) => void,
): Promise<void> {
  let legs: LotLeg[] = []
  const session = sessionFrom<KeptFill, KeptMovement>(NOTHING_HELD, {
    conditions,
    isInfrastructure,
    inScope: (token, trader) => isInScope(scope, token, trader),
    onEvent: ({ token, trader, position }: Entry, event, before) =>
      legs.push({ trader, token, before, after: { ...position }, outcome: outcomeOf(token, event) }),
  })
  const outcomeOf = (token: number, event: KeptFill | KeptMovement) =>
    'kind' in event && event.kind === 'CONVERT' ? (questions(event, conditions).get(token) ?? null) : null
  const end = (kind: WalletStep['kind'], event: StoredEvent, amount: number) => {
    if (legs.length > 0 || kind === 'INCOME') onStep({ kind, event, time: event.time, amount, legs })
    legs = []
  }
  const fold = foldInOrder(session, movements.toSorted(comparePlaces), ({ kind, stored, amount }) =>
    end(kind, stored, amount ?? 0),
  )
  let folded = 0
  for (const fill of fills.toSorted(comparePlaces)) {
    fold.fill(fill)
    end('FILL', fill.stored, 0)
    if (++folded % FOLDED_AT_ONCE === 0) await new Promise((done) => setImmediate(done))
  }
  fold.end()
}

/** The outcomes of a conversion's tokens. */
function questions(event: StoredMovement, conditions: Reading['conditions']): Map<number, number> {
  const all = conditions.questionsAt(event.negRisk ?? 0, event.key) ?? []
  return new Map(all.flatMap(({ tokens }) => tokens.map((token, outcome) => [token, outcome] as const)))
}

/** Reads the wallets' events, and those of senders in the positions whose shares they sent. */
async function readWallets(sql: Sql, reading: Reading, isInfrastructure: Known['isInfrastructure']) {
  const { wallets, conditions, upTo, most } = reading
  const own = new Set(wallets)
  const reads = wholeReads(sql, { upTo }, most)
  const ownFills = await reads.fills(wallets)
  const ownMovements = await reads.movements(wallets)
  const asked: Scope = new Map()
  for (const { token, owner } of ownFills) addToScope(asked, token, owner)
  await conditions.loadNamed(sql, ownMovements)
  for (const { token, trader } of tiesOf(ownMovements, { conditions, isInfrastructure }).flat())
    if (own.has(trader)) addToScope(asked, token, trader)
  const sendersOf = (scope: Scope) => {
    const senders = new Set(positionsOfScope(scope).map(({ trader }) => trader))
    for (const id of own) senders.delete(id)
    if (senders.size > MOST_SENDERS) throw new TooMany()
    return [...senders]
  }
  return readScope<KeptFill, KeptMovement>(asked, {
    conditions,
    isInfrastructure,
    async movements(scope) {
      const sent = await movementsIn(sql, { reads, conditions }, sendersOf(scope), scope)
      const rows = new Map([...ownMovements, ...sent].map((row) => [placeName(row), row]))
      await conditions.loadNamed(sql, [...rows.values()])
      // The cost of shares that left is nobody's concern here: their receiver is not replayed.
      const isIn = ({ token, other }: StoredMovement) => other !== null && isInScope(scope, token ?? 0, other)
      return [...rows.values()].map((row) => ({ ...row, other: isIn(row) ? row.other : null, stored: row }))
    },
    async others(scope) {
      const tokens = [...scope.keys()]
      const resolutions = await reads.resolutions(tokens, conditions)
      return {
        fills: [...ownFills, ...(await reads.fills(sendersOf(scope), { tokens }))],
        movements: resolutions.map((stored) => ({ ...stored, stored })),
      }
    },
  })
}

/** Movements of senders in the markets of the positions whose shares they sent. */
async function movementsIn(
  sql: Sql,
  { reads, conditions }: Pick<Reading, 'conditions'> & { reads: ReturnType<typeof wholeReads> },
  senders: readonly number[],
  scope: Scope,
) {
  if (senders.length === 0) return []
  const tokens = [...scope.keys()]
  const found = [...(await conditions.ofTokens(sql, tokens)).values()].filter((one) => one !== null)
  const negRisk = [...new Set(found.flatMap((condition) => condition.negRisk ?? []))]
  const ofMarkets: EventFilter[] = [{ tokens }, { conditions: found.map(({ id }) => id) }, { negRisk }]
  const rows: StoredMovement[] = []
  for (const filter of ofMarkets)
    if (Object.values(filter).some((ids) => ids.length > 0))
      rows.push(...(await reads.movements(senders, filter)))
  return rows
}
