import type { IncomingMessage } from 'node:http'

/** True for a browser that follows a link: it asks for HTML, and is given a page where programs are given JSON. */
export function opensPage({ headers, method }: Pick<IncomingMessage, 'headers' | 'method'>): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true
}
