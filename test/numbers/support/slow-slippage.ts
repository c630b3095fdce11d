import type { FoldEvent } from '../../ledger/support/fold-events.ts'
import type { slowWorld } from '../../ledger/support/slow-fold.ts'

/** The slippage that each wallet's holding of each token carries, by the methodology's words for `copyable`. */
export type Slips = readonly (readonly bigint[])[]

type Terms = Extract<FoldEvent, { kind: 'FILL' }>['fill']
type State = ReturnType<typeof slowWorld>

/** The holding before and after an event. */
interface Step {
  state: State
  next: State
}

/** A copier's loss against the dollars of a fill. */
export function slippageOf({ side, shares, usd }: Terms): bigint {
  const worse = (2n * BigInt(usd) + 99n) / 100n
  const room = BigInt(Math.max(0, shares - usd))
  return side === 'BUY' && room < worse ? room : worse
}

/** The event as a copier lives it. */
export function copied(step: FoldEvent): FoldEvent {
  if (step.kind !== 'FILL') return step
  const { fill } = step
  const slippage = Number(slippageOf(fill))
  return { ...step, fill: { ...fill, usd: fill.usd + (fill.side === 'BUY' ? slippage : -slippage) } }
}

/** Slippage after an event, and the part that each wallet received from others, negative for one that sent it. */
export function slippedAfter(slips: Slips, step: FoldEvent, held: Step): { slips: Slips; moved: bigint[] } {
  const after = slips.map((tokens) => [...tokens])
  const moved = slips.map(() => 0n)
  const sharesAt = (state: State, wallet: number, token: number) => state[wallet]?.[token]?.shares ?? 0n
  /** Takes the part out that belongs to some of the shares that there were before. */
  const take = (wallet: number, token: number, shares: bigint, before: bigint): bigint => {
    const own = after[wallet]
    const all = own?.[token] ?? 0n
    const part = shares === 0n ? 0n : (all * shares) / before
    if (own) own[token] = all - part
    return part
  }
  const give = (wallet: number, token: number, slippage: bigint) => {
    const own = after[wallet]
    if (own && sharesAt(held.next, wallet, token) > 0n) own[token] = (own[token] ?? 0n) + slippage
  }
  const leave = (wallet: number, token: number) => {
    const before = sharesAt(held.state, wallet, token)
    const gone = before - sharesAt(held.next, wallet, token)
    return gone > 0n ? take(wallet, token, gone, before) : 0n
  }
  const move = (wallet: number, slippage: bigint) => {
    moved[wallet] = (moved[wallet] ?? 0n) + slippage
  }
  switch (step.kind) {
    case 'FILL':
      if (step.fill.side === 'BUY') give(step.wallet, step.token, slippageOf(step.fill))
      else leave(step.wallet, step.token)
      break
    case 'MERGE':
    case 'REDEEM':
      for (const outcome of [0, 1]) leave(step.wallet, 2 * step.question + outcome)
      break
    case 'RESOLVE':
      for (const tokens of after) tokens.fill(0n, 2 * step.question, 2 * step.question + 2)
      break
    case 'TRANSFER': {
      const part = step.from === null ? 0n : leave(step.from, step.token)
      if (step.from !== null) move(step.from, -part)
      if (step.to === null) break
      give(step.to, step.token, part)
      move(step.to, part)
      break
    }
    case 'CONVERT': {
      const { wallet } = step
      const no = step.questions.filter(({ converted }) => converted).map(({ question }) => 2 * question + 1)
      const yes = step.questions.filter(({ converted }) => !converted).map(({ question }) => 2 * question)
      const before = new Map(no.map((token) => [token, sharesAt(held.state, wallet, token)]))
      const sets = [...before.values()].reduce(
        (least, own) => (own < least ? own : least),
        BigInt(step.amount),
      )
      const carried = [...before].reduce((sum, [token, own]) => sum + take(wallet, token, sets, own), 0n)
      for (const [token, own] of before) {
        const rest = own - sets - sharesAt(held.next, wallet, token)
        move(wallet, rest > 0n ? -take(wallet, token, rest, own - sets) : 0n)
      }
      const each = yes.length === 0 ? 0n : carried / BigInt(yes.length)
      yes.forEach((token, i) => {
        give(wallet, token, i === 0 ? carried - each * BigInt(yes.length - 1) : each)
      })
      break
    }
    case 'SPLIT':
  }
  return { slips: after, moved }
}
