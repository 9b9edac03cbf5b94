import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { FileField } from '#web/platform/ui/FileField.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { words } from '#web/platform/ui/words.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { type Overview, overviewQuery, useQuestionnaire, useReportPreview } from './panel-queries.ts'
import styles from './QuestionnairePanel.module.css'
import { QuestionnaireProfiles } from './QuestionnaireProfiles.tsx'

/** The organiser's side: what is asked, how it is counted, the profiles, and the reports. */
export default function QuestionnairePanel(place: StagePanelProps) {
  const overview = useQuery(overviewQuery(place))
  return (
    <div className={styles.panels}>
      <QueryStates of={[overview]} loading="Загружаем вопросы…" failed="Вопросы не загрузились" height="8rem">
        {(data) => (
          <>
            <Items place={place} overview={data} />
            <Reports place={place} overview={data} />
          </>
        )}
      </QueryStates>
      <QuestionnaireProfiles {...place} />
    </div>
  )
}

interface PartProps {
  place: StagePanelProps
  overview: Overview
}

function Items({ place, overview }: PartProps) {
  const { upload } = useQuestionnaire(place)
  const { version, items, scales, norm_version, norm_groups, imported_at } = overview
  const at = imported_at && parseWire(imported_at)
  return (
    <Panel
      id="questions"
      title="Вопросы и ключи"
      says={`${counted(items, 'вопрос', 'вопроса', 'вопросов')}, ${counted(scales, 'шкала', 'шкалы', 'шкал')}, редакция ${version}`}
      open={version === 0}
    >
      <div className={styles.part}>
        {version > 0 && (
          <DefinitionList
            items={[
              { term: 'Редакция вопросов', value: at ? `${version}, загружена ${showDateTime(at)}` : String(version) },
              { term: 'Вопросов', value: String(items) },
              { term: 'Шкал', value: String(scales) },
              {
                term: 'Нормы',
                value: norm_groups.length > 0 ? `редакция ${norm_version}: ${norm_groups.join(', ')}` : 'не загружены',
              },
            ]}
          />
        )}
        <p className={styles.quiet}>
          Листы таблицы: «Вопросы» (Код, Текст, Вид, Варианты), «Шкалы» (Код, Название, Для отчёта, Роль, Порог),
          «Ключи» (Вопрос, Шкала, Ключ, Вес); если нужно, «Пары» (Вопрос, Второй вопрос) и «Нормы» (Группа, Шкала,
          Среднее, Отклонение). Новая таблица — новая редакция: сданные ответы остаются при своей.
        </p>
        <FileField
          name="questionnaire-table"
          label="Таблица с вопросами и ключами"
          limits="XLSX, до 2 МБ."
          accept=".xlsx"
          value={upload.isPending ? [{ id: 'table', name: upload.variables?.name ?? '', progress: 0.5 }] : []}
          onAdd={([file]) => file && upload.mutate(file)}
          onRemove={() => {}}
          disabled={upload.isPending}
        />
        {upload.isSuccess && (
          <Notice tone="success" role="status">
            Загружена редакция {version}
          </Notice>
        )}
        {upload.error && (
          <Notice tone="danger" role="alert" title={failureText(upload.error)}>
            {isFailure(upload.error) && Object.keys(upload.error.fields).length > 0 && (
              <ul className={styles.faults}>
                {Object.entries(upload.error.fields).map(([row, { message }]) => (
                  <li key={row}>
                    {row}: {message}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        )}
      </div>
    </Panel>
  )
}

const examples = [
  { format: 'pdf', words: 'Пример в PDF' },
  { format: 'docx', words: 'Пример в Word' },
] as const

function Reports({ place, overview }: PartProps) {
  const { publish } = useQuestionnaire(place)
  const [asked, setAsked] = useState(false)
  const preview = useReportPreview(place)
  const { version, scored, flagged, report_published_at, report_scales } = overview
  const at = report_published_at && parseWire(report_published_at)
  return (
    <Panel
      id="profiles"
      title="Отчёты участникам"
      says={`Посчитано: ${scored}, ${report_published_at ? 'отчёты показаны' : 'отчёты ещё не показаны'}`}
      open={scored > 0 && !report_published_at}
    >
      <div className={styles.part}>
        <DefinitionList
          items={[
            { term: 'Подсчитано анкет', value: String(scored) },
            { term: 'С отметками о качестве', value: String(flagged) },
            { term: 'Отчёты', value: at ? `опубликованы ${showDateTime(at)}` : 'ещё не опубликованы' },
          ]}
        />
        {report_scales.length > 0 && (
          <p className={styles.quiet}>
            Блоки отчёта — в настройках этапа. Шкалы для них:{' '}
            {report_scales.map(({ code, title }) => `${code} (${quoted(title)})`).join(', ')}. Сохраните правки и
            посмотрите, что получит выдуманный участник.
          </p>
        )}
        <div className={styles.acts}>
          {version > 0 &&
            examples.map(({ format, words }) => (
              <Button
                key={format}
                kind="secondary"
                size="s"
                icon={<Download aria-hidden="true" />}
                pending={preview.isPending && preview.variables === format}
                onClick={() => preview.mutate(format)}
              >
                {words}
              </Button>
            ))}
          {!at && (
            <Button kind="secondary" onClick={() => setAsked(true)}>
              Опубликовать отчёты
            </Button>
          )}
        </div>
        <FailureNotice error={preview.error} />
      </div>
      {asked && (
        <Confirm
          title="Опубликовать отчёты?"
          act="Опубликовать"
          send={() => publish.mutateAsync()}
          onClose={() => setAsked(false)}
        >
          <p>Каждый, чьи ответы подсчитаны, сможет скачать свой отчёт. {words.forever}</p>
        </Confirm>
      )}
    </Panel>
  )
}
