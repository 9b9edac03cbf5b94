import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { resultsPage } from '#shared/review/judging/limits.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { useTicked } from '#web/platform/ui/DataTable.tsx'
import { Fold } from '#web/platform/ui/Fold.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { ListSwitch } from '#web/platform/ui/ListFilters.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './JudgingPanel.module.css'
import { ListDecision } from './ListDecision.tsx'
import {
  addReader,
  decideWorks,
  type Judging,
  openWorks,
  type Result,
  resultsQuery,
  useShowJudging,
} from './panel-queries.ts'
import { ReferenceOf } from './ReferenceOf.tsx'
import { ResultRows } from './ResultRows.tsx'

interface ResultsTableProps {
  place: StagePanelProps
  judging: Judging
}

/** The marks of all works, the best first, and the decision about those that are ticked. */
export function ResultsTable({ place, judging: { state, assessed_at: ranking } }: ResultsTableProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const show = useShowJudging(place)
  const list = useList('results', { disputed: false })
  const { page, disputed } = list.asked
  const { chosen, setChosen, onChoose } = useTicked()
  const [referring, setReferring] = useState<Result | null>(null)
  const results = useQuery(resultsQuery(place, page, disputed))
  const reading = useMutation({
    mutationFn: (work: Result) => addReader(place, work.work_id),
    onSuccess: (judging, { name }) => {
      show(judging)
      showBanner(`Работу прочитает ещё один эксперт: ${name}`, 'success')
      title.current?.focus()
    },
    onError: (error) => showBanner(failureText(error)),
  })
  const choosingAll = useMutation({
    mutationFn: () => openWorks(place, disputed),
    onSuccess: setChosen,
    onError: (error) => showBanner(failureText(error)),
  })
  const decides = state === 'closed' && ranking === null
  return (
    <div>
      <Fold
        heading={
          <Heading level={3} size={4} ref={title} tabIndex={-1}>
            Результаты
          </Heading>
        }
        title="Результаты"
        says={results.data ? inBrief(results.data) : ''}
        waits={(decides && (results.data?.count ?? 0) > 0) || (results.data?.disputed ?? 0) > 0}
        read
        name="judging-results"
      >
        <div className={styles.inside}>
          <QueryStates
            of={[results]}
            loading="Загружаем результаты…"
            failed="Результаты не загрузились"
            lines={6}
            level={3}
          >
            {({ count, disputed: apart, works: shown }) => {
              if (count === 0 && !disputed)
                return <p className={styles.quiet}>Здесь появятся работы, которые ждут решения</p>
              const open = shown
                .filter(({ outcome, stopped }) => outcome === null && !stopped)
                .map(({ work_id }) => work_id)
              return (
                <>
                  {ranking && (
                    <p className={styles.quiet}>
                      Решения объявляют по рейтингу, на этапе{' '}
                      <PortalLink to={`/admin/${place.competition}/stages/${ranking.code}`}>
                        {quoted(ranking.title)}
                      </PortalLink>
                      .
                    </p>
                  )}
                  {state !== 'closed' && ranking === null && (
                    <p className={styles.quiet}>
                      Решения объявляют после того, как оценивание завершено: пока оно идёт, оценки меняются.
                    </p>
                  )}
                  {(apart > 0 || disputed) && (
                    <ListSwitch
                      list={list}
                      part="disputed"
                      label={`Только те, о которых эксперты разошлись: ${apart}`}
                      name="disputed"
                    />
                  )}
                  {decides && open.length > 0 && (
                    <Checkbox
                      name="all-works"
                      setting
                      label="Отметить все работы на странице"
                      value={open.every((work) => chosen.has(work))}
                      onChange={(add) => onChoose(open, add)}
                    />
                  )}
                  {decides && count > resultsPage && (
                    <div>
                      <Button
                        kind="secondary"
                        size="s"
                        pending={choosingAll.isPending}
                        onClick={() => choosingAll.mutate()}
                      >
                        Отметить все работы без решения
                      </Button>
                    </div>
                  )}
                  <PagedList of={results} list={list} size={resultsPage} label="Страницы результатов">
                    {({ works }) => (
                      <ResultRows
                        works={works}
                        chosen={decides ? chosen : null}
                        onChoose={onChoose}
                        onReference={state === 'closed' ? null : setReferring}
                        onReader={state === 'reading' ? (work) => !reading.isPending && reading.mutate(work) : null}
                        sending={reading.isPending ? reading.variables.work_id : null}
                      />
                    )}
                  </PagedList>
                </>
              )
            }}
          </QueryStates>
          {referring && <ReferenceOf place={place} work={referring} onClose={() => setReferring(null)} />}
          {decides && (
            <ListDecision
              works={[...chosen]}
              decide={async (body) => {
                const { decided, judging } = await decideWorks(place, body)
                show(judging)
                return decided
              }}
              onDecided={() => {
                setChosen([])
                title.current?.focus()
              }}
            />
          )}
        </div>
      </Fold>
    </div>
  )
}

const inBrief = ({ count, disputed }: { count: number; disputed: number }): string =>
  count === 0
    ? 'Работ, которые ждут решения, нет'
    : `${counted(count, 'работа', 'работы', 'работ')}${disputed > 0 ? `, эксперты разошлись в ${disputed}` : ''}`
