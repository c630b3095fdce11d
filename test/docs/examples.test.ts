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

/** When an answer was computed is the one thing in it that differs from run to run. */
function parsed(text: string): unknown {
  return JSON.parse(text, (name, value) => (name === 'generatedAt' ? 'then' : value))
}

describe('the examples in the pages', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let service: RunningService

  beforeAll(async () => {
    folder = await temporaryFolder()
    service = await startService(['--demo'], { cwd: folder.path })
  })
  afterAll(async () => {
    await service?.end()
    await folder?.remove()
  })

  it('exist', () => expect(EXAMPLES.length).toBeGreaterThan(0))

  it.each(EXAMPLES)('$page, line $line, is what the demo answers', ({ command, output }) => {
    const text = execFileSync('bash', ['-c', command.replaceAll(DOCUMENTED, service.url)], {
      encoding: 'utf8',
    })
    expect(parsed(output), text).toEqual(parsed(text))
  })
})
