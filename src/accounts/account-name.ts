import { isPlainText } from '../text.ts'

/** Maximum characters; the same limit applies to a token's subject. */
const MAX_LENGTH = 255

/**
 * The problem with an account's name, as a sentence, or null. Names come from people and tokens: a text that could not
 * be typed, shown or stored alike on both engines is refused.
 */
export function accountNameProblem(name: string): string | null {
  if (name === '' || [...name].length > MAX_LENGTH)
    return `An account name has 1 to ${MAX_LENGTH} characters.`
  // A lone surrogate is stored as U+FFFD: two names would become one account.
  if (!isPlainText(name) || name.trim() !== name)
    return 'An account name has no control characters and no space at either end.'
  return null
}
