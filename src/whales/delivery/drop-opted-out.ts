import type { BoardNotice } from '../../follows/leaderboards/board-notice.ts'
import type { MarketNotice } from '../../follows/markets/market-notice.ts'
import type { WalletNotice } from '../../follows/wallets/wallet-notice.ts'
import type { Address } from '../../ledger/quantities.ts'
import { optedOutAmong } from '../../store/accounts/opted-out.ts'
import { dropWaiting, rewriteWaiting, type WaitingAlert } from '../../store/alerts/alert-outbox.ts'
import type { Sql } from '../../store/engine/database.ts'
import type { DeliverableAlert } from './deliverable-alert.ts'

/** What messages are made of: a whale alert, or a notice of what an account follows. */
export type Deliverable = DeliverableAlert | WalletNotice | MarketNotice | BoardNotice

/** One that waits in the outbox. */
export type Waiting = WaitingAlert<Deliverable>

/**
 * Takes traders who opted out since it was written out of what waits: some waits for hours.
 * @returns how many rows of the outbox it changed, which have to be read again
 */
export async function dropOptedOut(tx: Sql, waiting: readonly Waiting[]): Promise<number> {
  const named = new Set(waiting.flatMap(({ alert }) => tradersIn(alert)))
  const hidden = await optedOutAmong(tx, [...named])
  if (hidden.size === 0) return 0
  const concerned = waiting.filter(({ alert }) => tradersIn(alert).some((trader) => hidden.has(trader)))
  for (const { channelId, alert } of concerned) {
    const left = without(alert, hidden)
    if (left === null) await dropWaiting(tx, channelId, alert.id)
    else await rewriteWaiting(tx, channelId, left)
  }
  return concerned.length
}

function tradersIn(alert: Deliverable): Address[] {
  if ('leaderboard' in alert) return [...alert.entered, ...alert.left].map(({ address }) => address)
  return 'trader' in alert ? [alert.trader.address] : []
}

/** Null where nothing is left to tell of. */
function without(alert: Deliverable, hidden: ReadonlySet<Address>): Deliverable | null {
  if (!('leaderboard' in alert)) return null
  const [entered, left] = [alert.entered, alert.left].map((moves) =>
    moves.filter(({ address }) => !hidden.has(address)),
  )
  if (entered === undefined || left === undefined || entered.length + left.length === 0) return null
  return { ...alert, entered, left }
}
