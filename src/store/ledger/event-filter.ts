import type { Day, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { MovementKind } from './movement-row.ts'
import type { PlaceBound } from './place.ts'

/** Conditions on events; a read event meets each of them. A condition on a column of one kind narrows that kind alone. */
export interface EventFilter {
  /** Ids of tokens. */
  tokens?: readonly number[]
  /** Ids of those whose fills they are. */
  owners?: readonly number[]
  /** Movements: ids of conditions. */
  conditions?: readonly number[]
  /** Movements: without a condition. */
  withoutCondition?: boolean
  /** Movements: ids of neg-risk markets. */
  negRisk?: readonly number[]
  /** Movements: of these kinds. */
  kinds?: readonly MovementKind[]
  keys?: readonly number[]
  /** Exactly at one of these seconds. */
  times?: readonly Seconds[]
  /** On one of these UTC days. */
  days?: readonly Day[]
  /** At this second or later. */
  since?: Seconds
  /** Earlier than this second. */
  before?: Seconds
  /** Behind this place in the ledger's order; with an item, which fills do not have, for movements. */
  behind?: PlaceBound
  /** Ahead of this place in the ledger's order, likewise. */
  ahead?: PlaceBound
  /** At this place or ahead of it, likewise. */
  upTo?: PlaceBound
  /** With a key behind this one. */
  afterKey?: number
  /** With this key or one before it. */
  upToKey?: number
  /** The events of the chain only. */
  chain?: boolean
  /** Fills: 0 BUY, 1 SELL. */
  side?: number
  /** Fills: 0 MAKER, 1 TAKER. */
  role?: number
  /** Fills. */
  minUsd?: MicroUsd
  /** Fills. */
  usdBefore?: MicroUsd
}
