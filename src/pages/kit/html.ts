import { raw, html as template } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString

/** The place in a page's head of the choice of its day and of its links, which the frame has. */
export const VIEW_ACTIONS = raw('<!--view-->')

/** A value in a template; null, undefined and false show nothing. */
export type Part = Html | string | number | null | undefined | false | readonly Part[]

/** A template of HTML: values are escaped, unless they come from a template themselves. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const made = template(strings, ...parts)
  if (made instanceof Promise) throw new TypeError('No part of a template is a promise.')
  return made
}
