import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { api, session } from '#web/platform/api/portal-api.ts'
import { DraftStatus } from '#web/platform/drafts/DraftStatus.tsx'
import { draftKey } from '#web/platform/drafts/draft-mirror.ts'
import { localDraft } from '#web/platform/drafts/local-draft.ts'
import { draftMirror, type UseDraft, useDraft } from '#web/platform/drafts/use-draft.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { type TeamProfile, teamProfileQuery, teamsKey } from './queries.ts'
import styles from './Teams.module.css'

const most = { skills: 500, about: 1000 }

/** What the person tells his team of himself. What is typed and not saved stays in this browser. */
export function ProfilePanel({ competition }: { competition: string }) {
  const { data, error, refetch } = useQuery({ ...teamProfileQuery(competition), refetchOnWindowFocus: false })
  const key = useRef(draftKey(session.claims()?.test_id ?? 0, `${competition}/team-profile`)).current
  const server = useRef(localDraft(draftMirror, key)).current
  const draft = useDraft({ key, server, onReplace: () => undefined })
  const opened = draft.opened ?? (draft.error ? {} : null)
  return (
    <Panel title="О себе для команды">
      {data && opened ? (
        <Telling competition={competition} profile={data} draft={draft} opened={opened} />
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
    </Panel>
  )
}

interface TellingProps {
  competition: string
  profile: TeamProfile
  draft: UseDraft
  opened: Record<string, unknown>
}

function Telling({ competition, profile, draft, opened }: TellingProps) {
  const queries = useQueryClient()
  const text = (name: 'skills' | 'about') => (typeof opened[name] === 'string' ? opened[name] : profile[name])
  const [told, setTold] = useState({ skills: text('skills'), about: text('about') })
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const tooLong = (name: 'skills' | 'about') =>
    [...told[name]].length > most[name] ? `Сократите до ${most[name]} символов` : null

  function change(part: Partial<typeof told>) {
    const next = { ...told, ...part }
    setTold(next)
    draft.keeper.change(next)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (pending || tooLong('skills') || tooLong('about')) return
    setPending(true)
    setFailure(null)
    try {
      await api('POST /user/:code/regional_teams/my-profile', { params: { code: competition }, body: told })
      // Nothing is unsaved any more: the next visit begins with what the server has.
      draft.keeper.change({})
      await Promise.all([
        queries.invalidateQueries({ queryKey: teamProfileQuery(competition).queryKey }),
        queries.invalidateQueries({ queryKey: teamsKey(competition) }),
      ])
      showBanner('Рассказ о себе сохранён', 'success')
    } catch (error) {
      setFailure(error)
    }
    setPending(false)
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <p className={styles.quiet}>Это увидят только участники вашей команды.</p>
      <TextArea
        label="Чем вы сильны"
        name="skills"
        rows={3}
        required={false}
        limit={most.skills}
        error={tooLong('skills')}
        value={told.skills}
        onChange={(skills) => change({ skills })}
      />
      <TextArea
        label="Что ещё важно знать команде"
        name="about"
        rows={4}
        required={false}
        limit={most.about}
        error={tooLong('about')}
        value={told.about}
        onChange={(about) => change({ about })}
      />
      {failure !== null && (
        <Notice tone="danger" role="alert" title={failureText(failure)}>
          Написанное сохранено в этом браузере.
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" kind="secondary" pending={pending} pendingText="Сохраняем…">
          Сохранить
        </Button>
        {draft.state.phase === 'failed' && <DraftStatus state={draft.state} />}
      </div>
    </form>
  )
}
