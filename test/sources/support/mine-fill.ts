import type { Address } from '../../../src/ledger/quantities.ts'
import { hash } from '../../chain/support/encoded-logs.ts'
import type { Anvil } from './anvil.ts'
import type { Venue } from './venue.ts'

/** Mines one fill of a wallet, $700,000 for a million shares, and one block upon it. */
export async function mineFill(
  { anvil, venue }: { anvil: Anvil; venue: Venue },
  trader: Address,
): Promise<void> {
  const token = BigInt(hash('a token that matters')).toString()
  const terms = [hash(trader), trader, venue.addressOf('ExchangeV2'), 0, token, 700_000_000_000, 1e12, 0]
  await venue.send([{ to: 'ExchangeV2', call: 'fill', args: terms }])
  await anvil.call('anvil_mine', '0x2')
}
