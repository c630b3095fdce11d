import { readFileSync } from 'node:fs'
import type { RestParameter, RestRoute } from '../../../src/rest/route.ts'

/** The Python client without its methods. */
const MODULE = readFileSync(new URL('./module.py', import.meta.url), 'utf8')

/** Names that Python keeps for itself, as far as parameters have them. */
const RESERVED = new Set([
  'from',
  'class',
  'is',
  'in',
  'not',
  'or',
  'and',
  'import',
  'pass',
  'global',
  'self',
])

/** Prints the Python client: a method for each path, and a generator for each stream. */
export function printPython(routes: readonly RestRoute[], streams: readonly RestRoute[]): string {
  return [MODULE, ...[...routes, ...streams].map(methodText)].join('\n')
}

function methodText(route: RestRoute): string {
  const { method = 'GET', path, name, isStream } = route
  const parameters = Object.values(route.parameters)
  const required = parameters.filter((one) => one.required)
  const optional = parameters.filter((one) => !one.required)
  const given = ['self', ...required.map(argument)]
  if (optional.length > 0) given.push('*', ...optional.map((one) => `${argument(one)}=None`))
  const passed = `{${parameters.map((one) => `${JSON.stringify(one.name)}: ${argument(one)}`).join(', ')}}`
  const call = isStream
    ? `yield from self._stream(${JSON.stringify(path)}, ${passed})`
    : method === 'GET'
      ? `return self.get(${JSON.stringify(path)}, ${passed})`
      : `return self.change(${JSON.stringify(method)}, ${JSON.stringify(path)}, ${passed})`
  return `    def ${snake(name)}(${given.join(', ')}):\n${docString(route, parameters)}        ${call}\n`
}

function docString(route: RestRoute, parameters: readonly RestParameter[]): string {
  const { method = 'GET', summary, description, path } = route
  const lines = [`${summary}. ${description}`, '', `${method} ${path}`, '']
  for (const one of parameters) lines.push(`${argument(one)}: ${one.description}`)
  const text = lines.join('\n').trimEnd().replaceAll('\\', '\\\\').replaceAll('"""', "'''")
  const indented = text.split('\n').map((line) => (line === '' ? '' : `        ${line}`))
  return `        """${indented.join('\n').trimStart()}\n        """\n`
}

function argument({ name }: RestParameter): string {
  const own = snake(name).replaceAll(/\W/g, '_')
  return RESERVED.has(own) ? `${own}_` : own
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
