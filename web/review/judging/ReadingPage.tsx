import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink, PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import styles from '#web/review/checking/Check.module.css'
import { WorkAnswer } from '#web/review/checking/WorkAnswer.tsx'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import { AgreedMarks } from './AgreedMarks.tsx'
import { BackgroundPanel } from './BackgroundPanel.tsx'
import { OtherMarks } from './OtherMarks.tsx'
import { pointsInWords } from './points-in-words.ts'
import { downloadOf, playVideoOf, type Reading, readingQuery, type TypedMarks } from './queries.ts'
import { marksInWords, ReadingDesk } from './ReadingDesk.tsx'
import { BesideQueue } from './ReadingQueue.tsx'

/** One work beside the rubric. */
export function ReadingPage() {
  const { reading } = useParams({ from: '/desk/readings/$reading' })
  const query = useQuery(readingQuery(Number(reading)))
  const [carried, setCarried] = useState<{ reading: string; typed: TypedMarks } | null>(null)
  const words = carried?.reading === reading ? carried.typed : null
  // The reading before which the judge has stated their region and place of work.
  const [saidBefore, setSaidBefore] = useState<string | null>(null)
  if (isFailure(query.error, 'background_needed'))
    return (
      <WithoutWork title="Сначала два вопроса">
        <BackgroundPanel
          onSaid={() => {
            setSaidBefore(reading)
            void query.refetch()
          }}
        />
      </WithoutWork>
    )
  if (saidBefore === reading && isFailure(query.error, 'reading_not_found', 'reading_taken'))
    return (
      <WithoutWork title="Эту работу прочитает другой эксперт">
        <p>
          Ваши регион или место работы совпали с тем, что указал автор: это конфликт интересов. Другие ваши работы — на
          рабочем столе.
        </p>
      </WithoutWork>
    )
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Открываем работу" failed="Работа не открылась" lines={10}>
        {(found) => (
          <>
            <ReadingHead reading={found} />
            <BesideQueue reading={found}>
              {found.state === 'open' ? (
                <ReadingDesk
                  key={`${found.reading_id} ${found.hand_in} ${found.rubric.version}`}
                  reading={found}
                  carried={words}
                  onChanged={(typed) => {
                    setCarried({ reading, typed })
                    void query.refetch()
                  }}
                />
              ) : (
                <ReadOnly reading={found} carried={words} />
              )}
            </BesideQueue>
          </>
        )}
      </QueryStates>
    </div>
  )
}

/** The page of a work that this judge does not see. */
function WithoutWork({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <p className={styles.way}>
          <PortalLink alone to="/desk">
            Рабочий стол
          </PortalLink>
        </p>
        <PageHeading title={title} />
      </header>
      {children}
    </div>
  )
}

function ReadingHead({ reading }: { reading: Reading }) {
  const { blind, left, of, name, stage_title, until, revision, read_revision, typed } = reading
  const changed = read_revision !== null && read_revision < revision && typed.done_at === null
  const facts = [
    reading.training && 'учебная работа',
    blind && 'автор скрыт',
    `версия ${revision}`,
    until !== null && `оценить до ${momentInWords(until)}`,
  ]
  return (
    <header className={styles.head}>
      <p className={styles.way}>
        <Facts
          of={[
            <PortalLink key="desk" alone to="/desk">
              Рабочий стол
            </PortalLink>,
            <PortalLink key="stage" alone to={`/desk/judging/${reading.stage_id}`}>
              {stage_title}
            </PortalLink>,
          ]}
        />
        <span className={styles.left}>Осталось {outOf(left, Math.max(left, of))}</span>
      </p>
      <PageHeading title={name} />
      <p className={styles.facts}>
        <Facts of={facts} />
      </p>
      {changed && (
        <Notice tone="warning" title="Автор сдал новую версию">
          Ваши оценки относятся к версии {read_revision} и не учитываются, но остались в полях. Прочитайте новую версию
          и сдайте оценки.
        </Notice>
      )}
    </header>
  )
}

/** A work that this judge does not mark now: the judging has ended, or they have given the work back. */
function ReadOnly({ reading, carried }: { reading: Reading; carried: TypedMarks | null }) {
  const { state, next, typed, agreed, rubric } = reading
  // Marks that were not handed in do not count, but the page still shows what was typed.
  const unsent = typed.done_at === null && state === 'closed' ? marksInWords(carried ?? typed, reading) : []
  const go = next !== null && <PortalLinkButton to={`/desk/readings/${next}`}>Следующая работа</PortalLinkButton>
  const abstained = state === 'abstained'
  return (
    <div className={styles.columns}>
      {abstained ? (
        <p>Работа передана другому эксперту.</p>
      ) : (
        <WorkAnswer
          lines={reading.lines}
          onFile={downloadOf(reading.reading_id)}
          onVideo={playVideoOf(reading.reading_id)}
        />
      )}
      <div className={styles.side}>
        {agreed && (
          <AgreedMarks criteria={rubric.criteria} own={typed} agreed={agreed}>
            {go || <p>Других работ у вас сейчас нет.</p>}
          </AgreedMarks>
        )}
        {!agreed && (
          <EmptyState title={abstained ? 'Вы отказались от этой работы' : 'Оценки больше не меняются'} action={go}>
            {abstained
              ? 'Её прочитает другой эксперт.'
              : typed.total === null
                ? 'Работу уже не оценивают: её вернули автору, остановили или решение принято.'
                : `Ваша оценка — ${pointsInWords(typed.total)}.`}
          </EmptyState>
        )}
        {unsent.length > 0 && (
          <section aria-labelledby="unsent">
            <Heading level={2} size={4} id="unsent">
              Вы написали, но не сдали
            </Heading>
            <DefinitionList items={unsent.map(({ label, value }) => ({ term: label, value }))} />
          </section>
        )}
        <OtherMarks reading={reading} />
      </div>
    </div>
  )
}
