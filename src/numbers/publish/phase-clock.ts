/** The parts of a refresh, in their order: `positions` only after an interrupted load. */
export type PhaseName = 'positions' | 'foresight' | 'signs' | 'changes' | 'traders' | 'boards' | 'publish'

export interface Phase {
  name: PhaseName
  done: number
  /** How much there is to do; null while unknown. */
  total: number | null
  /** How long it took, once it is over. */
  seconds?: number
}

/** A part of a refresh that is over. */
export interface TimedPhase {
  name: PhaseName
  seconds: number
}

/** Reports the progress and duration of each part of a refresh. */
export interface PhaseClock {
  readonly phases: readonly TimedPhase[]
  /** Runs a part, which is reported when it begins and ends; `progress` reports on it meanwhile. */
  run<T>(name: PhaseName, work: (progress: (done: number, total?: number) => void) => Promise<T>): Promise<T>
  /** Seconds since the clock was made. */
  seconds(): number
}

/** A clock that starts now. */
export function createPhaseClock(onPhase: (phase: Phase) => void): PhaseClock {
  const phases: TimedPhase[] = []
  const started = performance.now()
  return {
    phases,
    async run(name, work) {
      const from = performance.now()
      const phase: Phase = { name, done: 0, total: null }
      onPhase({ ...phase })
      const result = await work((done, total) => {
        phase.done = done
        phase.total = total ?? null
        onPhase({ ...phase })
      })
      const seconds = (performance.now() - from) / 1000
      phases.push({ name, seconds })
      onPhase({ ...phase, seconds })
      return result
    },
    seconds: () => (performance.now() - started) / 1000,
  }
}
