import type { HolderNotice } from '../../delivery/notices.ts'
import type { MicroShares, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, type From, known, statement } from '../../store/engine/statement.ts'
import { hashText } from '../../store/ledger/place.ts'
import { TOKEN_HOLDINGS } from '../../store/markets/holders.ts'
import { hiddenTraders } from '../../store/opted-out.ts'
import { CONDITIONS, FILLS, MARKETS, MOVEMENTS, POSITIONS, TOKENS, TRADERS } from '../../store/tables.ts'
import { KNOWN_HOLDERS } from '../follow-tables.ts'
import { addNotices, noticeId } from '../notices.ts'
import { type MarketChange, type MarketFact, type MarketOutcome, OUTCOME_COLUMNS } from './market-prices.ts'
import { knownPart, LEAST_PART, LEAST_SUPPLY, partOf, SHARE_PARTS } from './market-rules.ts'

/** A change of the part that followers know a wallet to hold, with its notice. */
export interface HolderChange {
  token: number
  trader: number
  /** The number of the row that says so. */
  seq: number
  told: number
  /** The newest event that it rests on. */
  time: Seconds
  key: number
  /** Null where the wallet holds no more than was known. */
  fact: MarketFact | null
}

interface OutcomeHeld extends MarketOutcome {
  topic: string
  supply: MicroShares
}

/** A holder, and what followers know of it. */
interface Held {
  trader: number
  shares: MicroShares
  time: Seconds
  key: number
  told: number
  seq: number
}

const OUTCOMES = statement((from, given: { markets: readonly number[]; least: MicroShares }) =>
  from(as(TOKENS, 'k'))
    .join(as(TOKEN_HOLDINGS, 'h'), 'h.token_id', 'k.id')
    .join(as(CONDITIONS, 'c'), 'c.id', 'k.condition_id')
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'k.condition_id')
    .select(...OUTCOME_COLUMNS, 'h.shares as supply')
    .whereAnyOf('k.condition_id', 'int', given.markets)
    .where('h.shares', '>=', given.least),
)

interface Largest {
  token: number
  least: MicroShares
}

const positionsOf = (from: From, { token, least }: Largest) =>
  from(as(POSITIONS, 'p'))
    .where('p.token_id', token)
    .where('p.shares', '>', 0)
    .where('p.shares', '>=', least)
    .orderBy('p.shares', 'desc')
    .limit(SHARE_PARTS / LEAST_PART)
const LARGEST = statement((from, given: Largest) =>
  positionsOf(from, given).select(
    'p.trader_id as trader',
    'p.shares',
    'p.last_time as time',
    'p.last_key as key',
  ),
)
const KNOWN = statement((from, { token }: { token: number }) =>
  from(as(KNOWN_HOLDERS, 'h'))
    .leftJoin(as(POSITIONS, 'p'), (same) =>
      same.on('p.token_id', 'h.token_id').on('p.trader_id', 'h.trader_id'),
    )
    .select(
      'h.trader_id as trader',
      'h.told',
      'h.seq',
      'p.shares',
      known('p.last_time as time'),
      known('p.last_key as key'),
    )
    .where('h.token_id', token)
    .where(
      'h.seq',
      from(as(KNOWN_HOLDERS, 'n'))
        .select(from.raw('MAX(n.seq)'))
        .whereColumn('n.token_id', 'h.token_id')
        .whereColumn('n.trader_id', 'h.trader_id') as never,
    ),
)
const NEWEST = statement((from, { token }: { token: number }) =>
  from(POSITIONS)
    .select('last_time as time', 'last_key as key')
    .where('token_id', token)
    .orderBy('last_time', 'desc')
    .orderBy('last_key', 'desc')
    .limit(1),
)

/**
 * Returns the changes of known holders in some markets: of all who hold a hundredth or more, and of those who
 * did. Uses the index of positions on (token, shares).
 * @param asked returns whether a follower of a topic wants the holders of an outcome
 */
export async function holderChanges(
  sql: Sql,
  news: readonly MarketChange[],
  asked: (topic: string, outcome: number) => boolean,
): Promise<HolderChange[]> {
  const known = new Map(news.map((one) => [one.market, one]))
  const all = await OUTCOMES.all(sql, { markets: [...known.keys()], least: LEAST_SUPPLY })
  const outcomes = all.filter(({ market, outcome }) => asked(known.get(market)?.topic ?? '', outcome))
  if (outcomes.length === 0) return []
  const hidden = await hiddenTraders(sql)
  const changes: HolderChange[] = []
  for (const outcome of outcomes) {
    const { topic = '', from = 0 } = known.get(outcome.market) ?? {}
    changes.push(...(await changesOf(sql, { ...outcome, topic }, from, hidden)))
  }
  return changes
}

async function changesOf(
  sql: Sql,
  outcome: OutcomeHeld,
  from: Seconds,
  hidden: ReadonlySet<number>,
): Promise<HolderChange[]> {
  const { token, supply } = outcome
  const newest = await NEWEST.get(sql, { token })
  if (newest === undefined) return []
  const changes: HolderChange[] = []
  for (const held of await holdersOf(sql, token, supply)) {
    const { trader, shares, seq } = held
    const told = knownPart(held.told, shares, supply)
    if (told === held.told) continue
    // The wallet's own event, or the one that changed the outcome's supply.
    const event = held.time >= from ? held : newest
    const isNews = told > held.told && !hidden.has(trader)
    const fact = isNews ? await factOf(sql, outcome, { ...held, told }, held.told, event) : null
    changes.push({ token, trader, seq: seq + 1, told, ...newest, fact })
  }
  return changes
}

