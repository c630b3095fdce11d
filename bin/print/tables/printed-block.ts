/**
 * The text with everything between the comments `<!-- name:begin -->` and `<!-- name:end -->` replaced by `content`.
 * Throws a RangeError unless each comment occurs exactly once, in this order.
 */
export function replacePrintedBlock(text: string, name: string, content: string): string {
  const begin = only(text, `<!-- ${name}:begin -->`)
  const end = only(text, `<!-- ${name}:end -->`)
  if (end.from < begin.to) throw new RangeError(`The block ${name} ends before it begins.`)
  return `${text.slice(0, begin.to)}\n${content}\n${text.slice(end.from)}`
}

function only(text: string, comment: string): { from: number; to: number } {
  const from = text.indexOf(comment)
  if (from < 0 || text.indexOf(comment, from + 1) >= 0)
    throw new RangeError(`${comment} must occur in the page exactly once.`)
  return { from, to: from + comment.length }
}
