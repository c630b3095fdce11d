/** Rows of many traders as columns of numbers; one trader's rows can be replaced in place. */
export interface ReplaceableRows<Name extends string> {
  /** Slots that were ever used: a slot without a trader is free. */
  readonly size: number
  /** The trader of each slot; −1 for none. Like the columns, another array once rows were added. */
  readonly trader: Int32Array
  column(name: Name): Float64Array
  /** Replaces a trader's rows. */
  replace(trader: number, rows: readonly Readonly<Record<Name, number>>[]): void
  /** Calls `use` with the slot of each of a trader's rows. */
  each(trader: number, use: (slot: number) => void): void
}

/** Ends the list of a trader's rows. */
const END = -1

/** Creates an empty set of rows. @param traders memory is reserved for trader ids below this */
export function createReplaceableRows<Name extends string>(
  names: readonly Name[],
  traders: number,
): ReplaceableRows<Name> {
  let capacity = 1024
  let size = 0
  let free = END
  let first = new Int32Array(traders).fill(END)
  let next = new Int32Array(capacity)
  let owner = new Int32Array(capacity).fill(END)
  const columns = Object.fromEntries(names.map((name) => [name, new Float64Array(capacity)])) as Record<
    Name,
    Float64Array
  >
  const grow = () => {
    capacity *= 2
    next = grown(next, new Int32Array(capacity))
    owner = grown(owner, new Int32Array(capacity).fill(END))
    for (const name of names) columns[name] = grown(columns[name], new Float64Array(capacity))
  }
  const takeSlot = () => {
    if (free !== END) {
      const slot = free
      free = next[slot] ?? END
      return slot
    }
    if (size === capacity) grow()
    return size++
  }
  const each = (trader: number, use: (slot: number) => void) => {
    for (let slot = first[trader] ?? END; slot !== END; slot = next[slot] ?? END) use(slot)
  }
  return {
    get size() {
      return size
    },
    get trader() {
      return owner
    },
    column: (name) => columns[name],
    replace(trader, rows) {
      if (trader >= first.length)
        first = grown(first, new Int32Array(Math.max(trader + 1, 2 * first.length)).fill(END))
      for (let slot = first[trader] ?? END; slot !== END; ) {
        const after = next[slot] ?? END
        owner[slot] = END
        next[slot] = free
        free = slot
        slot = after
      }
      let head = END
      for (const row of rows) {
        const slot = takeSlot()
        owner[slot] = trader
        next[slot] = head
        head = slot
        for (const name of names) columns[name][slot] = row[name]
      }
      first[trader] = head
    },
    each,
  }
}

function grown<Numbers extends Int32Array | Float64Array>(from: Numbers, into: Numbers): Numbers {
  into.set(from)
  return into
}
