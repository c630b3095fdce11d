/** By the arguments that a resolver gets: those that a tier rule made null, as they were given. */
const taken = new WeakMap<object, object>()

/** The arguments without those of some names, which become null; {@link withheldArgument} still names them. */
export function withholdArguments(args: object, names: readonly string[]): object {
  const without = Object.fromEntries(names.map((name) => [name, null]))
  const left = { ...args, ...without }
  taken.set(left, Object.fromEntries(names.map((name) => [name, Reflect.get(args, name)])))
  return left
}

/**
 * What a caller gave for an argument that a tier rule made null, for a resolver to say so; undefined where nothing
 * was withheld.
 * @param args the very object that the resolver got
 */
export function withheldArgument(args: object, name: string): unknown {
  const given = taken.get(args)
  return given && Reflect.get(given, name)
}
