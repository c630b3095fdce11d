/** How far a long work is. */
export interface Progress {
  /** Says that so much of the total is done, in the total's own unit; `note` follows it (a rate, time left). */
  update(done: number, note?: string): void
  /** Says that the whole total is done, and ends it. */
  finish(): void
  /** Ends it, wherever it is: the bar is removed, and what is printed next starts on a line of its own. */
  stop(): void
}

/** Where a job reports. */
export interface JobScreen {
  /** A line about the work. */
  note(line: string): void
  /** A line about something wrong. */
  warn(line: string): void
  /** Shows the progress of one work; a total of null is not known. */
  progress(label: string, total: number | null): Progress
}

/** What every job is given. */
export interface JobContext {
  screen: JobScreen
  env: NodeJS.ProcessEnv
}
