import { readdirSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'rolldown/utils'

/** A place in a source that says what a statement is. */
export interface StatementPlace {
  /** `file:line`, below `src`. */
  place: string
  file: string
  /** Where V8 counts it: within the builder of a statement, or at a text by hand. */
  at: number
  isByHand: boolean
  text: string
}

const SQL = /\bSELECT [^=]|\bINSERT INTO\b|\bDELETE FROM\b|\bUPDATE \S+ SET\b/
const MAKERS = ['statement', 'statementBy']

/** Every statement that the sources make, and every text of SQL by hand. */
export function statementsIn(folder: string): StatementPlace[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .flatMap((file) => placesIn(file, readFileSync(`${folder}/${file}`, 'utf8')))
}

function placesIn(file: string, source: string): StatementPlace[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const made: { start: number; end: number; at: number }[] = []
  const texts: { start: number; end: number }[] = []
  new Visitor({
    CallExpression({ callee, arguments: [build], start, end }) {
      if (callee.type !== 'Identifier' || !MAKERS.includes(callee.name)) return
      if (build?.type !== 'ArrowFunctionExpression') return
      made.push({ start, end, at: build.body.start + 1 })
    },
    Literal(node) {
      if (typeof node.value === 'string') texts.push(node)
    },
    TemplateLiteral(node) {
      texts.push(node)
    },
  }).visit(program)
  const placeOf = (start: number) => `${file}:${source.slice(0, start).split('\n').length}`
  const textOf = ({ start, end }: { start: number; end: number }) => source.slice(start, end)
  const isMade = (text: { start: number; end: number }) =>
    made.some(({ start, end }) => start < text.start && text.end <= end)
  return [
    ...made.map((one) => ({
      file,
      place: placeOf(one.start),
      at: one.at,
      isByHand: false,
      text: textOf(one),
    })),
    ...texts
      .filter((text) => SQL.test(textOf(text)) && !isMade(text))
      .map((text) => ({
        file,
        place: placeOf(text.start),
        at: text.start,
        isByHand: true,
        text: textOf(text),
      })),
  ]
}

interface V8Coverage {
  result: {
    url: string
    functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[]
  }[]
}

/** Tells whether an offset of a file below `src` ran, by V8's coverage of a run's processes and threads. */
export function coverageIn(folder: string): (file: string, at: number) => boolean {
  const scripts = new Map<string, V8Coverage['result']>()
  for (const name of readdirSync(folder)) {
    const { result }: V8Coverage = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))
    for (const script of result) {
      const [, file] = /\/src\/(\S+\.ts)$/.exec(script.url) ?? []
      if (file !== undefined) scripts.set(file, [...(scripts.get(file) ?? []), script])
    }
  }
  return (file, at) => (scripts.get(file) ?? []).some((script) => ran(script, at))
}

/** The innermost range counts. */
function ran({ functions }: V8Coverage['result'][number], at: number): boolean {
  const around = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset)
  const sizeOf = (range: (typeof around)[number]) => range.endOffset - range.startOffset
  const innermost = around.reduce<(typeof around)[number] | null>(
    (least, range) => (least === null || sizeOf(range) <= sizeOf(least) ? range : least),
    null,
  )
  return (innermost?.count ?? 0) > 0
}
