import { existsSync, readFileSync } from 'node:fs'

/** A part of a document, from one heading of the second level to the next. */
export interface Section {
  /** The anchor of its heading: `5-skill-or-luck`. */
  anchor: string
  title: string
  /** Markdown, its heading included. */
  text: string
}

/** The text of a document of the repository's `docs`. @param name of its file. @throws Error where it is not there */
export function readDocument(name: string): string {
  // They stand beside the sources, and beside what was built from them.
  const places = ['../docs/', '../../docs/'].map((path) => new URL(`${path}${name}.md`, import.meta.url))
  const place = places.find((one) => existsSync(one))
  if (place === undefined) throw new Error(`The document ${name}.md is not here.`)
  return readFileSync(place, 'utf8')
}

/** The anchor of a heading, as the usual hosts of Markdown make it. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** The sections of a document in its order; what stands before the first is in none. */
export function sectionsOf(document: string): Section[] {
  return document
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => {
      const title = text.slice('## '.length, text.indexOf('\n'))
      return { anchor: anchorOf(title), title, text: text.trimEnd() }
    })
}
