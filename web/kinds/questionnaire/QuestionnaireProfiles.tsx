import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { minutesInWords } from '#shared/platform/time/minutes-in-words.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { countOf, PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { type Profile, profilesPage, profilesQuery, useComment, useProfilesTable } from './panel-queries.ts'
import styles from './QuestionnairePanel.module.css'

const flagWords: Record<string, string> = {
  no_times: 'время ответов неизвестно',
  too_fast: 'слишком быстро',
  same_answers: 'много одинаковых ответов подряд',
  contradictions: 'ответы противоречат друг другу',
  desirability: 'хочет понравиться',
  unanswered: 'отвечено не на всё',
}

/** The psychologist's view: profiles under an alias, in no order that leads to a person. */
export function QuestionnaireProfiles(place: StagePanelProps) {
  const list = useList('profiles', {})
  const query = useQuery(profilesQuery(place, list.asked.page))
  const { data, error } = query
  const table = useProfilesTable(place)
  // Profiles need a right of their own.
  if (isFailure(error, 'no_access')) return null
  return (
    <Panel
      id="answered"
      title="Профили без имён"
      says={countOf(query, 'профиль', 'профиля', 'профилей')}
      read
      actions={
        data &&
        data.count > 0 && (
          <Button
            kind="quiet"
            size="s"
            icon={<Download aria-hidden="true" />}
            pending={table.isPending}
            onClick={() => table.mutate()}
          >
            Скачать таблицей
          </Button>
        )
      }
    >
      <PagedList
        of={query}
        list={list}
        size={profilesPage}
        loading="Загружаем профили…"
        failed="Профили не загрузились"
        lines={4}
        level={3}
        empty="Здесь появятся профили, когда участники сдадут ответы"
      >
        {({ profiles }) => (
          <div className={styles.profiles}>
            {profiles.map((profile) => (
              <OneProfile key={profile.alias} place={place} profile={profile} />
            ))}
          </div>
        )}
      </PagedList>
    </Panel>
  )
}

function OneProfile({ place, profile }: { place: StagePanelProps; profile: Profile }) {
  const [comment, setComment] = useState(profile.comment)
  const saving = useComment(place)
  const { alias, scales, flags, seconds } = profile
  const about = [
    profile.norm_group && `нормы: ${profile.norm_group}, редакция ${profile.norm_version}`,
    seconds !== null && `время: ${minutesInWords(Math.max(1, Math.round(seconds / 60)))}`,
    ...flags.map((flag) => flagWords[flag] ?? flag),
  ]
  return (
    <article className={styles.profile} aria-labelledby={`profile-${alias}`}>
      <Heading level={3} size={4} id={`profile-${alias}`}>
        {alias}
      </Heading>
      <p className={styles.quiet}>
        <Facts of={about} />
      </p>
      <DataTable
        label={`Шкалы: ${alias}`}
        narrow="fit"
        rows={scales}
        keyOf={({ code }) => code}
        columns={[
          { title: 'Шкала', value: ({ title }) => title },
          { title: 'Баллы', kind: 'number', value: ({ raw }) => raw },
          { title: 'T', kind: 'number', value: ({ t }) => t },
          { title: 'Ответов', kind: 'number', cell: ({ answered, of }) => outOf(answered, of) },
        ]}
      />
      <TextArea
        name={`comment-${alias}`}
        label="Комментарий психолога"
        required={false}
        rows={2}
        limit={4000}
        value={comment}
        onChange={setComment}
      />
      <div>
        <Button
          kind="secondary"
          size="s"
          disabled={comment.trim() === profile.comment}
          pending={saving.isPending}
          onClick={() => saving.mutate({ alias, comment })}
        >
          Сохранить комментарий
        </Button>
      </div>
      {saving.error && (
        <Notice tone="danger" role="alert">
          {failureText(saving.error)}
        </Notice>
      )}
    </article>
  )
}
