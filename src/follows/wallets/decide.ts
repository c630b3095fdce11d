import type { EffectCause, NoticeKind, WalletNotice } from '../../delivery/notices.ts'
import { type Hash, MICRO, mulDivFloor } from '../../ledger/quantities.ts'
import { comparePlaces, type Place } from '../../store/ledger/place.ts'
import type { NamedOutcome, NamedTrader } from '../names.ts'
import { noticeId } from '../notices.ts'
import type { WalletEffect } from './wallet-effects.ts'

/** A decision: to take shares, sell some or the last ones, or hold them when the market resolves. */
export type Deed = 'IN' | 'OUT' | 'CLOSE' | 'RESOLVED'

/** A decision of a wallet on one outcome: its events of one kind within five minutes of the first. */
export interface WalletDecision {
  id: string
  trader: number
  token: number
  deed: Deed
  first: Place
  last: Place
  /** Shares before are those before its first event, shares after those after its last. */
  sums: Pick<WalletEffect, 'shares' | 'usd' | 'realized' | 'before' | 'after'> & { causes: EffectCause[] }
  notice: WalletNotice
}

/** Events of one kind on one position within this of the first are one decision. */
export const DECISION_SECONDS = 300

export interface DecisionNames {
  outcomes: ReadonlyMap<number, NamedOutcome>
  traders: ReadonlyMap<number, NamedTrader>
}

/** Decisions that are new, and such that have grown since they were written. */
export interface Decided {
  fresh: WalletDecision[]
  grown: { decision: WalletDecision; from: Place }[]
}

/**
 * Groups events into decisions: events of one wallet, outcome and direction within five minutes of the first
 * are one. The event that removes the last shares is a decision of its own, because followers need to see an
 * exit, unless it has the same time as the others; so are shares bought after it. Events that a decision
 * already counts change nothing, and neither do late ones, which precede others of it.
 * @param effects in the ledger's order
 * @param known decisions on the same positions that began within five minutes before the first effect or
 * later
 */
export function decide(
  effects: readonly WalletEffect[],
  known: readonly WalletDecision[],
  names: DecisionNames,
): Decided {
  const byPosition = Map.groupBy(known, positionOf)
  const from = new Map<WalletDecision, Place>()
  const fresh = new Set<WalletDecision>()
  for (const effect of effects) {
    const deed = deedOf(effect)
    const list = byPosition.get(positionOf(effect)) ?? []
    byPosition.set(positionOf(effect), list)
    const open = list.findLast((one) => one.deed === deed && isNear(one, effect))
    if (open && comparePlaces(effect, open.last) <= 0) continue
    if (open && !endsBefore(open, effect)) {
      if (!fresh.has(open) && !from.has(open)) from.set(open, open.last)
      Object.assign(open, grownBy(open, effect, names))
      continue
    }
    const out =
      deed === 'CLOSE'
        ? list.findLast((one) => one.deed === 'OUT' && fresh.has(one) && isNear(one, effect))
        : undefined
    const decision = out ? closedBy(out, effect, names) : begun(deed, effect, names)
    if (out) {
      fresh.delete(out)
      list.splice(list.indexOf(out), 1)
    }
    fresh.add(decision)
    list.push(decision)
  }
  return { fresh: [...fresh], grown: [...from].map(([decision, place]) => ({ decision, from: place })) }
}

function positionOf({ trader, token }: { trader: number; token: number }): string {
  return `${trader} ${token}`
}

function deedOf({ cause, side, before, after }: WalletEffect): Deed {
  if (cause === 'RESOLUTION') return 'RESOLVED'
  if (side === 'BUY') return 'IN'
  // Some shares came in before the ledger began, so it is unknown whether these were the last.
  return after === 0 && before > 0 ? 'CLOSE' : 'OUT'
}

function isNear({ first }: WalletDecision, { time }: Place): boolean {
  return Math.abs(time - first.time) < DECISION_SECONDS
}

/** A position that was closed in between is opened again. */
function endsBefore({ deed, sums }: WalletDecision, { before, side }: WalletEffect): boolean {
  return deed === 'IN' ? side === 'BUY' && before === 0 && sums.after > 0 : deed === 'CLOSE'
}

type Bare = Omit<WalletDecision, 'notice'>

function begun(deed: Deed, effect: WalletEffect, names: DecisionNames): WalletDecision {
  const { time, key, item, trader, token, shares, usd, realized, before, after, cause } = effect
  const place = { time, key, item }
  const sums = { shares, usd, realized, before, after, causes: [cause] }
  const tx = effect.tx === null ? null : (`0x${Buffer.from(effect.tx).toString('hex')}` as Hash)
  const address = names.traders.get(trader)?.address ?? ''
  const id = noticeId(address, token, deed, tx ?? key)
  return noticed({ id, trader, token, deed, first: place, last: place, sums }, tx, names)
}

function grownBy(decision: WalletDecision, effect: WalletEffect, names: DecisionNames): WalletDecision {
  const { time, key, item, shares, usd, realized, after, cause } = effect
  const { sums, notice, ...bare } = decision
  const grown = {
    shares: sums.shares + shares,
    usd: sums.usd + usd,
    realized: sums.realized + realized,
    before: sums.before,
    after,
    causes: [...new Set([...sums.causes, cause])],
  }
  return noticed({ ...bare, last: { time, key, item }, sums: grown }, notice.tx, names)
}

/** Shares sold just before the last ones are part of the same notice. */
function closedBy(out: WalletDecision, effect: WalletEffect, names: DecisionNames): WalletDecision {
  const { notice, ...grown } = grownBy(out, effect, names)
  const { id } = begun('CLOSE', effect, names)
  return noticed({ ...grown, id, deed: 'CLOSE' }, notice.tx, names)
}

function noticed(bare: Bare, tx: Hash | null, { outcomes, traders }: DecisionNames): WalletDecision {
  const { id, trader, token, deed, last, sums } = bare
  const named = outcomes.get(token)
  const who = traders.get(trader)
  if (who === undefined) throw new Error(`trader ${trader} has no name`)
  const { shares, usd, realized, after, causes } = sums
  const notice: WalletNotice = {
    id,
    kind: kindOf(deed, sums.before),
    time: last.time,
    trader: { address: who.address, name: who.name },
    outcome: named?.outcome ?? null,
    question: named?.question ?? null,
    slug: named?.slug ?? null,
    condition: named?.condition ?? null,
    category: named?.category ?? null,
    causes,
    shares,
    usd,
    price: shares === 0 ? null : mulDivFloor(usd, MICRO, shares),
    realized: deed === 'IN' ? null : realized,
    held: after,
    tx,
  }
  return { ...bare, notice }
}

function kindOf(deed: Deed, before: number): NoticeKind {
  if (deed === 'IN') return before === 0 ? 'OPENED' : 'ADDED'
  return ({ OUT: 'REDUCED', CLOSE: 'CLOSED', RESOLVED: 'RESOLVED' } as const)[deed]
}
