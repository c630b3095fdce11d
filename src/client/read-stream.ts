import { type Attempt, failureOf } from './fetch-answer.ts'
import { RequestError, readFailure } from './read-failure.ts'

/** Ends by which a service asks its subscribers to come again. */
const PASSING: readonly unknown[] = ['SERVICE_UNAVAILABLE', 'SLOW_CONSUMER']

/**
 * Yields the messages of server-sent events until the line is cut, which throws too. The service sends a comment every 12
 * seconds, so a line that is silent for the attempt's timeout is cut. Throws a RequestError, or the signal's reason where
 * that aborts.
 */
export async function* readStream<Message>(attempt: Omit<Attempt, 'cache'>): AsyncGenerator<Message, never> {
  const { url, headers, send, timeout, signal } = attempt
  signal?.throwIfAborted()
  const controller = new AbortController()
  const stop = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  let isLate = false
  const late = () => {
    isLate = true
    controller.abort()
  }
  let timer = setTimeout(late, timeout)
  try {
    const asked = { ...headers, accept: 'text/event-stream' }
    const response = await send(url, { headers: asked, redirect: 'manual', signal: controller.signal })
    if (!response.ok || response.body === null) throw await readFailure(response)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      // The time that a caller takes for a message is no silence of the service.
      clearTimeout(timer)
      if (done) throw failureOf(attempt, isLate, new Error('The stream was cut.'))
      const events = (text + value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) yield* messagesOf<Message>(event)
      timer = setTimeout(late, timeout)
    }
  } catch (cause) {
    throw failureOf(attempt, isLate, cause)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    controller.abort()
  }
}

/** Returns the message of an event; none of a comment. @throws RequestError for the event that ends a stream */
function messagesOf<Message>(event: string): Message[] {
  const data = /^data: (.*)$/m.exec(event)?.[1]
  if (data === undefined) return []
  const message = JSON.parse(data)
  if (!/^event: end$/m.test(event)) return [message]
  const status = PASSING.includes(message.code) ? 503 : null
  throw new RequestError({ code: message.code, detail: message.detail, status })
}
