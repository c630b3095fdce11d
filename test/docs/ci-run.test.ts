import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from './support/pages.ts'

// A stub of npm replaces a whole run: this tests how the script treats its outcome.

const RUN = fileURLToPath(new URL('.ci/run', ROOT))
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pequod-ci-'))
  mkdirSync(join(folder, '.ci'))
  mkdirSync(join(folder, 'programs'))
  mkdirSync(join(folder, 'test/.report'), { recursive: true })
  copyFileSync(RUN, join(folder, '.ci/run'))
  for (const name of ['redis-server', 'chromium']) program(name, '')
})
afterEach(() => rmSync(folder, { recursive: true }))

function program(name: string, script: string): void {
  const path = join(folder, 'programs', name)
  writeFileSync(path, `#!/bin/bash\n${script}\n`)
  chmodSync(path, 0o755)
}

interface NpmOutcome {
  /** The report of its tests; without one they leave none. */
  report?: object
  /** The exit status of its tests. @default 0 */
  status?: number
  /** A script that fails. */
  broken?: string
  /** A printed file that printing changes. */
  printed?: string
}

function npm({ report, status = 0, broken, printed }: NpmOutcome): void {
  if (report !== undefined) writeFileSync(join(folder, 'report.json'), JSON.stringify(report))
  const lines = [
    broken && `[[ "$*" == *${broken}* ]] && exit 1`,
    printed && `[[ "$*" == *codegen* ]] && echo new >> ${printed}`,
    report && '[[ "$*" == *outputFile* ]] && cp report.json test/.report/vitest.json',
    `[[ "$*" == *outputFile* ]] && exit ${status}`,
    'exit 0',
  ]
  program('npm', lines.filter(Boolean).join('\n'))
}

function reportOf(...files: string[][]): object {
  const testResults = files.map((statuses) => ({
    status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
    assertionResults: statuses.map((status) => ({ status })),
  }))
  return { testResults }
}

function run(): { last: string | undefined; status: number | null } {
  const path = [join(folder, 'programs'), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH: path, GIT_CEILING_DIRECTORIES: tmpdir() }
  const { stdout, status } = spawnSync('bash', ['.ci/run'], { cwd: folder, env, encoding: 'utf8' })
  return { last: stdout.trimEnd().split('\n').at(-1), status }
}

describe('the CI run', () => {
  it('passes when every test ran and passed', () => {
    npm({ report: reportOf(['passed', 'passed'], ['passed']) })
    expect(run()).toEqual({ last: '3 passed, 0 failed, 0 skipped', status: 0 })
  })

  it.each([
    ['a test failed', reportOf(['passed', 'failed']), 1, '1 passed, 1 failed, 0 skipped'],
    ['a test was skipped', reportOf(['passed', 'skipped', 'todo']), 0, '1 passed, 0 failed, 2 skipped'],
    ['a file could not be loaded', reportOf(['passed'], []), 1, '1 passed, 1 failed, 0 skipped'],
    ['something outside the tests failed', reportOf(['passed']), 1, '1 passed, 1 failed, 0 skipped'],
    ['no test ran', reportOf(), 0, '0 passed, 0 failed, 0 skipped'],
    ['the tests left no report', undefined, 1, '0 passed, 1 failed, 0 skipped'],
  ])('fails when %s', (_, report, status, last) => {
    npm({ ...(report && { report }), status })
    expect(run()).toEqual({ last, status: 1 })
  })

  it.each(['types', 'lint', 'same-answers'])(
    'counts failing %s as a failure, and runs the tests all the same',
    (broken) => {
      npm({ report: reportOf(['passed']), broken })
      expect(run()).toEqual({ last: '1 passed, 1 failed, 0 skipped', status: 1 })
    },
  )

  it('ignores the report of an earlier run', () => {
    writeFileSync(join(folder, 'test/.report/vitest.json'), JSON.stringify(reportOf(['passed'])))
    npm({ status: 1 })
    expect(run()).toEqual({ last: '0 passed, 1 failed, 0 skipped', status: 1 })
  })

  it('fails when a printed file is out of date', () => {
    npm({ report: reportOf(['passed']), printed: 'page.md' })
    writeFileSync(join(folder, 'page.md'), 'old\n')
    for (const words of [
      ['init', '-q'],
      ['add', '-A'],
      ['commit', '-qm', 'A page'],
    ])
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], { cwd: folder })
    expect(run()).toEqual({ last: '1 passed, 1 failed, 0 skipped', status: 1 })
  })
})
