import { isUtf8 } from 'node:buffer'
import { Refused } from '../field-checks.ts'

/** The longest line that is read; a longer one is refused without being held. */
export const MAX_LINE_BYTES = 1024 * 1024

const NEWLINE = 10
const RETURN = 13
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/** The lines that were completed by one chunk of bytes. */
export interface LineRun {
  /** At least one complete line; `\n` separates lines and does not end the last. */
  whole: Buffer
  /** Bytes read so far, this chunk's included. */
  bytes: number
}

/**
 * Cuts bytes into runs of complete lines, regardless of the chunks; a byte order mark is dropped. Holds one chunk and one
 * line: a line above `maxBytes` is only marked as too long, and the lines after it are complete.
 */
export async function* wholeLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<LineRun> {
  const tail = createTail(maxBytes)
  let bytes = 0
  let first = true
  const runOf = (parts: Buffer[]): LineRun => {
    const whole = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    const run = { whole: first ? withoutMark(whole) : whole, bytes }
    first = false
    return run
  }
  for await (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    bytes += buffer.length
    const end = buffer.lastIndexOf(NEWLINE)
    if (end >= 0) {
      const start = tail.overlong ? buffer.indexOf(NEWLINE) : 0
      yield runOf([...tail.take(), buffer.subarray(start, end)])
    }
    tail.push(buffer.subarray(end + 1))
  }
  if (tail.length > 0) yield runOf(tail.take())
}

/**
 * The text of the line in `whole` from `start` up to `end`, without a final carriage return; or the reason for its
 * refusal: too long, or not UTF-8.
 */
export function lineText(
  whole: Buffer,
  start: number,
  end: number,
  maxBytes = MAX_LINE_BYTES,
): string | Refused {
  if (end - start > maxBytes)
    return new Refused(
      `the line is longer than ${maxBytes / 2 ** 20} MB: an event takes less than 1 KB, one to a line`,
    )
  const line = whole.subarray(start, end > start && whole[end - 1] === RETURN ? end - 1 : end)
  if (isUtf8(line)) return line.toString('utf8')
  return new Refused('the line is not UTF-8 text: save the file as UTF-8')
}

/** The bytes of a line whose end has not been read. Once it is too long, only that is kept. */
function createTail(maxBytes: number) {
  let parts: Buffer[] = []
  let length = 0
  return {
    get length() {
      return length
    },
    get overlong() {
      return length > maxBytes
    },
    push(part: Buffer) {
      if (part.length === 0) return
      length += part.length
      if (length <= maxBytes) parts.push(part)
      else parts = []
    },
    /** Returns the held bytes and clears them; a line that was too long is still one byte too long. */
    take(): Buffer[] {
      const taken = length > maxBytes ? [Buffer.alloc(maxBytes + 1, ' ')] : parts
      parts = []
      length = 0
      return taken
    },
  }
}

function withoutMark(whole: Buffer): Buffer {
  const marked = whole.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  return marked ? whole.subarray(BYTE_ORDER_MARK.length) : whole
}
