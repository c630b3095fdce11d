/** Text that is already HTML. */
export interface Html {
  readonly html: string
}

type Part = Html | readonly Html[] | string | number

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A template of HTML: whatever is put in is escaped, unless it came from a template itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: String.raw({ raw: strings }, ...parts.map(asHtml)) }
}

function asHtml(part: Part): string {
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(asHtml).join('')
  return String(part).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}
