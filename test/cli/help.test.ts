import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { EXIT_STATUSES } from '../../src/cli/exit-status.ts'
import { createProgram } from '../../src/cli/program.ts'
import { createScreen } from '../../src/cli/screen/screen.ts'
import { callPequod } from './support/call-pequod.ts'
import { runPequod } from './support/run-pequod.ts'

describe('pequod --help', () => {
  it('names every command with examples, and succeeds', async () => {
    const { status, stdout, stderr } = await runPequod(['--help'], { cwd: '/' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    for (const name of ['serve', 'ingest', 'refresh', 'export', 'accounts', 'keys', 'doctor'])
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
    expect(stdout).toMatch('pequod serve --demo')
  })

  it('and --version print the package’s version', async () => {
    expect((await runPequod(['--version'], { cwd: '/' })).stdout).toBe(`${manifest.version}\n`)
  })

  it('describes every command, argument and option', () => {
    const screen = createScreen({ out: process.stdout, err: process.stderr })
    const program = createProgram({ screen, env: {} })
    const commands = program.commands.flatMap((command) => [command, ...command.commands])
    for (const command of commands) {
      expect(command.description()).not.toBe('')
      for (const part of [...command.options, ...command.registeredArguments])
        expect(part.description, `${command.name()} ${part.name()}`).not.toBe('')
    }
  })

  it('shows examples that parse, and each exit status', async () => {
    const screen = createScreen({ out: process.stdout, err: process.stderr })
    const program = createProgram({ screen, env: {} })
    const commands = [program, ...program.commands.flatMap((command) => [command, ...command.commands])]
    const shown: string[] = []
    for (const command of commands) {
      command.configureOutput({ writeOut: (text) => shown.push(text) }).outputHelp()
      if (command.commands.length === 0) command.action(() => undefined)
    }
    const texts = shown.flatMap((text) => text.split('Examples:')[1]?.split('\n') ?? [])
    const lines = texts.flatMap(
      (line) => /^ {2}(?:.*[ (])?pequod( [^|)>]*?)(?: {2,}|[|)>]|$)/.exec(line)?.[1] ?? [],
    )
    expect(lines.length).toBeGreaterThan(20)
    for (const { status, meaning } of EXIT_STATUSES)
      expect(shown.join('')).toContain(status.padEnd(10) + meaning)
    for (const line of lines) await program.parseAsync(line.trim().split(/ +/), { from: 'user' })
  })

  it.each([
    [['srve'], "unknown command 'srve' (Did you mean serve?)"],
    [['leaderbord'], "unknown command 'leaderbord': see `pequod --help`"],
    [['ingest', 'weather'], "unknown command 'weather': see `pequod ingest --help`"],
    [['backup'], "missing required argument 'file': see `pequod backup --help`"],
    [
      ['accounts', 'create', 'x'],
      "required option '--tier <tier>' not specified: see `pequod accounts create --help`",
    ],
    [['serve', '--demmo'], "unknown option '--demmo' (Did you mean --demo?)"],
    [['refresh', '--as-of', '2026-13-01'], '--as-of "2026-13-01" is not a day such as 2026-02-17.'],
  ])('answers a mistake in one line: %j', async (args, sentence) => {
    expect(await callPequod(args, {})).toEqual({ status: 2, stdout: '', stderr: `${sentence}\n` })
  })
})
