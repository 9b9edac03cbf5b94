import { createContext, memo, type ReactNode, Suspense, useContext } from 'react'
import { humanReadable } from '#shared/forms/fields/answer.ts'
import { type AnswerData, chosenId, type FormField } from '#shared/forms/fields/field.ts'
import { yearDigits } from '#shared/forms/fields/rules.ts'
import { lateView } from '#web/platform/navigation/late-view.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { DateField } from '#web/platform/ui/DateField.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { fieldId } from '#web/platform/ui/Field.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { PhoneField } from '#web/platform/ui/PhoneField.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { afterPress } from './after-press.ts'
import { autoCompleteOf } from './auto-complete.ts'
import { choicesOf, type FormStore } from './form-store.ts'
import { GroupView } from './GroupView.tsx'
import { FilesView } from './late-files.ts'
import { useField } from './use-form.ts'

const ChoiceView = lateView(() => import('./ChoiceView.tsx'))
const DictionaryView = lateView(() => import('./DictionaryView.tsx'))

const lateViews: Partial<Record<FormField['view'], readonly { come: () => Promise<unknown> }[]>> = {
  select: [ChoiceView, DictionaryView],
  multiselect: [ChoiceView, DictionaryView],
  suggest: [DictionaryView],
  region: [DictionaryView],
  file: [FilesView],
  image: [FilesView],
}

/** Loads the views of these fields, so that they are drawn together and none moves those below it. */
export async function loadViews(fields: readonly FormField[]): Promise<void> {
  const needed = fields
    .flatMap((field) => [field, ...(field.fields ?? [])])
    .flatMap(({ view }) => lateViews[view] ?? [])
  await Promise.allSettled([...new Set(needed)].map(({ come }) => come()))
}

export interface FieldViewProps {
  store: FormStore
  field: FormField
  /** `email`, or `jobs.0.end` in a row of a group. */
  path: string
}

/** The props that every view passes to its UI component. */
export interface ViewProps<Value = unknown> {
  label: string
  name: string
  id: string
  value: Value
  onChange: (value: Value) => void
  onBlur: () => void
  error: string | null
  hint: ReactNode
  required: boolean
  disabled: boolean
  readOnly: boolean
}

/** A remark on the handed-in value is shown before the hint. */
function hintOf(hint: string | undefined, remark: string | null): ReactNode {
  if (remark === null) return hint
  return (
    <Facts
      of={[
        <span key="remark">
          <strong>Замечание:</strong> {remark}
        </span>,
        hint,
      ]}
    />
  )
}

/** A prefix for the fields of a form, for a page on which another form has fields of the same names. */
export const FormOnPage = createContext('')

/** One field of a form in its view; nothing when it is not asked. */
export const FieldView = memo(function FieldView({ store, field, path }: FieldViewProps) {
  const { value, fault, asked } = useField(store, path)
  const onPage = useContext(FormOnPage)
  if (!asked) return null
  const props: ViewProps = {
    label: field.label,
    name: `${onPage}${path}`,
    id: fieldId(`${onPage}${path}`),
    value,
    onChange: (next) => store.set(path, next),
    onBlur: () => afterPress(() => store.leave(path)),
    error: fault,
    hint: hintOf(field.hint, store.remarkOf(path)),
    required: field.validation_rules?.required === true || (field.rows?.min ?? 0) > 0,
    disabled: field.disabled === true,
    readOnly: field.read_only === true,
  }
  if (field.read_only && field.view !== 'group') return <ReadOnlyView store={store} field={field} props={props} />
  switch (field.view) {
    case 'group':
      return (
        <GroupView store={store} field={field} rowKeys={value as readonly number[]} error={fault}>
          {(child, inside) => <FieldView key={child.name} store={store} field={child} path={inside} />}
        </GroupView>
      )
    case 'textarea':
      return <TextArea {...text(props)} {...lengths(field)} />
    case 'number':
      return <NumberField {...text(props)} />
    case 'year':
      return <NumberField {...text(props)} maxLength={yearDigits} hint={props.hint ?? 'Четыре цифры, например 2019'} />
    case 'date':
      return <DateField {...text(props)} autoComplete={autoCompleteOf(path)} />
    case 'datetime':
      return <DateTimeField {...text(props)} />
    case 'phone':
      return <PhoneField {...text(props)} autoComplete={autoCompleteOf(path) ?? 'off'} />
    case 'email':
      return <TextField {...text(props)} type="email" inputMode="email" autoComplete={autoCompleteOf(path)} />
    case 'checkbox':
    case 'consent':
      return (
        <Checkbox
          {...props}
          value={value === true}
          onChange={props.onChange}
          setting={field.view === 'checkbox' && !props.required}
        />
      )
    case 'radio':
      return (
        <RadioGroup
          {...props}
          value={chosenId(value) ?? ''}
          options={(choicesOf(field, store.dictionaries) ?? []).map((option) => ({
            value: option.id,
            label: option.value,
          }))}
        />
      )
    case 'select':
    case 'multiselect':
      return (
        <Suspense fallback={<Skeleton lines={2} label="Загружаем поле…" />}>
          {choicesOf(field, store.dictionaries) ? (
            <ChoiceView store={store} field={field} props={props} />
          ) : (
            <DictionaryView store={store} field={field} props={props} />
          )}
        </Suspense>
      )
    case 'suggest':
    case 'region':
      return (
        <Suspense fallback={<Skeleton lines={2} label="Загружаем поле…" />}>
          <DictionaryView store={store} field={field} props={props} />
        </Suspense>
      )
    case 'file':
    case 'image':
      return (
        <Suspense fallback={<Skeleton lines={2} label="Загружаем поле…" />}>
          <FilesView field={field} props={props} store={store} />
        </Suspense>
      )
    case 'text':
      return <TextField {...text(props)} {...longest(field)} autoComplete={autoCompleteOf(path)} />
    default:
      return field.view satisfies never
  }
})

/** A value that the portal filled in, as text in every view. */
function ReadOnlyView({ store, field, props }: { store: FormStore; field: FormField; props: ViewProps }) {
  const schema = { version: 0, sections: [{ code: '', title: '', fields: [{ ...field, visible_when: undefined }] }] }
  const own: AnswerData = { [field.name]: props.value }
  const words = humanReadable(schema, own, store.dictionaries)[0]?.value ?? ''
  return <TextField {...text(props)} value={words} hint={props.hint} required />
}

function text(props: ViewProps): ViewProps<string> {
  const { value } = props
  const shown = typeof value === 'number' ? String(value).replace('.', ',') : (chosenId(value) ?? '')
  return { ...props, value: shown, onChange: props.onChange }
}

const longest = ({ validation_rules: rules }: FormField) => (rules?.max_length ? { maxLength: rules.max_length } : {})

function lengths({ validation_rules: rules }: FormField) {
  return {
    ...(rules?.max_length ? { limit: rules.max_length } : {}),
    ...(rules?.min_length ? { minimum: rules.min_length } : {}),
    rows: (rules?.max_length ?? 0) > 1000 ? 10 : 5,
  }
}
