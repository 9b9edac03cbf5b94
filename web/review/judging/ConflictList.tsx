import { useQuery } from '@tanstack/react-query'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { readingsPage } from '#shared/review/judging/limits.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './JudgingPanel.module.css'
import { conflictsQuery } from './panel-queries.ts'

const dateOf = (text: string) => {
  const at = parseWire(text)
  return at ? showDate(at) : ''
}

/** The authors whom judges must not judge, with the reasons that judges or organisers have given. */
export function ConflictList({ place }: { place: StagePanelProps }) {
  const list = useList('conflicts', {})
  const found = useQuery(conflictsQuery(place, list.asked.page))
  return (
    <>
      <Heading level={3} size={4}>
        Конфликты интересов
      </Heading>
      <p className={styles.quiet}>
        Портал сам не поручает эксперту работы коллег, своей команды, своих подопечных и однофамильцев, которые живут
        там же. Где живут, видно из анкет: портал сравнивает адрес или город, а если кто-то из двоих их не назвал —
        только регион.
      </p>
      <PagedList
        of={found}
        list={list}
        size={readingsPage}
        loading="Загружаем конфликты…"
        failed="Конфликты не загрузились"
        lines={2}
        level={3}
        label="Страницы конфликтов"
        empty="О конфликтах никто не сказал."
      >
        {({ conflicts }) => (
          <ul className={styles.references}>
            {conflicts.map((one) => (
              <li key={`${one.judge_id} ${one.participant_id}`}>
                <span className={styles.names}>
                  <span>
                    <bdi>{one.judge}</bdi> не оценивает участника <bdi>{one.participant}</bdi> (
                    {idNumber(one.participant_id)}): {one.reason}
                  </span>
                  <span className={styles.quiet}>
                    {one.own ? 'Сказал эксперт' : 'Отметил организатор'} {dateOf(one.declared_at)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
