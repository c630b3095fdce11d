import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completionPlaces } from '../../src/cli/completion.ts'
import { createProgram } from '../../src/cli/program.ts'
import { callPequod, rememberingScreen } from './support/call-pequod.ts'
import { temporaryFolder } from './support/run-pequod.ts'

const PLACES = completionPlaces(createProgram({ screen: rememberingScreen().screen, env: {} }))

describe('places of the command line', () => {
  it('cover all commands with their options and arguments', () => {
    const of = (at: string) => PLACES.find((place) => place.at === at)
    expect(of('')?.commands.map(({ word }) => word)).toEqual(
      expect.arrayContaining(['serve', 'ingest', 'accounts', 'completion', 'help']),
    )
    expect(of('ingest events')).toMatchObject({ files: true, commands: [] })
    expect(of('accounts set-tier')).toMatchObject({ files: false, choices: ['free', 'pro'] })
    expect(of('accounts create')?.options).toContainEqual(
      expect.objectContaining({ word: '--tier', value: ['free', 'pro'] }),
    )
    expect(of('keys create')?.options).toContainEqual(
      expect.objectContaining({ word: '--account', value: 'any' }),
    )
  })
})

describe('bash completion', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeAll(async () => {
    folder = await temporaryFolder()
    await writeFile(join(folder.path, 'completion.sh'), (await callPequod(['completion', 'bash'], {})).stdout)
    await mkdir(join(folder.path, 'ran'))
  })
  afterAll(() => folder.remove())

  /** The completions of bash itself for lines with an unfinished last word, from one process. */
  const offered = (lines: readonly (readonly string[])[]): string[][] => {
    const script = [
      'source ./completion.sh',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is bash that fills it in.
      'ask() { COMP_WORDS=(pequod "$@"); COMP_CWORD=$#; _pequod; echo "${COMPREPLY[@]}"; }',
      ...lines.map((words) => `ask ${words.map((word) => `'${word}'`).join(' ')}`),
    ].join('\n')
    const text = execFileSync('bash', ['-c', script], { cwd: folder.path, encoding: 'utf8' })
    return text
      .split('\n')
      .slice(0, lines.length)
      .map((line) => (line === '' ? [] : line.split(' ')))
  }

  it('offers each command, option and choice at every place', () => {
    const asked = PLACES.flatMap(({ at, commands, options, choices, files }) => {
      const words = [...commands, ...options].map(({ word }) => word)
      const typed = at === '' ? [] : at.split(' ')
      return [...choices, ...(files ? words.filter((word) => word.startsWith('-')) : words)].map((word) => ({
        line: [...typed, word.slice(0, -1)],
        word,
      }))
    })
    const answers = offered(asked.map(({ line }) => line))
    expect(asked.length).toBeGreaterThan(60)
    for (const [i, { line, word }] of asked.entries()) expect(answers[i], line.join(' ')).toContain(word)
  })

  it('offers only an option’s values after it, and nothing for free values', () => {
    expect(
      offered([
        ['accounts', 'create', '--tier', ''],
        ['keys', 'create', '--account', ''],
        ['keys', 'create', '--account', 'ahab', '--js'],
      ]),
    ).toEqual([['free', 'pro'], [], ['--json']])
  })

  it('leaves file arguments to bash, and runs nothing that was typed', () => {
    expect(
      offered([
        ['ingest', 'events', ''],
        ['ingest', '$(rmdir ran)'],
        ['ingest', 'events', '`rmdir ran`'],
      ]),
    ).toEqual([[], [], []])
    expect(execFileSync('ls', { cwd: folder.path, encoding: 'utf8' })).toContain('ran')
  })
})

describe.each(['zsh', 'fish'])('the completion of %s', (shell) => {
  it('names every command and option', async () => {
    const { status, stdout } = await callPequod(['completion', shell], {})
    expect(status).toBe(0)
    for (const { commands, options } of PLACES)
      for (const { word } of [...commands, ...options]) expect(stdout).toContain(word.replace(/^--/, ''))
  })
})
