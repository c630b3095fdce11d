import type { LedgerEvent } from '../../../src/ledger/event.ts'
import type { Address } from '../../../src/ledger/quantities.ts'

/** Makes amounts large enough for the boards that ask for a volume. */
const SCALE = 16

/** The same event of larger amounts between the wallets of a group: each group has its own wallet for each. */
export function inGroup(event: LedgerEvent, group: number): LedgerEvent {
  const ofGroup = (address: Address) => `${address.slice(0, -2)}${group}${address.slice(-1)}` as Address
  const scaled = { ...event }
  if ('owner' in scaled) scaled.owner = ofGroup(scaled.owner)
  if ('amount' in scaled) scaled.amount *= SCALE
  if (scaled.kind === 'FILL')
    Object.assign(scaled, { shares: scaled.shares * SCALE, usd: scaled.usd * SCALE })
  if (scaled.kind === 'TRANSFER')
    Object.assign(scaled, { from: ofGroup(scaled.from), to: ofGroup(scaled.to) })
  if (scaled.kind === 'REDEEM') {
    const amounts = scaled.amounts?.map((amount) => amount * SCALE) ?? null
    Object.assign(scaled, { amounts, payout: scaled.payout * SCALE })
  }
  return scaled
}
