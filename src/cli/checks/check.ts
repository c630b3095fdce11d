/** What one look of the doctor found. */
export interface Check {
  name: string
  /** `notice`: the service starts, but a person should know. */
  state: 'fine' | 'notice' | 'wrong'
  /** What was found, in a few words. */
  found: string
  /** What to do about it; null where nothing is to be done. */
  mend: string | null
}

/** A check that found nothing to do. */
export const fine = (name: string, found: string): Check => ({ name, state: 'fine', found, mend: null })

/** A check that found what a person should know. */
export const notice = (name: string, found: string, mend: string | null): Check => ({
  name,
  state: 'notice',
  found,
  mend,
})

/** A check that found what must be mended. */
export const wrong = (name: string, found: string, mend: string): Check => ({
  name,
  state: 'wrong',
  found,
  mend,
})
