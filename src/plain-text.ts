/**
 * Whether a text has only characters that can be typed, shown and stored alike on both engines: no control characters,
 * of which PostgreSQL takes no NUL, and no half of a surrogate pair, which is stored as another character. No name, id,
 * cursor or address of ours has any.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}
