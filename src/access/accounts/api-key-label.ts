import { isPlainText } from '../../text.ts'

/** The most characters of a key's name. */
const MAX_LENGTH = 100

/** What a key's name is, as a phrase that completes "a key's name has". */
export const KEY_LABEL_RULE = `1 to ${MAX_LENGTH} characters, and no control characters`

/** Whether a text can be a key's name, its owner's label for it. */
export function isKeyLabel(text: string): boolean {
  return isPlainText(text) && text.trim() !== '' && [...text].length <= MAX_LENGTH
}
