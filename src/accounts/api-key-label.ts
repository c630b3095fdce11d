import { isPlainText } from '../text.ts'

const MAX_LENGTH = 100

/** The rule for a key's name, as a phrase that completes "a key's name has". */
export const KEY_LABEL_RULE = `1 to ${MAX_LENGTH} characters, and no control characters`

export function isKeyLabel(text: string): boolean {
  return isPlainText(text) && text.trim() !== '' && [...text].length <= MAX_LENGTH
}
