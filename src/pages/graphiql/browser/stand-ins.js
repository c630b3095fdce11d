// Stand-ins for parts of packages that GraphiQL loads.
import { createElement as h } from 'react'

// In place of framer-motion: GraphiQL uses only its list that is sorted by dragging, 120 KB for the order of tabs.
export const Reorder = {
  Group: ({ values: _values, onReorder: _onReorder, axis: _axis, ...rest }) => h('ul', rest),
  Item: ({ value: _value, ...rest }) => h('li', rest),
}

// In place of react-remove-scroll, which adds style elements that the page's policy forbids.
export const RemoveScroll = ({ children }) => children

/** The exports that later.js brings. */
export const later = {}

// In place of markdown-it, which later.js loads: descriptions are shown with the schema, so after it.
export default class Markdown {
  constructor(options) {
    this.options = options
  }

  render(text) {
    this.made ??= new later.MarkdownIt(this.options)
    return this.made.render(text)
  }
}
