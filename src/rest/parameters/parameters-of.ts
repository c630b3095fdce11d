import { FORMAT } from '../formats/format-parameter.ts'
import type { RestParameter, RestRoute } from '../routes/route.ts'

/**
 * Every parameter of a path: those that set a variable of its operation, by the variable's name, and `format` where it
 * can be exported.
 */
export function parametersOf({ parameters, rows }: RestRoute): Readonly<Record<string, RestParameter>> {
  return rows === undefined ? parameters : { ...parameters, format: FORMAT }
}
