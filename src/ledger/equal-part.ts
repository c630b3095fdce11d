/**
 * Part `index` (from 0) of `total` cut into `count` equal integer parts. Each is floor(total / count) and the first
 * also takes the remainder, so the parts add up to `total`, a negative one too.
 */
export function equalPart(total: number, count: number, index: number): number {
  const part = Math.floor(total / count)
  return index === 0 ? total - part * (count - 1) : part
}
