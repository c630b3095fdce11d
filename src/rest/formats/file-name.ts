import type { Format } from './format.ts'

/**
 * The name under which an export is saved: its path, the day up to which it counts, and the format, in letters,
 * digits, hyphens and a dot: `pequod-leaderboard-pnl-7d-2026-02-17.csv`.
 * @param path as it was asked for, below `/v1/`
 * @param day as people write it
 */
export function fileName(path: string, day: string, { name }: Format): string {
  const about = path.replace(/^\/v1\//, '').replaceAll(/[^A-Za-z0-9]+/g, '-')
  return `pequod-${about.replaceAll(/^-|-$/g, '').slice(0, 100)}-${day}.${name}`
}
