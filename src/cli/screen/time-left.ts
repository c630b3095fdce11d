/**
 * The speed of a job and its remaining time, for the end of a progress line: `1,250 logs/s, 3 min left`; `unit` names
 * the counted things. Times are of `performance.now()`; empty until a block has been read.
 */
export function timeLeft(
  start: number,
  blocksDone: number,
  blocksLeft: number,
  logs: number,
  unit = 'logs',
): string {
  const seconds = (performance.now() - start) / 1000
  if (blocksDone <= 0 || seconds <= 0) return ''
  const rate = Math.round(logs / seconds).toLocaleString('en')
  return `${rate} ${unit}/s, ${durationText((seconds / blocksDone) * blocksLeft)} left`
}

/** A duration in words: `40 s`, `12 min`, `3 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
