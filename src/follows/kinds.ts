import { wrongArgument } from '../errors.ts'
import { addressOf } from '../ledger/quantities.ts'
import type { ValueLimits } from '../value-limits.ts'
import type { AnyKind } from './follow.ts'
import { EVENT } from './kinds/event.ts'
import { LEADERBOARD } from './kinds/leaderboard.ts'
import { MARKET } from './kinds/market.ts'
import { RULE } from './kinds/rule.ts'
import { SCREEN } from './kinds/screen.ts'
import { TRADES } from './kinds/trades.ts'
import { WALLET } from './kinds/wallet.ts'

export const FOLLOW_KINDS: readonly AnyKind[] = [WALLET, MARKET, LEADERBOARD, EVENT, TRADES, SCREEN, RULE]

const BY_NAME = new Map(FOLLOW_KINDS.map((kind) => [kind.name, kind]))

/** The kind that a follow or a notice names. */
export function kindNamed(name: string): AnyKind {
  const kind = BY_NAME.get(name)
  if (kind === undefined) throw new Error(`there is no kind of follow ${name}`)
  return kind
}

export const GIVEN_TOPIC: ValueLimits = {
  pattern: `^(?:(?:${FOLLOW_KINDS.map(({ name }) => name).join('|')}):.{1,200}|0[xX][0-9a-fA-F]{40})$`,
  form: `a kind and a name, such as ${FOLLOW_KINDS.map(({ name, subject }) => `${name}:${subject.placeholder}`).join(', ')}, or the address of a wallet`,
}

/**
 * The kind of a topic that a caller gives, and what of it: `market:` and a slug. An address alone is a wallet.
 * @throws PequodError BAD_USER_INPUT for a text that no topic begins with
 */
export function givenTopic(text: string): { kind: AnyKind; text: string } {
  const [name = '', ...rest] = text.split(':')
  const kind = BY_NAME.get(name)
  if (kind !== undefined && rest.join(':') !== '') return { kind, text: rest.join(':') }
  if (addressOf(text.toLowerCase()) !== null) return { kind: kindNamed('wallet'), text }
  const names = FOLLOW_KINDS.map((one) => `${one.name}:`).join(', ')
  throw wrongArgument('topic', `must begin with one of ${names}, or be an address`)
}
