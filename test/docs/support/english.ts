import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'rolldown/utils'

/** A text that a user reads, and where it is from. */
export interface UserText {
  place: string
  text: string
}

const RELATIVE = 'What|Who|Whom|Whose|Whoever|Which|Whatever|Whichever|Of (?:which|whom|what)'

/** Turns of phrase that no user's text has, each with what a writer does instead. */
const HABITS: readonly (readonly [habit: RegExp, remedy: string])[] = [
  [
    new RegExp(`(?:^|[.!:>] ?)(?:${RELATIVE})\\b(?![^.!]*\\?)`),
    'begin with the subject, not with a relative pronoun',
  ],
  [/\bno more(?=[.,;:]|$)/, 'write “stops” or “no longer”'],
  [
    /\b(?:is|are|be|been|was|were|being) told\b(?! (?:apart|from))|\btold of\b/,
    'write “notify” or “notified about”',
  ],
  [/\banew\b/, 'write “again”'],
  [/\bwh(?:o|at)ever\b/, 'name them, or write “regardless of”'],
  [/\bat once\b/, 'write “immediately” or “at the same time”'],
  [/(?<!\bone )\bof (?:which|whom)\b|\bnone but\b/, 'make it a sentence of its own'],
  [/\b(?:made|comes?|came) of\b/, 'name what happens'],
  [/\bso (?:many|much)\b|\bas (?:many|much)\b(?!.{0,60}\bas\b)/, 'write the number'],
  [/\b(?:gave|gives?|given) (?:\w+ ){0,9}away\b/, 'write “sold” or “sent”'],
  [/\bleft out\b|\bleaves? (?:\w+ ){1,2}out\b/, 'write “omitted”, “excluded” or “skipped”'],
  [/\bstands?\b(?! for\b)/, 'write “is”'],
  [/\d\s%/, 'write a percentage without a space'],
]

/** The habits that a text shows, each with its remedy; none if it reads well. */
export function habitsIn({ place, text }: UserText): string[] {
  return HABITS.flatMap(([habit, remedy]) => {
    const found = habit.exec(text)
    return found === null ? [] : [`${place}: “${around(text, found.index)}”: ${remedy}`]
  })
}

function around(text: string, index: number): string {
  return text.slice(Math.max(0, index - 20), index + 60).trim()
}

/** The texts of a folder of sources that have the look of words: strings, and what stands between a template's values. */
export function wordsOfSources(folder: URL): UserText[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => /\.(?:ts|js)$/.test(name) && !name.includes('.generated.'))
    .flatMap((name) => wordsOfFile(new URL(name, folder), name))
}

function wordsOfFile(file: URL, name: string): UserText[] {
  const source = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(fileURLToPath(file), source)
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0]?.message}`)
  const texts: UserText[] = []
  const add = (start: number, text: string) => {
    if (/[a-z] [a-z]/i.test(text))
      texts.push({ place: `${name}:${source.slice(0, start).split('\n').length}`, text: plain(text) })
  }
  new Visitor({
    Literal: ({ start, value }) => add(start, typeof value === 'string' ? value : ''),
    TemplateLiteral: ({ start, quasis }) =>
      add(start, quasis.map(({ value }) => value.cooked ?? '').join('…')),
  }).visit(program)
  return texts
}

/** A template's words without its markup, each element's text as a sentence of its own. */
function plain(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, '. ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+/g, '')
}

/** Every description, summary and title of a JSON document, by its path. */
export function wordsOfDocument(value: unknown, place: string): UserText[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    typeof part === 'string' && ['description', 'summary', 'title'].includes(key)
      ? [{ place, text: part.replaceAll(/\s+/g, ' ') }]
      : wordsOfDocument(part, `${place}/${key}`),
  )
}
