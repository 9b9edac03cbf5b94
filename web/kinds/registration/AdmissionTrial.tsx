import { useState } from 'react'
import { type AdmissionCriteria, admissionFaults } from '#shared/accounts/registration/admission.ts'
import { applicantOf, type Criterion } from '#shared/accounts/registration/criteria.ts'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { DateField } from '#web/platform/ui/DateField.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import styles from './Console.module.css'
import type { Overview } from './console-queries.ts'

interface AdmissionTrialProps {
  known: Overview
  admission: AdmissionCriteria
  sentences: readonly Criterion[]
}

const nobody = { birth_date: '', manage_age: '', education_level: '', citizenship: '', region: '' }

/** An invented person, and what the portal would answer. Nothing leaves the browser. */
export function AdmissionTrial({ known, admission, sentences }: AdmissionTrialProps) {
  const [person, setPerson] = useState(nobody)
  const put = (more: Partial<typeof nobody>) => setPerson({ ...person, ...more })
  const options = (list: Overview['countries']) => [
    { value: '', label: 'Не указано' },
    ...list.map(({ id, value }) => ({ value: id, label: value })),
  ]
  const begun = Object.values(person).some((value) => value !== '')
  const faults = admissionFaults(applicantOf(person), admission)
  return (
    <Disclosure className={styles.trial} says="Проверить на выдуманном человеке">
      <div className={styles.fields}>
        <DateField
          label="Дата рождения"
          name="trial-birth"
          required={false}
          value={person.birth_date}
          onChange={(birth_date) => put({ birth_date })}
        />
        <NumberField
          label="Управленческий опыт"
          name="trial-experience"
          unit="лет"
          required={false}
          maxLength={3}
          value={person.manage_age}
          onChange={(manage_age) => put({ manage_age })}
        />
        <Select
          label="Его образование"
          name="trial-education"
          required={false}
          value={person.education_level}
          options={options(known.education_levels)}
          onChange={(education_level) => put({ education_level })}
        />
        <Select
          label="Его гражданство"
          name="trial-citizenship"
          required={false}
          value={person.citizenship}
          options={options(known.countries)}
          onChange={(citizenship) => put({ citizenship })}
        />
        <Select
          label="Его регион"
          name="trial-region"
          required={false}
          value={person.region}
          options={options(known.regions)}
          onChange={(region) => put({ region })}
        />
      </div>
      <div role="status">
        {begun &&
          (faults.length === 0 ? (
            <p>Такой человек подходит.</p>
          ) : (
            <>
              <p>Такому человеку портал откажет:</p>
              <ul className={styles.list}>
                {faults.map((code) => {
                  const asked = sentences.find((each) => each.code === code)?.words
                  return <li key={code}>{wordingOf(code, asked ? { asked } : {})}</li>
                })}
              </ul>
            </>
          ))}
      </div>
    </Disclosure>
  )
}
