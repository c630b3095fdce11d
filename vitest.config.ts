import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isWholeLane } from './test/support/lane.ts'

/** Where files take minutes: they begin first, so that none of them runs alone in the end. */
const SLOW = /\/test\/(?:one-clock|e2e)\//

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  // Vite would take graphql's ES modules for our code while its own packages load the CommonJS ones: two realms.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isWholeLane ? [] : ['test/**/*.all.test.ts'])],
    // Files share two real servers (PostgreSQL, Redis), each in databases of its own.
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/draws.ts'],
    // Files share modules: to load the schema and its libraries again for each took half of the run. A test that changes what
    // belongs to the process puts it back.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // Many files wait for servers and timers; by default a machine of two cores would run one file at a time.
    maxWorkers: 3,
    // Limits for what hangs: what a quiet machine does in ten seconds takes a busy one minutes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
  },
})
