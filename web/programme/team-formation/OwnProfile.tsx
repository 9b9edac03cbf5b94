import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { maxAboutLength, maxContactLength, maxSkillsLength } from '#shared/programme/team-formation/limits.ts'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import type { UseDraft } from '#web/forms/drafts/use-draft.ts'
import { useLocalDraft } from '#web/forms/drafts/use-local-draft.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { type Profile, profileQuery, useSaveProfile } from './queries.ts'
import styles from './TeamFormation.module.css'

const max = { skills: maxSkillsLength, about: maxAboutLength, contact: maxContactLength }
type Part = keyof typeof max

/**
 * What people write about themselves for their team and for captains. What is typed and not saved stays in this
 * browser.
 */
export function OwnProfile() {
  const me = session.claims()?.test_id ?? 0
  const profile = useQuery({ ...profileQuery(me), refetchOnWindowFocus: false })
  const draft = useLocalDraft('team-member-profile')
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
        {(saved, typed) => <ProfileForm profile={saved} draft={draft} opened={typed} />}
      </QueryStates>
    </Panel>
  )
}

interface ProfileFormProps {
  profile: Profile
  draft: Pick<UseDraft, 'keeper' | 'state'>
  opened: Record<string, unknown>
}

function ProfileForm({ profile, draft, opened }: ProfileFormProps) {
  const text = (name: Part) => (typeof opened[name] === 'string' ? opened[name] : profile[name])
  const [typed, setTyped] = useState({ skills: text('skills'), about: text('about'), contact: text('contact') })
  const saving = useSaveProfile(profile)
  const tooLong = (name: Part) => ([...typed[name]].length > max[name] ? `Сократите до ${max[name]} символов` : null)

  function change(part: Partial<typeof typed>) {
    const next = { ...typed, ...part }
    setTyped(next)
    draft.keeper.change(next)
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    if (saving.isPending || tooLong('skills') || tooLong('about') || tooLong('contact')) return
    // Nothing is unsaved any more: the next visit begins with what the server has.
    saving.mutate(typed, { onSuccess: () => draft.keeper.change({}) })
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <TextArea
        label="Что вы умеете"
        name="skills"
        rows={2}
        required={false}
        limit={maxSkillsLength}
        error={tooLong('skills')}
        value={typed.skills}
        onChange={(skills) => change({ skills })}
      />
      <TextArea
        label="О себе"
        name="about"
        rows={3}
        required={false}
        limit={maxAboutLength}
        error={tooLong('about')}
        value={typed.about}
        onChange={(about) => change({ about })}
      />
      <TextField
        label="Как с вами связаться"
        name="contact"
        required={false}
        hint="Увидят ваша команда, капитаны, к которым вы проситесь, а если вы ищете команду — все капитаны"
        error={tooLong('contact')}
        value={typed.contact}
        onChange={(contact) => change({ contact })}
      />
      {saving.error && (
        <Notice tone="danger" role="alert" title={failureText(saving.error)}>
          Написанное сохранено в этом браузере.
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" kind="secondary" pending={saving.isPending} pendingText="Сохраняем…">
          Сохранить рассказ
        </Button>
        {draft.state.phase === 'failed' && <DraftStatus state={draft.state} />}
      </div>
    </form>
  )
}
