import { printEventLine } from '../../../src/sources/files/print-event-line.ts'
import { recordsOf } from '../../support/worlds.ts'

/** A small simulated world as event lines, one string each without its newline: real enough to rank traders by. */
export function eventLines(): string[] {
  return recordsOf('days').map(printEventLine)
}

/** How many of the lines are ledger events rather than words about markets and traders. */
export function countEvents(lines: readonly string[]): number {
  return lines.filter((line) => !/^\{"kind":"(MARKET|TRADER)"/.test(line)).length
}
