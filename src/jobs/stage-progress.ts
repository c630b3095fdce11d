import type { JobScreen, Progress, Reached, Stage } from './job-context.ts'

/** The progress of stages that follow each other. */
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
