import type { EssaySettings } from '#shared/stages/essay/contract.ts'
import { FieldView } from '#web/platform/forms/FieldView.tsx'
import { useField } from '#web/platform/forms/use-form.ts'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextLimits } from '#web/platform/ui/TextLimits.tsx'
import type { WorkFieldsProps } from '#web/stages/work-screen.ts'

/** The text, which grows while writing, with its limits; then the file, when one may be added. */
export function EssayFields({ store, settings }: WorkFieldsProps<EssaySettings>) {
  const { value, fault } = useField(store, 'text')
  const text = typeof value === 'string' ? value : ''
  const [, ...others] = store.schema.sections[0]?.fields ?? []
  return (
    <>
      <TextArea
        label="Текст эссе"
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
