/** The progress of a long job. */
export interface Progress {
  /** Sets the completed part of the total, in the total's own unit; `note` follows it (a rate, time left). */
  update(done: number, note?: string): void
  /** Completes the total and ends it. */
  finish(): void
  /** Ends it early: the bar is removed, and the next output starts on a line of its own. */
  stop(): void
}

/** The output of a job. */
export interface JobScreen {
  /** Prints a line about the job. */
  note(line: string): void
  /** Prints a line about a problem. */
  warn(line: string): void
  /** Shows the progress of one job; null for an unknown total. */
  progress(label: string, total: number | null): Progress
}

/** The context of every job. */
export interface JobContext {
  screen: JobScreen
  env: NodeJS.ProcessEnv
}
