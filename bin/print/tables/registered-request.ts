import { readFileSync } from 'node:fs'

/** A request of a registered operation: its id changes with the operation's text. */
export function registeredRequest(): string {
  const manifest = new URL('../../../schema/persisted-operations.json', import.meta.url)
  const { operations }: { operations: { name: string; id: string }[] } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  )
  const id = operations.find(({ name }) => name === 'Leaderboard')?.id
  if (id === undefined) throw new RangeError('The operation Leaderboard is not registered.')
  const url = `http://127.0.0.1:4000/graphql?variables={"id":"pnl-7d","limit":1}&documentId=${id}`
  return `\`\`\`sh\ncurl -sg '${url}'\n\`\`\``
}
