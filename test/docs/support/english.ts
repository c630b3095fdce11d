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
  [/\bwh(?:o|at|ich)ever\b/, 'name them, or write “regardless of”'],
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

/** Returns the texts of a folder's sources that look like words: strings, and the texts between a template's values. */
export function wordsOfSources(folder: URL): UserText[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => /\.(?:ts|js)$/.test(name) && !name.includes('.generated.'))
    .flatMap((name) => wordsOfFile(new URL(name, folder), name))
}

function wordsOfFile(file: URL, name: string): UserText[] {
  const { program, placeAt } = parsed(file, name)
  const texts: UserText[] = []
  const add = (start: number, text: string) => {
    if (/[a-z] [a-z]/i.test(text)) texts.push({ place: placeAt(start), text: plain(text) })
  }
  new Visitor({
    Literal: ({ start, value }) => add(start, typeof value === 'string' ? value : ''),
    TemplateLiteral: ({ start, quasis }) =>
      add(start, quasis.map(({ value }) => value.cooked ?? '').join('…')),
  }).visit(program)
  return texts
}

function parsed(file: URL, name: string) {
  const source = readFileSync(file, 'utf8')
  const { program, comments, errors } = parseSync(fileURLToPath(file), source)
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0]?.message}`)
  return {
    program,
    comments,
    placeAt: (start: number) => `${name}:${source.slice(0, start).split('\n').length}`,
  }
}

/** The comments and the titles of tests of a source file, whose path is relative to the root. */
export function remarksIn(path: string, root: URL): UserText[] {
  const { program, comments, placeAt } = parsed(new URL(path, root), path)
  const texts = joined(comments, placeAt)
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (!isTest(callee) || title === undefined) return
      const text =
        title.type === 'TemplateLiteral' ? title.quasis.map(({ value }) => value.cooked ?? '').join('…') : ''
      if (title.type === 'Literal' && typeof title.value === 'string')
        texts.push({ place: placeAt(title.start), text: title.value })
      else if (text !== '') texts.push({ place: placeAt(title.start), text })
    },
  }).visit(program)
  return texts
}

type Parsed = ReturnType<typeof parsed>

/** Comments as sentences, those of successive lines as one text, and each tag's words as a text of their own. */
function joined(comments: Parsed['comments'], placeAt: Parsed['placeAt']): UserText[] {
  const blocks: { start: number; end: number; text: string }[] = []
  for (const { type, value, start, end } of comments) {
    const last = blocks.at(-1)
    if (type === 'Line' && last && lineOf(placeAt(start)) === lineOf(placeAt(last.end)) + 1) {
      last.text += value
      last.end = end
    } else blocks.push({ start, end, text: value.replaceAll(/^\s*\*+ ?/gm, '') })
  }
  return blocks.flatMap(({ start, text }) =>
    text
      .replaceAll(/`[^`]*`/g, '`…`')
      .replaceAll(/\s+/g, ' ')
      .split(/@(?:param \S+|throws \S+|returns|default|type|ts-\w+|example)|\{@link /)
      .map((part) => ({ place: placeAt(start), text: part.trim() })),
  )
}

function lineOf(place: string): number {
  return Number(place.slice(place.lastIndexOf(':') + 1))
}

/** Whether a call names a test or a group of tests: `it(…)`, `test.skipIf(…)(…)`, `describe.each(…)(…)`. */
function isTest(callee: { type: string }): boolean {
  if ('callee' in callee) return isTest(callee.callee as { type: string })
  if ('object' in callee) return isTest(callee.object as { type: string })
  return 'name' in callee && ['it', 'test', 'describe'].includes(callee.name as string)
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
