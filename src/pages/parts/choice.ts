import { type Html, html, type Part } from '../kit/html.ts'

/** A control of a form: its parameter, and its choices by value. The first is the default. */
export interface Choice {
  name: string
  label: Part
  options: readonly (readonly [value: string, words: string])[]
}

/** A select with a choice's options, and with the view's own value where it is another. @param words of that value */
export function choiceControl({ name, label, options }: Choice, value: string, words = value): Html {
  const isOther = options.every(([one]) => one.toLowerCase() !== value.toLowerCase())
  const all = isOther ? [...options, [value, words] as const] : options
  return html`<label>${label}<select name="${name}">${all.map(([one, said]) => html`<option value="${one}"${one.toLowerCase() === value.toLowerCase() && html` selected`}>${said}</option>`)}</select></label>`
}
