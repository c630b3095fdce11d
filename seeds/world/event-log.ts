import type { EventPlace, LedgerEvent } from '../../src/ledger/event.ts'
import type { Seconds } from '../../src/ledger/quantities.ts'
import { simulatedHash } from '../traders/identifiers.ts'
import { blockAt } from './calendar.ts'

type Unplaced<E> = E extends LedgerEvent ? Omit<E, keyof EventPlace> : never

/** An event without its place in the chain. */
export type UnplacedEvent = Unplaced<LedgerEvent>

/** The simulated chain's end: gives each event its block, log index and transaction. */
export interface EventLog {
  /** Starts the next transaction; times never decrease. Throws a RangeError when one does. */
  begin(time: Seconds): void
  /** Adds an event to the transaction, right after the one before it. */
  append(event: UnplacedEvent): void
  /** Takes what was added since the last call, in chain order. */
  drain(): LedgerEvent[]
}

/** An empty log. Transactions of one block leave gaps between their logs, as other contracts' logs would. */
export function createEventLog(seed: number): EventLog {
  let pending: LedgerEvent[] = []
  let place = { block: 0, logIndex: 0, tx: simulatedHash(seed, 'transaction/0'), time: 0 }
  let transactions = 0
  return {
    begin(time) {
      if (time < place.time)
        throw new RangeError('A simulated transaction is earlier than the one before it.')
      transactions++
      const block = blockAt(time)
      const logIndex = block === place.block ? place.logIndex + 4 : (transactions * 7) % 61
      place = { block, logIndex, tx: simulatedHash(seed, `transaction/${transactions}`), time }
    },
    append(event) {
      pending.push({ ...event, ...place })
      place.logIndex++
    },
    drain() {
      const taken = pending
      pending = []
      return taken
    },
  }
}
