export interface Stage {
  label: string
  /** The value of `update` at its end, in any measure; null if unknown. */
  total: number | null
  /** The name of what is counted, in the plural: `rows`; `bytes` are shown as sizes. @default only its share is shown */
  unit?: string
}

/** The rest of a report, beside how much is done. */
export interface Reached {
  /** The stage's total, once it is known. @default the stage's own */
  total?: number | null
  /** The count that the rate is of, if the total is in another measure. @default what is done */
  counted?: number
  /** The completed part when this run began: it took no time of this run. @default 0 */
  from?: number
}

export interface Progress {
  /** Sets the completed part of the total. */
  update(done: number, reached?: Reached): void
  /** Ends it as completed. */
  finish(): void
  /** Ends it early; after `finish` it does nothing. */
  stop(): void
}

export interface JobScreen {
  /** Prints a line about the job. */
  note(line: string): void
  warn(line: string): void
  /** Shows the progress of a stage, one at a time. */
  progress(stage: Stage): Progress
}

export interface JobContext {
  screen: JobScreen
  env: NodeJS.ProcessEnv
}

export interface StageProgress {
  /** Reports on a stage, which completes the one before it. */
  update(stage: Stage, done: number, reached?: Reached): void
  /** Completes the last stage. */
  finish(): void
  stop(): void
}

/** Shows stages one at a time, in the order in which they report; a stage is known by its label. */
export function showStages(screen: JobScreen): StageProgress {
  let shown: { label: string; progress: Progress } | null = null
  return {
    update(stage, done, reached = {}) {
      if (shown?.label !== stage.label) {
        shown?.progress.finish()
        shown = { label: stage.label, progress: screen.progress(stage) }
      }
      shown.progress.update(done, { total: stage.total, ...reached })
    },
    finish() {
      shown?.progress.finish()
      shown = null
    },
    stop() {
      shown?.progress.stop()
      shown = null
    },
  }
}
