/** Our API keys and the tokens of signed links, well-formed or not. */
const API_KEYS = /pq_(?:live|link)_\w*/gi

/**
 * Parts of base64url with dots between them. Each is read from its own beginning: without the look-behind, every place
 * of a long part would read the rest of it again.
 */
const DOTTED = /(?<![\w-])[\w-]+(?:\.[\w-]+)+\.?/g
/** Where a part begins to be a JSON object, as a signed token's first one does. */
const OBJECT = /(?<![a-z0-9])eyJ[\w-]/i

/** Found in the first pass over nearly no text. */
const MAYBE = /pq_li|eyJ/i

/**
 * A text without the API keys and signed tokens in it, whole or cut off, for log lines and refusals: callers put
 * credentials in every place where they do not belong, and a sentence that quotes the place would carry them on. Takes
 * time in proportion to the text's length, whatever the text.
 */
export function hideSecrets(text: string): string {
  if (!MAYBE.test(text)) return text
  return text.replaceAll(API_KEYS, '…').replaceAll(DOTTED, withoutToken)
}

/** Whether a text holds an API key, or a signed token of three parts. */
export function holdsSecret(text: string): boolean {
  if (!MAYBE.test(text)) return false
  if (text.search(API_KEYS) >= 0) return true
  for (const [dotted] of text.matchAll(DOTTED)) {
    const start = tokenStart(dotted)
    if (start !== null && dotted.slice(start).split('.', 3).length === 3) return true
  }
  return false
}

/** Everything after a token's first part may belong to it. */
function withoutToken(dotted: string): string {
  const start = tokenStart(dotted)
  return start === null ? dotted : `${dotted.slice(0, start)}…`
}

/** Where a token begins in {@link DOTTED} parts: in any part but the last. */
function tokenStart(dotted: string): number | null {
  const start = dotted.search(OBJECT)
  return start >= 0 && dotted.indexOf('.', start) >= 0 && dotted.indexOf('.', start) < dotted.length - 1
    ? start
    : null
}
