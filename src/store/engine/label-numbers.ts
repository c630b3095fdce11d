/**
 * The number in analytics of a name of the table `labels` as a category: a tag of the same name is another group, with
 * units of its own.
 */
export function categoryLabel(name: number): number {
  return 2 * name
}

/** The number in analytics of a name as a tag. */
export function tagLabel(name: number): number {
  return 2 * name + 1
}

/** The name's number in the table, of either. */
export function labelName(label: number): number {
  return Math.floor(label / 2)
}
