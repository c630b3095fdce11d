/**
 * A name as search compares it: without case, accents or compatibility forms (`Ádám` and `adam` are one).
 * The store keeps it beside the name, so that both engines compare the same bytes.
 */
export function foldName(name: string): string {
  return name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
