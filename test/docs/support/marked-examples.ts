/** A command in a page, and the fenced block under it that holds what the command printed. */
export interface MarkedExample {
  command: string
  /** The language after the fence: `json`, `text`, … */
  language: string
  /** The block's text; empty before anything was recorded. */
  output: string
  /** The line of the mark, from 1. */
  line: number
}

const MARK = /^<!-- run: (.+) -->$/
const FENCE = /^```(\w*)$/

/** Every `<!-- run: … -->` of a page with its block. Throws a RangeError where no closed block follows the mark. */
export function markedExamples(text: string): MarkedExample[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const command = MARK.exec(line)?.[1]
    return command === undefined ? [] : [{ command, line: at + 1, ...blockFrom(lines, at + 1) }]
  })
}

function blockFrom(lines: readonly string[], start: number): { language: string; output: string } {
  const language = FENCE.exec(lines[start] ?? '')?.[1]
  const end = lines.indexOf('```', start + 1)
  if (language === undefined || end < 0)
    throw new RangeError(`The mark on line ${start} is not followed by a fenced block.`)
  return { language, output: lines.slice(start + 1, end).join('\n') }
}
