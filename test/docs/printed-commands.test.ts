import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { type Command, CommanderError } from 'commander'
import { parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import * as client from '../../src/client/entry.ts'
import { schema } from '../../src/graph/schema.ts'
import { CHANGES, ROUTES } from '../../src/rest/routes/routes.ts'
import { STREAMS } from '../../src/rest/routes/stream-routes.ts'
import { rememberingScreen } from '../cli/support/call-pequod.ts'
import { PAGES, ROOT } from './support/pages.ts'
import {
  inlineCommands,
  markBelow,
  PRINTED_BLOCKS,
  type PrintedBlock,
  reasonNotToRun,
  shellCalls,
} from './support/printed-commands.ts'

/** Blocks that no test runs, by language. */
const NOT_RUN: Readonly<Record<string, string>> = {
  text: 'is no command',
  nginx: 'is run by hosting.all.test.ts',
  haproxy: 'needs the two servers that it names; test:cluster runs HAProxy with its own',
  ini: 'needs systemd',
  python: 'needs pandas or Spark',
  clickhouse: 'needs ClickHouse; was run by hand',
}
/** Commands that no test runs. */
const NOT_CALLED: Readonly<Record<string, string>> = {
  npm: 'installs, or runs these tests',
  docker: 'needs Docker',
  openssl: 'draws a secret',
  zstd: 'is the reader’s own',
  cut: 'is run by the mark',
}
const SCRIPTS = Object.keys(JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')).scripts)
const REGISTERED: readonly string[] = JSON.parse(
  readFileSync(new URL('schema/persisted-operations.json', ROOT), 'utf8'),
).operations.map(({ id }: { id: string }) => id)

/** Parses a command line as the program does, without running it. */
async function parsePequod(args: readonly string[]): Promise<void> {
  const { screen, said } = rememberingScreen()
  const program = createProgram({ screen, env: {} })
  const rest: Command[] = [program]
  for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
    if (one.commands.length === 0) one.action(() => undefined)
    rest.push(...one.commands)
  }
  await program.parseAsync(args, { from: 'user' }).catch((error: unknown) => {
    if (error instanceof CommanderError && error.exitCode === 0) return
    throw new Error(`pequod ${args.join(' ')}: ${said.stderr}`, { cause: error })
  })
}

function expectValid(query: string): void {
  expect(validate(schema, parse(query)), query).toEqual([])
}

/** Checks a request without making it: its path is one of REST's, its body JSON, its query valid. */
function checkCurl(args: readonly string[]): void {
  const url = new URL(args.find((arg) => arg.startsWith('http')) ?? '')
  const known = [...ROUTES, ...STREAMS, ...CHANGES].map(
    ({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}|:\w+/g, '[^/]+')}$`),
  )
  if (url.pathname !== '/graphql')
    expect(
      known.some((path) => path.test(url.pathname)),
      url.pathname,
    ).toBe(true)
  const id = url.searchParams.get('documentId')
  if (id !== null) expect(REGISTERED).toContain(id)
  const data = args[args.indexOf('-d') + 1]
  if (!args.includes('-d') || data === undefined) return
  const { query } = JSON.parse(data)
  if (query !== undefined) expectValid(query)
}

async function checkCall([name = '', ...args]: readonly string[]): Promise<void> {
  if (name === 'npx') {
    expect(args[0]).toBe('pequod')
    return parsePequod(args.slice(1))
  }
  if (name === 'curl') return checkCurl(args)
  expect(Object.keys(NOT_CALLED), `no test runs ${name}`).toContain(name)
  if (name === 'npm') expect([...SCRIPTS, 'ci']).toContain(args[0] === 'run' ? args[1] : args[0])
}

/** Spaces and line breaks in a request's body do not matter. */
const shape = (command: string) =>
  shellCalls(command).map((call) => call.map((arg) => arg.replaceAll(/\s+/g, '')))

async function checkShell({ page, line, text }: PrintedBlock): Promise<void> {
  const mark = markBelow(page, line)
  const calls = shellCalls(text)
  expect(calls.length).toBeGreaterThan(0)
  if (mark !== null) {
    // Both ends of a pipe run at the same time.
    expect(shape(text).toSorted()).toEqual(shape(mark.command).toSorted())
    return
  }
  for (const call of calls) await checkCall(call)
}

function checkProgram({ text }: PrintedBlock): void {
  expect(stripTypeScriptTypes(text)).not.toBe('')
  for (const [, query = ''] of text.matchAll(/gql`(.*?)`/gs)) expectValid(query)
  for (const [, names = ''] of text.matchAll(/import \{ (.*?) \} from 'pequod\/client'/g))
    for (const name of names.split(', ')) expect(client).toHaveProperty(name)
}

/** Tries each block, or gives the test that runs it. */
async function check(block: PrintedBlock): Promise<void> {
  const { language, text, page } = block
  // `e2e/demo.test.ts` runs marked commands, `drift.test.ts` prints blocks from the code again.
  if (block.mark !== null || (block.isFromCode && language !== 'sh')) return
  if (language === 'sh') return checkShell(block)
  if (language === 'graphql') return expectValid(text)
  if (language === 'json') return void JSON.parse(text)
  if (language === 'ts' || language === 'js') return checkProgram(block)
  // `files.test.ts` and `guides.test.ts` run the queries of these pages.
  if (language === 'sql') return expect(['docs/files.md', 'docs/guides.md']).toContain(page)
  expect(Object.keys(NOT_RUN), `a block of ${language || 'no language'} is not run`).toContain(language)
}

describe('printed commands and queries', () => {
  it.each(
    PRINTED_BLOCKS.map((block) => ({ name: `${block.page}:${block.line} (${block.language})`, block })),
  )('$name are run by a test, or valid', ({ block }) => check(block))

  it.each(PAGES)('commands within the sentences of %s are valid', async (page) => {
    for (const command of inlineCommands(page)) for (const call of shellCalls(command)) await checkCall(call)
  })

  it('of a new language, an unknown command or a wrong option fail', async () => {
    const block = { page: 'docs/api.md', line: 0, mark: null, isFromCode: false }
    const tried = (language: string, text: string) => check({ ...block, language, text })
    await expect(tried('rust', 'fn main() {}')).rejects.toThrow('is not run')
    await expect(tried('sh', 'wget http://127.0.0.1')).rejects.toThrow('no test runs wget')
    await expect(tried('sh', 'npx pequod refresh --nothing')).rejects.toThrow('--nothing')
    await expect(tried('sh', 'curl http://127.0.0.1:4000/v1/nothing')).rejects.toThrow('/v1/nothing')
    await expect(tried('graphql', '{ nothing }')).rejects.toThrow()
    expect(reasonNotToRun('curl -H "Authorization: Bearer $TOKEN"')).not.toBeNull()
  })
})
