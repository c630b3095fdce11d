import { comparePlaces, type Place } from './place.ts'

/** Events that take their turn among others. */
export interface Turns {
  /** Applies those that come before a place and were not applied yet. */
  before(place: Place): void
  /** Applies those that are left. */
  rest(): void
}

/**
 * The one order of the ledger for two kinds of events: before each event of one kind, those of the other that come first.
 * @param events in the ledger's order
 */
export function inTurn<Event extends Place>(
  events: readonly Event[],
  apply: (event: Event, n: number) => void,
): Turns {
  let next = 0
  return {
    before(place) {
      for (let event = events[next]; event && comparePlaces(event, place) < 0; event = events[next])
        apply(event, next++)
    },
    rest() {
      for (let event = events[next]; event; event = events[next]) apply(event, next++)
    },
  }
}
