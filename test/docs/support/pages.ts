import { readdirSync, readFileSync } from 'node:fs'

export const ROOT = new URL('../../../', import.meta.url)

/** The pages that people read, by their path in the repository. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(new URL('docs/', ROOT))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

export function pageText(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8')
}

/** Returns a page without its fenced blocks, in which nothing is a heading or a link. */
export function proseOf(text: string): string {
  return text.replaceAll(/^```.*?^```$/gms, '')
}

/** The anchors that a page's headings can be linked by, as the usual Markdown hosts make them. */
export function anchorsOf(text: string): Set<string> {
  const headings = proseOf(text).matchAll(/^#{1,6} (.+)$/gm)
  return new Set(
    [...headings].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
