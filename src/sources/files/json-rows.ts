import { isUtf8 } from 'node:buffer'
import { defined, isObject, parseJson } from '../../checks.ts'
import { CommandError } from '../../errors.ts'
import { Refused } from '../field-checks.ts'

/** The largest row that is read; a larger one is refused without being held. */
const MAX_ROW_BYTES = 16 * 1024 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
/** Between rows: space, tab, line ends and the comma. */
const BETWEEN = new Set([0x20, 0x09, 0x0a, 0x0d, 0x2c])
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** The rows that were completed by one chunk of bytes. */
export interface RowRun {
  /** The rows in order with their number from 1; one that cannot be read is the reason instead. */
  rows: { value: Record<string, unknown> | Refused; row: number }[]
  /** Bytes read so far, this chunk's included. */
  bytes: number
}

/**
 * The objects of a JSON file, one by one: of an array of objects, of several arrays after each other (saved pages),
 * or of objects after each other (one a line). Holds one chunk and one row. A row that is not JSON or not UTF-8 is
 * Refused and the rest goes on. Throws a CommandError naming `path` where the file holds something else, or ends
 * in the middle of a row or of an array.
 */
export async function* jsonRows(chunks: AsyncIterable<Buffer>, path: string): AsyncGenerator<RowRun> {
  const scanner = createScanner(path)
  let bytes = 0
  for await (const chunk of chunks) {
    const rows = scanner.scan(bytes === 0 ? withoutMark(chunk) : chunk)
    bytes += chunk.length
    yield { rows, bytes }
  }
  scanner.end()
}

/** Finds where rows start and end: brackets are counted outside strings, and nothing else is understood. */
function createScanner(path: string) {
  let row = 0
  let lists = 0
  let depth = 0
  let inString = false
  let escaped = false
  let parts: Buffer[] = []
  let held = 0

  const between = (byte: number): void => {
    if (byte === OPEN) {
      depth = 1
      row++
    } else if (byte === OPEN_LIST && lists === 0) lists = 1
    else if (byte === CLOSE_LIST && lists === 1) lists = 0
    else if (!BETWEEN.has(byte)) throw notRows(path, byte, row)
  }
  /** One byte inside a row; true when it ends the row. */
  const inside = (byte: number): boolean => {
    if (escaped) escaped = false
    else if (inString) {
      if (byte === QUOTE) inString = false
      else if (byte === BACKSLASH) escaped = true
    } else if (byte === QUOTE) inString = true
    else if (byte === OPEN || byte === OPEN_LIST) depth++
    else if (byte === CLOSE || byte === CLOSE_LIST) depth--
    return depth === 0
  }
  const hold = (part: Buffer): void => {
    held += part.length
    if (held <= MAX_ROW_BYTES) parts.push(part)
    else parts = []
  }
  const take = (): Record<string, unknown> | Refused => {
    const value = held <= MAX_ROW_BYTES ? rowOf(Buffer.concat(parts)) : tooLarge()
    parts = []
    held = 0
    return value
  }
  return {
    scan(chunk: Buffer): RowRun['rows'] {
      const rows: RowRun['rows'] = []
      let start = 0
      for (let i = 0; i < chunk.length; i++) {
        const byte = defined(chunk[i])
        if (depth === 0) {
          start = i
          between(byte)
        } else if (inside(byte)) {
          hold(chunk.subarray(start, i + 1))
          rows.push({ value: take(), row })
        }
      }
      if (depth > 0) hold(chunk.subarray(start))
      return rows
    },
    end(): void {
      if (depth > 0) throw new CommandError(`${path} ends in the middle of row ${row}: get the whole file.`)
      if (lists > 0)
        throw new CommandError(
          `${path} ends after row ${row}, before its list is closed: get the whole file.`,
        )
    },
  }
}

function rowOf(bytes: Buffer): Record<string, unknown> | Refused {
  if (!isUtf8(bytes)) return new Refused('the row is not UTF-8 text: save the file as UTF-8')
  const value = parseJson(bytes.toString('utf8'))
  if (isObject(value)) return value
  // The parser's own message names a position within the row, which no editor shows.
  return new Refused('the row is not valid JSON: an object with quoted field names is needed')
}

function tooLarge(): Refused {
  return new Refused('the row is larger than 16 MB: one object a row is needed')
}

function notRows(path: string, byte: number, row: number): CommandError {
  const where = row === 0 ? 'starts' : `goes on after row ${row}`
  const found = byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte ${byte}`
  return new CommandError(`${path} ${where} with ${found}: a list of JSON objects, or one a line, is needed.`)
}

function withoutMark(chunk: Buffer): Buffer {
  return BYTE_ORDER_MARK.every((byte, i) => chunk[i] === byte)
    ? chunk.subarray(BYTE_ORDER_MARK.length)
    : chunk
}
