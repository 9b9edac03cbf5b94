import type { TextSettings } from '#shared/stages/text-contract.ts'
import { FieldView } from '#web/forms/fields/FieldView.tsx'
import { useField } from '#web/forms/fields/use-form.ts'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextLimits } from '#web/platform/ui/TextLimits.tsx'
import type { WorkFieldsProps } from './work-screen.ts'

/** The text, which grows with what is written, with its limits under it; then the file, where one may be added. */
export function TextFields({ store, settings }: WorkFieldsProps<TextSettings>) {
  const { value, fault } = useField(store, 'text')
  const text = typeof value === 'string' ? value : ''
  const [asked, ...others] = store.schema.sections[0]?.fields ?? []
  return (
    <>
      <TextArea
        label={asked?.label ?? ''}
        name="text"
        grows
        rows={14}
        value={text}
        error={fault}
        onChange={(next) => store.set('text', next)}
        onBlur={() => store.leave('text')}
        counter={
          <TextLimits
            text={text}
            minWords={settings.min_words}
            maxWords={settings.max_words}
            maxCharacters={settings.max_characters}
          />
        }
      />
      {others.map((field) => (
        <FieldView key={field.name} store={store} field={field} path={field.name} />
      ))}
    </>
  )
}
