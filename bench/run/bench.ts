/** One benchmark: what is run, what it shows, and what is expected of it. */
export interface Bench {
  /** The name for `npm run bench -- NAME`. */
  name: string
  title: string
  /** One sentence: what against what, and how. */
  shows: string
  /** Its file in this folder. */
  script: string
  /** Arguments of each run. @default one run without any */
  runs?: readonly (readonly string[])[]
  /** The same for a quick check that it still runs. @default those of `runs` */
  tinyRuns?: readonly (readonly string[])[]
  /** Minutes after which a run is taken to hang. */
  minutes: number
  /** True: only `npm run bench:all` and its name run it. @default false */
  isLong?: boolean
  /** @default none */
  aims?: readonly Aim[]
}

/** The minimum or maximum of a printed figure. */
export interface Aim {
  what: string
  /** Finds the figure, its only group, in the output; the first of several. */
  figure: RegExp
  least?: number
  most?: number
  /** One sentence: what bounds the figure where it misses the aim. @default not known */
  bound?: string
}
