/** Our API keys, well-formed or not, and signed tokens, whole or cut off: parts of base64url, the first a JSON object. */
const SECRETS = /pq_live_\w*|\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/gi

/** Found in the first pass over nearly no text. */
const MAYBE = /pq_live_|eyJ/i

/**
 * A text without the API keys and signed tokens in it, for log lines and refusals: callers put credentials in every
 * place where they do not belong, and a sentence that quotes the place would carry them on.
 */
export function hideSecrets(text: string): string {
  return MAYBE.test(text) ? text.replaceAll(SECRETS, '…') : text
}
