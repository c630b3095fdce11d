/** One benchmark: what is run, what it shows, and what is expected of it. */
export interface Bench {
  /** By which `npm run bench -- NAME` knows it. */
  name: string
  title: string
  /** One sentence: what against what, and how. */
  shows: string
  /** Its file in this folder. */
  script: string
  /** Arguments of each run. @default one run without any */
  runs?: readonly (readonly string[])[]
  /** The same for a look at whether it still runs, whatever the figures. @default those of `runs` */
  tinyRuns?: readonly (readonly string[])[]
  /** Minutes after which a run is taken to hang. */
  minutes: number
  /** True: only `npm run bench:all` and its name run it. @default false */
  isLong?: boolean
  /** @default none */
  aims?: readonly Aim[]
}

/** What a printed figure should be: at least, or at most. */
export interface Aim {
  what: string
  /** Finds the figure, its only group, in what was printed; the first where it stands more than once. */
  figure: RegExp
  least?: number
  most?: number
  /** One sentence: what bounds the figure where it misses the aim. @default not known */
  bound?: string
}
