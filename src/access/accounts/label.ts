import { createHmac } from 'node:crypto'
import { type Day, dayText } from '../../ledger/quantities.ts'

/** The smallest number of a label, and how many there are: every number has 5 or 6 digits. */
const FIRST = 10_000
const COUNT = 990_000

/** A day's key, which reveals nothing about another day's. */
export function labelKey(secret: string | Uint8Array, day: Day): Uint8Array {
  return createHmac('sha256', secret)
    .update(`pequod label ${dayText(day)}`)
    .digest()
}

/**
 * The label of a trader whose identity is withheld: `Trader #` and 5 or 6 digits. The same for one text under one key;
 * without the key it reveals nothing about the text. Two texts may share a number.
 * @param key the day's, as {@link labelKey} makes it
 */
export function labelOf(what: string, key: Uint8Array): string {
  const mark = createHmac('sha256', key).update(what).digest()
  return `Trader #${FIRST + (mark.readUIntBE(0, 6) % COUNT)}`
}
