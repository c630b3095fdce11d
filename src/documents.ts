import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A part of a document, from one heading of the second level to the next. */
export interface Section {
  /** The anchor of its heading: `5-skill-or-luck`. */
  anchor: string
  title: string
  text: string
}

/** The text of a document of the repository's `docs`. @param name of its file. @throws Error where it is not there */
export function readDocument(name: string): string {
  return readFileSync(placeOf(`${name}.md`), 'utf8')
}

const PROGRAMS: Readonly<Record<string, string>> = {
  pequod: '../schema/pequod.py',
  verify_proof: 'verify_proof.py',
}

/** The text of a program in Python that documents link to; null where there is none of the name. */
export function readProgram(name: string): string | null {
  const path = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined
  return path === undefined ? null : readFileSync(placeOf(path), 'utf8')
}

const MESSAGE_PICTURES = 'pictures/messages/'

/**
 * Returns the pictures of messages, by the paths that documents show them by: `pictures/messages/opened.svg`.
 */
export function messagePictures(): { path: string; file: URL }[] {
  const folder = placeOf(MESSAGE_PICTURES)
  return readdirSync(folder).map((name) => ({ path: MESSAGE_PICTURES + name, file: new URL(name, folder) }))
}

/** Returns the URL of a file or folder of `docs`, which is beside the sources and beside their build. */
function placeOf(path: string): URL {
  const places = ['../docs/', '../../docs/'].map((docs) => new URL(docs + path, import.meta.url))
  const place = places.find((one) => existsSync(one))
  if (place === undefined) throw new Error(`docs/${path} is not here.`)
  return place
}

/** The anchor of a heading, as the usual hosts of Markdown make it. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** Returns the sections of a document in order; text before the first heading is in none. */
export function sectionsOf(document: string): Section[] {
  return document
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => {
      const title = text.slice('## '.length, text.indexOf('\n'))
      return { anchor: anchorOf(title), title, text: text.trimEnd() }
    })
}
