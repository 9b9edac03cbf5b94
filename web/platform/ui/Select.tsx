import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import {
  Select as AriaSelect,
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components/Select'
import fieldStyles from './Field.module.css'
import { FieldMessage, type FieldProps, fieldId, Optional } from './Field.tsx'
import styles from './Select.module.css'

type Option = { value: string; label: string; description?: string; disabled?: boolean }

type ChoiceProps = {
  options: readonly Option[]
  placeholder?: string
}

type SelectProps = FieldProps<string> & ChoiceProps
type MultiSelectProps = FieldProps<readonly string[]> & ChoiceProps

/**
 * Chooses one option. `value` is '' while nothing is chosen, unless that is an option itself, which is then shown by
 * its label. For fewer than six options use RadioGroup.
 */
export function Select({ value, onChange, ...rest }: SelectProps) {
  const chosen = value || rest.options.some((option) => option.value === '') ? [value] : []
  return <Choice {...rest} mode="single" chosen={chosen} onChosen={(keys) => onChange(keys[0] ?? '')} />
}

/** Chooses any number of options. */
export function MultiSelect({ value, onChange, ...rest }: MultiSelectProps) {
  return <Choice {...rest} mode="multiple" chosen={value} onChosen={onChange} />
}

type Inner = Omit<FieldProps<never>, 'value' | 'onChange'> &
  ChoiceProps & { mode: 'single' | 'multiple'; chosen: readonly string[]; onChosen: (keys: string[]) => void }

function Choice(props: Inner) {
  const {
    label,
    name,
    onBlur,
    error,
    hint,
    required = true,
    disabled,
    readOnly,
    options,
    placeholder = 'Выберите',
  } = props
  const { mode, chosen, onChosen } = props
  const id = props.id ?? fieldId(name)
  return (
    <div id={id}>
      <AriaSelect
        name={name}
        className={fieldStyles.field ?? ''}
        selectionMode={mode}
        value={mode === 'single' ? (chosen[0] ?? null) : [...chosen]}
        onChange={(next: unknown) =>
          onChosen(Array.isArray(next) ? next.map(String) : next === null ? [] : [String(next)])
        }
        onBlur={() => onBlur?.()}
        isInvalid={Boolean(error)}
        isDisabled={Boolean(disabled || readOnly)}
        placeholder={placeholder}
        validationBehavior="aria"
      >
        <Label className={fieldStyles.label ?? ''}>
          {label}
          {!required && <Optional />}
        </Label>
        {hint && (
          <Text slot="description" className={fieldStyles.hint ?? ''}>
            {hint}
          </Text>
        )}
        <Button className={`${fieldStyles.control} ${styles.trigger}`}>
          <SelectValue className={`${styles.value} ${mode === 'multiple' ? styles.several : ''}`}>
            {() => {
              const words = options.filter((option) => chosen.includes(option.value)).map((option) => option.label)
              return words.length ? words.join(', ') : <span className={styles.placeholder}>{placeholder}</span>
            }}
          </SelectValue>
          <ChevronDown className={styles.arrow} aria-hidden="true" />
        </Button>
        <FieldError className={styles.error ?? ''}>
          {error ? () => <FieldMessage id={id} error={error} /> : null}
        </FieldError>
        <Popover className={styles.popover ?? ''}>
          <ListBox className={styles.list ?? ''} items={options}>
            {(option) => (
              <ListBoxItem
                id={option.value}
                textValue={option.label}
                isDisabled={Boolean(option.disabled)}
                className={styles.option ?? ''}
              >
                <span>
                  <Text slot="label">{option.label}</Text>
                  {option.description && (
                    <Text slot="description" className={styles.description ?? ''}>
                      {option.description}
                    </Text>
                  )}
                </span>
                <Check className={styles.check} aria-hidden="true" />
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </AriaSelect>
    </div>
  )
}
