import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdmissionCriteria } from '#shared/accounts/registration/admission.ts'
import type { ConsentDocument } from '#shared/accounts/registration/contract.ts'
import { criteriaInBrief } from '#shared/accounts/registration/criteria.ts'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { SettingsEditorProps } from '#web/stages/kind.ts'
import { AdmissionEditor } from './AdmissionEditor.tsx'
import { ConsentEditor } from './ConsentEditor.tsx'
import { type Overview, overviewQuery } from './console-queries.ts'

const admissionInBrief = (admission: AdmissionCriteria, known: Overview): string =>
  criteriaInBrief(
    admission,
    (dictionary, id) => known[dictionary].find((each) => each.id === id)?.value ?? id,
    known.education_levels.map(({ id }) => id),
  ) || 'Ничего не задано: принимаем всех'

/** Who may apply, and what people agree to. */
export default function RegistrationSettings({ competition, code, settings, onChange }: SettingsEditorProps) {
  const place = { competition, code }
  const documents = (settings.documents ?? []) as readonly ConsentDocument[]
  const admission = (settings.admission ?? {}) as AdmissionCriteria
  // Decided when the page is opened: nothing folds up while somebody works.
  const [agreed] = useState(documents.length > 0)
  const overview = useQuery(overviewQuery(place))
  return (
    <>
      <Panel
        id="admission"
        title="Условия допуска"
        says={overview.data ? admissionInBrief(admission, overview.data) : ''}
      >
        <QueryStates of={[overview]} loading="Загружаем условия…" failed="Условия не загрузились" level={3}>
          {(known) => (
            <AdmissionEditor
              place={place}
              known={known}
              admission={admission}
              onChange={(admission) => onChange({ ...settings, admission })}
            />
          )}
        </QueryStates>
      </Panel>
      <Panel id="documents" title="Согласия" says={agreed ? <Facts of={documents.map(({ title }) => title)} /> : null}>
        <ConsentEditor documents={documents} onChange={(documents) => onChange({ ...settings, documents })} />
      </Panel>
    </>
  )
}
