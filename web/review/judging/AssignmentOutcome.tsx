import { useMutation, useQuery } from '@tanstack/react-query'
import { idNumber, numbered } from '#shared/platform/text/unbroken.ts'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { gapsPage } from '#shared/review/judging/limits.ts'
import { useListHere } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './JudgingPanel.module.css'
import { type Assigned, downloadGaps, gapsQuery } from './panel-queries.ts'

interface AssignmentOutcomeProps {
  place: StagePanelProps
  assigned: Assigned
}

const reasons = {
  load: 'У экспертов не осталось места. Позовите ещё экспертов или увеличьте число работ на эксперта',
  conflicts:
    'Остальным экспертам эти работы нельзя: конфликт интересов, тот же регион или другая тема. Позовите других',
}
const shortReasons = { load: 'нет места у экспертов', conflicts: 'остальным экспертам её нельзя' }

/** What was assigned, and every work that lacks judges with the reason. */
export function AssignmentOutcome({ place, assigned }: AssignmentOutcomeProps) {
  const { added, gaps, failed, instead, preparing = 0 } = assigned
  const lacking = gaps.load + gaps.conflicts
  if (failed)
    return (
      <Notice tone="danger" role="alert" title="Распределить работы не удалось">
        <p>Уже порученное осталось у экспертов. Попробуйте ещё раз.</p>
      </Notice>
    )
  const done = instead
    ? added > 0
      ? `Вместо выбывших экспертов ${plural(added, 'поручено', 'поручены', 'поручено')} ${counted(added, 'чтение', 'чтения', 'чтений')}`
      : 'Заменить выбывших экспертов некем'
    : added > 0
      ? `${plural(added, 'Поручено', 'Поручены', 'Поручено')} ${counted(added, 'чтение', 'чтения', 'чтений')}`
      : 'Новых чтений не поручено'
  if (preparing > 0 && lacking === 0)
    return (
      <Notice tone="warning" role="status" title={done}>
        <p>
          Ещё сравнивают с другими: {counted(preparing, 'работу', 'работы', 'работ')}. Распределите их через минуту.
        </p>
      </Notice>
    )
  if (lacking === 0) return <Notice tone="success" role="status" title={`${done}. Экспертов хватает всем работам`} />
  return (
    <>
      <Notice tone="warning" role="status" title={`${done}. Экспертов хватило не всем работам`}>
        <div className={styles.names}>
          {(['load', 'conflicts'] as const).map(
            (reason) =>
              gaps[reason] > 0 && (
                <p key={reason}>
                  {counted(gaps[reason], 'работа', 'работы', 'работ')}. {reasons[reason]}.
                </p>
              ),
          )}
        </div>
      </Notice>
      <Gaps key={assigned.at} place={place} />
    </>
  )
}

/** The works one by one, a page at a time, and all of them as a file. */
function Gaps({ place }: { place: StagePanelProps }) {
  const list = useListHere({})
  const found = useQuery(gapsQuery(place, list.asked.page))
  const downloading = useMutation({ mutationFn: () => downloadGaps(place) })
  return (
    <div className={styles.part}>
      <PagedList
        of={found}
        list={list}
        size={gapsPage}
        loading="Загружаем работы…"
        failed="Работы не загрузились"
        lines={3}
        level={3}
        label="Страницы работ без экспертов"
      >
        {({ gaps }) => (
          <ul className={styles.references} aria-label="Работы, которым не хватает экспертов">
            {gaps.map(({ work_id, name, test_id, missing, reason }) => (
              <li key={work_id}>
                <span className={styles.names}>
                  <span>
                    <bdi>{name}</bdi> — не хватает {counted(missing, 'эксперта', 'экспертов', 'экспертов')}
                  </span>
                  <span className={styles.quiet}>
                    <Facts
                      of={[test_id === null ? `Работа ${numbered(work_id)}` : idNumber(test_id), shortReasons[reason]]}
                    />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <div className={styles.row}>
        <Button
          kind="secondary"
          size="s"
          pending={downloading.isPending}
          pendingText="Готовим таблицу…"
          onClick={() => downloading.mutate()}
        >
          Скачать список
        </Button>
      </div>
      <FailureNotice error={downloading.error} />
    </div>
  )
}
