/**
 * A text without the URLs in it, which may hold passwords, for sentences and log lines. Looks for one at the beginnings
 * of words alone: a long word is read once.
 */
export function withoutUrls(text: string): string {
  return text.replaceAll(/\b\w+:\/\/\S+/g, '<url>')
}
