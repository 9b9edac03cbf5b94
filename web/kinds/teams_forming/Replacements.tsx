import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { showDateTime, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { maxReason, replacementsPage } from '#shared/programme/teams_forming/limits.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { AttachedFile } from '#web/platform/ui/AttachedFile.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { ListSwitch } from '#web/platform/ui/ListFilters.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { toDate } from '#web/stages/StagePath/deadline.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { callsOf, downloadPaper, type Replacement, replacementsQuery, useAct } from './panel-queries.ts'
import styles from './TeamsFormingPanel.module.css'

/** The replacements that captains request after the lock, and the answer to each. */
export function Replacements({ place }: { place: StagePanelProps }) {
  const list = useList('replacements', { over: false })
  const { over } = list.asked
  const [asked, setAsked] = useState<{ replacement: Replacement; outcome: Outcome } | null>(null)
  const query = useQuery(replacementsQuery(place, list.asked))
  return (
    <Panel
      id="replacements"
      title="Заявки на замену"
      says={
        query.data
          ? over || query.data.count === 0
            ? 'Заявок, которые ждут ответа, нет'
            : `Ждут ответа: ${query.data.count}`
          : ''
      }
      waits={over ? 0 : (query.data?.count ?? 0)}
      read
    >
      <QueryStates of={[query]} loading="Загружаем заявки…" failed="Заявки не загрузились" height="6rem" level={3}>
        {({ count, until }) => (
          <div className={styles.panel}>
            <p className={styles.quiet}>
              <Moments
                text={
                  until
                    ? `Капитаны могут просить о замене до ${showMoscowTime(toDate(until))}.`
                    : 'Замен на этапе нет: срок для заявок задаётся в настройках.'
                }
              />
            </p>
            {(until !== null || over || count > 0) && (
              <ListSwitch list={list} part="over" label="Показать те, на которые ответили" name="over-replacements" />
            )}
            <PagedList
              of={query}
              list={list}
              size={replacementsPage}
              label="Страницы заявок"
              empty={until !== null && 'Заявок, которые ждут ответа, нет'}
              nothing="Таких заявок нет"
            >
              {({ replacements }) => (
                <ul className={styles.teams} aria-label="Заявки на замену">
                  {replacements.map((replacement) => (
                    <Request
                      key={replacement.id}
                      place={place}
                      replacement={replacement}
                      onAnswer={(outcome) => setAsked({ replacement, outcome })}
                    />
                  ))}
                </ul>
              )}
            </PagedList>
          </div>
        )}
      </QueryStates>
      {asked && <AnswerDialog place={place} {...asked} onClose={() => setAsked(null)} />}
    </Panel>
  )
}

type Outcome = 'granted' | 'declined'

const states = {
  asked: { look: 'due', text: 'Ждёт ответа' },
  granted: { look: 'done', text: 'Одобрена' },
  declined: { look: 'shut', text: 'Отказано' },
  withdrawn: { look: 'neutral', text: 'Отозвана' },
} as const

interface RequestProps {
  place: StagePanelProps
  replacement: Replacement
  onAnswer: (outcome: Outcome) => void
}

function Request({ place, replacement, onAnswer }: RequestProps) {
  const { state, team, team_id, leaving, coming, coming_number, reason, asked_at, answer, files } = replacement
  const { look, text } = states[state]
  return (
    <li className={styles.team}>
      <div className={styles.facts}>
        <strong>{team}</strong>
        <StatusBadge look={look}>{text}</StatusBadge>
        <p>
          {leaving ? `Выходит ${leaving}, входит` : 'На свободное место входит'} {coming} ({numbered(coming_number)})
        </p>
        <p className={styles.quiet}>
          <Moments text={showDateTime(toDate(asked_at))} />. {reason}
        </p>
        {answer && <p className={styles.quiet}>Ответ: {answer}</p>}
        <div className={styles.row}>
          {files.map(({ file_id, name }) => (
            <AttachedFile key={file_id} name={name} onDownload={() => downloadPaper(place, team_id, file_id)} />
          ))}
        </div>
      </div>
      {state === 'asked' && (
        <div className={styles.row}>
          <Button size="s" aria-label={`Одобрить замену в команде ${team}`} onClick={() => onAnswer('granted')}>
            Одобрить
          </Button>
          <Button
            kind="secondary"
            size="s"
            aria-label={`Отказать в замене команде ${team}`}
            onClick={() => onAnswer('declined')}
          >
            Отказать
          </Button>
        </div>
      )}
    </li>
  )
}

interface AnswerDialogProps {
  place: StagePanelProps
  replacement: Replacement
  outcome: Outcome
  onClose: () => void
}

function AnswerDialog({ place, replacement, outcome, onClose }: AnswerDialogProps) {
  const granting = outcome === 'granted'
  const answering = useAct(place, callsOf(place).answer)
  const form = formOf(
    granting
      ? reasonField('', maxReason, { label: 'Ответ команде', validation_rules: { max_length: maxReason } })
      : reasonField('', maxReason, { required: 'Напишите причину: команда её прочитает' }),
  )
  return (
    <FormDialog
      title={`${granting ? 'Одобрить замену' : 'Отказать в замене'}: ${quoted(replacement.team)}`}
      act={granting ? 'Одобрить' : 'Отказать'}
      form={form}
      send={({ reason }) => answering.mutateAsync({ replacement_id: replacement.id, outcome, reason: textOf(reason) })}
      onDone={() => showBanner(granting ? 'Замена проведена' : 'В замене отказано', 'success')}
      onClose={onClose}
    >
      <p>
        {granting
          ? `${replacement.coming} сразу войдёт в команду${replacement.leaving ? `, ${replacement.leaving} выйдет из неё` : ''}. Сообщение придёт всем.`
          : 'Состав команды останется прежним.'}
      </p>
    </FormDialog>
  )
}
