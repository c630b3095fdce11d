/**
 * Loaded before a program by `--import`: at SIGUSR2 its clock jumps by CLOCK_JUMP_SECONDS, and at the next one back
 * again. Timers and `performance.now()` go on, as they do where a machine's clock is set.
 */
const jump = Number(process.env.CLOCK_JUMP_SECONDS) * 1_000
const TrueDate = Date
let offset = 0
process.on('SIGUSR2', () => {
  offset = offset === 0 ? jump : 0
})

globalThis.Date = new Proxy(TrueDate, {
  get: (target, name, receiver) =>
    name === 'now' ? () => TrueDate.now() + offset : Reflect.get(target, name, receiver),
  construct: (target, given: readonly unknown[], made) =>
    Reflect.construct(target, given.length === 0 ? [TrueDate.now() + offset] : given, made),
  apply: (target) => new target(TrueDate.now() + offset).toString(),
})
