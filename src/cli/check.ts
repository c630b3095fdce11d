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
