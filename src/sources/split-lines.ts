import { isUtf8 } from 'node:buffer'
import { Refused } from './refusal.ts'

/** The longest line that is read; a longer one is refused without being held. */
export const MAX_LINE_BYTES = 1024 * 1024

const NEWLINE = 10

/** Lines that were completed by one chunk of bytes. */
export interface LineRun {
  /** The lines in order, without their ends; a line that cannot be read is the reason instead. */
  lines: (string | Refused)[]
  /** Bytes read so far, this chunk's included. */
  bytes: number
}

/**
 * Splits bytes into lines of UTF-8 text. A line ends with `\n` or `\r\n`, the last one also where the bytes end; a
 * byte order mark is dropped. Holds one chunk and one line: a line above {@link MAX_LINE_BYTES} and a line that is
 * not UTF-8 come out as {@link Refused}, and the lines after them are whole.
 */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LineRun> {
  const tail = createTail()
  let bytes = 0
  let first = true
  const runOf = (whole: Buffer): LineRun => {
    const lines = linesOf(whole)
    if (first) lines[0] = withoutMark(lines[0])
    first = false
    return { lines, bytes }
  }
  for await (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    bytes += buffer.length
    const end = buffer.lastIndexOf(NEWLINE)
    if (end === -1) {
      tail.push(buffer)
      continue
    }
    const start = tail.overlong ? buffer.indexOf(NEWLINE) : 0
    const run = runOf(Buffer.concat([...tail.take(), buffer.subarray(start, end)]))
    tail.push(buffer.subarray(end + 1))
    yield run
  }
  if (tail.length > 0) yield runOf(Buffer.concat(tail.take()))
}

/** The bytes of a line whose end has not been read. Once it is too long, only that is kept. */
function createTail() {
  let parts: Buffer[] = []
  let length = 0
  return {
    get length() {
      return length
    },
    get overlong() {
      return length > MAX_LINE_BYTES
    },
    push(part: Buffer) {
      if (part.length === 0) return
      length += part.length
      if (length <= MAX_LINE_BYTES) parts.push(part)
      else parts = []
    },
    /** What is held, and nothing any more; a line that was too long is still one byte too long. */
    take(): Buffer[] {
      const taken = length > MAX_LINE_BYTES ? [Buffer.alloc(MAX_LINE_BYTES + 1, ' ')] : parts
      parts = []
      length = 0
      return taken
    },
  }
}

/** The lines of bytes that end where their last line ends. */
function linesOf(whole: Buffer): (string | Refused)[] {
  if (isUtf8(whole)) return whole.toString('utf8').split('\n').map(readable)
  const lines: (string | Refused)[] = []
  for (let start = 0, end = 0; start <= whole.length; start = end + 1) {
    end = whole.indexOf(NEWLINE, start)
    if (end === -1) end = whole.length
    const line = whole.subarray(start, end)
    lines.push(isUtf8(line) ? readable(line.toString('utf8')) : notUtf8(line))
  }
  return lines
}

function readable(line: string): string | Refused {
  // A character is at most three bytes a unit, so most lines need no count.
  if (3 * line.length > MAX_LINE_BYTES && Buffer.byteLength(line) > MAX_LINE_BYTES) return tooLong()
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

function notUtf8(line: Buffer): Refused {
  if (line.length > MAX_LINE_BYTES) return tooLong()
  return new Refused('the line is not UTF-8 text: save the file as UTF-8')
}

function tooLong(): Refused {
  return new Refused('the line is longer than 1 MB: an event takes less than 1 KB, one to a line')
}

function withoutMark(line: string | Refused | undefined): string | Refused {
  if (line === undefined) return ''
  return typeof line === 'string' && line.startsWith('\uFEFF') ? line.slice(1) : line
}
