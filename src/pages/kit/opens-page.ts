import type { IncomingMessage } from 'node:http'

/** Returns whether a browser follows a link: it accepts HTML, so it gets a page instead of JSON. */
export function opensPage({ headers, method }: Pick<IncomingMessage, 'headers' | 'method'>): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true
}
