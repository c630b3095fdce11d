import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EVENT_OF_TOPIC, SIGNATURES, SILENT_SIGNATURES, SILENT_TOPICS } from '../../src/chain/topics.ts'

const VECTORS = new URL('../../../shared/data/vectors/chain.json', import.meta.url)
const absent = !existsSync(VECTORS)

test.skipIf(absent)(
  `topics are those of the official contracts${absent ? ' (skipped: no shared data)' : ''}`,
  () => {
    const topics: Record<string, string> = JSON.parse(readFileSync(VECTORS, 'utf8')).topics
    const checked = Object.entries(SIGNATURES).filter(([name, signature]) => {
      const topic = topics[signature]
      if (topic !== undefined) expect(EVENT_OF_TOPIC.get(topic)).toBe(name)
      return topic !== undefined
    })
    // The four events of the Protocol V2 modules have no published topic.
    expect(checked.length).toBe(Object.keys(SIGNATURES).length - 4)
    for (const signature of SILENT_SIGNATURES) {
      const topic = topics[signature]
      if (topic !== undefined) expect(SILENT_TOPICS).toContain(topic)
    }
  },
)

test('no topic is both decoded and ignored, and each belongs to one event', () => {
  expect(EVENT_OF_TOPIC.size).toBe(Object.keys(SIGNATURES).length)
  for (const topic of EVENT_OF_TOPIC.keys()) expect(SILENT_TOPICS).not.toContain(topic)
})
