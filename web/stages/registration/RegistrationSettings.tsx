import { useQuery } from '@tanstack/react-query'
import type { AdmissionCriteria } from '#shared/registration/admission.ts'
import type { ConsentDocument } from '#shared/stages/registration/contract.ts'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { SettingsEditorProps } from '#web/stages/kind.ts'
import { AdmissionEditor } from './AdmissionEditor.tsx'
import { ConsentEditor } from './ConsentEditor.tsx'
import { overviewQuery } from './console-queries.ts'

/** Who may apply, and what people agree to. */
export default function RegistrationSettings({ competition, code, settings, onChange }: SettingsEditorProps) {
  const place = { competition, code }
  const overview = useQuery(overviewQuery(place))
  return (
    <>
      <Panel title="Условия допуска">
        <QueryStates of={[overview]} loading="Загружаем условия…" failed="Условия не загрузились" level={3}>
          {(known) => (
            <AdmissionEditor
              place={place}
              known={known}
              admission={(settings.admission ?? {}) as AdmissionCriteria}
              onChange={(admission) => onChange({ ...settings, admission })}
            />
          )}
        </QueryStates>
      </Panel>
      <Panel title="Согласия">
        <ConsentEditor
          documents={(settings.documents ?? []) as readonly ConsentDocument[]}
          onChange={(documents) => onChange({ ...settings, documents })}
        />
      </Panel>
    </>
  )
}
