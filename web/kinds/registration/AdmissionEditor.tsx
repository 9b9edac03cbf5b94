import { useState } from 'react'
import { type AdmissionCriteria, admissionSlips } from '#shared/accounts/registration/admission.ts'
import { criteriaInWords, type NameOf } from '#shared/accounts/registration/criteria.ts'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { formatWireDate, moscowDate, parseDate } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DateField } from '#web/platform/ui/DateField.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { MultiSelect } from '#web/platform/ui/Select.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { AdmissionTrial } from './AdmissionTrial.tsx'
import styles from './Console.module.css'
import { type Overview, useAdmissionEffect } from './console-queries.ts'

interface AdmissionEditorProps {
  place: StagePanelProps
  known: Overview
  admission: AdmissionCriteria
  onChange: (admission: AdmissionCriteria) => void
}

/** A number of years; nothing where none is typed. */
const years = (typed: string) => (/^\d{1,3}$/.test(typed) ? Math.min(Number(typed), 120) : undefined)

/**
 * Whom the competition admits: criteria with their sentences for participants, a trial, and a count of their effect.
 */
export function AdmissionEditor({ place, known, admission, onChange }: AdmissionEditorProps) {
  const {
    age,
    min_experience_years: experience,
    education_levels: levels = [],
    citizenships = [],
    regions = [],
  } = admission
  const today = moscowDate(serverNow())
  const [on, setOn] = useState(age ? formatWireDate(age.on) : '')
  const nameOf: NameOf = (dictionary, id) => known[dictionary].find((each) => each.id === id)?.value ?? id
  const sentences = criteriaInWords(admission, nameOf)
  const [slip] = admissionSlips(admission)

  function change(more: { [Name in keyof AdmissionCriteria]?: AdmissionCriteria[Name] | undefined }) {
    const next = { ...admission, ...more }
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as AdmissionCriteria)
  }
  function changeAge(min: number | undefined, max: number | undefined, day = age?.on ?? parseDate(on) ?? today) {
    const none = min === undefined && max === undefined
    change({
      age: none ? undefined : { ...(min !== undefined && { min }), ...(max !== undefined && { max }), on: day },
    })
    if (!none && !parseDate(on)) setOn(formatWireDate(day))
  }
  return (
    <div className={styles.panels}>
      <p className={styles.quiet}>
        Действуют для участников: сторонников принимаем без условий. Пустое поле ничего не требует.
      </p>
      <div className={styles.fields}>
        <NumberField
          label="Возраст от"
          name="age-min"
          unit="лет"
          required={false}
          maxLength={3}
          value={age?.min === undefined ? '' : String(age.min)}
          error={slip}
          onChange={(typed) => changeAge(years(typed), age?.max)}
        />
        <NumberField
          label="Возраст до"
          name="age-max"
          unit="лет"
          required={false}
          maxLength={3}
          value={age?.max === undefined ? '' : String(age.max)}
          onChange={(typed) => changeAge(age?.min, years(typed))}
        />
        <DateField
          label="На какой день считать возраст"
          name="age-on"
          hint="Например, день начала конкурса"
          required={age !== undefined}
          value={on}
          error={age && !parseDate(on) ? 'Введите день целиком: пока считаем на прежний' : null}
          onChange={(typed) => {
            setOn(typed)
            const day = parseDate(typed)
            if (day && age) changeAge(age.min, age.max, day)
          }}
        />
        <NumberField
          label="Управленческий опыт от"
          name="experience"
          unit="лет"
          required={false}
          maxLength={3}
          value={experience === undefined ? '' : String(experience)}
          onChange={(typed) => change({ min_experience_years: years(typed) })}
        />
        <MultiSelect
          label="Образование"
          name="education"
          hint="Подойдёт любое из отмеченных"
          placeholder="Любое"
          required={false}
          value={levels}
          options={known.education_levels.map(({ id, value }) => ({ value: id, label: value }))}
          onChange={(chosen) => change({ education_levels: chosen.length > 0 ? chosen : undefined })}
        />
        <MultiSelect
          label="Гражданство"
          name="citizenship"
          hint="Подойдёт любое из отмеченных"
          placeholder="Любое"
          required={false}
          value={citizenships}
          options={known.countries.map(({ id, value }) => ({ value: id, label: value }))}
          onChange={(chosen) => change({ citizenships: chosen.length > 0 ? chosen : undefined })}
        />
        <MultiSelect
          label="Регион проживания"
          name="region"
          hint="Подойдёт любой из отмеченных"
          placeholder="Любой"
          required={false}
          value={regions}
          options={known.regions.map(({ id, value }) => ({ value: id, label: value }))}
          onChange={(chosen) => change({ regions: chosen.length > 0 ? chosen : undefined })}
        />
      </div>
      <div className={styles.read}>
        <h3 className={styles.small}>Участник прочитает</h3>
        {sentences.length === 0 ? (
          <p>Условий нет: подать заявку может каждый.</p>
        ) : (
          <ul className={styles.list}>
            {sentences.map(({ code, title, words }) => (
              <li key={code}>
                {title}: {words}
              </li>
            ))}
          </ul>
        )}
      </div>
      <AdmissionTrial known={known} admission={admission} sentences={sentences} />
      <Effect place={place} admission={admission} />
    </div>
  )
}

const about: Readonly<Record<string, string>> = {
  age_criteria: 'возраст',
  experience_criteria: 'опыт',
  education_criteria: 'образование',
  citizenship_criteria: 'гражданство',
  region_criteria: 'регион',
}

/** How many of the people who have applied these criteria would refuse. */
function Effect({ place, admission }: { place: StagePanelProps; admission: AdmissionCriteria }) {
  const counting = useAdmissionEffect(place)
  const told = counting.data
  // A count from before an edit no longer fits.
  const stale = JSON.stringify(counting.variables) !== JSON.stringify(admission)
  return (
    <div className={styles.panels}>
      <div>
        <Button kind="secondary" size="s" pending={counting.isPending} onClick={() => counting.mutate(admission)}>
          Посчитать, кто не подойдёт
        </Button>
      </div>
      <FailureNotice error={counting.error} />
      <p role="status">
        {told &&
          !stale &&
          (told.unmet === 0
            ? `Этим условиям отвечают все, кто подал заявку: ${counted(told.applied, 'человек', 'человека', 'человек')}.`
            : `Не отвечает этим условиям: ${outOf(told.unmet, told.applied)} (${told.by
                .map(({ code, people }) => `${about[code] ?? code} — ${people}`)
                .join(', ')}). ${
                told.newly > 0 ? `Из них из-за неопубликованных правок: ${told.newly}. ` : ''
              }Поданные заявки остаются: условия действуют для новых заявок и для тех, что вернули на исправление.`)}
      </p>
    </div>
  )
}
