import { Counter, Gauge, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { type AskedWorker, createMetricsGatherer } from '../../../src/server/workers/worker-channel.ts'

/** A process with a count and an age, as it would be asked over its channel. */
function processWith(gatherer: ReturnType<typeof createMetricsGatherer>, count: number, age: number) {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'counted', help: 'c', labelNames: ['of'], registers }).inc({ of: 'a' }, count)
  new Gauge({ name: 'age', help: 'a', aggregator: 'max', registers }).set(age)
  const worker: AskedWorker = {
    async send(message) {
      if (message.kind !== 'pequod:give-metrics') return
      gatherer.take({
        kind: 'pequod:own-metrics',
        ask: message.ask,
        metrics: await registry.getMetricsAsJSON(),
      })
    },
  }
  const end = async () =>
    gatherer.take({ kind: 'pequod:last-metrics', metrics: await registry.getMetricsAsJSON() })
  return { worker, end }
}

test('metrics of worker processes add up, also of ended ones; an age is the largest of the living', async () => {
  const gatherer = createMetricsGatherer()
  const [first, second, third] = [
    processWith(gatherer, 3, 70),
    processWith(gatherer, 4, 50),
    processWith(gatherer, 10, 60),
  ]
  expect(await gatherer.gather([first.worker, second.worker])).toMatch(/^counted\{of="a"\} 7$/m)
  await Promise.all([first.end(), second.end()])
  const text = await gatherer.gather([third.worker])
  expect(text).toMatch(/^counted\{of="a"\} 17$/m)
  expect(text).toMatch(/^age 60$/m)
})

test('a worker that does not answer is omitted from the metrics', async () => {
  const gatherer = createMetricsGatherer(500)
  const { worker } = processWith(gatherer, 3, 70)
  expect(await gatherer.gather([worker, { send: () => undefined }])).toMatch(/^counted\{of="a"\} 3$/m)
})
