/** The result of one check of `pequod doctor`. */
export interface Check {
  name: string
  /** `notice`: the service starts, but the operator should know. */
  state: 'fine' | 'notice' | 'wrong'
  /** The finding, in a few words. */
  found: string
  /** The remedy; null if there is nothing to do. */
  mend: string | null
}

/** A check that found nothing to do. */
export const fine = (name: string, found: string): Check => ({ name, state: 'fine', found, mend: null })

/** A check that found something the operator should know. */
export const notice = (name: string, found: string, mend: string | null): Check => ({
  name,
  state: 'notice',
  found,
  mend,
})

/** A check that found something to fix. */
export const wrong = (name: string, found: string, mend: string): Check => ({
  name,
  state: 'wrong',
  found,
  mend,
})
