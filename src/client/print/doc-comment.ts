/** The widest printed line. */
const WIDTH = 110

/** A doc comment over a declaration, its paragraphs wrapped; on one line where it fits. */
export function docComment(text: string, indent = ''): string {
  // A description that holds the end of a comment must not end it.
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  const room = WIDTH - indent.length - 3
  const wrapped = lines.flatMap((line) => wrap(line, room))
  const [only = '', more] = wrapped
  if (more === undefined && only.length <= room - 4) return `${indent}/** ${only} */\n`
  return `${indent}/**\n${wrapped.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

function wrap(text: string, room: number): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + 1 + word.length > room) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}
