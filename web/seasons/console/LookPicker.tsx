import { Suspense, use } from 'react'
import type { FormField } from '#shared/forms/fields/field.ts'
import { textOf } from '#shared/forms/fields/field.ts'
import type { FormStore } from '#web/forms/fields/form-store.ts'
import { useField } from '#web/forms/fields/use-form.ts'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { LookDrawing } from '#web/seasons/themes/LookDrawing.tsx'
import { coloursOf, loadLook, lookCodes, lookOf } from '#web/seasons/themes/themes.ts'
import styles from './LookPicker.module.css'

interface LookPickerProps {
  store: FormStore
  field: FormField
  competition: string
}

/** The look of a competition, chosen from pictures: its drawing, or its colours. */
export function LookPicker({ store, field, competition }: LookPickerProps) {
  const { value, fault } = useField(store, field.name)
  const { value: layout } = useField(store, 'season_layout')
  const colours = field.name === 'season_theme'
  const chosen = textOf(value)
  const own = lookCodes.includes(competition)
  const drawn = lookOf({ code: competition, layout: textOf(layout), theme: 'default' })
  // A drawing that belongs to the code of the competition is not chosen.
  if (own && !colours)
    return (
      <p className={styles.note}>
        Рисунок этого конкурса нарисован для него одного и другим не заменяется. Цвета можно выбрать ниже.
      </p>
    )
  const codes = colours ? ['default', ...lookCodes.filter((code) => code !== 'default' && code !== drawn)] : lookCodes
  const known = codes.includes(chosen) ? chosen : 'default'
  return (
    <RadioGroup
      label={field.label}
      name={field.name}
      look="pictures"
      value={known}
      onChange={(next) => {
        // Colours that came with the previous drawing are replaced by those of the new one.
        if (!colours && textOf(store.data().season_theme) === drawn) store.set('season_theme', 'default')
        store.set(field.name, next)
      }}
      error={fault}
      options={codes.map((code) => {
        const look = colours ? drawn : code
        return {
          value: code,
          label: (
            <span className={styles.option}>
              <span
                className={styles.picture}
                data-look={coloursOf({ code: '', layout: look, theme: colours ? code : 'default' })}
                data-decoration
                aria-hidden="true"
              >
                <LookDrawing look={look} />
              </span>
              <Suspense fallback="…">
                {colours && code === 'default' ? 'Как у рисунка' : <LookTitle look={code} />}
              </Suspense>
            </span>
          ),
        }
      })}
    />
  )
}

/** The chosen look by its names: «Рисунок: Арки · Цвета: Рассвет». */
export function LookInWords({ store, competition }: Omit<LookPickerProps, 'field'>) {
  const layout = textOf(useField(store, 'season_layout').value)
  const theme = textOf(useField(store, 'season_theme').value)
  const drawn = lookOf({ code: competition, layout, theme: 'default' })
  const own = lookCodes.includes(theme) && theme !== 'default' && theme !== drawn
  return (
    <Suspense fallback="…">
      <Facts
        of={[
          <span key="layout">
            Рисунок: <LookTitle look={drawn} />
          </span>,
          <span key="theme">Цвета: {own ? <LookTitle look={theme} /> : 'как у рисунка'}</span>,
        ]}
      />
    </Suspense>
  )
}

function LookTitle({ look }: { look: string }) {
  return use(loadLook(look)).title
}
