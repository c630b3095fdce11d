import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'rolldown/utils'
import { z } from 'zod'

/** A regular expression as the sources write it. */
export interface Expression {
  /** File and line, for a person to find it. */
  place: string
  expression: RegExp
}

/** Every regular expression of a folder of sources. */
export interface Expressions {
  literals: Expression[]
  /** Files that make expressions from texts, once for each place: what those are, no parser knows. */
  made: string[]
}

/** Finds every regular expression in a folder, by the syntax of its files; those of zod's formats that it uses, too. */
export function expressionsIn(folder: URL): Expressions {
  const found: Expressions = { literals: [], made: [] }
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((one) => one.endsWith('.ts')).sort()) addFrom(folder, name, found)
  return found
}

function addFrom(folder: URL, name: string, { literals, made }: Expressions): void {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const { program, errors } = parseSync(fileURLToPath(new URL(name, folder)), text)
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0]?.message}`)
  const add = (start: number, expression: RegExp) =>
    literals.push({ place: `${name}:${text.slice(0, start).split('\n').length}`, expression })
  const calls = ({ callee }: { callee: { type: string } }) => {
    if (callee.type === 'Identifier' && 'name' in callee && callee.name === 'RegExp') made.push(name)
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.start, new RegExp(node.regex.pattern, node.regex.flags))
    },
    CallExpression: calls,
    NewExpression: calls,
    MemberExpression({ start, end, property }) {
      if (!/^z\b/.test(text.slice(start, end)) || property.type !== 'Identifier') return
      const format: unknown = Reflect.get(z.regexes, property.name)
      if (format instanceof RegExp) add(start, format)
    },
  }).visit(program)
}
