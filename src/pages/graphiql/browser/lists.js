// In place of framer-motion: GraphiQL uses only its list that is sorted by dragging, 120 KB for the order of tabs.
import { createElement as h } from 'react'

export const Reorder = {
  Group: ({ values: _values, onReorder: _onReorder, axis: _axis, ...rest }) => h('ul', rest),
  Item: ({ value: _value, ...rest }) => h('li', rest),
}

// In place of react-remove-scroll, which adds style elements that the page's policy forbids.
export const RemoveScroll = ({ children }) => children
