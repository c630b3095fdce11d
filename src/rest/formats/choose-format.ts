import { weightsOf } from '../../answers/encoding.ts'
import { PequodError } from '../../errors.ts'
import type { RestRoute } from '../routes/route.ts'
import { EXPORT_FORMATS, type Format, JSON_FORMAT } from './format.ts'

/**
 * The form in which a path answers a request: the one that it names, else what its Accept weighs most, JSON first
 * among equals and where there is no Accept.
 * @param named the parameter `format`, already known to be one of ours
 * @throws PequodError NOT_ACCEPTABLE where Accept leaves nothing that the path answers with
 */
export function chooseFormat(route: RestRoute, accept: string | undefined, named?: unknown): Format {
  const offered = route.rows === undefined ? [JSON_FORMAT] : [JSON_FORMAT, ...EXPORT_FORMATS]
  if (named !== undefined) return offered.find(({ name }) => name === named) ?? JSON_FORMAT
  if (accept === undefined || accept === '*/*') return JSON_FORMAT
  return mostWanted(offered, weightsOf(accept)) ?? notAcceptable(offered)
}

function mostWanted(offered: readonly Format[], weights: ReadonlyMap<string, number>): Format | null {
  let best: Format | null = null
  let most = 0
  for (const format of offered) {
    const weight = Math.max(...format.types.map((type) => weightOf(type, weights)))
    if (weight <= most) continue
    best = format
    most = weight
  }
  return best
}

/** The most specific range that fits a type says its weight (RFC 9110 §12.5.1). */
function weightOf(type: string, weights: ReadonlyMap<string, number>): number {
  return weights.get(type) ?? weights.get(type.replace(/\/.*/, '/*')) ?? weights.get('*/*') ?? 0
}

function notAcceptable(offered: readonly Format[]): never {
  const types = offered.map(({ types: [type] }) => type).join(', ')
  throw new PequodError('NOT_ACCEPTABLE', `This path returns ${types}: send one of them in Accept.`)
}
