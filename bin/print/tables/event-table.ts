import { EVENT_OF_TOPIC, SIGNATURES } from '../../../src/chain/topics.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Every decoded chain event, with its topic. */
export function eventTable(): string {
  const rows = [...EVENT_OF_TOPIC].map(([topic, name]) => [code(SIGNATURES[name]), code(topic)])
  return markdownTable(['event', 'topic 0'], rows)
}
