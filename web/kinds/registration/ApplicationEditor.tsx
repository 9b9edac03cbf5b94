import { useLocalDraft } from '#web/forms/drafts/use-local-draft.ts'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import type { HandIn } from '#web/stages/use-hand-in.ts'
import { ApplicationSteps } from './ApplicationSteps.tsx'
import { beginning, withOwnNames } from './application-draft.ts'
import type { Application, RegistrationForm, RegistrationNotice, ReturnedApplication } from './queries.ts'

export interface ApplicationEditorProps {
  competition: string
  stage: StageDetails
  form: RegistrationForm
  notice: RegistrationNotice
  names: Readonly<Record<string, string>>
  /** Its content before it was returned. */
  returned: ReturnedApplication
  handIn: HandIn<Application>
}

/** Loads the draft from this browser, then shows the steps. */
export function ApplicationEditor(props: ApplicationEditorProps) {
  const { competition, stage, form, names, returned } = props
  const draft = useLocalDraft(`${competition}/${stage.code}`)
  if (draft.opened === undefined) return <Skeleton lines={8} height="3rem" label="Загружаем заявку…" />
  const { data, extras, begun } = beginning(draft.opened, returned, form.documents)
  return (
    <ApplicationSteps
      {...props}
      keeper={draft.keeper}
      draftState={draft.state}
      begun={begun}
      initial={withOwnNames(form.form, data, names)}
      extras={extras}
    />
  )
}
