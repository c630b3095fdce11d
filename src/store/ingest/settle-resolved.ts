import { dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { dropUnsettled, firstUnsettled } from '../ledger/load-state.ts'
import { comparePlaces, type Place } from '../ledger/place.ts'
import type { PositionId } from '../ledger/position-day.ts'
import type { Condition, Conditions } from './conditions.ts'
import type { FoldSession } from './fold-session.ts'
import { type Entry, isLate } from './fold-state.ts'
import { readUnsettled } from './read-positions.ts'
import { readLots } from './write-positions.ts'

/*
 * A resolution that very many hold is settled in short transactions. The transaction that takes it settles the positions that it
 * has in hand and notes the condition. From then on a position with shares and without an event since the resolution is
 * unsettled: every reader settles it first, for an event or for the list of the rest.
 */

/** Settles those of some entries, just read, whose conditions resolved after their last events; but for resolutions that a batch brings. */
export async function settleRead(
  tx: Sql,
  session: FoldSession,
  conditions: Conditions,
  read: readonly Entry[],
  isComing: (condition: number) => boolean,
): Promise<void> {
  const byToken = await conditions.ofTokens(tx, [...new Set(read.map(({ token }) => token))])
  const unsettled = read.flatMap((entry) => {
    const condition = byToken.get(entry.token)
    if (!condition?.resolved || isComing(condition.id)) return []
    return entry.position.shares > 0 && isLate(entry, condition.resolved) ? { entry, condition } : []
  })
  await settle(tx, session, unsettled)
}

async function settle(
  tx: Sql,
  session: FoldSession,
  unsettled: readonly { entry: Entry; condition: Condition }[],
): Promise<void> {
  await readLots(
    tx,
    unsettled.map(({ entry }) => ({ entry, shares: Number.POSITIVE_INFINITY })),
  )
  for (const { entry, condition } of unsettled)
    if (condition.resolved) session.settle(entry, condition, condition.resolved)
}

/** How far what was left of resolutions is settled. */
export interface SettledUpTo extends PositionId {
  condition: number
  resolved: Place
}

/** Before every position. */
export const NOTHING_SETTLED: SettledUpTo = {
  condition: 0,
  resolved: { time: 0, key: 0, item: 0 },
  token: 0,
  trader: -1,
}

/**
 * Settles some of the positions that are left.
 * @returns how far it came, with the number and the day of what it settled; null where nothing was left
 */
export async function settleSome(
  tx: Sql,
  session: FoldSession,
  conditions: Conditions,
  { upTo, limit }: { upTo: SettledUpTo; limit: number },
): Promise<{ upTo: SettledUpTo; count: number; day: number } | null> {
  const id = await firstUnsettled(tx)
  if (id === null) return null
  await conditions.load(tx, [id])
  const condition = conditions.get(id)
  const { tokens, resolved } = condition
  // One that was taken back has nothing to settle; one that moved is settled from its first position on.
  const isSame = resolved !== null && upTo.condition === id && comparePlaces(upTo.resolved, resolved) === 0
  const after = isSame ? upTo : NOTHING_SETTLED
  const read =
    resolved === null
      ? []
      : await readUnsettled(tx, session, {
          tokens,
          ...resolved,
          token: after.token,
          trader: after.trader,
          limit,
        })
  const last = read.at(-1)
  if (resolved === null || last === undefined) {
    await dropUnsettled(tx, id)
    return { upTo: NOTHING_SETTLED, count: 0, day: 0 }
  }
  await settle(
    tx,
    session,
    read.map((entry) => ({ entry, condition })),
  )
  return {
    upTo: { condition: id, resolved, token: last.token, trader: last.trader },
    count: read.length,
    day: dayOf(resolved.time),
  }
}
