import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MarkedExample, markedExamples } from './marked-examples.ts'
import { PAGES, pageText } from './pages.ts'

/** A fenced block of a page. */
export interface PrintedBlock {
  page: string
  /** The line of its fence, from 1. */
  line: number
  language: string
  text: string
  /** The mark above it, where it holds what a command printed. */
  mark: MarkedExample | null
  /** True where `npm run docs` prints it. */
  isFromCode: boolean
}

/** The blocks of the README and of docs/*.md. */
export const PRINTED_BLOCKS: readonly PrintedBlock[] = PAGES.filter((page) =>
  /^(README|docs\/)/.test(page),
).flatMap(blocksOf)

function blocksOf(page: string): PrintedBlock[] {
  const text = pageText(page)
  const marks = markedExamples(text)
  const lines = text.split('\n')
  const blocks: PrintedBlock[] = []
  let isFromCode = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (/^<!-- \w+:begin -->$/.test(line)) isFromCode = true
    if (/^<!-- \w+:end -->$/.test(line)) isFromCode = false
    if (!line.startsWith('```')) continue
    const end = lines.indexOf('```', at + 1)
    blocks.push({
      page,
      line: at + 1,
      language: line.slice(3),
      isFromCode,
      text: lines.slice(at + 1, end).join('\n'),
      mark: marks.find((mark) => mark.line === at) ?? null,
    })
    at = end
  }
  return blocks
}

/** `npx pequod …` in a page's sentences and tables, as a reader would type them. */
export function inlineCommands(page: string): string[] {
  const prose = pageText(page).replaceAll(/^```.*?^```/gms, '')
  return [...prose.matchAll(/`(npx pequod [^`…<]+)`/g)].map(([, command = '']) => command)
}

/** The shell finds only these programs, which record their arguments. */
const RECORDER = `
PATH=/nowhere
record() { printf '%s\\0' "$#" "$@" >> "$RECORD"; }
command_not_found_handle() { record "$@"; }
`

/**
 * Returns the commands, with arguments, that a shell calls for a text. Throws if it is not valid for a shell.
 */
export function shellCalls(text: string): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'pequod-printed-'))
  try {
    const record = join(folder, 'record')
    const env = { RECORD: record, PRO_KEY: 'key', TOKEN: 'token' }
    execFileSync('/bin/bash', ['--norc', '-ec', RECORDER + text], { cwd: folder, env, stdio: 'pipe' })
    return callsIn(readFileSync(record, 'utf8').split('\0'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function callsIn(fields: readonly string[]): string[][] {
  const calls: string[][] = []
  for (let at = 0; at < fields.length - 1; ) {
    const end = at + 1 + Number(fields[at])
    calls.push(fields.slice(at + 1, end))
    at = end
  }
  return calls
}

/** Returns the reason why a printed request cannot be made to the demo service; it is only checked then. */
export function reasonNotToRun(text: string): string | null {
  if (text.includes('$TOKEN')) return 'needs a token of an identity provider'
  if (text.includes('subscription {') || /\/stream\b/.test(text)) return 'does not end'
  return null
}

/** Blocks of requests that no mark repeats, which the demo service must answer. */
export const UNMARKED_REQUESTS: readonly PrintedBlock[] = PRINTED_BLOCKS.filter(
  ({ language, text, page, line }) =>
    language === 'sh' &&
    text.startsWith('curl ') &&
    reasonNotToRun(text) === null &&
    markBelow(page, line) === null,
)

/** Returns the mark under a block: the same command with its output. */
export function markBelow(page: string, line: number): MarkedExample | null {
  const at = PRINTED_BLOCKS.findIndex((block) => block.page === page && block.line === line)
  const next = PRINTED_BLOCKS[at + 1]
  return next?.page === page ? next.mark : null
}
