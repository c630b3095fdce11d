import type { Screen } from '../../src/cli/screen/screen.ts'

/** The follower's messages, with the milliseconds since 1970. */
export type Followed = { at: number } & (
  | { kind: 'READ'; to: number; events: number }
  | { kind: 'SEAL'; from: number }
  | { kind: 'NOTE' | 'WARN'; line: string }
)

/** Milliseconds since 1970. */
export function now(): number {
  return performance.timeOrigin + performance.now()
}

/** A screen whose lines and seals are reported instead of printed. */
export function followedScreen(tell: (what: Followed) => void): Screen {
  return {
    print: () => undefined,
    printJson: () => undefined,
    note: (line) => tell({ at: now(), kind: 'NOTE', line }),
    warn: (line) => tell({ at: now(), kind: 'WARN', line }),
    showProgress: () => undefined,
    progress({ label }) {
      const from = now()
      return {
        update: () => undefined,
        finish: () => undefined,
        stop: () => label === 'Sealing' && tell({ at: now(), kind: 'SEAL', from }),
      }
    },
  }
}
