import { type DirectiveNode, getDirectiveValues } from 'graphql'
import { z } from 'zod'
import { TIER_DIRECTIVE } from './tier-directive.ts'

const DeclaredShape = z.object({
  requires: z.enum(['FREE', 'PRO']),
  otherwise: z.enum(['NULL', 'ROUNDED', 'FEWER', 'ERROR']),
  where: z
    .string()
    .nullish()
    .transform((text) => text ?? null),
})

/** A `@tier` of the schema: `where` in words, null for everywhere. */
export type DeclaredTier = z.infer<typeof DeclaredShape>

/** A definition of a field or an argument, with its node. */
interface Defined {
  readonly astNode?: { readonly directives?: readonly DirectiveNode[] | undefined } | null | undefined
}

/** Returns the `@tier` of a field or an argument of the built schema, null if it is public. */
export function declaredTier({ astNode }: Defined): DeclaredTier | null {
  const values = getDirectiveValues(TIER_DIRECTIVE, { directives: astNode?.directives ?? [] })
  return values ? DeclaredShape.parse(values) : null
}
