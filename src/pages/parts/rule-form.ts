import type { AnyKind } from '../../follows/follow.ts'
import type { RuleField } from '../../follows/rule-fields.ts'
import { FollowDocument } from '../../rest/operations/operations.generated.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { operationForm } from '../kit/operation-form.ts'

/** Rules as their owner writes them: amounts in dollars, or as fractions. */
export type WrittenRules = Readonly<Record<string, unknown>>

interface RuleForm {
  topic: string
  /** The rules that its controls show. */
  rules: WrittenRules
  isPro: boolean
}

/** A form that replaces the rules of a follow; rules without a control stay. */
export function ruleForm({ fields }: AnyKind, { topic, rules, isPro }: RuleForm): Html {
  const shown = shownFields(fields, isPro)
  const names = new Set(shown.map(([name]) => name))
  const rest = Object.entries(rules).filter(([name, value]) => !names.has(name) && value !== null)
  return operationForm({
    operation: FollowDocument,
    variables: { topic, ...Object.fromEntries(rest) },
    fields: shown.map(([name, field]) => ruleControl(name, field, rules[name])),
    button: 'Save',
  })
}

/** The rules that a form of a kind has controls for. */
export function shownFields(fields: AnyKind['fields'], isPro: boolean): [name: string, field: RuleField][] {
  return Object.entries(fields).filter(
    ([, { label, needs }]) => label !== undefined && (isPro || needs !== 'PRO'),
  )
}

/** The control of a rule. @param value the rule's present value, as its owner writes it */
export function ruleControl(name: string, field: RuleField, value: unknown): Part {
  const { label } = field
  switch (field.type) {
    case 'flag':
      return html`<label class="check"><input type="checkbox" data-variable="${name}"${value === true && html` checked`}>${label}</label>`
    case 'count': {
      const { limits, names } = field
      const at = typeof value === 'number' ? value : field.default
      return names === undefined
        ? html`<label>${label}<input type="number" data-variable="${name}" min="${limits.minimum ?? 0}" max="${limits.maximum ?? 0}" value="${at}" required></label>`
        : html`<label>${label}<select data-variable="${name}" data-number>${names.map((words, i) => html`<option value="${i}"${i === at && html` selected`}>${words}</option>`)}</select></label>`
    }
    case 'amount': {
      const { minimum = 0, maximum = 0 } = field.limits
      // Prices and fractions are entered in hundredths, larger amounts in dollars.
      const per = maximum > 1 ? 1 : 100
      const at = typeof value === 'number' ? Math.round(value * per * 100) / 100 : null
      return html`<label>${label}<input type="number" data-variable="${name}" data-per="${per}" min="${Math.round(minimum * per)}" max="${Math.round(maximum * per)}" step="any"${at !== null && html` value="${at}"`}></label>`
    }
    default:
      return null
  }
}
