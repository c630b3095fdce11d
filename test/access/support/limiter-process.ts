/** A process that sends hits to a shared limiter at the same time and prints the number of allowed ones. */
import { connectLimiterRedis, createRedisLimiter } from '../../../src/access/limits/open-limiter.ts'

const [url = '', caller = '', limit = '', hits = ''] = process.argv.slice(2)
const redis = connectLimiterRedis(url, {
  timeoutMs: 20_000,
  onError: (error) => {
    throw error
  },
})
await new Promise((resolve) => redis.once('ready', resolve))
process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
const limiter = createRedisLimiter(redis)
const verdicts = await Promise.all(
  Array.from({ length: Number(hits) }, () => limiter.hit(caller, Number(limit))),
)
process.stdout.write(`${verdicts.filter(({ allowed }) => allowed).length}\n`)
redis.disconnect()
process.stdin.destroy()
