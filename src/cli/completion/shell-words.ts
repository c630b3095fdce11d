/** A text as one word of a POSIX shell, whatever it holds. */
export function shellWord(text: string): string {
  return /^[\w=/:.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** A list of patterns for a shell's `case`, each the text itself. */
export function shellPatterns(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join('|')
}
