import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { aboutMost, contactMost, skillsMost } from '#shared/team-formation/limits.ts'
import { api, session } from '#web/platform/api/portal-api.ts'
import { DraftStatus } from '#web/platform/drafts/DraftStatus.tsx'
import { draftKey } from '#web/platform/drafts/draft-mirror.ts'
import { localDraft } from '#web/platform/drafts/local-draft.ts'
import { draftMirror, type UseDraft, useDraft } from '#web/platform/drafts/use-draft.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { formationKey, type Profile, profileQuery, setLooking } from './queries.ts'
import styles from './TeamFormation.module.css'
import { useTeamChange } from './use-team-change.ts'

const most = { skills: skillsMost, about: aboutMost, contact: contactMost }
type Part = keyof typeof most

interface OwnProfileProps {
  stageId: number
  looking: boolean
  /** The person has no team and may still find one. */
  mayLook: boolean
}

/** What the person tells of himself, and whether captains may find him by it. */
export function OwnProfile({ stageId, looking, mayLook }: OwnProfileProps) {
  const me = session.claims()?.test_id ?? 0
  const { data, error, refetch } = useQuery({ ...profileQuery(me), refetchOnWindowFocus: false })
  const key = useRef(draftKey(me, 'team-member-profile')).current
  const server = useRef(localDraft(draftMirror, key)).current
  const draft = useDraft({ key, server, onReplace: () => undefined })
  const opened = draft.opened ?? (draft.error ? {} : null)
  return (
    <Panel title="О себе для команды">
      <div className={styles.form}>
        {mayLook && <Looking stageId={stageId} looking={looking} />}
        {data && opened ? (
          <Telling profile={data} draft={draft} opened={opened} me={me} />
        ) : error ? (
          <EmptyState
            kind="failed"
            level={3}
            title="Рассказ не загрузился"
            action={<Button onClick={() => refetch()}>Повторить</Button>}
          >
            {failureText(error)}
          </EmptyState>
        ) : (
          <Skeleton lines={3} height="5rem" label="Загружаем рассказ о себе…" />
        )}
      </div>
    </Panel>
  )
}

function Looking({ stageId, looking }: { stageId: number; looking: boolean }) {
  const { change, pending } = useTeamChange()
  return (
    <Checkbox
      setting
      name="looking"
      label="Ищу команду"
      hint="Капитаны увидят ваше имя, регион и то, что написано ниже"
      value={pending === 'look' ? !looking : looking}
      onChange={(next) =>
        void change(
          'look',
          () => setLooking(stageId, next),
          next ? 'Теперь капитаны видят вас' : 'Капитаны вас больше не видят',
        )
      }
    />
  )
}

interface TellingProps {
  profile: Profile
  draft: UseDraft
  opened: Record<string, unknown>
  me: number
}

function Telling({ profile, draft, opened, me }: TellingProps) {
  const queries = useQueryClient()
  const text = (name: Part) => (typeof opened[name] === 'string' ? opened[name] : profile[name])
  const [told, setTold] = useState({ skills: text('skills'), about: text('about'), contact: text('contact') })
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const tooLong = (name: Part) => ([...told[name]].length > most[name] ? `Сократите до ${most[name]} символов` : null)

  function change(part: Partial<typeof told>) {
    const next = { ...told, ...part }
    setTold(next)
    draft.keeper.change(next)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (pending || tooLong('skills') || tooLong('about') || tooLong('contact')) return
    setPending(true)
    setFailure(null)
    try {
      const call = { params: { user_id: me }, body: told }
      if (profile.saved_at === null) await api('POST /user/teams_formation/members/:user_id/profile', call)
      else await api('PUT /user/teams_formation/members/:user_id/profile', call)
      // Nothing is unsaved any more: the next visit begins with what the server has.
      draft.keeper.change({})
      await Promise.all([
        queries.invalidateQueries({ queryKey: profileQuery(me).queryKey }),
        queries.invalidateQueries({ queryKey: formationKey }),
      ])
      showBanner('Рассказ о себе сохранён', 'success')
    } catch (error) {
      setFailure(error)
    }
    setPending(false)
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <TextArea
        label="Что вы умеете"
        name="skills"
        rows={2}
        required={false}
        limit={skillsMost}
        error={tooLong('skills')}
        value={told.skills}
        onChange={(skills) => change({ skills })}
      />
      <TextArea
        label="О себе"
        name="about"
        rows={3}
        required={false}
        limit={aboutMost}
        error={tooLong('about')}
        value={told.about}
        onChange={(about) => change({ about })}
      />
      <TextField
        label="Как с вами связаться"
        name="contact"
        required={false}
        hint="Увидят ваша команда, капитаны, к которым вы проситесь, а если вы ищете команду — все капитаны"
        error={tooLong('contact')}
        value={told.contact}
        onChange={(contact) => change({ contact })}
      />
      {failure !== null && (
        <Notice tone="danger" role="alert" title={failureText(failure)}>
          Написанное сохранено в этом браузере.
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" kind="secondary" pending={pending} pendingText="Сохраняем…">
          Сохранить рассказ
        </Button>
        {draft.state.phase === 'failed' && <DraftStatus state={draft.state} />}
      </div>
    </form>
  )
}
