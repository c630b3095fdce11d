import type { LedgerEvent } from '../../ledger/event.ts'

/** A ledger event that is not a fill. */
export type MovementKind = Exclude<LedgerEvent['kind'], 'FILL'>

/** How a kind is written in the store. A number, once released, keeps its meaning. */
export const MOVEMENT_CODES: Readonly<Record<MovementKind, number>> = {
  SPLIT: 1,
  MERGE: 2,
  CONVERT: 3,
  RESOLVE: 4,
  REDEEM: 5,
  TRANSFER: 6,
  INCOME: 7,
}

const KINDS = new Map(Object.entries(MOVEMENT_CODES).map(([kind, code]) => [code, kind as MovementKind]))

/** The kind that a number in the store means. */
export function movementKind(code: number): MovementKind {
  const kind = KINDS.get(code)
  if (kind === undefined) throw new RangeError(`the store holds a movement of unknown kind ${code}`)
  return kind
}
