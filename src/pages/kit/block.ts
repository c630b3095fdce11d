import { PequodError } from '../../errors.ts'
import { html, type Part } from './html.ts'

/** Shows a part of a page that has an answer of its own. */
export type Block = <Result>(answer: Promise<Result>, show: (result: Result) => Part) => Promise<Part>

/**
 * Returns a function that shows parts of a page. A part whose answer fails by a fault of the service says so alone; a refusal of
 * the request is the whole page's.
 * @param onFailed called with such a failure, returns the reference by which its reader can name it; undefined: the page fails
 */
export function createBlock(onFailed: ((error: unknown) => string) | undefined): Block {
  return async (answer, show) => {
    try {
      return show(await answer)
    } catch (error) {
      if (onFailed === undefined || (error instanceof PequodError && error.status < 500)) throw error
      return html`<p class="calm" role="alert">This part could not be loaded. <a href="">Try again</a> <span class="tiny">Reference <code>${onFailed(error)}</code></span></p>`
    }
  }
}
