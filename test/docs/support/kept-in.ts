import { parseSync } from 'rolldown/utils'

/** A collection that may outlive the call that made it: a map, a set or a cache held by a module, an object or a returned function. */
export interface Kept {
  /** The name of the variable or field that holds it, else of its maker. */
  name: string
  /** The class or function that makes it: `Map`, `LRUCache`, `keepNewest`. */
  made: string
}

interface Node {
  type: string
  [key: string]: unknown
}

const COLLECTIONS = /^(?:Map|Set|WeakMap|WeakSet)$/
/** Functions and classes of ours, and the library's, that make caches, in any place. */
const CACHES = /^(?:LRUCache|AnswerCache|keepNewest|keepNames|createTextCache|memoize)$/
const FUNCTIONS = /Function(?:Expression|Declaration)?$/

/** Finds them in a file of TypeScript. */
export function keptIn(name: string, code: string): Kept[] {
  const found: Kept[] = []
  visit(parseSync(name, code).program as unknown as Node, [], found)
  return found
}

function visit(node: Node, above: readonly Node[], found: Kept[]): void {
  const made = maker(node)
  if (made !== null && (CACHES.test(made) || outlives(above)))
    found.push({ name: holderOf(above) ?? made, made })
  const path = [...above, node]
  for (const child of childrenOf(node)) visit(child, path, found)
}

/** Returns the maker of an empty collection or a cache; null for any other node. */
function maker(node: Node): string | null {
  const { type, callee, arguments: given } = node
  if (type !== 'NewExpression' && type !== 'CallExpression') return null
  const name = isNode(callee) && callee.type === 'Identifier' ? String(callee.name) : ''
  if (CACHES.test(name)) return name
  return type === 'NewExpression' && COLLECTIONS.test(name) && Array.isArray(given) && given.length === 0
    ? name
    : null
}

function outlives(above: readonly Node[]): boolean {
  const own = above.findLast(({ type }) => FUNCTIONS.test(type))
  return own === undefined || above.some(({ type }) => type === 'PropertyDefinition') || returnsFunctions(own)
}

/** Whether a function returns functions, which hold its variables: itself an arrow, or an object of methods. */
function returnsFunctions(own: Node): boolean {
  const { body } = own
  if (!isNode(body)) return false
  const locals = new Set<string>()
  const returned: unknown[] = body.type === 'BlockStatement' ? [] : [body]
  const look = (node: Node) => {
    if (node.type === 'ReturnStatement') returned.push(node.argument)
    if (node.type === 'FunctionDeclaration' && isNode(node.id)) locals.add(String(node.id.name))
    if (
      node.type === 'VariableDeclarator' &&
      isNode(node.init) &&
      FUNCTIONS.test(node.init.type) &&
      isNode(node.id)
    )
      locals.add(String(node.id.name))
    if (!FUNCTIONS.test(node.type)) for (const child of childrenOf(node)) look(child)
  }
  for (const child of childrenOf(body)) look(child)
  return returned.some((value) => isNode(value) && holdsFunction(value, locals))
}

function holdsFunction(node: Node, locals: ReadonlySet<string>): boolean {
  if (FUNCTIONS.test(node.type)) return true
  if (node.type === 'Identifier') return locals.has(String(node.name))
  if (node.type === 'ObjectExpression')
    return childrenOf(node).some(
      (property) => isNode(property.value) && holdsFunction(property.value, locals),
    )
  return false
}

function holderOf(above: readonly Node[]): string | null {
  for (const { type, id, key } of above.toReversed()) {
    if (FUNCTIONS.test(type)) return null
    if (type === 'VariableDeclarator' && isNode(id)) return String(id.name)
    if (type === 'PropertyDefinition' && isNode(key)) return String(key.name)
  }
  return null
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
