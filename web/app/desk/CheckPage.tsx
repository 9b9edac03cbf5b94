import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { parseWire } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import type { CheckDraft } from '#shared/review/checking/check.ts'
import { countedWorks } from '#shared/review/checking/limits.ts'
import { kindOf } from '#web/kinds/kinds.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { AppealAnswer } from '#web/review/appeals/AppealAnswer.tsx'
import { workAppealQuery } from '#web/review/appeals/queries.ts'
import { AnswerOfWork } from '#web/review/checking/AnswerOfWork.tsx'
import styles from '#web/review/checking/Check.module.css'
import { Checking } from '#web/review/checking/Checking.tsx'
import { EarlierChecks } from '#web/review/checking/EarlierChecks.tsx'
import { NextWorkButton } from '#web/review/checking/NextWorkButton.tsx'
import { type DeskWork, deskWorkQuery } from '#web/review/checking/queries.ts'
import { useDesk, useDeskNumber } from '#web/review/checking/use-desk.ts'
import { momentInWords, timeLeft, timeSince } from '#web/stages/StagePath/deadline.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'

/** One work beside its check. */
export function CheckPage() {
  const work = useDeskNumber('work')
  const query = useQuery(deskWorkQuery(work))
  const [carried, setCarried] = useState<{ work: number; typed: CheckDraft } | null>(null)
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Открываем работу" failed="Работа не открылась" lines={10}>
        {(found) => (
          <>
            <WorkHead work={found} />
            <Notes type={found.stage_type} workId={found.work_id} />
            {found.state === 'waits' ? (
              <Checking
                key={`${found.work_id} ${found.hand_in.id}`}
                work={found}
                carried={carried?.work === work ? carried.typed : null}
                onChanged={(typed) => {
                  setCarried({ work, typed })
                  void query.refetch()
                }}
              />
            ) : (
              <ReadOnly work={found} />
            )}
          </>
        )}
      </QueryStates>
    </div>
  )
}

function WorkHead({ work }: { work: DeskWork }) {
  const desk = useDesk()
  const { author, hand_in, left, stage_title } = work
  return (
    <header className={styles.head}>
      <p className={styles.way}>
        <Facts
          of={[
            <PortalLink key="desk" alone to={desk.path}>
              {desk.title}
            </PortalLink>,
            <PortalLink key="stage" alone to={`${desk.path}/stages/${work.stage_id}`}>
              {stage_title}
            </PortalLink>,
          ]}
        />
        <span className={styles.left}>Осталось: {left < countedWorks ? left : `больше ${countedWorks - 1}`}</span>
      </p>
      <PageHeading title={author.name} />
      <p className={styles.facts}>
        <Facts
          of={[
            ...author.details,
            `версия ${hand_in.revision}`,
            `сдано ${momentInWords(hand_in.arrived_at)}`,
            hand_in.by_system && 'сдано системой в конце этапа',
          ]}
        />
      </p>
      {work.waits_since !== null && <Waiting since={work.waits_since} hours={work.target_hours} />}
    </header>
  )
}

/** How long the work has waited, and the longest wait that is intended. */
function Waiting({ since, hours }: { since: string; hours: number }) {
  const now = serverNow().getTime()
  const until = (parseWire(since)?.getTime() ?? now) + hours * 3_600_000
  const left = timeLeft(new Date(until).toISOString(), now)
  return (
    <p className={styles.facts}>
      Ждёт {timeSince(since, now)}, обещали проверить за {counted(hours, 'час', 'часа', 'часов')}
      {left !== null && `: осталось ${left}`}{' '}
      {left === null && (
        <span>
          <StatusBadge look="trouble">Дольше обещанного</StatusBadge>
        </span>
      )}
    </p>
  )
}

/** Notes about the work, for stage kinds that make any. */
function Notes({ type, workId }: { type: string; workId: number }) {
  const Part = useMemo(() => {
    const load = kindOf(type)?.notes
    return load ? lazy(() => loadChunk(load)) : null
  }, [type])
  return (
    Part && (
      <Suspense fallback={<Skeleton lines={2} label="Смотрим, что заметил портал…" />}>
        <Part workId={workId} />
      </Suspense>
    )
  )
}

/** A work that is decided, or that somebody else has on the desk. */
function ReadOnly({ work }: { work: DeskWork }) {
  const decided = work.state === 'decided'
  const appeal = useQuery({ ...workAppealQuery(work.work_id), enabled: decided })
  // An open appeal comes first: the work is not finished while its author waits for an answer.
  const over = decided && !appeal.isPending && appeal.data?.appeal?.answer !== null
  return (
    <div className={styles.columns}>
      <AnswerOfWork work={work} />
      <div className={styles.side}>
        {decided && <AppealAnswer workId={work.work_id} />}
        {work.state === 'taken' ? (
          <EmptyState
            title="Работа у другого проверяющего"
            action={<NextWorkButton stageId={work.stage_id}>Взять следующую</NextWorkButton>}
          >
            Сейчас её проверяет {work.taken_by}. Через полчаса без правок она вернётся в очередь.
          </EmptyState>
        ) : (
          over && (
            <EmptyState
              title="Решение принято"
              action={work.left > 0 && <NextWorkButton stageId={work.stage_id}>Следующая работа</NextWorkButton>}
            >
              {work.left > 0 ? 'Эта работа больше не ждёт.' : 'Других работ на этом этапе нет: всё проверено.'}
            </EmptyState>
          )
        )}
        <EarlierChecks checks={work.checks} />
      </div>
    </div>
  )
}
