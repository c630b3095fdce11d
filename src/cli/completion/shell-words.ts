/** Quotes any text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w=/:.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** A list of literal patterns for a shell's `case`. */
export function shellPatterns(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join('|')
}
