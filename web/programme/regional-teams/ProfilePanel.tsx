import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import type { UseDraft } from '#web/forms/drafts/use-draft.ts'
import { useLocalDraft } from '#web/forms/drafts/use-local-draft.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { type TeamProfile, teamProfileQuery, useSaveTeamProfile } from './queries.ts'
import styles from './Teams.module.css'

const max = { skills: 500, about: 1000 }

/** What the person writes about themselves for the team. What is typed and not saved stays in this browser. */
export function ProfilePanel({ competition }: { competition: string }) {
  const profile = useQuery({ ...teamProfileQuery(competition), refetchOnWindowFocus: false })
  const draft = useLocalDraft(`${competition}/team-profile`)
  const opened = { data: draft.opened, error: null, refetch: draft.openAgain }
  return (
    <Panel title="О себе для команды">
      <QueryStates
        of={[profile, opened]}
        loading="Загружаем рассказ о себе…"
        failed="Рассказ не загрузился"
        lines={3}
        height="5rem"
        level={3}
      >
        {(saved, typed) => <ProfileForm competition={competition} profile={saved} draft={draft} opened={typed} />}
      </QueryStates>
    </Panel>
  )
}

interface ProfileFormProps {
  competition: string
  profile: TeamProfile
  draft: Pick<UseDraft, 'keeper' | 'state'>
  opened: Record<string, unknown>
}

function ProfileForm({ competition, profile, draft, opened }: ProfileFormProps) {
  const text = (name: 'skills' | 'about') => (typeof opened[name] === 'string' ? opened[name] : profile[name])
  const [typed, setTyped] = useState({ skills: text('skills'), about: text('about') })
  const saving = useSaveTeamProfile(competition)
  const tooLong = (name: 'skills' | 'about') =>
    [...typed[name]].length > max[name] ? `Сократите до ${max[name]} символов` : null

  function change(part: Partial<typeof typed>) {
    const next = { ...typed, ...part }
    setTyped(next)
    draft.keeper.change(next)
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    if (saving.isPending || tooLong('skills') || tooLong('about')) return
    // Nothing is unsaved any more: the next visit begins with what the server has.
    saving.mutate(typed, { onSuccess: () => draft.keeper.change({}) })
  }

  return (
    <form className={`${styles.form} ${styles.story}`} onSubmit={save} noValidate>
      <p className={styles.quiet}>Это увидят только участники вашей команды.</p>
      <TextArea
        label="Чем вы сильны"
        name="skills"
        rows={3}
        required={false}
        limit={max.skills}
        error={tooLong('skills')}
        value={typed.skills}
        onChange={(skills) => change({ skills })}
      />
      <TextArea
        label="Что ещё важно знать команде"
        name="about"
        rows={4}
        required={false}
        limit={max.about}
        error={tooLong('about')}
        value={typed.about}
        onChange={(about) => change({ about })}
      />
      {saving.error && (
        <Notice tone="danger" role="alert" title={failureText(saving.error)}>
          Написанное сохранено в этом браузере.
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" kind="secondary" pending={saving.isPending} pendingText="Сохраняем…">
          Сохранить
        </Button>
        {draft.state.phase === 'failed' && <DraftStatus state={draft.state} />}
      </div>
    </form>
  )
}
