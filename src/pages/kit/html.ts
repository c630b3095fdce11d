import { html as template } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Text that is already HTML. */
export type Html = HtmlEscapedString

/** What may be put into a template; nothing is shown for null, undefined and false. */
export type Part = Html | string | number | null | undefined | false | readonly Part[]

/** A template of HTML: whatever is put in is escaped, unless it came from a template itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const made = template(strings, ...parts)
  if (made instanceof Promise) throw new TypeError('No part of a template is a promise.')
  return made
}
