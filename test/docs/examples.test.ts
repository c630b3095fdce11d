import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../cli/run-pequod.ts'
import { type RunningService, startService } from '../e2e/running-service.ts'
import { markedExamples } from './marked-examples.ts'
import { PAGES, pageText } from './pages.ts'

const DOCUMENTED = 'http://127.0.0.1:4000'
const EXAMPLES = PAGES.flatMap((page) =>
  markedExamples(pageText(page))
    .filter(({ command }) => command.startsWith('curl '))
    .map((example) => ({ page, ...example })),
)

/** What an example must equal. When an answer was computed is the one thing in it that differs from run to run. */
function comparable(language: string, text: string): unknown {
  if (language !== 'json') return text.trimEnd()
  return JSON.parse(text, (name, value) => (name === 'generatedAt' ? 'then' : value))
}

describe('the examples in the pages', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let service: RunningService

  beforeAll(async () => {
    folder = await temporaryFolder()
    service = await startService(['--demo'], { cwd: folder.path })
    // The demo's first start takes some ten seconds, and a busy machine several times as long.
  }, 180_000)
  afterAll(async () => {
    await service?.end()
    await folder?.remove()
  })

  it('exist', () => expect(EXAMPLES.length).toBeGreaterThan(0))

  it.each(EXAMPLES)('$page, line $line, is what the demo answers', ({ command, language, output }) => {
    const text = execFileSync('bash', ['-c', command.replaceAll(DOCUMENTED, service.url)], {
      encoding: 'utf8',
      env: { ...process.env, PRO_KEY: /Pro key +(\S+)/.exec(service.stdout)?.[1] },
    })
    expect(comparable(language, output), text).toEqual(comparable(language, text))
  })
})
