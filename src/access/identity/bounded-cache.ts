/** Values by name, each with its own end, and never more than so many. */
export class BoundedCache<T> {
  readonly #capacity: number
  readonly #entries = new Map<string, { value: T; until: number }>()

  /** @param capacity the most entries that are held; beyond it the one set longest ago goes */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get size(): number {
    return this.#entries.size
  }

  /** The value, or null if there is none or `now` has reached its end. */
  get(name: string, now: number): T | null {
    const entry = this.#entries.get(name)
    if (entry === undefined) return null
    if (now < entry.until) return entry.value
    this.#entries.delete(name)
    return null
  }

  /** Keeps a value until a time, which is on the same clock as `now` in {@link get}. */
  set(name: string, value: T, until: number): void {
    this.#entries.delete(name)
    this.#entries.set(name, { value, until })
    if (this.#entries.size <= this.#capacity) return
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest)
      return
    }
  }

  /** Forgets a value, but only this one: a later one under the same name stays. */
  delete(name: string, value: T): void {
    if (this.#entries.get(name)?.value === value) this.#entries.delete(name)
  }
}
