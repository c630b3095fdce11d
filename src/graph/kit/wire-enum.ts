import { builder } from './builder.ts'

/** A name on the wire as GraphQL spells it: `consistent-all` is CONSISTENT_ALL. */
export type EnumName<Wire extends string> = Wire extends `${infer Head}-${infer Tail}`
  ? `${Uppercase<Head>}_${EnumName<Tail>}`
  : Uppercase<Wire>

/** The name in GraphQL of a name on the wire in lower case, whose words are joined by hyphens. */
function enumName<Wire extends string>(wire: Wire): EnumName<Wire> {
  return wire.replaceAll('-', '_').toUpperCase() as EnumName<Wire>
}

interface WireEnum<Wire extends string> {
  description: string
  wires: readonly Wire[]
  says: (wire: Wire) => string
  /** A value's name in GraphQL. @default enumName */
  nameOf?: (wire: Wire) => string
}

/**
 * An enum whose values the code holds by their names on the wire, as REST shows them; each carries that name in
 * `extensions.wire`.
 */
export function wireEnum<Wire extends string>(
  name: string,
  { description, wires, says, nameOf = enumName }: WireEnum<Wire>,
) {
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(
      wires.map((wire) => [nameOf(wire), { value: wire, description: says(wire), extensions: { wire } }]),
    ),
  })
}

/**
 * Returns the values of an enum by name, each with its meaning, and with its wire name where that differs.
 */
export function valuesOf<Name extends string>(
  texts: Readonly<Record<Name, string | { readonly says: string; readonly wire?: string }>>,
) {
  const values = Object.entries<string | { readonly says: string; readonly wire?: string }>(texts).map(
    ([name, said]) => {
      const { says, wire } = typeof said === 'string' ? { says: said } : said
      return [name, { value: name, description: says, ...(wire !== undefined && { extensions: { wire } }) }]
    },
  )
  return Object.fromEntries(values) as { [Value in Name]: { value: Value; description: string } }
}
