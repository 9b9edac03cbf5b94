import { chosenId, chosenIds, type FormField } from '#shared/forms/fields/field.ts'
import { MultiSelect, Select } from '#web/platform/ui/Select.tsx'
import type { ViewProps } from './FieldView.tsx'
import { choicesOf, type FormStore } from './form-store.ts'

/** One or several choices from a short list. */
export default function ChoiceView({ store, field, props }: { store: FormStore; field: FormField; props: ViewProps }) {
  const options = (choicesOf(field, store.dictionaries) ?? []).map(({ id, value }) => ({ value: id, label: value }))
  const { value } = props
  if (field.view === 'multiselect') {
    return <MultiSelect {...props} value={chosenIds(value)} onChange={props.onChange} options={options} />
  }
  return <Select {...props} value={chosenId(value) ?? ''} onChange={props.onChange} options={options} />
}
