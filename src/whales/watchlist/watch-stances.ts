import { type MicroUsd, mulDivFloor, type Seconds } from '../../ledger/quantities.ts'
import type { Database } from '../../store/engine/database.ts'
import type { MarketFact } from '../../store/watchlist/market-notices.ts'
import {
  moveStances,
  type StanceBehind,
  type StanceSide,
  stancesBehind,
} from '../../store/watchlist/market-stances.ts'
import type { StanceNotice } from './market-notice.ts'
import { noticeId } from './notice-id.ts'
import type { TellOptions } from './tell-followers.ts'
import { tellMarketFollowers } from './tell-market-followers.ts'

/** The cohort whose stance followers are told of: the one that `Market.smartMoney` shows unless another is asked for. */
export const STANCE_COHORT = 'top-pnl'
/** A side is the cohort's with so many thousandths of its value: what is between two sides changes none. */
export const LEAST_OF_SIDE = 600

/**
 * Looks at the stances of smart money in followed markets once a snapshot is published, and tells followers with Pro where one has
 * changed sides since they were told. Any number of processes may look at once, and what they find has the same ids.
 * @returns how many channels will be told
 */
export async function watchStances(db: Database, options: TellOptions): Promise<number> {
  let found = false
  for (;;) {
    const behind = await stancesBehind(db, STANCE_COHORT)
    if (behind === null) break
    const { snapshot, time, markets } = behind
    const moves = markets.map((market) => moveOf(market, snapshot, time))
    found ||= moves.some(({ fact }) => fact !== null)
    await db.transaction((tx) => moveStances(tx, snapshot, moves))
  }
  return found ? tellMarketFollowers(db, { nowMs: Date.now(), ...options }) : 0
}

function moveOf(behind: StanceBehind, snapshot: number, time: Seconds) {
  const { market, side: before, stance } = behind
  const side = (stance && sideOf(stance)) ?? before
  const fact =
    stance && before && side && side !== before ? factOf(behind, side, stance, snapshot, time) : null
  return { market, side, fact }
}

/** The side of which a cohort holds {@link LEAST_OF_SIDE} or more by value; null between the two. */
export function sideOf({ yesValue, value }: { yesValue: MicroUsd; value: MicroUsd }): StanceSide | null {
  if (mulDivFloor(yesValue, 1_000, value) >= LEAST_OF_SIDE) return 'YES'
  return mulDivFloor(value - yesValue, 1_000, value) >= LEAST_OF_SIDE ? 'NO' : null
}

function factOf(
  { market, condition, question, slug, category, outcomes }: StanceBehind,
  side: StanceSide,
  { members, yesValue, value }: NonNullable<StanceBehind['stance']>,
  snapshot: number,
  time: Seconds,
): MarketFact {
  const [yes = null, no = null] = outcomes
  const [outcome, before] = side === 'YES' ? [yes, no] : [no, yes]
  const held = side === 'YES' ? yesValue : value - yesValue
  const id = noticeId(condition, 'TURNED', side, snapshot)
  const notice: StanceNotice = {
    ...{ id, kind: 'TURNED', time, condition, outcome, question, slug, category, tx: null },
    ...{ side, before, share: mulDivFloor(held, 1_000, value) / 1_000, members },
  }
  // It rests on no event that a block takes back: the next snapshot tells.
  return { market, key: Number.MIN_SAFE_INTEGER, notice }
}
