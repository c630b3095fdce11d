import { isPlainText } from '../../text.ts'

/** The most characters of an account's name; a token's subject is no longer either. */
const MAX_LENGTH = 255

/**
 * Why a text cannot be an account's name, as a sentence; null if it can. Names come from people and tokens: whatever
 * could not be typed, shown or stored alike on both engines is refused.
 */
export function accountNameProblem(name: string): string | null {
  if (name === '' || [...name].length > MAX_LENGTH)
    return `An account name has 1 to ${MAX_LENGTH} characters.`
  // A lone surrogate is stored as U+FFFD: two names would become one account.
  if (!isPlainText(name) || name.trim() !== name)
    return 'An account name has no control characters and no space at either end.'
  return null
}
