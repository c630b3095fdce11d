/** A duration in words: `40 s`, `12 min`, `3 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const SIZES = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** A size in words, by powers of a thousand as disks are sold: `980 bytes`, `1.2 GB`, `85 GB`. */
export function sizeText(bytes: number): string {
  let size = bytes
  let power = 0
  while (size >= 999.5 && power < SIZES.length - 1) {
    size /= 1_000
    power++
  }
  const rounded = power > 0 && size < 9.95 ? size.toFixed(1) : Math.round(size).toString()
  return `${rounded} ${SIZES[power]}`
}
