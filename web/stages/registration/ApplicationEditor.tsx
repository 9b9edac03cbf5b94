import { useRef } from 'react'
import { session } from '#web/platform/api/portal-api.ts'
import { draftKey } from '#web/platform/drafts/draft-mirror.ts'
import { localDraft } from '#web/platform/drafts/local-draft.ts'
import { draftMirror, useDraft } from '#web/platform/drafts/use-draft.ts'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { ApplicationSteps } from './ApplicationSteps.tsx'
import { beginning, withOwnNames } from './application-draft.ts'
import type { ApplicationTaken, RegistrationForm, RegistrationNotice, ReturnedApplication } from './queries.ts'

export interface ApplicationEditorProps {
  competition: string
  stage: StageDetails
  form: RegistrationForm
  notice: RegistrationNotice
  names: Readonly<Record<string, string>>
  /** What it held before it was returned. */
  returned: ReturnedApplication
  onTaken: (answer: ApplicationTaken) => void
}

/** Finds what was begun in this browser, then asks step by step. */
export function ApplicationEditor(props: ApplicationEditorProps) {
  const { competition, stage, form, names, returned } = props
  const key = useRef(draftKey(session.claims()?.test_id ?? 0, `${competition}/${stage.code}`)).current
  const server = useRef(localDraft(draftMirror, key)).current
  // There is no second device: what is kept here is this browser's own.
  const draft = useDraft({ key, server, onReplace: () => undefined })
  // Without a store in the browser the application is simply begun anew.
  const opened = draft.opened ?? (draft.error ? {} : null)
  if (opened === null) return <Skeleton lines={8} height="3rem" label="Загружаем заявку…" />
  const { data, extras, begun } = beginning(opened, returned, form.documents)
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
