import * as fc from 'fast-check'

const { PEQUOD_SEED, CI } = process.env

/**
 * The seed of fast-check. CI always uses the same one, so that a failure there reflects the change and not chance;
 * elsewhere each run draws another, and `npm run test:hunt` repeats that many times. `PEQUOD_SEED` repeats a run.
 */
const seed = PEQUOD_SEED ?? (CI === undefined ? undefined : '20200901')

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  ...(seed !== undefined && { seed: Number(seed) }),
  // Before the test's own timeout: shrinking to the smallest example can take longer, and none would be reported.
  interruptAfterTimeLimit: 280_000,
  markInterruptAsFailure: true,
})
