import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Label, SearchField, Text } from 'react-aria-components/SearchField'
import fieldStyles from './Field.module.css'
import { FieldMessage, type FieldProps, fieldId, Optional } from './Field.tsx'
import { SearchRow } from './SearchRow.tsx'
import selectStyles from './Select.module.css'
import { Spinner } from './Spinner.tsx'
import styles from './SuggestField.module.css'

export type Suggestion = { id: string; label: string; description?: string }

type SuggestFieldProps = Omit<FieldProps<string>, 'autoComplete'> & {
  /** Called with the typed text after a pause; `signal` is aborted when the answer is no longer needed. */
  load: (query: string, signal: AbortSignal) => Promise<readonly Suggestion[]>
  /** A suggestion was chosen: `onChange` has already been called with its label. */
  onChoose?: (suggestion: Suggestion) => void
  placeholder?: string
  /** Minimum number of characters for a search; 2 by default. */
  from?: number
  emptyText?: ReactNode
  /** The label is only for screen readers, as in the header's search. */
  hideLabel?: boolean
  /** Shows the list over the content below; otherwise it pushes the content down. */
  overlay?: boolean
}

type Found = { state: 'idle' | 'loading' | 'failed' } | { state: 'found'; items: readonly Suggestion[] }

const maxShown = 10
const pause = 220

/**
 * Search while typing. `value` is the text. Built from an Autocomplete and a list in the page instead of a ComboBox,
 * because an open ComboBox hides the page from screen readers.
 */
export function SuggestField(props: SuggestFieldProps) {
  const {
    label,
    name,
    value,
    onChange,
    onBlur,
    error,
    hint,
    required = true,
    disabled,
    readOnly,
    load,
    onChoose,
  } = props
  const {
    placeholder,
    from = 2,
    emptyText = 'Ничего не нашлось, попробуйте изменить ваш запрос',
    hideLabel,
    overlay,
  } = props
  const id = props.id ?? fieldId(name)
  const [found, setFound] = useState<Found>({ state: 'idle' })
  const [open, setOpen] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const latestLoad = useRef(load)
  latestLoad.current = load
  const query = value.trim()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt searches again
  useEffect(() => {
    if (!open || query.length < from) {
      setFound({ state: 'idle' })
      return
    }
    const stop = new AbortController()
    setFound((before) => (before.state === 'found' ? before : { state: 'loading' }))
    const timer = setTimeout(() => {
      latestLoad.current(query, stop.signal).then(
        (items) => !stop.signal.aborted && setFound({ state: 'found', items: items.slice(0, maxShown) }),
        () => !stop.signal.aborted && setFound({ state: 'failed' }),
      )
    }, pause)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [query, open, from, attempt])

  function choose(key: unknown) {
    const suggestion = found.state === 'found' && found.items.find((item) => item.id === key)
    if (!suggestion) return
    onChange(suggestion.label)
    setOpen(false)
    onChoose?.(suggestion)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the whole field closes its list
    <div
      ref={box}
      className={`${fieldStyles.field} ${styles.suggest}`}
      onBlur={(event) => {
        if (box.current?.contains(event.relatedTarget)) return
        setOpen(false)
        onBlur?.()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false)
      }}
    >
      <Autocomplete disableAutoFocusFirst>
        <SearchField
          className={fieldStyles.field ?? ''}
          name={name}
          value={value}
          onChange={(text) => {
            onChange(text)
            setOpen(true)
          }}
          isInvalid={Boolean(error)}
          isDisabled={Boolean(disabled)}
          isReadOnly={Boolean(readOnly)}
          isRequired={Boolean(required && !readOnly)}
          aria-label={hideLabel && typeof label === 'string' ? label : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          validationBehavior="aria"
        >
          {!hideLabel && (
            <Label className={fieldStyles.label ?? ''}>
              {label}
              {!required && <Optional />}
            </Label>
          )}
          {hint && (
            <Text slot="description" className={fieldStyles.hint ?? ''}>
              {hint}
            </Text>
          )}
          <SearchRow id={id} inputClass={fieldStyles.control ?? ''} placeholder={placeholder} />
        </SearchField>
        {found.state !== 'idle' && (
          <div className={`${styles.found} ${overlay ? styles.overlay : ''}`}>
            {found.state === 'loading' && (
              <p className={styles.note} role="status">
                <Spinner /> Ищем…
              </p>
            )}
            {found.state === 'failed' && (
              <p className={styles.note} role="alert">
                Не получилось загрузить подсказки.
                <button type="button" className={styles.again} onClick={() => setAttempt(attempt + 1)}>
                  Повторить
                </button>
              </p>
            )}
            {found.state === 'found' && found.items.length === 0 && (
              <p className={styles.note} role="status">
                {emptyText}
              </p>
            )}
            {found.state === 'found' && found.items.length > 0 && (
              <ListBox aria-label="Подсказки" className={selectStyles.list ?? ''} items={found.items} onAction={choose}>
                {(item) => (
                  <ListBoxItem id={item.id} textValue={item.label} className={selectStyles.option ?? ''}>
                    <span>
                      {item.label}
                      {/* Part of the name: two towns may have the same name, and what is seen must also be read. */}
                      {item.description && <span className={selectStyles.description}> {item.description}</span>}
                    </span>
                  </ListBoxItem>
                )}
              </ListBox>
            )}
          </div>
        )}
      </Autocomplete>
      <FieldMessage id={id} error={error} />
    </div>
  )
}
