import type { StanceNotice } from '../../delivery/notices.ts'
import { type ConditionId, type MicroUsd, mulDivFloor, type Seconds } from '../../ledger/quantities.ts'
import { readStancesIn, readView } from '../../smart-money/views.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import { CONDITIONS, MARKETS, TOKENS } from '../../store/tables.ts'
import type { SnapshotLook } from '../follow.ts'
import { addNotices, keyOf, noticeId } from '../notices.ts'
import { type Known, knownOf, moveKnown } from '../watch-cursor.ts'
import type { MarketFact } from './market-prices.ts'
import { LEAST_OF_SIDE } from './market-rules.ts'

/** The cohort whose stance notifies: the default of `Market.smartMoney`. */
export const STANCE_COHORT = 'top-pnl'
/** Markets read in one transaction, to bound the wait of other writers. */
const PAGE = 500

/** A side of a market of two outcomes. */
type StanceSide = 'YES' | 'NO'

const FACTS = statement((from, { conditions }: { conditions: readonly string[] }) =>
  from(as(CONDITIONS, 'c'))
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'c.id')
    .select('c.id as market', 'c.condition', 'm.question', 'm.slug', 'm.category')
    .whereAnyOf('c.condition', 'text', conditions),
)
const NAMES = statement((from, { markets }: { markets: readonly number[] }) =>
  from(TOKENS)
    .select('condition_id as market', 'outcome_name as name')
    .whereAnyOf('condition_id', 'int', markets)
    .orderBy('outcome'),
)

/** A cohort's stance in a market at a snapshot, and the names of the market. */
interface MarketStance {
  condition: ConditionId
  question: string | null
  slug: string | null
  category: string | null
  /** The outcomes' names in order, null if unknown. */
  outcomes: readonly (string | null)[]
  stance: Stance
}

/** A stance: null where too few members hold the market. */
type Stance = { members: number; yesValue: MicroUsd; value: MicroUsd } | null

/**
 * Looks at the stances of smart money in followed markets at a snapshot, once they are computed, and writes a notice where one has
 * changed sides since followers were notified.
 */
export async function watchStances({ db, snapshot, time, topics }: SnapshotLook): Promise<void> {
  for (let i = 0; i < topics.length; i += PAGE) {
    const page = topics.slice(i, i + PAGE)
    const read = await db.view((sql) => readStances(sql, snapshot, page))
    if (read === null) return
    await db.transaction(async (tx) => {
      for (const { known, market } of read) {
        const side = (market?.stance && sideOf(market.stance)) ?? known.state
        const isMoved = await moveKnown(tx, known, snapshot, side)
        const isTurned = isMoved && known.state !== null && side !== null && side !== known.state
        if (isTurned && market) await addNotices(tx, [factOf(known.topic, market, { side, snapshot, time })])
      }
    })
  }
}

/** Null where the snapshot's stances are not computed yet. */
async function readStances(sql: Sql, snapshot: number, topics: readonly string[]) {
  const view = await readView(sql, STANCE_COHORT, snapshot)
  if (view === null) return null
  const facts = await FACTS.all(sql, { conditions: topics.map(keyOf) })
  const ids = facts.map(({ market }) => market)
  const stances = new Map((await readStancesIn(sql, view, ids)).map((one) => [one.market, one]))
  const names = Map.groupBy(await NAMES.all(sql, { markets: ids }), ({ market }) => market)
  const markets = new Map(
    facts.map(({ market, ...fact }): [string, MarketStance] => {
      const outcomes = (names.get(market) ?? []).map(({ name }) => name)
      return [fact.condition, { ...fact, outcomes, stance: stances.get(market) ?? null }]
    }),
  )
  return (await knownOf<StanceSide>(sql, topics)).map((known: Known<StanceSide>) => {
    return { known, market: markets.get(keyOf(known.topic)) }
  })
}

/** Returns the side with {@link LEAST_OF_SIDE} or more of a cohort's value; null between the two. */
function sideOf({ yesValue, value }: NonNullable<Stance>): StanceSide | null {
  if (mulDivFloor(yesValue, 1_000, value) >= LEAST_OF_SIDE) return 'YES'
  return mulDivFloor(value - yesValue, 1_000, value) >= LEAST_OF_SIDE ? 'NO' : null
}

function factOf(
  topic: string,
  { condition, question, slug, category, outcomes, stance }: MarketStance,
  { side, snapshot, time }: { side: StanceSide; snapshot: number; time: Seconds },
): MarketFact {
  const { members, yesValue, value } = stance ?? { members: 0, yesValue: 0, value: 1 }
  const [yes = null, no = null] = outcomes
  const [outcome, before] = side === 'YES' ? [yes, no] : [no, yes]
  const held = side === 'YES' ? yesValue : value - yesValue
  const id = noticeId(condition, 'TURNED', side, snapshot)
  const message: StanceNotice = {
    id,
    kind: 'TURNED',
    time,
    condition,
    outcome,
    question,
    slug,
    category,
    tx: null,
    side,
    before,
    share: mulDivFloor(held, 1_000, value) / 1_000,
    members,
  }
  // The notice depends on no event, so a reverted block retracts nothing: the next snapshot corrects it.
  return {
    id,
    topic,
    time,
    key: Number.MIN_SAFE_INTEGER,
    low: null,
    high: null,
    news: { message, outcome: null },
  }
}
