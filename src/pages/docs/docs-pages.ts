import { raw } from 'hono/html'
import { Marked, type Tokens } from 'marked'
import { anchorOf, readDocument } from '../../documents.ts'
import { type Html, html } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { ShellDocument } from '../operations.generated.ts'
import { definePage, type Page } from '../page.ts'

/** The documents that are pages, by the name of their file. */
const DOCUMENTS = [
  { name: 'methodology', title: 'Methodology', about: 'Definitions and formulas of every number.' },
  { name: 'api', title: 'API', about: 'GraphQL, REST, MCP and subscriptions, with examples.' },
  { name: 'operating', title: 'Operating', about: 'Running the service: configuration, storage, metrics.' },
  {
    name: 'notifications',
    title: 'Notifications',
    about: 'Notifications: what you are notified about, when, and how.',
  },
  { name: 'proofs', title: 'Proofs', about: 'Proofs of a trader’s state, and how to check them.' },
  { name: 'files', title: 'Files', about: 'The sealed ledger and exports.' },
] as const

/** `/docs/methodology` and its like: the repository's documents as pages. */
export const DOCS_PAGES: readonly Page[] = DOCUMENTS.map(({ name, title, about }) => {
  let text: Html | null = null
  return definePage(ShellDocument, {
    path: `/docs/${name}`,
    name: `${name}Page`,
    parameters: {},
    async render() {
      text ??= raw(rendered(readDocument(name)))
      return {
        title,
        description: about,
        section: 'docs',
        isText: true,
        main: html`<nav class="tabs spaced" aria-label="Documents">${DOCUMENTS.map((one) => html`<a href="/docs/${one.name}"${current(one.name === name)}>${one.title}</a>`)}<a href="/docs">REST reference</a></nav>
        <article class="doc">${text}</article>`,
      }
    },
  })
})

/** Our own Markdown as HTML: headings and the rows of metrics can be linked to, links among documents lead to pages. */
function rendered(text: string): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }: Tokens.Heading): string {
        return `<h${depth} id="${anchorOf(title)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      html: () => '',
      link({ href, tokens }: Tokens.Link): string {
        const words = this.parser.parseInline(tokens)
        const to = pageOf(href)
        return to === null ? words : `<a href="${to}">${words}</a>`
      },
      table({ header, rows }: Tokens.Table): string {
        const inline = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens)
        const head = header
          .map((cell) => (cell.text === '' ? '<td></td>' : `<th scope="col">${inline(cell)}</th>`))
          .join('')
        const body = rows.map(
          (row) => `<tr${rowId(row)}>${row.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`,
        )
        const label = header.map(({ text: words }) => words).join(', ')
        return `<div class="table" role="region" tabindex="0" aria-label="${label}"><table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>\n`
      },
    },
  })
  return marked.parse(text, { async: false })
}

/** A row whose first cell is one name in code has an anchor of that name, as metrics do. */
function rowId([first]: readonly Tokens.TableCell[]): string {
  const name = /^`([a-zA-Z]+)`$/.exec(first?.text ?? '')?.[1]
  return name === undefined ? '' : ` id="${name}"`
}

/** Returns the target of a document's link on this service; null for a target only in the repository. */
function pageOf(href: string): string | null {
  if (href.startsWith('#') || href.startsWith('https://')) return href
  const [, name, anchor = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? []
  return DOCUMENTS.some((one) => one.name === name) ? `/docs/${name}${anchor}` : null
}
