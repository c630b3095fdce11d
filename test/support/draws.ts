import * as fc from 'fast-check'

const { PEQUOD_SEED, CI } = process.env

/**
 * What fast-check draws from. CI always draws the same, so that a run which fails there tells of the change and not of
 * chance; elsewhere each run draws anew, and `npm run test:hunt` does so many times over. `PEQUOD_SEED` repeats a run.
 */
const seed = PEQUOD_SEED ?? (CI === undefined ? undefined : '20200901')

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  ...(seed !== undefined && { seed: Number(seed) }),
  // Before the test's own time is over: to find the smallest example can take longer, and none would be told.
  interruptAfterTimeLimit: 280_000,
  markInterruptAsFailure: true,
})
