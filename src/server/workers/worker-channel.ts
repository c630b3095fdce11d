import { type FromWorker, isToWorker, type ToWorker } from './worker-message.ts'

/** A serving process's way to the one that started it. */
export interface WorkerChannel {
  /** Resolves when the message is on its way, or lost: when the other end is gone, this process ends as well. */
  send(message: FromWorker): Promise<void>
  onMessage(listener: (message: ToWorker) => void): void
  /** Lets this process end. */
  close(): void
}

/** This process's channel. */
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
