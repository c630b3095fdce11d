import { type FromWorker, isToWorker, type ToWorker } from './worker-message.ts'

/** A worker process's channel to the main process. */
export interface WorkerChannel {
  /** Resolves when the message is sent, or lost: without the main process, this process ends as well. */
  send(message: FromWorker): Promise<void>
  onMessage(listener: (message: ToWorker) => void): void
  /** Lets this process exit. */
  close(): void
}

export function workerChannel(): WorkerChannel {
  return {
    send: (message) =>
      new Promise((resolve) => {
        if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
        else resolve()
      }),
    close() {
      if (process.connected) process.disconnect()
    },
    onMessage(listener) {
      process.on('message', (message) => {
        if (isToWorker(message)) listener(message)
      })
    },
  }
}