async function holdersOf(sql: Sql, token: number, supply: MicroShares): Promise<Held[]> {
  const known = (await KNOWN.all(sql, { token })).map((one) => ({ ...one, shares: one.shares ?? 0 }))
  const names = new Set(known.map(({ trader }) => trader))
  const largest = await LARGEST.all(sql, { token, least: leastOf(supply) })
  const others = largest.filter(({ trader }) => !names.has(trader))
  return [...known, ...others.map((one) => ({ ...one, told: 0, seq: 0 }))]
}

/** The fewest shares that may be a {@link LEAST_PART} of an outcome's. */
function leastOf(supply: MicroShares): MicroShares {
  return Math.floor((supply / SHARE_PARTS) * LEAST_PART)
}

const WHO = statement((from, { trader }: { trader: number }) =>
  from(TRADERS).select('address', 'username as name').where('id', trader),
)
const FILL_TX = statement((from, { key, time }: { key: number; time: Seconds }) =>
  from(FILLS).select('tx').where('key', key).where('time', time).limit(1),
)
const MOVEMENT_TX = statement((from, { key }: { key: number }) =>
  from(MOVEMENTS).select('tx').where('key', key).limit(1),
)

async function factOf(
  sql: Sql,
  outcome: OutcomeHeld,
  { trader, shares, told }: Held,
  low: number,
  { time, key }: { time: Seconds; key: number },
): Promise<MarketFact | null> {
  const who = await WHO.get(sql, { trader })
  if (who === undefined) return null
  const { topic, condition, name, question, slug, category, supply } = outcome
  const bytes =
    (await FILL_TX.get(sql, { key, time }))?.tx ?? (await MOVEMENT_TX.get(sql, { key }))?.tx ?? null
  const tx = hashText(bytes)
  const id = noticeId(condition, outcome.outcome, 'HOLDS', who.address, told, tx ?? key)
  const notice: HolderNotice = {
    id,
    kind: 'HOLDS',
    time,
    condition,
    outcome: name,
    question,
    slug,
    category,
    trader: who,
    shares,
    share: partOf(shares, supply) / SHARE_PARTS,
    tx,
  }
  return { id, topic, time, key, low, high: told, news: { message: notice, outcome: outcome.outcome } }
}

/** Writes changes of known holders and their notices; a newer row of another look is kept. */
export async function addHolderChanges(tx: Sql, changes: readonly HolderChange[]): Promise<void> {
  const columns = {
    token_id: changes.map(({ token }) => token),
    trader_id: changes.map(({ trader }) => trader),
    seq: changes.map(({ seq }) => seq),
    told: changes.map(({ told }) => told),
    time: changes.map(({ time }) => time),
    key: changes.map(({ key }) => key),
  }
  const fresh = await tx.insertNew(KNOWN_HOLDERS, columns, changes.length)
  await addNotices(
    tx,
    changes.flatMap(({ fact }, i) => (fresh[i] === 1 && fact !== null ? [fact] : [])),
  )
}

const OUTCOME = statement((from, given: { condition: string; outcome: number }) =>
  from(as(CONDITIONS, 'c'))
    .join(as(TOKENS, 'k'), 'k.condition_id', 'c.id')
    .leftJoin(as(TOKEN_HOLDINGS, 'h'), 'h.token_id', 'k.id')
    .select('k.id as token', 'h.shares as supply')
    .where('c.condition', given.condition)
    .where('k.outcome', given.outcome),
)
const DROP = statement((from, { token }: { token: number }) =>
  from(KNOWN_HOLDERS).where('token_id', token).delete(),
)

/**
 * Marks the current holders of an outcome as known, in the transaction that writes a follow and before it
 * does, so that only later changes notify.
 */
export async function beginHolders(
  tx: Sql,
  { condition, outcome, now }: { condition: string; outcome: number; now: Seconds },
): Promise<void> {
  const held = await OUTCOME.get(tx, { condition, outcome })
  if (held === undefined) return
  const { token, supply } = held
  await DROP.run(tx, { token })
  if (supply === null || supply < LEAST_SUPPLY) return
  const largest = await LARGEST.all(tx, { token, least: leastOf(supply) })
  const columns = {
    token_id: largest.map(() => token),
    trader_id: largest.map(({ trader }) => trader),
    seq: largest.map(() => 0),
    told: largest.map(({ shares }) => knownPart(0, shares, supply)),
    time: largest.map(() => now),
    // A reverted block retracts nothing.
    key: largest.map(() => Number.MIN_SAFE_INTEGER),
  }
  await tx.insertNew(KNOWN_HOLDERS, columns, largest.length)
}

const RETRACT = statement((from, { key }: { key: number }) =>
  from(KNOWN_HOLDERS).where('key', '>=', key).delete(),
)
/**
 * Once the next row is older than that time, no block can be reverted before it, so the row ahead of it is
 * not needed.
 */
const settled = (from: From, before: Seconds) =>
  from(as(KNOWN_HOLDERS, 'n'))
    .select(from.raw('1'))
    .whereColumn('n.token_id', 'known_holders.token_id')
    .whereColumn('n.trader_id', 'known_holders.trader_id')
    .whereColumn('n.seq', '>', 'known_holders.seq')
    .where('n.time', '<', before)
const FORGET = statement((from, { before }: { before: Seconds }) =>
  from(KNOWN_HOLDERS)
    .where('time', '<', before)
    .where((any) => any.where('told', 0).orWhere(from.raw('EXISTS ?', [settled(from, before)])))
    .delete(),
)

/** Takes back what rests on events from a key on: what was known before is known again. */
export async function retractHolders(tx: Sql, key: number): Promise<void> {
  await RETRACT.run(tx, { key })
}

/** Forgets what was known before a time and is not any more. */
export async function forgetHolders(sql: Sql, before: Seconds): Promise<void> {
  await FORGET.run(sql, { before })
}
