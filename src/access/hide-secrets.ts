/** Our API keys, well-formed or not, and signed tokens: three parts of base64url, the first a JSON object. */
const SECRETS = /pq_live_[\w-]*|\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g

/**
 * A text without the API keys and signed tokens in it, for log lines and refusals: callers put credentials in every
 * place where they do not belong, and a sentence that quotes the place would carry them on.
 */
export function hideSecrets(text: string): string {
  // Nearly no text holds one, and looking for that is much cheaper than replacing.
  return text.includes('pq_live_') || text.includes('eyJ') ? text.replaceAll(SECRETS, '[hidden]') : text
}
