import { z } from 'zod'
import { characterCount } from '../../character-count.ts'

/** A whole number within bounds, both included. */
export function intBetween(low: number, high: number) {
  const error = `must be a whole number from ${low} to ${high}`
  return z.int({ error }).min(low, { error }).max(high, { error })
}

/** A text of at most so many characters. */
export function textUpTo(length: number) {
  const error = `must have at most ${length} characters`
  return z.string().refine((text) => characterCount(text) <= length, { error })
}
