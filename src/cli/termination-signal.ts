import { signalStatus } from './exit-status.ts'

/** Signals by which a person or a supervisor asks a service to end. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Resolves at the first SIGINT or SIGTERM. A second one ends the process immediately. */
export function terminationSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false
    const ask = (signal: NodeJS.Signals) => {
      if (asked) process.exit(signalStatus(signal))
      asked = true
      resolve(signal)
    }
    for (const signal of SIGNALS) process.on(signal, ask)
  })
}
