import type { AnyKind } from './follow.ts'
import { LEADERBOARD } from './kinds/leaderboard.ts'
import { MARKET } from './kinds/market.ts'
import { WALLET } from './kinds/wallet.ts'

/** Every kind of what can be followed. */
export const FOLLOW_KINDS: readonly AnyKind[] = [WALLET, MARKET, LEADERBOARD]

const BY_NAME = new Map(FOLLOW_KINDS.map((kind) => [kind.name, kind]))

/** The kind that a follow or a notice names. */
export function kindNamed(name: string): AnyKind {
  const kind = BY_NAME.get(name)
  if (kind === undefined) throw new Error(`there is no kind of follow ${name}`)
  return kind
}
