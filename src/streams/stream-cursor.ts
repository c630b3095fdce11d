import type { TailPlace } from '../store/trades/event-tail.ts'

/** The length of a cursor: three numbers. */
export const CURSOR_LENGTH = { minLength: 1, maxLength: 100 } as const

/** Writes a place as the cursor of an event. */
export function cursorOf({ undone, key, item }: TailPlace): string {
  return Buffer.from([undone, key, item].join('.')).toString('base64url')
}

/** Reads a cursor; null for a text that is none. */
export function placeOfCursor(text: string): TailPlace | null {
  const written = Buffer.from(text.slice(0, CURSOR_LENGTH.maxLength), 'base64url').toString()
  const [undone = -1, key = -2, item = -2] = written.split('.').map(Number)
  const place = { undone, key, item }
  const isPlace = Object.values(place).every(Number.isSafeInteger) && undone >= 0 && key >= -1
  return isPlace && cursorOf(place) === text ? place : null
}
