import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { dictionarySuggestions } from '#shared/forms/dictionaries/limits.ts'
import { chosenId, type FormField, isRecord, optionsOf, rowsOf } from '#shared/forms/fields/field.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { useCompetitionCode } from '#web/platform/navigation/use-competition-code.ts'
import { SuggestField, type Suggestion } from '#web/platform/ui/SuggestField.tsx'
import styles from './DictionaryView.module.css'
import type { ViewProps } from './FieldView.tsx'
import { choicesOf, type FormStore, onlyChosen } from './form-store.ts'

type Props = { store: FormStore; field: FormField; props: ViewProps }

const regions = 'regions'
const dictOf = (field: FormField) => field.params?.dict ?? (field.view === 'region' ? regions : undefined)

/** A choice with search while typing, in a dictionary on the server or among the form's own options. */
export default function DictionaryView(all: Props) {
  return all.field.view === 'multiselect' ? <SeveralChosen {...all} /> : <OneChosen {...all} />
}

function OneChosen({ store, field, props }: Props) {
  const { value, onChange, name } = props
  const competition = useCompetitionCode()
  /** Typing a choice completely is the same as selecting it. */
  function leave() {
    const typed = typeof value === 'string' ? value.trim().toLowerCase() : ''
    const same = choicesOf(field, store.dictionaries)?.find((option) => option.value.toLowerCase() === typed)
    if (same && typed !== '' && onlyChosen(field, store.dictionaries)) onChange(same)
    props.onBlur()
  }
  return (
    <SuggestField
      {...props}
      onBlur={leave}
      hint={props.hint ?? searchHint(field)}
      value={wordsOf(value, field, store)}
      onChange={onChange}
      load={(query, signal) => search({ store, field, path: name, competition }, query, signal)}
      onChoose={(found) => onChange(field.params?.suggest ? found.label : { id: found.id, value: found.label })}
    />
  )
}

function SeveralChosen({ store, field, props }: Props) {
  const [typed, setTyped] = useState('')
  const competition = useCompetitionCode()
  const chosen: unknown[] = Array.isArray(props.value) ? props.value : []
  function add(found: Suggestion) {
    if (!chosen.some((each) => chosenId(each) === found.id)) {
      props.onChange([...chosen, { id: found.id, value: found.label }])
    }
    setTyped('')
  }
  return (
    <div className={styles.several}>
      <SuggestField
        {...props}
        hint={props.hint ?? 'Начните вводить, выберите из списка и, если нужно, добавьте ещё'}
        value={typed}
        onChange={setTyped}
        load={(query, signal) => search({ store, field, path: props.name, competition }, query, signal)}
        onChoose={add}
      />
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={`${props.label}: выбрано`}>
          {chosen.map((each) => (
            <li key={chosenId(each)}>
              {wordsOf(each, field, store)}
              <button
                type="button"
                aria-label={`Убрать «${wordsOf(each, field, store)}»`}
                onClick={() => props.onChange(chosen.filter((other) => other !== each))}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function searchHint(field: FormField): string {
  return field.params?.suggest
    ? 'Начните вводить: подскажем, но можно написать и своё'
    : 'Начните вводить и выберите из списка'
}

function wordsOf(value: unknown, field: FormField, store: FormStore): string {
  if (isRecord(value) && typeof value.value === 'string') return value.value
  const id = chosenId(value) ?? ''
  return choicesOf(field, store.dictionaries)?.find((option) => option.id === id)?.value ?? id
}

interface Place {
  store: FormStore
  field: FormField
  path: string
  /** The code of the competition whose page this is. */
  competition: string
}

async function search(
  { store, field, path, competition }: Place,
  query: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  // The server tolerates typing errors and knows regions, so it is also used for dictionaries that were loaded
  // completely.
  const known = optionsOf(field)
  if (known) {
    const asked = query.toLowerCase()
    return known
      .filter(({ value }) => value.toLowerCase().includes(asked))
      .map(({ id, value }) => ({ id, label: value }))
  }
  const dict = dictOf(field)
  if (dict === undefined) return []
  const { items } = await api('GET /dictionaries/:dict', {
    params: { dict },
    query: {
      ...{ query, limit: dictionarySuggestions },
      ...(field.params?.competition_specific_dict && competition ? { competition_code: competition } : {}),
      ...near(store, dict, path),
    },
    signal,
  })
  return items.map(({ id, value, fo_name }) => ({
    id,
    label: value,
    ...(fo_name ? { description: fo_name } : {}),
  }))
}

/** Towns and organisations are searched in the region that the same row, or the form, names. */
function near(store: FormStore, dict: string, path: string): { district?: string } {
  if (dict === regions) return {}
  const [group = '', number] = path.split('.')
  const fields = store.schema.sections.flatMap((section) => section.fields)
  const inRow = fields.find((field) => field.name === group)?.fields?.find((field) => field.view === 'region')
  const row = number === undefined ? undefined : rowsOf(store.data()[group])[Number(number)]
  const ofForm = fields.find((field) => field.view === 'region')
  const region = (inRow && chosenId(row?.[inRow.name])) ?? (ofForm && chosenId(store.data()[ofForm.name]))
  return region ? { district: region } : {}
}
