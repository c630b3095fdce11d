import { raw } from 'hono/html'
import { Marked, type Tokens } from 'marked'
import { anchorOf, readDocument, sectionsOf } from '../../documents.ts'
import { tagOf } from '../../rest/openapi/operation-object.ts'
import { CHANGES, ROUTES } from '../../rest/routes/routes.ts'
import { STREAMS } from '../../rest/routes/stream-routes.ts'
import { type Html, html } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { SearchPageDocument, ShellDocument } from '../operations.generated.ts'
import { type Ask, definePage, type Page, type PageContent } from '../page.ts'
import { createDocsSearch, type FoundParts } from './docs-search.ts'
import { SCHEMA_TYPES, schemaAddress, schemaEntries, schemaMarkdown } from './schema-reference.ts'
import { servedValues } from './served-values.ts'

/** The documents that are pages, by the name of their file. */
export const DOCUMENTS = [
  { name: 'guides', title: 'Guides', about: 'Tasks from start to end, each in a few lines.' },
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

/** The parts of a page of the docs beside its text. */
interface Place {
  /** The path of the page, of the tab that is marked. */
  path: string
  /** Links within the page. */
  contents?: readonly { href: string; words: string }[]
  /** The words that were searched for. */
  words?: string
}

/** Every page of the docs has the same navigation and the same search. */
function docsContent(
  { path, contents = [], words = '' }: Place,
  text: Html,
): Pick<PageContent, 'main' | 'section' | 'isText'> {
  const tabs = [
    ...DOCUMENTS.map(({ name, title }) => ({ to: `/docs/${name}`, title })),
    { to: SCHEMA_PATH, title: 'Schema' },
  ]
  return {
    isText: true,
    main: html`<nav class="tabs spaced" aria-label="Documents">${tabs.map(({ to, title }) => html`<a href="${to}"${current(to === path)}>${title}</a>`)}<a href="/docs">REST reference</a></nav>
      <form class="filters" role="search" aria-label="Docs" action="${SEARCH_PATH}"><label>Search the docs<input type="search" name="q" maxlength="100" value="${words}"></label><button class="button">Search</button></form>
      ${contents.length > 1 && html`<details class="menu"><summary>On this page</summary><ul class="plain">${contents.map(({ href, words: name }) => html`<li><a href="${href}">${name}</a></li>`)}</ul></details>`}
      <article class="doc">${text}</article>`,
  }
}

/** `/docs/methodology` and its like: the repository's documents as pages. */
const DOCUMENT_PAGES: readonly Page[] = DOCUMENTS.map(({ name, title, about }) => {
  let text: Html | null = null
  return definePage(ShellDocument, {
    path: `/docs/${name}`,
    name: `${name}Page`,
    parameters: {},
    async render() {
      text ??= raw(rendered(readDocument(name)))
      const contents = sectionsOf(readDocument(name)).map((section) => ({
        href: `#${section.anchor}`,
        words: section.title,
      }))
      return { title, description: about, ...docsContent({ path: `/docs/${name}`, contents }, text) }
    },
  })
})

/** Parameters of pages are in lower case. */
const TYPES_BY_WORD = new Map(SCHEMA_TYPES.map((name) => [name.toLowerCase(), name]))
const SCHEMA_PATH = '/docs/schema'
const SEARCH_PATH = '/docs/search'

/** `/docs/schema?type=Trader`: a type of GraphQL by field, with its tier and a query that runs. */
const SCHEMA_PAGE = definePage(ShellDocument, {
  path: SCHEMA_PATH,
  name: 'schemaPage',
  parameters: {},
  choices: { type: [...TYPES_BY_WORD.keys()] },
  async render({ given, ask }) {
    const type = TYPES_BY_WORD.get(given.type?.toLowerCase() ?? 'query') ?? 'Query'
    const contents = schemaEntries(type).map(({ name }) => ({ href: `#${anchorOf(name)}`, words: name }))
    const types = html`<details class="menu"><summary>All types</summary><ul class="plain">${SCHEMA_TYPES.map((name) => html`<li><a href="${schemaAddress(name)}">${name}</a></li>`)}</ul></details>`
    return {
      title: `${type} · GraphQL schema`,
      description: `${type} of the GraphQL schema: its fields, their tiers and examples.`,
      ...docsContent(
        { path: SCHEMA_PATH, contents },
        html`${types}${raw(rendered(schemaMarkdown(type, await servedValues(ask))))}`,
      ),
    }
  },
})

let search: ((words: string) => FoundParts) | undefined

/** Searches the sections of every document, the entries of every type and the paths of REST. @param words up to 100 characters */
export function searchDocs(words: string): FoundParts {
  search ??= createDocsSearch([
    ...DOCUMENTS.flatMap(({ name, title }) =>
      sectionsOf(readDocument(name)).map((section) => ({
        title: `${title}: ${section.title}`,
        href: `/docs/${name}#${section.anchor}`,
        text: section.text.slice(section.text.indexOf('\n')),
      })),
    ),
    ...SCHEMA_TYPES.flatMap((type) =>
      schemaEntries(type).map(({ name, meaning }) => ({
        title: `${type}.${name}`,
        href: schemaAddress(type, name),
        text: meaning,
      })),
    ),
    ...[...ROUTES, ...STREAMS, ...CHANGES].map(({ method = 'GET', path, name, summary, description }) => ({
      title: `${method} ${path}: ${summary}`,
      href: `/docs#tag/${tagOf(path).toLowerCase().replaceAll(' ', '-')}/${method}${path}`,
      text: `${description} In clients: ${name}.`,
    })),
  ])
  return search(words)
}

/** `/docs/search?q=drawdown`: sections of the documents, and fields of the schema. */
const DOCS_SEARCH_PAGE = definePage(ShellDocument, {
  path: SEARCH_PATH,
  name: 'docsSearchPage',
  also: [SearchPageDocument],
  parameters: { q: 'query' } as const,
  async render({ given }) {
    const { q = '' } = given
    const { parts, hasAll, corrected } = searchDocs(q)
    const rows = parts.map(
      ({ title, href, text }) =>
        html`<li><a href="${href}">${title}</a><br><span class="tag">${text}</span></li>`,
    )
    const note =
      q === ''
        ? 'Words of a section, or the name of a field or of a path.'
        : parts.length === 0
          ? `No results for “${q}”.`
          : [
              ...[...corrected].map(([word, known]) => `Nothing has “${word}”: results for “${known}”.`),
              ...(hasAll ? [] : ['Nothing has all of these words: results for some of them.']),
            ].join(' ')
    return {
      title: q === '' ? 'Search the docs' : `Docs: ${q}`,
      description: 'Sections of the documents, fields of the schema and paths of REST.',
      ...docsContent(
        { path: SEARCH_PATH, words: q },
        html`<h1>Search the docs</h1>${note !== '' && html`<p>${note}</p>`}${parts.length > 0 && html`<ul>${rows}</ul>`}`,
      ),
    }
  },
})

export const DOCS_PAGES: readonly Page[] = [...DOCUMENT_PAGES, SCHEMA_PAGE, DOCS_SEARCH_PAGE]

/** Whether a page of the docs is there as Markdown. @param name the page's, without its folder */
export function hasMarkdown(name: string): boolean {
  return name === 'schema' || DOCUMENTS.some((one) => one.name === name)
}

/** Returns a page of the docs as Markdown; null where there is none. @param type of the schema @default Query */
export async function docsMarkdown(name: string, ask: Ask, type = 'Query'): Promise<string | null> {
  if (!hasMarkdown(name)) return null
  if (name !== 'schema') return servedMarkdown(readDocument(name))
  return SCHEMA_TYPES.includes(type) ? schemaMarkdown(type, await servedValues(ask)) : null
}

/** A document whose links lead to what the service has; others, into the repository, are their words. */
function servedMarkdown(text: string): string {
  return text.replaceAll(/\[([^[\]]+)\]\((\.\.\/[^()]+|\w+\.py)\)/g, (_link, words: string, href: string) => {
    const to = programOf(href)
    return to === null ? words : `[${words}](${to})`
  })
}

/** The address of a program that a document links to by its file. */
function programOf(href: string): string | null {
  const [, name] = /^(?:\.\.\/schema\/)?(\w+)\.py$/.exec(href) ?? []
  return name === undefined ? null : `/docs/${name}.py`
}

/** Our own Markdown as HTML: headings and the rows of metrics can be linked to, links among documents lead to pages. */
function rendered(text: string): string {
  let tables = 0
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
        // Several tables have the same heads.
        const label = `Table ${++tables}: ${header.map(({ text: words }) => words).join(', ')}`
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
  if (/^(#|https:\/\/|\/(docs|graphql)\b)/.test(href)) return href
  const program = programOf(href)
  if (program !== null) return program
  const [, name, anchor = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? []
  return DOCUMENTS.some((one) => one.name === name) ? `/docs/${name}${anchor}` : null
}
